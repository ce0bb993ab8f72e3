// Where records come from, whatever the format.
import type { Result } from '../kernel/result.ts';
import type { CatalogueRecord } from './record.ts';

export const FORMATS = ['jsonl', 'csv', 'best-buy'] as const;
export type Format = (typeof FORMATS)[number];

export interface Sourced {
  /** Of the line where the record begins, from 1 on; of a file that has no lines the number of the record. */
  readonly line: number;
  readonly record: Result<CatalogueRecord>;
}

/** The bytes of a file in pieces. */
export type Chunks = AsyncIterable<Buffer>;
