// Returns of an order: announced by its buyer or the shop, withdrawn, received. What was received is one credit of the
// order, and its pieces are put where the shop says; money goes back by another operation.
import { DONE, ok, refuse, shown } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { checkSeen } from '../seen-record.ts';
import { heldAfter, stockGroups } from '../stock/give-back.ts';
import type { FromOneSource } from '../stock/give-back.ts';
import { putAway } from '../stock/put-away.ts';
import type { OpenedItems, Place } from '../stock/put-away.ts';
import { isActive } from '../stock/sellable.ts';
import type { Transaction } from '../transaction.ts';
import { fire } from '../webhooks/fire-webhooks.ts';
import { creditOfPieces } from './credit-pieces.ts';
import { creditedPieces, mergedLines, wantedWithout } from './credits.ts';
import { checkInTime, checkReturnable, returnableOf } from './delivered.ts';
import { payExchange } from './exchange.ts';
import { makeCredit } from './make-credit.ts';
import type { Order } from './order.ts';
import type { AnnouncedLine, ReceivedLine, ReturnWish } from './order-return.ts';
import { returnsOf } from './order-return.ts';
import { checkPieces } from './piece-steps.ts';

/** Returns of one order, withdrawn ones left out. */
const RETURNS_MAX = 200;
/** Returns of one order, of any state, above which its buyer announces no more. */
const RETURNS_EVER_MAX = 300;

/** Entries of a buyer's return for each line of the order, once those of one line and reason are merged. */
const ENTRIES_PER_LINE = 3;

/**
 * Withdrawn returns do not count, until a buyer (`by` 0) has made RETURNS_EVER_MAX: one that announces and withdraws
 * could make returns without end.
 */
const checkRoom = (tx: Transaction, orderId: number, by: number): Result<void> => {
  const all = returnsOf(tx, orderId);
  const counted = all.filter(([, { state }]) => state !== 'withdrawn');
  const [length, most] =
    by === 0 && all.length >= RETURNS_EVER_MAX ? [all.length, RETURNS_EVER_MAX] : [counted.length, RETURNS_MAX];
  const detail = `The order has ${length} returns, of at most ${most}.`;
  return length < most ? DONE : refuse('RETURN_LIMIT_REACHED', orderId, detail);
};

/** Sums the entries of each line and reason, in the order of their first ones. */
const mergedEntries = (lines: readonly AnnouncedLine[]): readonly AnnouncedLine[] => {
  const merged = new Map<string, AnnouncedLine>();
  for (const { lineId, quantityMilli, reason } of lines) {
    const key = `${lineId} ${reason}`;
    const before = merged.get(key)?.quantityMilli ?? 0;
    merged.set(key, { lineId, quantityMilli: before + quantityMilli, reason });
  }
  return [...merged.values()];
};

/** Refuses: PARAMETER_INVALID with `lines`. */
const checkEntries = (order: Order, { length }: readonly AnnouncedLine[], by: number): Result<void> => {
  const most = ENTRIES_PER_LINE * order.cart.lines.length;
  if (by !== 0 || length <= most) return DONE;
  return refuse('PARAMETER_INVALID', 'lines', `lines: ${length} entries, of at most ${most} for this order.`);
};

interface Announced {
  readonly orderId: number;
  /** A line may be named more than once; entries of one line and reason become one. */
  readonly lines: readonly AnnouncedLine[];
  readonly note: string;
  /** What the buyer wants for it; '': nothing is said. */
  readonly wish: ReturnWish | '';
  /** Products that are wanted instead. */
  readonly wished: readonly number[];
  /** The channel that announces it; 0: the buyer does. */
  readonly by: number;
}

/**
 * A buyer wishes products that are seen: the refusal of another does not tell whether the shop has it.
 *
 * Refuses: PARAMETER_INVALID with `wished`; SHOPOBJECT_NOT_FOUND with the product's id.
 */
const checkWished = (tx: Transaction, { wish, wished, by }: Announced): Result<void> => {
  if (wished.length > 0 && wish !== 'exchange')
    return refuse('PARAMETER_INVALID', 'wished', 'wished: products are wished with wish = exchange alone.');
  const missing = wished.find((id) => {
    const product = tx.read('shopobject', id);
    return product?.type !== 'product' || (by === 0 && !isActive(tx, product));
  });
  if (missing === undefined) return DONE;
  tx.trackAbsence('shopobject');
  return refuse('SHOPOBJECT_NOT_FOUND', missing);
};

/**
 * Announces a return, and calls the webhooks of RETURN_ANNOUNCED; its id. A buyer announces it in time.
 *
 * Refuses: ORDER_NOT_FOUND, ORDER_CANCELED, RETURN_TOO_LATE, RETURN_LIMIT_REACHED, ORDER_ERASED for a note about an
 * erased person; with the line's id ORDER_LINE_NOT_FOUND, RETURN_QUANTITY_EXCEEDED, QUANTITY_INVALID; with the id of a
 * wished product SHOPOBJECT_NOT_FOUND; PARAMETER_INVALID where a buyer gives too many reasons, or wishes products and
 * no exchange.
 */
export const announceReturn = (tx: Transaction, announced: Announced): Result<number> => {
  const { orderId, lines: given, note, wish, wished, by } = announced;
  const order = tx.read('order', orderId);
  if (order === undefined) return refuse('ORDER_NOT_FOUND', orderId);
  if (order.states.order === 'CANCELED') return refuse('ORDER_CANCELED', orderId);
  const inTime = by === 0 ? checkInTime(tx, order) : DONE;
  if (!inTime.ok) return inTime;
  const room = checkRoom(tx, orderId, by);
  if (!room.ok) return room;
  const returnable = returnableOf(tx, orderId, order);
  const fits = checkReturnable(returnable, mergedLines(given));
  if (!fits.ok) return fits;
  const stepped = checkPieces(tx, order, given, (id) => returnable.get(id)!);
  if (!stepped.ok) return stepped;
  const lines = mergedEntries(given);
  const few = checkEntries(order, lines, by);
  if (!few.ok) return few;
  const known = checkWished(tx, announced);
  if (!known.ok) return known;
  const subject = note === '' ? 0 : order.subject || tx.newSubject();
  if (tx.isErased(subject)) return refuse('ORDER_ERASED', orderId);
  const made = tx.create('order_return', { type: 'announce', orderId, lines, note, subject, by, wish, wished });
  if (!made.ok) return made;
  const told = fire(tx, 'RETURN_ANNOUNCED', { id_order: orderId, id_return: made.value });
  return told.ok ? made : told;
};

interface Withdrawn {
  readonly returnId: number;
  /** Record of the return that the caller has seen; undefined: any. */
  readonly ifSeq: number | undefined;
  readonly by: number;
}

/** Calls the webhooks of RETURN_WITHDRAWN. Refuses: RETURN_NOT_FOUND, CHANGED_MEANWHILE, RETURN_ENDED. */
export const withdrawReturn = (tx: Transaction, { returnId, ifSeq, by }: Withdrawn): Result<void> => {
  const of = tx.read('order_return', returnId);
  if (of === undefined) return refuse('RETURN_NOT_FOUND', returnId);
  const seen = checkSeen(tx, 'order_return', returnId, ifSeq);
  const withdrawn = seen.ok ? tx.ask('order_return', returnId, { type: 'withdraw', by }) : seen;
  if (!withdrawn.ok) return withdrawn;
  return fire(tx, 'RETURN_WITHDRAWN', { id_order: of.orderId, id_return: returnId });
};

interface Received {
  /** 0: one that nobody announced, of the order. */
  readonly returnId: number;
  readonly orderId: number;
  /** Record of the return, or of the order, that the caller has seen; undefined: any. */
  readonly ifSeq: number | undefined;
  /** A line may be named more than once. */
  readonly lines: readonly CameBack[];
  /** The channel that received it. */
  readonly by: number;
}

/** `storage`: name of the storage that they are put in; '': where they came from, or nowhere. */
export type CameBack = Omit<ReceivedLine, 'storageId'> & { readonly storage: string };

/** Refuses, with the line's id: STORAGE_NOT_FOUND. */
const placed = (tx: Transaction, lines: readonly CameBack[]): Result<readonly ReceivedLine[]> => {
  const received: ReceivedLine[] = [];
  for (const { storage, lineId, quantityMilli, reason, isKept } of lines) {
    const storageId = storage === '' ? 0 : tx.index('storage').get(storage);
    if (storageId === undefined) {
      tx.trackAbsence('storage');
      return refuse('STORAGE_NOT_FOUND', lineId, `Line ${lineId}: there is no storage ${shown(storage)}.`);
    }
    received.push({ lineId, quantityMilli, reason, isKept, storageId });
  }
  return ok(received);
};

/** The order that pieces come back of. Refuses as `receiveReturn` does. */
const orderOf = (tx: Transaction, { returnId, orderId: givenId, ifSeq }: Received): Result<number> => {
  const of = returnId === 0 ? undefined : tx.read('order_return', returnId);
  if (returnId !== 0 && of === undefined) {
    tx.trackAbsence('order_return');
    return refuse('RETURN_NOT_FOUND', returnId);
  }
  const orderId = of?.orderId ?? givenId;
  const order = tx.read('order', orderId);
  if (order === undefined) return refuse('ORDER_NOT_FOUND', orderId);
  const seen =
    of === undefined ? checkSeen(tx, 'order', orderId, ifSeq) : checkSeen(tx, 'order_return', returnId, ifSeq);
  if (!seen.ok) return seen;
  if (of !== undefined && of.state !== 'announced') return refuse('RETURN_ENDED', returnId, `It is ${of.state}.`);
  return order.states.order === 'CANCELED' ? refuse('ORDER_CANCELED', orderId) : ok(orderId);
};

/** The reason of all lines; '' where they have several. */
const commonReason = (lines: readonly ReceivedLine[]): string =>
  lines.every(({ reason }) => reason === lines[0]!.reason) ? lines[0]!.reason : '';

/** What of the stock comes back, and where it goes. */
type PutAway = readonly [source: FromOneSource, place: Place];

/**
 * What each entry frees of what the order holds of the stock, one after the other, and what the order holds then. It
 * changes nothing.
 */
const freedBy = (
  tx: Transaction,
  before: Order,
  lines: readonly ReceivedLine[],
  note: string,
): { readonly puts: readonly PutAway[]; readonly held: Pick<Order, 'taken' | 'backordered'> } => {
  const lineOf = new Map(before.cart.lines.map((line) => [line.id, line]));
  const groups = stockGroups(
    tx,
    before.cart.lines.map(({ productId }) => productId),
  );
  const inGroup = new Map<ReadonlySet<number>, Order['cart']['lines'][number][]>();
  for (const line of before.cart.lines) {
    const group = groups.get(line.productId)!;
    const others = inGroup.get(group);
    if (others === undefined) inGroup.set(group, [line]);
    else others.push(line);
  }
  const gone = new Map(creditedPieces(before));
  const puts: PutAway[] = [];
  let held: Pick<Order, 'taken' | 'backordered'> = before;
  for (const { lineId, quantityMilli, isKept, storageId } of lines) {
    const { productId } = lineOf.get(lineId)!;
    const sharing = { lines: inGroup.get(groups.get(productId)!)! };
    const wanted = wantedWithout(sharing, gone);
    gone.set(lineId, (gone.get(lineId) ?? 0) + quantityMilli);
    const { sources, ...after } = heldAfter(tx, held, wanted, wantedWithout(sharing, gone));
    held = after;
    const isManaged = tx.read('shopobject', productId)?.availability.managed === true;
    const place = { isKept, storageId, isManaged, note, lineId };
    for (const source of sources) if (source.lessMilli !== 0) puts.push([source, place]);
  }
  return { puts, held };
};

/** Takes the pieces off what the order holds of the stock, entry by entry, and puts them where each says. */
const putAll = (
  tx: Transaction,
  orderId: number,
  before: Order,
  lines: readonly ReceivedLine[],
  note: string,
): Result<void> => {
  const { puts, held } = freedBy(tx, before, lines, note);
  const opened: OpenedItems = new Map();
  for (const [source, place] of puts) {
    const put = putAway(tx, orderId, source, place, opened);
    if (!put.ok) return put;
  }
  const { taken, backordered } = held;
  return tx.ask('order', orderId, { type: 'set_stock', taken, backordered });
};

/** The return that is received; one that nobody announced begins here. */
const returnOf = (tx: Transaction, orderId: number, { returnId, lines, by }: Received): Result<number> => {
  if (returnId !== 0) return ok(returnId);
  const announced = lines.map(({ lineId, quantityMilli, reason }) => ({ lineId, quantityMilli, reason }));
  const unsaid = { note: '', subject: 0, wish: '', wished: [] } as const;
  return tx.create('order_return', { type: 'announce', orderId, lines: announced, by, ...unsaid });
};

/**
 * Receives pieces that came back, all or nothing: they are credited, and stock where that is said, and pay the
 * exchange of the return. Calls the webhooks of RETURN_RECEIVED; the id of the return. Less may come than was
 * announced, and other pieces as well; the return is over with it.
 *
 * Refuses: RETURN_NOT_FOUND, ORDER_NOT_FOUND, CHANGED_MEANWHILE, RETURN_ENDED, ORDER_CANCELED, RETURN_LIMIT_REACHED;
 * with the line's id ORDER_LINE_NOT_FOUND, RETURN_QUANTITY_EXCEEDED, CREDIT_QUANTITY_EXCEEDED, STORAGE_NOT_FOUND,
 * QUANTITY_INVALID; CREDIT_AMOUNT_EXCEEDED, AMOUNT_OUT_OF_RANGE.
 */
export const receiveReturn = (tx: Transaction, given: Received): Result<number> => {
  const { returnId, by } = given;
  const found = orderOf(tx, given);
  if (!found.ok) return found;
  const orderId = found.value;
  const order = tx.read('order', orderId)!;
  const room = returnId === 0 ? checkRoom(tx, orderId, by) : DONE;
  if (!room.ok) return room;
  const wanted = mergedLines(given.lines);
  const returnable = returnableOf(tx, orderId, order, returnId);
  const fits = checkReturnable(returnable, wanted);
  if (!fits.ok) return fits;
  const announced = returnId === 0 ? [] : tx.read('order_return', returnId)!.lines;
  const stepped = checkPieces(tx, order, given.lines, (id) => returnable.get(id)!, announced);
  if (!stepped.ok) return stepped;
  const received = placed(tx, given.lines);
  if (!received.ok) return received;
  const lines = received.value;
  const credited = creditOfPieces(order, wanted);
  if (!credited.ok) return credited;
  const made = returnOf(tx, orderId, given);
  if (!made.ok) return made;
  const credit = { kind: 'returned', lines: credited.value, reason: commonReason(lines), by } as const;
  const creditId = makeCredit(tx, orderId, credit);
  if (!creditId.ok) return creditId;
  const put = putAll(tx, orderId, order, lines, `return ${made.value}`);
  if (!put.ok) return put;
  const ended = tx.ask('order_return', made.value, { type: 'receive', lines, creditId: creditId.value, by });
  if (!ended.ok) return ended;
  const paid = payExchange(tx, made.value, by);
  if (!paid.ok) return paid;
  const told = fire(tx, 'RETURN_RECEIVED', {
    id_order: orderId,
    id_return: made.value,
    id_credit: creditId.value,
  });
  return told.ok ? made : told;
};
