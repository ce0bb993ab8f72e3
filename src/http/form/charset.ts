// Character sets of request bodies: UTF-8 unless the content type declares another one. Bytes that are invalid in the
// declared set are refused and never replaced by U+FFFD, which would lose them for good.
import { isUtf8 } from 'node:buffer';
import { refuse, shown } from '../../kernel/result.ts';
import type { Refusal } from '../../kernel/result.ts';

/** A character set; all of them agree on ASCII, so `decode` is called only for bytes that are not all ASCII. */
export interface Charset {
  readonly name: string;
  /** Undefined if the bytes are invalid in this set. */
  decode(bytes: Buffer, from: number, to: number): string | undefined;
}

export const UTF_8: Charset = {
  name: 'UTF-8',
  decode: (bytes, from, to) => {
    const text = bytes.toString('utf8', from, to);
    // U+FFFD may have been sent as such, so only then the bytes are validated.
    return text.includes('\ufffd') && !isUtf8(bytes.subarray(from, to)) ? undefined : text;
  },
};

const US_ASCII: Charset = { name: 'US-ASCII', decode: () => undefined };

/**
 * 0x80 to 0x9F in windows-1252; five of them are control characters. Source: the Encoding standard, index-windows-1252.
 */
const WINDOWS_1252_C1 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

const singleByte = (name: string, decoder: InstanceType<typeof TextDecoder>): Charset => {
  const isWindows = decoder.encoding === 'windows-1252';
  return {
    name,
    decode: (bytes, from, to) => {
      const text = decoder.decode(bytes.subarray(from, to));
      // TextDecoder of Node.js 20 and 22 decodes windows-1252 as Latin-1; where it does not, this changes nothing.
      return isWindows
        ? text.replace(/[\x80-\x9f]/g, (control) => WINDOWS_1252_C1[control.charCodeAt(0) - 0x80]!)
        : text;
    },
  };
};

/** Names that clients use beside those of the Encoding standard, which TextDecoder knows. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['latin-1', 'iso-8859-1'],
  ['latin9', 'iso-8859-15'],
  ['latin-9', 'iso-8859-15'],
  ['cp-1252', 'windows-1252'],
]);

const charsetFor = (label: string): Charset | undefined => {
  if (/^(us-)?ascii$/.test(label)) return US_ASCII;
  try {
    const decoder = new TextDecoder(ALIASES.get(label) ?? label);
    const { encoding } = decoder;
    if (encoding === 'utf-8') return UTF_8;
    return encoding === 'windows-1252' || encoding === 'iso-8859-15' ? singleByte(label, decoder) : undefined;
  } catch {
    return undefined;
  }
};

const DECLARED = /;[ \t]*charset[ \t]*=[ \t]*(?:"([^"]*)"|'([^']*)'|([^\s;"']*))/i;
const BOUNDARY = /;[ \t]*boundary="[^"]*"/i;

/**
 * Character sets by the label with which they were declared. Labels that clients make up are no sets, so it stays
 * small.
 */
const byLabel = new Map<string, Charset>([['', UTF_8]]);

/** The character set that a content type declares; `otherwise` if it declares none. Refuses: CHARSET_NOT_SUPPORTED. */
export const charsetOf = (contentType: string, otherwise: Charset = UTF_8): Charset | Refusal => {
  const match = contentType.length === 0 ? null : DECLARED.exec(contentType.replace(BOUNDARY, ''));
  if (match === null) return otherwise;
  const label = (match[1] ?? match[2] ?? match[3] ?? '').trim().toLowerCase();
  const charset = label === '' ? otherwise : (byLabel.get(label) ?? charsetFor(label));
  if (charset === undefined) {
    return refuse(
      'CHARSET_NOT_SUPPORTED',
      '',
      `The character set ${shown(label)} is none of UTF-8, US-ASCII, ISO-8859-1, ISO-8859-15 and windows-1252.`,
    );
  }
  if (label !== '') byLabel.set(label, charset);
  return charset;
};

export const isRefusal = (result: Charset | Refusal): result is Refusal => 'ok' in result;
