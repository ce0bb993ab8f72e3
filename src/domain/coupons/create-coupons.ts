// Creates a batch of coupons with one set of terms. Generated codes are random and new (docs/sell/coupons.md).
import { caseless } from '../../kernel/text.ts';
import { must, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Reader, Transaction } from '../transaction.ts';
import type { CouponTerms } from './coupon.ts';

/** Chance for 64 characters of each code, of which 36 are kept on average, and for `codesMax` codes at once. */
const DRAWN = { bytesPerCode: 48, codesMax: 64 };

/** Random codes in four groups of four, `x7k2-0ab9-mm41-q8zd`, that no coupon has. */
const newCodes = (tx: Transaction, count: number, taken: (code: string) => boolean): ReadonlySet<string> => {
  const codes = new Set<string>();
  const bytes = DRAWN.bytesPerCode * Math.min(count, DRAWN.codesMax);
  let letters = '';
  for (let draws = 0; codes.size < count; draws += 1) {
    must(draws < codes.size + 100, 'the source of chance gives lower-case letters and digits, and codes that are new');
    // Every character of base64url is equally likely, and so is each of the 36 that are kept.
    letters += tx.random(bytes).replace(/[^a-z0-9]+/g, '');
    let at = 0;
    const group = (nth: number): string => letters.slice(at + 4 * nth, at + 4 * nth + 4);
    for (; at + 16 <= letters.length && codes.size < count; at += 16) {
      const code = `${group(0)}-${group(1)}-${group(2)}-${group(3)}`;
      if (!taken(code)) codes.add(code);
    }
    letters = letters.slice(at);
  }
  return codes;
};

export interface NewCoupons {
  readonly terms: CouponTerms;
  readonly count: number;
  /** Undefined: generated. */
  readonly code: string | undefined;
}

/** One batch with its coupons; the batch's id. Refuses: COUPON_CODE_ALREADY_IN_USE. */
export const createCoupons = (tx: Transaction, { terms, count, code }: NewCoupons): Result<number> => {
  // No coupon is a draft yet, and an index does not know drafts.
  const { byCode } = tx.index('coupon');
  tx.trackAbsence('coupon');
  // Those that are drawn have no case.
  const taken = (candidate: string): boolean => byCode.get(candidate) !== undefined;
  if (code !== undefined && taken(caseless(code))) return refuse('COUPON_CODE_ALREADY_IN_USE', code);
  const codes = code === undefined ? newCodes(tx, count, taken) : [code];
  const batch = tx.create('coupon_batch', { type: 'create_batch', terms, firstCouponId: tx.nextId('coupon'), count });
  if (!batch.ok) return batch;
  for (const each of codes) {
    const created = tx.create('coupon', { type: 'create_coupon', batchId: batch.value, code: each });
    if (!created.ok) return created;
  }
  return batch;
};

/** The codes of a batch, in the order in which they were made. */
export const codesOf = (shop: Reader, batchId: number): readonly string[] => {
  const { firstCouponId, count } = shop.read('coupon_batch', batchId)!;
  return Array.from({ length: count }, (_, index) => shop.read('coupon', firstCouponId + index)!.code);
};
