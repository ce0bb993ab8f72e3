// Dumps that take many turns of the event loop. Catches a plan that is made anew in each of them, lists of different
// moments in one dump, a dump that never ends beside a writer, lists that do not count for their call, and what a
// deletion would end that is counted in one go.
import { expect, test, vi } from 'vitest';
import type { WorkOptions } from '../../../src/operations/dispatch/read-calls.ts';
import { CREDENTIALS } from '../shop.ts';
import type { ShopOptions } from '../shop.ts';
import { open } from './category-list-shop.ts';

type Opened = Awaited<ReturnType<typeof openTree>>;

/** The first two are the same for all, until a label changes. */
const LINKED = JSON.stringify([
  'category.path.nodes.title',
  'category.path.nodes.label',
  'price',
  'category.path.name',
]);

/** Categories in two levels, with a product in each; `turn` lets one slice run and returns whether there was one. */
const openTree = async (categories: number, work: Partial<WorkOptions> = {}, options: ShopOptions = {}) => {
  const waiting: (() => void)[] = [];
  const slices = { budgetMs: 0, sliceMs: 0, nowMs: () => 0, soon: (run: () => void) => void waiting.push(run) };
  const opened = await open({ ...options, work: { ...slices, ...work } });
  const { shop, goods, categoryId } = opened;
  const below: number[] = [];
  for (let at = 0; at < categories; at += 1) {
    below.push(
      await shop.make('create_category', { id_parent: at % 2 === 0 ? categoryId : below[at - 1]!, name: `c ${at}` }),
    );
    await goods.product(1 + (at % 3), { name: `p ${at}`, categories: [below[at]!, categoryId] });
  }
  const turn = (): boolean => {
    const run = waiting.shift();
    run?.();
    return run !== undefined;
  };
  const fields = { id_category: 0, order_columns: LINKED };
  const ask = (): Promise<string> => shop.text('dump_category', fields);
  /** The same dump, which the response cache does not know. */
  const fresh = async (): Promise<string> => {
    const answer = shop.text('dump_category', { ...fields, depth: 90 });
    while (turn());
    return answer;
  };
  return { ...opened, below, turn, ask, fresh };
};

test('the plan is made once, however many turns it takes, and the call begins again once', async () => {
  const { shop, turn, ask } = await openTree(8);
  const { shop: plain } = await openTree(8, { budgetMs: 600_000 });
  const begun = vi.spyOn(shop.engine, 'readContext');
  const searches = vi.spyOn(shop.engine.tables.shopobject.search!, 'reachesBeyond');
  const dump = ask();
  let turns = 0;
  while (turn()) turns += 1;
  expect(turns).toBeGreaterThan(20);
  expect(begun).toHaveBeenCalledTimes(2);
  expect(searches, 'two lists for each of ten categories').toHaveBeenCalledTimes(20);
  expect(await dump).toBe(await plain.text('dump_category', { id_category: 0, order_columns: LINKED }));
  vi.restoreAllMocks();
});

test('lists of categories that have changed meanwhile are made again, and no others', async () => {
  const { shop, turn, ask } = await openTree(8);
  const searches = vi.spyOn(shop.engine.tables.shopobject.search!, 'reachesBeyond');
  const dump = ask();
  for (let at = 0; at < 30; at += 1) expect(turn()).toBe(true);
  await shop.admin('update_product', { id_product: 5, attributes: { de_DE: { price: 9 } } });
  while (turn());
  expect(await dump).toContain('"value":9');
  expect(searches, 'products and contents of its two categories').toHaveBeenCalledTimes(24);
  vi.restoreAllMocks();
});

const CHANGES: readonly (readonly [string, (opened: Opened) => Promise<unknown>])[] = [
  ['a price', ({ shop }) => shop.admin('update_product', { id_product: 5, attributes: { de_DE: { price: 9 } } })],
  ['a name', ({ shop }) => shop.admin('update_product', { id_product: 5, name: 'renamed' })],
  ['activity', ({ shop }) => shop.admin('update_product', { id_product: 6, shop_active: 0 })],
  ['a product more', ({ goods, below }) => goods.product(0.5, { name: 'new', categories: [below[0]!] })],
  ['a product less', ({ shop }) => shop.admin('delete_product', { id_product: 5 })],
  ['a category more', ({ shop, below }) => shop.make('create_category', { id_parent: below[0]!, name: 'new' })],
  ['a category less', ({ shop, below }) => shop.admin('delete_category', { id_category: below.at(-1)! })],
  ['a label', ({ shop, below }) => shop.admin('update_category', { id_category: below[0]!, labels: { de_DE: 'Z' } })],
];

test.each(CHANGES)('%s between any two turns is in the dump', async (_what, change) => {
  let turns = 0;
  for (const part of [1, 0.1, 0.5, 0.8, 0.95]) {
    const opened = await openTree(3);
    const { turn, ask, fresh, shop } = opened;
    const dump = ask();
    if (turns === 0) while (turn()) turns += 1;
    for (let at = 0; at < Math.floor(turns * part); at += 1) turn();
    await change(opened);
    while (turn());
    if (part === 1) continue;
    expect(await dump, `after ${part} of ${turns} turns`).toBe(await fresh());
    expect(await ask(), 'from the response cache').toBe(await dump);
    expect(shop.dispatch.load.searchesOpen).toBe(0);
  }
});

test('a dump ends beside a writer that changes a list in every turn', async () => {
  let nowMs = 0;
  const { shop, turn, ask, below } = await openTree(6, { nowMs: () => (nowMs += 0.1), budgetMs: 50 });
  const ids = (await shop.admin<{ result: { id: number }[] }>('search_products', { constraint: {} })).result;
  let writes = 0;
  const dump = ask().then((text) => ((writes = -1), text));
  for (let at = 0; writes >= 0; at += 1) {
    turn();
    const { id } = ids[at % ids.length]!;
    const changed = await shop.admin('update_product', { id_product: id, attributes: { de_DE: { price: at % 7 } } });
    expect(changed['status']).toBe('success');
    if (writes >= 0) writes += 1;
    expect(writes).toBeLessThan(500);
  }
  expect(await dump).toContain(`"c ${below.length - 1}"`);
});

test('the lists of a dump have the time of their call together', async () => {
  let nowMs = 0;
  const { shop, turn } = await openTree(6, { nowMs: () => (nowMs += 1), callMsMax: 20, trustedCallMsMax: 10_000 });
  const asked = { request: 'dump_category', id_category: '0', order_columns: LINKED };
  const refused = shop.send({ ...CREDENTIALS, ...asked });
  while (turn());
  expect(JSON.parse((await refused).text)).toMatchObject({
    message: 'TOO_EXPENSIVE',
    param: 'request',
    detail: expect.stringMatching(
      /ms of the thread, and may use 20\. It was at the (products|contents) of category \d+, the \d+\. of the dump\.$/,
    ) as string,
  });
  const trusted = shop.admin('dump_category', { id_category: 0, order_columns: LINKED });
  while (turn());
  expect(await trusted).toMatchObject({ object: 'category_dump' });
});

test('a dump whose caller has gone is given up, and gives back what it held', async () => {
  const { shop, turn } = await openTree(6, {}, { memory: { searches: 1_000_000 } });
  let isGone = false;
  const reply = {
    get isGone() {
      return isGone;
    },
    stream: () => undefined,
  };
  const asked = { ...CREDENTIALS, request: 'dump_category', id_category: '0', order_columns: LINKED };
  shop.dispatch.call(asked, '', () => undefined, '', undefined, reply);
  for (let at = 0; at < 9; at += 1) turn();
  expect(shop.engine.memory.searches.bytes).toBeGreaterThan(1000);
  isGone = true;
  turn();
  expect([shop.dispatch.load.searchesOpen, shop.engine.memory.searches.bytes]).toEqual([0, 0]);
  expect(turn()).toBe(false);
});

test('within the cap a list that has grown moves the end of the dump', async () => {
  const opened = await openTree(3, {}, { rules: { recordsMax: 9 } });
  const { turn, ask, fresh, goods, categoryId } = opened;
  const dump = ask();
  for (let at = 0; at < 8; at += 1) turn();
  await goods.product(1, { name: 'one more', categories: [categoryId] });
  while (turn());
  expect(await dump).toBe(await fresh());
  expect(JSON.parse(await dump)).toMatchObject({ records_max: 9 });
});

test('what a category holds is counted in steps, before anything is decided', async () => {
  const { shop, turn, categoryId } = await openTree(12);
  const asking = shop.admin('delete_category', { id_category: categoryId, dry_run: 1 });
  let turns = 0;
  while (turn()) turns += 1;
  expect(turns, 'one for each category').toBeGreaterThan(12);
  expect(await asking).toMatchObject({ below: 12, objects: 16 });
  const { shop: spent, turn: next } = await openTree(12, { callMsMax: 0, trustedCallMsMax: 0 });
  const refused = spent.adminRefused('delete_category', { id_category: categoryId, dry_run: 1 }, 'TOO_EXPENSIVE');
  while (next());
  await refused;
  await shop.admin('delete_category', { id_category: categoryId });
  expect(turn(), 'a deletion counts nothing').toBe(false);
});
