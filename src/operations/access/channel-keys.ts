// Authenticates channels by username and password, and says what a call may do.
//
// Only digests are stored. Credentials that were right are kept in memory, so that repeated calls need no hashing.
import { hash } from 'node:crypto';
import type { Channel } from '../../domain/channels/channel.ts';
import type { ReadContext } from '../../engine/read-context.ts';
import type { Actor } from '../../engine/actor-table.ts';
import { isAbsent } from '../../kernel/params.ts';
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { constantTimeEqual } from '../../kernel/constant-time-equal.ts';
import type { CallFields, Caller, Operation } from '../context/operation.ts';

const NO_DIGEST = '0'.repeat(64);

/** Credentials that were right for a channel of this version. */
interface Proven {
  readonly actor: Actor;
  readonly seq: number;
  readonly password: string;
}
/** Bounded: every channel can add entries. */
const PROVEN_MAX = 1000;

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** `digest`: SHA-256 in hexadecimal. */
const sameDigest = (value: string, digest: string): boolean => constantTimeEqual(hash('sha256', value, 'hex'), digest);

export class ChannelKeys {
  private readonly proven = new Map<string, Proven>();

  /** The channel, or undefined for wrong credentials. */
  authenticate(username: string, password: string, reader: ReadContext): Actor | undefined {
    const known = this.proven.get(username);
    if (known !== undefined && known.actor.seq === known.seq && constantTimeEqual(password, known.password)) {
      reader.track(known.actor);
      return known.actor;
    }
    const id = reader.index('channel').byUsername.get(hash('sha256', username, 'hex')) ?? 0;
    const actor = reader.actor('channel', id);
    // The password is hashed even for an unknown name, so that both take the same time.
    const right = sameDigest(password, (actor?.state as Channel | undefined)?.digests.password ?? NO_DIGEST);
    if (!right || actor === undefined) return undefined;
    if (this.proven.size >= PROVEN_MAX) this.proven.clear();
    this.proven.set(username, { actor, seq: actor.seq, password });
    return actor;
  }
}

/**
 * What a call may do on the channel that its username and password open. A secret key that was sent must be right,
 * whether or not the operation needs one. `isStrict`: the reads that merely accept the secret key need it.
 *
 * Refuses: PERMISSION_DENIED.
 */
export const authorise = (
  actor: Actor | undefined,
  { licence_username: username, licence_secret_key: secretKey }: CallFields,
  operation: Operation | undefined,
  address: string,
  isStrict: boolean,
): Result<Caller> => {
  const channel = actor?.state as Channel | undefined;
  if (actor === undefined || !channel!.active) return refuse('PERMISSION_DENIED');
  const sent = !isAbsent(secretKey);
  if (sent && !sameDigest(textOf(secretKey), channel!.digests.secretKey)) return refuse('PERMISSION_DENIED');
  const needed = operation?.credential === 'secret' || (isStrict && operation?.credential === 'secret_read');
  if (needed && !sent) return refuse('PERMISSION_DENIED', 'licence_secret_key', 'This operation needs the secret key.');
  return ok({ channelId: actor.id, backOffice: sent, username: textOf(username), address, output: channel!.output });
};
