// Parameters of lists that are paged by the last record shown, newest first (docs/search.md, "Page by page").
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

const CODES = { order: 'ORDER_NOT_FOUND', user: 'USER_NOT_FOUND' } as const;

/**
 * Where a page begins; undefined where it is not asked for by a record.
 *
 * Refuses: PARAMETER_INVALID for both ends at once and for another order or place beside them, ORDER_NOT_FOUND,
 * USER_NOT_FOUND.
 */
export const keysetOf = (
  { after, before, count, ...list }: KeysetAsked & Listing,
  shop: Reader,
  kind: 'order' | 'user',
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
  const id = after ?? before!;
  const place = placeInTime(shop, kind, id);
  if (place === undefined) return refuse(CODES[kind], id);
  return ok({ ...place, older: after !== undefined, counts: count });
};
