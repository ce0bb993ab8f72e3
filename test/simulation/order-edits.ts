// Offices that edit placed orders and exchange what comes back, step by step, while others change the same orders:
// edits are left open, made late, thrown away and taken back again. What must hold of them is in edit-claims.ts.
import { isGoods } from '../../src/domain/calculation/goods.ts';
import type { Order } from '../../src/domain/orders/order.ts';
import type { Engine } from '../../src/engine/engine.ts';
import type { Seeded } from '../engine/seeded.ts';
import type { Counts } from './counts.ts';
import type { Reply } from './replies.ts';
import { CARD_METHOD } from './simulated-shop.ts';
import type { SentCall } from './simulated-shop.ts';

export type SendCall = (call: SentCall, told?: (reply: Reply) => void) => void;
type Params = SentCall['params'];

const PRODUCTS = 6;
const OPEN_MAX = 8;

const call = (request: string, params: Params, secret: boolean): SentCall => ({ request, params, secret, key: '' });

/** Product → pieces. */
type Pieces = ReadonlyMap<number, number>;

/** An edit that somebody has begun. */
interface Open {
  readonly orderId: number;
  readonly idEdit: string;
  readonly session: string;
  /** What the order shall have: what it had before an edit; undefined: something else. */
  readonly back: Pieces | undefined;
}

const piecesOf = ({ lines }: Order['cart']): Pieces => {
  const pieces = new Map<number, number>();
  for (const line of lines)
    if (isGoods(line)) pieces.set(line.productId, (pieces.get(line.productId) ?? 0) + line.quantityMilli / 1000);
  return pieces;
};

export class OrderEdits {
  private readonly chance: Seeded;
  private readonly counts: Counts;
  /** Edits that are made late, or never. */
  private readonly open: Open[] = [];

  constructor(chance: Seeded, counts: Counts) {
    this.chance = chance;
    this.counts = counts;
  }

  /** The next thing that an office does. `returns`: numbers of those that are known. */
  bring(engine: Engine, returns: readonly number[], send: SendCall): void {
    const { chance, open } = this;
    if (returns.length > 0 && chance.chance(0.4)) return this.exchange(chance.of(returns.slice(-2)), send);
    if (open.length > OPEN_MAX || (open.length > 0 && chance.chance(0.3))) {
      const [late] = open.splice(chance.below(open.length), 1);
      return this.look(engine, late!, send);
    }
    const orderId = this.orderOf(engine);
    if (orderId !== 0) this.begin(engine, orderId, chance.chance(0.4), send);
  }

  /** What its buyer wants instead, for as much or more or less; it pays once the pieces have come. */
  private exchange(returnId: number, send: SendCall): void {
    const { chance } = this;
    send(call('exchange_return', { id_return: returnId }, true), ({ session }) => {
      if (session === undefined) return;
      for (let pieces = chance.of([0, 1, 1, 2]); pieces > 0; pieces -= 1)
        send(this.added(session, 1 + chance.below(PRODUCTS), 1));
      send(call('checkout', { session }, true));
    });
  }

  /** One that can be edited, most of the time; 0: there is none. */
  private orderOf({ tables: { order: table } }: Engine): number {
    const all = Array.from({ length: table.nextId - 1 }, (_, at) => at + 1);
    const fit = all.filter((id) => {
      const { states, credits } = (table.peek(id) as Order | undefined) ?? {};
      return states?.order === 'OPEN' && credits!.every(({ kind }) => kind === 'canceled');
    });
    const from = fit.length > 0 && this.chance.chance(0.95) ? fit.slice(-3) : all;
    return from.length === 0 ? 0 : this.chance.of(from);
  }

  /** `isBack`: to what it had before its last edit, where nothing else of it was cancelled. */
  private begin(engine: Engine, orderId: number, isBack: boolean, send: SendCall): void {
    const order = engine.tables.order.peek(orderId) as Order | undefined;
    const before = order?.past.at(-1);
    const back = isBack && before?.credits.length === 1 ? piecesOf(before.cart) : undefined;
    send(call('begin_order_edit', { id_order: orderId }, true), ({ id_edit: idEdit, session }) => {
      if (idEdit === undefined || session === undefined) return;
      const edit = { orderId, idEdit, session, back };
      send(call('get_order_edit', { id_edit: idEdit }, true), ({ lines }) => {
        if (lines === undefined) return;
        for (const change of back === undefined ? this.changes(session, lines) : this.backTo(session, back, lines))
          send(change);
        if (this.chance.chance(0.2)) this.open.push(edit);
        else this.look(engine, edit, send);
      });
    });
  }

  private changes(session: string, lines: NonNullable<Reply['lines']>): SentCall[] {
    const { chance } = this;
    return Array.from({ length: chance.of([0, 1, 1, 2, 3]) }, () => {
      const line = lines.length === 0 ? 1 : chance.of(lines).id_element;
      switch (chance.below(4)) {
        case 0:
          return this.added(session, 1 + chance.below(PRODUCTS), 1 + chance.below(2));
        case 1:
          return call('del_from_cart', { session, id_element: line }, false);
        case 2:
          return call('set_order_details', { session, id_payment_method: chance.of([2, CARD_METHOD]) }, false);
        default:
          return call('set_quantity', { session, id_element: line, quantity: String(1 + chance.below(4)) }, false);
      }
    });
  }

  private backTo(session: string, back: Pieces, lines: NonNullable<Reply['lines']>): SentCall[] {
    const left = new Map(back);
    const changes = lines.map(({ id_element: id, id_shopobject: product }) => {
      const pieces = left.get(product) ?? 0;
      left.delete(product);
      return pieces === 0
        ? call('del_from_cart', { session, id_element: id }, false)
        : call('set_quantity', { session, id_element: id, quantity: String(pieces) }, false);
    });
    return [...changes, ...[...left].map(([product, pieces]) => this.added(session, product, pieces))];
  }

  private added(session: string, product: number, pieces: number): SentCall {
    const goods = { id_shopobject: product, element_type: 'PRODUCT', quantity: String(pieces), price_field: 'price' };
    return call('add_to_cart', { session, ...goods }, false);
  }

  /** Looks at what it would make, and makes it. */
  private look(engine: Engine, edit: Open, send: SendCall): void {
    const { chance, counts } = this;
    const { orderId, idEdit } = edit;
    if (chance.chance(0.1)) return send(call('discard_order_edit', { id_edit: idEdit }, true));
    send(call('get_order_edit', { id_edit: idEdit }, true), ({ total, seq, changed }) => {
      if (total === undefined) return;
      const given = {
        id_edit: idEdit,
        expected_total: total.toFixed(2),
        ...(chance.chance(0.5) && { settle: chance.of(['payment', 'manual']) }),
        // An office that looks at the order, and one that does not.
        ...(changed === 1 && chance.chance(0.5) && { if_seq: seq }),
      };
      send(call('commit_order_edit', given, true), (reply) => {
        if (reply.message === 'CHANGED_MEANWHILE') counts.meanwhile += 1;
        if (reply.status === 'success' && chance.chance(0.6)) this.begin(engine, orderId, true, send);
      });
    });
  }
}
