// The office of a cluster: rare pieces come and go while shoppers wait for them, and coupons are made.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Fields, Members } from '../kill/client.ts';
import { below, pick } from '../kill/model.ts';
import type { Random } from '../kill/model.ts';
import { ENTITY } from './goods.ts';
import type { Shop } from './shopper.ts';

const BETWEEN_MS = 400;
const RETRY_MS = 200;
/** Rare pieces never are many, so that shoppers rush for them. */
const DELIVERY = 12;

export class Office {
  changes = 0;
  private readonly shop: Shop;
  private readonly random: Random;

  constructor(shop: Shop, random: Random) {
    this.shop = shop;
    this.random = random;
  }

  async run(): Promise<void> {
    while (!this.shop.isClosing) {
      await this.step();
      await pause(BETWEEN_MS * 2 * this.random());
    }
  }

  private async step(): Promise<void> {
    const { random, shop } = this;
    const { books } = shop;
    const dice = random();
    if (dice < 0.2) {
      const code = `rush-${books.coupons.length}-${randomUUID().slice(0, 8)}`;
      const coupon = { count: 1, name: 'Rush', amount: 10, type: 'UNIQUE_PERCENTAGE', code };
      if ((await this.insist('create_coupons', coupon)) !== undefined) books.coupons.push(code);
    } else if (dice < 0.35) {
      const quantity = 1 + below(random, 4);
      if ((await this.insist('inventory_take', this.stock(quantity))) !== undefined) books.placed -= quantity;
    } else {
      const quantity = 1 + below(random, DELIVERY);
      if ((await this.insist('inventory_place', this.stock(quantity))) !== undefined) books.placed += quantity;
    }
  }

  private stock(quantity: number): Fields {
    return { storage: 'north', element_number: ENTITY, quantity };
  }

  /** Under one key, until there is an answer; undefined where it was refused, as taking what is not there. */
  private async insist(operation: string, fields: Fields): Promise<Members | undefined> {
    const keyed = { ...fields, idempotency_key: randomUUID() };
    const { callers, nodes, books } = this.shop;
    for (;;) {
      const answer = await callers.call(pick(this.random, nodes), operation, keyed, true);
      if (answer.outcome === 'answered') {
        if (answer.refusal === '') {
          this.changes += 1;
          return answer.body;
        }
        if (operation !== 'inventory_take') books.problems.push(`${operation}: ${JSON.stringify(answer.body)}`);
        return undefined;
      }
      await pause(RETRY_MS);
    }
  }
}
