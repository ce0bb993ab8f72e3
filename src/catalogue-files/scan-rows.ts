// Splits a table into rows and cells: CSV as RFC 4180 has it, with blanks around cells. It is held as a whole, or comes
// in parts.
//
// A row that is no CSV is given with the cells before its fault, and the next row is read: a quote that is never closed
// costs its own line, and not the rows that it seems to hold.
import { ConfigError } from '../config/setting.ts';
import { checkText } from './no-text.ts';

export interface ScannedRow {
  /** The first and the last line, from 1. */
  readonly line: number;
  readonly lastLine: number;
  /** Without blanks around them. */
  readonly cells: readonly string[];
  /** Why there are no more cells, from the cell behind the last one on. */
  readonly fault?: string;
}

/** Fault of a row with a cell that is not closed within a longest row. */
export const NEVER_CLOSED = 'a quote opens a cell and no other one closes it';

const [TAB, NEWLINE, RETURN, SPACE, QUOTE] = [9, 10, 13, 32, 34];
const NO_BREAK_SPACE = 0xa0;

/** Which line, from 1, an offset is in; offsets are asked for in ascending order. */
class LineCount {
  private readonly text: string;
  private at = 0;
  private line: number;

  /** `line`: of the first character. */
  constructor(text: string, line = 1) {
    this.text = text;
    this.line = line;
  }

  of(offset: number): number {
    for (; this.at < offset; this.at += 1) {
      const code = this.text.charCodeAt(this.at);
      if (code === NEWLINE || (code === RETURN && this.text.charCodeAt(this.at + 1) !== NEWLINE)) this.line += 1;
    }
    return this.line;
  }
}

interface Cell {
  readonly value: string;
  /** Behind the cell: of a delimiter, of a line end, or of the end of the text. */
  readonly end: number;
  readonly fault?: string;
}

class Scanner {
  readonly text: string;
  private readonly delimiter: number;

  constructor(text: string, delimiter: string) {
    this.text = text;
    this.delimiter = delimiter.charCodeAt(0);
  }

  private isBlank(code: number): boolean {
    return (code === SPACE || code === TAB || code === NO_BREAK_SPACE) && code !== this.delimiter;
  }

  private afterBlanks(from: number): number {
    let at = from;
    while (this.isBlank(this.text.charCodeAt(at))) at += 1;
    return at;
  }

  private endsCell(at: number): boolean {
    const code = this.text.charCodeAt(at);
    return at >= this.text.length || code === this.delimiter || code === NEWLINE || code === RETURN;
  }

  isDelimiter(at: number): boolean {
    return this.text.charCodeAt(at) === this.delimiter && at < this.text.length;
  }

  lineEnd(from: number): number {
    let at = from;
    for (; at < this.text.length; at += 1) {
      const code = this.text.charCodeAt(at);
      if (code === NEWLINE || code === RETURN) break;
    }
    return at;
  }

  /** Behind a line end. */
  nextLine(end: number): number {
    return this.text.charCodeAt(end) === RETURN && this.text.charCodeAt(end + 1) === NEWLINE ? end + 2 : end + 1;
  }

  /** `last`: where a quote may close the cell at the latest. */
  cell(from: number, last: number): Cell {
    const at = this.afterBlanks(from);
    return this.text.charCodeAt(at) === QUOTE ? this.quoted(at, last) : this.plain(from);
  }

  private plain(from: number): Cell {
    let at = from;
    for (; !this.endsCell(at); at += 1) {
      if (this.text.charCodeAt(at) === QUOTE)
        return { value: '', end: at, fault: 'a quote stands within a cell, where a cell in quotes has two' };
    }
    return { value: this.text.slice(from, at).trim(), end: at };
  }

  private quoted(quote: number, last: number): Cell {
    let value = '';
    let from = quote + 1;
    for (;;) {
      const to = this.text.indexOf('"', from);
      if (to < 0 || to > last) return { value: '', end: quote, fault: NEVER_CLOSED };
      value += this.text.slice(from, to);
      if (this.text.charCodeAt(to + 1) !== QUOTE) {
        const end = this.afterBlanks(to + 1);
        if (this.endsCell(end)) return { value: value.trim(), end };
        return { value: '', end: quote, fault: 'text stands behind the quote that closes a cell' };
      }
      value += '"';
      from = to + 2;
    }
  }
}

interface Scanned {
  readonly cells: readonly string[];
  readonly fault: string | undefined;
  /** Behind the last cell, and behind the row. */
  readonly end: number;
  readonly next: number;
}

const rowAt = (scanner: Scanner, start: number, charactersMax: number): Scanned => {
  const cells: string[] = [];
  let fault: string | undefined;
  let end = start;
  for (;;) {
    const cell = scanner.cell(end, start + charactersMax);
    ({ end, fault } = { end: cell.end, fault: cell.fault });
    if (fault !== undefined) break;
    cells.push(cell.value);
    if (!scanner.isDelimiter(end) || end - start > charactersMax) break;
    end += 1;
  }
  // A wrong quote costs the rest of its line, and no more; cells beyond the limit are not made.
  const next = fault === undefined && !scanner.isDelimiter(end) ? end : scanner.lineEnd(end);
  if (next - start > charactersMax) fault = `the row is longer than ${charactersMax} characters`;
  return { cells, fault, end, next };
};

/** Undefined for a row that holds nothing. */
const shownRow = ({ cells, fault }: Scanned, line: number, lastLine: number): ScannedRow | undefined => {
  if (fault !== undefined) return { line, lastLine, cells, fault };
  return cells.some((cell) => cell !== '') ? { line, lastLine, cells } : undefined;
};

/**
 * Rows that hold something, in order. `charactersMax`: of a row; a quote that is not closed in a longest row counts as
 * never closed: two stray ones swallow no rows between them.
 */
export const scanRows = function* (text: string, delimiter: string, charactersMax: number): Generator<ScannedRow> {
  const scanner = new Scanner(text, delimiter);
  const lines = new LineCount(text);
  for (let start = 0; start < text.length;) {
    const scanned = rowAt(scanner, start, charactersMax);
    const row = shownRow(scanned, lines.of(start), lines.of(scanned.end));
    if (row !== undefined) yield row;
    start = scanner.nextLine(scanned.next);
  }
};

/**
 * As `scanRows`, of a text that comes in parts; what is held are a part and a row.
 */
export const scanParts = async function* (
  parts: AsyncIterable<string>,
  delimiter: string,
  charactersMax: number,
): AsyncGenerator<ScannedRow> {
  const source = parts[Symbol.asyncIterator]();
  let text = '';
  let line = 1;
  /** Within a row that is too long. */
  let isSkipping = false;
  for (let isLast = false; !isLast;) {
    const part = await source.next();
    isLast = part.done === true;
    text += isLast ? '' : part.value;
    const scanner = new Scanner(text, delimiter);
    const lines = new LineCount(text, line);
    let start = 0;
    if (isSkipping) {
      const end = scanner.lineEnd(0);
      start = isSafe(text, end, isLast) ? scanner.nextLine(end) : end;
      isSkipping = start === end;
    }
    // A row of the longest length, its line end and a character behind it are there, or the text is at its end.
    const enough = isLast ? 0 : charactersMax + 2;
    while (!isSkipping && text.length - start > enough) {
      const scanned = rowAt(scanner, start, charactersMax);
      const row = shownRow(scanned, lines.of(start), lines.of(scanned.end));
      if (row !== undefined) yield row;
      isSkipping = !isSafe(text, scanned.next, isLast);
      start = isSkipping ? scanned.next : scanner.nextLine(scanned.next);
    }
    line = lines.of(start);
    text = text.slice(start);
  }
};

/** Whether the line end at an offset is there as a whole. */
const isSafe = (text: string, at: number, isLast: boolean): boolean => isLast || at + 1 < text.length;

/** Throws ConfigError for a file that is no table, with what it is instead. */
export const checkTable = (bytes: Buffer): void => {
  checkText(bytes);
  const begin = bytes
    .subarray(0, 512)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart();
  if (begin === '' && bytes.length <= 512) throw new ConfigError('the file is empty: it has no header line');
  if (/^<(!doctype|html|\?xml|[a-z]+[ >])/i.test(begin))
    throw new ConfigError('the file is a page or XML and no CSV: was it saved before the export was ready?');
  if (/^[[{]/.test(begin)) throw new ConfigError('the file is JSON and no CSV: is --format the right one?');
};
