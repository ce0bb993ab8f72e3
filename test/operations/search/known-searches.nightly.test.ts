// Catches a search of a known client that a large shop refuses under the default budgets, and a list of the whole shop
// that lacks a record, is no whole JSON, or holds the thread for too long at a time (bench/notes/long-lists.md).
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CREDENTIALS, dispatchOf, openAlone, prepare, threadCpuMs } from '../../generated-shop/measure.ts';
import { fillOrders } from '../../generated-shop/store.ts';
import { admissionOptions, balanceOptions, longListOptions } from '../../../src/server/parts/long-work.ts';
import { loadConfig } from '../../../src/config/config.ts';
import type { Store } from '../../../src/engine/store/store.ts';
import type { LongListOptions } from '../../../src/operations/dispatch/list-scheduler.ts';
import { KNOWN_SEARCHES } from './known-searches.ts';

const [PRODUCTS, ORDERS] = [10_000, 100_000];
/** Of 99 in 100 slices, as the thread's own clock has it: what others had of its core does not count. */
const SLICE_CPU_MS_MAX = 5;
const CONFIG = loadConfig({}, {}, undefined);
const LICENCE = {
  licence_username: CREDENTIALS.username,
  licence_password: CREDENTIALS.password,
  licence_secret_key: CREDENTIALS.secretKey,
};

const directory = mkdtempSync(join(tmpdir(), 'kontor-known-'));
let store: Store;
beforeAll(async () => {
  await prepare(directory, PRODUCTS);
  store = await openAlone(directory);
  await fillOrders(store.engine, ORDERS);
});
afterAll(async () => {
  await store.close();
  rmSync(directory, { recursive: true, force: true });
});

/** What slices of a list have taken of the processor. */
let slicesMs: number[] = [];
/** The system brings the count of a thread up to date when it is asked for that of the process. */
const cpuMs = (): number => (process.cpuUsage(), threadCpuMs());

const lists = (): LongListOptions => ({
  ...longListOptions(CONFIG),
  soon: (step) =>
    void setImmediate(() => {
      const beganMs = cpuMs();
      step();
      slicesMs.push(cpuMs() - beganMs);
    }),
});

const replyTo = (fields: { readonly [name: string]: string }): Promise<string> =>
  new Promise((resolve) => {
    slicesMs = [];
    const dispatch = dispatchOf(store, directory, {
      lists: lists(),
      admission: { ...admissionOptions(CONFIG), turnMs: Infinity },
      balance: { ...balanceOptions(CONFIG), burstMs: Infinity },
    });
    const chunks: string[] = [];
    const sink = {
      write: (chunk: string): boolean => {
        chunks.push(chunk);
        return true;
      },
      end: () => resolve(chunks.join('')),
      abort: () => resolve(`cut: ${chunks.join('').slice(-200)}`),
      onDrain: () => {},
      onClose: () => {},
    };
    dispatch.call({ ...LICENCE, ...fields }, '', (_status, body) => resolve(String(body)), '', undefined, {
      stream: () => sink,
    });
  });

test.each(Object.entries(KNOWN_SEARCHES))('%s: is answered', async (_what, fields) => {
  expect((await replyTo(fields)).slice(0, 200)).toMatch(/^\{"object":"search_/);
});

const LISTS: readonly (readonly [
  what: string,
  fields: Readonly<Record<string, string>>,
  mark: string,
  count: number,
])[] = [
  ['search_products', { constraint: '[]' }, '"object":"product"', PRODUCTS],
  ['dump_category', { id_category: '0' }, '"object":"product"', PRODUCTS],
  ['search_distinct_products', { constraint: '[]', field: 'main.name' }, '"product ', PRODUCTS],
  ['search_orders', { constraint: '[]' }, '"object":"order"', ORDERS],
  ['search_orders', { constraint: '[]', order: 'DESC' }, '"object":"order"', ORDERS],
  [
    'search_orders',
    { constraint: '[]', order_columns: '["main.creation_date"]', order: 'DESC' },
    '"object":"order"',
    ORDERS,
  ],
];

test.each(LISTS)('%s %j has every record of the shop, in short slices', async (request, fields, mark, count) => {
  const text = await replyTo({ request, ...fields });
  expect(JSON.parse(text)).not.toMatchObject({ object: 'error' });
  expect(text.split(mark).length - 1).toBe(count);
  const sorted = slicesMs.toSorted((first, second) => first - second);
  expect(sorted.length).toBeGreaterThan(50);
  expect(sorted[Math.floor(sorted.length * 0.99)]).toBeLessThanOrEqual(SLICE_CPU_MS_MAX);
  // Without the counts of the kernel all slices took nothing.
  expect(sorted.at(-1) === 0).toBe(!existsSync('/proc/self/schedstat'));
});
