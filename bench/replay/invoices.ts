// The file: a CSV of invoice rows, read as a stream and grouped by invoice number.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { parse } from 'csv-parse';
import { PRICE_DECIMALS, QUANTITY_DECIMALS, parseDecimal } from './decimal.ts';
import { ReplayError } from './replay-error.ts';

interface InvoiceLine {
  readonly stockCode: string;
  readonly description: string;
  /** Greater than zero. */
  readonly priceE4: bigint;
  /** Greater than zero, at most QUANTITY_MILLI_MAX. */
  readonly quantityMilli: bigint;
  /** The row of the file, counted from 1. */
  readonly row: number;
}

/** A row that takes a sale back: its quantity is what the file has below zero. */
export interface Cancellation extends InvoiceLine {
  readonly number: string;
  readonly customer: string;
}

export interface Invoice {
  readonly number: string;
  readonly customer: string;
  /** Only what can be sold, in the order of the file. */
  readonly lines: InvoiceLine[];
}

interface UnreadableRow {
  /** The row's line in the file, the header being line 1. */
  readonly line: number;
  readonly reason: string;
}

/** What a file holds: every row is a sold line, a cancelled row, an unsellable row or an unreadable row. */
export interface Sales {
  readonly rows: number;
  /** Distinct invoice numbers. */
  readonly invoiceNumbers: number;
  /** Invoices with a sellable line, in the order of their first row. */
  readonly invoices: readonly Invoice[];
  readonly cancellations: number;
  /** Their rows with a quantity below zero and a price, in the order of the file. */
  readonly cancelled: readonly Cancellation[];
  /** Invoices that are no cancellation and have no sellable line. */
  readonly skippedInvoices: number;
  readonly cancelledRows: number;
  /** Rows whose quantity or price is not positive. */
  readonly unsellableRows: number;
  readonly unreadableRows: number;
  /** At most UNREADABLE_SHOWN_MAX of them. */
  readonly unreadable: readonly UnreadableRow[];
}

/** The columns that a file must name in its first line; others are ignored. */
export const COLUMNS = [
  'InvoiceNo',
  'StockCode',
  'Description',
  'Quantity',
  'InvoiceDate',
  'UnitPrice',
  'CustomerID',
  'Country',
] as const;

/** Most pieces that one cart line takes. */
const QUANTITY_MILLI_MAX = 1_000_000_000n;
const UNREADABLE_SHOWN_MAX = 10;
const NAME_CHARACTERS_MAX = 48;
const RECORD_BYTES_MAX = 1_048_576;
const OUTSIDE_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

type Column = (typeof COLUMNS)[number];
type Fields = (column: Column) => string;

/** Reads a file (gzip when its name ends in .gz) and tells its SHA-256. */
export const readSalesFile = async (path: string): Promise<{ sales: Sales; sha256: string }> => {
  const raw = createReadStream(path);
  const hash = createHash('sha256');
  raw.on('data', (chunk) => hash.update(chunk));
  const read = reader();
  try {
    if (path.endsWith('.gz')) await pipeline(raw, createGunzip(), csvParser(), read.rows);
    else await pipeline(raw, csvParser(), read.rows);
  } catch (cause) {
    throw explained(path, read.fault() ?? cause);
  }
  return { sales: read.sales(), sha256: hash.digest('hex') };
};

/** Reads CSV text from a stream. */
export const readSales = async (source: Readable): Promise<Sales> => {
  const read = reader();
  try {
    await pipeline(source, csvParser(), read.rows);
  } catch (cause) {
    throw read.fault() ?? cause;
  }
  return read.sales();
};

const csvParser = () =>
  parse({ bom: true, info: true, relax_column_count: true, skip_empty_lines: true, max_record_size: RECORD_BYTES_MAX });

const reader = () => {
  const grouping = new Grouping();
  // Ours is the first, but what stops reading aborts the file, and a pipeline throws that.
  let fault: ReplayError | undefined;
  const rows = async (records: AsyncIterable<unknown>): Promise<void> => {
    try {
      await group(records);
    } catch (cause) {
      if (cause instanceof ReplayError) fault = cause;
      throw cause;
    }
  };
  const group = async (records: AsyncIterable<unknown>): Promise<void> => {
    let indexes: ReadonlyMap<Column, number> | undefined;
    for await (const parsed of records) {
      const { record, info } = parsed as { record: string[]; info: { lines: number } };
      if (indexes === undefined) indexes = columnIndexes(record);
      else grouping.add(fieldsOf(record, indexes), info.lines);
    }
    if (indexes === undefined)
      throw new ReplayError(`The file is empty: its first line must name the columns ${COLUMNS.join(', ')}.`);
  };
  return { rows, sales: () => grouping.sales(), fault: () => fault };
};

const columnIndexes = (header: readonly string[]): ReadonlyMap<Column, number> => {
  const names = header.map((name) => name.trim());
  const missing = COLUMNS.filter((column) => !names.includes(column));
  if (missing.length > 0) {
    throw new ReplayError(
      `The file lacks the column ${missing.join(', ')}; its first line names ${names.join(', ').slice(0, 200)}.`,
    );
  }
  return new Map(COLUMNS.map((column) => [column, names.indexOf(column)]));
};

const fieldsOf =
  (record: readonly string[], indexes: ReadonlyMap<Column, number>): Fields =>
  (column) =>
    (record[indexes.get(column) ?? -1] ?? '').trim();

class Grouping {
  private readonly byNumber = new Map<string, Invoice>();
  private readonly unreadable: UnreadableRow[] = [];
  private readonly cancelled: Cancellation[] = [];
  private rows = 0;
  private cancelledRows = 0;
  private unsellableRows = 0;
  private unreadableRows = 0;

  add(fields: Fields, line: number): void {
    this.rows += 1;
    const number = fields('InvoiceNo');
    const nameFault = nameFaultOf('InvoiceNo', number);
    if (nameFault !== undefined) return this.cannotRead(line, nameFault);
    const invoice = this.invoice(number, fields);
    const parsed = lineOf(fields, this.rows);
    if (typeof parsed === 'string') this.cannotRead(line, parsed);
    else if (isCancellation(number)) this.cancel(invoice, parsed);
    else if (parsed.priceE4 <= 0n || parsed.quantityMilli <= 0n) this.unsellableRows += 1;
    else if (parsed.quantityMilli > QUANTITY_MILLI_MAX)
      this.cannotRead(line, 'Quantity is more than a cart line takes');
    else invoice.lines.push(parsed);
  }

  sales(): Sales {
    const all = [...this.byNumber.values()];
    const cancellations = all.filter(({ number }) => isCancellation(number)).length;
    const invoices = all.filter(({ lines }) => lines.length > 0);
    return {
      rows: this.rows,
      invoiceNumbers: all.length,
      invoices,
      cancellations,
      cancelled: this.cancelled,
      skippedInvoices: all.length - cancellations - invoices.length,
      cancelledRows: this.cancelledRows,
      unsellableRows: this.unsellableRows,
      unreadableRows: this.unreadableRows,
      unreadable: this.unreadable,
    };
  }

  private cancel({ number, customer }: Invoice, line: InvoiceLine): void {
    this.cancelledRows += 1;
    if (line.priceE4 > 0n && line.quantityMilli < 0n)
      this.cancelled.push({ ...line, quantityMilli: -line.quantityMilli, number, customer });
  }

  private invoice(number: string, fields: Fields): Invoice {
    const known = this.byNumber.get(number);
    if (known !== undefined) return known;
    const made: Invoice = { number, customer: fields('CustomerID').replace(/\.0+$/, ''), lines: [] };
    this.byNumber.set(number, made);
    return made;
  }

  private cannotRead(line: number, reason: string): void {
    this.unreadableRows += 1;
    if (this.unreadable.length < UNREADABLE_SHOWN_MAX) this.unreadable.push({ line, reason });
  }
}

const isCancellation = (number: string): boolean => number.startsWith('C');

const lineOf = (fields: Fields, row: number): InvoiceLine | string => {
  const stockCode = fields('StockCode');
  const priceE4 = parseDecimal(fields('UnitPrice'), PRICE_DECIMALS);
  const quantityMilli = parseDecimal(fields('Quantity'), QUANTITY_DECIMALS);
  if (typeof quantityMilli === 'string')
    return numberFault('Quantity', fields('Quantity'), quantityMilli, QUANTITY_DECIMALS);
  if (typeof priceE4 === 'string') return numberFault('UnitPrice', fields('UnitPrice'), priceE4, PRICE_DECIMALS);
  const nameFault = nameFaultOf('StockCode', stockCode);
  if (nameFault !== undefined) return nameFault;
  return { stockCode, description: fields('Description').replace(OUTSIDE_XML, ''), priceE4, quantityMilli, row };
};

const numberFault = (column: Column, text: string, fault: 'malformed' | 'too_fine', decimals: number): string =>
  `${column} ${JSON.stringify(text.slice(0, 40))} ${fault === 'malformed' ? 'is no decimal number' : `has more than ${decimals} decimals`}`;

const nameFaultOf = (column: Column, name: string): string | undefined => {
  if (name === '') return `${column} is empty`;
  if (name.length > NAME_CHARACTERS_MAX) return `${column} is longer than ${NAME_CHARACTERS_MAX} characters`;
  return name.search(OUTSIDE_XML) >= 0 ? `${column} holds a control character` : undefined;
};

const explained = (path: string, cause: unknown): Error => {
  if (!(cause instanceof Error)) return new ReplayError(`${path}: ${String(cause)}`);
  const code = (cause as NodeJS.ErrnoException).code ?? '';
  if (code === 'ENOENT') return new ReplayError(`${path}: there is no such file.`);
  if (code.startsWith('Z_') || code === 'ERR_BUFFER_TOO_LARGE')
    return new ReplayError(`${path}: not readable as gzip: ${cause.message}.`);
  if (code.startsWith('CSV_')) return new ReplayError(`${path}: not readable as CSV: ${cause.message}`);
  return new ReplayError(`${path}: ${cause.message}`);
};
