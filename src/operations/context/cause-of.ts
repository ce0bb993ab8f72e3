import type { Cause } from '../../engine/journal/record.ts';
import type { Caller } from './operation.ts';

/** Returns the cause of records that belong to no session. */
export const causeOf = (operation: string, { channelId, person }: Pick<Caller, 'channelId' | 'person'>): Cause => ({
  operation,
  channelId,
  sessionId: 0,
  userId: person?.userId ?? 0,
});
