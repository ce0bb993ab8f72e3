// Which channel a username and password open (Decision 6). Only digests are stored; what was found right is remembered.
import { hash } from 'node:crypto';
import type { Channel } from '../domain/channel.ts';
import type { Look } from '../engine/look.ts';
import type { Actor } from '../engine/table.ts';
import { sameText } from '../kernel/same-text.ts';

const NO_DIGEST = '0'.repeat(64);

/** Credentials that were found right; bounded, because anybody with a channel can add some. */
interface Proven {
  readonly actor: Actor;
  readonly seq: number;
  readonly password: string;
}
const PROVEN_MAX = 1000;

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** `digest`: SHA-256 in hexadecimal. */
export const sameDigest = (value: string, digest: string): boolean => sameText(hash('sha256', value, 'hex'), digest);

export class ChannelKeys {
  private readonly proven = new Map<string, Proven>();

  /** Right credentials are found again without hashing while the channel stays as it is. */
  open(username: string, password: string, look: Look): Actor | undefined {
    const known = this.proven.get(username);
    if (known !== undefined && known.actor.seq === known.seq && sameText(password, known.password)) {
      look.see(known.actor);
      return known.actor;
    }
    const id = look.index('channel').byUsername.get(hash('sha256', username, 'hex')) ?? 0;
    const actor = look.actor('channel', id);
    // The password is hashed even for an unknown name, so that both take the same time.
    const right = sameDigest(password, (actor?.state as Channel | undefined)?.digests.password ?? NO_DIGEST);
    if (!right || actor === undefined) return undefined;
    if (this.proven.size >= PROVEN_MAX) this.proven.clear();
    this.proven.set(username, { actor, seq: actor.seq, password });
    return actor;
  }
}
