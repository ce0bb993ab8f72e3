// The delivery of a cart by the rules of its method: which rule decides, and the positions that come of it. They stay
// with the cart, so that it shows the same until it changes, and its checkout asks again. A call that names delivery
// costs wins, until it takes them back; a method without rules costs what calls say.
//
// Weights of the catalogue are kilograms, lengths centimetres. A product that says none of what a rule asks for is
// named; free elements count in sums alone.
import { milligramsOf, millimetresOf } from '../attributes/measures.ts';
import { staysExact } from '../calculation/calculate.ts';
import { couponsTaken } from '../calculation/coupons.ts';
import type { PromotionUse } from '../calculation/promote.ts';
import type { DeliveryFacts, Measured } from '../delivery/facts.ts';
import { MEASURED_MAX } from '../delivery/facts.ts';
import { deliveryWords } from '../delivery/why-words.ts';
import { goodsByRate, positionsOf, priceOf } from '../delivery/rule-price.ts';
import type { DeliveryTerms } from '../delivery/terms.ts';
import { AS_GOODS } from '../delivery/terms.ts';
import { zipKeys } from '../delivery/zips.ts';
import type { Minor, PriceE4 } from '../money.ts';
import { tenTo } from '../money.ts';
import type { AnsweredBy, QuoteAnswer, QuoteAsked } from '../../kernel/extensions.ts';
import { nameIn } from '../rules.ts';
import { goodsOfCart } from '../promotions/goods.ts';
import { lackingIn } from '../stock/availability.ts';
import { wantedOf } from '../stock/pieces.ts';
import type { CartHolder } from '../stock/hold.ts';
import type { Reader } from '../transaction.ts';
import type { Cart, DeliveryPosition, Undelivered } from './cart.ts';
import { cartRules, countryOf } from './chosen.ts';
import { beyondOrder, freedMilli } from './edited-order.ts';
import type { Line } from './line.ts';
import { groupsOf } from './line-price.ts';
import { fieldOf } from './order-details.ts';
import type { Session } from './session.ts';
import { countryOfCalls } from './taxed-country.ts';

export interface Delivery {
  readonly positions: readonly DeliveryPosition[];
  readonly undelivered: Undelivered | null;
  /** The extension that has said the price, and that of the rules; absent: the rules have. */
  readonly said?: { readonly by: AnsweredBy; readonly ownE4: PriceE4 };
}

/**
 * The rule of a price that an extension has said of a method without rules, and what a cart is about that nobody prices
 * any more: no such cart is delivered for nothing.
 */
const quotedRule = (methodId: number): number => -methodId;

const wasQuoted = ({ deliveryPositions, undelivered }: Cart, methodId: number): boolean => {
  const [why, about] = undelivered ?? ['no_quote', deliveryPositions[0]?.ruleId];
  return why === 'no_quote' && about === quotedRule(methodId);
};

/** Whether a call has named the positions. */
export const isNamed = ({ isDeliveryGiven, deliveryPositions }: Cart): boolean =>
  isDeliveryGiven || deliveryPositions.some(({ ruleId }) => ruleId === 0);

const isByRule = ({ undelivered, deliveryPositions }: Cart): boolean =>
  undelivered !== null || deliveryPositions.some(({ ruleId }) => ruleId !== 0);

/** Whether a rule or an extension may decide about a cart, or has. */
export const hasDeliveryRules = (shop: Reader, cart: Cart): boolean =>
  shop.index('delivery_rule').ids.size > 0 || shop.quoteBy !== undefined || isByRule(cart);

/** Whether delivery may change with a change of the cart. */
export const mayDeliver = (shop: Reader, { cart, draft }: Pick<Session, 'cart' | 'draft'>): boolean =>
  hasDeliveryRules(shop, cart) && (draft.deliveryMethodId !== 0 || isByRule(cart));

export type Piece = Pick<Line, 'productId' | 'quantityMilli' | 'measures' | 'type' | 'sumMinor' | 'rateE6'>;

const measured = (lines: readonly Piece[], ofPiece: (measures: readonly number[]) => number): Measured => {
  let total = 0;
  for (const { productId, quantityMilli, measures } of lines) {
    if (productId === 0) continue;
    const one = ofPiece(measures);
    if (!(one > 0)) return { total: 0, lacking: productId };
    total = Math.min(MEASURED_MAX, total + one * quantityMilli);
  }
  return { total, lacking: 0 };
};

// By place: taking an array apart costs ten times as much.
const weightOf = (measures: readonly number[]): number => milligramsOf(measures[0] ?? 0);

const mm3Of = (measures: readonly number[]): number =>
  millimetresOf(measures[1] ?? 0) * millimetresOf(measures[2] ?? 0) * millimetresOf(measures[3] ?? 0);

const once = <T>(make: () => T): (() => T) => {
  let known: T | undefined;
  return () => (known ??= make());
};

/** Where goods go to, and whose they are. */
export interface Destination extends Pick<
  DeliveryFacts,
  'currency' | 'country' | 'channelId' | 'groups' | 'sumBeforeMinor' | 'sumAfterMinor'
> {
  /** As the address has it. */
  readonly zip: string;
  readonly holder: CartHolder;
  /** The placed order that a session edits; absent: none. */
  readonly edits?: Session['edits'];
}

/** What rules ask of some goods. */
export const factsOf = (shop: Reader, lines: readonly Piece[], to: Destination): DeliveryFacts => {
  const goods = new Set<number>();
  let piecesMilli = 0;
  for (const { productId, quantityMilli } of lines) {
    if (productId === 0) continue;
    goods.add(productId);
    piecesMilli += quantityMilli;
  }
  const { isAmong } = goodsOfCart(shop);
  const wanted = once(() => wantedOf({ lines }));
  const buyer = once(() => ({ ...to.holder, freed: freedMilli(shop, to, wanted()) }));
  // One literal: spread objects are several times as slow, and each change of a cart makes these.
  return {
    currency: to.currency,
    country: to.country,
    channelId: to.channelId,
    groups: to.groups,
    sumBeforeMinor: to.sumBeforeMinor,
    sumAfterMinor: to.sumAfterMinor,
    zip: zipKeys(to.zip),
    piecesMilli,
    goods: [...goods],
    weight: once(() => measured(lines, weightOf)),
    volume: once(() => measured(lines, mm3Of)),
    isAmong,
    lackingIn: (storageId) => lackingIn(shop, storageId, beyondOrder(to, wanted()), buyer()),
  };
};

export type DeliveredSession = Pick<
  Session,
  'userId' | 'preparedFor' | 'chosen' | 'draft' | 'channelId' | 'cart' | 'generation'
> &
  Partial<Pick<Session, 'edits'>>;

/** What promotions and coupons leave of the goods. */
const sumAfter = ({ sumMinor, lines, coupons, couponUses }: Cart, promotions: readonly PromotionUse[]): number => {
  let taken = 0;
  for (const { parts } of promotions) for (const [, , minor] of parts) taken += minor;
  if (coupons.length > 0) {
    const deliveryPositions: Cart['deliveryPositions'] = [];
    taken += couponsTaken({ sumMinor, lines, coupons, couponUses, promotions, deliveryPositions });
  }
  return sumMinor - taken;
};

/** What rules ask of a session's cart. `promotions`: what they give it. */
export const factsOfCart = (
  shop: Reader,
  session: DeliveredSession,
  sessionId: number,
  promotions: readonly PromotionUse[],
): DeliveryFacts => {
  const { cart, draft, channelId, generation, edits = null } = session;
  return factsOf(shop, cart.lines, {
    currency: cartRules(shop.rules, session).currency,
    country: countryOf(session) || countryOfCalls(cart, shop.rules),
    zip: fieldOf(draft, 'delivery_zip'),
    channelId,
    groups: groupsOf(shop, session),
    sumBeforeMinor: cart.sumMinor,
    sumAfterMinor: sumAfter(cart, promotions),
    holder: { sessionId, generation },
    edits,
  });
};

const NONE: Delivery = { positions: [], undelivered: null };
const refused = (...undelivered: Undelivered): Delivery => ({ positions: [], undelivered });

/** What a method costs some goods, but for what an extension says. */
export interface Charged {
  /** The rule that decides; undefined: none does. */
  readonly terms: DeliveryTerms | undefined;
  /** What extensions may be asked; undefined: the method is not to be had, whatever they say. */
  readonly asked: (() => QuoteAsked) | undefined;
  /** Undefined: neither a rule nor an extension says what it costs. */
  readonly priced: (quoted: QuoteAnswer) => Delivery | undefined;
}

const barred = (...undelivered: Undelivered): Charged => {
  const delivery = refused(...undelivered);
  return { terms: undefined, asked: undefined, priced: () => delivery };
};

/**
 * Rules say whether a method is to be had; where it is, an extension may say what it costs in their place. `userId`:
 * whose cart it is.
 */
export const chargedFor = (
  shop: Reader,
  methodId: number,
  facts: DeliveryFacts,
  lines: readonly Piece[],
  userId = 0,
): Charged | undefined => {
  shop.trackAbsence('delivery_rule');
  const table = shop.index('delivery_rule').tableOf(methodId);
  const method = shop.rules.deliveryMethods.find(({ id }) => id === methodId);
  if (method === undefined) return table && barred('method_gone', methodId);
  const chosen = table?.choose(facts);
  if (table !== undefined && chosen === undefined) {
    const { why, about } = table.whyNone(facts);
    return barred(why, about);
  }
  const rules = cartRules(shop.rules, { chosen: { currency: facts.currency, country: '' } });
  const goods = (): ReturnType<typeof goodsByRate> => goodsByRate(lines);
  const ownE4 = (): PriceE4 | undefined => chosen && priceOf(chosen, facts);
  const priced = (quoted: QuoteAnswer): Delivery | undefined => {
    if (quoted === 'failed') return refused('no_quote', methodId);
    if (quoted === undefined && chosen === undefined) return undefined;
    const { id, name, taxClass } = chosen ?? {
      id: quotedRule(methodId),
      name: nameIn(method.name, '', rules.language),
      taxClass: AS_GOODS,
    };
    const terms = quoted && {
      id,
      name: quoted.name || name,
      taxClass: quoted.taxClass || taxClass,
      priceE4: quoted.minor * tenTo(4 - rules.currencyDigits),
      perKgE4: 0,
      perPieceE4: 0,
      freeFromMinor: 0,
      basis: 'after' as const,
    };
    const positions = positionsOf(rules, terms ?? chosen!, facts, { country: facts.country, goods });
    if (positions === undefined) return refused('out_of_range', id);
    const said = quoted && { by: quoted.by, ownE4: ownE4() ?? (0 as PriceE4) };
    return { positions, undelivered: null, ...(said && { said }) };
  };
  const asked = (): QuoteAsked => ({
    methodId,
    userId,
    currency: facts.currency,
    country: facts.country,
    zip: facts.zip.whole,
    channelId: facts.channelId,
    groups: facts.groups,
    goods: lines,
    sumAfterMinor: facts.sumAfterMinor,
    ownE4: ownE4(),
  });
  return { terms: chosen, asked, priced };
};

/** Refused where the amounts of the cart would no longer be exact with it. */
export const deliveryWithin = ({ volumeMinor }: Cart, delivery: Delivery): Delivery =>
  staysExact(volumeMinor as Minor, delivery.positions, 0) ? delivery : refused('out_of_range', 0);

/**
 * The delivery of a session's cart. `promotions`: what they give it now. Undefined: an extension would have to be
 * asked, and is not (`asksNobody`).
 */
export const deliveryOf = (
  shop: Reader,
  session: DeliveredSession,
  sessionId: number,
  promotions: readonly PromotionUse[],
  asksNobody = false,
): Delivery | undefined => {
  const { cart, userId, preparedFor } = session;
  const { deliveryMethodId: methodId } = session.draft;
  if (isNamed(cart)) return { positions: cart.deliveryPositions, undelivered: null };
  if (methodId === 0 || cart.lines.length === 0) return NONE;
  const facts = factsOfCart(shop, session, sessionId, promotions);
  const charged = chargedFor(shop, methodId, facts, cart.lines, userId || preparedFor);
  const asked = shop.quoteBy && charged?.asked;
  if (asked !== undefined && asksNobody) return undefined;
  const delivery = charged?.priced(asked && shop.quoteBy!(asked())) ?? NONE;
  const isUnsaid = delivery === NONE || delivery.undelivered?.[0] === 'no_quote';
  return isUnsaid && wasQuoted(cart, methodId)
    ? refused('no_quote', quotedRule(methodId))
    : deliveryWithin(cart, delivery);
};

/** Where the buyer fetches a cart by the rule of its delivery; 0: it is sent. */
export const storageOf = (shop: Reader, { deliveryPositions }: Cart): number => {
  const ruleId = deliveryPositions[0]?.ruleId ?? 0;
  return ruleId <= 0 ? 0 : (shop.read('delivery_rule', ruleId)?.terms.storageId ?? 0);
};

/** Why a delivery method is not to be had, as a sentence. `language`: a code such as de_DE. */
export const undeliveredText = ([why, about]: Undelivered, language = ''): string =>
  deliveryWords(language).why[why](about);
