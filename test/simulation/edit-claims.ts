// Edits of placed orders, among faults. Claims: an edit is made of the order that its office has seen, and makes what
// was shown; what it credits is all that the order came to, and lines that stay keep their prices; money that is to go
// back with it is all that is owed; an order that gets back what it had comes to what it came to, and by its lines at
// each rate, where nothing else has changed that decides about it. What was answered is there after every start.
import { calculate } from '../../src/domain/calculation/calculate.ts';
import { isGoods } from '../../src/domain/calculation/goods.ts';
import type { OrderEdit } from '../../src/domain/cart/session-commands.ts';
import type { KindName } from '../../src/domain/kind-types.ts';
import { amountOf, orderTotal } from '../../src/domain/orders/credits.ts';
import type { Order } from '../../src/domain/orders/order.ts';
import { allCredits, lastEdit } from '../../src/domain/orders/past-carts.ts';
import type { Engine } from '../../src/engine/engine.ts';
import type { KindEvent } from '../../src/engine/journal/record.ts';
import type { Claim } from './claims.ts';
import type { Counts } from './counts.ts';
import type { Reply } from './replies.ts';
import type { Answer, SentCall } from './simulated-shop.ts';

type Found = (claim: Claim, holds: boolean, message: () => string) => void;

/** What decides about no total. */
const IDLE: ReadonlySet<KindName> = new Set<KindName>([
  'session',
  'stock',
  'stock_movement_page',
  'message',
  'webhook',
  'payment',
  'refund',
  'order_return',
  'issued_invoice',
  'idempotency_record',
  'usage',
  'search_day',
  'zero_result_searches',
]);

/** An order as it was after the last record about it. */
interface Noted {
  readonly seq: number;
  readonly total: number;
  readonly credits: number;
  readonly prices: ReadonlyMap<number, number>;
}

/** The record of an edit. */
interface Made {
  readonly orderId: number;
  /** Records of the order: the last one before, and the one that the edit began from. */
  readonly beforeSeq: number;
  readonly fromSeq: number;
  /** Carts that the order has had. */
  readonly carts: number;
}

const notedOf = (order: Order, seq: number): Noted => ({
  seq,
  total: orderTotal(order),
  credits: allCredits(order).length,
  prices: new Map(order.cart.lines.filter(isGoods).map(({ id, priceE4 }) => [id, priceE4])),
});

/** What an order comes to by what it has, and the taxes in it by its lines: each is rounded by itself. */
const comesTo = ({ cart, details }: Order): readonly (readonly [has: string, is: string])[] => {
  const pieces = new Map<string, number>();
  const goods = cart.lines.filter(isGoods);
  for (const { type, productId, priceE4, quantityMilli } of goods) {
    const key = [type, productId, priceE4].join(' ');
    pieces.set(key, (pieces.get(key) ?? 0) + quantityMilli);
  }
  const lines = goods.map(({ type, productId, priceE4, quantityMilli: milli }) => [type, productId, priceE4, milli]);
  const coupons = cart.coupons.map(({ couponId }) => couponId).toSorted((one, other) => one - other);
  const others = [coupons, details.paymentMethodId, details.deliveryMethodId];
  const { totalMinor, taxPositions } = calculate(cart);
  const taxes = taxPositions.map(({ rateE6, taxMinor }) => [rateE6, taxMinor]);
  return [
    [JSON.stringify([[...pieces].toSorted(), others]), String(totalMinor)],
    [JSON.stringify([lines.map(String).toSorted(), others]), JSON.stringify(taxes)],
  ];
};

export class EditClaims {
  private readonly counts: Counts;
  private readonly claim: Found;
  private readonly noted = new Map<number, Noted>();
  /** Session of an edit → its order, and the record from which it began. */
  private readonly begun = new Map<number, { readonly orderId: number; readonly fromSeq: number }>();
  private readonly made = new Map<number, Made>();
  /** Order → carts that it was answered to have had, by their places, with their sums. */
  private readonly answered = new Map<number, ReadonlyMap<number, number>>();
  /** Order → what it had and what it came to then, while nothing else has changed. */
  private readonly had = new Map<number, Map<string, string>>();

  constructor(counts: Counts, claim: Found) {
    this.counts = counts;
    this.claim = claim;
  }

  /** A life begins with what is on the disk. */
  begin({ tables: { order: table } }: Engine): void {
    for (const known of [this.noted, this.begun, this.made, this.had]) known.clear();
    for (const [id, carts] of this.answered)
      for (const [at, sum] of carts) {
        const order = table.peek(id) as Order | undefined;
        const is = order && [...order.past, order][at]?.cart.sumMinor;
        this.claim('order', is === sum, () => `cart ${at} of order ${id} was ${sum}, and is ${is}`);
      }
  }

  /** Looks at a record that the engine has applied. */
  check(engine: Engine, seq: number, events: readonly KindEvent[]): void {
    for (const { kind, id, event } of events) {
      if (event.type === 'order_exchanged' && (event as unknown as { readonly minor: number }).minor > 0)
        this.counts.exchanged += 1;
      if (kind !== 'session' || event.type !== 'edit_begun') continue;
      const { orderId } = (event as unknown as { readonly edits: OrderEdit }).edits;
      this.begun.set(id, { orderId, fromSeq: this.noted.get(orderId)?.seq ?? 0 });
    }
    const orders = new Set(events.flatMap(({ kind, id }) => (kind === 'order' ? [id] : [])));
    const isEdit = events.some(({ event }) => event.type === 'order_edited');
    const decides = (kind: KindName): boolean => kind !== 'order' && !IDLE.has(kind) && !(isEdit && kind === 'coupon');
    if (orders.size > 1 || events.some(({ kind }) => decides(kind))) this.had.clear();
    for (const id of orders) this.checkOrder(engine, seq, id, events);
  }

  private checkOrder(engine: Engine, seq: number, id: number, events: readonly KindEvent[]): void {
    const order = engine.tables.order.peek(id) as Order | undefined;
    if (order === undefined) return;
    const before = this.noted.get(id);
    const isEdited = events.some((one) => one.kind === 'order' && one.id === id && one.event.type === 'order_edited');
    if (isEdited) {
      this.counts.edits += 1;
      const own = events.find((one) => one.kind === 'session' && this.begun.get(one.id)?.orderId === id);
      const fromSeq = this.begun.get(own?.id ?? 0)?.fromSeq ?? 0;
      this.made.set(seq, { orderId: id, beforeSeq: before?.seq ?? 0, fromSeq, carts: order.past.length });
      if (before !== undefined) this.checkEdit(id, order, before);
    }
    const isMade = (type: string): boolean => type === 'order_placed' || type === 'order_edited';
    const isNew = events.some((one) => one.kind === 'order' && one.id === id && isMade(one.event.type));
    this.checkRestored(id, order, isNew);
    this.noted.set(id, notedOf(order, seq));
  }

  private checkEdit(id: number, order: Order, before: Noted): void {
    const wrong = (holds: boolean, message: () => string): void =>
      this.claim('edits', holds, () => `order ${id}: ${message()}`);
    const credited = amountOf(lastEdit(order)!);
    wrong(credited === before.total, () => `came to ${before.total}, of which its edit credits ${credited}`);
    const credits = allCredits(order).length;
    wrong(credits === before.credits + 1, () => `has ${credits} credits after an edit, and had ${before.credits}`);
    for (const line of order.cart.lines) {
      const price = before.prices.get(line.id) ?? line.priceE4;
      wrong(
        !isGoods(line) || price === line.priceE4,
        () => `line ${line.id} at ${price} is ${line.priceE4} by an edit`,
      );
    }
  }

  /**
   * Other orders may have used what this one would have, and a day may have begun that a rule waits for. `isNew`: the
   * record has made its cart; after another one the cart may be older than what decides about the next.
   */
  private checkRestored(id: number, order: Order, isNew: boolean): void {
    if (order.credits.length > 0 || order.states.order === 'CANCELED') return void this.had.delete(id);
    for (const other of this.had.keys()) if (other !== id) this.had.delete(other);
    if (!isNew) return;
    const had = this.had.get(id) ?? new Map<string, string>();
    this.had.set(id, had);
    for (const [has, is] of comesTo(order)) {
      const was = had.get(has);
      if (was !== undefined && order.past.length > 1) this.counts.restored += 1;
      this.claim('restored', (was ?? is) === is, () => `order ${id} has ${has} and comes to ${is}, before to ${was}`);
      had.set(has, is);
    }
  }

  /** An answer to commit_order_edit: what was acknowledged stays. */
  checkReply(engine: Engine, { params }: SentCall, { balance, refunds = [] }: Reply, made: Answer['made']): void {
    const edit = this.made.get(made.find(({ events }) => events.includes('order_edited'))?.seq ?? 0);
    if (edit === undefined || balance === undefined) return;
    const { orderId, beforeSeq, fromSeq, carts } = edit;
    const order = engine.tables.order.peek(orderId) as Order;
    const sums = [...order.past, order].slice(0, carts + 1).map(({ cart }, at) => [at, cart.sumMinor] as const);
    this.answered.set(orderId, new Map(sums));
    const seen = Number(params['if_seq'] ?? fromSeq);
    const wrong = (holds: boolean, message: () => string): void =>
      this.claim('edits', holds, () => `order ${orderId}: ${message()}`);
    wrong(
      // 0: in this life there was no record of the order before.
      seen === 0 || beforeSeq === 0 || seen === beforeSeq,
      () => `an edit that has seen record ${seen} was made of record ${beforeSeq}`,
    );
    const expected = params['expected_total'];
    wrong(
      expected === undefined || Number(expected) === balance.total,
      () => `an edit shows ${String(expected)} and makes ${balance.total}`,
    );
    if (params['settle'] === undefined || refunds.length === 0) return;
    const back = refunds.reduce((sum, { amount, state }) => sum + (state === 'done' ? 0 : amount), 0);
    wrong(Math.abs(balance.outstanding + back) < 0.005, () => `owes ${-balance.outstanding}, and ${back} goes back`);
  }
}
