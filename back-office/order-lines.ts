// The lines of an order with those that hang below them, each with how deep it stands: what they cost adds up to the
// sum of the goods, and what is to be shipped stands among them.
import type { CartLine } from '../src/client/operations.ts';

export interface PlacedLine {
  readonly line: CartLine;
  readonly depth: number;
}

/** Each line before those below it; delivery costs are none of the goods. */
export const goodsOf = (lines: readonly CartLine[], depth = 0): readonly PlacedLine[] =>
  lines
    .filter(({ type }) => type !== 'DELIVERY_COSTS')
    .flatMap((line) => [{ line, depth }, ...goodsOf(line.sub_elements?.contents ?? [], depth + 1)]);
