// The last number of a series of documents.
import { touch } from '../../kernel/versioned.ts';
import type { Versioned } from '../../kernel/versioned.ts';

export interface LastInvoice extends Versioned {
  /** The highest number of any order. */
  last: number;
  /** The highest number that was lost with its order; 0: none was. */
  skippedTo: number;
}

/** Notes the number of an order or of its cancellation. */
export const reach = (series: LastInvoice, number: number, seq: number): void => {
  if (number <= series.last) return;
  series.last = number;
  touch(series, seq);
};
