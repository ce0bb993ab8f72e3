// Session codes: 10 digits of creation, 6 characters of slot, 26 of HMAC (Decision 43). The code is derived and never
// stored, so none lies readable in store, snapshot or audit.
import { createHmac } from 'node:crypto';
import type { Session, SessionRef } from '../domain/session.ts';
import { sameText } from '../kernel/same-text.ts';
import type { Look } from './look.ts';
import type { Actor } from './table.ts';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CODE = /^\d{10}[A-Za-z0-9]{32}$/;
const SLOT_DIGITS = 6;
const MAC_DIGITS = 26;
/** The largest multiple of 62 in a byte: what lies above would favour the first digits. */
const UNBIASED = 248;

export const SLOTS_MAX = 62 ** SLOT_DIGITS - 1;

const slotText = (slot: number): string => {
  let text = '';
  for (let rest = slot, at = 0; at < SLOT_DIGITS; at += 1) {
    text = DIGITS[rest % 62]! + text;
    rest = Math.floor(rest / 62);
  }
  return text;
};

const slotOf = (text: string): number => {
  let slot = 0;
  for (const digit of text) slot = slot * 62 + DIGITS.indexOf(digit);
  return slot;
};

export class SessionCodes {
  private readonly key: Buffer;

  /** `storeKey`: hexadecimal. */
  constructor(storeKey: string) {
    this.key = Buffer.from(storeKey, 'hex');
  }

  code({ id, generation, nonce, createdMs }: SessionRef): string {
    const slot = slotText(id);
    const mac = createHmac('sha512', this.key).update(`session ${id} ${generation} ${nonce}`).digest();
    let text = '';
    for (const byte of mac) {
      if (byte < UNBIASED) text += DIGITS[byte % 62]!;
      if (text.length === MAC_DIGITS) break;
    }
    return String(Math.floor(createdMs / 1000)).padStart(10, '0') + slot + text;
  }

  /** The session that the code opens; undefined when it opens none. Whether it is still live is not looked at. */
  open(look: Look, code: unknown): Actor | undefined {
    if (typeof code !== 'string' || !CODE.test(code)) return undefined;
    const actor = look.actor('session', slotOf(code.slice(10, 10 + SLOT_DIGITS)));
    if (actor === undefined) return undefined;
    return sameText(code, this.codeOf(actor)) ? actor : undefined;
  }

  /** The code of a session in memory; made once. */
  codeOf(actor: Actor): string {
    const { generation, nonce, createdMs } = actor.state as Session;
    actor.constant ??= this.code({ id: actor.id, generation, nonce, createdMs });
    return actor.constant as string;
  }
}
