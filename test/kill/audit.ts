// What must be true after every restart, while nobody shops: orders, their numbers, and the stock.
import type { Client, Members } from './client.ts';
import { must } from './client.ts';
import { goodsOf } from './delivered.ts';
import { PROMOTED_MAX, below, claim, read } from './model.ts';
import { centsOf, promotedOf, talliedOf } from './promoted.ts';
import type { Books, Line, Order, Random } from './model.ts';

interface WireLine {
  readonly id: number;
  readonly id_product: number;
  readonly quantity: number;
}

const linesOf = (order: Members): Line[] =>
  goodsOf<WireLine>(order['cart'] as Members).map((line) => ({
    id: line.id,
    product: line.id_product,
    pieces: line.quantity,
  }));

export class Audit {
  private readonly clients: readonly Client[];
  private readonly books: Books;
  private readonly random: Random;
  /** Orders up to this many are all looked at, always; of more, the newest and a sample, and now and then all. */
  private readonly ordersMax = 1500;
  private known = 0;
  ordersRead = 0;
  /** Of the orders that were looked at: how many have the promotion, and what it took off them in cents. */
  private promoted: readonly [uses: number, cents: number] = [0, 0];

  constructor(clients: readonly Client[], books: Books, random: Random) {
    this.clients = clients;
    this.books = books;
    this.random = random;
  }

  async run(everything: boolean): Promise<void> {
    await this.findStrangers();
    this.promoted = [0, 0];
    const chosen = this.chosen(everything);
    await this.together(chosen, (client, order) => this.checkOrder(client, order));
    if (chosen.length === this.books.orders.size) await this.checkPromotion();
    this.known = this.books.orders.size;
    await this.checkStock();
  }

  private async together<T>(work: readonly T[], each: (client: Client, one: T) => Promise<void>): Promise<void> {
    let at = 0;
    await Promise.all(
      this.clients.map(async (client) => {
        while (at < work.length) await each(client, work[at++]!);
      }),
    );
  }

  private chosen(everything: boolean): Order[] {
    const all = [...this.books.orders.values()].sort((a, b) => a.id - b.id);
    if (everything || all.length <= this.ordersMax) return all;
    const fresh = all.slice(this.known);
    return [...fresh, ...Array.from({ length: this.ordersMax / 3 }, () => all[below(this.random, all.length)]!)];
  }

  /**
   * Every order belongs to somebody: one that nobody was told of is one whose reply was lost. A number without an order
   * is a draft's.
   */
  private async findStrangers(): Promise<void> {
    const { orders, orderIdFirst } = this.books;
    const search = {
      constraint: JSON.stringify({ id: ['>=', orderIdFirst] }),
      order_columns: 'id',
      order_type: 'DESC',
      right_limit: 1,
    };
    const { body } = await must(this.clients[0]!.call('search_orders', search));
    const [newest] = body['result'] as readonly Members[];
    const last = newest === undefined ? 0 : Number(newest['id']);
    for (let id = orderIdFirst; id <= last; id += 1) if (!orders.has(id)) await this.adopt(id);
    claim(
      orders.size === Number(body['count']),
      () => `${orders.size} orders are known, there are ${String(body['count'])}`,
    );
    this.books.adrift.clear();
  }

  private async adopt(id: number): Promise<void> {
    const answer = await this.clients[0]!.call('get_order_by_id', { id_order: id });
    claim(answer !== undefined, () => `no reply about order ${id}`);
    if (answer.refusal === 'ORDER_NOT_FOUND') return;
    const tag = String(answer.body['order_note']);
    const cart = this.books.adrift.get(tag);
    claim(cart !== undefined, () => `order ${id} (${tag}) belongs to nobody`);
    this.books.placed({ id, tag, lines: cart.lines, isSent: cart.isSent, state: 'OPEN' });
  }

  private async checkOrder(client: Client, order: Order): Promise<void> {
    const { id, tag, lines, state } = order;
    const answer = await client.call('get_order_by_id', { id_order: id });
    claim(
      answer !== undefined && answer.refusal === '',
      () => `the acknowledged order ${id} (${tag}) is gone: ${JSON.stringify(answer?.body)}`,
    );
    this.ordersRead += 1;
    const { body } = answer;
    const given = `${String(body['order_note'])} ${String(body['order_state'])} ${read(body['cart'] as Members)}`;
    const wanted = `${tag} ${state} ${this.books.shown(order)}`;
    claim(given === wanted, () => `order ${id} is ${given}, acknowledged is ${wanted}`);
    this.count(body['cart'] as Members, id, state);
    claim(linesOf(body).length === lines.length, () => `order ${id} has ${linesOf(body).length} lines`);
  }

  private count(cart: Members, id: number, state: Order['state']): void {
    const promoted = promotedOf(cart, `order ${id}`);
    if (promoted.length === 0 || state === 'CANCELED') return;
    const [uses, cents] = this.promoted;
    this.promoted = [uses + 1, cents + centsOf(promoted, this.books.promotion)];
  }

  /** Orders that are not cancelled have it, as often as the shop says, and never more often than it may. */
  private async checkPromotion(): Promise<void> {
    const tallied = await talliedOf(this.clients[0]!, this.books.promotion);
    const shown = (one: readonly number[]): string => `${one[0]} orders for ${one[1]}`;
    claim(
      `${tallied}` === `${this.promoted}` && tallied[0] <= PROMOTED_MAX,
      () => `${shown(this.promoted)} have the promotion, counted are ${shown(tallied)} of ${PROMOTED_MAX}`,
    );
  }

  private async checkStock(): Promise<void> {
    const { own, entities } = this.books.left();
    await this.together([...this.books.products.values()], async (client, { id, entity, perPiece }) => {
      const { body } = await must(client.call('get_product_details', { id_product: id }));
      const { quantity } = body['availability'] as { readonly quantity: number };
      const wanted = entity === '' ? own.get(id)! : Math.floor(entities.get(entity)! / perPiece);
      claim(quantity >= 0, () => `product ${id} has ${quantity} pieces`);
      claim(quantity === wanted, () => `product ${id} has ${quantity} pieces, placed minus sold is ${wanted}`);
    });
  }
}
