// Work of calls that is as long as the shop is large, and no search. Catches reports, counts and look-ups that hold the
// thread until they end, replies that are sent before what they show is on the disk, and work that counts for nobody.
import { expect, test } from 'vitest';
import { findBatches } from '../../../src/domain/coupons/find-coupons.ts';
import type { Reader } from '../../../src/domain/transaction.ts';
import type { WorkOptions } from '../../../src/operations/dispatch/read-calls.ts';
import { Countries, CountryNames } from '../../../src/outside/countries.ts';
import { register } from '../accounts/accounts.ts';
import { CREDENTIALS, Goods, SECRET, freeLine, line } from '../shop.ts';
import type { Reply, TestShop } from '../shop.ts';

/** A shop whose work is interrupted at every step; `turn` lets one slice run and returns whether there was one. */
const openInterrupted = async (work: Partial<WorkOptions> = {}) => {
  const waiting: (() => void)[] = [];
  const slices = { budgetMs: 0, sliceMs: 0, nowMs: () => 0, soon: (run: () => void) => void waiting.push(run) };
  const goods = await Goods.open({ work: { ...slices, ...work } });
  const turn = (): boolean => {
    const run = waiting.shift();
    run?.();
    return run !== undefined;
  };
  return { goods, shop: goods.shop, turn };
};

type Opened = Awaited<ReturnType<typeof openInterrupted>>;

/** Countries whose names nobody has read yet. */
const forgetNames = ({ documents }: TestShop): void =>
  void Object.assign(documents, { countries: Countries.of([], new CountryNames()) as Countries });

/** Says that so much of each product was sold, whatever orders the shop has, while something is done. */
const withSold = async (
  { shop }: Opened,
  sold: readonly (readonly [product: number, milli: number])[],
  meanwhile: () => Promise<void>,
): Promise<void> => {
  const { reports } = shop.engine.readContext().index('order');
  Object.assign(reports, { quantities: () => sold });
  await meanwhile();
  Reflect.deleteProperty(reports, 'quantities');
};

const withSales = (opened: Opened, call: () => Promise<void>): Promise<void> =>
  withSold(
    opened,
    Array.from({ length: 20_000 }, (_, at) => [at + 1, at + 1]),
    call,
  );

test('a list of the best products goes on in slices, and others are answered before it', async () => {
  const opened = await openInterrupted();
  const { shop, turn } = opened;
  await withSales(opened, async () => {
    const order: string[] = [];
    const report = shop.admin<Reply>('get_report', { statistic: 'hotlist_all_time' });
    const listed = report.then((reply) => (order.push('report'), reply));
    await shop.call('get_status');
    order.push('status');
    let turns = 0;
    while (turn()) turns += 1;
    expect(turns).toBe(4);
    expect(((await listed)['records'] as readonly { id: number }[]).map(({ id }) => id).slice(0, 2)).toEqual([
      20_000, 19_999,
    ]);
    expect(order).toEqual(['status', 'report']);
  });
});

test('it counts for its call, which is refused beyond its time', async () => {
  let nowMs = 0;
  const opened = await openInterrupted({ nowMs: () => (nowMs += 1), trustedCallMsMax: 6 });
  const { shop, turn } = opened;
  await withSales(opened, async () => {
    const report = shop.admin('get_report', { statistic: 'hotlist_all_time' });
    while (turn());
    expect(await report).toMatchObject({
      message: 'TOO_EXPENSIVE',
      param: 'request',
      detail: expect.stringMatching(/, and may use 6\. It was at the report hotlist_all_time\.$/) as string,
    });
  });
});

test('a refusal names the report with its days, and the list of open carts', async () => {
  const { shop, turn } = await openInterrupted({ trustedCallMsMax: 0 });
  const { reports } = shop.engine.readContext().index('order');
  reports.firstDay = 10_000;
  const refused = async (request: string, params: object): Promise<unknown> => {
    const reply = shop.admin(request, { ...params });
    while (turn());
    return (await reply).detail;
  };
  const days = { start_date: '1990-01-01', end_date: '2020-12-31' };
  const spent = 'It has used 0 ms of the thread, and may use 0.';
  expect(await refused('get_report', { statistic: 'sales', ...days })).toBe(
    `${spent} It was at the report sales from 1990-01-01 to 2020-12-31.`,
  );
  expect(await refused('get_open_carts', {})).toBe(`${spent} It was at the list of open carts.`);
});

test('days of years, and open carts, are counted in slices, too', async () => {
  const { shop, turn } = await openInterrupted();
  const session = await shop.session();
  await shop.call('add_to_cart', freeLine(session, '1.50'));
  const carts = shop.admin('get_open_carts');
  expect(turn(), 'the carts of one block').toBe(true);
  while (turn());
  expect(await carts).toMatchObject({ count: 1, sum: 1.5, carts: [{ lines: 1 }] });
  const { reports } = shop.engine.readContext().index('order');
  reports.firstDay = 10_000;
  const sales = shop.admin<Reply>('get_report', { statistic: 'sales', start_date: '1990-01-01' });
  let turns = 0;
  while (turn()) turns += 1;
  reports.firstDay = Infinity;
  expect(turns).toBeGreaterThan(100);
  expect(await sales).toMatchObject({ object: 'get_report', sum: 0 });
});

test('a cart is explained in slices, as it is when it is shown', async () => {
  const { shop, turn } = await openInterrupted();
  const session = await shop.session();
  await shop.call('add_to_cart', freeLine(session, '1.50'));
  const explained = shop.call<{ readonly explain: { readonly lines: readonly string[]; readonly total: string } }>(
    'get_cart',
    { session, explain: 1 },
  );
  expect(turn(), 'what became of promotions').toBe(true);
  await shop.call('add_to_cart', freeLine(session, '2.50'));
  while (turn());
  const { lines, total } = (await explained).explain;
  expect(lines).toHaveLength(2);
  expect(total).toContain('4.00');
});

test('an explanation counts for its call', async () => {
  const { shop, turn } = await openInterrupted({ callMsMax: 0 });
  const session = await shop.session();
  const refused = shop.call<Reply>('get_cart', { session, explain: 1 });
  while (turn());
  expect(await refused).toMatchObject({
    message: 'TOO_EXPENSIVE',
    detail: 'It has used 0 ms of the thread, and may use 0. It was at the explanation of the cart.',
  });
});

test('categories that fill themselves are judged in slices, and shown as they are at the end', async () => {
  const { goods, shop, turn } = await openInterrupted();
  const lamp = await goods.product(1, { name: 'lamp' });
  const filled = await shop.make('create_category', { id_parent: 0, name: 'a', constraint: { 'main.name': 'shade' } });
  const ended = async (reply: Promise<Reply>): Promise<[turns: number, isFilled: boolean]> => {
    let turns = 0;
    while (turn()) turns += 1;
    const categories = (await reply)['categories'] as readonly { readonly id: number }[];
    return [turns, categories.some(({ id }) => id === filled)];
  };
  const details = (id: number): Promise<Reply> => shop.call<Reply>('get_product_details', { id_product: id });
  const changed = details(lamp);
  await shop.admin('update_category', { id_category: filled, constraint: { 'main.name': 'lamp' } });
  const [turns, isFilled] = await ended(changed);
  expect(turns).toBeGreaterThan(0);
  expect(isFilled).toBe(true);
});

test('they count for the call that shows them', async () => {
  const { goods, shop, turn } = await openInterrupted({ callMsMax: 0 });
  const lamp = await goods.product(1, { name: 'lamp' });
  await shop.make('create_category', { id_parent: 0, name: 'a', constraint: { 'main.name': 'lamp' } });
  const refused = shop.call<Reply>('get_product_details', { id_product: lamp });
  while (turn());
  expect(await refused).toMatchObject({
    message: 'TOO_EXPENSIVE',
    detail:
      'It has used 0 ms of the thread, and may use 0. It was at the categories that fill themselves with the product.',
  });
});

// Catches a reply that shows what a crash can still undo: it was read in a later turn than the first.
test('the reply waits for what was read in any of its turns', async () => {
  const opened = await openInterrupted();
  const { goods, shop, turn } = opened;
  await goods.product(1, { name: 'lamp' });
  await shop.engine.whenDurable(shop.engine.headSeq);
  const sold = Array.from({ length: 5000 }, (_, at) => [at + 1, at === 0 ? 1000 : 1] as const);
  await withSold(opened, sold, async () => {
    let isAnswered = false;
    const report = shop.admin<Reply>('get_report', { statistic: 'hotlist_all_time' }).then((reply) => {
      isAnswered = true;
      return reply;
    });
    const { journal } = shop;
    const commit = journal.commit.bind(journal);
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    journal.commit = async (given) => (await held, commit(given));
    const renamed = shop.admin('update_product', { id_product: 1, name: 'lantern' });
    while (turn());
    await new Promise((resolve) => setImmediate(resolve));
    const wasAnswered = isAnswered;
    release();
    expect(wasAnswered).toBe(false);
    await renamed;
    journal.commit = commit;
    expect(((await report)['records'] as readonly { name: string }[])[0]).toMatchObject({ name: 'lantern' });
  });
});

// Catches the languages of all countries' names, read while everybody waits, and a change that is made twice or never.
test('a country in words that nobody has used yet is looked for in slices, by reads and by changes', async () => {
  const { goods, shop, turn } = await openInterrupted();
  const product = await goods.product();
  const session = await shop.session();
  const turns = (): number => {
    let taken = 0;
    while (turn()) taken += 1;
    return taken;
  };
  forgetNames(shop);
  const order: string[] = [];
  const refused = shop.refused(
    'get_product_details',
    { id_product: product, country: 'Nirgendwo' },
    'COUNTRY_NOT_FOUND',
  );
  const read = refused.then(() => order.push('read'));
  await shop.call('get_status');
  order.push('status');
  expect(turns()).toBeGreaterThan(50);
  await read;
  expect(order).toEqual(['status', 'read']);
  forgetNames(shop);
  const added = shop.call<Reply>('add_to_cart', line(session, product, { country: 'Deutschland' }), { key: 'once' });
  const again = shop.call<Reply>('add_to_cart', line(session, product, { country: 'Deutschland' }), { key: 'once' });
  expect(turns()).toBeGreaterThan(5);
  expect((await added)['contents']).toHaveLength(1);
  expect((await again)['contents']).toHaveLength(1);
  const { id: user } = await register(shop, 'john');
  forgetNames(shop);
  const bulk = new Promise<string>((resolve) => {
    const lines = ['Nirgendwo', 'Deutschland'].map((country, at) => ({
      request: 'update_user_data',
      id_user: user + at,
      attributes: { country },
    }));
    const credentials = { ...CREDENTIALS, licence_secret_key: SECRET };
    shop.dispatch.bulk({ credentials, lines, bytes: 100 }, '', (_status, body) => resolve(String(body)));
  });
  expect(turns()).toBeGreaterThan(50);
  expect(
    (await bulk)
      .trim()
      .split('\n')
      .map((text) => (JSON.parse(text) as Reply)['message']),
  ).toEqual(['COUNTRY_NOT_FOUND', 'USER_NOT_FOUND']);
});

// Catches an order that is refused, or late, because others search: the change needs nothing but the names.
test('a change that reads names is refused for no search and no want of memory, and waits for none', async () => {
  const opened = await openInterrupted({ openMax: 2 });
  const { shop, turn } = opened;
  const session = await shop.session();
  await withSales(opened, async () => {
    const report = shop.admin<Reply>('get_report', { statistic: 'hotlist_all_time' });
    await expect(shop.admin('get_report', { statistic: 'hotlist_all_time' })).rejects.toThrow('OVERLOADED');
    shop.engine.memory.setUse({ heapBytes: 95, heapBytesMax: 100, allBytes: 1, allBytesMax: 100 });
    expect(shop.engine.memory.level).toBe('out');
    forgetNames(shop);
    const order: string[] = [];
    const changed = shop.call<Reply>('set_order_details', { session, delivery_country: 'Germany' });
    const isChanged = changed.then(() => order.push('change'));
    const isReported = report.then(() => order.push('report'));
    let turns = 0;
    while (turn()) turns += 1;
    expect(turns).toBe(5);
    await Promise.all([isChanged, isReported]);
    expect(await changed).toMatchObject({ delivery_country_code: 'DE' });
    expect(order).toEqual(['change', 'report']);
    shop.engine.memory.setUse({ heapBytes: 1, heapBytesMax: 100, allBytes: 1, allBytesMax: 100 });
  });
});

test('batches of coupons are looked through in steps', () => {
  const names = new Map(Array.from({ length: 10_000 }, (_, at) => [at + 1, `batch ${at + 1}`]));
  const shop = { index: () => names } as unknown as Reader;
  const steps = findBatches(shop, { code: '', name: 'batch 9', promotionId: 0, before: 0, limit: 2 });
  let count = 0;
  for (;;) {
    const { done, value } = steps.next();
    if (done !== true) {
      count += 1;
      // One that has gone meanwhile is none.
      names.delete(9998);
      continue;
    }
    expect(value).toMatchObject({ ok: true, value: { ids: [9999, 9997], next: 9997 } });
    break;
  }
  expect(count).toBe(9);
});
