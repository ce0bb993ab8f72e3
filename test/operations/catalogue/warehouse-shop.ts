// A shop with warehouse entities and products bound to them.
import { expect } from 'vitest';
import type { Given } from '../shop.ts';
import type { Checkout } from '../cart-reply.ts';
import { Goods, line } from '../shop.ts';

export const open = async (...numbers: string[]): Promise<Goods> => {
  const goods = await Goods.open();
  await goods.shop.make('create_class', { name: 'part', type: 'warehouse_entity' });
  for (const element_number of numbers) {
    await goods.shop.make('create_warehouse_entity', {
      class: 'part',
      name: `part ${element_number}`,
      id_manufacturer: 0,
      attributes: {},
      metadata: { element_number },
    });
  }
  return goods;
};

export const place = (goods: Goods, storage: string, element_number: string, quantity: number): Promise<unknown> =>
  goods.shop.admin('inventory_place', { storage, element_number, quantity, note: 'in' });

/** Managed and without stock of its own. */
export const boundProduct = async (
  goods: Goods,
  bindings: readonly (readonly [string, number])[],
  availability: Given = {},
): Promise<number> => {
  const id = await goods.product(10, { availability: { active: 1, ...availability } });
  for (const [element_number, quantity] of bindings) {
    expect(await goods.shop.admin('add_binding', { id_product: id, element_number, quantity, active: 0 })).toEqual({
      object: 'add_binding',
      status: 'success',
    });
  }
  return id;
};

export const buy = async (goods: Goods, ...wanted: (readonly [id: number, quantity: number])[]): Promise<Checkout> => {
  const session = await goods.shop.session();
  for (const [id, quantity] of wanted) {
    expect(
      await goods.shop.call('add_to_cart', line(session, id, { quantity, element_type: 'PRODUCT' })),
    ).toMatchObject({ object: 'cart' });
  }
  return goods.shop.call<Checkout>('checkout', { session });
};
