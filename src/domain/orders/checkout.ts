// From cart to order in one decision: stock, coupons, order, hand-over and the next session are one record (D110). A
// repeated checkout of a session gives the same order (D25).
import { DONE, ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { pick } from '../stock/availability.ts';
import { wantedOf } from '../stock/pieces.ts';
import type { Cart } from '../cart/cart.ts';
import type { Line } from '../cart/line.ts';
import type { Totals } from '../calculation/calculate.ts';
import { calculate } from '../calculation/calculate.ts';
import { volumeOf } from '../cart/line.ts';
import { storageOf, undeliveredText } from '../cart/deliver-cart.ts';
import { taxByDelivery } from '../cart/delivery-tax.ts';
import { countryOfCalls } from '../cart/taxed-country.ts';
import { releaseRest } from '../cart/cart-hold.ts';
import { cartRules } from '../cart/chosen.ts';
import { needsSettling, settleCart } from '../cart/settle-cart.ts';
import { hasHeldOut, reprice } from '../cart/line-price.ts';
import { redeemCoupons } from '../coupons/redeem-coupons.ts';
import type { CouponUse } from '../calculation/discount.ts';
import type { Milli, PriceE4 } from '../money.ts';
import { decimalText, taxWithin, tenTo } from '../money.ts';
import { bookingDay } from '../time/closed-month.ts';
import { bindExchange, exchangedBy } from './exchange.ts';
import { nextInvoice } from './invoice-number.ts';
import { NO_NUMBER } from './placed-order.ts';
import { deliveryCountryOf, lacking, placedDetails } from '../cart/order-details.ts';
import type { OrderDetails } from '../cart/order-details.ts';
import type { Session } from '../cart/session.ts';
import type { SessionRef } from '../cart/session-commands.ts';
import { rootOf } from '../catalogue/product-family.ts';
import { checkQuantity } from '../catalogue/quantity-step.ts';
import { currentProfile } from './shop-profile.ts';
import type { ShopRules } from '../rules.ts';
import type { Reader, Transaction } from '../transaction.ts';
import { mailBuyer } from './mail-buyer.ts';
import { fire } from '../webhooks/fire-webhooks.ts';

export interface Placed {
  readonly orderId: number;
  readonly next: SessionRef;
}

/**
 * The cart as the order keeps it: every delivery position is a line as well, and what coupons took off stays for ever.
 * The lines are the session's own, which has none of them once the order is placed.
 */
export const frozen = (cart: Cart, digits: number, uses: readonly CouponUse[]): Cart => {
  const delivery = cart.deliveryPositions.map(({ name, priceMinor, rateE6 }, index): Line => ({
    id: cart.linesCreated + index + 1,
    type: 'DELIVERY_COSTS',
    productId: 0,
    elementNumber: '',
    quantityMilli: 1000 as Milli,
    priceE4: (priceMinor * tenTo(4 - digits)) as PriceE4,
    sumMinor: priceMinor,
    rateE6,
    taxMinor: taxWithin(priceMinor, rateE6),
    sumTaxMinor: taxWithin(priceMinor, rateE6),
    name,
    description: '',
    attributes: [],
    parentId: 0,
    measures: [],
    markup: 0,
    basis: null,
    listed: null,
    derivedCache: undefined,
  }));
  const lines = [...cart.lines, ...delivery];
  // Written out, because a spread with members behind it takes a microsecond.
  return {
    createdMs: cart.createdMs,
    lines,
    linesCreated: cart.linesCreated + delivery.length,
    lastLineId: cart.lastLineId,
    sumMinor: cart.sumMinor,
    volumeMinor: volumeOf(lines),
    index: undefined,
    deliveryPositions: cart.deliveryPositions,
    coupons: cart.coupons,
    couponUses: uses,
    repriced: [],
    promotions: cart.promotions,
    nearly: [],
    isDeliveryGiven: cart.isDeliveryGiven,
    undelivered: null,
    answered: cart.answered,
  };
};

const startNext = (tx: Transaction, session: Session): Result<SessionRef> => {
  const { userId, subject, username, loginGeneration, chosen, channelId } = session;
  const id = tx.create('session', {
    type: 'start',
    nonce: tx.random(12),
    lifeMs: tx.rules.sessionTtlMs,
    userId,
    subject: userId === 0 ? 0 : subject,
    username,
    loginGeneration,
    chosen,
    channelId,
    afterCheckout: true,
  });
  if (!id.ok) return id;
  const { generation, nonce, createdMs } = tx.read('session', id.value)!;
  return ok({ id: id.value, generation, nonce, createdMs });
};

/**
 * Whether a repeated checkout may answer with this order and its next session, which has the buyer's login:
 * a user's order is returned to the same user only, a guest's to anybody.
 */
export const mayRepeatCheckout = (
  shop: Reader,
  orderId: number,
  { userId, preparedFor }: Pick<Session, 'userId' | 'preparedFor'>,
): boolean => {
  const placedBy = shop.read('order', orderId)?.userId;
  return placedBy === 0 || placedBy === (userId === 0 ? preparedFor : userId);
};

interface CheckoutWishes {
  /** The total that the shopper was shown, where the caller names it. */
  readonly expectedMinor?: number | undefined;
  /** The back office may send to any country (D121). */
  readonly isFree?: boolean;
  /** Whose call it is. */
  readonly channelId?: number;
  /** In which the buyer is written to. */
  readonly language?: string;
}

/**
 * Places the order of a session's cart and opens the session that follows. Repeated on a session that has checked out
 * and has no new lines, it returns the same order again; that of a user only while the user is logged in there.
 *
 * Refuses: SESSION_IS_EDIT, CART_EMPTY, CART_TOTAL_NEGATIVE, TOTAL_CHANGED where another total was expected or the
 * delivery country has not taxed all lines and comes to another one than the cart shows,
 * DELIVERY_METHOD_NOT_AVAILABLE with the reason, ORDER_DETAILS_MISSING with what lacks,
 * SESSION_LIMIT_REACHED; COUNTRY_NOT_DELIVERED_TO, PAYMENT_METHOD_NOT_FOUND and DELIVERY_METHOD_NOT_FOUND where the
 * shop has given up since what the draft names; with the product's id QUANTITY_INVALID and, as `pick`,
 * SHOPOBJECT_NOT_AVAILABLE, AMOUNT_OUT_OF_RANGE; with the code of a coupon: COUPON_NOT_VALID, COUPON_NOT_YET_VALID,
 * COUPON_EXPIRED, COUPON_USED, COUPON_NOT_COMBINEABLE; RETURN_ENDED and CURRENCY_NOT_FOUND as `exchangedBy`.
 */
export const checkout = (tx: Transaction, sessionId: number, wishes: CheckoutWishes = {}): Result<Placed> => {
  const session = tx.read('session', sessionId)!;
  if (session.edits !== null) return refuse('SESSION_IS_EDIT', 'session');
  const { cart, placedOrderId, nextSession } = session;
  if (cart.lines.length > 0) return placeOrder(tx, sessionId, wishes);
  return nextSession === null || !mayRepeatCheckout(tx, placedOrderId, session)
    ? refuse('CART_EMPTY', 'session')
    : ok({ orderId: placedOrderId, next: nextSession });
};

/**
 * Returns the cart's total, taxed again for the country that the order goes to, priced anew where prices were held as
 * long as the shop says, with what promotions give and delivery rules charge by now. In a session that an older version
 * began, lines may still have another country's tax, or without a delivery country those of several calls. Such a total
 * was never shown, so it is ordered only where it is the expected one.
 */
export const agreedTotal = (tx: Transaction, sessionId: number, expectedMinor: number | undefined): Result<Totals> => {
  const session = tx.read('session', sessionId)!;
  // Asked before, because a session that is read after a change is another one.
  const isHeldOut = hasHeldOut(tx, session.cart);
  const settles = needsSettling(tx, session);
  const heldMinor = isHeldOut || settles ? calculate(session.cart).totalMinor : undefined;
  const priced = isHeldOut ? reprice(tx, sessionId, { why: 'hold' }) : DONE;
  if (!priced.ok) return priced;
  const again = taxByDelivery(tx, sessionId, { isOrdered: true });
  if (!again.ok) return again;
  const settled = settles ? settleCart(tx, sessionId) : DONE;
  if (!settled.ok) return settled;
  const { cart } = tx.read('session', sessionId)!;
  if (cart.undelivered !== null)
    return refuse('DELIVERY_METHOD_NOT_AVAILABLE', cart.undelivered[0], undeliveredText(cart.undelivered));
  const totals = calculate(cart);
  const shownMinor = expectedMinor ?? heldMinor ?? again.value?.beforeMinor ?? totals.totalMinor;
  if (shownMinor === totals.totalMinor) return ok(totals);
  const { currencyDigits } = cartRules(tx.rules, session);
  const [now, shown] = [totals.totalMinor, shownMinor].map((minor) => decimalText(minor, currencyDigits));
  const how = heldMinor === undefined ? 'set the delivery country again' : 'show the cart, which has it now';
  const detail = `The cart comes to ${now}, not to ${shown}: expect that, or ${how}.`;
  return refuse('TOTAL_CHANGED', 'expected_total', detail);
};

/** Gives a cart the prices, promotions and delivery that its checkout was refused for, so that it shows them. */
export const bringUpToDate = (tx: Transaction, sessionId: number): Result<void> => {
  const session = tx.read('session', sessionId)!;
  const settles = needsSettling(tx, session);
  const priced = hasHeldOut(tx, session.cart) ? reprice(tx, sessionId, { why: 'hold' }) : DONE;
  return priced.ok && settles ? settleCart(tx, sessionId) : priced;
};

/** Lines of before a step was set, or an older version had none. Refuses: QUANTITY_INVALID with the product's id. */
export const checkSteps = (tx: Transaction, { lines }: Cart): Result<void> => {
  for (const { productId, quantityMilli } of lines) {
    const product = productId === 0 ? undefined : tx.read('shopobject', productId);
    const stepped = product === undefined ? DONE : checkQuantity(tx, product, quantityMilli, productId);
    if (!stepped.ok) return stepped;
  }
  return DONE;
};

/**
 * What the order needs may have gone since the draft named it. `isFree`: the order may go to any country (D121).
 *
 * Refuses: COUNTRY_NOT_DELIVERED_TO; PAYMENT_METHOD_NOT_FOUND, DELIVERY_METHOD_NOT_FOUND, with its id.
 */
const checkOffered = (draft: OrderDetails, rules: ShopRules, totalMinor: number, isFree: boolean): Result<void> => {
  const country = deliveryCountryOf(draft);
  const isServed = country === '' || rules.deliveryCountries.length === 0 || rules.deliveryCountries.includes(country);
  if (!isFree && !isServed) return refuse('COUNTRY_NOT_DELIVERED_TO', 'delivery_country');
  const { paymentMethodId: payment, deliveryMethodId: delivery } = draft;
  if (payment !== 0 && totalMinor !== 0 && !rules.paymentMethods.some(({ id }) => id === payment))
    return refuse('PAYMENT_METHOD_NOT_FOUND', payment);
  const isNeeded = delivery !== 0 && rules.checkoutRequires.includes('id_delivery_method');
  return isNeeded && !rules.deliveryMethods.some(({ id }) => id === delivery)
    ? refuse('DELIVERY_METHOD_NOT_FOUND', delivery)
    : DONE;
};

/** When the order ends unless it is paid; 0: never. */
const payUntil = ({ rules, atMs }: Reader, draft: OrderDetails, totalMinor: number): number => {
  const { unpaidOrderMsMax } = rules.paymentMethods.find(({ id }) => id === draft.paymentMethodId) ?? {};
  return unpaidOrderMsMax === undefined || totalMinor === 0 ? 0 : atMs + unpaidOrderMsMax;
};

/** Products of the goods, each once; a variation is the product that it is one of. */
export const productsOf = (tx: Reader, { lines }: Cart): number[] => {
  const ids = new Set<number>();
  for (const { productId } of lines) if (productId !== 0) ids.add(rootOf(tx, productId));
  return [...ids];
};

interface Buyer {
  /** 0: a guest. */
  readonly userId: number;
  readonly username: string;
}

/** The one who is logged in, or whom the order was prepared for. Refuses: USER_NOT_FOUND. */
const buyerOf = (tx: Transaction, { userId, username, preparedFor }: Session): Result<Buyer> => {
  if (userId !== 0 || preparedFor === 0) return ok({ userId, username });
  const user = tx.read('user', preparedFor);
  return user === undefined || tx.isErased(user.subject)
    ? refuse('USER_NOT_FOUND', preparedFor)
    : ok({ userId: preparedFor, username: user.username });
};

/** Each order of a user has keys of its own, because the retention time of each invoice ends by itself. */
const subjectOf = (tx: Transaction, { userId }: Buyer, entered: number): number =>
  // No order of a guest is under the keys of an account: its erasure would destroy them.
  userId !== 0 || tx.index('user').subjects.has(entered) ? tx.newSubject() : entered;

const placeOrder = (
  tx: Transaction,
  sessionId: number,
  { expectedMinor, isFree = false, channelId = 0, language = '' }: CheckoutWishes,
): Result<Placed> => {
  const agreed = agreedTotal(tx, sessionId, expectedMinor);
  if (!agreed.ok) return agreed;
  const { totalMinor, couponUses } = agreed.value;
  const { rules } = tx;
  const session = tx.read('session', sessionId)!;
  const { cart, draft, reservedOrderId } = session;
  const buyer = buyerOf(tx, session);
  if (!buyer.ok) return buyer;
  if (totalMinor < 0) return refuse('CART_TOTAL_NEGATIVE', 'session');
  const country = countryOfCalls(cart, rules);
  const lacks = lacking(draft, rules.checkoutRequires, totalMinor, country);
  if (lacks !== undefined) return refuse('ORDER_DETAILS_MISSING', lacks, `An order of this shop needs ${lacks}.`);
  const offered = checkOffered(draft, rules, totalMinor, isFree);
  if (!offered.ok) return offered;
  const exchanged = exchangedBy(tx, sessionId, session);
  if (!exchanged.ok) return exchanged;
  const returnId = exchanged.value;
  const orderId = reservedOrderId === 0 ? tx.nextId('order') : reservedOrderId;
  const isInvoicedByParcel = rules.invoicePer === 'parcel';
  const invoice = isInvoicedByParcel ? NO_NUMBER : nextInvoice(tx);
  const stepped = checkSteps(tx, cart);
  if (!stepped.ok) return stepped;
  const holder = { sessionId, generation: session.generation };
  const picked = pick(tx, orderId, wantedOf(cart), holder, storageOf(tx, cart));
  if (!picked.ok) return picked;
  const released = releaseRest(tx, session, sessionId, picked.value.taken);
  if (!released.ok) return released;
  const redeemed = redeemCoupons(tx, orderId, cart.coupons);
  if (!redeemed.ok) return redeemed;
  const started = startNext(tx, session);
  if (!started.ok) return started;
  const profile = currentProfile(tx);
  if (!profile.ok) return profile;
  const { currency, currencyDigits } = cartRules(rules, session);
  const { userId, username } = buyer.value;
  const order = {
    type: 'place_order' as const,
    userId,
    username,
    subject: subjectOf(tx, buyer.value, session.subject),
    currency,
    currencyDigits,
    details: placedDetails(draft, rules, country),
    cart: frozen(cart, currencyDigits, couponUses),
    taken: picked.value.taken,
    backordered: picked.value.backordered,
    invoice,
    day: bookingDay(tx),
    sessions: [sessionId, session.generation, started.value.id, started.value.generation],
    profileId: profile.value,
    // An exchange waits for what comes back.
    payUntilMs: returnId === 0 ? payUntil(tx, draft, totalMinor) : 0,
    channelId,
    isPrepared: session.isPrepared,
    isTrial: session.isTrial,
    products: productsOf(tx, cart),
    isInvoicedByParcel,
    language,
  };
  const placed = tx.create('order', order, reservedOrderId === 0 ? undefined : reservedOrderId);
  if (!placed.ok) return placed;
  const handed = tx.ask('session', sessionId, { type: 'place', orderId, nextSession: started.value });
  if (!handed.ok) return handed;
  if (session.isPrepared) {
    // A draft lives longer than what is left of it.
    const limited = tx.ask('session', sessionId, { type: 'limit_life', lifeMs: rules.sessionTtlMs });
    if (!limited.ok) return limited;
  }
  const bound = returnId === 0 ? DONE : bindExchange(tx, returnId, orderId, channelId);
  if (!bound.ok) return bound;
  const fired = fire(tx, 'ORDER_CREATE', { id_order: orderId });
  const mailed = fired.ok ? mailBuyer(tx, 'order_confirmation', orderId) : fired;
  return mailed.ok ? ok({ orderId, next: started.value }) : mailed;
};
