// The back office's page: its calls come from persons, not from a channel with credentials.
import type { Reader } from '../transaction.ts';

/** Stands where calls of channels have the number of theirs; no channel has it. */
export const BACK_OFFICE_CHANNEL = -1;

/** A channel's name for replies; empty: none, or one that was ended. */
export const channelName = (shop: Reader, channelId: number): string =>
  channelId === BACK_OFFICE_CHANNEL ? 'back office' : (shop.read('channel', channelId)?.name ?? '');
