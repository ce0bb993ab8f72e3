// What is counted of calls and searches, and how reports show it.
import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, at, report } from '../orders/reported.ts';
import type { Report } from '../orders/reported.ts';
import type { Given } from '../shop.ts';
import { openShop } from '../shop.ts';
import type { TestShop } from '../shop.ts';

describe('searchlist_products_empty_all_time', () => {
  const search = (shop: TestShop, constraint: unknown, more: Given = {}) =>
    shop.call('search_products', { constraint, ...more });
  const texts = async (shop: TestShop) =>
    (await report(shop, 'searchlist_products_empty_all_time')).records.map(({ date, value, name }) => [
      name,
      value,
      date,
    ]);

  test('texts that found nothing, with how often and when last', async () => {
    const { shop } = await at('2026-03-10T12:00Z');
    await search(shop, { name: ['LIKE', '%Teapot%'] });
    await search(shop, { OR: [{ name: ['LIKE', '%  teapot '] }, { short_description: ['LIKE', 'teapot'] }] });
    await search(shop, { name: ['MATCH', 'Blue Kettle'] });
    await search(shop, { name: ['LIKE', '%Ware%'] });
    await search(shop, { name: ['LIKE', 'Ware'] }, { left_limit: 99, right_limit: 1 });
    await search(shop, { name: 'exact', price: ['>', 5] });
    await search(shop, { name: ['NOT LIKE', 'Ware'] });
    await shop.call('search_contents', { constraint: { name: ['LIKE', 'imprint'] } });
    shop.nowMs += DAY_MS;
    shop.usage.tick();
    await search(shop, { name: ['LIKE', '%_kettle%'], short_description: ['LIKE', 'blue'] });
    await search(shop, { name: ['MATCH', 'blue kettle'] });
    expect(await texts(shop)).toEqual([
      ['blue kettle', 2, '2026-03-11'],
      ['teapot', 2, '2026-03-10'],
      ['kettle blue', 1, '2026-03-11'],
    ]);
    expect(await report(shop, 'searchlist_products_empty_all_time')).toMatchObject({
      measurement: 'searches',
      start_date: '2026-03-10',
      end_date: '2026-03-11',
      sum: 5,
    });
  });

  test('also those whose reply is kept as bytes, and those within an aggregate', async () => {
    const { shop } = await at('2026-03-10T12:00Z');
    const call = { request: 'search_products', constraint: JSON.stringify({ name: ['LIKE', 'teapot'] }) };
    for (let round = 0; round < 3; round += 1) await search(shop, { name: ['LIKE', 'teapot'] });
    await shop.call('aggregate', { pipe: { a: { request: call.request, args: { constraint: call.constraint } } } });
    const fields = { ...call, licence_username: 'shop_1', licence_password: 'password-1' };
    const bytes = new URLSearchParams(fields).toString();
    await new Promise<void>((resolve) => shop.dispatch.call(fields, '', () => resolve(), bytes));
    expect(shop.dispatch.sendCached(bytes, () => {})).toBe(true);
    expect(await texts(shop)).toEqual([['teapot', 6, '2026-03-10']]);
  });

  test('so many as are remembered: those go first that nobody has asked for the longest, of one day the rarest', async () => {
    const { shop } = await at('2026-03-10T12:00Z', { config: { zeroResultSearchesMax: 3 } });
    const day = async (...asked: string[]) => {
      for (const text of asked) await search(shop, { name: ['LIKE', text] });
      shop.nowMs += DAY_MS;
      shop.usage.tick();
      return (await texts(shop)).map(([name]) => name);
    };
    expect(await day('often', 'often', 'rare', 'twice', 'twice')).toEqual(['often', 'twice', 'rare']);
    expect(await day('often', 'new')).toEqual(['often', 'twice', 'new']);
    expect(await day('newer', 'rare')).toEqual(['often', 'newer', 'rare']);
    // More at once than are remembered at all.
    expect(await day('x1', 'x2', 'x3', 'x4')).toEqual(['x1', 'x2', 'x3']);
  });

  test('long ones are cut, between characters', async () => {
    const { shop } = await at('2026-03-10T12:00Z');
    await search(shop, { name: ['MATCH', `${'x'.repeat(99)}🫖🫖`] });
    expect((await texts(shop)).map(([name]) => name)).toEqual([`${'x'.repeat(99)}🫖`]);
  });

  test('zeroResultSearchesMax 0 remembers none', async () => {
    const { shop } = await at('2026-03-10T12:00Z', { config: { zeroResultSearchesMax: 0 } });
    await search(shop, { name: ['LIKE', 'teapot'] });
    expect(await texts(shop)).toEqual([]);
  });
});

describe('requests and traffic', () => {
  const usage = async (shop: TestShop, more: Given = {}) => [
    (await report(shop, 'requests', more)).sum,
    (await report(shop, 'traffic', more)).sum,
  ];

  test('are calls answered, and the bytes of their replies as they were sent', async () => {
    const shop = openShop();
    const texts = [
      await shop.text('get_status'),
      await shop.text('create_category', { id_parent: 0, name: 'Größe' }, { secret: true }),
      await shop.text('get_categories', { id_parent: 0 }),
    ];
    texts.push(
      await shop.text('get_categories', { id_parent: 0 }),
      await shop.text('get_product_details', { id_product: 9 }),
      await shop.text('nonsense'),
    );
    texts.push(
      await shop.text('aggregate', {
        pipe: { a: { request: 'get_status' }, b: { request: 'get_categories', args: { id_parent: 0 } } },
      }),
    );
    expect(texts.join('')).toContain('Größe');
    const bytes = (sent: readonly string[]): number => sent.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    const first = await shop.text('get_report', { statistic: 'requests' }, { secret: true });
    expect(JSON.parse(first)).toMatchObject({
      measurement: 'requests',
      sum: 7,
      records: [{}, {}, {}, {}, {}, {}, { value: 7 }],
    });
    const second = JSON.parse(await shop.text('get_report', { statistic: 'traffic' }, { secret: true })) as Report;
    expect(second).toMatchObject({ measurement: 'MB', sum: bytes([...texts, first]) / 1e6 });
  });

  test('are counted per channel, XML as XML; whoever has no credentials counts nowhere', async () => {
    const shop = openShop();
    const made = await shop.admin<{ [member: string]: string }>('create_channel', {
      name: 'app',
      description: '',
      shop_active: 1,
      server_output: 'xml',
    });
    const app = { licence_username: made['licence_username'], licence_password: made['licence_password'] };
    const [, ...before] = [await usage(shop), ...(await usage(shop))];
    const sent: string[] = [];
    for (const request of ['get_status', 'nonsense', 'get_status'])
      sent.push((await shop.send({ ...app, request })).text);
    await shop.send({ ...app, licence_password: 'wrong', request: 'get_status' });
    await shop.send({ request: 'get_status' });
    expect(sent[0]).toContain('<?xml');
    const bytes = sent.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    expect(await usage(shop, { channel: 'app' })).toEqual([3, bytes / 1e6]);
    const [own, all] = [await usage(shop, { channel: 'test' }), await usage(shop)];
    expect(own[0]).toBe(before[0]! + 4);
    // Two reports lie between.
    expect(all[0]).toBe(own[0]! + 2 + 3);
  });

  test('replies kept as bytes count like any other', async () => {
    const shop = openShop();
    const fields = {
      request: 'get_categories',
      id_parent: '0',
      licence_username: 'shop_1',
      licence_password: 'password-1',
    };
    const bytes = new URLSearchParams(fields).toString();
    let body = 0;
    await new Promise<void>((resolve) =>
      shop.dispatch.call(fields, '', (_status, reply) => ((body = reply.length), resolve()), bytes),
    );
    for (let round = 0; round < 5; round += 1) expect(shop.dispatch.sendCached(bytes, () => {})).toBe(true);
    expect((await report(shop, 'traffic')).sum).toBe((6 * body) / 1e6);
  });

  test('are written when it is time, and nothing is written where nothing was asked', async () => {
    const shop = openShop();
    const { engine, usage: counter } = shop;
    await shop.call('get_status');
    const { headSeq } = engine;
    shop.nowMs += 9_999;
    counter.tick();
    expect(engine.headSeq).toBe(headSeq);
    shop.nowMs += 1;
    counter.tick();
    expect(engine.headSeq).toBe(headSeq + 1);
    shop.nowMs += HOUR_MS;
    counter.tick();
    expect(engine.headSeq).toBe(headSeq + 1);
    await shop.call('get_status');
    await shop.restart();
    expect((await report(shop, 'requests')).sum, 'what was not written is gone').toBe(1);
  });

  test('a failed journal is no fault of the counter', async () => {
    const shop = openShop();
    await shop.call('get_status');
    await shop.engine.close();
    shop.nowMs += HOUR_MS;
    shop.usage.tick();
    await shop.restart();
  });
});
