// application/x-www-form-urlencoded, as the URL standard parses it: split the bytes, turn + into a blank,
// percent-decode, and only then decode the character set. Malformed escapes stay as they are.

import { isAscii } from 'node:buffer';
import type { Result } from '../../kernel/result.ts';
import { ok } from '../../kernel/result.ts';
import type { Charset } from './charset.ts';
import { nameFits, nameTooLong, emptyFields, notInCharset, tooManyFields } from './fields.ts';
import type { Fields, FormLimits } from './fields.ts';

/**
 * `wanted`: names of fields; others are left out. `text`: the body as Latin-1.
 * Refuses: BODY_UNDECODABLE beyond a limit, and for text that is not in the character set.
 */
export const decodeUrlencoded = (
  body: Buffer,
  limits: FormLimits,
  charset: Charset,
  wanted?: ReadonlySet<string>,
  text = body.toString('latin1'),
): Result<Fields> => {
  const end = text.length;
  // Counted before any is decoded, where the body is long enough: to refuse costs less than to decode.
  const count = end > 2 * limits.bodyFieldsMax ? fieldsIn(text) : 0;
  if (count > limits.bodyFieldsMax) return tooManyFields(count, limits);
  const fields = emptyFields();
  // The next offset of each mark, searched again only once it is passed: a body without the mark costs one search.
  let equals = find(text, '=', 0);
  let plus = find(text, '+', 0);
  // Offset of the next byte that must be decoded; unescaped bytes above ASCII can be anywhere.
  const ascii = isAscii(body);
  let percent = ascii ? find(text, '%', 0) : 0;
  for (let start = 0; start < end;) {
    const stop = find(text, '&', start);
    if (stop > start) {
      if (equals < start) equals = find(text, '=', start);
      if (plus < start) plus = find(text, '+', start);
      if (ascii && percent < start) percent = find(text, '%', start);
      const special = Math.min(plus, percent);
      const nameEnd = Math.min(equals, stop);
      const name = special < nameEnd ? decoded(body, start, nameEnd, charset) : text.slice(start, nameEnd);
      if (name === undefined) return notInCharset(charset.name, '');
      if (!nameFits(name, limits)) return nameTooLong(name, limits);
      if (wanted?.has(name) === false) {
        start = stop + 1;
        continue;
      }
      const valueStart = Math.min(nameEnd + 1, stop);
      const value = special < stop ? decoded(body, valueStart, stop, charset) : text.slice(valueStart, stop);
      if (value === undefined) return notInCharset(charset.name, name);
      fields[name] = value;
    }
    start = stop + 1;
  }
  return ok(fields);
};

const fieldsIn = (text: string): number => {
  let count = 0;
  for (let start = 0; start < text.length;) {
    const stop = find(text, '&', start);
    if (stop > start) count += 1;
    start = stop + 1;
  }
  return count;
};

const find = (text: string, mark: string, from: number): number => {
  const offset = text.indexOf(mark, from);
  return offset < 0 ? text.length : offset;
};

const NOT_HEX = 255;
const HEX = new Uint8Array(256).fill(NOT_HEX);
for (const digit of '0123456789abcdefABCDEF') HEX[digit.charCodeAt(0)] = Number.parseInt(digit, 16);

const BLANK = 0x20;
const PERCENT = 0x25;
const PLUS = 0x2b;

// What is decoded becomes a string before the function returns, so one buffer serves all calls; a longer value gets its
// own.
const SCRATCH = Buffer.allocUnsafeSlow(65_536);

const decoded = (body: Buffer, from: number, to: number, charset: Charset): string | undefined => {
  const out = to - from <= SCRATCH.length ? SCRATCH : Buffer.allocUnsafe(to - from);
  let length = 0;
  let allBits = 0;
  for (let offset = from; offset < to; offset++) {
    let byte = body[offset] as number;
    if (byte === PLUS) byte = BLANK;
    else if (byte === PERCENT && offset + 2 < to) {
      const high = HEX[body[offset + 1] as number] as number;
      const low = HEX[body[offset + 2] as number] as number;
      if ((high | low) < NOT_HEX) {
        byte = (high << 4) | low;
        offset += 2;
      }
    }
    allBits |= byte;
    out[length++] = byte;
  }
  return allBits < 0x80 ? out.toString('latin1', 0, length) : charset.decode(out, 0, length);
};
