// What a product costs in a cart: the price of a list, or of its attribute (D78). Lines are priced anew, in the same
// record, where the pieces of their product, the person, or the country changes; the cart says so (`repriced`).
//
// Not promised: that a change of a list, or of a person's groups, touches lines that are there.
import { mapOk, ok } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { AttributeDefinition } from '../attributes/attributes.ts';
import { attributePrice, priceDefinition, taxedUnit } from '../calculation/unit-price.ts';
import { above } from '../catalogue/product-family.ts';
import { resolved } from '../catalogue/inheritance.ts';
import type { ShopObject } from '../catalogue/shop-object.ts';
import type { Milli, PriceE4 } from '../money.ts';
import { isListed, listedPrice } from '../prices/price-in-force.ts';
import { knownTaxClass } from '../rules.ts';
import type { Reader, Transaction } from '../transaction.ts';
import { quantityMilliOf } from './cart.ts';
import type { PriceLines } from './cart-lines.ts';
import type { Line, Listed } from './line.ts';
import type { Session } from './session.ts';

/** Why a line has another price. */
export const REPRICED_BY = ['quantity', 'login', 'logout', 'country'] as const;
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

/** Groups of the person whom the session's order will belong to; none for a guest. */
export const groupsOf = (shop: Reader, { userId, preparedFor }: Pick<Session, 'userId' | 'preparedFor'>) =>
  shop.read('user', userId === 0 ? preparedFor : userId)?.groups ?? [];

/**
 * `product`: with its inherited values. `definitions`: of its class.
 *
 * Refuses: PRICE_FIELD_INVALID, SHOPOBJECT_PRICE_MISSING, AMOUNT_OUT_OF_RANGE.
 */
export const priceFor = (
  shop: Reader,
  session: Pick<Session, 'userId' | 'preparedFor'>,
  product: ShopObject,
  definitions: readonly AttributeDefinition[],
  asked: PriceAsked,
): Result<PriceFound> => {
  const { rules } = shop;
  const { productId, priceField, language, channelId, country, pieces } = asked;
  const definition = priceDefinition(rules, definitions, priceField);
  if (!definition.ok) return definition;
  const ofAttribute = (): Result<PriceE4> => attributePrice(rules, definition.value, product.attributes, asked);
  if (!isListed(shop, priceField)) return mapOk(ofAttribute(), (givenE4) => ({ givenE4, listed: null }));
  const context = { channelId, groups: groupsOf(shop, session), country, currency: rules.currency };
  const found = listedPrice(shop, [productId, ...above(shop, product)], priceField, context, pieces);
  if (found === undefined)
    return mapOk(ofAttribute(), (givenE4) => ({ givenE4, listed: [0, 0 as Milli, priceField, language, channelId] }));
  const { listId, fromMilli, priceE4 } = found;
  return ok({ givenE4: priceE4, listed: [listId, fromMilli, priceField, language, channelId] });
};

/** The line with the price that counts now; undefined: it has that, or keeps what it has, because nothing says one. */
const pricedAnew = (
  tx: Transaction,
  session: Session,
  line: Line,
  pieces: number,
): PriceLines['lines'][number] | undefined => {
  const { basis, listed, productId } = line;
  const own = tx.read('shopobject', productId);
  if (listed === null || basis === null || own?.type !== 'product') return undefined;
  const [, , priceField, language, channelId] = listed;
  const [givenBefore, taxClass, country] = basis;
  const asked = { productId, priceField, language, channelId, country, pieces };
  const definitions = tx.read('class', own.classId)?.attributes ?? [];
  const found = priceFor(tx, session, resolved(tx, own), definitions, asked);
  const known = knownTaxClass(tx.rules, taxClass);
  if (!found.ok || known === undefined) return undefined;
  const { givenE4, listed: now } = found.value;
  const keepsList = now === null || (now[0] === listed[0] && now[1] === listed[1]);
  if (givenE4 === givenBefore && keepsList) return undefined;
  const unit = taxedUnit(tx.rules, known, country, givenE4);
  if (!unit.ok) return undefined;
  return { lineId: line.id, ...unit.value, listed: now ?? [0, 0 as Milli, priceField, language, channelId] };
};

interface Repricing {
  readonly why: RepricedBy;
  /** Product → by how much its pieces change; absent: every line is looked at. */
  readonly changed?: ReadonlyMap<number, number>;
}

/**
 * Prices the lines of a cart anew that another price counts for, before the change that is the reason. What an earlier
 * change priced anew is not said any more.
 *
 * Refuses: AMOUNT_OUT_OF_RANGE.
 */
export const reprice = (tx: Transaction, sessionId: number, { why, changed }: Repricing): Result<void> => {
  const session = tx.read('session', sessionId)!;
  const { lines: present, repriced } = session.cart;
  const lines = present.flatMap((line) => {
    const { productId } = line;
    if (line.listed === null || changed?.has(productId) === false) return [];
    const pieces = quantityMilliOf(session.cart, productId) + (changed?.get(productId) ?? 0);
    return pieces <= 0 ? [] : (pricedAnew(tx, session, line, pieces) ?? []);
  });
  if (lines.length + repriced.length === 0) return ok(undefined);
  const { currencyDigits } = tx.rules;
  return tx.ask('session', sessionId, { type: 'price_lines', lines, why, currencyDigits });
};
