// Session codes: 10 digits of creation time in seconds, 6 base-62 digits of slot, 26 of HMAC-SHA-512.
//
// A code is derived from the store's key and never stored: journal, snapshot files and audit contain none. The HMAC
// covers slot, generation and nonce, so the code of a former session of the slot opens nothing. Not promised: that the
// creation time is secret.
import { createHmac, createSecretKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { Session } from '../../domain/cart/session.ts';
import type { SessionRef } from '../../domain/cart/session-commands.ts';
import type { Reader } from '../../domain/transaction.ts';
import { constantTimeEqual } from '../../kernel/constant-time-equal.ts';
import type { ReadContext } from '../transactions/read-context.ts';
import type { Actor } from '../actors/actor-table.ts';
import { KeyedDigest } from './keyed-digest.ts';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CREATION_DIGITS = 10;
const SLOT_DIGITS = 6;
const MAC_DIGITS = 26;
const CODE_LENGTH = CREATION_DIGITS + SLOT_DIGITS + MAC_DIGITS;
/** The largest multiple of 62 in a byte. Larger bytes are skipped, because they would favour the first digits. */
const UNBIASED = 248;

export const SLOTS_MAX = 62 ** SLOT_DIGITS - 1;

const DIGIT_BYTES = Buffer.from(DIGITS);
/** Buffer in which a code is assembled; a string grown by single characters costs ten times its bytes. */
const SCRATCH = Buffer.alloc(CODE_LENGTH);

/** The value of each digit, by character code below 128; 0 for other characters. */
const VALUES = Uint8Array.from({ length: 128 }, (_, code) => Math.max(0, DIGITS.indexOf(String.fromCharCode(code))));

/** Slot in a text of a code's length; any slot where the text is no code. */
const slotOf = (code: string): number => {
  let slot = 0;
  for (let index = CREATION_DIGITS; index < CREATION_DIGITS + SLOT_DIGITS; index += 1) {
    slot = slot * 62 + (VALUES[code.charCodeAt(index)] ?? 0);
  }
  return slot;
};

interface DerivedCode {
  readonly nonce: string;
  readonly code: string;
}

export class SessionCodes {
  private readonly key: KeyObject;
  private readonly digest: KeyedDigest;

  /** `storeKey`: hexadecimal. */
  constructor(storeKey: string) {
    this.key = createSecretKey(storeKey, 'hex');
    this.digest = new KeyedDigest(Buffer.from(storeKey, 'hex'));
  }

  /** Derives a session's code. */
  code({ id, generation, nonce, createdMs }: SessionRef): string {
    SCRATCH.write(String(Math.floor(createdMs / 1000)).padStart(CREATION_DIGITS, '0'), 0, CREATION_DIGITS, 'latin1');
    for (let rest = id, index = CREATION_DIGITS + SLOT_DIGITS - 1; index >= CREATION_DIGITS; index -= 1) {
      SCRATCH[index] = DIGIT_BYTES[rest % 62]!;
      rest = Math.floor(rest / 62);
    }
    const mac = this.digest.of(`session ${id} ${generation} ${nonce}`);
    let length = CREATION_DIGITS + SLOT_DIGITS;
    for (let index = 0; index < mac.length && length < CODE_LENGTH; index += 1) {
      const byte = mac.charCodeAt(index);
      if (byte < UNBIASED) SCRATCH[length++] = DIGIT_BYTES[byte % 62]!;
    }
    return SCRATCH.toString('latin1', 0, length);
  }

  /** The session that the code opens; undefined: none. Not checked: whether the session has expired. */
  open(reader: ReadContext, code: unknown): Actor | undefined {
    if (typeof code !== 'string' || code.length !== CODE_LENGTH) return undefined;
    const actor = reader.actor('session', slotOf(code));
    if (actor === undefined) return undefined;
    return constantTimeEqual(code, this.codeOf(actor)) ? actor : undefined;
  }

  /** The same, for those who read its state alone. */
  sessionOf(shop: Reader, code: string): Session | undefined {
    if (code.length !== CODE_LENGTH) return undefined;
    const id = slotOf(code);
    const state = shop.read('session', id);
    return state !== undefined && constantTimeEqual(code, this.code({ ...state, id })) ? state : undefined;
  }

  /** Cookie of a login in the back office. A storefront that has the code of the same session cannot derive it. */
  cookie(code: string): string {
    return `${code}.${this.cookieMac(code)}`;
  }

  /** Session code in a cookie of the back office; undefined where this store did not make the cookie. */
  codeOfCookie(cookie: string): string | undefined {
    const code = cookie.slice(0, CODE_LENGTH);
    return constantTimeEqual(cookie, `${code}.${this.cookieMac(code)}`) ? code : undefined;
  }

  /** Opens the payment of one order and nothing else of it; it holds as long as the order can be paid. */
  paymentCode(orderId: number, createdMs: number): string {
    return createHmac('sha256', this.key).update(`payment ${orderId} ${createdMs}`).digest('base64url');
  }

  private cookieMac(code: string): string {
    return createHmac('sha256', this.key).update(`back office ${code}`).digest('base64url');
  }

  /** The code of a resident session; cached until the actor is evicted or a login renews the code. */
  codeOf(actor: Actor): string {
    const { generation, nonce, createdMs } = actor.state as Session;
    const known = actor.lifetimeCache as DerivedCode | undefined;
    if (known?.nonce === nonce) return known.code;
    const derived: DerivedCode = { nonce, code: this.code({ id: actor.id, generation, nonce, createdMs }) };
    actor.lifetimeCache = derived;
    return derived.code;
  }
}
