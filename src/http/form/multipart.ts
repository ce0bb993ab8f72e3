// multipart/form-data (RFC 7578) as browsers, fetch and curl write it. The body is searched as Latin-1 text, in which
// an offset is an offset in the bytes; only what is not ASCII is decoded from the bytes.

import { isAscii } from 'node:buffer';
import type { Refusal, Result } from '../../kernel/result.ts';
import { ok } from '../../kernel/result.ts';
import { UTF_8, charsetOf, isRefusal } from './charset.ts';
import type { Charset } from './charset.ts';
import { nameFits, nameTooLong, emptyFields, notInCharset, tooManyFields, undecodable } from './fields.ts';
import type { Fields, FormLimits } from './fields.ts';

/**
 * A file part is a field with the file's text. A body whose lines all end in LF alone is accepted.
 * `charset`: for names, and for parts that declare none of their own. `wanted`: names of fields; others are left out.
 * Refuses: BODY_UNDECODABLE for a malformed or cut body, beyond a limit, and for text that is not in its character set;
 * CHARSET_NOT_SUPPORTED.
 */
export const decodeMultipart = (
  contentType: string,
  body: Buffer,
  limits: FormLimits,
  charset: Charset,
  wanted?: ReadonlySet<string>,
): Result<Fields> => {
  const boundary = boundaryOf(contentType);
  if (boundary === '')
    return undecodable('The content type multipart/form-data names no boundary of 1 to 200 characters.');
  const text = body.toString('latin1');
  const opening = openingEnd(text, `--${boundary}`);
  if (opening < 0) return undecodable('The boundary that the content type names is not in the body.');
  // The first line shows how lines end, so that a lone LF within a value stays part of it.
  const newline = lineEnd(text, opening, '\r\n') >= 0 ? '\r\n' : '\n';
  const source = {
    text,
    newline,
    delimiter: `${newline}--${boundary}`,
    bytes: isAscii(body) ? undefined : body,
    charset,
  };
  return readParts(source, opening, limits, wanted);
};

interface Source {
  readonly text: string;
  readonly newline: string;
  readonly delimiter: string;
  /** Present only where the bytes are not ASCII. */
  readonly bytes: Buffer | undefined;
  readonly charset: Charset;
}

const readParts = (
  source: Source,
  opening: number,
  limits: FormLimits,
  wanted: ReadonlySet<string> | undefined,
): Result<Fields> => {
  const { text, newline, delimiter } = source;
  const fields = emptyFields();
  const head: Head = { nameFrom: 0, nameTo: 0, valueFrom: 0, charset: UTF_8 };
  let offset = opening;
  for (let count = 1; !text.startsWith('--', offset); count++) {
    if (count > limits.bodyFieldsMax) return tooManyFields(partsIn(source), limits);
    const refusal = readHead(source, lineEnd(text, offset, newline), head);
    if (refusal !== undefined) return refusal;
    const named = nameOf(source, head);
    if (named === undefined) return notInCharset(source.charset.name, '');
    const name = unescaped(named);
    if (!nameFits(name, limits)) return nameTooLong(name, limits);
    const end = delimiterAt(source, head.valueFrom);
    if (end < 0) return undecodable('The body ends before its closing boundary.');
    offset = end + delimiter.length;
    if (wanted?.has(name) === false) continue;
    const value = slice(source, head.valueFrom, end, head.charset);
    if (value === undefined) return notInCharset(head.charset.name, name);
    fields[name] = value;
  }
  return ok(fields);
};

/** Boundaries within a value count as well. */
const partsIn = ({ text, delimiter }: Source): number => {
  let count = 0;
  for (let at = text.indexOf(delimiter); at >= 0; at = text.indexOf(delimiter, at + delimiter.length)) count += 1;
  return count;
};

const HIGH = /[\x80-\xff]/;

// Most values of a body with some umlauts have none, and a call of Node's decoder costs more than this test.
const slice = ({ text, bytes }: Source, from: number, to: number, charset: Charset): string | undefined => {
  const part = text.slice(from, to);
  return bytes !== undefined && HIGH.test(part) ? charset.decode(bytes, from, to) : part;
};

const nameOf = (source: Source, { nameFrom, nameTo }: Head): string | undefined =>
  slice(source, nameFrom, nameTo, source.charset);

// The escapes that the HTML standard uses in a name, and no others.
const ESCAPED = /%0a|%0d|%22/gi;
const unescaped = (name: string): string =>
  name.includes('%') ? name.replace(ESCAPED, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16))) : name;

interface Head {
  nameFrom: number;
  nameTo: number;
  valueFrom: number;
  charset: Charset;
}

const PLAIN_HEAD = 'Content-Disposition: form-data; name="';
const HEAD_BYTES_MAX = 4096;

// Fills `head` from the part that starts at `from`. A head of a name and nothing else, the usual one, is not parsed.
const readHead = (source: Source, from: number, head: Head): Refusal | undefined => {
  const { text, newline } = source;
  if (from < 0) return undecodable('A boundary is not followed by the end of its line.');
  if (text.startsWith(PLAIN_HEAD, from)) {
    head.nameFrom = from + PLAIN_HEAD.length;
    head.nameTo = text.indexOf('"', head.nameFrom);
    if (head.nameTo < 0) return undecodable('The name of a part is not closed.');
    const after = head.nameTo + 1;
    if (text.startsWith(newline, after) && text.startsWith(newline, after + newline.length)) {
      head.valueFrom = after + 2 * newline.length;
      head.charset = source.charset;
      return undefined;
    }
  }
  return readLongHead(source, from, head);
};

const readLongHead = ({ text, newline, charset: outer }: Source, from: number, head: Head): Refusal | undefined => {
  const window = text.slice(from, from + HEAD_BYTES_MAX);
  const length = window.indexOf(newline + newline);
  if (length < 0) return undecodable(`The head of a part does not end within ${HEAD_BYTES_MAX} bytes.`);
  head.valueFrom = from + length + 2 * newline.length;
  let lineFrom = from;
  let isNamed = false;
  head.charset = outer;
  for (const line of window.slice(0, length).split(newline)) {
    if (nameIn(line, lineFrom, head)) isNamed = true;
    if (PART_TYPE.test(line)) {
      const charset = charsetOf(line, outer);
      if (isRefusal(charset)) return charset;
      head.charset = charset;
    }
    lineFrom += line.length + newline.length;
  }
  return isNamed ? undefined : undecodable('A part carries no Content-Disposition: form-data with a name.');
};

const PART_TYPE = /^content-type[ \t]*:/i;
const DISPOSITION = /^content-disposition[ \t]*:[ \t]*form-data[ \t]*(?=;)/i;
const PARAMETER = /[ \t]*;[ \t]*([^\s=;"]+)=(?:"([^"]*)"|([^\s;"]*))/y;

const nameIn = (line: string, lineFrom: number, head: Head): boolean => {
  const start = DISPOSITION.exec(line);
  if (start === null) return false;
  PARAMETER.lastIndex = start[0].length;
  for (let match = PARAMETER.exec(line); match !== null; match = PARAMETER.exec(line)) {
    if (match[1]?.toLowerCase() !== 'name') continue;
    const quoted = match[2] !== undefined;
    head.nameTo = lineFrom + PARAMETER.lastIndex - (quoted ? 1 : 0);
    head.nameFrom = head.nameTo - (match[2] ?? match[3] ?? '').length;
    return true;
  }
  return false;
};

/** Offset of the next delimiter; text that only begins like one is content. -1 for none. */
const delimiterAt = ({ text, newline, delimiter }: Source, from: number): number => {
  let start = text.indexOf(delimiter, from);
  while (start >= 0) {
    const after = start + delimiter.length;
    if (text.startsWith(newline, after) || text.startsWith('--', after) || lineEnd(text, after, newline) >= 0)
      return start;
    start = text.indexOf(delimiter, after);
  }
  return -1;
};

/** Offset after the first boundary, which is at the start of the body or of a line; -1 for none. */
const openingEnd = (text: string, dashed: string): number => {
  if (text.startsWith(dashed)) return dashed.length;
  const start = text.indexOf(`\n${dashed}`);
  return start < 0 ? -1 : start + 1 + dashed.length;
};

/** Offset after the blanks and the line end at `offset`; -1 if something else is there. */
const lineEnd = (text: string, offset: number, newline: string): number => {
  let end = offset;
  while (text.charCodeAt(end) === 0x20 || text.charCodeAt(end) === 0x09) end++;
  return text.startsWith(newline, end) ? end + newline.length : -1;
};

const BOUNDARY = /;[ \t]*boundary=(?:"([^"]{1,200})"|([^\s;",]{1,200})(?=[\s;]|$))/i;

const boundaryOf = (contentType: string): string => {
  const match = BOUNDARY.exec(contentType);
  return match?.[1] ?? match?.[2] ?? '';
};
