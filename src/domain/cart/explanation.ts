// How every amount of a cart came about, in sentences: the answer to "why is it 12.34?".
import type { Cart, Line, Totals } from './cart.ts';
import type { CartCoupon } from '../coupons/coupon.ts';
import { totalsOf } from './cart.ts';
import type { CouponUse } from '../coupons/discount.ts';
import { decimalText, taxWithin, tenTo } from '../money.ts';

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

const lineSentence = ({ id, price, quantity, sum, rate, sumTax }: Line, digits: number): string => {
  // Seven decimals, exact whatever the amounts; a whole number of minor units needed no rounding.
  const rounded = (BigInt(price) * BigInt(quantity)) % BigInt(tenTo(7 - digits)) !== 0n ? ' rounded half up' : '';
  const tax = rate === 0 ? 'no tax' : `${percent(rate)} tax contained ${money(sumTax, digits)}`;
  return `Line ${id}: ${unitPrice(price, digits)} × ${decimalText(quantity, 3)} = ${money(sum, digits)}${rounded}, ${tax}.`;
};

const couponSentence = (
  { code, terms: { percentage, amount } }: CartCoupon,
  { used, tax, base, parts }: CouponUse,
  lines: readonly Line[],
  digits: number,
): string => {
  const left = money(base, digits);
  if (base === 0) return `Coupon ${code}: nothing is left of the goods, so it takes 0.`;
  const rule = percentage
    ? `${percent(amount)} of ${left} left = ${money(used, digits)}`
    : amount > base
      ? `${money(amount, digits)}, capped by the ${left} left = ${money(used, digits)}`
      : `${money(amount, digits)} of ${left} left = ${money(used, digits)}`;
  const borne = parts.map(([at, part]) => `, line ${lines[at]!.id} bears ${money(part, digits)}`).join('');
  return `Coupon ${code}: ${rule}${borne}; tax contained ${money(tax, digits)}.`;
};

const totalSentence = ({ sum }: Cart, { coupons, delivery, total, sumTax }: Totals, digits: number): string =>
  `Total: goods ${money(sum, digits)} - coupons ${money(coupons, digits)} + delivery ${money(delivery, digits)} = ` +
  `${money(total, digits)}, tax contained ${money(sumTax, digits)}.`;

/** One sentence per line, coupon and delivery position, and one for the total. */
export const explanation = (cart: Cart, digits: number): Explanation => {
  const totals = totalsOf(cart);
  return {
    lines: cart.lines.map((line) => lineSentence(line, digits)),
    coupons: cart.coupons.map((one, at) => couponSentence(one, totals.uses[at]!, cart.lines, digits)),
    delivery_costs: cart.delivery.map(
      ({ name, price, rate }) =>
        `Delivery ${name}: ${money(price, digits)}, ${percent(rate)} tax contained ${money(taxWithin(price, rate), digits)}.`,
    ),
    total: totalSentence(cart, totals, digits),
  };
};
