// Would catch a change feed that tells what is not on disk, tells something twice or leaves something out, whoever
// reads it and however slowly.
import { runs } from '../../effort.ts';
import * as fc from 'fast-check';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import { MemoryJournal } from '../../../src/engine/journal/memory-journal.ts';
import { ChangeFeed } from '../../../src/engine/delivery/change-feed.ts';
import type { ReplyStream } from '../../../src/kernel/reply-stream.ts';
import { writeSnapshot } from '../../../src/engine/store/write-snapshot.ts';
import { changeFeedRoute } from '../../../src/http/routes/change-feed.ts';
import { listenNode } from '../../../src/http/transport/node-transport.ts';
import { requestHandler } from '../../../src/http/server.ts';
import { listenUws } from '../../../src/http/transport/uws-transport.ts';
import type { Listener } from '../../../src/http/transport/transport.ts';
import { fillShop, make, startSession } from '../../engine/shop.ts';
import { engineOn, newDirectory } from '../../engine/store/stores.ts';
import { CREDENTIALS, Goods, SECRET, line } from '../../operations/shop.ts';
import type { TestShop } from '../../operations/shop.ts';

interface Heard {
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
}

/** What a browser's EventSource makes of the bytes. */
const parse = (text: string): { readonly heard: Heard[]; readonly lastEventId: string } => {
  const heard: Heard[] = [];
  let lastEventId = '';
  for (const block of text.split('\n\n').slice(0, -1)) {
    const fields = Object.fromEntries(
      block.split('\n').map((one) => [one.slice(0, one.indexOf(': ')), one.slice(one.indexOf(': ') + 2)]),
    );
    if (fields['id'] !== undefined) lastEventId = fields['id'];
    if (fields['data'] !== undefined)
      heard.push({ id: lastEventId, event: fields['event']!, data: JSON.parse(fields['data']) });
  }
  return { heard, lastEventId };
};

class Sink implements ReplyStream {
  text = '';
  ended = false;
  onDrain = (): void => {};
  onClose = (): void => {};
  private room: number;

  constructor(room = Infinity) {
    this.room = room;
  }

  write(chunk: string): boolean {
    this.text += chunk;
    this.room -= 1;
    return this.room > 0;
  }

  drain(room: number): void {
    this.room = room;
    this.onDrain();
  }

  end(): void {
    this.ended = true;
    this.onClose();
  }

  abort(): void {
    throw new Error('the feed never resets a connection');
  }
}

const settled = async (shop: TestShop): Promise<void> => {
  await shop.engine.whenDurable(shop.engine.headSeq);
  await new Promise((resolve) => setTimeout(resolve, 5));
};

const traffic: readonly ((goods: Goods) => Promise<unknown>)[] = [
  (goods) => goods.stocked(5),
  (goods) => goods.product(3),
  ({ shop }) => shop.admin('update_product', { id_product: 1, attributes: { de_DE: { price: Math.random() } } }),
  ({ shop }) => shop.admin('update_product', { id_product: 1, name: `name ${Math.random()}` }),
  ({ shop }) => shop.admin('delete_product', { id_product: 2 }),
  ({ shop }) => shop.admin('update_category', { id_category: 1, name: `name ${Math.random()}` }),
  ({ shop }) => shop.session(),
  async ({ shop }) => {
    const session = await shop.session();
    await shop.call('add_to_cart', line(session, 1));
    await shop.call('checkout', { session });
  },
  ({ shop }) => shop.admin('update_order_details', { id_order: 10_001, order_payment_state: 'PAYMENT_RECEIVED' }),
];

const LIMITS = { readersMax: 5, stalledMsMax: 10_000 };

describe('the feed', () => {
  test('whoever comes back has heard the same as whoever stayed', async () => {
    // Catches: a record skipped between journal and live messages, a record told by half, one told before it is
    // durable.
    let messages = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ act: fc.nat(traffic.length - 1), leave: fc.boolean(), room: fc.constantFrom(1, 2, Infinity) }),
          { minLength: 5, maxLength: 25 },
        ),
        async (steps) => {
          const goods = await Goods.open();
          await settled(goods.shop);
          const feed = new ChangeFeed(goods.shop.engine, LIMITS);
          const stayed = new Sink();
          feed.subscribe(stayed, -1);
          const start = parse(stayed.text).lastEventId;
          let sink = new Sink();
          feed.subscribe(sink, Number(start));
          let heard: Heard[] = [];
          for (const { act, leave, room } of steps) {
            await traffic[act]!(goods);
            if (leave) {
              sink.end();
              const part = parse(sink.text);
              heard = heard.concat(part.heard);
              await settled(goods.shop);
              sink = new Sink(room);
              expect(feed.refusalFor(Number(part.lastEventId))).toBeUndefined();
              feed.subscribe(sink, Number(part.lastEventId));
            } else sink.drain(room);
          }
          await settled(goods.shop);
          for (let round = 0; round < 60; round += 1) {
            sink.drain(Infinity);
            await settled(goods.shop);
            if (parse(sink.text).lastEventId === parse(stayed.text).lastEventId) break;
          }
          heard = heard.concat(parse(sink.text).heard);
          expect(heard).toEqual(parse(stayed.text).heard);
          messages += heard.length;
        },
      ),
      { numRuns: runs(10, 40) },
    );
    expect(messages).toBeGreaterThan(runs(40, 200));
  });

  test('tells products, prices, stock, categories and orders by their ids', async () => {
    const goods = await Goods.open();
    const { shop } = goods;
    const feed = new ChangeFeed(shop.engine, LIMITS);
    const id = await goods.stocked(5);
    await settled(shop);
    const sink = new Sink();
    feed.subscribe(sink, -1);
    await shop.admin('update_product', { id_product: id, attributes: { de_DE: { price: 12 } } });
    const session = await shop.session();
    await shop.call('add_to_cart', line(session, id));
    const { id_order } = await shop.call<{ id_order: number }>('checkout', { session });
    await shop.admin('update_order_details', { id_order, order_state: 'CANCELED' });
    await shop.admin('delete_product', { id_product: id });
    await settled(shop);
    expect(parse(sink.text).heard.map(({ event, data }) => [event, data])).toEqual([
      ['product', { id, change: 'changed' }],
      ['price', { id }],
      ['stock', { id }],
      ['order', { id: id_order, change: 'created' }],
      ['stock', { id }],
      ['order', { id: id_order, change: 'changed' }],
      ['order', { id: id_order, change: 'state', lifecycle: 'order', from: 'OPEN', to: 'CANCELED' }],
      ['deleted', { id }],
    ]);
  });

  test('says nothing before it is durable', async () => {
    const goods = await Goods.open();
    await settled(goods.shop);
    const feed = new ChangeFeed(goods.shop.engine, LIMITS);
    const sink = new Sink();
    feed.subscribe(sink, -1);
    const silent = sink.text;
    goods.shop.engine.transact({ operation: 'test', channelId: 0, sessionId: 0, userId: 0 }, (tx) =>
      tx.ask('category', 1, { type: 'update_category', name: 'new' }),
    );
    expect(sink.text).toBe(silent);
    await settled(goods.shop);
    expect(parse(sink.text).heard).toHaveLength(1);
  });

  test('cuts a reader who takes nothing, with the place to go on from', async () => {
    const goods = await Goods.open();
    const feed = new ChangeFeed(goods.shop.engine, { readersMax: 5, stalledMsMax: 20 });
    await settled(goods.shop);
    const sink = new Sink(2);
    feed.subscribe(sink, -1);
    for (let at = 0; at < 5; at += 1) await goods.product(at + 1);
    await settled(goods.shop);
    await new Promise((resolve) => setTimeout(resolve, 40));
    feed.tick();
    expect(sink.ended).toBe(true);
    const { heard, lastEventId } = parse(sink.text);
    expect(heard.at(-1)).toMatchObject({ event: 'cut', data: { reason: 'SLOW_READER', resume: Number(lastEventId) } });
    const next = new Sink();
    feed.subscribe(next, Number(lastEventId));
    await settled(goods.shop);
    expect(
      [...heard.slice(0, -1), ...parse(next.text).heard]
        .filter(({ event }) => event === 'product')
        .map(({ data }) => data),
    ).toEqual([1, 2, 3, 4, 5].map((id) => ({ id, change: 'created' })));
  });

  test('tells of a variation whose product shows it, and of a class whose products look different', async () => {
    const goods = await Goods.open();
    const { shop } = goods;
    const id = await goods.product(5);
    await settled(shop);
    const sink = new Sink();
    new ChangeFeed(shop.engine, LIMITS).subscribe(sink, -1);
    const variation = await shop.make('create_variation', {
      id_product: id,
      name: 'red',
      shop_active: 1,
      attributes: { de_DE: { price: 6 } },
    });
    expect(await shop.admin('update_product', { id_product: variation, name: 'blue' })).toMatchObject({
      status: 'success',
    });
    await shop.admin('create_class_attributes', {
      id_class: 1,
      attributes: [{ name: 'colour', type: 'CHAR', de_DE: { label: 'Farbe', value: 'rot' } }],
    });
    await settled(shop);
    expect(parse(sink.text).heard.map(({ event, data }) => [event, data])).toEqual([
      ['product', { id: variation, change: 'created', id_product: id }],
      ['product', { id: variation, change: 'changed', id_product: id }],
      ['class', { id: 1, change: 'changed' }],
    ]);
  });

  test('cuts a reader off rather than leaving out what the journal lost while nobody knew', async () => {
    const goods = await Goods.open();
    const { shop } = goods;
    for (let at = 0; at < 5; at += 1) {
      await goods.product(at + 1);
      await settled(shop);
    }
    // As a cut looks between the disk and the thread: it is there, and the meta row that tells is not read yet.
    const kept = new Map(shop.journal.batchesBySeq);
    const keys = [...kept.keys()].sort((a, b) => a - b);
    for (const key of keys.slice(0, 4)) shop.journal.batchesBySeq.delete(key);
    const feed = new ChangeFeed(shop.engine, LIMITS);
    expect(feed.refusalFor(1)).toBeUndefined();
    const sink = new Sink();
    feed.subscribe(sink, 1);
    await settled(shop);
    for (const [key, bytes] of kept) shop.journal.batchesBySeq.set(key, bytes);
    expect(parse(sink.text).heard).toMatchObject([{ event: 'cut', data: { reason: 'RESUME_TOO_OLD', resume: 1 } }]);
    expect([sink.ended, feed.readersCount]).toEqual([true, 0]);
  });

  test('costs a commit what is new, not what was told before', async () => {
    // Catches a pass over all that is remembered, per reader and commit: 64 readers then stop the shop.
    const goods = await Goods.open();
    const { engine } = goods.shop;
    const feed = new ChangeFeed(engine, { ...LIMITS, readersMax: 64 });
    const sinks = Array.from({ length: 64 }, () => new Sink());
    for (const sink of sinks) feed.subscribe(sink, -1);
    const change = (): void =>
      make(engine, (tx) => tx.ask('category', 1, { type: 'update_category', name: `name ${Math.random()}` }));
    const observed = engine['observers'].pop()!;
    let durableMs = 0;
    engine.observe({
      committed: (seq, events) => observed.committed(seq, events),
      durable: () => {
        const beganMs = performance.now();
        observed.durable();
        durableMs += performance.now() - beganMs;
      },
    });
    const round = async (): Promise<number> => {
      durableMs = 0;
      for (let at = 0; at < 20; at += 1) {
        change();
        await engine.whenDurable(engine.headSeq);
      }
      return durableMs;
    };
    await round();
    const fewMs = await round();
    for (let at = 0; at < 12_000; at += 1) change();
    await settled(goods.shop);
    expect(await round()).toBeLessThan(fewMs * 10 + 20);
  });

  test('refuses what the journal no longer holds, what is still to come, and too many readers', async () => {
    const engine = engineOn(new MemoryJournal());
    fillShop(engine);
    const idle = async (): Promise<void> => {
      await engine.whenDurable(engine.headSeq);
      await new Promise((resolve) => setTimeout(resolve, 2));
    };
    await idle();
    const feed = new ChangeFeed(engine, { readersMax: 1, stalledMsMax: 1000 });
    expect(feed.refusalFor(0)).toBeUndefined();
    expect(feed.refusalFor(engine.headSeq + 1)).toMatchObject({ code: 'RESUME_TOO_OLD' });
    await writeSnapshot(engine, {
      directory: newDirectory(),
      owner: { id: '0f'.repeat(16), timeline: '01234567' },
      keep: 1,
      sliceMs: 5,
      sync: async () => {},
    });
    for (let at = 0; at < 20 && (engine.journal.meta?.truncatedSeq ?? 0) === 0; at += 1) {
      make(engine, startSession);
      await idle();
      engine.tick();
      engine.tick();
      await idle();
    }
    expect(engine.journal.meta!.truncatedSeq).toBeGreaterThan(0);
    expect(feed.refusalFor(0)).toMatchObject({ code: 'RESUME_TOO_OLD', param: '0' });
    feed.subscribe(new Sink(), -1);
    expect(feed.refusalFor(-1)).toMatchObject({ code: 'FEED_LIMIT_REACHED' });
    await engine.close();
  });
});

const listening: Listener[] = [];
afterEach(async () => {
  for (const one of listening.splice(0)) await one.close(100);
});

const AUTHORIZATION = `Basic ${Buffer.from(`${CREDENTIALS.licence_username}:${CREDENTIALS.licence_password}`).toString('base64')}`;
const KEYS = { Authorization: AUTHORIZATION, 'X-Licence-Secret-Key': SECRET };

describe.each([
  ['uWebSockets.js', listenUws],
  ['node:http', listenNode],
])('over %s', (_name, listen) => {
  const serve = async (): Promise<{ goods: Goods; port: number; feed: ChangeFeed; server: Listener }> => {
    const goods = await Goods.open();
    const { dispatch, engine } = goods.shop;
    const feed = new ChangeFeed(engine, { readersMax: 2, stalledMsMax: 1000, epoch: 'a1b2c3d4' });
    const routes = [changeFeedRoute({ feed, permits: (fields) => dispatch.permits(fields) })];
    const receive = requestHandler(dispatch, { bodyFieldsMax: 100, fieldNameBytesMax: 100 }, routes);
    const server = await listen({ host: '127.0.0.1', port: 0, bodyBytesMax: 10_000, bodyTimeoutMs: 1000 }, receive);
    listening.push(server);
    await settled(goods.shop);
    return { goods, port: server.port, feed, server };
  };

  const get = async (port: number, headers: { [name: string]: string }, method = 'GET'): Promise<IncomingMessage> => {
    const asked = request({ port, host: '127.0.0.1', path: '/srv/events', method, headers });
    asked.end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    return response;
  };

  test('a reader hears what happens, leaves, comes back, and a stop ends the stream', async () => {
    const { goods, port, feed, server } = await serve();
    const first = await get(port, KEYS);
    expect([first.statusCode, first.headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8']);
    let text = '';
    first.on('data', (chunk: Buffer) => (text += chunk.toString()));
    await goods.product(1);
    await expect
      .poll(() => parse(text).heard)
      .toEqual([{ id: expect.any(String), event: 'product', data: { id: 1, change: 'created' } }]);
    const { lastEventId } = parse(text);
    expect(lastEventId).toMatch(/^\d+\.a1b2c3d4$/);
    first.destroy();
    await expect.poll(() => feed.readersCount).toBe(0);
    await goods.product(2);
    const second = await get(port, { ...KEYS, 'Last-Event-ID': lastEventId });
    let more = '';
    second.on('data', (chunk: Buffer) => (more += chunk.toString()));
    await expect
      .poll(() => parse(more).heard)
      .toEqual([{ id: expect.any(String), event: 'product', data: { id: 2, change: 'created' } }]);
    const ended = once(second, 'end');
    await server.close(5000);
    await ended;
    expect(feed.readersCount).toBe(0);
  });

  test.each([
    ['no credentials', {}, 'GET', 403, 'PERMISSION_DENIED'],
    ['no secret key', { Authorization: AUTHORIZATION }, 'GET', 403, 'PERMISSION_DENIED'],
    ['a wrong secret key', { ...KEYS, 'X-Licence-Secret-Key': 'wrong' }, 'GET', 403, 'PERMISSION_DENIED'],
    [
      'a wrong password',
      { ...KEYS, Authorization: `Basic ${Buffer.from('shop_1:wrong').toString('base64')}` },
      'GET',
      403,
      'PERMISSION_DENIED',
    ],
    ['a foreign id', { ...KEYS, 'Last-Event-ID': 'abc' }, 'GET', 400, 'PARAMETER_INVALID'],
    ['an id of another history', { ...KEYS, 'Last-Event-ID': '1.00000000' }, 'GET', 410, 'RESUME_TOO_OLD'],
    ['an id of the future', { ...KEYS, 'Last-Event-ID': '999999' }, 'GET', 410, 'RESUME_TOO_OLD'],
    ['a POST', KEYS, 'POST', 405, 'METHOD_NOT_ALLOWED'],
  ])('refuses %s', async (_what, headers, method, status, code) => {
    const { port } = await serve();
    const response = await get(port, headers as { [name: string]: string }, method);
    let text = '';
    for await (const chunk of response) text += String(chunk);
    expect([response.statusCode, (JSON.parse(text) as { message: string }).message]).toEqual([status, code]);
  });
});
