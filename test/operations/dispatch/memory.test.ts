// What memory bounds. It would catch aggregates that together take more than there is, dear calls that are begun when
// memory is out, ordinary ones that are not answered then, and shares that never get back what they gave.
import { expect, test } from 'vitest';
import { MemoryAccount, NO_LIMITS } from '../../../src/kernel/memory-account.ts';
import { memoryLimits } from '../../../src/server/parts/memory.ts';
import { CREDENTIALS, freeLine, openShop } from '../shop.ts';

const MIB = 2 ** 20;
const use = (heapBytes: number, allBytes = heapBytes) => ({ heapBytes, heapBytesMax: 100, allBytes, allBytesMax: 200 });

test('the level follows what is in use, of the heap or of all memory', () => {
  const account = new MemoryAccount({ ...NO_LIMITS, actors: 100, cache: 100, waiting: 100 });
  const level = (heapBytes: number, allBytes?: number) => {
    account.setUse(use(heapBytes, allBytes));
    return [account.level, account.actors.bytesMax, account.cache.bytesMax, account.waiting.bytesMax];
  };
  expect(level(80)).toEqual(['ample', 100, 100, 100]);
  expect(level(81)).toEqual(['short', 50, 50, 100]);
  expect(level(10, 170)).toEqual(['short', 50, 50, 100]);
  expect(level(91)).toEqual(['out', 50, 50, 100]);
  expect(level(10, 181)).toEqual(['out', 50, 50, 100]);
  expect(level(10)).toEqual(['ample', 100, 100, 100]);
});

test('shares come from the heap that the process has, and cached replies from all memory', () => {
  const limits = memoryLimits({ responseCacheBytesMax: 512 * MIB }, 2048 * MIB, 8192 * MIB);
  expect(limits.cache).toBe(512 * MIB);
  const { actors, waiting, aggregates, calls } = limits;
  expect(actors + waiting + aggregates + calls).toBeLessThan(1200 * MIB);
  const small = memoryLimits({ responseCacheBytesMax: 512 * MIB }, 2048 * MIB, 512 * MIB);
  expect(small.cache).toBeLessThan(128 * MIB);
  expect(small.actors).toBeLessThan(256 * MIB);
});

test('aggregates that wait hold no more than their share together', async () => {
  const shop = openShop({ memory: { aggregates: 1000 } });
  const session = await shop.session();
  await shop.call('add_to_cart', freeLine(session, 5));
  const cart = { request: 'get_cart', args: { session } };
  const pipe = Object.fromEntries([0, 1, 2, 3, 4].map((part) => [`p${part}`, cart]));
  const refused = await shop.send({ request: 'aggregate', pipe: JSON.stringify(pipe), ...CREDENTIALS });
  expect(JSON.parse(refused.text)).toMatchObject({ object: 'error', message: 'OVERLOADED' });
  expect(shop.engine.memory.aggregates.bytes).toBe(0);
  expect(await shop.call('aggregate', { pipe: { p: cart } })).toMatchObject({ object: 'aggregate' });
  expect(shop.engine.memory.aggregates.bytes).toBe(0);
});

test('when memory is out, aggregates are refused with 503, and carts go on', async () => {
  const shop = openShop();
  const session = await shop.session();
  shop.engine.memory.setUse(use(95));
  const cart = { request: 'get_cart', args: { session } };
  const sent = await shop.send({ request: 'aggregate', pipe: JSON.stringify({ p: cart }), ...CREDENTIALS });
  expect([sent.status, JSON.parse(sent.text)]).toEqual([503, expect.objectContaining({ message: 'OVERLOADED' })]);
  expect(await shop.call('add_to_cart', freeLine(session, 5))).toMatchObject({ object: 'cart' });
  expect(await shop.call('checkout', { session })).toMatchObject({ object: 'checkout' });
  shop.engine.memory.setUse(use(10));
  const next = await shop.session();
  expect(await shop.call('aggregate', { pipe: { p: { request: 'get_cart', args: { session: next } } } })).toMatchObject(
    {
      object: 'aggregate',
    },
  );
});

test('replies that wait for the disk hold no more than their share, and give it back', async () => {
  const shop = openShop({ memory: { waiting: 10 } });
  const session = await shop.session();
  const lines = await Promise.all(
    [1, 2, 3].map(() => shop.send({ request: 'add_to_cart', ...freeLine(session, 5), ...CREDENTIALS } as never)),
  );
  expect(lines.map(({ status }) => status)).toEqual([200, 503, 503]);
  expect(shop.engine.memory.waiting.bytes).toBe(0);
});
