// Creates a batch of coupons with one set of terms. Generated codes are random and new (docs/sell/coupons.md).
import { caseless } from '../../kernel/text.ts';
import { must, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Reader, Transaction } from '../transaction.ts';
import type { CouponTerms } from './coupon.ts';

/** Chance for 64 characters of each code, of which 36 are kept on average, and for `codesMax` codes at once. */
const DRAWN = { bytesPerCode: 48, codesMax: 64 };

const DASH = 45;

/** Code of sixteen letters, as one text: one that is joined of parts is put together again by each index. */
const codeOf = (letters: string, at: number): string => {
  const unit = (index: number): number => letters.charCodeAt(at + index);
  // oxfmt-ignore
  return String.fromCharCode(
    unit(0), unit(1), unit(2), unit(3), DASH, unit(4), unit(5), unit(6), unit(7), DASH,
    unit(8), unit(9), unit(10), unit(11), DASH, unit(12), unit(13), unit(14), unit(15),
  );
};

/** Random codes in four groups of four: `x7k2-0ab9-mm41-q8zd`. */
class NewCodes {
  private readonly tx: Transaction;
  private readonly bytes: number;
  private readonly made = new Set<string>();
  private letters = '';
  private at = 0;

  constructor(tx: Transaction, count: number) {
    this.tx = tx;
    this.bytes = DRAWN.bytesPerCode * Math.min(count, DRAWN.codesMax);
  }

  private draw(): string {
    for (let draws = 0; this.letters.length - this.at < 16; draws += 1) {
      must(draws < 100, 'the source of chance gives lower-case letters and digits');
      // Every character of base64url is equally likely, and so is each of the 36 that are kept.
      this.letters = this.letters.slice(this.at) + this.tx.random(this.bytes).replace(/[^a-z0-9]+/g, '');
      this.at = 0;
    }
    this.at += 16;
    return codeOf(this.letters, this.at - 16);
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
  // Those that are drawn have no case.
  const taken = (candidate: string): boolean => byCode.get(candidate) !== undefined;
  if (code !== undefined && taken(caseless(code))) return refuse('COUPON_CODE_ALREADY_IN_USE', code);
  const codes = new NewCodes(tx, count);
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
