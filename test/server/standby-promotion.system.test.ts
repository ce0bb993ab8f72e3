// Would catch a promotion that loses what was acknowledged, forgets an idempotency key, leaves two that lead, or lets
// the old store be served again; and a feed that loses or repeats a change when the leader changes.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import type { Client, Members } from '../kill/client.ts';
import { DEMO, ITEM, StandbyShop } from './standby-shop.ts';

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

const AUTHORIZED = { authorization: `Basic ${Buffer.from(`${DEMO.username}:${DEMO.password}`).toString('base64')}` };

/** The last record that the feed has published. */
const feedId = async (data: string): Promise<string> => {
  const abort = new AbortController();
  const address = `http://127.0.0.1:${await shop.port(data)}/srv/events`;
  const headers = { ...AUTHORIZED, 'x-licence-secret-key': DEMO.secretKey };
  const { body } = await fetch(address, { headers, signal: abort.signal });
  let text = '';
  for await (const piece of body!.pipeThrough(new TextDecoderStream())) {
    text += piece;
    const [, id] = /^id: (\S+)$/m.exec(text) ?? [];
    if (id === undefined) continue;
    abort.abort();
    return id;
  }
  throw new Error(`the feed has ended: ${text}`);
};

/** Readers of the change feed at a shop and its standby, from the same record on: each change once, in order. */
class FeedReaders {
  private readonly abort = new AbortController();
  private readonly made: string[] = [];
  private staying: Promise<{ readonly seen: readonly string[] }> | undefined;
  private last = '';

  /** That of the standby stays while it is promoted. */
  async begin(leader: string, standby: string): Promise<void> {
    const from = await feedId(standby);
    const atLeader = this.read(leader, 3, from);
    this.staying = this.read(standby, 9, from);
    for (const data of [leader, standby, leader]) await this.make(data);
    const { seen, last } = await atLeader;
    expect(seen).toEqual(this.made);
    this.last = last;
    for (const data of [leader, standby, leader]) await this.make(data);
  }

  /** After the promotion. */
  async end(standby: string): Promise<void> {
    for (let more = 0; more < 3; more += 1) await this.make(standby);
    expect((await this.staying)?.seen).toEqual(this.made);
    expect((await this.read(standby, 6, this.last)).seen).toEqual(this.made.slice(3));
    this.abort.abort();
  }

  private async make(data: string): Promise<void> {
    const product = { class: 'product', name: `fed ${this.made.length}` };
    this.made.push(String((await shop.call(data, 'create_product', product))['id']));
  }

  private async read(data: string, count: number, after: string): Promise<{ seen: string[]; last: string }> {
    const seen: string[] = [];
    const client = createClient({ url: `http://127.0.0.1:${await shop.port(data)}`, ...DEMO });
    for await (const { type, data: changed, id } of client.events({ signal: this.abort.signal, after })) {
      expect(type).not.toBe('reset');
      if (type === 'product') seen.push(String(changed['id']));
      if (seen.length >= count && id !== '') return { seen, last: id };
    }
    throw new Error(`the feed of ${data} has ended`);
  }
}

/** Ends `leader` under traffic at both, and lets `standby` lead: nothing is missing there. */
const takesOver = async (leader: string, standby: string, signal: NodeJS.Signals): Promise<readonly KeyedShopper[]> => {
  const keyed = await Promise.all(Array.from({ length: 3 }, async () => new KeyedShopper(await shop.client(standby))));
  const mortal = await Promise.all(Array.from({ length: 2 }, async () => new MortalShopper(await shop.client(leader))));
  const least = (): number =>
    Math.min(...keyed.map(({ added }) => added), ...mortal.map(({ acknowledged }) => acknowledged));
  await expect.poll(least).toBeGreaterThan(10);
  const remembered = { session: keyed[0]!.session, idempotency_key: `before ${standby} leads` };
  await shop.call(leader, 'add_to_cart', { ...ITEM, ...remembered });
  shop.program(leader).signal(signal);
  await shop.program(leader).ended;
  await Promise.all(mortal.map(({ done }) => done));
  await shop.promote(standby);
  const then = least();
  await expect.poll(() => Math.min(...keyed.map(({ added }) => added))).toBeGreaterThan(then + 5);
  await Promise.all(keyed.map((shopper) => shopper.stop()));
  await shop.call(standby, 'add_to_cart', { ...ITEM, ...remembered });
  for (const [index, { session, added }] of keyed.entries())
    expect(await shop.lines(standby, session), `cart ${index}`).toBe(added + (index === 0 ? 1 : 0));
  for (const { session, acknowledged } of mortal) {
    const lines = await shop.lines(standby, session);
    // One call had no reply: done or not.
    expect([acknowledged, acknowledged + 1]).toContain(lines);
  }
  return keyed;
};

test('SIGKILL and SIGTERM under traffic, and a promotion: nothing is missing, and the old store is closed', async () => {
  await shop.lead();
  await shop.follow();
  const [, { session, added } = { session: '', added: 0 }] = await takesOver('shop', 'standby', 'SIGKILL');
  const again = await shop.run('promote', '--data', 'standby');
  expect([again.code, again.err]).toEqual([1, [expect.stringMatching(/standby leads already$/)]]);
  const closed = `shop goes on in ${shop.place.path('standby')} since `;
  expect(await shop.refused('shop', ['--demo'])).toContain(`the shop of ${closed}`);
  expect(await shop.whyNotServed('third', 'shop')).toContain(closed);
  // The new one leads however it is started, and is followed.
  await shop.follow('fourth', 'standby');
  expect(await shop.lines('fourth', session)).toBe(added);
  await shop.call('fourth', 'add_to_cart', { ...ITEM, session });
  await shop.stop('standby');
  await shop.follow('standby', 'shop');
  expect((await shop.status('standby'))['follows']).toBeUndefined();
  expect([await shop.lines('standby', session), await shop.lines('fourth', session)]).toEqual([added + 1, added + 1]);
  await takesOver('standby', 'fourth', 'SIGTERM');
  expect(await shop.lines('fourth', session)).toBe(added + 1);
  const order = await shop.call('fourth', 'checkout', { session });
  expect(order).toMatchObject({ status: 'success', id_order: 10_001 });
  await shop.stop('fourth');
  await shop.verify('shop', 'standby', 'fourth');
  expect(await shop.whyNotServed('fourth')).toBe('');
});

const RUNS = 'kontor: the server of shop runs: stop it first, and promote this one then';

/** While the leader runs no promotion is made, and both go on. */
const isNotPromoted = async (): Promise<void> => {
  const { code, err } = await shop.run('promote', '--data', 'one');
  expect([code, err]).toEqual([1, [RUNS]]);
  const leads = await shop.run('promote', '--data', 'shop');
  expect([leads.code, leads.err]).toEqual([
    1,
    [expect.stringMatching(/the server of .+ leads already: it follows none$/)],
  ]);
  const session = String((await shop.call('one', 'get_new_session'))['code']);
  expect(await shop.call('shop', 'get_cart', { session })).toMatchObject({ total: 0 });
  expect(await shop.status('one')).toMatchObject({ follows: { state: 'following' } });
  const { code: none, err: why } = await shop.run('promote', '--data', 'nowhere');
  expect([none, why.length]).toEqual([1, 1]);
};

/** A leader that does not see the lock, as in another container, is one all the same. */
const isNotPromotedBeside = async (): Promise<void> => {
  const address = shop.place.path('shop', 'control.sock');
  rmSync(address, { force: true });
  const sockets: Socket[] = [];
  const elsewhere = createServer((socket) => void sockets.push(socket)).listen(address);
  await once(elsewhere, 'listening');
  const { code, err } = await shop.run('promote', '--data', 'one');
  expect([code, err]).toEqual([1, [RUNS]]);
  elsewhere.close();
  for (const socket of sockets) socket.destroy();
  await once(elsewhere, 'close');
};

test('of two standbys one takes the shop, its calls that wait and its feed; the other one stays out', async () => {
  await shop.lead();
  await shop.follow('one');
  await shop.follow('two', 'shop', { KONTOR_PASS_ON_MS_MAX: '300' });
  await isNotPromoted();
  const readers = new FeedReaders();
  await readers.begin('shop', 'one');
  const session = String((await shop.call('one', 'get_new_session'))['code']);
  await shop.kill('shop');
  await isNotPromotedBeside();
  const waiting = [
    shop.call('one', 'add_to_cart', { ...ITEM, session }),
    shop.call('one', 'get_product_details', { id_product: 1 }),
  ];
  await expect.poll(async () => (await shop.status('one'))['follows']).toMatchObject({ state: 'waiting', waiting: 2 });
  await shop.promote('one');
  expect(await Promise.all(waiting)).toMatchObject([{ total: 1.5 }, { id: 1 }]);
  await readers.end('one');
  const { code, err } = await shop.run('promote', '--data', 'two');
  const closed = `shop goes on in ${shop.place.path('one')} since `;
  expect([code, err]).toEqual([1, [expect.stringContaining(`the shop of ${closed}`)]]);
  expect(await shop.refusal('two', 'add_to_cart', { ...ITEM, session })).toBe('NOT_LEADER');
  expect(await shop.refusal('two', 'get_cart', { session })).toBe('NOT_LEADER');
  await shop.kill('two');
  expect(await shop.whyNotServed('two', 'shop')).toContain(closed);
  await shop.follow('two', 'one');
  expect(await shop.lines('two', session)).toBe(1);
});
