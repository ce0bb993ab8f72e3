// DESC is the same list from its end: every operation that takes an order, with and without columns.
import { expect, test } from 'vitest';
import { OPERATIONS } from '../../../src/operations/dispatch/registry.ts';
import { verified } from '../accounts/accounts.ts';
import type { Given } from '../shop.ts';
import { Goods, freeLine } from '../shop.ts';
import type { TestShop } from '../shop.ts';

const ORDERED = [...OPERATIONS].flatMap(([name, { params }]) => ('order_columns' in params ? [name] : []));

/** Objects with equal prices, orders of one second, and something of every kind. */
const open = async (): Promise<{ shop: TestShop; categoryId: number }> => {
  const goods = await Goods.open();
  const { shop, categoryId } = goods;
  await shop.admin('update_category', { id_category: categoryId, seo: { de_DE: { permalink: 'goods' } } });
  const page = await shop.make('create_class', { name: 'page', type: 'content' });
  await shop.admin('create_class_attributes', { id_class: page, attributes: [{ name: 'name', type: 'CHAR' }] });
  await shop.make('create_class', { name: 'part', type: 'warehouse_entity' });
  await shop.make('create_class', { name: 'store', type: 'record' });
  for (const [at, name] of ['7', 'b', '3', 'a'].entries()) {
    await goods.product(at % 2, { name: `product ${name}` });
    await shop.make('create_content', {
      class: 'page',
      name: `page ${name}`,
      shop_active: 1,
      categories: [categoryId],
      attributes: { de_DE: { name } },
    });
    await shop.make('create_warehouse_entity', { class: 'part', name: 'part', metadata: { element_number: name } });
    await shop.make('create_record', { class: 'store', name });
    await verified(shop, `user${name}`);
    const session = await shop.session();
    await shop.call('add_to_cart', freeLine(session, 1));
    await shop.call('checkout', { session });
  }
  return { shop, categoryId };
};

/** The ids of every list in a reply, in the order of its bytes. */
const listsIn = (text: string, kinds: RegExp): string[][] =>
  [...text.matchAll(kinds)].map(([list]) =>
    [
      ...list.matchAll(
        /"object":"(?:product|content|warehouse_entity|class|order|user|record)","(?:id|id_user)":(\d+)/g,
      ),
    ].map(([, id]) => id!),
  );

test.each(ORDERED)('%s', async (operation) => {
  const { shop, categoryId } = await open();
  const given: Given = { constraint: {}, id_category: categoryId, permalink: 'goods', class: 'store' };
  let longest = 0;
  for (const order_columns of [
    [],
    ['price'],
    ['name'],
    ['creation_date'],
    ['nothing'],
    ['price', 'main.name'],
    ['prio'],
  ]) {
    const lists = async (order_type: string): Promise<string[][]> =>
      listsIn(
        await shop.text(operation, { ...given, order_columns, order_type }, { secret: true }),
        operation.startsWith('search')
          ? /"result":\[.*\]/gs
          : /"(?:products|contents)":\{.*?(?=,"(?:products|contents|contents_count)":|$)/gs,
      );
    const [ascending, descending] = [await lists('ASC'), await lists('DESC')];
    expect(descending, JSON.stringify(order_columns)).toEqual(ascending.map((list) => list.toReversed()));
    longest = Math.max(longest, ...ascending.map(({ length }) => length));
  }
  expect(longest, 'there was a list').toBeGreaterThanOrEqual(3);
});
