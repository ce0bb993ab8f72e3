// How every amount of a cart came about, in sentences: the answer to "why is it 12.34?".
import type { Cart } from './cart.ts';
import type { Line } from './line.ts';
import type { Totals } from './totals.ts';
import type { CartCoupon } from '../coupons/coupon.ts';
import { whyRefused } from '../coupons/usable-coupon.ts';
import { totalsOf } from './totals.ts';
import type { CouponUse } from '../coupons/discount.ts';
import { decimalText, taxWithin, tenTo } from '../money.ts';
import type { Reader } from '../transaction.ts';

export interface Explanation {
  readonly lines: readonly string[];
  readonly coupons: readonly string[];
  readonly delivery_costs: readonly string[];
  readonly total: string;
}

/** Always with the currency's decimals: 239.80. */
const money = (minor: number, digits: number): string => {
  const unsigned = Math.abs(minor);
  const rest = unsigned % tenTo(digits);
  const fraction = digits === 0 ? '' : `.${String(rest).padStart(digits, '0')}`;
  return `${minor < 0 ? '-' : ''}${(unsigned - rest) / tenTo(digits)}${fraction}`;
};

/** A unit price: with the currency's decimals, or all four where it has more. */
const unitPrice = (priceE4: number, digits: number): string =>
  priceE4 % tenTo(4 - digits) === 0 ? money(priceE4 / tenTo(4 - digits), digits) : money(priceE4, 4);

/** A rate, or a percentage as coupons have it. */
const percent = (rateE6: number): string => `${decimalText(rateE6, 4)} %`;

const lineSentence = ({ id, priceE4, quantityMilli, sumMinor, rateE6, sumTaxMinor }: Line, digits: number): string => {
  // Seven decimals, exact whatever the amounts; a whole number of minor units needed no rounding.
  const rounded =
    (BigInt(priceE4) * BigInt(quantityMilli)) % BigInt(tenTo(7 - digits)) !== 0n ? ' rounded half up' : '';
  const tax = rateE6 === 0 ? 'no tax' : `${percent(rateE6)} tax contained ${money(sumTaxMinor, digits)}`;
  const product = `${unitPrice(priceE4, digits)} × ${decimalText(quantityMilli, 3)}`;
  return `Line ${id}: ${product} = ${money(sumMinor, digits)}${rounded}, ${tax}.`;
};

const couponSentence = (
  { code, terms: { percentage, amount } }: CartCoupon,
  { usedMinor, taxMinor, baseMinor, parts }: CouponUse,
  lines: readonly Line[],
  digits: number,
): string => {
  const left = money(baseMinor, digits);
  if (baseMinor === 0) return `Coupon ${code}: nothing is left of the goods, so it takes 0.`;
  const rule = percentage
    ? `${percent(amount)} of ${left} left = ${money(usedMinor, digits)}`
    : amount > baseMinor
      ? `${money(amount, digits)}, capped by the ${left} left = ${money(usedMinor, digits)}`
      : `${money(amount, digits)} of ${left} left = ${money(usedMinor, digits)}`;
  const borne = parts.map(([index, part]) => `, line ${lines[index]!.id} bears ${money(part, digits)}`).join('');
  return `Coupon ${code}: ${rule}${borne}; tax contained ${money(taxMinor, digits)}.`;
};

const totalSentence = (
  { sumMinor }: Cart,
  { couponsMinor, deliveryMinor, totalMinor, sumTaxMinor }: Totals,
  digits: number,
): string =>
  `Total: goods ${money(sumMinor, digits)} - coupons ${money(couponsMinor, digits)} + ` +
  `delivery ${money(deliveryMinor, digits)} = ${money(totalMinor, digits)}, tax contained ${money(sumTaxMinor, digits)}.`;

/** What a cart shows as taken off by a coupon that its checkout refuses now is no price that anybody gets. */
const refusalSentence = (shop: Reader, coupon: CartCoupon, coupons: readonly CartCoupon[]): string => {
  const refusal = whyRefused(shop, coupon, coupons);
  return refusal === undefined ? '' : ` The checkout refuses this coupon: ${refusal.code}.`;
};

/** As `explanation`, of a cart that is not ordered yet: with the coupons that a checkout now would refuse. */
export const cartExplanation = (shop: Reader, cart: Cart): Explanation => {
  const explained = explanation(cart, shop.rules.currencyDigits);
  return {
    ...explained,
    coupons: explained.coupons.map(
      (sentence, index) => sentence + refusalSentence(shop, cart.coupons[index]!, cart.coupons),
    ),
  };
};

/** One sentence per line, coupon and delivery position, and one for the total. */
export const explanation = (cart: Cart, digits: number): Explanation => {
  const totals = totalsOf(cart);
  return {
    lines: cart.lines.map((line) => lineSentence(line, digits)),
    coupons: cart.coupons.map((coupon, index) => couponSentence(coupon, totals.couponUses[index]!, cart.lines, digits)),
    delivery_costs: cart.deliveryPositions.map(
      ({ name, priceMinor, rateE6 }) =>
        `Delivery ${name}: ${money(priceMinor, digits)}, ` +
        `${percent(rateE6)} tax contained ${money(taxWithin(priceMinor, rateE6), digits)}.`,
    ),
    total: totalSentence(cart, totals, digits),
  };
};
