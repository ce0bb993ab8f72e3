// Makes an edit, in one record: all that is left of the order's cart is credited, and the cart of the edit takes its
// place. Where an invoice was issued, the credit has a credit note, and the order the number of a new invoice. Stock
// and coupons change by the difference alone.
//
// Guaranteed: the order comes to what the edit showed, or nothing is changed; what has left stays in the order; an edit
// and its reverse restore total and stock where no rule and no price has changed in between.
import { calculate } from '../calculation/calculate.ts';
import { DONE, ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Line } from '../cart/line.ts';
import { cartRules } from '../cart/chosen.ts';
import { storageOf, undeliveredText } from '../cart/deliver-cart.ts';
import { fieldOf, namesChanged } from '../cart/order-details.ts';
import type { OrderDetails } from '../cart/order-details.ts';
import { changeCoupons } from '../coupons/redeem-coupons.ts';
import { decimalText } from '../money.ts';
import { demandOf, perProduct, putBack, takeDemanded } from '../stock/availability.ts';
import { heldAfter } from '../stock/give-back.ts';
import { unseen } from '../seen-record.ts';
import { beyond, wantedOf } from '../stock/pieces.ts';
import type { Taken, WantedPieces } from '../stock/pieces.ts';
import type { Transaction } from '../transaction.ts';
import { fire } from '../webhooks/fire-webhooks.ts';
import { checkEditable, endEdit } from './begin-edit.ts';
import type { OpenEdit } from './begin-edit.ts';
import { bringUpToDate, checkSteps, frozen, productsOf } from './checkout.ts';
import { creditOfRest, orderTotal, stillWanted } from './credits.ts';
import { payCovered } from './exchange.ts';
import { nextInvoice } from './invoice-number.ts';
import { isIssued } from './issued-invoice.ts';
import { makeCredit } from './make-credit.ts';
import type { Order } from './order.ts';
import { sentOf } from './order-parts.ts';
import { followDelivery } from './parcels.ts';
import { allCredits } from './past-carts.ts';
import { checkNonePending } from './start-payment.ts';

interface Committing {
  readonly edit: OpenEdit;
  /** Record of the order that the caller has seen; undefined: the one that the edit began from. */
  readonly ifSeq: number | undefined;
  /** The total that the caller was shown; undefined: any. */
  readonly expectedMinor: number | undefined;
  readonly reason: string;
  /** The channel that makes it. */
  readonly by: number;
}

/**
 * The order, if the edit may be made of it: nothing of its lines has changed, and the caller has seen what else has.
 *
 * Refuses: ORDER_NOT_FOUND, CHANGED_MEANWHILE, PAYMENT_PENDING; as `checkEditable` does.
 */
const orderOf = (tx: Transaction, { edits, session }: OpenEdit, ifSeq = edits.orderSeq): Result<Order> => {
  const { orderId, orderSeq, credits } = edits;
  const order = tx.read('order', orderId);
  if (order === undefined) return refuse('ORDER_NOT_FOUND', orderId);
  const seq = tx.seqOf('order', orderId);
  // Where goods go to decides about taxes and delivery of the cart.
  const isSame = allCredits(order).length === credits && placeOf(order.details) === placeOf(session.draft);
  const since = `It is as of record ${seq}, and not of ${orderSeq}`;
  // No record that the caller names lets the edit be made, so it is told of none.
  if (!isSame) {
    const why = `${since}; its lines, or where it goes, are other ones: begin a new edit.`;
    return refuse('CHANGED_MEANWHILE', 'id_edit', why);
  }
  if (seq !== ifSeq) return unseen('order', orderId, seq, ifSeq, `${since}; if_seq takes this one.`);
  const may = checkEditable(tx, orderId, order);
  if (!may.ok) return may;
  const { currency } = cartRules(tx.rules, session);
  if (currency !== order.currency)
    return refuse('CURRENCY_NOT_FOUND', 'currency', `The order is in ${order.currency}, the edit in ${currency}.`);
  const free = checkNonePending(tx, orderId);
  return free.ok ? ok(order) : free;
};

/** An order that names no country goes to the one that taxed it, whatever else it says of its buyer. */
const placeOf = (details: OrderDetails): string =>
  `${fieldOf(details, 'delivery_country_code')} ${fieldOf(details, 'delivery_zip')}`;

/** Refuses, with the line's id: LINE_SENT, where fewer pieces would stay than have left. */
const checkSent = (order: Order, lines: readonly Line[]): Result<void> => {
  const quantities = new Map(lines.map(({ id, quantityMilli }) => [id, quantityMilli]));
  for (const [lineId, sentMilli] of sentOf(order))
    if ((quantities.get(lineId) ?? 0) < sentMilli)
      return refuse('LINE_SENT', lineId, `Of line ${lineId} ${decimalText(sentMilli, 3)} have left.`);
  return DONE;
};

/** Each stock item, and each product, once, in the order in which they come first. */
const summed = <T extends { readonly quantityMilli: number }>(items: readonly T[], key: (item: T) => number): T[] => {
  const sums = new Map<number, T>();
  for (const item of items) {
    const before = sums.get(key(item));
    sums.set(
      key(item),
      before === undefined ? item : { ...item, quantityMilli: before.quantityMilli + item.quantityMilli },
    );
  }
  return [...sums.values()];
};

/**
 * Looks up what the stock must give, before the transaction changes any. Returns what gives back what the order wants
 * no more, and then takes what it wants besides.
 *
 * Refuses, with the product's id, both at once: SHOPOBJECT_NOT_AVAILABLE, AMOUNT_OUT_OF_RANGE.
 */
const stockOf = (tx: Transaction, order: Order, edit: OpenEdit): Result<() => Result<void>> => {
  const {
    id: sessionId,
    session,
    edits: { orderId },
  } = edit;
  const before = stillWanted(order);
  const after = perProduct(wantedOf(session.cart));
  const more = beyond(after, perProduct(before));
  const demands = demandOf(tx, more);
  if (!demands.ok) return demands;
  const { sources, taken, backordered } = heldAfter(tx, order, before, beyond(after, more));
  const storageId = storageOf(tx, session.cart);
  const holder = { sessionId, generation: session.generation };
  return ok(() => {
    const freed = putBack(
      tx,
      orderId,
      sources.flatMap((source) => source.freed),
    );
    if (!freed.ok) return freed;
    const picked = takeDemanded(tx, orderId, demands.value, holder, storageId);
    if (!picked.ok) return picked;
    const all = summed<Taken>([...taken, ...picked.value.taken], ({ stockId }) => stockId);
    const lacked = summed<WantedPieces>([...backordered, ...picked.value.backordered], ({ productId }) => productId);
    return tx.ask('order', orderId, { type: 'set_stock', taken: all, backordered: lacked });
  });
};

/** Lines of the order are priced again as they were there, should the order be edited again. */
const listedAsBefore = (lines: readonly Line[], order: Order): Line[] => {
  const before = new Map(order.cart.lines.map((line) => [line.id, line.listed]));
  return lines.map((line) => ({ ...line, listed: before.has(line.id) ? before.get(line.id)! : line.listed }));
};

/** The methods that the edit has chosen; others stay as they are by now. */
const changeMethods = (tx: Transaction, { edits, session: { draft } }: OpenEdit, by: number): Result<void> => {
  const { orderId, methods } = edits;
  const { subject, details } = tx.read('order', orderId)!;
  const [paymentMethodId, deliveryMethodId] = [
    draft.paymentMethodId === methods[0] ? details.paymentMethodId : draft.paymentMethodId,
    draft.deliveryMethodId === methods[1] ? details.deliveryMethodId : draft.deliveryMethodId,
  ];
  if (paymentMethodId === details.paymentMethodId && deliveryMethodId === details.deliveryMethodId) return DONE;
  const change = { fields: {}, attributes: {}, paymentMethodId, deliveryMethodId };
  const names = namesChanged(details, change, tx.rules);
  return tx.ask('order', orderId, { type: 'change_details', subject, by, names, ...change });
};

/** Refuses: TOTAL_CHANGED. */
const checkExpected = (
  totalMinor: number,
  expectedMinor: number | undefined,
  { currencyDigits }: Order,
): Result<void> => {
  if (expectedMinor === undefined || expectedMinor === totalMinor) return DONE;
  const [now, shown] = [totalMinor, expectedMinor].map((minor) => decimalText(minor, currencyDigits));
  return refuse('TOTAL_CHANGED', 'expected_total', `The order would come to ${now}, not to ${shown}.`);
};

/** Returns the number of the edit's credit within the order. */
const replaceCart = (tx: Transaction, edit: OpenEdit, { reason, by }: Committing): Result<number> => {
  const {
    session,
    edits: { orderId },
  } = edit;
  const order = tx.read('order', orderId)!;
  const products = productsOf(tx, session.cart);
  // Read before the order changes: a look-up of numbers sees none that is pending.
  const wasIssued = isIssued(tx, orderId);
  const invoice = wasIssued ? nextInvoice(tx) : order.invoice;
  const made = makeCredit(tx, orderId, { kind: 'edited', lines: creditOfRest(order), reason, by });
  if (!made.ok) return made;
  const { couponUses } = calculate(session.cart);
  const placed = frozen(session.cart, order.currencyDigits, couponUses);
  const cart = { ...placed, lines: listedAsBefore(placed.lines, order) };
  const edited = tx.ask('order', orderId, { type: 'edit', cart, invoice, products });
  if (!edited.ok) return edited;
  const taken = wasIssued ? tx.ask('issued_invoice', orderId, { type: 'supersede', invoice: order.invoice }) : DONE;
  return taken.ok ? made : taken;
};

/**
 * Makes an edit. Gives the number of its credit within the order.
 *
 * Refuses: ORDER_NOT_FOUND, ORDER_EMPTIED, CART_TOTAL_NEGATIVE, TOTAL_CHANGED, CHANGED_MEANWHILE, PAYMENT_PENDING,
 * DELIVERY_METHOD_NOT_AVAILABLE, CREDIT_LIMIT_REACHED; as `checkEditable` does; with the line's id LINE_SENT; with the
 * product's id QUANTITY_INVALID, SHOPOBJECT_NOT_AVAILABLE, AMOUNT_OUT_OF_RANGE; with the code of a new coupon what a
 * checkout refuses it for.
 */
export const commitEdit = (tx: Transaction, committing: Committing): Result<number> => {
  const { edit, ifSeq, expectedMinor, by } = committing;
  const {
    id,
    edits: { orderId },
  } = edit;
  const found = orderOf(tx, edit, ifSeq);
  if (!found.ok) return found;
  const order = found.value;
  if (edit.session.cart.lines.length === 0) return refuse('ORDER_EMPTIED', 'lines');
  const fresh = bringUpToDate(tx, id);
  if (!fresh.ok) return fresh;
  const session = tx.read('session', id)!;
  const { cart } = session;
  if (cart.undelivered !== null)
    return refuse('DELIVERY_METHOD_NOT_AVAILABLE', cart.undelivered[0], undeliveredText(cart.undelivered));
  const { totalMinor } = calculate(cart);
  if (totalMinor < 0) return refuse('CART_TOTAL_NEGATIVE', 'session');
  const expected = checkExpected(totalMinor, expectedMinor, order);
  if (!expected.ok) return expected;
  const stepped = checkSteps(tx, cart);
  if (!stepped.ok) return stepped;
  const sent = checkSent(order, cart.lines);
  if (!sent.ok) return sent;
  const now = { ...edit, session };
  const stock = stockOf(tx, order, now);
  if (!stock.ok) return stock;
  const everHad = [...order.past, order].flatMap(({ cart: { coupons } }) => coupons);
  const made = replaceCart(tx, now, committing);
  if (!made.ok) return made;
  for (const step of [
    stock.value,
    () => changeCoupons(tx, orderId, order.cart.coupons, cart.coupons, everHad),
    () => changeMethods(tx, now, by),
    () => followDelivery(tx, orderId, by),
    () => payCovered(tx, orderId),
    () => endEdit(tx, now),
    () => tellEdited(tx, orderId, orderTotal(order)),
  ]) {
    const done = step();
    if (!done.ok) return done;
  }
  return made;
};

/** Calls the webhooks of ORDER_EDITED, which may send the buyer what is still to be paid. */
const tellEdited = (tx: Transaction, orderId: number, beforeMinor: number): Result<void> => {
  const order = tx.read('order', orderId)!;
  const [total, before] = [orderTotal(order), beforeMinor].map((minor) => decimalText(minor, order.currencyDigits));
  return fire(tx, 'ORDER_EDITED', { id_order: orderId, total: total!, before: before!, currency: order.currency });
};
