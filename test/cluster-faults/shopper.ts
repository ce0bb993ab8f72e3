// A shopper of a cluster: calls any node at any time, and knows what its cart and its orders must be.
//
// A call without an answer is asked again under its key. Without one, it was done once or never, perhaps later: the
// session is left, and looked at when everything is over.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Fields, Members } from '../kill/client.ts';
import { METHOD, deliveryOf, goodsOf } from '../kill/delivered.ts';
import { below, pick } from '../kill/model.ts';
import type { Random } from '../kill/model.ts';
import type { Answer, Answered, Callers, Node } from './caller.ts';
import { answered } from './contents.ts';
import { told } from './history.ts';
import type { Seen } from './history.ts';
import type { StockChange } from './contents.ts';
import { ENTITY } from './goods.ts';
import type { Books } from './goods.ts';

type Lines = ReadonlyMap<number, number>;

/** A cart that nobody asks for any more, and what may be in it. */
export interface LeftCart {
  readonly session: string;
  readonly about: string;
  readonly mayBe: readonly Lines[];
}

export interface Shop {
  readonly nodes: readonly Node[];
  readonly callers: Callers;
  readonly books: Books;
  /** Nothing new is begun, and what was begun is brought to its end. */
  isClosing: boolean;
}

const THINK_MS_MAX = 60;
const RETRY_MS = 100;
/** Of the last so many orders one is read: the office changes them. */
const READ_ORDERS = 12;
const NOBODY: Lines = new Map();

export const shown = (lines: Lines): string =>
  [...lines]
    .toSorted(([first], [second]) => first - second)
    .map(([id, quantity]) => `${quantity} × ${id}`)
    .join(', ');

interface WireLine {
  readonly id_product: number;
  readonly quantity: number;
}

export const linesOf = (cart: Members): Lines => {
  const lines = new Map<number, number>();
  for (const { id_product: id, quantity } of goodsOf<WireLine>(cart)) lines.set(id, (lines.get(id) ?? 0) + quantity);
  return lines;
};

const plus = (lines: Lines, id: number, quantity: number): Lines =>
  new Map(lines).set(id, (lines.get(id) ?? 0) + quantity);

export class Shopper {
  readonly left: LeftCart[] = [];
  bought = 0;
  soldOut = 0;
  private readonly name: string;
  private readonly shop: Shop;
  private readonly random: Random;
  private session = '';
  private lines: Lines = NOBODY;
  /** The call that was told that the cart is `lines`. */
  private added: Seen | undefined;
  private hasCoupon = false;
  /** Its delivery method is chosen, whose rules say what that costs. */
  private isSent = false;
  private carts = 0;
  /** Calls without an answer since the session was opened. What was refused later may still be done by one of them. */
  private unknown = 0;

  constructor(name: string, shop: Shop, random: Random) {
    this.name = name;
    this.shop = shop;
    this.random = random;
  }

  /** Until the shop closes. */
  async run(): Promise<void> {
    while (!this.shop.isClosing) {
      await this.visit();
      if (this.session !== '') this.leave('walked away', [this.lines]);
    }
  }

  private async visit(): Promise<void> {
    const { shop, random } = this;
    if (this.session === '') await this.enter();
    for (let adds = 1 + below(random, 4); adds > 0 && !shop.isClosing; adds -= 1) {
      if (!(await this.add())) return;
      await pause(random() * THINK_MS_MAX);
      if (random() < 0.3) await this.look();
      if (!this.isSent && random() < 0.2) await this.choose();
    }
    if (this.lines.size > 0 && random() < 0.8 && !shop.isClosing) await this.buy();
  }

  private async enter(): Promise<void> {
    const { body } = await this.insist('get_new_session', {});
    this.session = String(body['code']);
    this.lines = NOBODY;
    this.added = undefined;
    this.unknown = 0;
    this.hasCoupon = false;
    this.isSent = false;
  }

  private leave(about: string, mayBe: readonly Lines[]): void {
    this.left.push({ session: this.session, about: `${this.name}, ${about}`, mayBe });
    this.session = '';
    this.lines = NOBODY;
    this.added = undefined;
  }

  private once(operation: string, fields: Fields, isOffice = false): Promise<Answer> {
    return this.shop.callers.call(pick(this.random, this.shop.nodes), operation, fields, isOffice);
  }

  /** Again, at any node, until there is an answer: what acts once, or not at all. */
  private async insist(operation: string, fields: Fields, isOffice = false): Promise<Answered> {
    for (;;) {
      const answer = await this.once(operation, fields, isOffice);
      if (answer.outcome === 'answered') return answer;
      if (answer.outcome === 'unknown') this.unknown += 1;
      await pause(RETRY_MS * (0.5 + this.random()));
    }
  }

  private problem(what: string): void {
    this.shop.books.problems.push(`${this.name}, session ${this.session}: ${what}`);
  }

  /** False: the session was left. */
  private async add(): Promise<boolean> {
    const { random, shop } = this;
    const isRare = random() < 0.4;
    const id = isRare ? pick(random, shop.books.rare).id : pick(random, shop.books.plenty);
    const quantity = 1 + below(random, 2);
    const after = plus(this.lines, id, quantity);
    const fields = {
      session: this.session,
      id_shopobject: id,
      element_type: 'PRODUCT_GR',
      quantity,
      price_field: 'price',
      name_field: 'name',
    };
    let answer: Answer;
    if (random() < 0.8) answer = await this.insist('add_to_cart', { ...fields, idempotency_key: randomUUID() });
    else {
      do answer = await this.once('add_to_cart', fields);
      while (answer.outcome === 'not begun');
    }
    if (answer.outcome !== 'answered') {
      this.leave('an add without an answer', [this.lines, after]);
      return false;
    }
    if (answer.refusal === 'SHOPOBJECT_NOT_AVAILABLE' && isRare) {
      if (this.unknown === 0) return true;
      this.leave('an add that was refused when it was repeated', [this.lines, after]);
      return false;
    }
    if (answer.refusal !== '') this.problem(`add_to_cart: ${JSON.stringify(answer.body).slice(0, 300)}`);
    else {
      this.lines = after;
      this.compare(answer);
      this.added = answer.seen;
    }
    return true;
  }

  private async look(): Promise<void> {
    const answer = await this.insist('get_cart', { session: this.session });
    if (answer.refusal === '') this.compare(answer);
    else this.problem(`get_cart: ${answer.refusal} (${told(answer.seen)})`);
    if (this.random() < 0.4) await this.readStock();
    if (this.random() < 0.4) await this.readOrder();
  }

  private async readStock(): Promise<void> {
    const constraint = JSON.stringify({ 'metadata.element_number': ENTITY });
    const { body, refusal, seen } = await this.read('search_warehouse_entities', { constraint }, true);
    if (refusal !== '') return this.problem(`search_warehouse_entities: ${refusal}`);
    const [entity] = body['result'] as readonly [{ readonly availability: { readonly quantity: number } }];
    this.shop.books.stockReads.push({ seen, quantity: entity.availability.quantity });
  }

  /** One that was acknowledged to somebody. */
  private async readOrder(): Promise<void> {
    const { books } = this.shop;
    if (books.orders.size === 0) return;
    const { id, tag, lines } = pick(this.random, [...books.orders.values()].slice(-READ_ORDERS));
    const { body, refusal, seen } = await this.read('get_order_by_id', { id_order: id });
    if (refusal !== '') return this.problem(`get_order_by_id of the acknowledged order ${id}: ${refusal}`);
    const given = `${String(body['order_note'])}: ${shown(linesOf(body['cart'] as Members))}`;
    if (given !== `${tag}: ${shown(lines)}`)
      this.problem(`order ${id} is ${given}, acknowledged is ${tag}: ${shown(lines)}`);
    const { name: state } = body['delivery_state'] as { readonly name: string };
    books.stateReads.push({ seen, order: id, state });
  }

  /** A read may be sent again: nothing of it is done twice. */
  private async read(operation: string, fields: Fields, isOffice = false): Promise<Answered> {
    const { unknown } = this;
    const answer = await this.insist(operation, fields, isOffice);
    this.unknown = unknown;
    return answer;
  }

  private compare({ body: cart, seen }: Answered): void {
    const operation = seen.kind;
    const after = this.added === undefined ? '' : ` after ${told(this.added)}`;
    const [given, wanted] = [shown(linesOf(cart)), shown(this.lines)];
    if (given !== wanted)
      return this.problem(`${operation} shows ${given}, acknowledged is ${wanted}: ${told(seen)}${after}`);
    const [sum, cents] = [Number(cart['sum']), this.shop.books.centsOf(this.lines)];
    if (!this.hasCoupon && Math.round(sum * 100) !== cents)
      this.problem(`${operation} shows the sum ${sum} of ${given}, which costs ${cents / 100}`);
    const [delivery, asked] = [deliveryOf(cart), this.shop.books.deliveryOf(this.lines, this.isSent)];
    if (delivery !== asked) this.problem(`${operation} shows delivery for ${delivery}, the rules ask ${asked}`);
  }

  /** From here on the delivery costs of the cart are those of the rules. */
  private async choose(): Promise<void> {
    const fields = { session: this.session, id_delivery_method: METHOD, idempotency_key: randomUUID() };
    const { refusal } = await this.insist('set_order_details', fields);
    if (refusal === '') this.isSent = true;
    else this.problem(`set_order_details: ${refusal}`);
  }

  private async buy(): Promise<void> {
    const { random, shop, lines } = this;
    const { books } = shop;
    const tag = `${this.name}-${(this.carts += 1)}`;
    await this.insist('set_order_details', { session: this.session, note: tag, idempotency_key: randomUUID() });
    if (books.coupons.length > 0 && random() < 0.3) await this.useCoupon();
    books.sent.set(tag, lines);
    const sale: StockChange = { beginMs: performance.now(), endMs: Infinity, own: 0, pieces: -books.piecesOf(lines) };
    books.stockChanges.push(sale);
    // What ends a purchase is safe to repeat without a key.
    const key: Fields = random() < 0.5 ? { idempotency_key: randomUUID() } : {};
    const answer = await this.checkedOut({ session: this.session, ...key });
    if (answer.refusal === 'SHOPOBJECT_NOT_AVAILABLE' && books.piecesOf(lines) > 0) {
      this.soldOut += 1;
      if (this.unknown === 0) return void books.stockChanges.splice(books.stockChanges.indexOf(sale), 1);
      books.maybe.add(tag);
      this.leave('a checkout that was refused when it was repeated', [lines, NOBODY]);
      return;
    }
    if (answer.refusal !== '') return this.problem(`checkout: ${JSON.stringify(answer.body).slice(0, 300)}`);
    answered(sale, answer);
    books.bought({ id: Number(answer.body['id_order']), tag, lines, isSent: this.isSent });
    this.bought += 1;
    this.session = String(answer.body['session']);
    this.lines = NOBODY;
    this.added = undefined;
    this.unknown = 0;
    this.hasCoupon = false;
    this.isSent = false;
  }

  private async useCoupon(): Promise<void> {
    const code = pick(this.random, this.shop.books.coupons);
    const coupons = JSON.stringify([[code, 'Rush']]);
    this.hasCoupon = true;
    await this.insist('add_coupons', { session: this.session, coupons, idempotency_key: randomUUID() });
  }

  /** Somebody else may have used the coupon meanwhile, or had the promotion. */
  private async checkedOut(fields: Fields): Promise<Answered> {
    let asked = fields;
    for (;;) {
      const answer = await this.insist('checkout', asked);
      if (answer.refusal === 'COUPON_USED')
        await this.insist('add_coupons', { session: this.session, coupons: '[]', idempotency_key: randomUUID() });
      else if (answer.refusal !== 'TOTAL_CHANGED') return answer;
      asked = 'idempotency_key' in fields ? { ...fields, idempotency_key: randomUUID() } : fields;
    }
  }
}
