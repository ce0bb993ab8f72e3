// The back office: stock comes and goes, products are made, orders are cancelled and opened again. Every change has a
// key, so that a lost one is simply asked for again.
import { randomUUID } from 'node:crypto';
import type { Answer, Client, Fields } from './client.ts';
import { below, claim, pick } from './model.ts';
import type { Books, Order, Random } from './model.ts';
import type { Lifetimes } from './shopper.ts';

export const STORAGES = ['north', 'south'] as const;

interface Change {
  readonly operation: string;
  readonly fields: Fields;
  readonly sentMs: number;
  /** Refusals that are no surprise. */
  readonly mayBe: readonly string[];
  readonly done: (answer: Answer) => void;
}

export class Office {
  readonly name: string;
  changes = 0;
  private readonly client: Client;
  private readonly books: Books;
  private readonly random: Random;
  private readonly lifetimes: Lifetimes;
  private readonly share: readonly [number, number];
  private pending: Change | undefined;
  private made = 0;
  /** Keys whose first session is known: within the key's life the same, after it another one. */
  private readonly keys: {
    readonly key: string;
    readonly session: string;
    readonly sentMs: number;
    readonly readMs: number;
  }[] = [];
  keysForgotten = 0;

  /** `share`: which of how many offices; each has its own orders. */
  constructor(
    name: string,
    client: Client,
    books: Books,
    random: Random,
    lifetimes: Lifetimes,
    share: readonly [number, number],
  ) {
    this.name = name;
    this.client = client;
    this.books = books;
    this.random = random;
    this.lifetimes = lifetimes;
    this.share = share;
  }

  async work(): Promise<void> {
    while (await this.step());
  }

  private async step(): Promise<boolean> {
    const dice = this.random();
    if (dice < 0.1) return this.keyedSession();
    return this.make(
      dice < 0.35 ? this.place() : dice < 0.5 ? this.take() : dice < 0.53 ? this.product() : this.order(),
    );
  }

  private async make(change: Change): Promise<boolean> {
    const answer = await this.client.office(change.operation, change.fields);
    if (answer === undefined) {
      this.pending = change;
      return false;
    }
    if (answer.status === 503) return false;
    this.settled(change, answer);
    return true;
  }

  private settled({ operation, fields, mayBe, done }: Change, answer: Answer): void {
    claim(
      answer.refusal === '' || mayBe.includes(answer.refusal),
      () => `${this.name}: ${operation} ${JSON.stringify(fields)}: ${JSON.stringify(answer.body)}`,
    );
    this.changes += 1;
    if (answer.refusal === '') done(answer);
  }

  private change(operation: string, fields: Fields, mayBe: readonly string[], done: (answer: Answer) => void): Change {
    return { operation, fields: { ...fields, idempotency_key: randomUUID() }, sentMs: Date.now(), mayBe, done };
  }

  private movement(): { readonly entity: string; readonly pieces: number; readonly fields: Fields } {
    const entity = pick(this.random, [...this.books.stored.keys()]);
    const pieces = 1 + below(this.random, 12);
    return {
      entity,
      pieces,
      fields: { storage: pick(this.random, STORAGES), element_number: entity, quantity: pieces, note: this.name },
    };
  }

  private stored(entity: string, pieces: number): void {
    this.books.stored.set(entity, this.books.stored.get(entity)! + pieces);
  }

  private place(): Change {
    const { entity, pieces, fields } = this.movement();
    return this.change('inventory_place', fields, [], () => this.stored(entity, pieces));
  }

  private take(): Change {
    const { entity, pieces, fields } = this.movement();
    return this.change('inventory_take', fields, ['INSUFFICIENT_STOCK'], () => this.stored(entity, -pieces));
  }

  private product(): Change {
    const name = `${this.name}-${(this.made += 1)}`;
    const cents = 100 + below(this.random, 10_000);
    const pieces = 1 + below(this.random, 40);
    return this.change('create_product', productFields(name, cents, { quantity: pieces }), [], ({ body }) => {
      const id = Number(body['id']);
      this.books.products.set(id, { id, cents, scarce: true, pieces, entity: '', perPiece: 0 });
    });
  }

  private order(): Change {
    const [own, of] = this.share;
    const { orders } = this.books;
    const at = below(this.random, Math.max(1, Math.ceil(orders.size / of)));
    const order: Order | undefined = [...orders.values()][at * of + own];
    if (order === undefined) return this.place();
    const to = order.state === 'OPEN' ? 'CANCELED' : 'OPEN';
    const mayBe = to === 'OPEN' ? ['SHOPOBJECT_NOT_AVAILABLE'] : [];
    return this.change('update_order_details', { id_order: order.id, order_state: to }, mayBe, () => {
      order.state = to;
    });
  }

  /** Keys are forgotten in time, and not before. */
  private async keyedSession(): Promise<boolean> {
    const [oldest] = this.keys;
    const isPast = oldest !== undefined && oldest.readMs + this.lifetimes.keyMs < Date.now();
    const known = isPast ? this.keys.shift() : this.random() < 0.4 ? this.keys.pop() : undefined;
    const key = known?.key ?? randomUUID();
    const answer = await this.client.call('get_new_session', { idempotency_key: key });
    if (answer === undefined || answer.status === 503) return false;
    claim(answer.refusal === '', () => `${this.name}: get_new_session: ${answer.refusal}`);
    const session = String(answer.body['code']);
    const { sentMs, readMs } = answer;
    if (known === undefined) this.keys.push({ key, session, sentMs, readMs });
    else if (readMs < known.sentMs + this.lifetimes.keyMs) {
      claim(session === known.session, () => `${this.name}: the key of ${known.session} gives ${session}`);
    } else if (sentMs > known.readMs + this.lifetimes.keyMs) {
      claim(session !== known.session, () => `${this.name}: the key of ${session} is remembered for too long`);
      this.keysForgotten += 1;
    }
    return true;
  }

  /** After a restart: asked again with its key, a lost change is made once. */
  async settle(): Promise<void> {
    this.client.hangUp();
    const { pending } = this;
    this.pending = undefined;
    if (pending === undefined) return;
    claim(
      Date.now() - pending.sentMs < this.lifetimes.keyMs - 1000,
      () => 'this machine is too slow for the lifetimes of the test',
    );
    const answer = await this.client.office(pending.operation, pending.fields);
    claim(answer !== undefined, () => `${this.name}: no reply to ${pending.operation} after the restart`);
    this.settled(pending, answer);
  }
}

export const productFields = (
  name: string,
  cents: number,
  availability: { readonly quantity?: number },
  more: Fields = {},
): Fields => ({
  class: 'article',
  name,
  shop_active: 1,
  attributes: JSON.stringify({ de_DE: { name, price: cents / 100 } }),
  availability: JSON.stringify({ ...availability, active: 1 }),
  ...more,
});
