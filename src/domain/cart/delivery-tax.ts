// Taxes a cart by the country that its order goes to: that of the draft, else the one that was chosen for the session
// (chosen.ts). While neither says one, each call's own country counts; from then on lines, and delivery positions of a
// tax class, have the rates of that country, whatever the calls before named (D74). An order for which none was ever
// said goes to the country that its calls named. Rates are those of the settings at that moment, and stay until another
// country is named (D78). What was priced by a tax class that the shop has given up since keeps price and rate in every
// country.
//
// Not promised: an exact net price of a line that an older version added. It is computed back from the gross price, and
// an older free element keeps its tax, because nothing says of which class it is.
import { DONE, ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { resolved } from '../catalogue/inheritance.ts';
import type { Minor } from '../money.ts';
import { minorMax, subtractTax } from '../money.ts';
import { knownTaxClass, taxClassOf } from '../rules.ts';
import type { ShopRules } from '../rules.ts';
import type { Transaction } from '../transaction.ts';
import type { Cart, DeliveryPosition } from './cart.ts';
import type { TaxedLine } from './cart-lines.ts';
import { positionPrice } from '../calculation/position-price.ts';
import type { Line } from './line.ts';
import type { TaxBasis } from '../calculation/tax.ts';
import { reprice } from './line-price.ts';
import { settleCart } from './settle-cart.ts';
import { onlyCountryOf } from './taxed-country.ts';
import { cartRules, countryOf } from './chosen.ts';
import type { DetailsChange } from './order-details.ts';
import type { Session } from './session.ts';
import { isBeyond, taxed, unitTax } from '../calculation/tax.ts';
import { calculate } from '../calculation/calculate.ts';

/** Totals before and after a delivery country was named. */
export interface TaxedAgain {
  readonly country: string;
  readonly beforeMinor: Minor;
  readonly totalMinor: Minor;
}

/** Returns the basis of a line that an older version added: net prices are computed back from the gross price. */
const basisOfOld = (tx: Transaction, { productId, priceE4, rateE6 }: Line): TaxBasis | null => {
  const product = productId === 0 ? undefined : tx.read('shopobject', productId);
  if (product === undefined) return null;
  const { name, calculation } = taxClassOf(tx.rules, resolved(tx, product).metadata.taxclass ?? '');
  if (calculation === 'subtracted') return null;
  return [calculation === 'added' ? subtractTax(priceE4, rateE6) : priceE4, name, ''];
};

/** Returns undefined if the line has the country's rate already, or its basis is unknown. */
const taxedLine = (tx: Transaction, rules: ShopRules, line: Line, country: string): TaxedLine | undefined => {
  const basis = line.basis ?? basisOfOld(tx, line);
  if (basis === null) return undefined;
  const [givenE4, taxClass, countryBefore] = basis;
  if (countryBefore === country) return undefined;
  const known = knownTaxClass(rules, taxClass);
  if (known === undefined) {
    const { priceE4, rateE6, taxMinor } = line;
    return { lineId: line.id, priceE4, rateE6, taxMinor, basis: [givenE4, taxClass, country] };
  }
  const { priceE4, rateE6 } = taxed(rules, known, country, givenE4);
  const taxMinor = unitTax(priceE4, rateE6, rules.currencyDigits);
  return { lineId: line.id, priceE4, rateE6, taxMinor, basis: [givenE4, taxClass, country] };
};

const taxedPosition = (rules: ShopRules, position: DeliveryPosition, country: string): DeliveryPosition => {
  if (position.basis === null) return position;
  const [givenE4, taxClass, countryBefore] = position.basis;
  if (countryBefore === country) return position;
  const known = knownTaxClass(rules, taxClass);
  return known === undefined
    ? { ...position, basis: [givenE4, taxClass, country] }
    : { ...position, ...positionPrice(rules, known, country, givenE4) };
};

const refuseOutOfRange = (): Result<never> =>
  refuse('AMOUNT_OUT_OF_RANGE', 'delivery_country', 'A price with the tax of this country is out of range.');

const isSame = (line: Line, { priceE4, rateE6 }: TaxedLine): boolean =>
  line.priceE4 === priceE4 && line.rateE6 === rateE6;

const linesOf = (tx: Transaction, rules: ShopRules, { lines }: Cart, country: string): readonly TaxedLine[] =>
  lines.flatMap((line) => taxedLine(tx, rules, line, country) ?? []);

/** Returns '' if the cart stays as its calls have taxed it. */
const taxingCountry = (tx: Transaction, session: Session, isOrdered: boolean): string => {
  const country = countryOf(session);
  // An order goes to one country, so one alone may tax it.
  return country === '' && isOrdered && onlyCountryOf(session.cart) === undefined ? tx.rules.country : country;
};

/** Whether the country taxed all there is. */
const hasTaxed = ({ lines, deliveryPositions }: Cart, country: string): boolean => {
  for (const { basis } of lines) if (basis?.[2] !== country) return false;
  for (const { basis } of deliveryPositions) if (basis !== null && basis[2] !== country) return false;
  return true;
};

/**
 * Whether a change of details can tax nothing anew: the country that the draft then has, if it has one, taxed all there
 * is. Asked before the change, because a session that is read after it is copied first.
 */
export const keepsTax = (session: Session, { fields }: DetailsChange): boolean => {
  const named = fields['delivery_country_code'];
  const country = named === undefined ? countryOf(session) : named || session.chosen.country;
  return country === '' || hasTaxed(session.cart, country);
};

/**
 * Taxes by the delivery country what another country taxed. An order (`isOrdered`) without a delivery country that
 * several countries have taxed gets the shop's own. `otherwise`: the country where nothing says one. `reprices`: lists
 * of the country give their prices, too. Returns undefined if no amount changed.
 *
 * Refuses: AMOUNT_OUT_OF_RANGE.
 */
export const taxByDelivery = (
  tx: Transaction,
  sessionId: number,
  { isOrdered = false, otherwise = '', reprices = true } = {},
): Result<TaxedAgain | undefined> => {
  const session = tx.read('session', sessionId)!;
  const { cart } = session;
  const country = taxingCountry(tx, session, isOrdered) || otherwise;
  if (country === '' || hasTaxed(cart, country)) return ok(undefined);
  const rules = cartRules(tx.rules, session);
  const lines = linesOf(tx, rules, cart, country);
  const positions = cart.deliveryPositions.map((position) => taxedPosition(rules, position, country));
  const moved = positions.filter((position, index) => position !== cart.deliveryPositions[index]);
  if (lines.length + moved.length === 0) return ok(undefined);
  const priceMax = minorMax(rules.currencyDigits);
  if (lines.some(({ priceE4 }) => isBeyond(priceE4)) || moved.some(({ priceMinor }) => Math.abs(priceMinor) > priceMax))
    return refuseOutOfRange();
  const before = new Map(cart.lines.map((line) => [line.id, line]));
  const differs =
    lines.some((taxedAnew) => !isSame(before.get(taxedAnew.lineId)!, taxedAnew)) ||
    positions.some(({ priceMinor, rateE6 }, index) => {
      const old = cart.deliveryPositions[index]!;
      return old.priceMinor !== priceMinor || old.rateE6 !== rateE6;
    });
  const { totalMinor: beforeMinor } = calculate(cart);
  const { currencyDigits } = rules;
  const asked = tx.ask('session', sessionId, { type: 'tax_lines', lines, positions, currencyDigits });
  if (!asked.ok) return asked;
  const priced = reprices ? reprice(tx, sessionId, { why: 'country' }) : DONE;
  if (!priced.ok) return priced;
  const settled = settleCart(tx, sessionId);
  if (!settled.ok) return settled;
  const { totalMinor } = calculate(tx.read('session', sessionId)!.cart);
  return ok(differs ? { country, beforeMinor, totalMinor } : undefined);
};
