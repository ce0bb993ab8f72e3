// Catches a part of a piece that is sold where whole ones are: half a lamp for half its price, and a last piece that
// nobody can buy.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../harness/effort.ts';
import type { Milli } from '../../../src/domain/money.ts';
import type { Cart } from '../cart-reply.ts';
import type { Reply } from '../shop.ts';
import { Goods, freeLine, line } from '../shop.ts';

const opened = async () => {
  const goods = await Goods.open();
  const { shop } = goods;
  return { goods, shop, session: await shop.session() };
};

const stepOf = async (goods: Goods, id: number): Promise<unknown> =>
  (await goods.shop.call('get_product_details', { id_product: id }))['quantity_step'];

describe('whole pieces by default', () => {
  test.each([0.5, 1.5, 0.001, '2.999', 0.01])('%s pieces are refused, and nothing changed', async (quantity) => {
    const { goods, shop, session } = await opened();
    const id = await goods.product();
    const { detail } = await shop.refused(
      'add_to_cart',
      line(session, id, { quantity }),
      'QUANTITY_INVALID',
      'quantity',
    );
    expect(detail).toBe(`${String(Number(quantity))} is no multiple of 1, the quantity step of the product.`);
    await shop.call('add_to_cart', line(session, id, { quantity: '3.000' }));
    await shop.refused('set_quantity', { session, id_element: 1, quantity }, 'QUANTITY_INVALID', 'quantity');
    expect(await shop.call('set_quantity', { session, id_element: 1, quantity: 2 })).toMatchObject({ sum: 239.8 });
    expect(await stepOf(goods, id)).toBe(undefined);
  });

  test('a free element has no step: hours are sold by the quarter', async () => {
    const { shop, session } = await opened();
    expect(await shop.call('add_to_cart', freeLine(session, 80, { quantity: 1.25 }))).toMatchObject({ sum: 100 });
  });

  test('an unknown product is not available, whatever the quantity', async () => {
    const { shop, session } = await opened();
    await shop.refused('add_to_cart', line(session, 99, { quantity: 0.5 }), 'SHOPOBJECT_NOT_AVAILABLE', 99);
  });
});

describe('the step', () => {
  test('of the product, else of what is above it, else of the class, else of the shop', async () => {
    const { goods, shop, session } = await opened();
    const id = await goods.product(10);
    const small = await shop.make('create_variation', { id_product: id, name: 'small', shop_active: 1 });
    const ask = (product: number, quantity: number): Promise<Reply> =>
      shop.call('add_to_cart', line(session, product, { quantity }));
    expect(await ask(small, 0.5)).toMatchObject({ message: 'QUANTITY_INVALID' });
    const [{ id: classId }] = (await shop.admin<{ result: [{ id: number }] }>('search_classes', { constraint: {} }))
      .result;
    await shop.admin('update_class_attributes', { id_class: classId, attributes: [], quantity_step: 0.25 });
    expect(await shop.admin('get_class_details', { id_class: classId })).toMatchObject({ quantity_step: 0.25 });
    expect([await stepOf(goods, id), await stepOf(goods, small)]).toEqual([0.25, 0.25]);
    expect(await ask(small, 0.5)).toMatchObject({ object: 'cart' });
    expect(await ask(small, 0.3)).toMatchObject({ message: 'QUANTITY_INVALID' });
    await shop.admin('update_product', { id_product: id, metadata: { quantity_step: 6 } });
    expect([await stepOf(goods, id), await stepOf(goods, small)]).toEqual([6, 6]);
    expect(await ask(small, 0.5)).toMatchObject({ message: 'QUANTITY_INVALID' });
    expect(await ask(small, 12)).toMatchObject({ object: 'cart' });
    await shop.admin('update_product', { id_product: small, metadata: { quantity_step: '0.001' } });
    expect(await ask(small, 0.333)).toMatchObject({ object: 'cart' });
    await shop.admin('update_product', { id_product: small, metadata: { quantity_step: null } });
    await shop.admin('update_product', { id_product: id, metadata: { quantity_step: '' } });
    await shop.admin('update_class_attributes', { id_class: classId, attributes: [], quantity_step: 0 });
    expect([await stepOf(goods, id), await stepOf(goods, small)]).toEqual([undefined, undefined]);
    await shop.restart({ rules: { quantityStepMilli: 1 as Milli } });
    expect([await stepOf(goods, id), await stepOf(goods, small)]).toEqual([0.001, 0.001]);
  });

  test.each([0, -1, '0.0005', '1.2345', 'much', 1_000_001, [1], '1e-3'])('%j is none', async (step) => {
    const { goods, shop } = await opened();
    const id = await goods.product();
    await shop.adminRefused(
      'update_product',
      { id_product: id, metadata: { quantity_step: step } },
      'PARAMETER_INVALID',
      'metadata',
    );
    if (step === 0) return;
    await shop.adminRefused(
      'create_class',
      { name: 'new', type: 'product', quantity_step: step },
      'PARAMETER_INVALID',
      'quantity_step',
    );
  });

  test('sub_from_cart takes a piece, or as many as the step is, and the last ones take the line', async () => {
    const { goods, shop, session } = await opened();
    const left = async (step: number, quantity: number): Promise<readonly number[]> => {
      const id = await goods.product(1, { metadata: { quantity_step: step } });
      const { last_inserted_element_id: element } = await shop.call<Cart>(
        'add_to_cart',
        line(session, id, { quantity }),
      );
      const seen: number[] = [];
      for (;;) {
        const { contents } = await shop.call<Cart>('sub_from_cart', { session, id_element: element });
        if (contents.length === 0) return seen;
        seen.push(contents[0]!.quantity);
      }
    };
    expect(await left(1, 3)).toEqual([2, 1]);
    expect(await left(6, 18)).toEqual([12, 6]);
    expect(await left(0.25, 2.5)).toEqual([1.5, 0.5]);
    expect(await left(0.3, 3)).toEqual([1.8, 0.6]);
  });

  test('a warehouse entity has none: it is no product', async () => {
    const { shop } = await opened();
    await shop.make('create_class', { name: 'part', type: 'warehouse_entity' });
    const id = await shop.make('create_warehouse_entity', {
      class: 'part',
      name: 'part',
      metadata: { element_number: 'E', quantity_step: 2 },
    });
    await shop.admin('update_warehouse_entity', { id_warehouse_entity: id, metadata: { quantity_step: 2, weight: 1 } });
    const { result } = await shop.admin<{ result: [Reply] }>('search_warehouse_entities', { constraint: {} });
    expect(result[0]['metadata']).toMatchObject({ weight: 1 });
    expect(result[0]['metadata']).not.toHaveProperty('quantity_step');
  });
});

describe('a cart from before its step', () => {
  test('is shown and may shrink, and is ordered once its quantities are on the step', async () => {
    const { goods, shop, session } = await opened();
    const id = await goods.product(10, { metadata: { quantity_step: 0.001 } });
    await shop.call('add_to_cart', line(session, id, { quantity: 2.5 }));
    await shop.admin('update_product', { id_product: id, metadata: { quantity_step: null } });
    expect(await shop.call('get_cart', { session })).toMatchObject({ sum: 25, contents: [{ quantity: 2.5 }] });
    expect(await shop.call('checkout', { session })).toMatchObject({ message: 'QUANTITY_INVALID', param: String(id) });
    expect(await shop.call('checkout', { session, dry_run: 1 })).toMatchObject({ message: 'QUANTITY_INVALID' });
    // A whole piece more is on the step, the line is not.
    expect(await shop.call('add_to_cart', line(session, id))).toMatchObject({ contents: [{ quantity: 3.5 }] });
    expect(await shop.call('sub_from_cart', { session, id_element: 1 })).toMatchObject({ sum: 25 });
    await shop.call('set_quantity', { session, id_element: 1, quantity: 3 });
    expect(await shop.call('checkout', { session })).toMatchObject({ status: 'success' });
  });
});

test('what is sold is a multiple of the step, whatever is asked for', async () => {
  const { goods, shop } = await opened();
  const STEPS = [1, 6, 0.25, 0.001, 0.3];
  const ids: number[] = [];
  for (const step of STEPS) ids.push(await goods.product(1.99, { metadata: { quantity_step: step } }));
  const ask = fc.record({
    product: fc.nat({ max: STEPS.length - 1 }),
    milli: fc.oneof(fc.integer({ min: 1, max: 40_000 }), fc.constantFrom(1000, 6000, 250, 300, 12_000)),
    set: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(ask, { minLength: 1, maxLength: 6 }), async (asks) => {
      const session = await shop.session();
      for (const { product, milli, set } of asks) {
        const isOn = milli % Math.round(STEPS[product]! * 1000) === 0;
        const { contents } = await shop.call<Cart>('get_cart', { session });
        const present = contents.find(({ id_product: id }) => id === ids[product]);
        const quantity = milli / 1000;
        const reply =
          set && present !== undefined
            ? await shop.call('set_quantity', { session, id_element: present.id, quantity })
            : await shop.call('add_to_cart', line(session, ids[product]!, { quantity }));
        expect(reply['message'] ?? 'cart').toBe(isOn ? 'cart' : 'QUANTITY_INVALID');
      }
      const { contents } = await shop.call<Cart>('get_cart', { session });
      for (const { id_product: id, quantity } of contents)
        expect(Math.round(quantity * 1000) % Math.round(STEPS[ids.indexOf(id)]! * 1000)).toBe(0);
      if (contents.length > 0) expect(await shop.call('checkout', { session })).toMatchObject({ status: 'success' });
    }),
    { numRuns: runs(40) },
  );
});
