// What shoppers searched for, and how reports show it. Would catch a search that is counted for nobody or twice, one
// of the back office that counts, a click that puts a text into the list, or takes the place of a search, an address
// that is written down, a day that grows without bound, days that fill memory, and a figure that a restart loses.
import { expect, test } from 'vitest';
import { DAY_MS, at, report } from '../orders/reported.ts';
import type { Given, ShopOptions, TestShop } from '../shop.ts';

const open = async (options: ShopOptions = {}) => {
  const { shop } = await at('2026-03-10T12:00Z', options);
  const search = (text: string, more: Given = {}) =>
    shop.call('search_products', { constraint: { name: ['MATCH', text] }, ...more });
  const click = (text: string, more: Given = {}) => shop.call('search_clicked', { text, ...more });
  return { shop, search, click };
};

const rows = async (shop: TestShop, statistic: string, more: Given = {}) => {
  const { records } = (await shop.admin('get_report', { statistic, ...more })) as unknown as {
    readonly records: readonly { readonly [member: string]: number | string }[];
  };
  return records.map((one) => [
    one['name'],
    ...['value', 'searches', 'in_vain', 'hits', 'clicked', 'ordered'].map((member) => one[member]),
  ]);
};

test('texts with hits, clicks and orders, without who searched', async () => {
  const { shop, search, click } = await open();
  for (let round = 0; round < 3; round += 1) await search('Ware');
  await search(' ware ');
  await search('ware', { left_limit: 1 });
  await search('teapot');
  await search('ada@shop.example');
  await shop.admin('search_products', { constraint: { name: ['MATCH', 'secret'] } });
  await click('WARE');
  await click('ware', { ordered: 1 });
  await click('never searched');
  const [[, , , , hits] = []] = await rows(shop, 'searches');
  expect(hits).toBeGreaterThan(0);
  expect(await rows(shop, 'searches')).toEqual([
    ['ware', 4, 4, 0, hits, 1, 1],
    ['teapot', 1, 1, 1, 0, 0, 0],
  ]);
  expect(await rows(shop, 'searches_in_vain')).toEqual([['teapot', 1, 1, 1, 0, 0, 0]]);
  await shop.restart();
  expect(await rows(shop, 'searches_in_vain')).toEqual([['teapot', 1, 1, 1, 0, 0, 0]]);
});

test('days add up, and others are left out', async () => {
  const { shop, search } = await open();
  await search('teapot');
  shop.usage.flush();
  shop.nowMs += DAY_MS;
  shop.usage.tick();
  await search('teapot');
  await search('kettle');
  expect(await rows(shop, 'searches')).toEqual([
    ['teapot', 2, 2, 2, 0, 0, 0],
    ['kettle', 1, 1, 1, 0, 0, 0],
  ]);
  expect(await rows(shop, 'searches', { start_date: '2026-03-10', end_date: '2026-03-10' })).toEqual([
    ['teapot', 1, 1, 1, 0, 0, 0],
  ]);
  expect(await report(shop, 'searches')).toMatchObject({ measurement: 'searches', sum: 3 });
  await shop.adminRefused('get_report', { statistic: 'searches', channel: 'x' }, 'PARAMETER_INVALID', 'channel');
});

test('the rarest of a day are forgotten, and with 0 nothing is kept', async () => {
  const { shop, search } = await open({ config: { searchTextsMax: 2 } });
  for (const text of ['often', 'often', 'twice', 'twice']) await search(text);
  shop.usage.flush();
  for (const text of ['new', 'new', 'new']) await search(text);
  expect((await rows(shop, 'searches')).map(([name]) => name)).toEqual(['new', 'often']);
  const none = await open({ config: { searchTextsMax: 0 } });
  await none.search('often');
  expect(await rows(none.shop, 'searches')).toEqual([]);
});

test('one record for many searches, and none for a click alone', async () => {
  const { shop, search, click } = await open();
  shop.usage.flush();
  const before = shop.engine.headSeq;
  for (let round = 0; round < 50; round += 1) await search(`text ${round}`);
  await click('text 1');
  expect(shop.engine.headSeq).toBe(before);
  shop.usage.flush();
  expect(shop.engine.headSeq).toBe(before + 1);
});

test('clicks of what nobody searched for take no places, and nothing is written of them alone', async () => {
  const { shop, search, click } = await open({ config: { searchTextsMax: 3 } });
  const days = shop.engine.tables.search_day;
  const clickAll = async (): Promise<void> => {
    for (let round = 0; round < 9; round += 1) await click(`nobody ${round}`);
  };
  await clickAll();
  shop.usage.flush();
  expect([days.seq, days.resident.size]).toEqual([0, 0]);
  await click('ware');
  await clickAll();
  for (const text of ['ware', 'teapot', 'kettle']) await search(text);
  await click('ware', { ordered: 1 });
  shop.usage.flush();
  const written = days.seq;
  await clickAll();
  shop.usage.flush();
  expect(days.seq).toBe(written);
  await click('kettle');
  expect((await rows(shop, 'searches')).map(([name, , , , , ...clicks]) => [name, ...clicks])).toEqual([
    ['kettle', 1, 0],
    ['teapot', 0, 0],
    ['ware', 1, 1],
  ]);
});

test('an address is in no list, however its sign is written', async () => {
  const { shop, search, click } = await open();
  for (const text of ['ada@shop.example', 'Ada＠shop.example', 'ada﹫shop.example']) {
    await search(text);
    await click(text);
  }
  shop.usage.add({
    channels: [],
    searches: [['bob@shop.example', 2]],
    searched: [['bob@shop.example', 1, 1, 0, 0, 0]],
  });
  shop.usage.flush();
  const { search_day: days, zero_result_searches: inVain } = shop.engine.tables;
  expect([days.seq, inVain.seq]).toEqual([0, 0]);
  for (const statistic of ['searches', 'searches_in_vain', 'searchlist_products_empty_all_time'])
    expect(await rows(shop, statistic)).toEqual([]);
});

test('a late end shows what there is, also of days beyond 400 that others lie between, and days leave memory', async () => {
  const { shop, search } = await open();
  await search('teapot');
  shop.usage.flush();
  shop.nowMs += 500 * DAY_MS;
  shop.usage.tick();
  await search('kettle');
  shop.usage.flush();
  await shop.restart();
  const days = shop.engine.tables.search_day;
  expect(days.resident.size).toBe(0);
  const range = { start_date: '2026-01-01', end_date: '9999-12-31' };
  expect(await rows(shop, 'searches', range)).toEqual([
    ['kettle', 1, 1, 1, 0, 0, 0],
    ['teapot', 1, 1, 1, 0, 0, 0],
  ]);
});
