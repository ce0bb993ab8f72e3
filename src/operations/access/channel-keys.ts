// Authenticates channels by username and password, and says what a call may do.
//
// Only digests are stored. Credentials that were right are kept in memory, so that repeated calls need no hashing.
import { hash } from 'node:crypto';
import { isOverlapping } from '../../domain/channels/channel.ts';
import type { Channel, CredentialDigests } from '../../domain/channels/channel.ts';
import type { ReadContext } from '../../engine/transactions/read-context.ts';
import type { Actor } from '../../engine/actors/actor-table.ts';
import { isAbsent } from '../../kernel/params.ts';
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { constantTimeEqual } from '../../kernel/constant-time-equal.ts';
import type { CallFields, Caller, ChannelCredentials, Operation } from '../context/operation.ts';
import type { Rights } from '../context/rights.ts';

const WITH_KEY = ok(true);
const WITHOUT_KEY = ok(false);

/** The channel that a username and a password open. */
export interface OpenedChannel {
  readonly actor: Actor;
  /** The set of credentials that they belong to; the secret key must be of the same. */
  readonly digests: CredentialDigests;
  /** The set before the present one: it ends at a moment at which nothing changes. */
  readonly isPrevious: boolean;
  readonly username: string;
  /** The secret key of the set, once one was sent that was right. */
  secretKey: string | undefined;
  /** The callers that have called last: without the secret key and with it. */
  readonly callers: [Result<Caller> | undefined, Result<Caller> | undefined];
}

/** Credentials that were right for a channel of this version. */
export interface Proven extends OpenedChannel {
  readonly seq: number;
  readonly password: string;
}
/** Entries at most: every channel can add some. */
const PROVEN_MAX = 1000;

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** SHA-256 in hexadecimal. */
const digestOf = (value: string): string => hash('sha256', value, 'hex');

const sameDigest = (value: string, digest: string): boolean => constantTimeEqual(digestOf(value), digest);

/** A text of its own: what a body is decoded to may be a slice that keeps all of it in memory. */
const copied = (text: string): string => Buffer.from(text).toString();

const isSecretOf = (opened: OpenedChannel, given: string): boolean => {
  if (opened.secretKey !== undefined && constantTimeEqual(given, opened.secretKey)) return true;
  if (!sameDigest(given, opened.digests.secretKey)) return false;
  opened.secretKey = copied(given);
  return true;
};

export const credentialDigests = ({ username, password, secretKey }: ChannelCredentials): CredentialDigests => ({
  username: digestOf(username),
  password: digestOf(password),
  secretKey: digestOf(secretKey),
});

/** Returns the sets of a channel that a username may belong to now, the present set first. */
const setsOf = (channel: Channel, usernameDigest: string, atMs: number): readonly CredentialDigests[] =>
  [channel.digests, ...(isOverlapping(channel, atMs) ? [channel.previous] : [])].filter(
    ({ username }) => username === usernameDigest,
  );

export class ChannelKeys {
  private readonly proven = new Map<string, Proven>();

  /** Undefined for wrong credentials. `likely`: whom they opened a moment ago. */
  authenticate(username: string, password: string, reader: ReadContext, likely?: Proven): Proven | undefined {
    const known = likely?.username === username ? likely : this.proven.get(username);
    if (known !== undefined && isProven(known, password, reader.atMs)) {
      reader.track(known.actor);
      return known;
    }
    const usernameDigest = digestOf(username);
    const actor = reader.actor('channel', reader.index('channel').byUsername.get(usernameDigest) ?? 0);
    // The password is hashed even for an unknown name, so that both take the same time.
    const passwordDigest = digestOf(password);
    const sets = actor === undefined ? [] : setsOf(actor.state as Channel, usernameDigest, reader.atMs);
    const digests = sets.find((set) => constantTimeEqual(passwordDigest, set.password));
    if (digests === undefined || actor === undefined) return undefined;
    if (this.proven.size >= PROVEN_MAX) this.proven.clear();
    const isPrevious = digests !== (actor.state as Channel).digests;
    const opened: Proven = {
      actor,
      digests,
      isPrevious,
      username: copied(username),
      secretKey: undefined,
      callers: [undefined, undefined],
      seq: actor.seq,
      password: copied(password),
    };
    this.proven.set(opened.username, opened);
    return opened;
  }
}

/** Whether the credentials are still right: their channel has not changed. */
export const isCurrent = ({ actor, seq, isPrevious }: Proven, atMs: number): boolean =>
  actor.seq === seq && (!isPrevious || isOverlapping(actor.state as Channel, atMs));

const isProven = (proven: Proven, given: string, atMs: number): boolean =>
  isCurrent(proven, atMs) && constantTimeEqual(given, proven.password);

/**
 * Whether a call may act on the channel that its username and password open; returns whether the secret key came with
 * it. One that was sent must be right, whether or not the operation needs it. `isStrict`: the reads that merely accept
 * the secret key need it.
 *
 * Refuses: PERMISSION_DENIED.
 */
export const authorise = (
  opened: OpenedChannel | undefined,
  { licence_secret_key: secretKey }: CallFields,
  operation: Operation | undefined,
  isStrict: boolean,
): Result<boolean> => {
  if ((opened?.actor.state as Channel | undefined)?.active !== true) return refuse('PERMISSION_DENIED');
  const sent = !isAbsent(secretKey);
  if (sent && !isSecretOf(opened!, textOf(secretKey))) return refuse('PERMISSION_DENIED');
  const needed = operation?.credential === 'secret' || (isStrict && operation?.credential === 'secret_read');
  if (needed && !sent) return refuse('PERMISSION_DENIED', 'licence_secret_key', 'This operation needs the secret key.');
  return sent ? WITH_KEY : WITHOUT_KEY;
};

/** Returns the caller of authorised credentials; the same object as long as nothing of it has changed. */
export const callerOf = (
  opened: OpenedChannel,
  backOffice: boolean,
  rights: Rights,
  address: string,
): Result<Caller> => {
  const place = backOffice ? 1 : 0;
  const known = opened.callers[place];
  if (known?.ok === true && known.value.rights === rights && known.value.address === address) return known;
  const { actor, username } = opened;
  const { output } = actor.state as Channel;
  const channelId = actor.id;
  return (opened.callers[place] = ok({
    channelId,
    person: undefined,
    rights,
    backOffice,
    output,
    username,
    address,
    browser: '',
  }));
};
