// Searches that hold the thread for longer than their budget. It would catch a call that is answered twice or never,
// other callers who wait for a search to end, and work that is refused without a word about what it was.
import { expect, test } from 'vitest';
import type { WorkOptions } from '../../../src/operations/dispatch/read-calls.ts';
import type { Reply, ShopOptions } from '../shop.ts';
import { CREDENTIALS } from '../shop.ts';
import { openSearch } from './search-shop.ts';

/** A shop whose searches are interrupted at every step; `turn` lets one slice run and returns whether there was one. */
const openInterrupted = async (work: Partial<WorkOptions> = {}, memory: ShopOptions['memory'] = {}) => {
  const waiting: (() => void)[] = [];
  const opened = await openSearch({
    memory,
    work: { budgetMs: 0, sliceMs: 0, nowMs: () => 0, soon: (run) => void waiting.push(run), ...work },
  });
  const turn = (): boolean => {
    const run = waiting.shift();
    run?.();
    return run !== undefined;
  };
  return { ...opened, turn };
};

const SHIRTS = { constraint: { name: ['LIKE', '%em%'] }, language: 'de_DE', country: 'DE' };

test('a long search is answered once, as ever, and others are answered before it', async () => {
  const { shop: plain } = await openSearch();
  const { shop, turn } = await openInterrupted();
  const replies: string[] = [];
  const long = shop.call('search_products', SHIRTS).then((reply) => (replies.push('search'), reply));
  expect(await shop.call('get_product_details', { id_product: 1 })).toMatchObject({ object: 'product' });
  replies.push('details');
  let slices = 0;
  while (turn()) slices += 1;
  expect(slices).toBeGreaterThan(1);
  expect(await long).toEqual(await plain.call('search_products', SHIRTS));
  expect(replies).toEqual(['details', 'search']);
  expect(await shop.call('search_products', SHIRTS), 'from the response cache').toEqual(await long);
  expect(turn()).toBe(false);
});

// Catches a turn of many calls that have waited, each of which searches for its whole budget.
test('a search that has waited for its turn leaves the thread to others after a millisecond', async () => {
  let [workMs, admissionMs, slices] = [0, 0, 0];
  const soon = (run: () => void): void => {
    slices += 1;
    setImmediate(run);
  };
  const { shop } = await openSearch({
    work: { budgetMs: 10_000, sliceMs: 10_000, nowMs: () => (workMs += 1), soon },
    admission: { turnMs: 5, nowMs: () => (admissionMs += 10), soon: (run) => void setImmediate(run) },
  });
  await shop.call('search_products', { ...SHIRTS, left_limit: 1 });
  expect(slices, 'one that begins as it comes').toBe(0);
  await Promise.all([shop.call('get_status'), shop.call('search_products', SHIRTS)]);
  expect(slices).toBeGreaterThan(0);
});

test('what changes while a search is interrupted is in its reply', async () => {
  const { shop, turn } = await openInterrupted();
  const long = shop.call('search_products', { ...SHIRTS, constraint: { name: ['LIKE', '%ose%'] } });
  turn();
  await shop.admin('update_product', { id_product: 1, attributes: { de_DE: { name: 'Bluse, lose' } } });
  while (turn());
  expect((await long)['result']).toEqual([expect.objectContaining({ id: 1 }), expect.objectContaining({ id: 2 })]);
});

test('searches within an aggregate, and more of them than may be under way', async () => {
  const { shop, turn } = await openInterrupted({ openMax: 1 });
  const search = { request: 'search_products', args: SHIRTS };
  const both = shop.call('aggregate', { pipe: { a: search, b: search } });
  const another = { request: 'search_products', constraint: '{}', ...CREDENTIALS };
  expect(await shop.send(another)).toMatchObject({ status: 503, text: expect.stringContaining('OVERLOADED') });
  while (turn());
  const reply = (await both) as Reply & { readonly [part: string]: Reply };
  expect(reply['aggregate_a']).toEqual(reply['aggregate_b']);
  expect(reply['aggregate_a']).toMatchObject({ count: 1 });
});

// Catches fifty dear parts that hold the thread as if they were one call.
test('parts of an aggregate beyond its budget go on in slices, and others are answered between them', async () => {
  const { shop, turn } = await openInterrupted();
  const part = { request: 'get_product_details', args: { id_product: 1 } };
  const replies: string[] = [];
  const all = shop.call('aggregate', { pipe: { a: part, b: part, c: part } }).then((reply) => {
    replies.push('aggregate');
    return reply;
  });
  await shop.call('get_product_details', { id_product: 1 });
  replies.push('details');
  let slices = 0;
  while (turn()) slices += 1;
  expect(slices).toBe(3);
  expect(Object.keys(await all)).toEqual(['object', 'aggregate_a', 'aggregate_b', 'aggregate_c']);
  expect(replies).toEqual(['details', 'aggregate']);
});

// Catches work that is begun within a slice and forgotten: the call would never be answered.
test('two aggregates of long searches of one caller, and a search between them, are all answered', async () => {
  const { shop, turn } = await openInterrupted();
  const search = { request: 'search_products', args: SHIRTS };
  const details = { request: 'get_product_details', args: { id_product: 1 } };
  const pipe = { a: details, b: search, c: details, d: search, e: details };
  const all = [
    shop.call('aggregate', { pipe }),
    shop.call('search_products', SHIRTS),
    shop.call('aggregate', { pipe }),
  ];
  while (turn());
  const [first, , last] = (await Promise.all(all)) as readonly Reply[];
  expect(first).toEqual(last);
  expect(Object.keys(first!)).toHaveLength(6);
  expect(shop.dispatch.load.searchesOpen).toBe(0);
});

// Catches work that goes on for minutes for callers who have hung up, and a stop that waits for it.
test('a search ends with its caller, and with its server', async () => {
  const { shop, turn } = await openInterrupted();
  const constraint = JSON.stringify(SHIRTS.constraint);
  const begin = (isGone: () => boolean): (number | undefined)[] => {
    const statuses: (number | undefined)[] = [undefined];
    const fields = { ...CREDENTIALS, request: 'search_products', constraint, language: 'de_DE' };
    const reply = {
      get isGone() {
        return isGone();
      },
      stream: () => undefined,
    };
    shop.dispatch.call(fields, '', (status) => (statuses[0] = status), '', undefined, reply);
    return statuses;
  };
  let isGone = false;
  begin(() => isGone);
  turn();
  expect(shop.dispatch.load.searchesOpen).toBe(1);
  isGone = true;
  turn();
  expect(shop.dispatch.load.searchesOpen).toBe(0);
  const waiting = begin(() => false);
  turn();
  shop.dispatch.endSearches();
  expect([shop.dispatch.load.searchesOpen, ...waiting]).toEqual([0, 503]);
  expect(shop.engine.readContext().index('shopobject')).toBeDefined();
});

test('the searches of a call, and of all calls of an aggregate together, have so much time', async () => {
  let nowMs = 0;
  const { shop, turn } = await openInterrupted({ nowMs: () => (nowMs += 1), callMsMax: 20, trustedCallMsMax: 10_000 });
  const constraint = { AND: Array.from({ length: 50 }, (_, at) => ({ name: ['NOT LIKE', `%x${at}_`] })) };
  const asked = { request: 'search_products', args: { constraint, language: 'de_DE' } };
  const refused = shop.send({ ...CREDENTIALS, request: 'search_products', constraint: JSON.stringify(constraint) });
  while (turn());
  expect((await refused).text).toMatch(/"TOO_EXPENSIVE".*and may use 20/);
  const trusted = shop.admin('search_products', asked.args);
  while (turn());
  expect(await trusted).toMatchObject({ object: 'search_products_result' });
  const both = shop.send({ ...CREDENTIALS, request: 'aggregate', pipe: JSON.stringify({ a: asked, b: asked }) });
  while (turn());
  expect((await both).text).toMatch(/"TOO_EXPENSIVE"/);
});

// Catches a few long searches of large results that take all memory of a container.
test('searches that go on in slices hold so much memory together, and give it back', async () => {
  const { shop, turn } = await openInterrupted({}, { searches: 4 });
  const constraint = JSON.stringify({ search: ['MATCH', 'hemd'] });
  const asked = shop.send({ ...CREDENTIALS, request: 'search_products', constraint });
  while (turn());
  expect((await asked).text).toMatch(/"OVERLOADED".*Long searches hold 1 MiB of memory, and may hold 1 MiB/);
  expect(shop.engine.memory.searches.bytes).toBe(0);
  const { shop: roomy, turn: next } = await openInterrupted({}, { searches: 100_000 });
  const answered = roomy.call('search_products', { constraint });
  let most = 0;
  while (next()) most = Math.max(most, roomy.engine.memory.searches.bytes);
  expect(await answered).toMatchObject({ object: 'search_products_result' });
  expect(most).toBeGreaterThan(10);
  expect(roomy.engine.memory.searches.bytes).toBe(0);
});
