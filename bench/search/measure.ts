// Searches over a store that is there: how long its start takes, what it weighs, and what each kind of search costs
// the loop. Calls go through dispatch, so credentials, parameters and the reply's JSON are in every figure; HTTP is not.
import { randomCredentials } from '../../src/cli/credentials.ts';
import { toXml } from '../../src/outside/xml.ts';
import { changelog } from '../../src/engine/changelog.ts';
import { existsSync, readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { printingOf } from '../../src/cli/printing.ts';
import { webhooksOf } from '../../src/cli/webhooks.ts';
import { accountsOf } from '../../src/cli/accounts.ts';
import { openShop } from '../../src/cli/shop.ts';
import type { Config } from '../../src/config.ts';
import { loadConfig } from '../../src/config.ts';
import { UndiciClient } from '../../src/outside/http-client.ts';
import { PasswordHashing } from '../../src/outside/password-hash.ts';
import { SessionCodes } from '../../src/engine/session-codes.ts';
import { turn } from '../../src/engine/turn.ts';
import { UsageCounter } from '../../src/engine/usage-counter.ts';
import { Dispatch } from '../../src/operations/dispatch.ts';
import { must } from '../../src/kernel/result.ts';
import { openFirstChannel } from '../../src/cli/credentials.ts';
import { Histogram } from '../stats.ts';
import type { Latency } from '../stats.ts';
import { Generator } from './generator.ts';
import { fill } from './store.ts';

export interface Row {
  readonly name: string;
  readonly latency: Latency;
  /** Records that match, on average. */
  readonly matches: number;
}

export interface Measured {
  readonly products: number;
  readonly readyMs: number;
  readonly warmMs: number;
  readonly longestTurnMs: number;
  /** Of any slice, by the clock of the thread; 0 where the platform has none. What is missing to the above, others had the core. */
  readonly longestTurnCpuMs: number;
  readonly heapMb: number;
  readonly rssMb: number;
  readonly rows: readonly Row[];
}

const CREDENTIALS = { username: 'bench', password: 'bench', secretKey: 'bench' };
const LICENCE = { licence_username: 'bench', licence_password: 'bench' };

type Fields = { readonly [name: string]: unknown };

const config = (directory: string): Config => ({ ...loadConfig({ data: directory, snapshots: `${directory}/snapshots` }, {}, '/'), durability: 'relaxed' });

const open = (directory: string) =>
  openShop(config(directory), (reason, error) => {
    throw new Error(`${reason}: ${String(error)}`);
  });

export const prepare = async (directory: string, products: number): Promise<void> => {
  const store = await open(directory);
  openFirstChannel(store.engine, CREDENTIALS, false);
  await fill(store.engine, products);
  await store.close();
};

const SLICE_MS = 2;

const SCHEDULED = `/proc/self/task/${process.pid}/schedstat`;
/** What this thread has had of a core: the first number, in ns. */
const threadCpuMs = (): number => (existsSync(SCHEDULED) ? Number(readFileSync(SCHEDULED, 'latin1').split(' ')[0]) / 1e6 : 0);

export const measure = async (directory: string, seconds: number, only: RegExp): Promise<Measured> => {
  const startedMs = performance.now();
  const { engine, identity, close } = await open(directory);
  const readyMs = performance.now() - startedMs;
  let [longestTurnMs, longestTurnCpuMs] = [0, 0];
  for (let done = false; !done; ) {
    const cpuMs = threadCpuMs();
    const turnMs = performance.now();
    done = engine.warm(() => performance.now() < turnMs + SLICE_MS);
    longestTurnMs = Math.max(longestTurnMs, performance.now() - turnMs);
    longestTurnCpuMs = Math.max(longestTurnCpuMs, threadCpuMs() - cpuMs);
    await turn();
  }
  const warmMs = performance.now() - startedMs;
  globalThis.gc?.();
  const { heapUsed, rss, external } = process.memoryUsage();
  const dispatch = new Dispatch({
    engine,
    service: { webhooks: webhooksOf(config(directory), identity.key), printing: printingOf(config(directory)), accounts: accountsOf(config(directory), identity.key, { passwords: new PasswordHashing(config(directory)), http: new UndiciClient(), privateAllowed: false }), newCredentials: randomCredentials, usage: new UsageCounter(engine, config(directory)), codes: new SessionCodes(identity.key), payments: { provider: () => undefined, attributes: () => ({}), allows: () => true, successUrl: '', cancelUrl: '' },
      changelog: (query) => changelog(engine.journal, query),
      changelogCount: () => 0, warming: () => engine.warming, dataComplete: true },
    storeKey: identity.key,
    strictSecretKey: false,
    keptBytesMax: 0,
    preparingMax: 100,
      toXml,
    idempotencyKeysMax: 1000,
    idempotencyMs: 1000,
    logFault: (_id, operation, error) => {
      throw new Error(operation, { cause: error });
    },
  });
  const call = (fields: Fields): { readonly [member: string]: unknown } => {
    let reply = '';
    dispatch.call({ ...LICENCE, ...fields }, '', (_status, body) => (reply = String(body)));
    return JSON.parse(reply) as { readonly [member: string]: unknown };
  };
  const { product: products } = engine.look().index('shopobject').counts;
  const rows: Row[] = [];
  for (const [name, fieldsOf] of Object.entries(workloads(new Generator(), products))) {
    if (!only.test(name)) continue;
    const latency = new Histogram();
    let matches = 0;
    const endMs = performance.now() + seconds * 1000;
    while (performance.now() < endMs) {
      const fields: Fields = { ...LICENCE, ...fieldsOf() };
      const beginMs = performance.now();
      let size = 0;
      dispatch.call(fields, '', (_status, body) => (size = body.length));
      latency.record((performance.now() - beginMs) * 1000);
      must(size > 0 || fields['request'] === 'update_product', 'a read answers in the same turn');
      if (latency.count % 50 === 1 && fields['request'] !== 'update_product') {
        const reply = call(fields);
        must(reply['object'] !== 'error', JSON.stringify(reply));
        matches += Number(reply['count']) * 50;
      }
      if (latency.count % 64 === 0) await turn();
    }
    await engine.durable(engine.head);
    rows.push({ name, latency: latency.summary(), matches: matches / latency.count });
  }
  await close();
  return { products, readyMs, warmMs, longestTurnMs, longestTurnCpuMs, heapMb: (heapUsed + external) / 1e6, rssMb: rss / 1e6, rows };
};

const PAGE = { left_limit: '0', right_limit: '24' };

export const workloads = (generator: Generator, products: number): { readonly [name: string]: () => Fields } => {
  const search = (constraint: unknown, more: Fields = {}): Fields => ({ request: 'search_products', language: 'en_EN', country: 'DE', constraint: JSON.stringify(constraint), ...PAGE, ...more });
  const word = (): string => generator.some(1, 1);
  const part = (): string => {
    const text = generator.some(1, 1);
    const from = generator.below(Math.max(1, text.length - 3));
    return text.slice(from, from + 3 + generator.below(3));
  };
  const words = (): string => generator.some(1 + generator.below(3), 1);
  const number = (): string => `KN-${String(generator.below(products)).padStart(7, '0')}`;
  const price = (): number => generator.below(18_000) / 100;
  const typo = (text: string): string => {
    const at = generator.below(text.length - 1);
    return text.slice(0, at) + text[at + 1]! + text[at]! + text.slice(at + 2);
  };
  return {
    'LIKE over names': () => search({ name: ['LIKE', part()] }),
    'LIKE over names, by price': () => search({ name: ['LIKE', part()] }, { order_columns: '["price"]' }),
    'LIKE over descriptions': () => search({ description: ['LIKE', part()] }),
    'LIKE over descriptions, two words': () => search({ description: ['LIKE', `${word()} ${word()}`] }),
    'equality: vendor': () => search({ vendor: `vendor ${generator.below(1000)}` }),
    'equality: element number': () => search({ 'metadata.element_number': number() }),
    'equality: price': () => search({ price: price() }),
    'category': () => search({ 'category.id_shopcategory': 111 + generator.below(1000) }),
    'category branch by path, price range, by price': () =>
      search({ 'category.path.nodes.name': `category 100 ${generator.below(100)}`, price: ['BETWEEN', price(), 190] }, { order_columns: '["price"]' }),
    'all, by name': () => search({}, { order_columns: '["main.name"]', left_limit: String(generator.below(50)) }),
    'all, by price': () => search({}, { order_columns: '["price"]', left_limit: String(generator.below(50)) }),
    'category listing, by price': () => ({ request: 'get_products_in_category', id_category: String(111 + generator.below(1000)), language: 'en_EN', country: 'DE', order_columns: '["price"]', ...PAGE }),
    'MATCH over names, 1-3 words': () => search({ name: ['MATCH', words()] }),
    'MATCH over names, one with a typo': () => search({ name: ['MATCH', typo(word())] }),
    'MATCH over numbers': () => search({ 'metadata.element_number': ['MATCH', number()] }),
    'MATCH over names and numbers': () => search({ OR: { 'main.name': ['MATCH', `product ${generator.below(products)}`], 'metadata.element_number': ['MATCH', number()] } }),
    'MATCH over everything, 1-3 words': () => search({ search: ['MATCH', words()] }),
    'update_product, a new name': () => ({
      request: 'update_product',
      licence_secret_key: 'bench',
      id_product: String(1 + generator.below(products)),
      attributes: JSON.stringify({ en_EN: { name: `${generator.some(4, 1)} ${generator.below(1e6)}` } }),
    }),
  };
};
