// What a product costs in a cart: the price of a list, or of its attribute (D78). Lines are priced anew, in the same
// record, where the pieces of their product, the person, the country or the currency changes, and once their price was
// held as long as the shop says; the cart says so (`repriced`).
//
// Not promised: that a change of a list, or of a person's groups, touches a line before that time.
import { DONE, mapOk, ok, refuse, shown } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { AttributeDefinition } from '../attributes/attributes.ts';
import { attributePrice, priceDefinition, taxedUnit } from '../calculation/unit-price.ts';
import { above } from '../catalogue/product-family.ts';
import { resolved } from '../catalogue/inheritance.ts';
import type { ShopObject } from '../catalogue/shop-object.ts';
import type { Milli, PriceE4 } from '../money.ts';
import { contextOf } from '../prices/price-context.ts';
import type { PriceContext } from '../prices/price-context.ts';
import { isListed, listedPrice } from '../prices/price-in-force.ts';
import { knownTaxClass } from '../rules.ts';
import type { Reader, Transaction } from '../transaction.ts';
import { quantityMilliOf } from './cart.ts';
import type { Cart } from './cart.ts';
import { cartRules } from './chosen.ts';
import type { TaxedLine } from './cart-lines.ts';
import type { Line, Listed } from './line.ts';
import type { Session } from './session.ts';

/** Why a line has another price. */
export const REPRICED_BY = ['quantity', 'login', 'logout', 'country', 'currency', 'hold'] as const;
export type RepricedBy = (typeof REPRICED_BY)[number];

interface PriceAsked {
  readonly productId: number;
  readonly priceField: string;
  readonly language: string;
  readonly channelId: number;
  readonly country: string;
  /** Pieces of the product in the whole cart. */
  readonly pieces: number;
}

interface PriceFound {
  /** Before tax is added or taken out. */
  readonly givenE4: PriceE4;
  readonly listed: Listed | null;
}

type Shopper = Pick<Session, 'userId' | 'preparedFor' | 'chosen'>;

/** Groups of the person whom the session's order will belong to; none for a guest. */
export const groupsOf = (shop: Reader, { userId, preparedFor }: Pick<Session, 'userId' | 'preparedFor'>) =>
  shop.read('user', userId === 0 ? preparedFor : userId)?.groups ?? [];

/** Whether a line may ever have another price than its attribute says now. */
const mayChange = (shop: Reader, field: string): boolean =>
  isListed(shop, field) || shop.rules.currencies.length > 0 || shop.rules.priceHoldMs > 0;

type Named = Pick<PriceAsked, 'productId' | 'priceField' | 'language'>;

/** The price of the attribute. Refuses: SHOPOBJECT_PRICE_MISSING, AMOUNT_OUT_OF_RANGE. */
const attributeIn = (
  { rules }: Reader,
  currency: string,
  { attributes }: ShopObject,
  definition: AttributeDefinition,
  asked: Named,
): Result<PriceE4> =>
  currency === rules.currency
    ? attributePrice(rules, definition, attributes, asked)
    : refuse(
        'SHOPOBJECT_PRICE_MISSING',
        'price_field',
        `No price list has a price of product ${asked.productId} in ${currency}.`,
      );

type Found = readonly [priceE4: PriceE4, listId: number, fromMilli: number];

/**
 * The price that counts under a context: that of a list, else of the attribute. `product`: with its inherited values.
 *
 * Refuses: SHOPOBJECT_PRICE_MISSING, AMOUNT_OUT_OF_RANGE.
 */
export const priceUnder = (
  shop: Reader,
  context: PriceContext,
  product: ShopObject,
  definition: AttributeDefinition,
  asked: Named & Pick<PriceAsked, 'pieces'>,
): Result<Found> => {
  const { productId, priceField, pieces } = asked;
  const found = listedPrice(shop, [productId, ...above(shop, product)], priceField, context, pieces);
  if (found !== undefined) return ok([found.priceE4, found.listId, found.fromMilli]);
  return mapOk(attributeIn(shop, context.currency, product, definition, asked), (priceE4) => [priceE4, 0, 0]);
};

/**
 * `product`: with its inherited values. `definitions`: of its class.
 *
 * Refuses: PRICE_FIELD_INVALID, SHOPOBJECT_PRICE_MISSING, AMOUNT_OUT_OF_RANGE.
 */
export const priceFor = (
  shop: Reader,
  session: Shopper,
  product: ShopObject,
  definitions: readonly AttributeDefinition[],
  asked: PriceAsked,
): Result<PriceFound> => {
  const { priceField, language, channelId, country } = asked;
  const definition = priceDefinition(shop.rules, definitions, priceField);
  if (!definition.ok) return definition;
  const { currency } = cartRules(shop.rules, session);
  if (!mayChange(shop, priceField))
    return mapOk(attributeIn(shop, currency, product, definition.value, asked), (givenE4) => ({
      givenE4,
      listed: null,
    }));
  const context = contextOf(channelId, groupsOf(shop, session), country, currency);
  return mapOk(priceUnder(shop, context, product, definition.value, asked), ([givenE4, listId, fromMilli]) => ({
    givenE4,
    listed: [listId, fromMilli as Milli, priceField, language, channelId, shop.atMs],
  }));
};

type PricedLine = TaxedLine & { readonly listed: Listed };

/**
 * The price that counts for a line now.
 *
 * Refuses: SHOPOBJECT_PRICE_MISSING, PRICE_FIELD_INVALID, AMOUNT_OUT_OF_RANGE.
 */
const priceNow = (
  tx: Transaction,
  session: Session,
  { basis, listed, productId, id }: Line,
  pieces: number,
): Result<PricedLine> => {
  const own = tx.read('shopobject', productId);
  if (listed === null || basis === null || own?.type !== 'product')
    return refuse('SHOPOBJECT_PRICE_MISSING', id, `The line ${id} is no product whose price is found again.`);
  const [, , priceField, language, channelId] = listed;
  const [, taxClass, country] = basis;
  const asked = { productId, priceField, language, channelId, country, pieces };
  const definitions = tx.read('class', own.classId)?.attributes ?? [];
  const found = priceFor(tx, session, resolved(tx, own), definitions, asked);
  if (!found.ok) return found;
  const rules = cartRules(tx.rules, session);
  const known = knownTaxClass(rules, taxClass);
  if (known === undefined) return refuse('SHOPOBJECT_PRICE_MISSING', id, `The tax class of the line ${id} is gone.`);
  const { givenE4, listed: now } = found.value;
  const unit = taxedUnit(rules, known, country, givenE4);
  return mapOk(unit, (taxed) => ({ lineId: id, ...taxed, listed: now ?? listed }));
};

/** Whether the price of a line was held as long as the shop says. */
const isHeldOut = ({ rules: { priceHoldMs }, atMs }: Reader, { listed }: Line): boolean =>
  priceHoldMs > 0 && listed !== null && atMs - (listed[5] ?? 0) >= priceHoldMs;

/**
 * The line with the price that counts now, which is held from now on; undefined: it has that already, or keeps what it
 * has, because nothing says one.
 */
const pricedAnew = (tx: Transaction, session: Session, line: Line, pieces: number): PricedLine | undefined => {
  const priced = priceNow(tx, session, line, pieces);
  if (!priced.ok) return undefined;
  const { basis, listed } = priced.value;
  const isSame = basis[0] === line.basis![0] && listed[0] === line.listed![0] && listed[1] === line.listed![1];
  return isSame && !isHeldOut(tx, line) ? undefined : priced.value;
};

interface Repricing {
  readonly why: RepricedBy;
  /** Product → by how much its pieces change; absent: every line is looked at. */
  readonly changed?: ReadonlyMap<number, number>;
}

/** Whether a line of the cart has a price that was held as long as the shop says. */
export const hasHeldOut = (shop: Reader, { lines }: Cart): boolean =>
  shop.rules.priceHoldMs > 0 && lines.some((line) => isHeldOut(shop, line));

/**
 * Prices the lines of a cart anew that another price counts for, before the change that is the reason, and those whose
 * price was held as long as the shop says. What an earlier change priced anew is not said any more.
 *
 * Refuses: AMOUNT_OUT_OF_RANGE.
 */
export const reprice = (tx: Transaction, sessionId: number, { why, changed }: Repricing): Result<void> => {
  const session = tx.read('session', sessionId)!;
  const { lines: present, repriced } = session.cart;
  const lines = present.flatMap((line) => {
    const { productId } = line;
    if (line.listed === null || (changed?.has(productId) === false && !isHeldOut(tx, line))) return [];
    const pieces = quantityMilliOf(session.cart, productId) + (changed?.get(productId) ?? 0);
    return pieces <= 0 ? [] : (pricedAnew(tx, session, line, pieces) ?? []);
  });
  if (lines.length + repriced.length === 0) return ok(undefined);
  const { currencyDigits } = cartRules(tx.rules, session);
  return tx.ask('session', sessionId, { type: 'price_lines', lines, why, currencyDigits });
};

/** What of a cart has its amount in a currency and cannot have it in another one, in words; '': nothing. */
const boundBy = ({ lines, coupons, deliveryPositions }: Cart): string => {
  const free = lines.find(({ listed, basis }) => listed === null || basis === null);
  if (free !== undefined) return `The line ${free.id} was added with its price`;
  const coupon = coupons.find(({ terms }) => !terms.percentage);
  if (coupon !== undefined) return `The coupon ${shown(coupon.code)} takes off an amount`;
  return deliveryPositions.some(({ ruleId }) => ruleId === 0) ? 'Delivery costs are an amount' : '';
};

/**
 * Prices every line in the currency that the session has chosen. Nothing is converted.
 *
 * Refuses: CART_KEEPS_CURRENCY with what is bound to the currency before, SHOPOBJECT_PRICE_MISSING,
 * AMOUNT_OUT_OF_RANGE.
 */
export const priceInCurrency = (tx: Transaction, sessionId: number): Result<void> => {
  const session = tx.read('session', sessionId)!;
  const bound = boundBy(session.cart);
  if (bound !== '') return refuse('CART_KEEPS_CURRENCY', 'currency', `${bound}: take it out of the cart first.`);
  const lines: PricedLine[] = [];
  for (const line of session.cart.lines) {
    const priced = priceNow(tx, session, line, quantityMilliOf(session.cart, line.productId));
    if (!priced.ok) return { ...priced, param: String(line.productId) };
    lines.push(priced.value);
  }
  if (lines.length === 0) return DONE;
  const { currencyDigits } = cartRules(tx.rules, session);
  return tx.ask('session', sessionId, { type: 'price_lines', lines, why: 'currency', currencyDigits });
};
