// Reports of the real server over SIGKILLs: would catch orders that are not reported as they are, calls that are never
// written while the server runs, and written ones that a kill takes.
import { seedOf } from '../harness/seed.ts';
import { runs } from '../harness/effort.ts';
import { expect, test } from 'vitest';
import { lull, until } from '../harness/until.ts';
import { Place } from '../harness/program.ts';
import type { Program } from '../harness/program.ts';
import { startServed } from '../harness/standby.ts';
import { Client, must } from './client.ts';
import { below, seeded } from './model.ts';
import { callsOnDisk } from './on-disk.ts';

const KILLS = runs(2);
const SHOPPERS = 4;
const SEED = seedOf('reports');
const DEMO = { username: 'demo_kontor', password: 'demo-password', secretKey: 'demo-secret-key' };
const PRODUCTS = 3;

interface Report {
  readonly sum: number;
  readonly records: readonly { readonly date: string; readonly value: number; readonly id?: number }[];
}

interface PlacedOrder {
  readonly creation_date: string;
  readonly order_state: string;
  readonly cart: {
    readonly total: number;
    readonly contents: readonly { readonly type: string; readonly id_product: number; readonly quantity: number }[];
  };
}

const random = seeded(SEED);

class Shop {
  readonly place = new Place();
  answered = 0;
  sent = 0;
  /** Of shoppers. */
  readonly done = { orders: 0, searches: 0 };
  program!: Program;
  port = 0;

  async start(): Promise<void> {
    const env = {
      KONTOR_USAGE_FLUSH_INTERVAL_MS: '200',
      KONTOR_TIME_ZONE: 'Asia/Tokyo',
      // The journal must keep what callsOnDisk counts; rows are written all the same, by the checkpoints below.
      KONTOR_REPLAY_RECORDS_MAX: '5000',
      KONTOR_CHECKPOINT_PAUSE_MS: '5',
      KONTOR_CHECKPOINT_ROWS_MAX: '40',
      KONTOR_PASS_ON_MS_MAX: '500',
    };
    const args = ['serve', '--demo', '--port', '0', '--data', 'data', '--durability', 'commit'];
    this.program = startServed(this.place, 'data', args, env);
    this.port = Number(new URL(await this.program.ready()).port);
  }

  async stop(): Promise<void> {
    this.program.signal('SIGTERM');
    expect(await this.program.ended, this.program.said).toEqual({ code: 0, signal: null });
  }

  client(): Client {
    return new Client(this.port, DEMO);
  }

  /** Calls until the server dies. */
  async shopper(): Promise<void> {
    const client = this.client();
    const call = async (operation: string, fields = {}) => {
      this.sent += 1;
      const answer = await client.office(operation, fields);
      if (answer?.refusal === 'NOT_LEADER') return undefined;
      if (answer !== undefined) this.answered += 1;
      return answer;
    };
    for (;;) {
      const session = await call('get_new_session');
      if (session === undefined) {
        if (!this.program.running) return;
        // A standby may pass nothing on for a while where the machine is busy.
        continue;
      }
      const fields = { session: String(session.body['code']) };
      await call('add_to_cart', {
        ...fields,
        id_shopobject: 1 + below(random, PRODUCTS),
        element_type: 'PRODUCT',
        quantity: 1 + below(random, 3),
        price_field: 'price',
      });
      const placed = await call('checkout', fields);
      if (placed === undefined) continue;
      if (placed.refusal === '') this.done.orders += 1;
      if (below(random, 3) > 0) continue;
      await call('update_order_details', { id_order: Number(placed.body['id_order'] ?? 0), order_state: 'CANCELED' });
      const found = await call('search_products', { constraint: JSON.stringify({ name: ['LIKE', 'teapot'] }) });
      if (found !== undefined) this.done.searches += 1;
    }
  }

  async report(statistic: string): Promise<Report> {
    this.sent += 1;
    const { body } = await must(this.client().office('get_report', { statistic }));
    this.answered += 1;
    return body as unknown as Report;
  }

  /** What a scan of all orders makes of the reports. */
  async compare(): Promise<number> {
    this.sent += 1;
    const { body } = await must(this.client().office('search_orders', { constraint: '[]' }));
    this.answered += 1;
    const orders = body['result'] as unknown as readonly PlacedOrder[];
    const tokyo = ({ creation_date }: PlacedOrder): string =>
      new Date(Date.parse(`${creation_date.replace(' ', 'T')}Z`) + 9 * 3_600_000).toISOString().slice(0, 10);
    const [sales, counts, pieces] = [new Map<string, number>(), new Map<string, number>(), new Map<number, number>()];
    for (const order of orders) {
      counts.set(tokyo(order), (counts.get(tokyo(order)) ?? 0) + 1);
      if (order.order_state === 'CANCELED') continue;
      sales.set(tokyo(order), Math.round(((sales.get(tokyo(order)) ?? 0) + order.cart.total) * 100) / 100);
      for (const { id_product, quantity } of order.cart.contents)
        pieces.set(id_product, (pieces.get(id_product) ?? 0) + quantity);
    }
    const days = async (statistic: string) =>
      (await this.report(statistic)).records.filter(({ value }) => value > 0).map(({ date, value }) => [date, value]);
    expect(await days('sales')).toEqual([...sales]);
    expect(await days('orders')).toEqual([...counts]);
    const hot = (await this.report('hotlist_all_time')).records.map(({ id, value }) => [id, value]);
    expect(hot).toEqual([...pieces].sort((a, b) => b[1] - a[1] || a[0] - b[0]));
    return orders.length;
  }
}

test(`${KILLS} kills: orders are reported as they are, and only the last calls are forgotten`, async () => {
  const shop = new Shop();
  try {
    let written = 0;
    let orders = 0;
    await shop.start();
    // Of the calls that have filled it.
    const before = (await shop.report('requests')).sum;
    shop.sent += before;
    for (let kill = 0; kill < KILLS; kill += 1) {
      // Every other kill finds what a clean stop has left, and what was recovered from the kill before it otherwise.
      if (kill > 0 && kill % 2 === 0) {
        await shop.stop();
        await shop.start();
      }
      const work = Promise.all(Array.from({ length: SHOPPERS }, () => shop.shopper()));
      // Traffic until so much was sold, and moments in which calls are counted that nobody has written: of any length.
      const { orders: sold } = shop.done;
      await until('so much is sold', () => shop.done.orders > sold + 20 && shop.done.searches > 0);
      written += shop.answered;
      await until('they are written', async () => (await callsOnDisk(shop.place.path('data'))) >= before + written);
      await lull(below(random, 700));
      if (kill === 1) shop.program.signal('SIGUSR2');
      const { signal } = await shop.program.kill();
      expect(signal, shop.program.said).toBe('SIGKILL');
      await work;
      shop.answered = 0;
      await shop.start();
      orders = await shop.compare();
      const { sum } = await shop.report('requests');
      expect(sum, `seed ${SEED}, kill ${kill}`).toBeGreaterThanOrEqual(before + written);
      expect(sum).toBeLessThanOrEqual(shop.sent);
      const searches = await shop.report('searchlist_products_empty_all_time');
      expect(searches.records).toMatchObject([{ name: 'teapot' }]);
    }
    expect(orders, 'orders').toBeGreaterThan(20);
    expect(written, 'calls that had to be there').toBeGreaterThan(20);
    // Through a standby, what its server has counted in memory is in no report until it is written.
    await shop.report('requests');
    await lull(1000);
    const { sum } = await shop.report('requests');
    await shop.stop();
    await shop.start();
    expect((await shop.report('requests')).sum, 'a clean stop forgets nothing').toBe(sum + 1);
    await shop.stop();
    const { code, out, err } = await shop.place.run(['verify', 'data']);
    expect({ code, err }, [...out, ...err].join('\n')).toEqual({ code: 0, err: [] });
  } finally {
    await shop.place.clean();
  }
});
