// Catches a list of what products are made of that shows another product's parts, leaves some out between its pages, or
// differs by the side from which it is asked.
import { expect, test } from 'vitest';
import { open } from './warehouse-shop.ts';

interface Bindings {
  readonly next: number;
  readonly bindings: readonly { readonly id_product: number; readonly element_number: string }[];
}

test('what a product is made of, and what an entity goes into', async () => {
  const goods = await open('top', 'leg');
  const { shop } = goods;
  const table = await goods.product(10);
  await shop.admin('add_binding', { id_product: table, element_number: 'top', quantity: 1 });
  await shop.admin('add_binding', { id_product: table, element_number: 'leg', quantity: 4 });
  const top = { id_product: table, id_warehouse_entity: 1, element_number: 'top', warehouse_entity: 'part top' };
  const leg = { id_product: table, id_warehouse_entity: 2, element_number: 'leg', warehouse_entity: 'part leg' };
  expect(await shop.admin('get_bindings', { id_product: table })).toMatchObject({
    object: 'bindings',
    next: 0,
    bindings: [
      { ...top, quantity: 1 },
      { ...leg, quantity: 4 },
    ],
  });
  expect(await shop.admin('get_bindings', { element_number: 'leg' })).toMatchObject({ bindings: [leg] });
  await shop.admin('delete_binding', { id_product: table, element_number: 'top' });
  expect(await shop.admin('get_bindings', { element_number: 'top' })).toMatchObject({ next: 0, bindings: [] });
});

test('an entity of many products is told page by page, each once', async () => {
  const goods = await open('bolt');
  const { shop } = goods;
  const made: number[] = [];
  for (let i = 0; i < 5; i += 1) made.push(await goods.product(10));
  for (const id_product of made.toReversed())
    await shop.admin('add_binding', { id_product, element_number: 'bolt', quantity: 1 });
  const told: number[] = [];
  let after = 0;
  do {
    const page = await shop.admin<Bindings>('get_bindings', { element_number: 'bolt', after, limit: 2 });
    told.push(...page.bindings.map(({ id_product: id }) => id));
    after = page.next;
  } while (after > 0);
  expect(told).toEqual(made);
});

test('refusals', async () => {
  const { shop } = await open('bolt');
  await shop.adminRefused('get_bindings', {}, 'PARAMETER_INVALID', 'element_number');
  await shop.adminRefused('get_bindings', { id_product: 1, element_number: 'bolt' }, 'PARAMETER_INVALID');
  await shop.adminRefused('get_bindings', { id_product: 99 }, 'SHOPOBJECT_NOT_FOUND', 99);
  await shop.adminRefused('get_bindings', { element_number: 'nut' }, 'WAREHOUSE_ENTITY_NOT_FOUND', 'nut');
  await shop.refused('get_bindings', { element_number: 'bolt' }, 'PERMISSION_DENIED');
});
