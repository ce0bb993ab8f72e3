// One shopper: knows what was acknowledged, and of the one call that was lost both what would be without it and with
// it.
import { randomUUID } from 'node:crypto';
import { THROUGH_STANDBY } from '../harness/variant.ts';
import type { Answer, Client, Fields, Members } from './client.ts';
import { METHOD } from './delivered.ts';
import { EMPTY, added, below, claim, cleared, lessOne, pick, read, without } from './model.ts';
import type { Books, Cart, Product, Random } from './model.ts';

export interface Lifetimes {
  readonly sessionMs: number;
  readonly touchMs: number;
  readonly keyMs: number;
}

/** A call of which nobody knows whether it happened. */
interface Pending {
  readonly operation: string;
  readonly fields: Fields;
  /** The cart, had it happened. */
  readonly after: Cart;
  readonly sentMs: number;
}

/** A session that was walked away from. */
interface Left {
  readonly code: string;
  readonly cart: Cart;
  readonly usedMs: number;
  readonly seenMs: number;
}

const LEFT_MAX = 200;

export class Shopper {
  readonly name: string;
  acknowledged = 0;
  sessionsEnded = 0;
  repeats = 0;
  private readonly client: Client;
  private readonly books: Books;
  private readonly random: Random;
  private readonly lifetimes: Lifetimes;
  private code = '';
  private cart: Cart = EMPTY;
  /** The last use that was acknowledged: the session lives from then on. */
  private usedMs = 0;
  private seenMs = 0;
  private note = '';
  private pending: Pending | undefined;
  private readonly left: Left[] = [];
  private carts = 0;
  private givenUp = false;

  constructor(name: string, client: Client, books: Books, random: Random, lifetimes: Lifetimes) {
    this.name = name;
    this.client = client;
    this.books = books;
    this.random = random;
    this.lifetimes = lifetimes;
  }

  /** Shops until a call is lost or the server says that it stops. */
  async shop(): Promise<void> {
    while (await this.step());
  }

  private async step(): Promise<boolean> {
    if (this.code === '') return this.enter();
    const { cart, random } = this;
    const dice = random();
    if (this.givenUp) {
      this.givenUp = false;
      return this.act('clear_cart', {}, cleared(cart));
    }
    if (dice < 0.04) return this.leave();
    if (dice < 0.12) return this.look();
    if (cart.lines.length > 0 && dice < 0.17) return this.act('sub_from_cart', ...this.onLine(lessOne));
    if (cart.lines.length > 0 && dice < 0.21) return this.act('del_from_cart', ...this.onLine(without));
    if (dice < 0.23) return this.act('clear_cart', {}, cleared(cart));
    if (!cart.isSent && dice < 0.29) return this.choose();
    if (cart.lines.length > 2 && dice < 0.4) return this.buy();
    return this.add();
  }

  private async enter(): Promise<boolean> {
    const answer = await this.client.call('get_new_session');
    if (answer === undefined || answer.status === 503) return false;
    claim(answer.refusal === '', () => `${this.name}: no session: ${answer.refusal}`);
    this.open(String(answer.body['code']), answer, answer.sentMs);
    return true;
  }

  /** `sinceMs`: the session is not older. */
  private open(code: string, { readMs }: Answer, sinceMs: number): void {
    this.books.handedOut(code);
    this.code = code;
    this.cart = EMPTY;
    this.note = '';
    this.usedMs = sinceMs;
    this.seenMs = readMs;
  }

  private async leave(): Promise<boolean> {
    const { code, cart, usedMs, seenMs } = this;
    this.left.push({ code, cart, usedMs, seenMs });
    if (this.left.length > LEFT_MAX) this.left.shift();
    this.code = '';
    return this.enter();
  }

  private async look(): Promise<boolean> {
    const answer = await this.ask('get_cart', {});
    if (answer === undefined) return false;
    if (answer !== 'ended') this.same(answer.body, this.cart, 'get_cart');
    return true;
  }

  private onLine(change: (cart: Cart, id: number) => Cart): [Fields, Cart] {
    const { id } = pick(this.random, this.cart.lines);
    return [{ id_element: id }, change(this.cart, id)];
  }

  private add(): Promise<boolean> {
    const { random, books } = this;
    const product: Product = pick(random, [...books.products.values()]);
    const pieces = 1 + below(random, 3);
    const grouped = random() < 0.5;
    const fields = {
      id_shopobject: product.id,
      element_type: grouped ? 'PRODUCT_GR' : 'PRODUCT',
      quantity: pieces,
      price_field: 'price',
      name_field: 'name',
    };
    return this.act('add_to_cart', fields, added(this.cart, product.id, pieces, grouped), product.scarce);
  }

  private async act(operation: string, fields: Fields, after: Cart, mayRefuse = false): Promise<boolean> {
    const answer = await this.ask(operation, fields, after);
    if (answer === undefined) return false;
    if (answer === 'ended') return true;
    if (answer.refusal !== '') {
      claim(mayRefuse && answer.refusal === 'SHOPOBJECT_NOT_AVAILABLE', () =>
        this.about(`${operation} refused: ${answer.refusal}`),
      );
      return true;
    }
    this.cart = after;
    this.same(answer.body, after, operation);
    return true;
  }

  /** From here on the delivery costs of the cart are those of the rules. */
  private async choose(): Promise<boolean> {
    const after = { ...this.cart, isSent: true };
    const answer = await this.ask('set_order_details', { id_delivery_method: METHOD }, after);
    if (answer === undefined) return false;
    if (answer === 'ended') return true;
    claim(answer.refusal === '', () => this.about(`no delivery method: ${answer.refusal}`));
    this.cart = after;
    return true;
  }

  private async buy(): Promise<boolean> {
    const tag = `${this.name}-${(this.carts += 1)}`;
    const noted = await this.ask('set_order_details', { note: tag });
    if (noted === undefined) return false;
    if (noted === 'ended') return true;
    claim(noted.refusal === '' && noted.body['note'] === tag, () =>
      this.about(`no note: ${JSON.stringify(noted.body)}`),
    );
    this.note = tag;
    const number = String(noted.body['order_number']);
    const keyed = this.random() < 0.9;
    const fields: Fields = keyed ? { idempotency_key: randomUUID() } : {};
    const answer = await this.ask('checkout', fields, EMPTY);
    if (answer === undefined) return false;
    if (answer === 'ended') return true;
    if (answer.refusal !== '') return this.turnedDown(answer);
    claim(String(answer.body['id_order']) === number, () =>
      this.about(`the draft showed the number ${number}, the order is ${String(answer.body['id_order'])}`),
    );
    if (this.random() >= 0.1) return this.bought(answer, answer.sentMs);
    return this.bought(answer, answer.sentMs, await this.again(fields));
  }

  /** Something is sold out, and the cart is given up; or others had the promotion before, and it is another total. */
  private turnedDown({ refusal, body }: Answer): boolean {
    if (refusal === 'TOTAL_CHANGED') {
      this.books.told += 1;
      return true;
    }
    const product = this.books.products.get(Number(body['param']));
    claim(refusal === 'SHOPOBJECT_NOT_AVAILABLE' && product?.scarce === true, () =>
      this.about(`checkout refused: ${JSON.stringify(body)}`),
    );
    this.givenUp = true;
    return true;
  }

  private again(fields: Fields): Promise<Answer | undefined> {
    this.repeats += 1;
    return this.client.call('checkout', { ...fields, session: this.code });
  }

  private bought(answer: Answer, sinceMs: number, repeat?: Answer): boolean {
    const id = Number(answer.body['id_order']);
    const next = String(answer.body['session']);
    // As long as its key is known for sure.
    if (repeat?.status === 200 && repeat.readMs < sinceMs + this.lifetimes.keyMs) {
      const same = repeat.body['id_order'] === id && repeat.body['session'] === next;
      claim(same, () => this.about(`the checkout repeated gives ${JSON.stringify(repeat.body)}, not order ${id}`));
    }
    this.books.placed({ id, tag: this.note, lines: this.cart.lines, isSent: this.cart.isSent, state: 'OPEN' });
    const { code, usedMs } = this;
    this.left.push({ code, cart: EMPTY, usedMs, seenMs: Date.now() });
    this.open(next, answer, sinceMs);
    return true;
  }

  /** Undefined when nothing more can be asked; `ended` when the session has reached its end in due time. */
  private async ask(operation: string, fields: Fields, after = this.cart): Promise<Answer | 'ended' | undefined> {
    const sentMs = Date.now();
    const answer = await this.client.call(operation, { ...fields, session: this.code });
    if (answer === undefined) {
      this.pending = { operation, fields, after, sentMs };
      return undefined;
    }
    if (answer.status === 503) {
      const isBegun = answer.refusal !== 'SHUTTING_DOWN' && (answer.refusal !== 'NOT_LEADER' || !THROUGH_STANDBY);
      claim(!isBegun, () => this.about(`${operation}: ${answer.refusal}`));
      return undefined;
    }
    claim(answer.status === 200, () => this.about(`${operation}: status ${answer.status}`));
    this.acknowledged += 1;
    if (answer.refusal === 'SESSION_INVALID') {
      this.ended(answer);
      return 'ended';
    }
    this.usedMs = sentMs;
    this.seenMs = answer.readMs;
    return answer;
  }

  private ended({ readMs }: Answer): void {
    const { sessionMs, touchMs } = this.lifetimes;
    const untilMs = this.usedMs + sessionMs - touchMs;
    claim(readMs >= untilMs, () => this.about(`the session is gone ${untilMs - readMs} ms before its end`));
    this.sessionsEnded += 1;
    this.code = '';
  }

  private same(body: Members, cart: Cart, operation: string): void {
    const wanted = this.books.shown(cart);
    const given = read(body);
    claim(given === wanted, () => this.about(`${operation} shows ${given}, acknowledged is ${wanted}`));
  }

  private about(what: string): string {
    const pending =
      this.pending === undefined ? '' : ` (lost: ${this.pending.operation} ${JSON.stringify(this.pending.fields)})`;
    return `${this.name}, session ${this.code}: ${what}${pending}`;
  }

  /** After a restart: the cart is the one acknowledged, or the one with the lost call. */
  async settle(): Promise<void> {
    this.client.hangUp();
    const { pending } = this;
    if (this.code !== '') {
      if (pending?.operation === 'checkout') await this.settleCheckout(pending);
      else await this.settleCart(pending);
    }
    this.pending = undefined;
    await this.settleLeft();
  }

  private async settleCart(pending: Pending | undefined): Promise<void> {
    const answer = await this.undisturbed('get_cart', {});
    if (answer === undefined) return;
    const given = read(answer.body);
    const before = this.books.shown(this.cart);
    if (pending === undefined || given !== this.books.shown(pending.after)) {
      claim(given === before, () => this.about(`after the restart the cart is ${given}, acknowledged is ${before}`));
    } else if (given !== before || (await this.isMade(pending))) this.cart = pending.after;
  }

  /** Of a lost call whose cart is shown alike without it: an empty one, or one of free delivery, has no costs yet. */
  private async isMade({ after }: Pending): Promise<boolean> {
    if (after.isSent === this.cart.isSent) return true;
    const details = await this.undisturbed('get_order_details', {});
    return (details?.body['order_delivery_method'] as { readonly id: number } | undefined)?.id === METHOD;
  }

  /** The same key gives the one order, whether or not it was made before the kill. */
  private async settleCheckout({ fields, sentMs }: Pending): Promise<void> {
    const answer = await this.undisturbed('checkout', fields);
    if (answer === undefined) {
      this.books.adrift.set(this.note, this.cart);
      return;
    }
    if (answer.refusal !== '') this.turnedDown(answer);
    else this.bought(answer, sentMs, await this.again(fields));
  }

  /** Undefined when the session has ended in due time. */
  private async undisturbed(operation: string, fields: Fields): Promise<Answer | undefined> {
    const answer = await this.ask(operation, fields);
    claim(answer !== undefined, () => this.about(`no reply to ${operation} after the restart`));
    return answer === 'ended' ? undefined : answer;
  }

  /** Sessions walked away from hold their carts until their end, and are gone after it. */
  private async settleLeft(): Promise<void> {
    const { sessionMs, touchMs } = this.lifetimes;
    const looks = Math.min(3, this.left.length);
    for (let look = 0; look < looks; look += 1) {
      const [one] = this.left.splice(below(this.random, this.left.length), 1);
      if (one === undefined) return;
      const answer = await this.client.call('get_cart', { session: one.code });
      claim(answer !== undefined, () => `${this.name}: no reply to get_cart after the restart`);
      const isGone = answer.refusal === 'SESSION_INVALID';
      if (answer.readMs < one.usedMs + sessionMs - touchMs) {
        const wanted = this.books.shown(one.cart);
        const given = isGone ? 'gone' : read(answer.body);
        claim(
          given === wanted,
          () => `${this.name}: the session ${one.code} that was left is ${given}, acknowledged is ${wanted}`,
        );
      } else if (answer.sentMs > one.seenMs + sessionMs) {
        claim(isGone, () => `${this.name}: the session ${one.code} lives beyond its end`);
        this.sessionsEnded += 1;
      }
    }
  }
}
