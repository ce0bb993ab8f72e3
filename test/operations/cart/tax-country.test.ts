// Whose tax is shown and charged. It would catch an operation that reads a country or a tax class in a way of its own:
// the wrong value added tax, without a word.
import { describe, expect, test } from 'vitest';
import type { RateE6 } from '../../../src/domain/money.ts';
import type { ShopRules } from '../../../src/domain/rules.ts';
import { OPERATIONS } from '../../../src/operations/dispatch/registry.ts';
import type { Given, Reply } from '../shop.ts';
import type { Cart } from '../cart-reply.ts';
import { Goods, freeLine, line, openShop } from '../shop.ts';

const rate = (percent: number): RateE6 => (percent * 10_000) as RateE6;
const RULES: Partial<ShopRules> = {
  taxClasses: [
    { name: 'full', calculation: 'included', rates: { DE: rate(19), AT: rate(20), GB: rate(20) } },
    { name: 'reduced', calculation: 'included', rates: { DE: rate(7), AT: rate(10) } },
    { name: 'net', calculation: 'added', rates: { DE: rate(19), AT: rate(20) } },
    { name: 'free', calculation: 'subtracted', rates: { DE: rate(19) } },
  ],
};

const FORMS = ['AT', 'at', ' At ', 'AUT', '40', '040', 'Österreich', 'ÖSTERREICH', 'Austria', 'Autriche'];
const NO_COUNTRIES = ['XX', 'ZZ', 'D', 'Nowhere', '0', 'de_DE', 'constructor', 'x'.repeat(255)];

/** The country of update_shop_settings is that of the shop, and of no cart; prices of lists are shown without taxes. */
const OTHERS: readonly string[] = ['update_shop_settings', 'get_prices', 'explain_price'];
const TAXED = [...OPERATIONS]
  .filter(([name, { params }]) => Object.hasOwn(params, 'country') && !OTHERS.includes(name))
  .map(([name]) => name);

/** Good parameters of every operation that takes a country. */
const scene = async () => {
  const goods = await Goods.open({ rules: RULES });
  const { shop } = goods;
  const id = await goods.product(12, { seo: { de_DE: { permalink: 'p' } }, categories: [goods.categoryId] });
  await shop.admin('update_category', { id_category: goods.categoryId, seo: { de_DE: { permalink: 'goods' } } });
  await shop.make('create_class', { name: 'page', type: 'content' });
  const content = await shop.make('create_content', {
    class: 'page',
    name: 'page',
    shop_active: 1,
    seo: { de_DE: { permalink: 'page' } },
  });
  await shop.make('create_class', { name: 'store', type: 'record', public: 1 });
  const record = await shop.make('create_record', { class: 'store' });
  const session = await shop.session();
  const given = (operation: string): Given => {
    if (operation === 'add_to_cart') return line(session, id);
    if (operation === 'set_context') return { session };
    if (operation === 'get_delivery_methods') return { id_shopobject: id };
    if (operation === 'get_address_form') return {};
    if (operation === 'add_delivery_costs') return { session, delivery_costs: [['D', 5, 'full']] };
    if (operation.startsWith('search_')) return { constraint: {}, class: 'store' };
    if (operation === 'suggest_products') return { text: 'x' };
    if (operation.endsWith('_in_category'))
      return operation.startsWith('seo_') ? { permalink: 'goods' } : { id_category: goods.categoryId };
    if (operation === 'dump_category') return { id_category: goods.categoryId };
    if (operation.startsWith('seo_')) return { permalink: operation.includes('content') ? 'page' : 'p' };
    return { id_product: id, id_content: content, id_record: record };
  };
  /** What the country decides: of a write, the cart after it. */
  const shown = async (operation: string, country: string): Promise<string> => {
    if (operation.includes('_cart') || operation.includes('_co')) await shop.call('clear_cart', { session });
    if (operation === 'set_context') {
      await shop.call('set_context', { session, country: 'DE' });
      await shop.call('add_to_cart', line(session, id));
    }
    const reply = await shop.text(operation, { ...given(operation), country });
    expect(reply).not.toContain('"object":"error"');
    return (operation === 'add_delivery_costs' ? await shop.text('get_cart', { session }) : reply).replace(
      /"(id|last_inserted_element_id)":\d+/g,
      '',
    );
  };
  return { shop, given, shown, session };
};

test('the operations that take a country', () => {
  expect(TAXED).toEqual(
    expect.arrayContaining([
      'add_to_cart',
      'add_delivery_costs',
      'get_product_details',
      'get_products_in_category',
      'search_products',
    ]),
  );
});

test.each(TAXED)('%s: a country in any form is the country', async (operation) => {
  const { shown } = await scene();
  const austrian = await shown(operation, 'AT');
  if (/product_details|cart|costs/.test(operation)) {
    expect(await shown(operation, 'DE')).not.toBe(austrian);
  }
  for (const form of FORMS) expect(await shown(operation, form), form).toBe(austrian);
  expect(await shown(operation, '')).toBe(await shown(operation, 'Deutschland'));
});

test.each(TAXED)('%s: an unknown country is refused, and nothing changed', async (operation) => {
  const { shop, given } = await scene();
  for (const country of NO_COUNTRIES)
    await shop.refused(operation, { ...given(operation), country }, 'COUNTRY_NOT_FOUND', 'country');
});

const WRITERS = [...OPERATIONS].filter(([, { params }]) => Object.hasOwn(params, 'metadata')).map(([name]) => name);

/** What makes or changes something with metadata, and an object of each kind. */
const written = async () => {
  const goods = await Goods.open({ rules: RULES });
  const { shop } = goods;
  await shop.make('create_class', { name: 'part', type: 'warehouse_entity' });
  const product = await goods.product();
  const entity = await shop.make('create_warehouse_entity', {
    class: 'part',
    name: 'part',
    metadata: { element_number: 'E' },
  });
  const given = (operation: string): Given => ({
    ...(operation.startsWith('create') && { class: operation.endsWith('entity') ? 'part' : 'product', name: 'new' }),
    ...(operation !== 'create_product' && { id_product: product, id_warehouse_entity: entity }),
  });
  return { shop, product, given };
};

describe('metadata', () => {
  test('the operations that write them', () => {
    expect(WRITERS.sort()).toEqual([
      'create_product',
      'create_variation',
      'create_warehouse_entity',
      'update_product',
      'update_warehouse_entity',
    ]);
  });

  test.each(WRITERS)('%s: an unknown tax class and a negative measure are refused', async (operation) => {
    const { shop, given } = await written();
    const refused = (metadata: unknown): Promise<Reply> =>
      shop.adminRefused(operation, { ...given(operation), metadata }, 'PARAMETER_INVALID', 'metadata');
    for (const taxclass of ['reducd', 'FULL', { name: 'nobody' }, 'constructor', 0]) {
      expect((await refused({ taxclass }))['detail']).toContain('full, reduced, net, free');
    }
    for (const measure of ['length', 'width', 'height', 'weight', 'kg']) {
      expect((await refused({ [measure]: -1 }))['detail']).toContain('below 0');
      await refused({ [measure]: '-0.5' });
    }
    expect(
      await shop.admin(operation, { ...given(operation), metadata: { taxclass: 'reduced', weight: 0, length: '1.5' } }),
    ).toMatchObject({ object: operation });
  });

  test('a record of a tax class that is configured no more reads as the first, and may be changed beside that', async () => {
    const { shop, product } = await written();
    await shop.admin('update_product', { id_product: product, metadata: { taxclass: 'reduced' } });
    await shop.restart({ rules: { taxClasses: [RULES.taxClasses![0]] } });
    const shown = () => shop.call<{ metadata: Reply }>('get_product_details', { id_product: product });
    expect((await shown()).metadata).toMatchObject({ taxclass: { name: 'full', value: 0.19 } });
    expect(
      await shop.admin('update_product', { id_product: product, metadata: { taxclass: 'reduced', weight: 2 } }),
    ).toMatchObject({ status: 'success' });
    await shop.adminRefused(
      'update_product',
      { id_product: product, metadata: { taxclass: 'net' } },
      'PARAMETER_INVALID',
      'metadata',
    );
    expect((await shown()).metadata).toMatchObject({ taxclass: { name: 'full' }, weight: 2 });
  });
});

describe('free elements and delivery positions', () => {
  test.each([
    ['', 11.9, 0.19, 1.9],
    ['full', 11.9, 0.19, 1.9],
    ['reduced', 11.9, 0.07, 0.78],
    ['net', 14.16, 0.19, 2.26],
    ['free', 10, 0, 0],
  ])('tax class %j: 11.90 is %d at %d', async (taxclass, price, sys_tax, tax) => {
    const shop = openShop({ rules: RULES });
    const [session, other] = [await shop.session(), await shop.session()];
    const free = await shop.call<Cart>('add_to_cart', freeLine(session, 11.9, { taxclass }));
    expect(free).toMatchObject({ sum: price, sum_tax: tax });
    expect(free.contents[0]!.attributes['sys_tax']).toEqual({ name: 'sys_tax', value: sys_tax });
    // A position of a tax class is what the free element is.
    if (taxclass === '') return;
    await shop.call('add_delivery_costs', { session: other, delivery_costs: [['D', '11.90', taxclass]] });
    expect(await shop.call('get_cart', { session: other })).toMatchObject({
      total: price,
      sum_tax: tax,
      delivery_costs: { sum: price, positions: [{ name: 'D', price, tax: sys_tax }] },
    });
    expect((await shop.call<Cart>('get_cart', { session: other })).tax_positions).toEqual(free.tax_positions);
  });

  test('by a rate, as before: number or text, no detour over a class', async () => {
    const shop = openShop({ rules: RULES });
    const session = await shop.session();
    await shop.call('add_delivery_costs', {
      session,
      delivery_costs: [
        ['D', '4.9', 0.19],
        ['E', 1, '0.07'],
        ['F', 1, ' 0 '],
      ],
      country: 'AT',
    });
    expect(await shop.call('get_cart', { session })).toMatchObject({
      delivery_costs: { positions: [{ tax: 0.19 }, { tax: 0.07 }, { tax: 0 }] },
    });
  });

  test('what is refused', async () => {
    const goods = await Goods.open({ rules: RULES });
    const { shop } = goods;
    const session = await shop.session();
    await shop.refused('add_to_cart', freeLine(session, 1, { taxclass: 'nobody' }), 'PARAMETER_INVALID', 'taxclass');
    await shop.refused(
      'add_to_cart',
      line(session, await goods.product(), { taxclass: 'full' }),
      'PARAMETER_INVALID',
      'taxclass',
    );
    for (const tax of ['nobody', '', ' ', -0.1, '1.5', '-1', 'FULL']) {
      await shop.refused(
        'add_delivery_costs',
        { session, delivery_costs: [['D', 1, tax]] },
        tax === -0.1 || tax === '1.5' || tax === '-1' ? 'AMOUNT_OUT_OF_RANGE' : 'PARAMETER_INVALID',
        'delivery_costs',
      );
    }
    for (const [amount, taxclass] of [
      ['99999999999.9999', 'net'],
      ['99999999999.9999', 'full'],
      ['1e12', 'full'],
    ]) {
      await shop.refused(
        'add_delivery_costs',
        { session, delivery_costs: [['D', amount, taxclass]] },
        'AMOUNT_OUT_OF_RANGE',
        'delivery_costs',
      );
    }
    await shop.refused(
      'add_delivery_costs',
      { session, delivery_costs: [['D', -1, 'net']] },
      'PERMISSION_DENIED',
      'delivery_costs',
    );
    expect(await shop.admin('add_delivery_costs', { session, delivery_costs: [['D', -1, 'net']] })).toMatchObject({
      status: 'SUCCESS',
    });
  });
});
