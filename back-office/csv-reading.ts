// Reads a small table that a spreadsheet has saved: RFC 4180 with a header, cells parted by the sign that the header
// uses most; UTF-8, UTF-16 with its mark, or windows-1252, as which a file is read that is none of these. Strict: a
// quote in the wrong place, and a row that is longer or shorter than the header, is an error with its line number, and
// the other rows are read.
//
// Not promised: files that do not fit in memory, and other character sets, which are read as windows-1252: the caller
// compares what a table names with what is there.
export interface CsvRow {
  /** Line at which the row begins, counted from 1. */
  readonly line: number;
  /** Header name → cell. */
  readonly cells: { readonly [name: string]: string };
}

export interface CsvTable {
  readonly header: readonly string[];
  readonly rows: readonly CsvRow[];
  /** Lines that are no CSV. */
  readonly wrong: readonly number[];
  /** What stands before decimals: spreadsheets part cells at `;` where that is a comma. Undefined: it does not say. */
  readonly point: '.' | ',' | undefined;
}

export interface FileText {
  readonly text: string;
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
}

const MARKS = { 'utf-16le': [0xff, 0xfe], 'utf-16be': [0xfe, 0xff] } as const;
/** Bytes that stand for no character of windows-1252. */
const NOT_IN_1252: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/** Returns undefined if the bytes are text in none of these encodings. */
export const fileText = (bytes: Uint8Array): FileText | undefined => {
  for (const [encoding, mark] of Object.entries(MARKS) as [keyof typeof MARKS, readonly number[]][]) {
    if (mark.every((byte, at) => bytes[at] === byte))
      return { text: new TextDecoder(encoding).decode(bytes), encoding };
  }
  // A zero is no character of a table, and every second byte of UTF-16 without a mark.
  if (bytes.includes(0)) return undefined;
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    if (bytes.some((byte) => NOT_IN_1252.has(byte))) return undefined;
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' };
  }
};

const SIGNS = [',', ';', '\t'] as const;

const signOf = (text: string): (typeof SIGNS)[number] => {
  const [header = ''] = text.split(/\r?\n/, 1);
  const uses = (sign: string): number => header.split(sign).length;
  return SIGNS.toSorted((a, b) => uses(b) - uses(a))[0]!;
};

interface Record {
  readonly line: number;
  /** Undefined: the text is no CSV. */
  readonly cells: readonly string[] | undefined;
  /** Place of the next record. */
  readonly end: number;
  readonly nextLine: number;
}

/** Reads one record, up to the next line end outside quotes. */
const readRecord = (text: string, from: number, line: number, sign: string): Record => {
  const cells: string[] = [];
  let [at, ends, isRight] = [from, line, true];
  for (;;) {
    const quoted = text[at] === '"' ? /"((?:[^"]|"")*)"/y : undefined;
    let cell: RegExpExecArray | null = null;
    if (quoted !== undefined) {
      quoted.lastIndex = at;
      cell = quoted.exec(text);
    }
    const plain = /[^\r\n]*/y;
    if (cell === null) {
      plain.lastIndex = at;
      const rest = plain.exec(text)![0];
      const value = rest.split(sign, 1)[0]!;
      if (value.includes('"')) isRight = false;
      cells.push(value);
      at += value.length;
    } else {
      cells.push(cell[1]!.replaceAll('""', '"'));
      ends += cell[0].split('\n').length - 1;
      at += cell[0].length;
    }
    if (text[at] === sign) {
      at += 1;
      continue;
    }
    plain.lastIndex = at;
    const left = plain.exec(text)![0];
    if (left !== '') isRight = false;
    at += left.length;
    if (text[at] === '\r') at += 1;
    if (text[at] === '\n') at += 1;
    return { line, cells: isRight ? cells : undefined, end: at, nextLine: ends + 1 };
  }
};

export const readTable = (file: string): CsvTable => {
  const text = file.replace(/^\uFEFF/, '');
  const sign = signOf(text);
  const rows: CsvRow[] = [];
  const wrong: number[] = [];
  let header: readonly string[] | undefined;
  for (let [at, line] = [0, 1]; at < text.length;) {
    const { cells, end, nextLine, line: begins } = readRecord(text, at, line, sign);
    [at, line] = [end, nextLine];
    if (cells?.length === 1 && cells[0] === '') continue;
    if (header === undefined) header = cells ?? [];
    else if (cells === undefined || cells.length !== header.length) wrong.push(begins);
    else rows.push({ line: begins, cells: Object.fromEntries(cells.map((cell, index) => [header![index]!, cell])) });
  }
  const point = ({ ',': '.', ';': ',', '\t': undefined } as const)[sign];
  return { header: header ?? [], rows, wrong, point };
};
