// Empty text leaves what is there, JSON null clears it: every parameter of a draft or an order, their attributes, days
// of coupons, texts for search engines. It would catch a field that a client can set and never empty again.
import { describe, expect, test } from 'vitest';
import { taxClassesFrom } from '../../../src/domain/shop/tax-classes.ts';
import { OPERATIONS } from '../../../src/operations/dispatch/registry.ts';
import { CREDENTIALS, Goods, SECRET, line, openShop } from '../shop.ts';
import type { Given, Reply, TestShop } from '../shop.ts';
import type { Checkout } from '../cart-reply.ts';

/** A JSON body: null is null there, and no text. */
const send = async (shop: TestShop, request: string, fields: Given): Promise<Reply> => {
  const reply = JSON.parse(
    (await shop.send({ ...CREDENTIALS, licence_secret_key: SECRET, request, ...fields })).text,
  ) as Reply;
  expect(reply['object'], JSON.stringify(reply)).not.toBe('error');
  return reply;
};

/** A good value of a parameter that null clears. */
const sample = (name: string): unknown =>
  name === 'id_payment_method'
    ? 2
    : name === 'id_delivery_method'
      ? 1
      : name === 'attributes'
        ? [{ name: 'gift', value: 'yes' }]
        : name.endsWith('country')
          ? 'AT'
          : name === 'currency'
            ? 'USD'
            : name === 'email'
              ? 'x@example.org'
              : name === 'cutoff'
                ? '14:00'
                : name === 'taxclass'
                  ? 'goods'
                  : name === 'constraint'
                    ? { 'main.id': 1 }
                    : name === 'seller'
                      ? { name: 'Shop', street: 'Way 1', zip: '10115', city: 'Berlin', country: 'DE' }
                      : name === 'accounting'
                        ? { chart: 'skr04' }
                        : name.endsWith('_date')
                          ? '2026-01-05'
                          : 'x';

const RULES = {
  currencies: [{ code: 'USD', digits: 2 }],
  taxClasses: taxClassesFrom([{ name: 'full', calculation: 'included', rates: { DE: 0.19, AT: 0.2 } }]),
};

/** What a call must say is another matter: there null is a value (delivery-rules.test.ts). */
const CLEARED = [...OPERATIONS].flatMap(([operation, { params }]) =>
  Object.entries(params).flatMap(([name, one]) =>
    one.cleared === undefined || one.absent === undefined ? [] : [[operation, name] as const],
  ),
);

const opened = async () => {
  const goods = await Goods.open({ rules: RULES });
  const { shop } = goods;
  const session = await shop.session();
  const id = await goods.product();
  await shop.call('add_to_cart', line(session, id));
  await shop.admin('create_price_list', { name: 'dollars', currency: 'USD' });
  await shop.admin('set_prices', { id_price_list: 1, prices: [{ id_shopobject: id, price: 3 }] });
  return { shop, session };
};

/** What shows the details, and the call that changes them. */
const scene = async (operation: string) => {
  const { shop, session } = await opened();
  if (operation === 'update_channel') {
    const shown = async () => (await shop.text('get_channels', {}, { secret: true })).replace(/"seq":\d+/, '');
    return { shop, target: { id_channel: 1 }, shown };
  }
  if (operation === 'update_shop_settings') {
    await send(shop, operation, { invoice_prefix: null, cancellation_prefix: null });
    const shown = async () => (await shop.text('get_shop_settings', {}, { secret: true })).replace(/"seq":\d+/, '');
    return { shop, target: {}, shown };
  }
  if (operation === 'set_context') {
    const shown = async () => (await shop.text('get_cart', { session })).replace(/,"repriced":\[.*?\]/, '');
    return { shop, target: { session }, shown };
  }
  if (operation === 'set_order_details')
    return { shop, target: { session }, shown: () => shop.text('get_order_details', { session }) };
  if (operation === 'update_price_list') {
    const shown = async () => (await shop.text('get_price_lists', {}, { secret: true })).replace(/"seq":\d+/, '');
    return { shop, target: { id_price_list: 1 }, shown };
  }
  if (operation === 'update_promotion') {
    await shop.admin('create_promotion', { name: 'p', gives: { kind: 'percent', value: 5 } });
    const shown = async () => (await shop.text('get_promotions', {}, { secret: true })).replace(/"seq":\d+/, '');
    return { shop, target: { id_promotion: 1 }, shown };
  }
  if (operation === 'update_delivery_rule') {
    await shop.admin('create_delivery_rule', { name: 'r', id_delivery_method: 1 });
    await shop.make('create_class', { name: 'part', type: 'warehouse_entity' });
    await shop.make('create_warehouse_entity', { class: 'part', name: 'part', metadata: { element_number: 'E' } });
    await shop.admin('inventory_place', { storage: 'x', element_number: 'E', quantity: 1, note: '' });
    const shown = async () => (await shop.text('get_delivery_rules', {}, { secret: true })).replace(/"seq":\d+/, '');
    return { shop, target: { id_delivery_rule: 1 }, shown };
  }
  if (operation === 'update_category') {
    const target = { id_category: 1 };
    const shown = async () =>
      (await shop.text('get_category_languages', target, { secret: true })).replace(/"seq":\d+/, '');
    return { shop, target, shown };
  }
  if (operation === 'update_record') {
    await shop.make('create_class', { name: 'store', type: 'record' });
    const target = { id_record: await shop.make('create_record', { class: 'store' }) };
    const shown = async () =>
      (await shop.text('get_record_languages', target, { secret: true })).replace(/"seq":\d+/, '');
    return { shop, target, shown };
  }
  if (operation === 'update_coupons') {
    await shop.admin('create_coupons', { count: 1, name: 'c', amount: 1 });
    const shown = async () => (await shop.text('search_coupons', {}, { secret: true })).replace(/"seq":\d+/, '');
    return { shop, target: { id_batch: 1 }, shown };
  }
  const { id_order: orderId } = await shop.call<Checkout>('checkout', { session });
  return {
    shop,
    target: { id_order: orderId },
    shown: async () =>
      (await shop.text('get_order_by_id', { id_order: orderId })).replace(/"modification_date":"[^"]*"/, ''),
  };
};

test('what null clears is known: methods, attributes, texts of drafts, orders, channels and settings, days of coupons', () => {
  expect(CLEARED.map(([operation]) => operation).filter((one, at, all) => all.indexOf(one) === at)).toEqual([
    'update_category',
    'update_record',
    'set_context',
    'set_order_details',
    'update_order_details',
    'update_shop_settings',
    'update_coupons',
    'update_price_list',
    'update_delivery_rule',
    'update_promotion',
    'update_channel',
  ]);
  expect(CLEARED.map(([, name]) => name)).toEqual(
    expect.arrayContaining(['id_payment_method', 'id_delivery_method', 'attributes', 'note', 'invoice_zip']),
  );
});

test.each(CLEARED)('%s: %s', async (operation, name) => {
  const { shop, target, shown } = await scene(operation);
  // The first details of a draft reserve its number, whatever they say.
  await send(shop, operation, target);
  const before = await shown();
  await send(shop, operation, { ...target, [name]: sample(name) });
  const set = await shown();
  expect(set).not.toBe(before);
  for (const left of ['', 'null', 'undefined', 'NaN']) await send(shop, operation, { ...target, [name]: left });
  expect(await shown()).toBe(set);
  await send(shop, operation, { ...target, [name]: null });
  expect(await shown()).toBe(before);
});

describe('attributes of drafts and orders', () => {
  test.each(['set_order_details', 'update_order_details'])(
    '%s: null takes one away and leaves the others',
    async (operation) => {
      const { shop, target, shown } = await scene(operation);
      await send(shop, operation, { ...target, attributes: { a: '1', b: '2' } });
      const both = await shown();
      await send(shop, operation, {
        ...target,
        attributes: [
          { name: 'c', value: '3' },
          { name: 'b', value: '2' },
        ],
      });
      await send(shop, operation, {
        ...target,
        attributes: [
          ['c', null],
          ['never there', null],
        ],
      });
      expect(await shown()).toBe(both);
      await send(shop, operation, { ...target, attributes: '{"a":null,"b":{"value":null}}' });
      expect(await shown()).not.toContain('"value":"2"');
    },
  );

  test('what is taken away makes room for as many', async () => {
    const { shop, session } = await opened();
    const named = (from: number, value: string | null): Given =>
      Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`a${from + at}`, value]));
    await send(shop, 'set_order_details', { session, attributes: named(0, 'x') });
    await shop.refused('set_order_details', { session, attributes: { more: 'x' } }, 'PARAMETER_INVALID', 'attributes');
    await send(shop, 'set_order_details', { session, attributes: { more: 'x', a0: null } });
    await send(shop, 'set_order_details', { session, attributes: { ...named(0, null), more: null } });
    await send(shop, 'set_order_details', { session, attributes: named(500, 'z') });
  });
});

describe('texts for search engines', () => {
  test.each(['product', 'content', 'category'])('of a %s', async (kind) => {
    const shop = openShop();
    if (kind !== 'category') await shop.make('create_class', { name: 'c', type: kind });
    const id = await shop.make(`create_${kind}`, {
      class: 'c',
      name: 'n',
      id_parent: 0,
      shop_active: 1,
      seo: { de_DE: { title: null, keywords: 'k' } },
    });
    const shown = async (language: string) => {
      const reply =
        kind === 'category'
          ? (await shop.call<{ categories: Reply[] }>('get_categories', { id_parent: 0, language })).categories[0]!
          : await shop.call(`get_${kind}_details`, { [`id_${kind}`]: id, language });
      return reply['seo'];
    };
    const update = (seo: unknown) => send(shop, `update_${kind}`, { [`id_${kind}`]: id, seo });
    const texts = { permalink: 'p', title: 't', description: 'd', keywords: 'k' };
    await update({ de_DE: texts, en_EN: { title: 'english' } });
    expect(await shown('de_DE')).toEqual(texts);
    for (const member of ['permalink', 'title', 'description', 'keywords'] as const) {
      await update({ de_DE: { [member]: null } });
      expect(await shown('de_DE')).toEqual({ ...texts, [member]: member === 'title' ? 'english' : '' });
      await update({ de_DE: texts });
    }
    expect(await shown('en_EN')).toMatchObject({ title: 'english' });
    await update({ en_EN: null });
    expect(await shown('en_EN')).toEqual(texts);
    await update({ de_DE: null });
    expect(await shown('de_DE')).toEqual({ permalink: '', title: '', description: '', keywords: '' });
    await update(null);
  });
});
