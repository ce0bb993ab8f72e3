// A price as a call or a row of a file gives it: one reading for both. Prices have four decimals in every currency, as
// attributes have; what is more is rounded.
import { mapOk, ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { parseDecimal, toPrice } from '../money.ts';
import type { Milli, PriceE4 } from '../money.ts';
import type { TierChange } from './product-prices.ts';

type Amount = number | string | null | undefined;

export interface GivenTier {
  /** Absent: any quantity. */
  readonly from_quantity?: Amount;
  /** None: the tier goes. */
  readonly price: Amount;
  readonly compare_at?: Amount;
}

/** `path`: stands before the names of members. Refuses: PARAMETER_INVALID, AMOUNT_OUT_OF_RANGE. */
export const tierOf = (given: GivenTier, path = ''): Result<TierChange> => {
  const fromMilli = parseDecimal(given.from_quantity ?? 0, 3);
  if (fromMilli === undefined || fromMilli < 0)
    return refuse('PARAMETER_INVALID', 'prices', `${path}from_quantity: no quantity.`);
  const amount = (member: 'price' | 'compare_at'): Result<PriceE4 | null> => {
    const value = given[member] ?? null;
    if (value === null) return ok(null);
    const read = toPrice(value, `${path}${member}`);
    if (!read.ok) return { ...read, param: 'prices' };
    return read.value < 0 ? refuse('PARAMETER_INVALID', 'prices', `${path}${member}: it is below 0.`) : read;
  };
  const price = amount('price');
  if (!price.ok) return price;
  return mapOk(amount('compare_at'), (compareE4): TierChange => {
    return [fromMilli as Milli, price.value, compareE4 ?? (0 as PriceE4)];
  });
};
