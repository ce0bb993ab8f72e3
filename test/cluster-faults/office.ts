// The office of a cluster: rare pieces come and go while shoppers wait for them, coupons are made,
// and orders are on their way.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Fields } from '../kill/client.ts';
import { below, pick } from '../kill/model.ts';
import type { Random } from '../kill/model.ts';
import type { Answered } from './caller.ts';
import { answered } from './contents.ts';
import type { StateChange, StockChange } from './contents.ts';
import { ENTITY, FIRST_STATE, OTHER_STATE } from './goods.ts';
import type { Shop } from './shopper.ts';

const BETWEEN_MS = 400;
const RETRY_MS = 200;
/** Rare pieces never are many, so that shoppers rush for them. */
const DELIVERY = 12;
/** Of the last so many orders one is on its way, so that some change often. */
const ORDERS = 8;

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
    } else if (dice < 0.35) await this.move('inventory_take', -1 - below(random, 4));
    else if (dice < 0.65) await this.deliver();
    else await this.move('inventory_place', 1 + below(random, DELIVERY));
  }

  private async move(operation: 'inventory_take' | 'inventory_place', pieces: number): Promise<void> {
    const { books } = this.shop;
    const change: StockChange = { beginMs: performance.now(), endMs: Infinity, own: 0, pieces };
    books.stockChanges.push(change);
    const fields = { storage: 'north', element_number: ENTITY, quantity: Math.abs(pieces) };
    const answer = await this.insist(operation, fields);
    if (answer === undefined) return void books.stockChanges.splice(books.stockChanges.indexOf(change), 1);
    answered(change, answer);
    books.placed += pieces;
  }

  /** The delivery of an order that was acknowledged goes one step on, or back. */
  private async deliver(): Promise<void> {
    const { books } = this.shop;
    if (books.orders.size === 0) return;
    const order = pick(this.random, [...books.orders.keys()].slice(-ORDERS));
    const before = books.stateChanges.findLast((change) => change.order === order)?.state ?? FIRST_STATE;
    const state = before === FIRST_STATE ? OTHER_STATE : FIRST_STATE;
    const change: StateChange = { beginMs: performance.now(), endMs: Infinity, own: 0, order, state };
    books.stateChanges.push(change);
    const fields = { id_order: order, order_delivery_state: state };
    const answer = await this.insist('update_order_details', fields);
    if (answer !== undefined) answered(change, answer);
  }

  /** Under one key, until there is an answer; undefined where it was refused, as taking what is not there. */
  private async insist(operation: string, fields: Fields): Promise<Answered | undefined> {
    const keyed = { ...fields, idempotency_key: randomUUID() };
    const { callers, nodes, books } = this.shop;
    for (;;) {
      const answer = await callers.call(pick(this.random, nodes), operation, keyed, true);
      if (answer.outcome === 'answered') {
        if (answer.refusal === '') {
          this.changes += 1;
          return answer;
        }
        if (operation !== 'inventory_take') books.problems.push(`${operation}: ${JSON.stringify(answer.body)}`);
        return undefined;
      }
      await pause(RETRY_MS);
    }
  }
}
