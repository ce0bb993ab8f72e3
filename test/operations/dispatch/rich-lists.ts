// Every list that operations show, read in slices and in one piece.
import { expect } from 'vitest';
import { toXml } from '../../../src/outside/xml.ts';
import type { Given } from '../shop.ts';
import { line } from '../shop.ts';
import { ALL, inOnePiece, whole } from './long-list-calls.ts';
import type { LongShop } from './long-lists.ts';
import { begin, longShop } from './long-lists.ts';

/** Operations that show lists, and how they are asked for all there is. */
export const LISTS: { readonly [request: string]: Given } = {
  search_products: ALL,
  search_contents: ALL,
  search_warehouse_entities: ALL,
  search_classes: ALL,
  search_orders: ALL,
  search_users: ALL,
  search_records: { ...ALL, class: 'store' },
  search_distinct_products: { constraint: [], field: 'main.name' },
  get_products_in_category: { id_category: 1 },
  get_contents_in_category: { id_category: 1 },
  get_shopobjects_in_category: { id_category: 1 },
  seo_get_products_in_category: { permalink: 'goods' },
  seo_get_contents_in_category: { permalink: 'goods' },
  seo_get_shopobjects_in_category: { permalink: 'goods' },
  dump_category: { id_category: 0 },
  get_categories: { id_parent: 0 },
  get_user_orders: {},
  get_report: { statistic: 'orders', start_date: '1990-01-01', end_date: '2026-01-01' },
};

interface Sizes {
  readonly products: number;
  readonly variations: number;
  readonly records: number;
  readonly categories: number;
  readonly orders: number;
}

/** So many of everything. */
const richShop = async (sizes: Sizes): Promise<LongShop & { readonly session: string }> => {
  const long = await longShop(sizes.products);
  const { shop, categoryId } = long.goods;
  await shop.admin('update_category', { id_category: categoryId, seo: { de_DE: { permalink: 'goods' } } });
  for (const [name, type] of [
    ['page', 'content'],
    ['part', 'warehouse_entity'],
    ['store', 'record'],
  ] as const)
    await shop.make('create_class', { name, type });
  await shop.admin('create_class_attributes', {
    id_class: 1,
    attributes: [{ name: 'related', type: 'PRODUCTS', de_DE: { label: '', value: null } }],
  });
  const variations = async (id: number, count: number): Promise<number> => {
    let last = 0;
    for (let at = 0; at < count; at += 1)
      last = await shop.make('create_variation', { id_product: id, name: `${id}-${at}`, shop_active: 1 });
    return last;
  };
  await variations(await variations(3, sizes.variations), 3);
  await shop.admin('update_product', { id_product: 5, attributes: { de_DE: { related: [1, 2, 3] } } });
  await shop.admin('update_product', { id_product: 6, name: '"12" & <more>\u{1F600}' });
  for (let at = 0; at < sizes.records; at += 1) {
    await shop.make('create_content', {
      class: 'page',
      name: `content ${at}`,
      shop_active: 1,
      attributes: {},
      categories: [categoryId],
    });
    await shop.make('create_warehouse_entity', { class: 'part', name: `entity ${at}` });
    await shop.make('create_record', { class: 'store', name: `store ${at}` });
    await shop.make('create_class', { name: `class ${at}`, type: 'content' });
  }
  for (let at = 0; at < sizes.categories; at += 1)
    await shop.make('create_category', { id_parent: at % 3 === 0 ? 0 : categoryId, name: `category ${at % 400}` });
  for (let at = 0; at < sizes.categories; at += 1)
    await shop.make('create_category', { id_parent: 0, name: `root ${at}` });
  const registered = { username: 'buyer-1', passwd1: 'Pass1word', passwd2: 'Pass1word', email: 'buyer@example.com' };
  const { session_id: token, id_user } = await shop.admin<{ session_id: string; id_user: number }>('register_user', {
    args: registered,
    language: 'de_DE',
  });
  await shop.admin('verify_user', { id_user, session_id: token });
  const session = await shop.session();
  await shop.call('login_user', { session, username: 'buyer-1', password: 'Pass1word' });
  for (let at = 0; at < sizes.orders; at += 1) {
    await shop.call('add_to_cart', line(session, 1 + (at % 20)));
    await shop.call('set_order_details', { session, args: { id_payment_method: 2, id_delivery_method: 1 } });
    expect(await shop.call('checkout', { session })).toMatchObject({ object: 'checkout' });
  }
  return { ...long, session };
};

/** That they give in slices what they give in one piece, as JSON and as XML; how many were sliced, into how many. */
export const expectSliced = async (
  sizes: Sizes,
  requests: readonly string[],
): Promise<{ readonly sliced: number; readonly pieces: number }> => {
  const long = await richShop(sizes);
  const { shop } = long.goods;
  const xml = { licence_username: 'xml', licence_password: 'xml-password' };
  shop.openChannel(xml, 'xml-secret', true, 'xml');
  let [sliced, pieces] = [0, 0];
  for (const [request, given] of Object.entries(LISTS).filter(([name]) => requests.includes(name))) {
    const sent = request === 'get_user_orders' ? { ...given, session: long.session } : given;
    const expected = inOnePiece(long, request, sent);
    const asJson = begin(long, request, sent);
    expect(await whole(long, asJson), request).toBe(expected);
    const asXml = begin(long, request, sent, { credentials: xml, secret: 'xml-secret' });
    expect(await whole(long, asXml), request).toBe(toXml(expected));
    const { reader } = asJson;
    if (reader.ended) {
      sliced += 1;
      expect(asXml.reader.contentType).toBe('application/xml; charset=utf-8');
    }
    pieces = Math.max(pieces, reader.pieces.length);
    for (const piece of reader.pieces) expect(piece.length).toBeLessThan(200_000);
  }
  expect(shop.engine.beforeApply, 'no list is open any more').toBeUndefined();
  return { sliced, pieces };
};
