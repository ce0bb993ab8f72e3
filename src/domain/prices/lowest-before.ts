// The lowest price before a discount, which the European Union wants beside it (Article 6a of 98/6/EC): found in the
// prices that somebody was shown, in the order of time.
//
// A price is a discount while it is shown beside a higher one; it begins with the first of the prices that were so
// without a break and without a rise. A price that is shown beside none is one while it is lower than the one before
// it, and began when it fell. So a price that is raised, or that is shown beside a higher one only later than it fell,
// is compared with what was shown until then.
import type { PriceE4 } from '../money.ts';

/** What was shown from one moment until another. */
export interface ShownPrice {
  readonly fromMs: number;
  /** Infinity: it is shown now. */
  readonly untilMs: number;
  readonly priceE4: PriceE4;
  /** 0: none. */
  readonly compareE4: number;
}

const isStruck = ({ priceE4, compareE4 }: ShownPrice): boolean => compareE4 > priceE4;

/**
 * The lowest price that was shown before the present discount began; undefined: there is no discount, or nothing was
 * shown before it. `shown`: the newest first, none overlapping; no more of it is asked for than the answer needs.
 * `since`: from when on prices count that were shown before a moment.
 */
export const lowestBefore = (shown: Iterable<ShownPrice>, since: (beginMs: number) => number): PriceE4 | undefined => {
  let first: ShownPrice | undefined;
  let sinceMs: number | undefined;
  let lowest: PriceE4 | undefined;
  let isOffer = false;
  for (const before of shown) {
    if (first === undefined) {
      if (before.untilMs !== Infinity) return undefined;
      isOffer = isStruck(before);
    } else if (sinceMs === undefined) {
      const { fromMs, priceE4 } = first;
      const goesOn = isOffer
        ? before.untilMs === fromMs && isStruck(before) && before.priceE4 >= priceE4
        : before.priceE4 === priceE4;
      if (!goesOn && !isOffer && before.priceE4 < priceE4) return undefined;
      if (!goesOn) sinceMs = since(fromMs);
    }
    if (sinceMs === undefined) first = before;
    else if (before.untilMs <= sinceMs) break;
    else if (lowest === undefined || before.priceE4 < lowest) lowest = before.priceE4;
  }
  return lowest;
};
