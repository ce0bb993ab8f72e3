// Finds coupons: their batches by name or by a code, newest first, and the codes of one batch.
import { caseless } from '../../kernel/text.ts';
import { ok } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Steps } from '../../kernel/steps.ts';
import type { Reader } from '../transaction.ts';

interface BatchesWanted {
  /** In any case, with or without blanks around it; '': any. */
  readonly code: string;
  /** A part of the batch's name, in any case; '': any. */
  readonly name: string;
  /** The promotion that they open; 0: any, or none. */
  readonly promotionId: number;
  /** Only batches made before this one; 0: from the newest. */
  readonly before: number;
  readonly limit: number;
}

export interface Page {
  readonly ids: readonly number[];
  /** Where the next page goes on; 0: there is none. */
  readonly next: number;
}

const pageOf = (ids: readonly number[], limit: number): Page =>
  ids.length > limit ? { ids: ids.slice(0, limit), next: ids[limit - 1]! } : { ids, next: 0 };

/** Names that are looked at in one step. */
const STEP = 1024;

/** What a page of batches depends on. */
export const trackBatches = (shop: Reader): void => {
  shop.trackAbsence('coupon_batch');
  shop.trackAbsence('coupon');
};

export function* findBatches(
  shop: Reader,
  { code: typed, name, promotionId, before, limit }: BatchesWanted,
): Steps<Result<Page>> {
  const code = typed.trim();
  const names = shop.index('coupon_batch');
  let candidates: Iterable<number> = names.keys();
  if (code !== '') {
    const holders = shop.index('coupon').byCode.holders(caseless(code));
    candidates = new Set(holders.map((id) => shop.read('coupon', id)!.batchId));
  }
  const part = caseless(name);
  const opens = (id: number): boolean =>
    promotionId === 0 || shop.read('coupon_batch', id)!.terms.promotionId === promotionId;
  const ids: number[] = [];
  let looked = 0;
  for (const id of candidates) {
    if ((looked += 1) % STEP === 0) yield '';
    if ((before === 0 || id < before) && names.get(id)?.includes(part) === true && opens(id)) ids.push(id);
  }
  return ok(
    pageOf(
      ids.sort((a, b) => b - a),
      limit,
    ),
  );
}

/** Coupons of a batch that have this code in any case. */
export const couponsWithCode = (shop: Reader, batchId: number, code: string): readonly number[] =>
  shop
    .index('coupon')
    .byCode.holders(caseless(code))
    .filter((id) => shop.read('coupon', id)!.batchId === batchId);

/** Coupons of a batch after that coupon, in the order in which they were made. */
export const couponsOf = (shop: Reader, batchId: number, after: number, limit: number): Page => {
  const { firstCouponId, count } = shop.read('coupon_batch', batchId)!;
  const first = Math.max(firstCouponId, after + 1);
  const length = Math.max(0, Math.min(limit + 1, firstCouponId + count - first));
  return pageOf(
    Array.from({ length }, (_, index) => first + index),
    limit,
  );
};
