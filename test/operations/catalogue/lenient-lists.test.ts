// Lists and searches take what real clients send (docs/build/clients.md). Over all operations that have limits: it
// would catch one that declares its own limits, and refuses what the others take.
import { runs } from '../../harness/effort.ts';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { STATISTICS, hasDays } from '../../../src/domain/reports/report.ts';
import { OPERATIONS } from '../../../src/operations/dispatch/registry.ts';
import { verified } from '../accounts/accounts.ts';
import { Goods } from '../shop.ts';
import type { Given } from '../shop.ts';

const LISTS = [...OPERATIONS]
  .filter(([, { params }]) => 'left_limit' in params || 'right_limit' in params)
  .map(([name]) => name);

let goods: Goods;
/** What each list needs beside its limits. */
let needed: Given;

beforeEach(async () => {
  goods = await Goods.open();
  for (let at = 0; at < 3; at += 1) await goods.product(at);
  const { shop, categoryId } = goods;
  await shop.admin('update_category', { id_category: categoryId, seo: { de_DE: { permalink: 'start' } } });
  await verified(shop, 'anna');
  await verified(shop, 'bert');
  await shop.make('create_class', { name: 'part', type: 'warehouse_entity' });
  for (const name of ['a', 'b']) await shop.make('create_warehouse_entity', { class: 'part', name });
  await shop.make('create_class', { name: 'store', type: 'record' });
  for (const name of ['a', 'b']) await shop.make('create_record', { class: 'store', name });
  needed = { id_category: categoryId, permalink: 'start', constraint: [], class: 'store' };
});

const listed = async (request: string, more: Given): Promise<string> => {
  const reply = await goods.shop.text(request, { ...needed, ...more }, { secret: true });
  expect(reply, `${request} ${JSON.stringify(more)}`).not.toContain('"object":"error"');
  return reply;
};

test('there are such operations', () => {
  expect(LISTS).toEqual(
    expect.arrayContaining(['search_products', 'search_orders', 'seo_get_shopobjects_in_category', 'search_classes']),
  );
});

describe.each(LISTS)('%s', (request) => {
  test('a limit that is no number is 0', async () => {
    const whole = await listed(request, {});
    const words = fc.oneof(
      fc.constantFrom(
        'ASC',
        'DESC',
        'name',
        'de_DE',
        '0x10',
        '1,5',
        '-',
        '--1',
        '[]',
        '{}',
        'true',
        'Infinity',
        '-Infinity',
        '1e',
        '٣',
      ),
      fc.string().filter((text) => !/\d/.test(text)),
    );
    await fc.assert(
      fc.asyncProperty(words, words, async (left, right) => {
        expect(await listed(request, { left_limit: left, right_limit: right })).toBe(whole);
      }),
      { numRuns: runs(10) },
    );
  });

  test('a negative limit and a fraction are refused', async () => {
    for (const param of ['left_limit', 'right_limit']) {
      for (const value of [-1, '-1', ' -5 ', '-0.5', '1.5', '-1e3', '99999999999999999999']) {
        await goods.shop.adminRefused(request, { ...needed, [param]: value }, 'PARAMETER_INVALID', param);
      }
    }
  });

  test('an order that is neither ASC nor DESC is ASC, and gives way to the other name of it', async () => {
    const columns = { order_columns: ['name', 'username', 'creation_date'] };
    const [up, down] = [await listed(request, columns), await listed(request, { ...columns, order: 'DESC' })];
    for (const order of ['ASC', 'asc ', '', 'price', 'de_DE', 'up and down', '0', '[]', 'x'.repeat(300)]) {
      expect(await listed(request, { ...columns, order }), order).toBe(up);
      expect(await listed(request, { ...columns, order, order_type: 'DESC' }), order).toBe(
        order.trim() === 'asc' || order === 'ASC' ? up : down,
      );
      expect(await listed(request, { ...columns, order_type: order }), order).toBe(up);
    }
    expect(await listed(request, { ...columns, order: 'desc', order_type: 'ASC' })).toBe(down);
  });

  test('a number of needed attributes is none', async () => {
    const whole = await listed(request, {});
    for (const value of ['0', 0, '24', '[]', ''])
      expect(await listed(request, { needed_attributes: value })).toBe(whole);
  });
});

test('the category page of an SDK that hands its arguments on shifted by one shows its products', async () => {
  const sent = {
    permalink: 'start',
    order_column: 'de_DE',
    order: '',
    left_limit: 'ASC',
    right_limit: 0,
    needed_attributes: 0,
  };
  const page = await goods.shop.call('seo_get_shopobjects_in_category', sent);
  expect(page).toMatchObject({ object: 'shopobjects_in_category', products_count: 3 });
  expect(Object.keys(page['products'] as object)).toEqual(['product 1', 'product 2', 'product 3']);
});

test('list statistics ignore dates, whatever they say; those of days do not', async () => {
  const { shop } = goods;
  for (const statistic of STATISTICS) {
    const plain = await shop.text('get_report', { statistic }, { secret: true });
    for (const date of ['garbage', '2026-02-30', 'x'.repeat(2000), '[1]', '-1']) {
      for (const params of [{ start_date: date }, { end_date: date }]) {
        if (hasDays(statistic))
          await shop.adminRefused('get_report', { statistic, ...params }, 'PARAMETER_INVALID', Object.keys(params)[0]!);
        else expect(await shop.text('get_report', { statistic, ...params }, { secret: true }), statistic).toBe(plain);
      }
    }
  }
});
