// Parameters of lists that are paged by the last record shown, newest first (docs/sell/search.md, "Page by page").
import { placeInTime } from '../../domain/listing/listing.ts';
import type { Keyset } from '../../domain/search/query.ts';
import type { Reader } from '../../domain/transaction.ts';
import { flag, int, optional } from '../../kernel/params.ts';
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Listing } from './listing-params.ts';

const PAGED = 'newest first, whatever `order` says';

export const keyset = {
  after: optional(
    int(`shows what is older than the record of this id, ${PAGED}; 0: the newest of all`),
    undefined,
    'no page by a record',
  ),
  before: optional(
    int(`shows what is next newer than the record of this id, ${PAGED}`, { min: 1 }),
    undefined,
    'the same',
  ),
  count: optional(flag('0, with after or before: nothing is counted, and `count` is -1'), true),
};

interface KeysetAsked {
  readonly after: number | undefined;
  readonly before: number | undefined;
  readonly count: boolean;
}

type Place = Pick<Keyset, 'id' | 'ms'>;

/** Refuses: ORDER_NOT_FOUND. */
export const placeOfOrder = (shop: Reader, id: number): Result<Place> => {
  const place = placeInTime(shop, 'order', id);
  return place === undefined ? refuse('ORDER_NOT_FOUND', id) : ok(place);
};

/** Refuses: USER_NOT_FOUND. */
export const placeOfUser = (shop: Reader, id: number): Result<Place> => {
  const place = placeInTime(shop, 'user', id);
  return place === undefined ? refuse('USER_NOT_FOUND', id) : ok(place);
};

/**
 * Where a page begins; undefined where it is not asked for by a record.
 *
 * Refuses: PARAMETER_INVALID for both ends at once and for another order or place beside them, and what `placeOf` does.
 */
export const keysetOf = (
  { after, before, count, ...list }: KeysetAsked & Listing,
  shop: Reader,
  placeOf: (shop: Reader, id: number) => Result<Place>,
): Result<Keyset | undefined> => {
  if (after === undefined && before === undefined) return ok(undefined);
  if (after !== undefined && before !== undefined)
    return refuse('PARAMETER_INVALID', 'before', 'A page is after a record or before one, not both.');
  const name = after === undefined ? 'before' : 'after';
  for (const [other, isGiven] of [
    ['order_columns', list.order_columns.length > 0],
    ['left_limit', list.left_limit > 0],
  ] as const)
    if (isGiven) return refuse('PARAMETER_INVALID', other, `A page ${name} a record has an order and a place already.`);
  const place = placeOf(shop, after ?? before!);
  return place.ok ? ok({ ...place.value, older: after !== undefined, counts: count }) : place;
};
