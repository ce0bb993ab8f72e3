// The back office: stock comes and goes, products are made, orders are cancelled and opened again. Every change has a
// key, so that a lost one is simply asked for again. Where its key may have ended by then, and now and then otherwise,
// the shop is read instead: each change is known by a note, a name or a state of its own.
import { randomUUID } from 'node:crypto';
import { must } from './client.ts';
import type { Answer, Client, Fields, Members } from './client.ts';
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
  /** Enters it into the books; what it made. */
  readonly done: (made: Members) => void;
  /** What the shop shows of it: nothing where it was not made, and more than one where it was made again. */
  readonly find: () => Promise<readonly Members[]>;
}

/** Of lost changes that could be asked for again, how many are looked for. */
const LOOKED_FOR = 0.3;
/** More than come between a change that is lost and the look for it. */
const MOVEMENTS_SHOWN = 200;

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
      dice < 0.35
        ? this.movement('inventory_place')
        : dice < 0.5
          ? this.movement('inventory_take')
          : dice < 0.53
            ? this.product()
            : this.order(),
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
    if (answer.refusal === '') done(answer.body);
  }

  private change(operation: string, fields: Fields, rest: Pick<Change, 'mayBe' | 'done' | 'find'>): Change {
    return { operation, fields: { ...fields, idempotency_key: randomUUID() }, sentMs: Date.now(), ...rest };
  }

  /** A name that no other change has. */
  private newName(): string {
    return `${this.name}-${(this.made += 1)}`;
  }

  private movement(operation: 'inventory_place' | 'inventory_take'): Change {
    const entity = pick(this.random, [...this.books.stored.keys()]);
    const pieces = 1 + below(this.random, 12);
    const note = this.newName();
    const fields = { storage: pick(this.random, STORAGES), element_number: entity, quantity: pieces, note };
    return this.change(operation, fields, {
      mayBe: operation === 'inventory_take' ? ['INSUFFICIENT_STOCK'] : [],
      done: () => this.stored(entity, operation === 'inventory_take' ? -pieces : pieces),
      find: async () => {
        const shown = { element_number: entity, movements: MOVEMENTS_SHOWN };
        const { body } = await must(this.client.office('get_stock', shown));
        return (body['movements'] as readonly Members[]).filter((movement) => movement['note'] === note);
      },
    });
  }

  private stored(entity: string, pieces: number): void {
    this.books.stored.set(entity, this.books.stored.get(entity)! + pieces);
  }

  private product(): Change {
    const name = this.newName();
    const cents = 100 + below(this.random, 10_000);
    const pieces = 1 + below(this.random, 40);
    return this.change('create_product', productFields(name, cents, { quantity: pieces }), {
      mayBe: [],
      done: (made) => {
        const id = Number(made['id']);
        this.books.products.set(id, { id, cents, scarce: true, pieces, entity: '', perPiece: 0 });
      },
      find: async () => {
        const constraint = JSON.stringify({ name: ['=', name] });
        const { body } = await must(this.client.office('search_products', { constraint }));
        return body['result'] as readonly Members[];
      },
    });
  }

  private order(): Change {
    const [own, of] = this.share;
    const { orders } = this.books;
    const at = below(this.random, Math.max(1, Math.ceil(orders.size / of)));
    const order: Order | undefined = [...orders.values()][at * of + own];
    if (order === undefined) return this.movement('inventory_place');
    const to = order.state === 'OPEN' ? 'CANCELED' : 'OPEN';
    return this.change(
      'update_order_details',
      { id_order: order.id, order_state: to },
      {
        mayBe: to === 'OPEN' ? ['SHOPOBJECT_NOT_AVAILABLE', 'PROMOTION_USED_UP'] : [],
        done: () => {
          order.state = to;
        },
        find: async () => {
          const { body } = await must(this.client.call('get_order_by_id', { id_order: order.id }));
          return body['order_state'] === to ? [body] : [];
        },
      },
    );
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
    if (this.random() < LOOKED_FOR) return this.lookFor(pending, 1);
    const answer = await this.client.office(pending.operation, pending.fields);
    claim(answer !== undefined, () => `${this.name}: no reply to ${pending.operation} after the restart`);
    if (answer.readMs < pending.sentMs + this.lifetimes.keyMs) this.settled(pending, answer);
    // Its key may have ended before this answer: what was lost, and what was asked for now, may both be made.
    else await this.lookFor(pending, 2);
  }

  private async lookFor({ operation, fields, done, find }: Change, timesMax: number): Promise<void> {
    const made = await find();
    claim(
      made.length <= timesMax,
      () => `${this.name}: ${operation} ${JSON.stringify(fields)} was made ${made.length} times`,
    );
    for (const one of made) done(one);
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
