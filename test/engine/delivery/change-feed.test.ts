// Catches a change feed that publishes what is not durable, publishes something twice or leaves something out, however
// slow its readers are.
import { runs } from '../../harness/effort.ts';
import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { MemoryJournal } from '../../../src/engine/journal/memory-journal.ts';
import { ChangeFeed } from '../../../src/engine/delivery/change-feed.ts';
import { writeSnapshot } from '../../../src/engine/snapshots/write-snapshot.ts';
import { fillShop, make, startSession } from '../shop.ts';
import { engineOn, untilWritten } from '../store/stores.ts';
import { newDirectory } from '../../harness/directories.ts';
import { Goods, line } from '../../operations/shop.ts';
import { FeedReader, parseEvents, untilPublished } from './feed-reader.ts';
import type { FeedMessage } from './feed-reader.ts';
import { AT_ONCE_DISK } from '../store/at-once-disk.ts';

/** How many changes were made: each has another value. */
let changes = 0;

const traffic: readonly ((goods: Goods) => Promise<unknown>)[] = [
  (goods) => goods.stocked(5),
  (goods) => goods.product(3),
  ({ shop }) => shop.admin('update_product', { id_product: 1, attributes: { de_DE: { price: (changes += 1) } } }),
  ({ shop }) => shop.admin('update_product', { id_product: 1, name: `name ${(changes += 1)}` }),
  ({ shop }) => shop.admin('delete_product', { id_product: 2 }),
  ({ shop }) => shop.admin('update_category', { id_category: 1, name: `name ${(changes += 1)}` }),
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
  test('a reader that resumes has read the same as one that stayed', async () => {
    // Catches a record skipped between journal and live messages, and one of which only half is published.
    let messages = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ act: fc.nat(traffic.length - 1), leave: fc.boolean(), room: fc.constantFrom(1, 2, Infinity) }),
          { minLength: 5, maxLength: 25 },
        ),
        async (steps) => {
          const goods = await Goods.open();
          await untilPublished(goods.shop);
          const feed = new ChangeFeed(goods.shop.engine, LIMITS);
          const stayed = new FeedReader();
          feed.subscribe(stayed, -1);
          const start = parseEvents(stayed.text).lastEventId;
          let sink = new FeedReader();
          feed.subscribe(sink, Number(start));
          let read: FeedMessage[] = [];
          for (const { act, leave, room } of steps) {
            await traffic[act]!(goods);
            if (leave) {
              sink.end();
              const part = parseEvents(sink.text);
              read = read.concat(part.messages);
              await untilPublished(goods.shop);
              sink = new FeedReader(room);
              expect(feed.refusalFor(Number(part.lastEventId))).toBeUndefined();
              feed.subscribe(sink, Number(part.lastEventId));
            } else sink.drain(room);
          }
          await untilPublished(goods.shop);
          for (let round = 0; round < 60; round += 1) {
            sink.drain(Infinity);
            await untilPublished(goods.shop);
            if (parseEvents(sink.text).lastEventId === parseEvents(stayed.text).lastEventId) break;
          }
          read = read.concat(parseEvents(sink.text).messages);
          expect(read).toEqual(parseEvents(stayed.text).messages);
          messages += read.length;
        },
      ),
      { numRuns: runs(10) },
    );
    expect(messages).toBeGreaterThan(runs(40));
  });

  test('publishes products, prices, stock, categories and orders by their ids', async () => {
    const goods = await Goods.open();
    const { shop } = goods;
    const feed = new ChangeFeed(shop.engine, LIMITS);
    const id = await goods.stocked(5);
    await untilPublished(shop);
    const sink = new FeedReader();
    feed.subscribe(sink, -1);
    await shop.admin('update_product', { id_product: id, attributes: { de_DE: { price: 12 } } });
    const session = await shop.session();
    await shop.call('add_to_cart', line(session, id));
    const { id_order } = await shop.call<{ id_order: number }>('checkout', { session });
    await shop.admin('update_order_details', { id_order, order_state: 'CANCELED' });
    await shop.admin('delete_product', { id_product: id });
    await untilPublished(shop);
    expect(parseEvents(sink.text).messages.map(({ event, data }) => [event, data])).toEqual([
      ['product', { id, change: 'changed', categories: [1] }],
      ['price', { id }],
      ['stock', { id }],
      ['order', { id: id_order, change: 'created' }],
      ['order', { id: id_order, change: 'state', lifecycle: 'order', from: 'OPEN', to: 'CANCELED' }],
      ['stock', { id }],
      ['order', { id: id_order, change: 'changed' }],
      ['deleted', { id }],
    ]);
  });

  test('publishes prices of lists by their products, and lists by their ids', async () => {
    const goods = await Goods.open();
    const { shop } = goods;
    const feed = new ChangeFeed(shop.engine, LIMITS);
    const id = await goods.product();
    const variation = await shop.make('create_variation', { id_product: id, name: 'large' });
    await untilPublished(shop);
    const sink = new FeedReader();
    feed.subscribe(sink, -1);
    await shop.admin('create_price_list', { name: 'sale' });
    await shop.admin('set_prices', { id_price_list: 1, prices: [{ id_shopobject: id, price: 9 }] });
    await shop.admin('end_price_list', { id_price_list: 1 });
    await untilPublished(shop);
    expect(parseEvents(sink.text).messages.map(({ event, data }) => [event, data])).toEqual([
      ['price_list', { id: 1, change: 'created' }],
      ['product', { id, change: 'changed', categories: [1], variations: [variation] }],
      ['price', { id }],
      ['price_list', { id: 1, change: 'changed' }],
    ]);
  });

  test('publishes promotions by their ids', async () => {
    const { shop } = await Goods.open();
    const feed = new ChangeFeed(shop.engine, LIMITS);
    await untilPublished(shop);
    const sink = new FeedReader();
    feed.subscribe(sink, -1);
    await shop.admin('create_promotion', { name: 'sale', gives: { kind: 'percent', value: 10 } });
    await shop.admin('end_promotion', { id_promotion: 1 });
    await untilPublished(shop);
    expect(parseEvents(sink.text).messages.map(({ event, data }) => [event, data])).toEqual([
      ['promotion', { id: 1, change: 'created' }],
      ['promotion', { id: 1, change: 'changed' }],
    ]);
  });

  test('publishes delivery rules by their ids', async () => {
    const { shop } = await Goods.open();
    const feed = new ChangeFeed(shop.engine, LIMITS);
    await untilPublished(shop);
    const sink = new FeedReader();
    feed.subscribe(sink, -1);
    await shop.admin('create_delivery_rule', { name: 'Parcel', id_delivery_method: 1 });
    await shop.admin('update_delivery_rule', { id_delivery_rule: 1, price: '4.90' });
    await shop.admin('delete_delivery_rule', { id_delivery_rule: 1 });
    await untilPublished(shop);
    expect(parseEvents(sink.text).messages.map(({ event, data }) => [event, data])).toEqual([
      ['delivery_rule', { id: 1, change: 'created' }],
      ['delivery_rule', { id: 1, change: 'changed' }],
      ['delivery_rule', { id: 1, change: 'deleted' }],
    ]);
  });

  test('publishes nothing before it is durable', async () => {
    const goods = await Goods.open();
    await untilPublished(goods.shop);
    const feed = new ChangeFeed(goods.shop.engine, LIMITS);
    const sink = new FeedReader();
    feed.subscribe(sink, -1);
    const silent = sink.text;
    goods.shop.engine.transact({ operation: 'test', channelId: 0, sessionId: 0, userId: 0 }, (tx) =>
      tx.ask('category', 1, { type: 'update_category', name: 'new' }),
    );
    expect(sink.text).toBe(silent);
    await untilPublished(goods.shop);
    expect(parseEvents(sink.text).messages).toHaveLength(1);
  });

  test('disconnects a reader that reads nothing, with the record to resume from', async () => {
    const goods = await Goods.open();
    const feed = new ChangeFeed(goods.shop.engine, LIMITS);
    await untilPublished(goods.shop);
    const sink = new FeedReader(2);
    feed.subscribe(sink, -1);
    for (let at = 0; at < 5; at += 1) await goods.product(at + 1);
    await untilPublished(goods.shop);
    const { stopwatch } = goods.shop.engine;
    feed.tick();
    expect(sink.ended).toBe(false);
    const later = vi.spyOn(stopwatch, 'nowMs').mockReturnValue(stopwatch.nowMs() + LIMITS.stalledMsMax + 1);
    feed.tick();
    later.mockRestore();
    expect(sink.ended).toBe(true);
    const { messages, lastEventId } = parseEvents(sink.text);
    expect(messages.at(-1)).toMatchObject({
      event: 'cut',
      data: { reason: 'SLOW_READER', resume: Number(lastEventId) },
    });
    const next = new FeedReader();
    feed.subscribe(next, Number(lastEventId));
    await untilPublished(goods.shop);
    expect(
      [...messages.slice(0, -1), ...parseEvents(next.text).messages]
        .filter(({ event }) => event === 'product')
        .map(({ data }) => data),
    ).toEqual([1, 2, 3, 4, 5].map((id) => ({ id, change: 'created', active: 1, categories: [1] })));
  });

  test('publishes a variation with the product that contains it, and a class whose products look different', async () => {
    const goods = await Goods.open();
    const { shop } = goods;
    const id = await goods.product(5);
    await untilPublished(shop);
    const sink = new FeedReader();
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
    await untilPublished(shop);
    expect(parseEvents(sink.text).messages.map(({ event, data }) => [event, data])).toEqual([
      ['product', { id: variation, change: 'created', id_product: id, active: 1, categories: [] }],
      ['product', { id: variation, change: 'changed', id_product: id, categories: [] }],
      ['class', { id: 1, change: 'changed', name: 'product' }],
    ]);
  });

  test('disconnects a reader rather than leaving out what the journal has truncated meanwhile', async () => {
    const goods = await Goods.open();
    const { shop } = goods;
    for (let at = 0; at < 5; at += 1) {
      await goods.product(at + 1);
      await untilPublished(shop);
    }
    // The moment of a truncation when the batches are gone, and the meta row in memory does not say so yet.
    const kept = new Map(shop.journal.batchesBySeq);
    const keys = [...kept.keys()].sort((a, b) => a - b);
    for (const key of keys.slice(0, 4)) shop.journal.batchesBySeq.delete(key);
    const feed = new ChangeFeed(shop.engine, LIMITS);
    expect(feed.refusalFor(1)).toBeUndefined();
    const sink = new FeedReader();
    feed.subscribe(sink, 1);
    await untilPublished(shop);
    for (const [key, bytes] of kept) shop.journal.batchesBySeq.set(key, bytes);
    expect(parseEvents(sink.text).messages).toMatchObject([
      { event: 'cut', data: { reason: 'RESUME_TOO_OLD', resume: 1 } },
    ]);
    expect([sink.ended, feed.readersCount]).toEqual([true, 0]);
  });

  test('costs a commit what is new, not what was published before', async () => {
    // Catches a pass over all recent messages, per reader and commit: 64 readers then stop the shop.
    const goods = await Goods.open();
    const { engine } = goods.shop;
    const feed = new ChangeFeed(engine, { ...LIMITS, readersMax: 64 });
    const sinks = Array.from({ length: 64 }, () => new FeedReader());
    for (const sink of sinks) feed.subscribe(sink, -1);
    const change = (): void =>
      make(engine, (tx) => tx.ask('category', 1, { type: 'update_category', name: `name ${(changes += 1)}` }));
    const internals = feed as unknown as { recent: readonly object[] };
    /** Reads of recent messages, while 20 changes become durable one by one. */
    const round = async (): Promise<number> => {
      let reads = 0;
      internals.recent = new Proxy([...internals.recent], {
        get(target, name) {
          if (typeof name === 'string' && /^\d+$/.test(name)) reads += 1;
          return Reflect.get(target, name) as unknown;
        },
      });
      for (let count = 0; count < 20; count += 1) {
        change();
        await engine.whenDurable(engine.headSeq);
      }
      return reads;
    };
    for (let count = 0; count < 1500; count += 1) change();
    await untilPublished(goods.shop);
    const reads = await round();
    expect(internals.recent.length).toBeGreaterThan(1000);
    expect(reads).toBeGreaterThanOrEqual(64 * 20);
    // For each reader and change: the message, and the one before it, where the search ends.
    expect(reads).toBeLessThanOrEqual(64 * 20 * 3);
  });

  test('refuses what the journal no longer holds, what is still to come, and too many readers', async () => {
    const engine = engineOn(new MemoryJournal());
    fillShop(engine);
    await untilWritten(engine);
    const feed = new ChangeFeed(engine, { readersMax: 1, stalledMsMax: 1000 });
    expect(feed.refusalFor(0)).toBeUndefined();
    expect(feed.refusalFor(engine.headSeq + 1)).toMatchObject({ code: 'RESUME_TOO_OLD' });
    await writeSnapshot(engine, {
      directory: newDirectory(),
      owner: { id: '0f'.repeat(16), timeline: '01234567' },
      keep: 1,
      sliceMs: 5,
      disk: AT_ONCE_DISK,
    });
    for (let at = 0; at < 20 && (engine.journal.meta?.truncatedSeq ?? 0) === 0; at += 1) {
      make(engine, startSession);
      await untilWritten(engine);
      engine.tick();
      engine.tick();
      await untilWritten(engine);
    }
    expect(engine.journal.meta!.truncatedSeq).toBeGreaterThan(0);
    expect(feed.refusalFor(0)).toMatchObject({ code: 'RESUME_TOO_OLD', param: '0' });
    feed.subscribe(new FeedReader(), -1);
    expect(feed.refusalFor(-1)).toMatchObject({
      code: 'FEED_LIMIT_REACHED',
      detail: expect.stringMatching(/^(\d+) readers follow the change feed, of at most \1\.$/),
    });
    await engine.close();
  });
});
