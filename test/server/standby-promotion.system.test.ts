// Would catch a promotion that loses what was acknowledged, forgets an idempotency key, leaves two that lead, or lets
// the old store be served again.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Client, Members } from '../kill/client.ts';
import { ITEM, StandbyShop } from './standby-shop.ts';

let shop: StandbyShop;
beforeEach(() => {
  shop = new StandbyShop();
});
afterEach(() => shop.clean());

/** Adds to its cart, each time with a key, and asks again until there is a reply. */
class KeyedShopper {
  added = 0;
  repeated = 0;
  session = '';
  private isOver = false;
  private readonly work: Promise<void>;
  private readonly client: Client;

  constructor(client: Client) {
    this.client = client;
    this.work = this.shop();
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.work;
    this.client.hangUp();
  }

  private async shop(): Promise<void> {
    this.session = String((await this.answer('get_new_session', {}))['code']);
    while (!this.isOver) {
      await this.answer('add_to_cart', { ...ITEM, session: this.session });
      this.added += 1;
    }
  }

  private async answer(operation: string, fields: { readonly [name: string]: string | number }): Promise<Members> {
    const keyed = { ...fields, idempotency_key: randomUUID() };
    for (;;) {
      const answer = await this.client.call(operation, keyed);
      if (answer?.refusal === '') return answer.body;
      // Its process is gone, or waits for a leader for longer than a call may.
      expect(['NOT_LEADER', 'SHUTTING_DOWN', undefined], JSON.stringify(answer?.body)).toContain(answer?.refusal);
      this.repeated += 1;
    }
  }
}

/** Calls one process without a key until it is gone. */
class MortalShopper {
  acknowledged = 0;
  session = '';
  readonly done: Promise<void>;

  constructor(client: Client) {
    this.done = this.shop(client);
  }

  private async shop(client: Client): Promise<void> {
    this.session = String((await client.call('get_new_session'))?.body['code']);
    for (;;) {
      const answer = await client.call('add_to_cart', { ...ITEM, session: this.session });
      if (answer === undefined || answer.status === 503) return client.hangUp();
      expect(answer.refusal).toBe('');
      this.acknowledged += 1;
    }
  }
}

test.each(['SIGTERM', 'SIGKILL'] as const)('%s under traffic, and a promotion: nothing is missing', async (signal) => {
  await shop.lead();
  await shop.follow();
  const keyed = await Promise.all(
    Array.from({ length: 6 }, async () => new KeyedShopper(await shop.client('standby'))),
  );
  const mortal = await Promise.all(Array.from({ length: 4 }, async () => new MortalShopper(await shop.client('shop'))));
  const least = (): number =>
    Math.min(...keyed.map(({ added }) => added), ...mortal.map(({ acknowledged }) => acknowledged));
  await expect.poll(least).toBeGreaterThan(10);
  const remembered = { session: keyed[0]!.session, idempotency_key: 'before the promotion' };
  await shop.call('shop', 'add_to_cart', { ...ITEM, ...remembered });
  shop.program('shop').signal(signal);
  await shop.program('shop').ended;
  await Promise.all(mortal.map(({ done }) => done));
  await shop.promote();
  const then = least();
  await expect.poll(() => Math.min(...keyed.map(({ added }) => added))).toBeGreaterThan(then + 5);
  await Promise.all(keyed.map((shopper) => shopper.stop()));
  await shop.call('standby', 'add_to_cart', { ...ITEM, ...remembered });
  for (const [index, { session, added }] of keyed.entries())
    expect(await shop.lines('standby', session), `cart ${index}`).toBe(added + (index === 0 ? 1 : 0));
  for (const { session, acknowledged } of mortal) {
    const lines = await shop.lines('standby', session);
    // One call had no reply: done or not.
    expect([acknowledged, acknowledged + 1]).toContain(lines);
  }
  const order = await shop.call('standby', 'checkout', { session: keyed[1]!.session });
  expect(order).toMatchObject({ status: 'success', id_order: 10_001 });
  await shop.stop('standby');
  await shop.verify('standby');
});

test('while the leader runs no promotion is made, and both go on', async () => {
  await shop.lead();
  await shop.follow();
  const { code, err } = await shop.run('promote', '--data', 'standby');
  expect([code, err]).toEqual([1, ['kontor: the server of shop runs: stop it first, and promote this one then']]);
  const leads = await shop.run('promote', '--data', 'shop');
  expect([leads.code, leads.err]).toEqual([
    1,
    [expect.stringMatching(/the server of .+ leads already: it follows none$/)],
  ]);
  const session = String((await shop.call('standby', 'get_new_session'))['code']);
  expect(await shop.call('shop', 'get_cart', { session })).toMatchObject({ total: 0 });
  expect(await shop.status('standby')).toMatchObject({ follows: { state: 'following' } });
  const { code: none, err: why } = await shop.run('promote', '--data', 'nowhere');
  expect([none, why.length]).toEqual([1, 1]);
});

test('a leader that does not see the lock, as in another container, is one all the same', async () => {
  await shop.lead();
  await shop.follow();
  await shop.kill('shop');
  const address = shop.place.path('shop', 'control.sock');
  rmSync(address, { force: true });
  const sockets: Socket[] = [];
  const elsewhere = createServer((socket) => void sockets.push(socket)).listen(address);
  await once(elsewhere, 'listening');
  const { code, err } = await shop.run('promote', '--data', 'standby');
  expect([code, err]).toEqual([1, ['kontor: the server of shop runs: stop it first, and promote this one then']]);
  elsewhere.close();
  for (const socket of sockets) socket.destroy();
  await once(elsewhere, 'close');
  await shop.promote();
});

test('what waits at the standby is answered by it once it leads', async () => {
  await shop.lead();
  await shop.follow('standby', 'shop', { KONTOR_PASS_ON_MS_MAX: '30000' });
  const session = String((await shop.call('standby', 'get_new_session'))['code']);
  await shop.kill('shop');
  const waiting = [
    shop.call('standby', 'add_to_cart', { ...ITEM, session }),
    shop.call('standby', 'get_product_details', { id_product: 1 }),
  ];
  await expect
    .poll(async () => (await shop.status('standby'))['follows'])
    .toMatchObject({ state: 'waiting', waiting: 2 });
  await shop.promote();
  expect(await Promise.all(waiting)).toMatchObject([{ total: 1.5 }, { id: 1 }]);
});

test('the old store is closed for good, the new one leads however it is started, and is followed', async () => {
  await shop.lead();
  await shop.follow();
  const session = String((await shop.call('standby', 'get_new_session'))['code']);
  await shop.call('shop', 'add_to_cart', { ...ITEM, session });
  await shop.stop('shop');
  await shop.promote();
  const again = await shop.run('promote', '--data', 'standby');
  expect([again.code, again.err]).toEqual([1, [expect.stringMatching(/standby leads already$/)]]);
  const closed = `the shop of shop goes on in ${shop.place.path('standby')} since `;
  expect(await shop.refused('shop', ['--demo'])).toContain(closed);
  expect(await shop.refused('third', ['--follow', 'shop'])).toContain(closed);
  await shop.call('standby', 'add_to_cart', { ...ITEM, session });
  await shop.follow('fourth', 'standby');
  expect(await shop.lines('fourth', session)).toBe(2);
  await shop.call('fourth', 'add_to_cart', { ...ITEM, session });
  await shop.stop('standby');
  // The same command line as at first, and none of following at all.
  await shop.follow('standby', 'shop');
  expect(await shop.lines('standby', session)).toBe(3);
  await shop.call('standby', 'add_to_cart', { ...ITEM, session });
  expect((await shop.status('standby'))['follows']).toBeUndefined();
  expect(await shop.lines('fourth', session)).toBe(4);
  await shop.stop('standby');
  await shop.lead({}, 'standby');
  expect(await shop.lines('standby', session)).toBe(4);
  await shop.stop('standby');
  await shop.stop('fourth');
  await shop.verify('shop', 'standby', 'fourth');
});

test('of two standbys one takes the shop, and the other one stays out', async () => {
  await shop.lead();
  await shop.follow('one');
  await shop.follow('two', 'shop', { KONTOR_PASS_ON_MS_MAX: '300' });
  const session = String((await shop.call('one', 'get_new_session'))['code']);
  await shop.kill('shop');
  await shop.promote('one');
  const { code, err } = await shop.run('promote', '--data', 'two');
  expect([code, err]).toEqual([
    1,
    [expect.stringContaining(`the shop of shop goes on in ${shop.place.path('one')} since `)],
  ]);
  await shop.call('one', 'add_to_cart', { ...ITEM, session });
  expect(await shop.refusal('two', 'add_to_cart', { ...ITEM, session })).toBe('NOT_LEADER');
  expect(await shop.refusal('two', 'get_cart', { session })).toBe('NOT_LEADER');
  await shop.kill('two');
  expect(await shop.refused('two', ['--follow', 'shop'])).toContain('goes on in');
  await shop.follow('two', 'one');
  expect(await shop.lines('two', session)).toBe(1);
});
