// Edits of placed orders. A session of the shop gets what is left of the order's cart, with its prices, and the order's
// details; it is changed by the operations of every session, and the order stays as it is until the edit is made
// (commit-edit.ts). Lines of the order keep their prices; what is added has those of now.
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { sumChanges } from '../calculation/line-sums.ts';
import { isGoods } from '../calculation/goods.ts';
import type { Cart } from '../cart/cart.ts';
import { releaseRest } from '../cart/cart-hold.ts';
import { chosenIn } from '../cart/chosen.ts';
import { volumeOf } from '../cart/line.ts';
import type { Line } from '../cart/line.ts';
import { openPrepared, preparedNamed, refTo } from '../cart/prepared-session.ts';
import type { OrderEdit, SessionRef } from '../cart/session-commands.ts';
import type { Session } from '../cart/session.ts';
import { settleCart } from '../cart/settle-cart.ts';
import { currencyNamed, inCurrency } from '../currencies.ts';
import { dayText } from '../date-time.ts';
import { lineSum, taxWithin } from '../money.ts';
import type { Milli, Minor } from '../money.ts';
import { checkSeen } from '../seen-record.ts';
import { perProduct } from '../stock/availability.ts';
import type { Reader, Transaction } from '../transaction.ts';
import { creditedPieces, stillWanted } from './credits.ts';
import type { Order } from './order.ts';
import { allCredits } from './past-carts.ts';
import { isOver } from './to-ship.ts';

/**
 * Refuses: ORDER_ERASED, ORDER_CANCELED, ORDER_COMPLETED, ORDER_HAS_CREDITS, MONTH_CLOSED; INVOICE_ISSUED for one with
 * a partial invoice; CURRENCY_NOT_FOUND where the shop sells in the order's currency no more, or counts it otherwise.
 */
export const checkEditable = (shop: Transaction, orderId: number, order: Order): Result<void> => {
  if (shop.isErased(order.subject)) return refuse('ORDER_ERASED', orderId);
  if (order.states.order === 'CANCELED') return refuse('ORDER_CANCELED', orderId);
  if (isOver(order)) return refuse('ORDER_COMPLETED', orderId);
  if (order.partials.length > 0) return refuse('INVOICE_ISSUED', orderId, 'A parcel of it has an invoice.');
  if (order.credits.some(({ kind }) => kind !== 'canceled')) return refuse('ORDER_HAS_CREDITS', orderId);
  const [turn] = order.turns;
  if (turn !== undefined) {
    const why = 'It was cancelled or opened again after its month was closed: place another order.';
    return refuse('MONTH_CLOSED', dayText(turn.day).slice(0, 7), why);
  }
  const named = currencyNamed(shop.rules, order.currency);
  if (!named.ok) return named;
  return inCurrency(shop.rules, order.currency).currencyDigits === order.currencyDigits
    ? ok(undefined)
    : refuse('CURRENCY_NOT_FOUND', 'currency', `The order counts ${order.currency} with other decimals.`);
};

/** Lines without what was cancelled, with the sums that they have then. */
const linesLeft = (order: Order): Line[] => {
  const goods = order.cart.lines.filter(isGoods);
  const gone = creditedPieces(order);
  if (gone.size === 0) return goods.map((line) => ({ ...line, listed: null }));
  const digits = order.currencyDigits;
  const left = goods.flatMap((line): Line[] => {
    const quantityMilli = (line.quantityMilli - (gone.get(line.id) ?? 0)) as Milli;
    if (quantityMilli <= 0) return [];
    const sumMinor = lineSum(line.priceE4, quantityMilli, digits);
    return [{ ...line, quantityMilli, sumMinor, sumTaxMinor: taxWithin(sumMinor, line.rateE6), listed: null }];
  });
  const ids = new Set(left.map(({ id }) => id));
  const products = new Set(left.flatMap(({ productId }) => productId || []));
  const changes = new Map(sumChanges(left, products, digits).map((change) => [change.lineId, change]));
  return left.map((line) => {
    const { sumMinor, sumTaxMinor } = changes.get(line.id) ?? line;
    return { ...line, sumMinor, sumTaxMinor, parentId: ids.has(line.parentId) ? line.parentId : 0 };
  });
};

/** The order's cart as a session has it: its delivery positions are no lines. */
const cartLeft = (order: Order): Cart => {
  const lines = linesLeft(order);
  return {
    ...order.cart,
    lines,
    sumMinor: lines.reduce((sum, { sumMinor }) => sum + sumMinor, 0) as Minor,
    volumeMinor: volumeOf(lines),
    index: undefined,
    couponUses: null,
  };
};

interface Beginning {
  readonly orderId: number;
  /** Record of the order that the caller has seen; undefined: any. */
  readonly ifSeq: number | undefined;
  /** The user who edits it; 0: a channel does. */
  readonly by: number;
  /** It is made in the same record. */
  readonly isWhole?: true;
}

/**
 * Opens the session of an edit. Promotions and delivery of its cart are those of now.
 *
 * Refuses: ORDER_NOT_FOUND, CHANGED_MEANWHILE, SESSION_LIMIT_REACHED; as `checkEditable` does.
 */
export const beginEdit = (tx: Transaction, { orderId, ifSeq, by, isWhole }: Beginning): Result<SessionRef> => {
  const order = tx.read('order', orderId);
  if (order === undefined) return refuse('ORDER_NOT_FOUND', orderId);
  const seen = checkSeen(tx, 'order', orderId, ifSeq);
  if (!seen.ok) return seen;
  const may = checkEditable(tx, orderId, order);
  if (!may.ok) return may;
  const opened = openPrepared(tx);
  if (!opened.ok) return opened;
  const { userId, subject, currency, details } = order;
  const begun = tx.ask('session', opened.value, {
    type: 'begin_edit',
    edits: {
      orderId,
      orderSeq: tx.seqOf('order', orderId),
      credits: allCredits(order).length,
      wanted: perProduct(stillWanted(order)),
      methods: [details.paymentMethodId, details.deliveryMethodId],
      ...(isWhole && { isWhole }),
    },
    by,
    userId,
    subject,
    chosen: chosenIn(tx.rules, currency),
    cart: cartLeft(order),
    details,
  });
  if (!begun.ok) return begun;
  const settled = settleCart(tx, opened.value);
  return settled.ok ? ok(refTo(tx, opened.value)) : settled;
};

/** A session that edits an order. */
export interface OpenEdit {
  readonly id: number;
  readonly session: Session;
  readonly edits: OrderEdit;
}

/** Refuses: ORDER_EDIT_NOT_FOUND, also for one that was made or discarded, or has expired. */
export const editNamed = (shop: Reader, name: string): Result<OpenEdit> => {
  const found = preparedNamed(shop, name);
  const edits = found?.session.edits ?? null;
  return found === undefined || edits === null ? refuse('ORDER_EDIT_NOT_FOUND', 'id_edit') : ok({ ...found, edits });
};

/** Begins the life of an edit anew, as its use does. Refuses: ORDER_EDIT_NOT_FOUND. */
export const continueEdit = (tx: Transaction, name: string): Result<SessionRef> => {
  const found = editNamed(tx, name);
  if (!found.ok) return found;
  const { id } = found.value;
  const touched = tx.ask('session', id, { type: 'touch', lifeMs: tx.rules.draftTtlMs });
  return touched.ok ? ok(refTo(tx, id)) : touched;
};

/** Ends the session of an edit, which holds nothing of the stock any more. */
export const endEdit = (tx: Transaction, { id, session }: Pick<OpenEdit, 'id' | 'session'>): Result<void> => {
  const released = releaseRest(tx, session, id, []);
  return released.ok ? tx.ask('session', id, { type: 'end' }) : released;
};
