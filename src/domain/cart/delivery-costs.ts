// Sets the delivery positions of a cart. They replace those before (D82).
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { DeliveryPosition } from './cart.ts';
import { minorMax, parseDecimal, toMinor, toPrice, toRate } from '../money.ts';
import { positionPrice } from '../calculation/position-price.ts';
import { taxClassNamed } from '../rules.ts';
import type { ShopRules } from '../rules.ts';

interface GivenPosition {
  readonly name: string;
  readonly amount: number | string;
  /** The rate as a fraction, or the name of a tax class. */
  readonly tax: number | string;
}

const PARAM = 'delivery_costs';
/**
 * By a rate, the amount is what is to be paid; by a tax class, what one piece of a free element of that class would be.
 */
const priced = (
  rules: ShopRules,
  { name, amount, tax }: GivenPosition,
  index: number,
  country: string,
): Result<DeliveryPosition> => {
  const [amountPath, taxPath] = [`${PARAM}[${index}][1]`, `${PARAM}[${index}][2]`];
  if (typeof tax === 'number' || tax.trim() === '' || parseDecimal(tax, 6) !== undefined) {
    const price = toMinor(amount, rules.currencyDigits, amountPath);
    if (!price.ok) return price;
    const rate = toRate(tax, taxPath);
    return rate.ok ? ok({ name, priceMinor: price.value, rateE6: rate.value, basis: null, ruleId: 0 }) : rate;
  }
  const taxClass = taxClassNamed(rules, tax, taxPath);
  if (!taxClass.ok) return taxClass;
  const unit = toPrice(amount, amountPath);
  if (!unit.ok) return unit;
  const price = positionPrice(rules, taxClass.value, country, unit.value);
  if (Math.abs(price.priceMinor) > minorMax(rules.currencyDigits))
    return refuse('AMOUNT_OUT_OF_RANGE', PARAM, `${amountPath} with its tax is out of range.`);
  return ok({ name, ...price, ruleId: 0 });
};

/**
 * Refuses: PARAMETER_INVALID, AMOUNT_OUT_OF_RANGE, PERMISSION_DENIED for an amount below zero without the secret key.
 */
export const deliveryPositions = (
  rules: ShopRules,
  given: readonly GivenPosition[],
  { country, negativeAllowed }: { readonly country: string; readonly negativeAllowed: boolean },
): Result<readonly DeliveryPosition[]> => {
  const positions: DeliveryPosition[] = [];
  for (const [index, entry] of given.entries()) {
    const position = priced(rules, entry, index, country);
    if (!position.ok) return { ...position, param: PARAM };
    if (position.value.priceMinor < 0 && !negativeAllowed)
      return refuse('PERMISSION_DENIED', PARAM, 'A negative amount needs the secret key.');
    positions.push(position.value);
  }
  return ok(positions);
};
