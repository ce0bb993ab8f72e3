// Taxes a cart by the country that its order goes to. While the draft names none, each call's own country counts; from
// then on lines, and delivery positions of a tax class, have the rates of the delivery country, whatever the calls
// before named (D74). An order whose draft never named one goes to the country that its calls named. Rates are those of
// the settings at that moment, and stay until another country is named (D78).
//
// Not promised: an exact net price of a line that an older version added. It is computed back from the gross price, and
// an older free element keeps its tax, because nothing says of which class it is.
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { resolved } from '../catalogue/inheritance.ts';
import type { Minor } from '../money.ts';
import { minorMax, subtractTax } from '../money.ts';
import { taxClassOf } from '../rules.ts';
import type { ShopRules } from '../rules.ts';
import type { Transaction } from '../transaction.ts';
import type { Cart, DeliveryPosition } from './cart.ts';
import type { TaxedLine } from './cart-lines.ts';
import { positionPrice } from './delivery-costs.ts';
import type { Line, TaxBasis } from './line.ts';
import { deliveryCountryOf } from './order-details.ts';
import type { Session } from './session.ts';
import { isBeyond, taxed, unitTax } from './tax.ts';
import { totalsOf } from './totals.ts';

/** What naming the country came to. */
export interface TaxedAgain {
  readonly country: string;
  readonly beforeMinor: Minor;
  readonly totalMinor: Minor;
}

/** A product's line of an older version: included prices are as given, net ones are computed back. */
const basisOfOld = (tx: Transaction, { productId, priceE4, rateE6 }: Line): TaxBasis | null => {
  const product = productId === 0 ? undefined : tx.read('shopobject', productId);
  if (product === undefined) return null;
  const { name, calculation } = taxClassOf(tx.rules, resolved(tx, product).metadata.taxclass ?? '');
  if (calculation === 'subtracted') return null;
  return [calculation === 'added' ? subtractTax(priceE4, rateE6) : priceE4, name, ''];
};

/** Undefined: the line is taxed by the country already, or nobody knows how it was taxed. */
const taxedLine = (tx: Transaction, line: Line, country: string): TaxedLine | undefined => {
  const basis = line.basis ?? basisOfOld(tx, line);
  if (basis === null || basis[2] === country) return undefined;
  const { priceE4, rateE6 } = taxed(tx.rules, taxClassOf(tx.rules, basis[1]), country, basis[0]);
  const taxMinor = unitTax(priceE4, rateE6, tx.rules.currencyDigits);
  return { lineId: line.id, priceE4, rateE6, taxMinor, basis: [basis[0], basis[1], country] };
};

const taxedPosition = (rules: ShopRules, position: DeliveryPosition, country: string): DeliveryPosition => {
  if (position.basis === null || position.basis[2] === country) return position;
  const [givenE4, taxClass] = position.basis;
  return { name: position.name, ...positionPrice(rules, taxClassOf(rules, taxClass), country, givenE4) };
};

const beyond = (): Result<never> =>
  refuse('AMOUNT_OUT_OF_RANGE', 'delivery_country', 'A price with the tax of this country is out of range.');

const isSame = (line: Line, { priceE4, rateE6 }: TaxedLine): boolean =>
  line.priceE4 === priceE4 && line.rateE6 === rateE6;

const linesOf = (tx: Transaction, { lines }: Cart, country: string): readonly TaxedLine[] =>
  lines.flatMap((line) => taxedLine(tx, line, country) ?? []);

/** Countries whose rates the cart has. */
const countriesOf = ({ lines, deliveryPositions }: Cart): ReadonlySet<string> => {
  const named = [...lines, ...deliveryPositions].map(({ basis }) => basis?.[2] ?? '');
  return new Set(named.filter((country) => country !== ''));
};

/** Where an order goes whose draft names no country: the one that taxed it all, else the shop's own. */
export const countryOfCalls = (cart: Cart, rules: ShopRules): string => {
  const [country = rules.country, ...others] = countriesOf(cart);
  return others.length === 0 ? country : rules.country;
};

/** '': it stays as its calls have taxed it. */
const taxingCountry = (tx: Transaction, { cart, draft }: Session, isOrdered: boolean): string => {
  const country = deliveryCountryOf(draft);
  // An order goes to one country, so one alone may tax it.
  return country === '' && isOrdered && countriesOf(cart).size > 1 ? countryOfCalls(cart, tx.rules) : country;
};

/**
 * Taxes what the country has not taxed yet that the session's draft names; where it is ordered without one
 * (`isOrdered`), and calls of several countries have taxed it, the shop's own does. Undefined: no amount is another
 * than before.
 *
 * Refuses: AMOUNT_OUT_OF_RANGE.
 */
export const taxByDelivery = (
  tx: Transaction,
  sessionId: number,
  { isOrdered = false } = {},
): Result<TaxedAgain | undefined> => {
  const session = tx.read('session', sessionId)!;
  const { cart } = session;
  const country = taxingCountry(tx, session, isOrdered);
  if (country === '') return ok(undefined);
  const { rules } = tx;
  const lines = linesOf(tx, cart, country);
  const positions = cart.deliveryPositions.map((position) => taxedPosition(rules, position, country));
  const moved = positions.filter((position, index) => position !== cart.deliveryPositions[index]);
  if (lines.length + moved.length === 0) return ok(undefined);
  const priceMax = minorMax(rules.currencyDigits);
  if (lines.some(({ priceE4 }) => isBeyond(priceE4)) || moved.some(({ priceMinor }) => Math.abs(priceMinor) > priceMax))
    return beyond();
  const before = new Map(cart.lines.map((line) => [line.id, line]));
  const differs =
    lines.some((taxedAnew) => !isSame(before.get(taxedAnew.lineId)!, taxedAnew)) ||
    positions.some(({ priceMinor, rateE6 }, index) => {
      const old = cart.deliveryPositions[index]!;
      return old.priceMinor !== priceMinor || old.rateE6 !== rateE6;
    });
  const { totalMinor: beforeMinor } = totalsOf(cart);
  const { currencyDigits } = rules;
  const asked = tx.ask('session', sessionId, { type: 'tax_lines', lines, positions, currencyDigits });
  if (!asked.ok) return asked;
  const { totalMinor } = totalsOf(tx.read('session', sessionId)!.cart);
  return ok(differs ? { country, beforeMinor, totalMinor } : undefined);
};
