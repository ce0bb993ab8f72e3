// Rows of a table on their way from the process that reads the file (src/cli/table-file.ts) to the shop: lines of JSON.
//
//   {"header":["number","price"],"delimiter":";"}   first of all
//   {"line":2,"cells":["A-1","9,90"]}               a row, and where it stands in the file
//   {"end":3}                                       the end of a batch, with its number
//
// The shop checks each line again, and keeps none: what it holds is a batch. Both sides read cells with the same code,
// so that what is wrong by itself is refused where the file is, and never sent.
import { jsonLines } from '../catalogue-files/json-lines.ts';
import type { Chunks } from '../catalogue-files/record-source.ts';
import type { ScannedRow } from '../catalogue-files/scan-rows.ts';
import { ConfigError } from '../config/setting.ts';
import type { Engine } from '../engine/engine.ts';
import { REFUSALS } from '../kernel/refusals.ts';
import type { Result, Refusal } from '../kernel/result.ts';
import type { Terminal } from './terminal.ts';

/** Characters of a row. */
export const ROW_CHARACTERS_MAX = 65_536;
/** A row as JSON: a character takes six bytes at most. */
const LINE_BYTES_MAX = 8 * ROW_CHARACTERS_MAX;
/** Refused rows that are shown; a report has all. */
export const REFUSED_SHOWN = 20;

export interface TableGiven {
  readonly file: string;
  readonly delimiter?: string;
  readonly encoding?: string;
  readonly dryRun?: string;
}

/** What can be said of rows without a shop. */
export interface TableReader {
  /** Undefined: the row says nothing. Rows of one group that stand together are sent together. Throws ConfigError. */
  read(row: ScannedRow): Result<{ readonly group: string }> | undefined;
}

/** The part of a command that knows its table. */
export interface TableKind<G extends TableGiven, Done extends { readonly refused: number }> {
  /** Throws ConfigError for a header that lacks a column or has another one. */
  reader(header: readonly string[], delimiter: string, given: G): TableReader;
  summary(done: Done, isTried: boolean): string;
}

export const headLine = (header: readonly string[], delimiter: string): string =>
  `${JSON.stringify({ header, delimiter })}\n`;

export const rowLine = ({ line, cells }: Pick<ScannedRow, 'line' | 'cells'>): string =>
  `${JSON.stringify({ line, cells })}\n`;

export type SentLine =
  | { readonly kind: 'head'; readonly header: readonly string[]; readonly delimiter: string }
  | { readonly kind: 'row'; readonly line: number; readonly cells: readonly string[] }
  | { readonly kind: 'end'; readonly batch: number };

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');
const isNumber = (value: unknown): value is number => Number.isSafeInteger(value);

const lineIn = (value: unknown): SentLine | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  const { header, delimiter, line, cells, end } = value as { readonly [name: string]: unknown };
  if (isTexts(header) && typeof delimiter === 'string') return { kind: 'head', header, delimiter };
  if (isNumber(line) && isTexts(cells)) return { kind: 'row', line, cells };
  return isNumber(end) ? { kind: 'end', batch: end } : undefined;
};

/** Throws ConfigError for what is no line of a table, and for rows before a header. */
export const readSentTable = async function* (chunks: Chunks): AsyncGenerator<SentLine> {
  let isBegun = false;
  for await (const { value } of jsonLines(chunks, LINE_BYTES_MAX)) {
    const sent = value.ok ? lineIn(value.value) : undefined;
    if (sent === undefined || isBegun === (sent.kind === 'head'))
      throw new ConfigError('rows of a table come as another version sends them: is the command that of the server?');
    isBegun = true;
    yield sent;
  }
};

/** Waits for the disk, a batch behind, so that what waits is at most two batches; and says that a batch is done. */
export class Batches {
  private readonly engine: Engine;
  private readonly terminal: Terminal;
  private markedSeq: number;

  constructor(engine: Engine, terminal: Terminal) {
    this.engine = engine;
    this.terminal = terminal;
    this.markedSeq = engine.headSeq;
  }

  async end(batch: number): Promise<void> {
    await this.engine.whenDurable(this.markedSeq);
    this.markedSeq = this.engine.headSeq;
    this.engine.tick();
    await this.terminal.applied(batch);
  }
}

export const refusedLine = (line: number, { code, detail }: Refusal): RefusedLine => ({
  line,
  code,
  detail: detail || REFUSALS[code].sentence,
});

export interface RefusedLine {
  readonly line: number;
  readonly code: string;
  readonly detail: string;
}

/** Null: an empty cell. A comma may stand before decimals where `;` or a tab parts the cells. */
export const amountIn = (cell: string, delimiter: string): string | null =>
  cell === '' ? null : delimiter === ',' ? cell : cell.replace(',', '.');
