// What the readers of all formats yield.
import type { Result } from '../kernel/result.ts';
import type { CatalogueRecord } from './record.ts';

/** Tables that other shop systems export (docs/coming-from.md). */
const FOREIGN_FORMATS = ['medusa', 'shopware', 'saleor', 'vendure'] as const;
export type ForeignFormat = (typeof FOREIGN_FORMATS)[number];

export const FORMATS = ['jsonl', 'csv', 'best-buy', ...FOREIGN_FORMATS] as const;
export type Format = (typeof FORMATS)[number];

export interface Sourced {
  /** Line on which the record begins, from 1; the number of the record in a file without lines. */
  readonly line: number;
  readonly record: Result<CatalogueRecord>;
}

/** The bytes of a file, in chunks. */
export type Chunks = AsyncIterable<Buffer>;
