// Catches a change feed that takes memory or time without bound: a record with a megabyte of messages, the same stock
// told a thousand times over, a family that is walked once per event.
import { describe, expect, test, vi } from 'vitest';
import { ChangeFeed } from '../../../src/engine/delivery/change-feed.ts';
import type { Transaction } from '../../../src/domain/transaction.ts';
import { DONE, must } from '../../../src/kernel/result.ts';
import { make } from '../shop.ts';
import { Goods } from '../../operations/shop.ts';
import { FeedReader, parseEvents, untilPublished } from './feed-reader.ts';

const LIMITS = { readersMax: 5, stalledMsMax: 10_000 };

/** A product, and a reader of what comes after it. */
const open = async (recentCharsMax?: number) => {
  const goods = await Goods.open();
  const { shop } = goods;
  const id = await goods.stocked(5);
  await untilPublished(shop);
  const feed = new ChangeFeed(shop.engine, recentCharsMax === undefined ? LIMITS : { ...LIMITS, recentCharsMax });
  const sink = new FeedReader();
  feed.subscribe(sink, -1);
  const messages = async () => {
    await untilPublished(shop);
    return parseEvents(sink.text).messages.map(({ event, data }) => [event, data]);
  };
  return { goods, shop, id, feed, sink, messages };
};

const addVariations = (tx: Transaction, productId: number, count: number): void => {
  const { type: _type, ...product } = tx.read('shopobject', productId)!;
  for (let made = 0; made < count; made += 1) {
    const { name, classId, active, attributes, metadata, availability } = product;
    const variation = { name: `${name} ${made}`, classId, active, attributes, metadata, availability, memberships: [] };
    const given = {
      type: 'create_shopobject' as const,
      objectType: 'product' as const,
      productId,
      seo: {},
      ...variation,
    };
    must(tx.create('shopobject', given).ok, 'a variation is made');
  }
};

describe('one record', () => {
  test('reads a stock item once, however many of its events are about it', async () => {
    const { shop, id, messages } = await open();
    const peek = vi.spyOn(shop.engine.tables.stock, 'peek');
    make(shop.engine, (tx) => {
      for (let placed = 0; placed < 50; placed += 1)
        must(tx.ask('stock', 1, { type: 'place', quantityMilli: 1000, note: '' }).ok, 'there is room');
      return DONE;
    });
    expect(peek).toHaveBeenCalledTimes(1);
    peek.mockRestore();
    expect(await messages()).toEqual([['stock', { id }]]);
  });

  test('reads the variations of a product once, however many of its events are about it', async () => {
    const { shop, id, sink } = await open();
    make(shop.engine, (tx) => {
      addVariations(tx, id, 20);
      return DONE;
    });
    const peek = vi.spyOn(shop.engine.tables.shopobject, 'peek');
    const readsOf = async (shop_active: number): Promise<number> => {
      peek.mockClear();
      const update = { shop_active, metadata: { weight: 2 + shop_active }, availability: { warning: shop_active } };
      expect(await shop.admin('update_product', { id_product: id, ...update })).toMatchObject({ status: 'success' });
      return peek.mock.calls.filter(([read]) => read !== id).length;
    };
    const withFeed = await readsOf(0);
    // What else reads them, such as search.
    sink.end();
    const below = withFeed - (await readsOf(1));
    peek.mockRestore();
    expect(below).toBe(20);
  });
});

test('a product with more than 1,000 variations names none of them, nor its categories', async () => {
  const { shop, id, messages } = await open();
  const told = async (params: object) => {
    const before = (await messages()).length;
    await shop.admin('update_product', { id_product: id, ...params });
    return (await messages()).slice(before);
  };
  expect(await told({ name: 'of none' })).toEqual([['product', { id, change: 'changed', categories: [1] }]]);
  expect(await told({ categories: [] })).toEqual([['product', { id, change: 'changed', variations: [] }]]);
  make(shop.engine, (tx) => {
    addVariations(tx, id, 1001);
    return DONE;
  });
  expect(await told({ name: 'of many' })).toEqual([['product', { id, change: 'changed' }]]);
});

test('messages in memory have a size, and a reader who is slower reads the journal', async () => {
  const { shop, id, feed, messages } = await open(500);
  const slow = new FeedReader(1);
  feed.subscribe(slow, -1);
  for (let change = 0; change < 40; change += 1)
    await shop.admin('update_product', { id_product: id, name: `name ${change}` });
  const { recent } = feed as unknown as { readonly recent: readonly { readonly text: string }[] };
  expect(recent.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(500);
  expect(await messages()).toHaveLength(40);
  for (let round = 0; round < 3; round += 1) {
    slow.drain(Infinity);
    await untilPublished(shop);
  }
  expect(parseEvents(slow.text).messages).toHaveLength(40);
});
