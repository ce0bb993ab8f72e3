// Prices that searches have found: what was found of a product for somebody counts until something that it follows from
// has changed. A list of a hundred thousand products sorted by price would else find every price again.
//
// A column is of one context and one language. Not promised: that a price is kept; columns that were begun first go
// first.
import type { ShopRules } from '../rules.ts';
import type { PriceContext } from './price-context.ts';

/** Numbers that all columns together hold, at 8 bytes each. */
const CELLS_MAX = 8_000_000;
const CELLS_MIN = 1024;

export class PriceColumn {
  /** By id; NaN: it has none. */
  private prices = new Float64Array(CELLS_MIN);
  /** By id: the record up to which its price is known to be right; 0: it is not known. */
  private asOf = new Float64Array(CELLS_MIN);

  get cells(): number {
    return 2 * this.prices.length;
  }

  asOfId(id: number): number {
    return this.asOf[id] ?? 0;
  }

  priceOf(id: number): number | undefined {
    const price = this.prices[id]!;
    return Number.isNaN(price) ? undefined : price;
  }

  /** What is known is right up to that record as well. */
  confirm(id: number, seq: number): void {
    this.asOf[id] = seq;
  }

  set(id: number, price: number | undefined, seq: number): void {
    if (id >= this.prices.length) this.grow(id);
    this.prices[id] = price ?? Number.NaN;
    this.asOf[id] = seq;
  }

  private grow(id: number): void {
    const [prices, asOf] = [this.prices, this.asOf];
    const length = Math.max(id + 1, 2 * prices.length);
    this.prices = new Float64Array(length);
    this.asOf = new Float64Array(length);
    this.prices.set(prices);
    this.asOf.set(asOf);
  }
}

/** `rules` and the record that changed a list last: where they are others, the column is begun anew. */
interface Kept {
  readonly context: PriceContext;
  readonly language: string;
  readonly rules: ShopRules;
  readonly listsSeq: number;
  readonly column: PriceColumn;
}

export class PriceColumns {
  /** The one that was made last stands first. */
  private kept: readonly Kept[] = [];

  of(context: PriceContext, language: string, rules: ShopRules, listsSeq: number): PriceColumn {
    for (const one of this.kept)
      if (one.context === context && one.language === language && one.listsSeq === listsSeq && one.rules === rules)
        return one.column;
    return this.begin({ context, language, rules, listsSeq, column: new PriceColumn() });
  }

  private begin(begun: Kept): PriceColumn {
    const { column, context, language, rules, listsSeq } = begun;
    let { cells } = column;
    const still = this.kept.filter((one) => {
      const isOutdated = one.listsSeq !== listsSeq || one.rules !== rules;
      const isAnew = one.context === context && one.language === language;
      if (isOutdated || isAnew) return false;
      cells += one.column.cells;
      return cells <= CELLS_MAX;
    });
    this.kept = [begun, ...still];
    return column;
  }
}
