// What the readers of all formats yield.
import type { Result } from '../kernel/result.ts';
import { readRecord } from './record.ts';
import type { CatalogueRecord } from './record.ts';
import type { TableRow } from './table-row.ts';

/** Tables and feeds that other shop systems export (docs/start/coming-from.md). */
const FOREIGN_FORMATS = [
  'shopify',
  'shopify-customers',
  'shopify-orders',
  'shopify-inventory',
  'woocommerce',
  'magento',
  'prestashop',
  'commercetools',
  'google-merchant',
  'medusa',
  'shopware',
  'saleor',
  'vendure',
] as const;
export type ForeignName = (typeof FOREIGN_FORMATS)[number];
export const isForeign = (format: string): format is ForeignName =>
  (FOREIGN_FORMATS as readonly string[]).includes(format);

export const FORMATS = ['jsonl', 'csv', 'best-buy', ...FOREIGN_FORMATS] as const;
export type Format = (typeof FORMATS)[number];

/** A record as another process gets it: as it stands in a catalogue file, or as the cells of a table. */
export type Sent = { readonly record: object } | { readonly row: TableRow };

export interface Sourced {
  /** Line on which the record begins, from 1; the number of the record in a file without lines. */
  readonly line: number;
  readonly record: Result<CatalogueRecord>;
  /** Undefined for a record that is refused. */
  readonly sent?: Sent;
}

/** A record of a file, checked. */
export const sourced = (line: number, raw: unknown): Sourced => {
  const record = readRecord(raw);
  return record.ok ? { line, record, sent: { record: raw as object } } : { line, record };
};

/** A column that the catalogue has no place for, or a cell that is brought and may not be what was meant. */
export type Finding =
  | { readonly kind: 'placeless'; readonly column: string; readonly values: number; readonly example: FoundCell }
  | ({ readonly kind: 'doubt'; readonly column: string; readonly why: string } & FoundCell);

interface FoundCell {
  readonly line: number;
  readonly cell: string;
}

/** Gets a line for all that the catalogue has no place for, and the same as data where it is of one column or cell. */
export type Note = (line: string, finding?: Finding) => void;

/** The bytes of a file, in chunks. */
export type Chunks = AsyncIterable<Buffer>;
