// A hundred shoppers (at night ten thousand), a hundred pieces, two kills: nothing is sold twice, nobody is told two
// things, nothing is left that somebody still waits for.
import { seedOf } from '../harness/seed.ts';
import { runs } from '../harness/effort.ts';
import { lull } from '../harness/until.ts';
import { expect, test } from 'vitest';
import type { Program } from '../harness/program.ts';
import type { Client } from '../kill/client.ts';
import { must } from '../kill/client.ts';
import { below, seeded } from '../kill/model.ts';
import { deliveryOf, goodsOf } from '../kill/delivered.ts';
import { KillShop } from '../kill/shop.ts';
import { centsOf, promotedOf, talliedOf } from '../kill/promoted.ts';
import type { Members } from '../kill/client.ts';
import { PIECES, PROMOTED, PROMOTION, openMarket, piecesLeft } from './market.ts';
import { Racer, newTally } from './racer.ts';
import type { Tally } from './racer.ts';

const SHOPPERS = runs(300, 120);
const SEED = seedOf('rush');
const CONNECTIONS = 64;
/** Few at first, so that each kill falls into the sale and not behind it. */
const WAVES = [8, 16, CONNECTIONS] as const;

const random = seeded(SEED);

interface RaceLine {
  readonly id_product: number;
  readonly quantity: number;
}

class Rush {
  readonly tally: Tally = newTally();
  readonly racers: Racer[] = [];
  kills = 0;
  private program: Program | undefined;
  private up: Promise<void>;
  private raised = (): void => {};
  private readonly shop: KillShop;
  private readonly clients: readonly Client[];

  constructor(shop: KillShop) {
    this.shop = shop;
    this.clients = Array.from({ length: CONNECTIONS }, () => shop.client());
    this.up = new Promise((resolve) => (this.raised = resolve));
  }

  private async start(): Promise<void> {
    this.program = this.shop.start('fsync');
    await this.program.ready();
    this.raised();
  }

  /** All clients take the next shopper as soon as they are free. */
  private async each(
    clients: readonly Client[],
    racers: readonly Racer[],
    work: (racer: Racer, client: Client) => Promise<void>,
  ): Promise<void> {
    const waiting = racers.values();
    await Promise.all(
      clients.map(async (client) => {
        for (const racer of waiting) await work(racer, client);
      }),
    );
  }

  async run(): Promise<void> {
    await this.start();
    const wares = await openMarket(this.shop.client());
    for (let at = 0; at < SHOPPERS; at += 1)
      this.racers.push(new Racer(`shopper ${at}`, wares, seeded(below(random, 2 ** 31)), this.tally));
    await this.each(this.clients, this.racers, (racer, client) => racer.fill(client));
    await this.race();
    await this.each(this.clients, this.racers, (racer, client) => racer.repeat(client, () => this.up));
    await this.settle();
  }

  private async race(): Promise<void> {
    const waiting = this.racers.values();
    const up = (): Promise<void> => this.up;
    const one = async (client: Client): Promise<void> => {
      for (const racer of waiting) await racer.race(client, up);
    };
    const running: Promise<void>[] = [];
    for (const clients of WAVES) {
      while (running.length < clients) running.push(one(this.clients[running.length]!));
      if (clients === CONNECTIONS) break;
      await this.killAfter(this.tally.orders + 1 + below(random, 4));
    }
    await Promise.all(running);
  }

  /** Kills the server as soon as that many orders are known, or in the moments after. */
  private async killAfter(orders: number): Promise<void> {
    const { tally } = this;
    await new Promise<void>((resolve) => {
      tally.onOrder = () => tally.orders >= orders && resolve();
      tally.onOrder();
    });
    // In that moment, or a little later: the seed says which.
    await lull(below(random, 3));
    const { program } = this;
    this.up = new Promise((resolve) => (this.raised = resolve));
    expect(await program!.kill()).toEqual({ code: null, signal: 'SIGKILL' });
    expect(program!.err).toEqual([]);
    this.kills += 1;
    await this.start();
  }

  private async settle(): Promise<void> {
    const office = this.shop.client();
    const buyers = this.racers.filter(({ orderId }) => orderId !== 0);
    const ids = buyers.map(({ orderId }) => orderId).toSorted((a, b) => a - b);
    expect(new Set(ids).size, 'orders that two shoppers were given').toBe(ids.length);
    // Whoever asked was answered in the end, so there is no order that nobody knows.
    const found = await must(office.office('search_orders', { constraint: '{}', language: 'de_DE' }));
    const orders = found.body['result'] as {
      id: number;
      cart: Members & { coupons: { positions: { code: string }[] } };
    }[];
    expect(orders.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(ids);
    const used: string[] = [];
    for (const { orderId, lines, code, delivery } of buyers) {
      const { cart } = orders.find(({ id }) => id === orderId)!;
      expect(deliveryOf(cart), `delivery of order ${orderId}, as it was shown`).toBe(delivery);
      expect(goodsOf<RaceLine>(cart).map((line) => [line.id_product, line.quantity])).toEqual(
        lines.map(({ ware, quantity }) => [ware.id, quantity]),
      );
      // Promotions are among them without a code.
      const codes = cart.coupons.positions.flatMap((one) => (one.code === '' ? [] : one.code));
      expect(codes).toEqual(code === '' ? [] : [code]);
      used.push(...codes);
    }
    await this.checkPromotion(
      office,
      orders.map(({ cart }) => cart),
    );
    expect(new Set(used).size, 'coupons redeemed twice').toBe(used.length);
    const left = await piecesLeft(office);
    expect(buyers.reduce((sum, { demand }) => sum + demand, 0) + left, 'pieces sold and left').toBe(PIECES);
    for (const { name, orderId, demand } of this.racers) {
      if (orderId === 0) expect(demand, `${name} waits for pieces that are there`).toBeGreaterThan(left);
    }
    // The traffic must have been what the test is about, or it proves nothing.
    expect(this.tally.told, 'carts whose promotion others had before').toBeGreaterThan(0);
    expect(buyers.filter(({ delivery }) => delivery > 0).length, 'orders with delivery by rules').toBeGreaterThan(1);
    expect(used.length, 'coupons redeemed').toBeGreaterThan(1);
    expect(this.tally.couponRefusals, 'refusals of used coupons').toBeGreaterThan(0);
    expect(this.tally.aborted, 'calls that clients aborted').toBeGreaterThan(0);
    expect(this.tally.lost, 'calls without reply').toBeGreaterThan(0);
    console.log(
      `rush, seed ${SEED}: ${JSON.stringify({ shoppers: SHOPPERS, kills: this.kills, left, ...this.tally })}`,
    );
  }

  private async checkPromotion(office: Client, carts: readonly Members[]): Promise<void> {
    const promoted = carts.map((cart) => promotedOf(cart, 'an order')).filter(({ length }) => length > 0);
    expect(promoted.length, 'orders with the promotion').toBe(Math.min(PROMOTED, carts.length));
    const cents = promoted.reduce((sum, one) => sum + centsOf(one, PROMOTION), 0);
    expect(await talliedOf(office, PROMOTION)).toEqual([promoted.length, cents]);
  }

  async end(): Promise<void> {
    this.program!.signal('SIGTERM');
    expect(await this.program!.ended, this.program!.said).toEqual({ code: 0, signal: null });
    await this.shop.verifyByCommand();
  }
}

test(`${SHOPPERS} shoppers race for ${PIECES} pieces, and the server dies twice`, async () => {
  const shop = await KillShop.open({});
  try {
    const rush = new Rush(shop);
    await rush.run();
    expect(rush.kills).toBe(2);
    await rush.end();
  } catch (error) {
    (error as Error).message = `seed ${SEED} : ${(error as Error).message}`;
    throw error;
  } finally {
    await shop.place.clean();
  }
});
