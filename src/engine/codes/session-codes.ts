// Session codes: 10 digits of creation, 6 characters of slot, 26 of HMAC. The code is derived and never
// stored, so none lies readable in store, snapshot or audit.
import { createHmac, createSecretKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { Session, SessionRef } from '../../domain/cart/session.ts';
import { constantTimeEqual } from '../../kernel/constant-time-equal.ts';
import type { ReadContext } from '../read-context.ts';
import type { Actor } from '../actor-table.ts';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CREATION_DIGITS = 10;
const SLOT_DIGITS = 6;
const MAC_DIGITS = 26;
const CODE_LENGTH = CREATION_DIGITS + SLOT_DIGITS + MAC_DIGITS;
/** The largest multiple of 62 in a byte: what lies above would favour the first digits. */
const UNBIASED = 248;

export const SLOTS_MAX = 62 ** SLOT_DIGITS - 1;

const DIGIT_BYTES = Buffer.from(DIGITS);
/** A code is put together here: a text that grows by characters costs ten times its bytes. */
const SCRATCH = Buffer.alloc(CODE_LENGTH);

/** By character code below 128. */
const VALUES = Uint8Array.from({ length: 128 }, (_, code) => Math.max(0, DIGITS.indexOf(String.fromCharCode(code))));

/** The slot that a text names which may be no code at all. */
const slotOf = (code: string): number => {
  let slot = 0;
  for (let at = CREATION_DIGITS; at < CREATION_DIGITS + SLOT_DIGITS; at += 1) {
    slot = slot * 62 + (VALUES[code.charCodeAt(at)] ?? 0);
  }
  return slot;
};

export class SessionCodes {
  private readonly key: KeyObject;

  /** `storeKey`: hexadecimal. */
  constructor(storeKey: string) {
    this.key = createSecretKey(storeKey, 'hex');
  }

  code({ id, generation, nonce, createdMs }: SessionRef): string {
    SCRATCH.write(String(Math.floor(createdMs / 1000)).padStart(CREATION_DIGITS, '0'), 0, CREATION_DIGITS, 'latin1');
    for (let rest = id, at = CREATION_DIGITS + SLOT_DIGITS - 1; at >= CREATION_DIGITS; at -= 1) {
      SCRATCH[at] = DIGIT_BYTES[rest % 62]!;
      rest = Math.floor(rest / 62);
    }
    // As text: a digest that Node gives as a Buffer is memory outside the heap.
    const mac = createHmac('sha512', this.key).update(`session ${id} ${generation} ${nonce}`).digest('binary');
    let length = CREATION_DIGITS + SLOT_DIGITS;
    for (let at = 0; at < mac.length && length < CODE_LENGTH; at += 1) {
      const byte = mac.charCodeAt(at);
      if (byte < UNBIASED) SCRATCH[length++] = DIGIT_BYTES[byte % 62]!;
    }
    return SCRATCH.toString('latin1', 0, length);
  }

  /** The session that the code opens; undefined when it opens none. Whether it is still live is not looked at. */
  open(reader: ReadContext, code: unknown): Actor | undefined {
    if (typeof code !== 'string' || code.length !== CODE_LENGTH) return undefined;
    const actor = reader.actor('session', slotOf(code));
    if (actor === undefined) return undefined;
    return constantTimeEqual(code, this.codeOf(actor)) ? actor : undefined;
  }

  /** The code of a session in memory; made once. */
  codeOf(actor: Actor): string {
    const { generation, nonce, createdMs } = actor.state as Session;
    actor.lifetimeCache ??= this.code({ id: actor.id, generation, nonce, createdMs });
    return actor.lifetimeCache as string;
  }
}
