// Reads products from a table: RFC 4180 with a header line.
//
// A row that is too long or is no CSV is refused by its line number, and reading goes on. A wrong header ends it.
import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import type { Info } from 'csv-parse';
import { ConfigError } from '../config/setting.ts';
import { ok, refuse, shown } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { composed } from '../kernel/text.ts';
import type { Column } from './columns.ts';
import { parseColumn } from './columns.ts';
import { LineEnds, boundedRecords } from './csv-records.ts';
import { Doubts, priceDoubt } from './doubts.ts';
import { checkCurrency } from './file-currency.ts';
import type { CurrencyCheck } from './file-currency.ts';
import { unguarded } from '../kernel/formula-guard.ts';
import { COLUMNS_MAX, tooLong } from './record-limits.ts';
import type { Chunks, Note, Sourced } from './record-source.ts';
import { rowOf, rowRecord } from './table-row.ts';
import { notIn } from './text-encoding.ts';
import type { Encoding } from './text-encoding.ts';

export interface CsvShop {
  /** Names of the attributes that may have a column. */
  readonly attributes: ReadonlySet<string>;
  /** Language of a column that names none. */
  readonly language: string;
  /** That the file was declared to have; it comes in UTF-8. */
  readonly encoding?: Encoding | undefined;
  /** Absent: amounts are taken as they stand. */
  readonly currency?: CurrencyCheck;
  /** Absent: no cell is doubtful. */
  readonly prices?: {
    /** Attributes that carts take as a price; none: `price`. */
    readonly fields: readonly string[];
    readonly currencyDigits: number;
    readonly note: Note;
  };
}

/** Throws ConfigError for a header of too many columns. */
const checkHeader = (header: readonly string[]): void => {
  if (header.length > COLUMNS_MAX)
    throw new ConfigError(`the table has ${header.length} columns, ${COLUMNS_MAX} are read at most`);
};

/** Throws ConfigError for a column that is unknown, twice there or missing, and for too many. */
const columnsOf = (header: readonly string[], { attributes, language }: CsvShop): Column[] => {
  checkHeader(header);
  // A shop may have a name of an attribute from before names were composed.
  const known = new Set(Array.from(attributes, composed));
  const columns = header.map((name) => {
    const column = parseColumn(composed(name), known, language);
    if (column === undefined)
      throw new ConfigError(
        `the column ${shown(JSON.stringify(name))} is neither one that products have nor an attribute of a ` +
          'product class',
      );
    return column;
  });
  const keys = columns.map((column) =>
    column.fixed === undefined ? `${column.attribute}@${column.language}` : column.fixed,
  );
  const seen = new Set<string>();
  const twice = keys.find((key) => seen.size === seen.add(key).size);
  if (twice !== undefined) throw new ConfigError(`the column ${shown(JSON.stringify(twice))} stands there twice`);
  if (!keys.includes('name')) throw new ConfigError('the table has no column "name"');
  return columns;
};

interface ParsedRow {
  readonly record: string[];
  readonly info: Info;
  /** As it stands in the file. */
  readonly raw: string;
}

const WRONG_QUOTE = refuse(
  'PARAMETER_INVALID',
  '',
  'The line is no CSV: a quote stands within a cell, where a cell in quotes has two.',
);

/** Whether a row is RFC 4180 where it has quotes: of a cell with a wrong one, the parser gives the quotes as well. */
const quoteCheck = (delimiter: string): ((cells: readonly string[], raw: string) => boolean) => {
  const sign = delimiter.replace(/[\\^$.*+?()[\]{}|-]/, String.raw`\$&`);
  const cell = String.raw`(?:"[^"]*(?:""[^"]*)*"|[^"${sign}]*)`;
  const row = new RegExp(String.raw`^[\r\n]*${cell}(?:${sign}${cell})*$`);
  return (cells, raw) => !cells.some((text) => text.includes('"')) || row.test(raw.replace(/[\r\n]+$/, ''));
};

/** The line on which a row begins; the parser has read `bytes` when the row ends. */
const firstLine = (ends: LineEnds, bytes: number, cells: readonly string[]): number => {
  const row = cells.join('"') + (ends.isLineEnd(bytes) ? '\n' : '');
  return ends.lineOf(bytes) - (row.match(/\r\n|\n|\r/g)?.length ?? 0);
};

/** Refused lines, held back until the rows before them are yielded: the parser reads ahead. */
class RefusedLines {
  private readonly lines: FileRow[] = [];
  private lastFault = '';

  add(line: number, cells: Result<never>): void {
    this.lines.push({ line, cells });
  }

  /** For a line that is no CSV: the parser may find one fault in it many times. */
  addFault(line: number, code: string, cells: Result<never>): void {
    const fault = `${line} ${code}`;
    if (this.lastFault !== fault) this.add(line, cells);
    this.lastFault = fault;
  }

  *before(line: number): Generator<FileRow> {
    if (this.lines.length === 0) return;
    this.lines.sort((a, b) => a.line - b.line);
    while ((this.lines[0]?.line ?? Infinity) < line) yield this.lines.shift()!;
  }
}

const counted = async function* (chunks: Chunks, ends: LineEnds): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    ends.add(chunk);
    yield chunk;
  }
};

/** A row of a file, its header included. Refused: the row is no CSV, or too long. */
interface FileRow {
  readonly line: number;
  readonly cells: Result<readonly string[]>;
}

/** Rows in the order of their lines; empty lines are left out. */
const readRows = async function* (
  chunks: Chunks,
  delimiter: string,
  bytesMax: number,
  encoding: Encoding,
): AsyncGenerator<FileRow> {
  const refusedLines = new RefusedLines();
  const ends = new LineEnds();
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    raw: true,
    relax_column_count: true,
    // Otherwise the parser takes what follows a wrong quote for quoted, with all rows up to the next one.
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: (error) => {
      if (error === undefined) return;
      refusedLines.addFault(
        ends.lineOf(Number(error['bytes'] ?? 0)),
        error.code,
        refuse('PARAMETER_INVALID', '', `The line is no CSV: ${shown(error.message)}.`),
      );
    },
  });
  const isQuotedRight = quoteCheck(delimiter);
  const bounded = boundedRecords(chunks, delimiter, bytesMax, (line, why) =>
    refusedLines.add(line, why === 'too long' ? tooLong('line', bytesMax) : notIn(encoding)),
  );
  const source = Readable.from(counted(bounded, ends));
  source.once('error', (error) => parser.destroy(error));
  source.pipe(parser);
  for await (const row of parser) {
    const { record: cells, info, raw } = row as ParsedRow;
    const line = firstLine(ends, info.bytes, cells);
    ends.forget(info.bytes);
    yield* refusedLines.before(line);
    yield { line, cells: isQuotedRight(cells, raw) ? ok(cells) : WRONG_QUOTE };
  }
  yield* refusedLines.before(Infinity);
};

/**
 * Finds doubtful cells of a table: prices with more decimals than the currency has, a name that another line has, which
 * this one then changes, and an article number that another name has.
 */
class DoubtfulCells {
  private readonly doubts = new Doubts();
  private readonly header: readonly string[];
  private readonly places: readonly number[];
  private readonly prices: CsvShop['prices'];
  private readonly nameAt: number;
  private readonly numberAt: number;
  /** Lines by name, and the line and name of each article number. */
  private readonly lines = new Map<string, number>();
  private readonly numbers = new Map<string, readonly [line: number, name: string]>();

  constructor(header: readonly string[], columns: readonly Column[], { prices }: CsvShop) {
    this.header = header;
    this.prices = prices;
    const names = prices === undefined || prices.fields.length > 0 ? (prices?.fields ?? []) : ['price'];
    this.places = columns.flatMap(({ fixed, ...column }, place) =>
      fixed === undefined && 'attribute' in column && names.some((name) => composed(name) === column.attribute)
        ? [place]
        : [],
    );
    [this.nameAt, this.numberAt] = (['name', 'element_number'] as const).map((wanted) =>
      columns.findIndex(({ fixed }) => fixed === wanted),
    ) as [number, number];
  }

  private repeated(place: number, line: number, cell: string, other: number): void {
    const why =
      place === this.nameAt
        ? `this line changes what line ${other} brings`
        : `line ${other} has the same article number`;
    this.doubts.add({ line, column: this.header[place]!, cell, why });
  }

  private readNames(line: number, cells: readonly string[]): void {
    const [name, number] = [cells[this.nameAt]!, cells[this.numberAt] ?? ''];
    const before = this.lines.get(name);
    if (before !== undefined) this.repeated(this.nameAt, line, name, before);
    this.lines.set(name, line);
    const holder = number === '' ? undefined : this.numbers.get(number);
    if (holder !== undefined && holder[1] !== name) this.repeated(this.numberAt, line, number, holder[0]);
    if (number !== '') this.numbers.set(number, [line, name]);
  }

  /** To be called for a row that is imported. */
  read(line: number, cells: readonly string[]): void {
    if (this.prices !== undefined) this.readNames(line, cells);
    for (const place of this.places) {
      const cell = cells[place]!;
      const why = priceDoubt(unguarded(cell), this.prices!.currencyDigits);
      if (why !== '') this.doubts.add({ line, column: this.header[place]!, cell, why });
    }
  }

  tell(): void {
    if (this.prices !== undefined) this.doubts.tell(this.prices.note);
  }
}

const sourcedRow = (line: number, columns: readonly Column[], cells: Result<readonly string[]>): Sourced => {
  if (!cells.ok) return { line, record: cells };
  const row = rowOf(columns, cells.value);
  return row.ok ? { line, record: rowRecord(row.value), sent: { row: row.value } } : { line, record: row };
};

/**
 * Records in the order of their lines. Throws ConfigError for a header that is wrong, before the first record, and for
 * a row of another currency.
 */
export const readCsv = async function* (
  chunks: Chunks,
  delimiter: string,
  bytesMax: number,
  shop: CsvShop,
): AsyncGenerator<Sourced> {
  let columns: Column[] | undefined;
  let doubtful: DoubtfulCells | undefined;
  for await (const { line, cells } of readRows(chunks, delimiter, bytesMax, shop.encoding ?? 'utf-8')) {
    if (columns !== undefined) {
      const row = sourcedRow(line, columns, cells);
      if (row.sent !== undefined && 'row' in row.sent && shop.currency !== undefined)
        checkCurrency(line, row.sent.row.fixed.currency ?? '', shop.currency);
      if (row.record.ok && cells.ok) doubtful?.read(line, cells.value);
      yield row;
    } else if (cells.ok) {
      columns = columnsOf(cells.value, shop);
      doubtful = new DoubtfulCells(cells.value, columns, shop);
    } else throw new ConfigError(`the table has no header line: ${cells.detail}`);
  }
  if (columns === undefined) throw new ConfigError('the table has no header line');
  doubtful?.tell();
};
