// Opens, changes and ends channels, and gives them other credentials.
import { DONE, ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Transaction } from '../transaction.ts';
import type { Channel, ChannelChange, CredentialDigests, NewChannel } from './channel.ts';

const NAME_LENGTH_MAX = 64;
/** A store without it would be taken for a new one. */
const FIRST = 1;

/** Refuses: CHANNEL_NAME_NOT_VALID, CHANNEL_NAME_ALREADY_IN_USE. */
const checkName = (tx: Transaction, name: string, ownId: number): Result<void> => {
  if (name.length > NAME_LENGTH_MAX || name.trim() !== name || name === '')
    return refuse('CHANNEL_NAME_NOT_VALID', 'name');
  tx.trackAbsence('channel');
  const holder = tx.index('channel').byName.get(name);
  return holder === undefined || holder === ownId ? DONE : refuse('CHANNEL_NAME_ALREADY_IN_USE', name);
};

/** Refuses: CHANNEL_NOT_FOUND. */
const channelOf = (tx: Transaction, id: number): Result<Channel> => {
  const channel = tx.read('channel', id);
  return channel === undefined ? refuse('CHANNEL_NOT_FOUND', id) : ok(channel);
};

/** Refuses: CHANNEL_NAME_NOT_VALID, CHANNEL_NAME_ALREADY_IN_USE, CHANNEL_LIMIT_REACHED. */
export const openChannel = (tx: Transaction, channel: NewChannel): Result<number> => {
  const { name } = channel;
  const fit = checkName(tx, name, 0);
  if (!fit.ok) return fit;
  const { size } = tx.index('channel').byName;
  const { channelsMax } = tx.rules;
  if (size >= channelsMax)
    return refuse('CHANNEL_LIMIT_REACHED', name, `There are ${size} channels, of at most ${channelsMax}.`);
  return tx.create('channel', { type: 'open_channel', ...channel });
};

/** Refuses: CHANNEL_NOT_FOUND, CHANNEL_NAME_NOT_VALID, CHANNEL_NAME_ALREADY_IN_USE. */
export const changeChannel = (tx: Transaction, id: number, change: ChannelChange): Result<void> => {
  const known = channelOf(tx, id);
  if (!known.ok) return known;
  const fit = change.name === undefined ? DONE : checkName(tx, change.name, id);
  return fit.ok ? tx.ask('channel', id, { type: 'change_channel', ...change }) : fit;
};

/**
 * `overlapMs`: for how long the present credentials work beside the new ones. The printed credentials of a demo shop,
 * which everybody knows, end at once.
 *
 * Refuses: CHANNEL_NOT_FOUND, PARAMETER_INVALID for an overlap of a demo's credentials.
 */
export const rotateCredentials = (
  tx: Transaction,
  id: number,
  { digests, overlapMs }: { readonly digests: CredentialDigests; readonly overlapMs: number },
): Result<void> => {
  const known = channelOf(tx, id);
  if (!known.ok) return known;
  if (known.value.demo && overlapMs > 0)
    return refuse('PARAMETER_INVALID', 'overlap', 'The credentials of a demo shop are public and end at once.');
  return tx.ask('channel', id, { type: 'rotate_credentials', digests, overlapMs });
};

/** Refuses: CHANNEL_NOT_FOUND. */
export const endOverlap = (tx: Transaction, id: number): Result<void> => {
  const known = channelOf(tx, id);
  return known.ok ? tx.ask('channel', id, { type: 'end_overlap' }) : known;
};

/** Refuses: CHANNEL_NOT_FOUND, CHANNEL_IS_FIRST. */
export const endChannel = (tx: Transaction, id: number): Result<void> => {
  const known = channelOf(tx, id);
  if (!known.ok) return known;
  return id === FIRST ? refuse('CHANNEL_IS_FIRST', id) : tx.ask('channel', id, { type: 'end_channel' });
};
