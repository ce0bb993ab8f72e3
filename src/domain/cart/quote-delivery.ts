// What each delivery method costs a cart, or some pieces of a product before there is a cart, and when it arrives.
import type { QuoteAnswer } from '../../kernel/extensions.ts';
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { priceDefinition, taxedUnit } from '../calculation/unit-price.ts';
import { objectSeen } from '../catalogue/find-object.ts';
import { resolved } from '../catalogue/inheritance.ts';
import { inCurrency } from '../currencies.ts';
import { deliveryDays } from '../delivery/days.ts';
import type { DeliveryDays } from '../delivery/days.ts';
import type { DeliveryFacts } from '../delivery/facts.ts';
import { zipKeys } from '../delivery/zips.ts';
import { lineSum } from '../money.ts';
import type { Milli, Minor } from '../money.ts';
import type { PriceContext } from '../prices/price-context.ts';
import { rateIn, standardPriceField, taxClassOf } from '../rules.ts';
import type { Method } from '../rules.ts';
import type { Reader } from '../transaction.ts';
import { chargedFor, deliveryWithin, factsOf, factsOfCart } from './deliver-cart.ts';
import type { Charged, Delivery, DeliveredSession, Piece } from './deliver-cart.ts';
import { priceUnder } from './line-price.ts';

export interface MethodQuote {
  readonly method: Method;
  /** What extensions may be asked; undefined: nothing. */
  readonly asked: Charged['asked'];
  /** By what extensions say. Undefined: the method has no rules, and calls say what it costs. */
  readonly delivery: (quoted: QuoteAnswer) => Delivery | undefined;
  readonly terms: Charged['terms'];
  readonly days: DeliveryDays | undefined;
  /** Where the buyer fetches the goods; 0: they are sent. */
  readonly storageId: number;
}

/** Where the goods go to, of what the caller names; '': as the draft says. */
interface Place {
  readonly country: string;
  readonly zip: string;
}

const quotes = (
  shop: Reader,
  facts: DeliveryFacts,
  lines: readonly Piece[],
  within: (delivery: Delivery) => Delivery = (delivery) => delivery,
  userId = 0,
): readonly MethodQuote[] =>
  shop.rules.deliveryMethods.map((method): MethodQuote => {
    const charged = chargedFor(shop, method.id, facts, lines, userId);
    const terms = charged?.terms;
    const days = terms === undefined ? undefined : deliveryDays(shop.rules, terms, shop.atMs);
    const delivery = (quoted: QuoteAnswer): Delivery | undefined => {
      const asked = charged?.priced(quoted);
      return asked && within(asked);
    };
    return { method, asked: charged?.asked, delivery, terms, days, storageId: terms?.storageId ?? 0 };
  });

/** As the cart is now. */
export const quotesOfCart = (
  shop: Reader,
  session: DeliveredSession,
  sessionId: number,
  { country, zip }: Place,
): readonly MethodQuote[] => {
  const facts = factsOfCart(shop, session, sessionId, session.cart.promotions);
  const there = {
    ...facts,
    ...(country !== '' && { country }),
    ...(zip !== '' && { zip: zipKeys(zip) }),
  };
  const { cart, userId, preparedFor } = session;
  return quotes(shop, there, cart.lines, (delivery) => deliveryWithin(cart, delivery), userId || preparedFor);
};

/**
 * Pieces of one product, as a product page has them: nobody's promotions or coupons.
 *
 * Refuses: SHOPOBJECT_NOT_FOUND, PRICE_FIELD_INVALID, SHOPOBJECT_PRICE_MISSING, AMOUNT_OUT_OF_RANGE.
 */
export const quotesOfProduct = (
  shop: Reader,
  productId: number,
  quantityMilli: Milli,
  context: PriceContext,
  zip: string,
): Result<readonly MethodQuote[]> => {
  const own = objectSeen(shop, productId, 'product', false);
  if (!own.ok) return own;
  const rules = inCurrency(shop.rules, context.currency);
  const priceField = standardPriceField(rules);
  const definitions = shop.read('class', own.value.classId)?.attributes ?? [];
  const definition = priceDefinition(rules, definitions, priceField);
  if (!definition.ok) return definition;
  const product = resolved(shop, own.value);
  const asked = { productId, priceField, language: rules.language, pieces: quantityMilli };
  const found = priceUnder(shop, context, product, definition.value, asked);
  if (!found.ok) return found;
  const taxClass = taxClassOf(rules, product.metadata.taxclass ?? '');
  const unit = taxedUnit(rules, taxClass, context.country, found.value[0]);
  if (!unit.ok) return unit;
  const { priceE4, rateE6 } = unit.value;
  const sumMinor = lineSum(priceE4, quantityMilli, rules.currencyDigits);
  if (!Number.isSafeInteger(sumMinor)) return refuse('AMOUNT_OUT_OF_RANGE', 'quantity');
  const { weight = 0, length = 0, width = 0, height = 0 } = product.metadata;
  const measures = [weight, length, width, height];
  const lines = [{ type: 'PRODUCT' as const, productId, quantityMilli, measures, sumMinor, rateE6 }];
  const facts = factsOf(shop, lines, {
    ...context,
    zip,
    sumBeforeMinor: sumMinor,
    sumAfterMinor: sumMinor,
    holder: { sessionId: 0, generation: 0 },
  });
  return ok(quotes(shop, facts, lines));
};

/** Goods that nobody names; `weightE6`: in 1/1,000,000 of a kilogram. */
interface WeighedGoods {
  readonly weightE6: number;
  readonly sumMinor: Minor;
  readonly piecesMilli: Milli;
}

/**
 * Goods of a weight, as a carrier's price list is read. They are of the first tax class, meet what rules ask of
 * products and are in each storage; how large they are is not known.
 */
export const quotesOfWeight = (
  shop: Reader,
  { weightE6, sumMinor, piecesMilli }: WeighedGoods,
  context: PriceContext,
  zip: string,
): readonly MethodQuote[] => {
  const { country, currency } = context;
  const rules = inCurrency(shop.rules, currency);
  const rateE6 = rateIn(rules, taxClassOf(rules, ''), country);
  const measures = [weightE6 / 1000 / piecesMilli];
  const line = { type: 'PRODUCT' as const, productId: 0, quantityMilli: piecesMilli, measures, sumMinor, rateE6 };
  const facts: DeliveryFacts = {
    ...factsOf(shop, [], {
      ...context,
      zip,
      sumBeforeMinor: sumMinor,
      sumAfterMinor: sumMinor,
      holder: { sessionId: 0, generation: 0 },
    }),
    piecesMilli,
    weight: () => ({ total: weightE6 * 1000, lacking: 0 }),
    volume: () => ({ total: 0, lacking: -1 }),
    lackingIn: () => 0,
  };
  return quotes(shop, facts, [line]);
};
