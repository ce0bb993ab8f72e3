// Exchanges: a return and an order of what its buyer wants instead, each of which shows the other. The order is that of
// a draft, with the prices, stock and coupons of every checkout, and what came back pays it as far as that goes.
//
// Guaranteed: what pays it is taken off what is owed for the returned order and counts as received for the other one,
// both in one record. So outstanding = total − received + refunded for both, and nothing comes or goes that is money.
// Not promised: an order for goods that are gone by the time they are wanted.
import { DONE, ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { cartRules, chosenIn } from '../cart/chosen.ts';
import { DETAIL_FIELDS, COUNTRY_CODES, fieldOf } from '../cart/order-details.ts';
import { preparedNamed, refTo } from '../cart/prepared-session.ts';
import type { SessionRef } from '../cart/session-commands.ts';
import type { Session } from '../cart/session.ts';
import { currencyNamed } from '../currencies.ts';
import type { Reader, Transaction } from '../transaction.ts';
import { creditedMinor, outstandingOf } from './credits.ts';
import { recordRefund } from './move-refund.ts';
import { moveOrder } from './move-order.ts';
import type { Order } from './order.ts';
import { draftKey } from './order-return.ts';
import { creditOf, creditsMadeWith } from './past-carts.ts';
import { isInFlight, refundsOf } from './refund.ts';

/** The draft that a return has begun; undefined once it is placed, thrown away or over. */
const openDraft = (shop: Reader, sessionId: number, generation: number): SessionRef | undefined => {
  const found = preparedNamed(shop, draftKey(sessionId, generation));
  return found && refTo(shop, found.id);
};

/** Refuses: RETURN_ENDED for one that is withdrawn, or has its exchange. */
const checkOpen = (shop: Reader, returnId: number): Result<void> => {
  const { state, exchangeOrderId } = shop.read('order_return', returnId)!;
  if (state === 'withdrawn') return refuse('RETURN_ENDED', 'id_return', 'It is withdrawn.');
  if (exchangeOrderId === 0) return DONE;
  return refuse('RETURN_ENDED', 'id_return', `Its exchange is order ${exchangeOrderId}.`);
};

/** Gives the draft what the returned order says of its buyer, but for the note. */
const tellBuyer = (tx: Transaction, sessionId: number, { details, subject, userId }: Order): Result<void> => {
  const named = [...DETAIL_FIELDS, ...COUNTRY_CODES].filter((name) => name !== 'note');
  const told = named.map((name) => [name, fieldOf(details, name)] as const);
  const { paymentMethods, deliveryMethods } = tx.rules;
  const known = (id: number, methods: readonly { readonly id: number }[]): number =>
    methods.some((method) => method.id === id) ? id : 0;
  return tx.ask('session', sessionId, {
    type: 'set_details',
    subject: userId === 0 && subject !== 0 ? subject : tx.read('session', sessionId)!.subject || tx.newSubject(),
    reservedOrderId: tx.nextId('order'),
    bytesMax: tx.rules.sessionBytesMax,
    fields: Object.fromEntries(told),
    attributes: details.attributes,
    paymentMethodId: known(details.paymentMethodId, paymentMethods),
    deliveryMethodId: known(details.deliveryMethodId, deliveryMethods),
  });
};

interface Begun {
  readonly returnId: number;
  /** The channel that begins it. */
  readonly by: number;
  /** Opens a draft for the buyer of the order. */
  readonly open: (order: Order) => Result<SessionRef>;
}

/**
 * The draft of a return's exchange, in the currency of its order and with the details of its buyer; one that is begun
 * already is given again.
 *
 * Refuses: RETURN_NOT_FOUND, RETURN_ENDED, ORDER_ERASED, CURRENCY_NOT_FOUND; as `open` does.
 */
export const beginExchange = (tx: Transaction, { returnId, by, open }: Begun): Result<SessionRef> => {
  const of = tx.read('order_return', returnId);
  if (of === undefined) {
    tx.trackAbsence('order_return');
    return refuse('RETURN_NOT_FOUND', returnId);
  }
  const may = checkOpen(tx, returnId);
  if (!may.ok) return may;
  const begun = openDraft(tx, of.draftId, of.draftGeneration);
  if (begun !== undefined) return ok(begun);
  const order = tx.read('order', of.orderId)!;
  if (tx.isErased(order.subject)) return refuse('ORDER_ERASED', of.orderId);
  const sold = currencyNamed(tx.rules, order.currency);
  if (!sold.ok) return sold;
  const opened = open(order);
  if (!opened.ok) return opened;
  const { id, generation } = opened.value;
  const told = tellBuyer(tx, id, order);
  if (!told.ok) return told;
  // Its cart is empty, so nothing is to be priced anew.
  const chosen = tx.ask('session', id, { type: 'choose', chosen: chosenIn(tx.rules, order.currency) });
  if (!chosen.ok) return chosen;
  const noted = tx.ask('order_return', returnId, {
    type: 'begin_exchange',
    draftId: id,
    draftGeneration: generation,
    by,
  });
  return noted.ok ? opened : noted;
};

/**
 * The return whose exchange a draft is; 0: it is none.
 *
 * Refuses: RETURN_ENDED; CURRENCY_NOT_FOUND where the draft is in another currency than the returned order.
 */
export const exchangedBy = (tx: Transaction, sessionId: number, session: Session): Result<number> => {
  if (!session.isPrepared) return ok(0);
  const returnId = tx.index('order_return').byDraft.get(draftKey(sessionId, session.generation));
  const of = returnId === undefined ? undefined : tx.read('order_return', returnId);
  if (returnId === undefined || of === undefined) {
    tx.trackAbsence('order_return');
    return ok(0);
  }
  const may = checkOpen(tx, returnId);
  if (!may.ok) return may;
  const { currency } = tx.read('order', of.orderId)!;
  if (cartRules(tx.rules, session).currency === currency) return ok(returnId);
  return refuse('CURRENCY_NOT_FOUND', 'session', `What came back was paid in ${currency}, and so is its exchange.`);
};

/** What of the returned order pays the other: the worth of what came back, as far as it is owed and not on its way. */
const transferable = (tx: Transaction, orderId: number, creditId: number, wanted: Order): number => {
  const order = tx.read('order', orderId)!;
  const going = refundsOf(tx, orderId).reduce(
    (sum, [, refund]) => (isInFlight(refund) ? sum + refund.countedMinor : sum),
    0,
  );
  const owed = -outstandingOf(order) - going;
  return Math.max(
    0,
    Math.min(creditedMinor({ credits: creditsMadeWith(order, creditId) }), owed, outstandingOf(wanted)),
  );
};

/** Pays the exchange of a return once both are there: the pieces that came back, and the order. */
export const payExchange = (tx: Transaction, returnId: number, by: number): Result<void> => {
  const { orderId, creditId, exchangeOrderId } = tx.read('order_return', returnId)!;
  if (creditId === 0 || exchangeOrderId === 0) return DONE;
  const minor = transferable(tx, orderId, creditId, tx.read('order', exchangeOrderId)!);
  if (minor === 0) return DONE;
  const order = tx.read('order', orderId)!;
  const { currency, currencyDigits } = order;
  const refunded = recordRefund(tx, {
    orderId,
    paymentId: 0,
    creditId,
    amountMinor: minor,
    currency,
    currencyDigits,
    to: 'exchange',
    origin: 'shop',
    reason: creditOf(order, creditId)!.reason,
    note: '',
    transaction: `order-${exchangeOrderId}`,
    state: 'done',
    by,
    isApart: false,
  });
  if (!refunded.ok) return refunded;
  const paid = tx.ask('order', exchangeOrderId, { type: 'exchange', returnId, minor, by });
  return paid.ok ? payCovered(tx, exchangeOrderId) : paid;
};

/** An order is paid once what came by an exchange covers what it comes to. */
export const payCovered = (tx: Transaction, orderId: number): Result<void> => {
  const order = tx.read('order', orderId)!;
  if (order.exchangedMinor === 0 || order.states.payment === 'PAYMENT_RECEIVED' || outstandingOf(order) > 0)
    return DONE;
  return moveOrder(tx, orderId, { lifecycle: 'payment', event: 'pay' }, { byHand: false, by: 0, receivedMinor: 0 });
};

/** Binds a return and the order that was placed for it, and pays it where the pieces have come. */
export const bindExchange = (tx: Transaction, returnId: number, orderId: number, by: number): Result<void> => {
  const bound = tx.ask('order_return', returnId, { type: 'place_exchange', orderId, by });
  if (!bound.ok) return bound;
  const told = tx.ask('order', orderId, { type: 'exchange', returnId, minor: 0, by });
  return told.ok ? payExchange(tx, returnId, by) : told;
};

/**
 * Money of an exchange stays where it is: an order's payment is not set back under it.
 *
 * Refuses: ORDER_STATE_TRANSITION_INVALID.
 */
export const checkExchanged = (
  tx: Transaction,
  orderId: number,
  { exchangedMinor, refundedMinor }: Order,
): Result<void> => {
  const gave = refundsOf(tx, orderId).some(([, { to, countedMinor }]) => to === 'exchange' && countedMinor !== 0);
  if (!gave && (exchangedMinor === 0 || refundedMinor === 0)) return DONE;
  const why = 'Money of it was moved by an exchange: give back the rest instead.';
  return refuse('ORDER_STATE_TRANSITION_INVALID', 'PAYMENT_NOT_RECEIVED', why);
};
