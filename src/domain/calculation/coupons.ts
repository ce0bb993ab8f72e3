// The step of the coupons: what each takes off the goods that promotions and the coupons before it left (D90).
import { addTaxed } from './amounts.ts';
import type { Calculable, Step } from './amounts.ts';
import { discounts } from './discount.ts';
import type { CouponUse } from './discount.ts';
import { afterPromotions } from './promotions.ts';

const NO_USES: readonly CouponUse[] = [];

/** What each coupon takes off: as an order fixed it, or as of now. */
const usesOf = (cart: Calculable): readonly CouponUse[] => {
  const { coupons: attached, couponUses } = cart;
  if (attached.length === 0) return NO_USES;
  return (
    couponUses ??
    discounts(
      afterPromotions(cart),
      attached.map(({ terms }) => terms),
    )
  );
};

/** What coupons take off together. */
export const couponsTaken = (cart: Calculable): number => {
  let taken = 0;
  for (const { usedMinor } of usesOf(cart)) taken += usedMinor;
  return taken;
};

export const coupons: Step = (amounts, cart) => {
  const uses = usesOf(cart);
  amounts.couponUses = uses;
  for (const { usedMinor, taxMinor, parts } of uses) {
    for (const [lineIndex, discount, partTax] of parts)
      addTaxed(amounts, cart.lines[lineIndex]!.rateE6, -discount, -partTax);
    amounts.coupons += usedMinor;
    amounts.sumTax -= taxMinor;
  }
};
