// A table that another shop system has exported, as rows by the fields that its format declares.
//
// Refused rows are there as well: the product that one names decides which other rows are refused.
// Not promised: constant memory. Rows of one product may stand apart, so the file is held as a whole.
import { ConfigError } from '../config/setting.ts';
import { refuse, shown } from '../kernel/result.ts';
import type { Refusal } from '../kernel/result.ts';
import { TableColumns } from './foreign-columns.ts';
import { columnKey } from './foreign-fields.ts';
import type { Fields } from './foreign-fields.ts';
import { declaredEncoding, elementsOf, scanFeed } from './foreign-feed.ts';
import type { FeedItem } from './foreign-feed.ts';
import { ForeignRow } from './foreign-row.ts';
import { unguarded } from '../kernel/formula-guard.ts';
import type { Chunks } from './record-source.ts';
import { NEVER_CLOSED, checkTable, scanRows } from './scan-rows.ts';
import type { ScannedRow } from './scan-rows.ts';
import { ENCODINGS, decode } from './text-encoding.ts';
import type { Decoded, Encoding } from './text-encoding.ts';

const BYTES_MAX = 256 * 1024 * 1024;
/** Each takes eight bytes, also an empty one. */
const CELLS_MAX = 50_000_000;
/** Most items of an XML document; each takes a few hundred bytes, also an empty one. */
const ITEMS_MAX = 1_000_000;
const DELIMITERS = [',', ';', '\t', '|'];

export interface TableOptions {
  /** Undefined: the one of these under which the first line names the needed columns, or that of the format. */
  readonly delimiter: string | undefined;
  /** Undefined: the mark or the bytes of the file say it. */
  readonly encoding: Encoding | undefined;
  /** Longest row. */
  readonly bytesMax: number;
  /** Elements that are a row each, of a format that comes as XML as well. */
  readonly elements?: readonly string[];
  /** Whether a `'` before a formula is taken away. */
  readonly hasGuards: boolean;
  readonly language: string;
  readonly currencyDigits: number;
}

export interface ForeignTable<F extends Fields = Fields> {
  readonly columns: TableColumns;
  readonly rows: readonly ForeignRow<F>[];
  readonly decoded: Decoded;
}

/** Throws ConfigError for more than 256 MiB. */
const wholeOf = async (chunks: Chunks): Promise<Buffer> => {
  const held: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > BYTES_MAX) throw new ConfigError(`the file is longer than ${BYTES_MAX} bytes`);
    held.push(chunk);
  }
  return Buffer.concat(held, bytes);
};

/** Excel's own first line, such as `sep=;`. */
const SEPARATOR_LINE = /^(?:"sep=(.)"|sep=(.))(?:\r\n|\n|\r)/i;

const firstRow = (text: string, delimiter: string, bytesMax: number): ScannedRow | undefined =>
  scanRows(text, delimiter, bytesMax).next().value ?? undefined;

const named = (delimiter: string): string => (delimiter === '\t' ? 'tab' : delimiter);

/** The needed column that a header lacks, by the first of its names. */
const missingIn = (header: readonly string[], fields: Fields): string | undefined => {
  const columns = new TableColumns(header, fields, 0);
  return Object.entries(fields).find(([field, { needed }]) => needed === true && !columns.hasField(field))?.[1]
    .columns[0];
};

interface Head {
  readonly delimiter: string;
  readonly header: readonly string[];
  readonly headerLine: number;
}

/** Throws ConfigError for a table without a header, or of another format. */
const headOf = (text: string, own: string, fields: Fields, { delimiter, bytesMax }: TableOptions): Head => {
  const candidates = delimiter === undefined ? [own, ...DELIMITERS.filter((one) => one !== own)] : [delimiter];
  const heads = candidates.flatMap((one): Head[] => {
    const row = firstRow(text, one, bytesMax);
    return row === undefined || row.fault !== undefined
      ? []
      : [{ delimiter: one, header: row.cells, headerLine: row.lastLine }];
  });
  const fit = heads.find(({ header }) => header.length > 1 && missingIn(header, fields) === undefined);
  if (fit !== undefined) return fit;
  const [first] = heads;
  if (first === undefined) {
    const fault = firstRow(text, candidates[0]!, bytesMax)?.fault;
    throw new ConfigError(`the table has no header line${fault === undefined ? '' : `: in line 1 ${fault}`}`);
  }
  const missing = missingIn(first.header, fields);
  if (missing === undefined) return first;
  const other = DELIMITERS.filter((one) => one !== first.delimiter).find((one) => {
    const row = firstRow(text, one, bytesMax);
    return row !== undefined && row.fault === undefined && missingIn(row.cells, fields) === undefined;
  });
  const names = first.header.slice(0, 5).map((name) => shown(JSON.stringify(name)));
  const hint =
    other === undefined
      ? 'is it of another format or delimiter, or without a header?'
      : `use --delimiter ${named(other)}`;
  throw new ConfigError(
    `the table has no column ${JSON.stringify(missing)}: its first line names ${names.join(', ')}` +
      `${first.header.length > names.length ? ', …' : ''}; ${hint}`,
  );
};

const wrongBytes = (line: number, lastLine: number, { wrong, encoding }: Decoded): Refusal | undefined => {
  for (let at = line; at <= lastLine; at += 1) {
    if (!wrong.has(at)) continue;
    return refuse(
      'PARAMETER_INVALID',
      '',
      `Line ${at} holds bytes that are no ${encoding}: --encoding says what it is.`,
    );
  }
  return undefined;
};

const hasOtherCount = (cells: readonly string[], { count }: TableColumns): boolean =>
  cells.length < count || cells.slice(count).some((cell) => cell !== '');

/**
 * A row with a quote that opens a cell and that nothing closes within a longest row, and the lines behind it that fit
 * no row of the table: they are taken for the text of that cell, and share its refusal.
 */
class OpenCell {
  /** Where the row is among all rows. */
  readonly index: number;
  private readonly firstLine: number;
  private readonly fault: Refusal;
  private lastLine: number;

  constructor(index: number, { lastLine }: ScannedRow, fault: Refusal) {
    this.index = index;
    this.fault = fault;
    this.firstLine = lastLine + 1;
    this.lastLine = lastLine;
  }

  /** Whether the row is text of the cell. */
  takes({ cells, fault, lastLine }: ScannedRow, columns: TableColumns): boolean {
    const isText = fault !== undefined || hasOtherCount(cells, columns);
    if (isText) this.lastLine = lastLine;
    return isText;
  }

  refusal(): Refusal {
    const { fault, firstLine, lastLine } = this;
    if (lastLine < firstLine) return fault;
    const lines = lastLine === firstLine ? `Line ${lastLine} is` : `Lines ${firstLine} to ${lastLine} are`;
    return { ...fault, detail: `${fault.detail} ${lines} taken for text of that cell.` };
  }
}

/** Why a row is refused as a whole. */
const faultOf = (
  { line, lastLine, cells, fault }: ScannedRow,
  columns: TableColumns,
  decoded: Decoded,
): Refusal | undefined => {
  if (fault !== undefined && fault.startsWith('the row is longer'))
    return refuse('BODY_TOO_LARGE', 'line', `${fault[0]!.toUpperCase()}${fault.slice(1)}.`);
  if (fault !== undefined) {
    const where = lastLine === line ? '' : ` in line ${lastLine}`;
    const name = columns.nameOf(cells.length);
    const column = `column ${cells.length + 1}${name === '' ? '' : ` (${columns.shownName(cells.length)})`}`;
    return refuse('PARAMETER_INVALID', name, `The line is no CSV: in ${column}${where} ${fault}.`);
  }
  const bytes = wrongBytes(line, lastLine, decoded);
  if (bytes !== undefined) return bytes;
  if (hasOtherCount(cells, columns)) {
    const lines = lastLine === line ? 'line has' : `lines ${line} to ${lastLine} have`;
    return refuse(
      'PARAMETER_INVALID',
      '',
      `The ${lines} ${cells.length} cells and the header ${columns.count}: is a delimiter or a quote one too many?`,
    );
  }
  return undefined;
};

/** Whether it begins as a document; a page in HTML is none. */
const isXml = (bytes: Buffer): boolean => /^(?:\uFEFF)?\s*<(?!!doctype html|html)[?!a-z]/i.test(headText(bytes));

const headText = (bytes: Buffer): string => {
  const head = bytes.subarray(0, 512);
  return head.toString(head[0] === 0xff || head[1] === 0 ? 'utf16le' : 'utf8');
};

/** Names that documents give the encodings that are read. */
const encodingNamed = (name: string): Encoding | undefined =>
  ['iso-8859-1', 'latin1', 'us-ascii'].includes(name) ? 'windows-1252' : ENCODINGS.find((one) => one === name);

/** Throws ConfigError for a document without items, or of another format. */
const readFeed = <F extends Fields>(
  bytes: Buffer,
  fields: F,
  { encoding, language, currencyDigits, bytesMax }: TableOptions,
  elements: readonly string[],
): ForeignTable<F> => {
  const decoded = decode(bytes, encoding ?? encodingNamed(declaredEncoding(headText(bytes))), language);
  const items: FeedItem[] = [];
  for (const item of scanFeed(decoded.text, elements, bytesMax)) {
    if (items.length === ITEMS_MAX) throw new ConfigError(`the document has more than ${ITEMS_MAX} items`);
    items.push(item);
  }
  if (items.length === 0)
    throw new ConfigError(`the document has no ${elements.map((name) => `<${name}>`).join(' and no ')}`);
  const header = elementsOf(items);
  const missing = missingIn(header, fields);
  const isSound = items.some(({ fault }) => fault === undefined);
  if (missing !== undefined && isSound) throw new ConfigError(`no item of the document has an element <${missing}>`);
  const columns = new TableColumns(header, fields, currencyDigits);
  if (items.length * header.length > CELLS_MAX) throw new ConfigError(`the document has more than ${CELLS_MAX} cells`);
  const rows = items.map(({ line, lastLine, values, fault }) => {
    const cells = header.map((name) => values.get(name) ?? '');
    const why =
      fault === undefined ? wrongBytes(line, lastLine, decoded) : refuse('PARAMETER_INVALID', '', itemFault(fault));
    if (why === undefined) columns.fill(line, cells);
    return new ForeignRow<F>(line, cells, columns, why, fault === undefined ? undefined : 0);
  });
  return { columns, rows, decoded };
};

const itemFault = (fault: string): string => `The item is not read: ${fault}.`;

/**
 * `own`: the delimiter that the system writes. Throws ConfigError for a file that is no table, is of another format or
 * encoding, or has more columns or cells than are held.
 */
export const readForeignTable = async <F extends Fields>(
  chunks: Chunks,
  own: string,
  fields: F,
  options: TableOptions,
): Promise<ForeignTable<F>> => {
  const bytes = await wholeOf(chunks);
  if (options.elements !== undefined && isXml(bytes)) return readFeed(bytes, fields, options, options.elements);
  checkTable(bytes);
  const decoded = decode(bytes, options.encoding, options.language);
  const separator = SEPARATOR_LINE.exec(decoded.text);
  const said = separator?.[1] ?? separator?.[2];
  // An empty line keeps the numbers of the lines below.
  const text = separator === null ? decoded.text : `\n${decoded.text.slice(separator[0].length)}`;
  const { delimiter, header, headerLine } = headOf(text, own, fields, {
    ...options,
    delimiter: options.delimiter ?? said,
  });
  if (decoded.wrong.has(headerLine))
    throw new ConfigError(`line ${headerLine} names the columns and holds bytes that are no ${decoded.encoding}`);
  const columns = new TableColumns(header, fields, options.currencyDigits);
  const rows: ForeignRow<F>[] = [];
  let cellCount = 0;
  let open: OpenCell | undefined;
  for (const row of scanRows(text, delimiter, options.bytesMax)) {
    if (row.lastLine <= headerLine) continue;
    const { line } = row;
    const cells = options.hasGuards ? row.cells.map(unguardedCell) : row.cells;
    cellCount += cells.length;
    if (cellCount > CELLS_MAX) throw new ConfigError(`the table has more than ${CELLS_MAX} cells`);
    if (isHeader(cells, header)) continue;
    if (open?.takes({ ...row, cells }, columns) === true) {
      rows[open.index]!.fault = open.refusal();
      continue;
    }
    const fault = faultOf(row, columns, decoded);
    open = row.fault === NEVER_CLOSED && fault !== undefined ? new OpenCell(rows.length, row, fault) : undefined;
    if (fault === undefined) columns.fill(line, cells);
    rows.push(new ForeignRow<F>(line, cells, columns, fault, row.fault === undefined ? undefined : cells.length));
  }
  return { columns, rows, decoded };
};

/** Without the mark of systems that guard texts against spreadsheets. */
const unguardedCell = (cell: string): string => (cell.startsWith("'") ? unguarded(cell).trim() : cell);

/** Exports that were put one behind the other repeat the header. */
const isHeader = (cells: readonly string[], header: readonly string[]): boolean =>
  cells.length === header.length && cells.every((cell, index) => columnKey(cell) === columnKey(header[index]!));
