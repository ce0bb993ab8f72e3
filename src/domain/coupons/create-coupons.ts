// Creates a batch of coupons with one set of terms. Generated codes are random and new (docs/sell/coupons.md).
import { caseless } from '../../kernel/text.ts';
import { must, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Reader, Transaction } from '../transaction.ts';
import type { CouponTerms } from './coupon.ts';

/** Random codes in four groups of four: `x7k2-0ab9-mm41-q8zd`. */
class NewCodes {
  private readonly tx: Transaction;
  private readonly made = new Set<string>();
  private letters = '';

  constructor(tx: Transaction) {
    this.tx = tx;
  }

  private draw(): string {
    for (let draws = 0; this.letters.length < 16; draws += 1) {
      must(draws < 100, 'the source of chance gives lower-case letters and digits');
      // Every character of base64url is equally likely, and so is each of the 36 that are kept.
      this.letters += this.tx.random(48).replace(/[^a-z0-9]/g, '');
    }
    const { letters } = this;
    this.letters = letters.slice(16);
    return `${letters.slice(0, 4)}-${letters.slice(4, 8)}-${letters.slice(8, 12)}-${letters.slice(12, 16)}`;
  }

  /** A new code that no coupon has. */
  next(taken: (code: string) => boolean): string {
    for (let tries = 0; ; tries += 1) {
      must(tries < 100, 'new codes are found');
      const code = this.draw();
      if (this.made.has(code) || taken(code)) continue;
      this.made.add(code);
      return code;
    }
  }
}

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
  const taken = (candidate: string): boolean => byCode.get(caseless(candidate)) !== undefined;
  if (code !== undefined && taken(code)) return refuse('COUPON_CODE_ALREADY_IN_USE', code);
  const codes = new NewCodes(tx);
  const batch = tx.create('coupon_batch', { type: 'create_batch', terms, firstCouponId: tx.nextId('coupon'), count });
  if (!batch.ok) return batch;
  for (let made = 0; made < count; made += 1) {
    const created = tx.create('coupon', {
      type: 'create_coupon',
      batchId: batch.value,
      code: code ?? codes.next(taken),
    });
    if (!created.ok) return created;
  }
  return batch;
};

/** The codes of a batch, in the order in which they were made. */
export const codesOf = (shop: Reader, batchId: number): readonly string[] => {
  const { firstCouponId, count } = shop.read('coupon_batch', batchId)!;
  return Array.from({ length: count }, (_, index) => shop.read('coupon', firstCouponId + index)!.code);
};
