// Character encodings of the files that an import reads: recognised by their mark, by declaration (`--encoding`), or by
// their bytes. Text is never guessed where the bytes allow two readings that differ.
//
// ASCII bytes are the same in UTF-8 and in windows-1252, so they prove nothing: what decides are the bytes beyond.
// - Bytes that are UTF-8 as a whole are UTF-8: other encodings do not give that by chance.
// - Bytes that are not are windows-1252 only where nothing in them speaks against it, and the import says so.
// - Otherwise the file is refused, with its first line that is no UTF-8 and the option that declares its encoding.
//
// What an encoding has no character for is refused by its line. Not promised: that a declared encoding is the right
// one.
import { isUtf8 } from 'node:buffer';
import { ConfigError } from '../config/setting.ts';
import { refuse, shown } from '../kernel/result.ts';
import type { Refusal } from '../kernel/result.ts';
import type { Chunks } from './record-source.ts';

export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1254',
  'iso-8859-2',
  'iso-8859-15',
  'macintosh',
] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Throws ConfigError. */
export const encodingOf = ({ encoding }: { readonly encoding?: string }): Encoding | undefined => {
  if (encoding === undefined) return undefined;
  const label = encoding.toLowerCase().replace(/^(utf)(8|16)/, '$1-$2');
  const known = ENCODINGS.find((one) => one === label);
  if (known === undefined)
    throw new ConfigError(`--encoding: ${shown(JSON.stringify(encoding))} is not one of ${ENCODINGS.join(', ')}`);
  return known;
};

/** Refuses a line with bytes that its encoding has no character for. */
export const notIn = (encoding: Encoding): Refusal =>
  refuse(
    'PARAMETER_INVALID',
    '',
    encoding === 'utf-8'
      ? 'The line holds bytes that are no UTF-8: save the file in UTF-8, or say what it is with --encoding.'
      : `The line holds bytes that are no ${encoding}, as which --encoding declares the file.`,
  );

const [NEWLINE, RETURN] = [0x0a, 0x0d];

const MARKS: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];
const MARK_BYTES_MAX = 3;

const markOf = (bytes: Buffer): readonly [encoding: Encoding, length: number] | undefined => {
  const found = MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte));
  return found === undefined ? undefined : [found[0], found[1].length];
};

/** Throws ConfigError where the mark says another encoding than the option. */
const checkMark = (marked: Encoding, declared: Encoding | undefined): void => {
  if (declared !== undefined && declared !== marked)
    throw new ConfigError(`--encoding: the file is not ${declared}, it begins with the mark of ${marked}`);
};

/**
 * 0x80 to 0x9F in windows-1252, by which TextDecoder of Node.js 20 and 22 gives Latin-1. Source: the Encoding standard,
 * index-windows-1252.
 */
const WINDOWS_1252_C1 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** The bytes of a text in windows-1252; `?` for a character that it has not. */
export const bytesIn1252 = (text: string): Buffer =>
  Buffer.from(
    text.replace(/[^\p{ASCII}\xa0-\xff]/gu, (character) => {
      const at = WINDOWS_1252_C1.indexOf(character);
      return at < 0 || character <= '\x9f' ? '?' : String.fromCharCode(0x80 + at);
    }),
    'latin1',
  );

const isWide = (encoding: Encoding): boolean => encoding === 'utf-16le' || encoding === 'utf-16be';

/** Text of single bytes. A byte without a character is a control character from U+0080 to U+009F. */
const singleBytes = (bytes: Buffer, encoding: Encoding): string => {
  if (encoding !== 'windows-1252') return new TextDecoder(encoding).decode(bytes);
  return bytes.toString('latin1').replace(/[\x80-\x9f]/g, (byte) => WINDOWS_1252_C1[byte.charCodeAt(0) - 0x80]!);
};

const wideText = (bytes: Buffer, encoding: Encoding): string => {
  const whole = bytes.subarray(0, bytes.length & ~1);
  return encoding === 'utf-16le' ? whole.toString('utf16le') : Buffer.from(whole).swap16().toString('utf16le');
};

/** UTF-16 without a mark: every ASCII character has a byte 0, always the same one of its two. */
const withoutMark = (bytes: Buffer): Encoding | undefined => {
  const sample = bytes.subarray(0, 4096);
  const zeros = [0, 0];
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2]! += 1;
  const [even, odd] = zeros as [number, number];
  const pairs = sample.length / 2;
  if (odd > pairs * 0.4 && even === 0) return 'utf-16le';
  return even > pairs * 0.4 && odd === 0 ? 'utf-16be' : undefined;
};

/** Lines, from 1, that are no UTF-8. A line ends with LF, CR LF or CR. */
const linesThatAreNoUtf8 = (bytes: Buffer): ReadonlySet<number> => {
  const wrong = new Set<number>();
  let [from, line] = [0, 1];
  const end = (to: number): void => {
    if (!isUtf8(bytes.subarray(from, to))) wrong.add(line);
    line += 1;
  };
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte !== NEWLINE && byte !== RETURN) continue;
    end(at);
    if (byte === RETURN && bytes[at + 1] === NEWLINE) at += 1;
    from = at + 1;
  }
  end(bytes.length);
  return wrong;
};

/** Languages whose texts are windows-1252 where they are no UTF-8, rather than another encoding of single bytes. */
const WESTERN = new Set('ca da de en es eu fi fr fy ga gl it lb nb nl nn no pt sv'.split(' '));

/**
 * What no text in a western language holds in windows-1252, and texts of other encodings do.
 * - a byte without a character, or a control character;
 * - a byte from 0x80 to 0xBF behind a letter and before one, but for ’ and œ: letters of DOS, of a Macintosh and of
 *   central Europe stand there;
 * - three letters from 0xC0 on in a row: a word in Cyrillic, Greek or Chinese;
 * - letters of Icelandic and, by the same bytes, Turkish;
 * - bytes that are a character of UTF-8: then the file is UTF-8 that was damaged. (0xDF is ß, and begins none in use.)
 */
const IMPLAUSIBLE = [
  /(?![\t\n\r\x80-\x9f])\p{Cc}|[\x81\x8d\x8f\x90\x9d]/u,
  /[A-Za-z\xc0-\xff](?![\x92\x9c\x8c])[\x80-\xbf][A-Za-z\xc0-\xff]/,
  /[\xc0-\xff]{3}/,
  /[\xd0\xdd\xde\xf0\xfd\xfe]/,
  /[\xc2-\xde][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/,
];

const isImplausible1252 = (bytes: Buffer): boolean => {
  const text = bytes.toString('latin1');
  return IMPLAUSIBLE.some((pattern) => pattern.test(text));
};

const isWestern = (language: string): boolean => WESTERN.has(language.split(/[_-]/)[0]!.toLowerCase());

const uncertain = (line: number, lines: number): ConfigError =>
  new ConfigError(
    `line ${line} is no UTF-8, and ${lines} lines in all: save the file as CSV in UTF-8, or say what it is, ` +
      'such as --encoding windows-1252',
  );

export interface Decoded {
  /** Without the mark. */
  readonly text: string;
  readonly encoding: Encoding;
  /** Lines, from 1, with bytes that the encoding has no character for. */
  readonly wrong: ReadonlySet<number>;
  /** First line that shows that the file is no UTF-8, where nothing but its bytes say what it is; else 0. */
  readonly guessedBy: number;
}

const NONE: ReadonlySet<number> = new Set();

const wrongLinesOf = (text: string): ReadonlySet<number> => {
  if (!/[\x80-\x9f]/.test(text)) return NONE;
  const wrong = new Set<number>();
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) if (/[\x80-\x9f]/.test(line)) wrong.add(index + 1);
  return wrong;
};

const decodedAs = (bytes: Buffer, encoding: Encoding, guessedBy = 0): Decoded => {
  if (encoding === 'utf-8')
    return { text: bytes.toString(), encoding, wrong: isUtf8(bytes) ? NONE : linesThatAreNoUtf8(bytes), guessedBy };
  if (isWide(encoding)) return { text: wideText(bytes, encoding), encoding, wrong: NONE, guessedBy };
  const text = singleBytes(bytes, encoding);
  return { text, encoding, wrong: wrongLinesOf(text), guessedBy };
};

/** A whole file. `language`: of the shop. Throws ConfigError where it is not certain what the file is. */
export const decode = (bytes: Buffer, declared: Encoding | undefined, language: string): Decoded => {
  const mark = markOf(bytes);
  if (mark !== undefined) {
    checkMark(mark[0], declared);
    return decodedAs(bytes.subarray(mark[1]), mark[0]);
  }
  if (declared !== undefined) return decodedAs(bytes, declared);
  const wide = withoutMark(bytes);
  if (wide !== undefined) return decodedAs(bytes, wide);
  if (isUtf8(bytes)) return decodedAs(bytes, 'utf-8');
  const wrong = linesThatAreNoUtf8(bytes);
  const [line] = wrong;
  if (isWestern(language) && !isImplausible1252(bytes)) return decodedAs(bytes, 'windows-1252', line);
  throw uncertain(line!, wrong.size);
};

const HEAD_BYTES = 4096;

/** Where the last character that may go on ends: a piece of UTF-8 is cut before it. */
const wholeUtf8 = (bytes: Buffer): number => {
  let at = bytes.length - 1;
  while (at > bytes.length - 4 && at >= 0 && (bytes[at]! & 0xc0) === 0x80) at -= 1;
  return at >= 0 && bytes[at]! >= 0xc0 ? at : bytes.length;
};

/** Bytes before a chunk that are looked at with it: patterns and characters of UTF-8 are longer by no more. */
const OVERLAP_BYTES = 3;

/** Says what a file is that comes in chunks, by the rules of `decode`, so that it can be read a second time. */
export class EncodingFinder {
  /** The first bytes of the file. */
  head: Buffer = Buffer.alloc(0);
  private readonly declared: Encoding | undefined;
  private readonly isWestern: boolean;
  private overlap: Buffer = Buffer.alloc(0);
  /** Bytes of the overlap that begin a character. */
  private begun = 0;
  private line = 1;
  private firstWrong = 0;
  private lastWrong = 0;
  private wrong = 0;
  private isImplausible = false;

  constructor(declared: Encoding | undefined, language: string) {
    this.declared = declared;
    this.isWestern = isWestern(language);
  }

  add(chunk: Buffer): void {
    if (this.head.length < HEAD_BYTES)
      this.head = Buffer.concat([this.head, chunk.subarray(0, HEAD_BYTES - this.head.length)]);
    if (this.declared !== undefined) return;
    const bytes = Buffer.concat([this.overlap, chunk]);
    const end = wholeUtf8(bytes);
    this.read(bytes.subarray(this.overlap.length - this.begun, end));
    this.begun = bytes.length - end;
    if (this.isWestern && !this.isImplausible) this.isImplausible = isImplausible1252(bytes);
    this.overlap = bytes.subarray(Math.max(0, bytes.length - OVERLAP_BYTES));
  }

  private read(bytes: Buffer): void {
    if (!isUtf8(bytes))
      for (const line of linesThatAreNoUtf8(bytes)) {
        const at = this.line + line - 1;
        if (this.firstWrong === 0) this.firstWrong = at;
        if (at !== this.lastWrong) this.wrong += 1;
        this.lastWrong = at;
      }
    for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) this.line += 1;
  }

  /** To be called at the end of the file. Throws ConfigError as `decode`. */
  found(): Encoding {
    this.read(this.overlap.subarray(this.overlap.length - this.begun));
    const mark = markOf(this.head);
    if (mark !== undefined) checkMark(mark[0], this.declared);
    const known = mark?.[0] ?? this.declared ?? withoutMark(this.head);
    if (known !== undefined || this.firstWrong === 0) return known ?? 'utf-8';
    if (this.isWestern && !this.isImplausible) return 'windows-1252';
    throw uncertain(this.firstWrong, this.wrong);
  }
}

/** In no UTF-8 text: stands for what the encoding has no character for. */
const NO_CHARACTER = Buffer.of(0xff);

/** Text in UTF-8, with NO_CHARACTER for each match. */
const markedWrong = (text: string, wrong: RegExp): Buffer => {
  if (!wrong.test(text)) return Buffer.from(text);
  return Buffer.concat(
    text.split(wrong).flatMap((part, index) => (index === 0 ? [Buffer.from(part)] : [NO_CHARACTER, Buffer.from(part)])),
  );
};

/** Half of a character of four bytes, without the other half. */
const HALF = /\p{Surrogate}/u;
const C1 = /[\x80-\x9f]/;

/**
 * The same text in UTF-8, without a mark, where the mark or the option says another encoding. What that has no
 * character for becomes a byte that no UTF-8 has, so that the reader of the format refuses its line. Throws
 * ConfigError.
 */
export const inUtf8 = async function* (chunks: Chunks, declared: Encoding | undefined): AsyncGenerator<Buffer> {
  let encoding: Encoding | undefined;
  let rest: Buffer = Buffer.alloc(0);
  const converted = (bytes: Buffer, from: Encoding): Buffer =>
    isWide(from) ? markedWrong(wideText(bytes, from), HALF) : markedWrong(singleBytes(bytes, from), C1);
  for await (const chunk of chunks) {
    let bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    rest = Buffer.alloc(0);
    if (encoding === undefined) {
      if (bytes.length < MARK_BYTES_MAX) {
        rest = bytes;
        continue;
      }
      const mark = markOf(bytes);
      if (mark !== undefined) checkMark(mark[0], declared);
      encoding = mark?.[0] ?? declared ?? 'utf-8';
      bytes = bytes.subarray(mark?.[1] ?? 0);
    }
    if (encoding === 'utf-8') yield bytes;
    else {
      // A character beyond the first plane takes four bytes, the first two of them from 0xD800 on.
      const high = bytes[encoding === 'utf-16le' ? (bytes.length & ~1) - 1 : (bytes.length & ~1) - 2] ?? 0;
      const cut = !isWide(encoding) ? 0 : (bytes.length & 1) + (high >= 0xd8 && high < 0xdc ? 2 : 0);
      rest = bytes.subarray(bytes.length - cut);
      yield converted(bytes.subarray(0, bytes.length - cut), encoding);
    }
  }
  if (rest.length === 0) return;
  if (encoding === undefined) {
    // Shorter than a mark, and no file that an option could be wrong about.
    yield declared === undefined || declared === 'utf-8' ? rest : converted(rest, declared);
    return;
  }
  yield encoding === 'utf-8' ? rest : converted(rest, encoding);
  // The file ends within a character.
  if (isWide(encoding) && rest.length % 2 === 1) yield NO_CHARACTER;
};
