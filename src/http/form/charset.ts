// Character sets of request bodies. UTF-8 unless the content type declares another one; bytes that are no text of the
// declared set are refused and never replaced, because what was replaced once is lost for good.
import { isUtf8 } from 'node:buffer';
import { refuse, shown } from '../../kernel/result.ts';
import type { Refusal } from '../../kernel/result.ts';

/** Asked only about bytes that are not all ASCII, which is the same in every one of them. */
export interface Charset {
  readonly name: string;
  /** Undefined where the bytes are no text of this set. */
  decode(bytes: Buffer, from: number, to: number): string | undefined;
}

export const UTF_8: Charset = {
  name: 'UTF-8',
  decode: (bytes, from, to) => {
    const text = bytes.toString('utf8', from, to);
    // A replacement character may have been sent as such.
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
      // TextDecoder of Node.js 20 and 22 takes windows-1252 for Latin-1; where it does not, this changes nothing.
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

const madeFor = (label: string): Charset | undefined => {
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

/** Few are ever declared, and what callers make up is none. */
const known = new Map<string, Charset>([['', UTF_8]]);

/** The set that a content type declares, else `otherwise`. Refuses: CHARSET_NOT_SUPPORTED. */
export const charsetOf = (contentType: string, otherwise: Charset = UTF_8): Charset | Refusal => {
  const found = contentType.length === 0 ? null : DECLARED.exec(contentType.replace(BOUNDARY, ''));
  if (found === null) return otherwise;
  const label = (found[1] ?? found[2] ?? found[3] ?? '').trim().toLowerCase();
  const charset = label === '' ? otherwise : (known.get(label) ?? madeFor(label));
  if (charset === undefined) {
    return refuse(
      'CHARSET_NOT_SUPPORTED',
      '',
      `The character set ${shown(label)} is none of UTF-8, US-ASCII, ISO-8859-1, ISO-8859-15 and windows-1252.`,
    );
  }
  if (label !== '') known.set(label, charset);
  return charset;
};

export const isRefusal = (one: Charset | Refusal): one is Refusal => 'ok' in one;
