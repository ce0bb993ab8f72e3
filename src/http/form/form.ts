// The body of a request to fields: application/x-www-form-urlencoded, multipart/form-data and JSON, which are the
// encodings that clients in use send.

import { isAscii, isUtf8 } from 'node:buffer';
import { JsonTooLarge, parseJson } from '../../kernel/json-reader.ts';
import { scanJson } from '../../kernel/json-scan.ts';
import { refuseAt } from '../../kernel/limits.ts';
import { ok, refuse, shown } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { UTF_8, charsetOf, isRefusal } from './charset.ts';
import type { Charset } from './charset.ts';
import { nameFits, nameTooLong, emptyFields, tooManyFields, undecodable } from './fields.ts';
import type { Fields, FormLimits } from './fields.ts';
import { decodeMultipart } from './multipart.ts';
import { decodeUrlencoded } from './urlencoded.ts';

export type { Fields, FormLimits } from './fields.ts';

/** Names of fields; all others are neither decoded nor looked at. */
export type Wanted = ReadonlySet<string>;

/**
 * Returns the fields of a body, or only the wanted ones, without building any other value. The last value of a repeated
 * field counts; no content type means urlencoded. Values are texts, or any JSON values of an application/json body, in
 * UTF-8 or the character set that the content type declares (charset.ts). They may be slices that keep the whole body
 * in memory: copy what lives long. `text`: the body as Latin-1, where that is known. Refuses: BODY_UNDECODABLE,
 * CHARSET_NOT_SUPPORTED.
 */
export const decodeForm = (
  contentType: string,
  body: Uint8Array,
  limits: FormLimits,
  wanted?: Wanted,
  text?: string,
): Result<Fields> => {
  const bytes = bufferOf(body);
  // What most clients send has no parameters to parse.
  if (contentType === URLENCODED) return decodeUrlencoded(bytes, limits, UTF_8, wanted, text);
  const charset = charsetOf(contentType);
  if (isRefusal(charset)) return charset;
  switch (essenceOf(contentType)) {
    case URLENCODED:
    case '':
      return decodeUrlencoded(bytes, limits, charset, wanted);
    case 'multipart/form-data':
      return decodeMultipart(contentType, bytes, limits, charset, wanted);
    case 'application/json':
      return decodeJson(bytes, limits, charset, wanted);
    default:
      return undecodable(`The content type ${shown(contentType)} is not one of the three that this service reads.`);
  }
};

const URLENCODED = 'application/x-www-form-urlencoded';
const UTF_8_FORM = /^application\/x-www-form-urlencoded[ \t]*;[ \t]*charset="?utf-?8"?[ \t]*$/i;

/** Whether a content type means an urlencoded form in UTF-8. */
export const isUtf8Form = (contentType: string): boolean => contentType === URLENCODED || UTF_8_FORM.test(contentType);

/** The same memory as a Buffer; making a view costs, so one that is there is used. */
export const bufferOf = (body: Uint8Array): Buffer =>
  Buffer.isBuffer(body) ? body : Buffer.from(body.buffer, body.byteOffset, body.length);

const essenceOf = (contentType: string): string => {
  const end = contentType.indexOf(';');
  return (end < 0 ? contentType : contentType.slice(0, end)).trim().toLowerCase();
};

const BEGINS_OBJECT = /^[ \t\r\n]*\{/;
const NO_OBJECT = undecodable('The body is no object of JSON.');

const decodeJson = (body: Buffer, limits: FormLimits, charset: Charset, wanted?: Wanted): Result<Fields> => {
  const text = jsonText(body, charset);
  if (text === undefined) return undecodable(`The JSON body is not ${charset.name}.`);
  if (wanted !== undefined) return BEGINS_OBJECT.test(text) ? ok(wantedIn(text, wanted)) : NO_OBJECT;
  const holders = new Set<unknown>();
  const value = parsed(text, holders);
  if (value instanceof JsonTooLarge)
    return refuseAt(value.limit, 'BODY_UNDECODABLE', '', `The JSON body is not read: ${value.message}.`);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return undecodable(value === undefined ? 'The body is no JSON.' : 'The JSON body is not an object.');
  }
  const entries = Object.entries(value);
  if (entries.length > limits.bodyFieldsMax) return tooManyFields(entries.length, limits);
  const fields = emptyFields();
  for (const [name, member] of entries) {
    if (!nameFits(name, limits)) return nameTooLong(name, limits);
    if (holders.size > 0 && hasAny(member, holders)) return protoIn(name);
    fields[name] = member;
  }
  return ok(fields);
};

/** Longer than any escaped name that is wanted, and than any credential. */
const NAMED_CHARS_MAX = 4096;

/** Texts of the outermost object; the last value of a repeated name counts, as for JSON.parse. */
const wantedIn = (text: string, wanted: Wanted): Fields => {
  const fields = emptyFields();
  scanJson(text, (name, value) => {
    if (name.length > NAMED_CHARS_MAX || value.length > NAMED_CHARS_MAX) return;
    const field = parsed(name);
    if (typeof field === 'string' && wanted.has(field)) fields[field] = parsed(value);
  });
  return fields;
};

const jsonText = (body: Buffer, charset: Charset): string | undefined => {
  if (charset !== UTF_8) return isAscii(body) ? body.toString('latin1') : charset.decode(body, 0, body.length);
  return isUtf8(body) ? body.toString('utf8', hasByteOrderMark(body) ? 3 : 0, body.length) : undefined;
};

const hasByteOrderMark = (body: Buffer): boolean => body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf;

/** The text of a JSON body that has no member `__proto__`: its fields are what JSON.parse makes of it. */
export const plainJsonOf = (contentType: string, body: Uint8Array): string | undefined => {
  if (essenceOf(contentType) !== 'application/json') return undefined;
  const charset = charsetOf(contentType);
  const text = isRefusal(charset) ? undefined : jsonText(bufferOf(body), charset);
  return text === undefined || mayNameProto(text) ? undefined : text;
};

/** A character of `__proto__`, escaped. */
const ESCAPED_PROTO = /\\u00(?:5f|6f|7[024])/i;

const mayNameProto = (text: string): boolean =>
  text.includes('__proto__') || (text.includes('\\u00') && ESCAPED_PROTO.test(text));

/** `holders` gets the objects in which a member __proto__ stood. */
const parsed = (text: string, holders = new Set<unknown>()): unknown => {
  try {
    // A reviver is slow, so it runs only where the name can occur, plain or escaped.
    return mayNameProto(text) ? parseJson(text, withoutProto(holders)) : parseJson(text);
  } catch (error) {
    return error instanceof JsonTooLarge ? error : undefined;
  }
};

// A member of this name is harmless as JSON.parse makes it, and becomes the prototype as soon as code copies it by
// assignment. No field has the name, so one of the body itself is dropped like every unknown field. Within a field,
// where it may name a call of an aggregate, the body is refused (D693).
const withoutProto = (holders: Set<unknown>) =>
  function (this: unknown, name: string, value: unknown): unknown {
    if (name !== '__proto__') return value;
    holders.add(this);
    return undefined;
  };

const protoIn = (field: string): Result<never> =>
  refuse('BODY_UNDECODABLE', field, `${shown(field)}: a member may not be named __proto__.`);

/** Whether a value is one of the objects, or has one in it. Level by level: it may be nested deeper than the stack. */
const hasAny = (value: unknown, objects: ReadonlySet<unknown>): boolean => {
  let level: unknown[] = [value];
  while (level.length > 0) {
    if (level.some((one) => objects.has(one))) return true;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return false;
};
