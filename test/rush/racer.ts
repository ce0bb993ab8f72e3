// One shopper of the rush: has a full cart, wants an order, and asks until there is an answer.
import { randomUUID } from 'node:crypto';
import type { Answer, Client } from '../kill/client.ts';
import { must } from '../kill/client.ts';
import { lull } from '../harness/until.ts';
import { METHOD, deliveryCents, deliveryOf } from '../kill/delivered.ts';
import { below, claim, pick } from '../kill/model.ts';
import type { Random } from '../kill/model.ts';
import { CODES } from './market.ts';
import type { Ware } from './market.ts';

/** What all shoppers do together, counted. */
export interface Tally {
  calls: number;
  aborted: number;
  /** Calls whose reply did not come, aborted or killed. */
  lost: number;
  repeats: number;
  couponRefusals: number;
  stockRefusals: number;
  /** Carts whose promotion others had before. */
  told: number;
  /** Orders that a reply has named. */
  orders: number;
  /** Called behind each. */
  onOrder: () => void;
}

export const newTally = (): Tally => ({
  calls: 0,
  aborted: 0,
  lost: 0,
  repeats: 0,
  couponRefusals: 0,
  stockRefusals: 0,
  told: 0,
  orders: 0,
  onOrder: () => {},
});

export interface Line {
  readonly ware: Ware;
  readonly quantity: number;
}

const ABORT_SHARE = 0.1;
const ABORT_MS_MAX = 4;
const ATTEMPTS_MAX = 50;

export class Racer {
  readonly name: string;
  readonly lines: readonly Line[];
  /** '' for none. */
  code: string;
  /** 0: there was nothing left for this one. */
  orderId = 0;
  /** Cents that the cart showed for delivery; 0: no method is chosen. */
  delivery = 0;
  private session = '';
  private next = '';
  private key = '';
  private isTold = false;
  private readonly random: Random;
  private readonly tally: Tally;

  constructor(name: string, wares: readonly Ware[], random: Random, tally: Tally) {
    this.name = name;
    this.random = random;
    this.tally = tally;
    const chosen = random() < 0.3 ? [pick(random, wares), pick(random, wares)] : [pick(random, wares)];
    this.lines = chosen.map((ware) => ({ ware, quantity: random() < 0.2 ? 2 : 1 }));
    this.code = random() < 0.6 ? pick(random, CODES) : '';
  }

  /** Pieces that the cart asks for. */
  get demand(): number {
    return this.lines.reduce((sum, { ware, quantity }) => sum + ware.perPiece * quantity, 0);
  }

  async fill(client: Client): Promise<void> {
    this.session = String((await must(client.call('get_new_session'))).body['code']);
    for (const { ware, quantity } of this.lines) {
      const fields = {
        session: this.session,
        id_shopobject: ware.id,
        element_type: 'PRODUCT',
        quantity,
        price_field: 'price',
        name_field: 'name',
      };
      await must(client.call('add_to_cart', fields));
    }
    if (this.random() < 0.6) this.delivery = await this.choose(client);
    if (this.code !== '')
      await must(client.call('add_coupons', { session: this.session, coupons: JSON.stringify([[this.code, 'Rush']]) }));
    this.renewKey();
  }

  /** Returns what the cart then shows for delivery, which is what the rules ask for it. */
  private async choose(client: Client): Promise<number> {
    const { session, lines } = this;
    await must(client.call('set_order_details', { session, id_delivery_method: METHOD }));
    const { body } = await must(client.call('get_cart', { session }));
    const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
    const [shown, asked] = [deliveryOf(body), deliveryCents(Math.round(Number(body['sum']) * 100), pieces)];
    claim(shown === asked && shown > 0, () => `${this.name}: delivery is ${shown}, the rules ask ${asked}`);
    return shown;
  }

  /** Every other shopper sends a key; after another decision of the shopper it is another one. */
  private renewKey(): void {
    this.key = this.random() < 0.5 ? randomUUID() : '';
  }

  /** Until there is an order or nothing left. `up` resolves while a server is there. */
  async race(client: Client, up: () => Promise<void>): Promise<void> {
    for (;;) {
      const { body, refusal } = await this.insist(up, () => this.checkout(client));
      if (refusal === '') return this.placed(body['id_order'], body['session']);
      if (refusal === 'COUPON_USED') {
        claim(
          this.code !== '' && body['param'] === this.code,
          () => `${this.name}: ${JSON.stringify(body)} does not name ${this.code}`,
        );
        this.tally.couponRefusals += 1;
        await this.insist(up, () => client.call('add_coupons', { session: this.session, coupons: '[]' }));
        this.code = '';
        this.renewKey();
        continue;
      }
      if (refusal === 'TOTAL_CHANGED') {
        claim(!this.isTold, () => `${this.name} is told twice of another total`);
        this.isTold = true;
        this.tally.told += 1;
        this.renewKey();
        continue;
      }
      const named = this.lines.some(({ ware }) => String(ware.id) === body['param']);
      claim(
        refusal === 'SHOPOBJECT_NOT_AVAILABLE' && named,
        () => `${this.name}: ${JSON.stringify(body)} names none of its products`,
      );
      this.tally.stockRefusals += 1;
      return;
    }
  }

  /** Asks once more for what was answered before, with the key and without it. */
  async repeat(client: Client, up: () => Promise<void>): Promise<void> {
    if (this.orderId === 0) return;
    for (const keyed of [true, false]) {
      const { body, refusal } = await this.insist(up, () => this.checkout(client, keyed));
      claim(refusal === '', () => `${this.name}: the repeat is refused: ${JSON.stringify(body)}`);
      this.tally.repeats += 1;
      this.placed(body['id_order'], body['session']);
    }
  }

  private placed(id: unknown, next: unknown): void {
    if (this.orderId === 0) {
      this.tally.orders += 1;
      this.orderId = Number(id);
      this.next = String(next);
      this.tally.onOrder();
    }
    claim(
      id === this.orderId && next === this.next,
      () => `${this.name}: order ${this.orderId} is ${String(id)} in a repeat, or leads to another session`,
    );
  }

  private checkout(client: Client, keyed = true): Promise<Answer | undefined> {
    const key = keyed && this.key !== '' ? { idempotency_key: this.key } : {};
    const answer = client.call('checkout', { session: this.session, ...key });
    if (this.random() < ABORT_SHARE) {
      this.tally.aborted += 1;
      // At any moment of the call.
      void lull(below(this.random, ABORT_MS_MAX)).then(() => client.hangUp());
    }
    return answer;
  }

  /** The same call again until a reply comes. */
  private async insist(up: () => Promise<void>, call: () => Promise<Answer | undefined>): Promise<Answer> {
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      await up();
      this.tally.calls += 1;
      const answer = await call();
      if (answer !== undefined && answer.status === 200) return answer;
      this.tally.lost += 1;
    }
    throw new Error(`${this.name}: no reply after ${ATTEMPTS_MAX} attempts`);
  }
}
