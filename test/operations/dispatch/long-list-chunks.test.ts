// Catches a chunk that is sent before it is durable, a list that never ends, and lists that do not take turns.
import { describe, expect, test } from 'vitest';
import { size } from '../../harness/effort.ts';
import { CREDENTIALS, Goods, SECRET, TestShop } from '../shop.ts';
import type { Listed } from './long-list-calls.ts';
import { ALL, inOnePiece, turned, whole } from './long-list-calls.ts';
import { begin, longShop } from './long-lists.ts';
import type { LongShop, Read } from './long-lists.ts';

describe('every slice waits for what it shows to be on the disk', () => {
  test('and shows it then', async () => {
    const long = await longShop(210);
    const { shop } = long.goods;
    const { reader } = begin(long, 'search_products', ALL);
    await turned();
    const written = reader.pieces.length;
    const { journal } = shop;
    const commit = journal.commit.bind(journal);
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    journal.commit = async (given) => (await held, commit(given));
    const answered = shop.admin('update_product', { id_product: 210, attributes: { de_DE: { price: 4711 } } });
    for (let turn = 0; turn < 20; turn += 1) {
      long.turns.take();
      await turned();
    }
    expect(reader.pieces.length, 'the slices that show nothing new are written').toBeGreaterThan(written);
    expect(reader.ended).toBe(false);
    expect(reader.text).not.toContain('4711');
    release();
    await answered;
    journal.commit = commit;
    for (let turn = 0; turn < 20; turn += 1) {
      long.turns.take();
      await turned();
    }
    expect(reader.ended).toBe(true);
    expect(reader.text).toContain('4711');
  });

  test('or the connection is cut where the disk fails; before the first slice it is a refusal', async () => {
    const shop = new TestShop({ lists: { soon: (run) => void setImmediate(run) } });
    const goods = await Goods.over(shop);
    for (let at = 0; at < 300; at += 1) await goods.product();
    const { reader } = begin({ goods }, 'search_products', ALL);
    reader.takes = false;
    expect(reader.pieces).toHaveLength(1);
    shop.journal.commit = () => Promise.reject(new Error('no disk'));
    const refused = shop.send({
      ...CREDENTIALS,
      licence_secret_key: SECRET,
      request: 'update_product',
      id_product: '300',
      name: 'new',
    });
    const late = begin({ goods }, 'search_products', ALL);
    expect((await refused).status).toBe(503);
    reader.takes = true;
    reader.onDrain();
    for (let turn = 0; turn < 20; turn += 1) await turned();
    expect([reader.isCut, reader.ended]).toEqual([true, false]);
    expect(late.sent).toMatchObject([{ status: 503 }]);
    expect(shop.engine.beforeApply).toBeUndefined();
  });
});

describe('a list ends', () => {
  test('cut, with a fault in the log, where a view throws', async () => {
    const long = await longShop(210);
    const { shop } = long.goods;
    const { reader } = begin(long, 'search_products', ALL);
    const { shopobject } = shop.engine.tables;
    shopobject.peekActor = () => {
      throw new Error('out of order');
    };
    long.turns.take();
    await turned();
    delete (shopobject as Partial<typeof shopobject>).peekActor;
    expect([reader.isCut, reader.ended, shop.engine.beforeApply]).toEqual([true, false, undefined]);
    expect(shop.faults.splice(0)).toEqual([expect.stringContaining('out of order')]);
  });

  test('when its caller goes away, is gone already, or takes nothing for too long', async () => {
    const long = await longShop(210);
    const { engine } = long.goods.shop;
    const gone = begin(long, 'search_products', ALL);
    gone.reader.onClose();
    begin(long, 'search_products', ALL, { gone: true });
    expect(engine.beforeApply).toBeUndefined();
    const { reader } = begin(long, 'search_products', ALL);
    reader.takes = false;
    while (long.turns.take());
    expect([reader.pieces.length, long.alarms.length], 'nothing is written ahead of a reader').toEqual([2, 1]);
    long.alarms[0]!();
    expect([reader.isCut, reader.ended, engine.beforeApply, long.alarms.length]).toEqual([true, false, undefined, 0]);
    while (long.turns.take());
    expect(gone.reader.pieces).toHaveLength(1);
  });

  test('with its last slice taken, and not before', async () => {
    const long = await longShop(210);
    const { reader } = begin(long, 'search_products', ALL);
    reader.takes = false;
    for (let at = 0; at < 100 && !reader.ended; at += 1) {
      while (long.turns.take());
      expect(long.alarms).toHaveLength(1);
      reader.onDrain();
    }
    expect((JSON.parse(reader.text) as Listed).result).toHaveLength(210);
    expect(long.alarms).toEqual([]);
  });
});

test('lists take turns, and half of the places are for one caller', async () => {
  const long = await longShop(210, { lists: { openMax: 4 } });
  const [first, second] = [begin(long, 'search_products', ALL), begin(long, 'search_products', ALL)];
  expect(JSON.parse(begin(long, 'search_products', ALL).sent[0]!.text)).toMatchObject({
    message: 'OVERLOADED',
    param: 'right_limit',
  });
  const lengths: string[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    long.turns.take();
    lengths.push(`${first.reader.pieces.length} ${second.reader.pieces.length}`);
  }
  expect(lengths).toEqual(['2 1', '2 2', '3 2', '3 3']);
  while (long.turns.take());
  expect([first.reader.ended, second.reader.ended]).toEqual([true, true]);
  expect(begin(long, 'search_products', ALL).sent).toEqual([]);
  while (long.turns.take());
});

describe('beside readers who read nothing', () => {
  const LISTS = { openMax: 64, yieldMs: 1000 };
  /** So many lists of the storefront that are not read, of one shopper's address. */
  const unread = async (long: LongShop, count: number): Promise<Read[]> => {
    const reads = Array.from({ length: count }, () => begin(long, 'search_products', ALL, { secret: '' }));
    for (const { reader } of reads) reader.takes = false;
    await turned();
    while (long.turns.take());
    return reads;
  };

  test('lists of another caller, and of the same one with the secret key, are written', async () => {
    const long = await longShop(205, { lists: { ...LISTS, nowMs: () => 0 } });
    const reads = await unread(long, 64);
    expect(reads.filter(({ sent }) => sent.length === 0)).toHaveLength(32);
    expect(JSON.parse(reads[63]!.sent[0]!.text)).toMatchObject({
      message: 'OVERLOADED',
      detail: expect.stringContaining('32 long lists of this caller are being written, of at most 32;') as string,
    });
    const expected = inOnePiece(long, 'search_products', ALL);
    expect(await whole(long, begin(long, 'search_products', ALL))).toBe(expected);
    const other = JSON.parse(
      await whole(long, begin(long, 'search_products', ALL, { secret: '', address: '192.0.2.7' })),
    ) as Listed;
    expect(other.result).toHaveLength(205);
    expect(long.goods.shop.dispatch.load.lists).toMatchObject({ open: 32, refused: 32 });
  });

  test('one of the same caller gets the place of the one that has been unread longest, whose connection is cut', async () => {
    const clock = { nowMs: 0 };
    const long = await longShop(205, { lists: { ...LISTS, nowMs: () => clock.nowMs } });
    const reads = await unread(long, 32);
    clock.nowMs = 1000;
    const shown = JSON.parse(await whole(long, begin(long, 'search_products', ALL, { secret: '' }))) as Listed;
    expect(shown.result).toHaveLength(205);
    expect(reads.map(({ reader }) => reader.isCut).lastIndexOf(true)).toBe(0);
    expect(long.alarms, 'what has ended has no time-out any more').toHaveLength(31);
    for (const { reader } of reads.slice(1)) reader.onClose();
    const { open, refused, ended } = long.goods.shop.dispatch.load.lists;
    expect({ open, refused, ended: [...ended] }).toEqual({
      open: 0,
      refused: 0,
      ended: [
        ['gave_way', 1],
        ['left', 31],
      ],
    });
    expect(long.goods.shop.engine.beforeApply).toBeUndefined();
  });
});

test('what is sent is counted, slice by slice, as one request', async () => {
  const long = await longShop(210);
  const { shop } = long.goods;
  const meter = shop.usage.meter(1);
  const { requests, bytes } = meter;
  const text = await whole(long, begin(long, 'search_products', ALL));
  expect([meter.requests - requests, meter.bytes - bytes]).toEqual([1, Buffer.byteLength(text)]);
});

describe('within aggregate', () => {
  /** A sixteenth of what it is by default in a quick run. */
  const LIMIT = { config: { aggregateBytesMax: size(1_048_576, 16_777_216) } };

  test('a list is what it is alone; one above the limit is refused, and what comes behind it is not called', async () => {
    const long = await longShop(201, LIMIT);
    const { shop } = long.goods;
    const pipe = { search: { request: 'search_products', args: ALL }, last: { request: 'get_status' } };
    const asked = (): ReturnType<typeof begin> => begin(long, 'aggregate', { pipe });
    const { aggregate_search: search } = JSON.parse(await whole(long, asked())) as { aggregate_search: unknown };
    expect(search).toEqual(JSON.parse(inOnePiece(long, 'search_products', ALL)));
    for (let id = 1; id <= 201; id += 1)
      await shop.admin('update_product', {
        id_product: id,
        attributes: { de_DE: { short_description: 'x'.repeat(size(5_300, 85_000)) } },
      });
    const refused = JSON.parse(await whole(long, asked())) as { message: string };
    expect(refused).toMatchObject({ message: 'AGGREGATE_TOO_LARGE', param: 'search' });
    expect(Object.keys(refused)).not.toContain('aggregate_last');
  }, 60_000);

  test('a list that is collected is charged to its call and to all aggregates, and refused beyond either', async () => {
    const limits = [
      [{ memory: { aggregates: 30_000 } }, 'OVERLOADED', /^Aggregates and bulk calls hold 1 MiB of memory/],
      // With the secret key four times as much.
      [{ work: { callBytesMax: 7_500 } }, 'TOO_EXPENSIVE', /^Its searches and lists hold 1 MiB of memory/],
    ] as const;
    for (const [options, code, why] of limits) {
      const long = await longShop(201, options);
      const pipe = { search: { request: 'search_products', args: ALL } };
      const refused = JSON.parse(await whole(long, begin(long, 'aggregate', { pipe }))) as object;
      expect(refused).toMatchObject({ message: code, detail: expect.stringMatching(why) as string });
      expect(long.goods.shop.engine.memory.aggregates.bytes).toBe(0);
    }
  });

  // Catches fifty lists in one reply, which is longer than any text can be and ended the process.
  test('lists that come to more than the limit together are refused, and those before stand beside the refusal', async () => {
    const long = await longShop(201, LIMIT, 'x'.repeat(size(1_700, 35_000)));
    const keys = ['a', 'b', 'c', 'd'];
    const pipe = Object.fromEntries(keys.map((key) => [key, { request: 'search_products', args: ALL }]));
    const text = await whole(long, begin(long, 'aggregate', { pipe }));
    const { message, param, ...refused } = JSON.parse(text) as { message: string; param: string };
    expect({ message, param }).toEqual({ message: 'AGGREGATE_TOO_LARGE', param: 'c' });
    expect(Object.keys(refused).filter((name) => name.startsWith('aggregate_'))).toEqual([
      'aggregate_a',
      'aggregate_b',
      'aggregate_c',
    ]);
    expect((refused as { aggregate_b?: unknown }).aggregate_b).toMatchObject({
      object: 'search_products_result',
      count: 201,
    });
  }, 60_000);
});
