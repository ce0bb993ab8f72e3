// The parameter `categories` of operations that put an object into them. The law: no accepted input leaves it in other
// categories than those that it names. It would catch a shape that is read as nothing.
import { runs } from '../../harness/effort.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { OPERATIONS } from '../../../src/operations/dispatch/registry.ts';
import type { Given, Reply } from '../shop.ts';
import { Goods } from '../shop.ts';

/** Its `categories` are those that it puts into order. */
const ORDERING = 'set_positions';
const TAKING = [...OPERATIONS]
  .filter(([name, { params }]) => name !== ORDERING && Object.hasOwn(params, 'categories'))
  .map(([name]) => name);

const scene = async () => {
  const goods = await Goods.open();
  const { shop } = goods;
  await shop.make('create_class', { name: 'page', type: 'content' });
  const ids = [
    goods.categoryId,
    ...(await Promise.all(['two', 'three'].map((name) => shop.make('create_category', { id_parent: 0, name })))),
  ];
  let made = 0;
  const target = async (operation: string): Promise<Given> => {
    made += 1;
    if (operation.startsWith('create'))
      return {
        class: operation.endsWith('content') ? 'page' : 'product',
        name: `new ${made}`,
        id_product: await goods.product(),
      };
    if (operation === 'update_content')
      return {
        id_content: await shop.make('create_content', { class: 'page', name: `page ${made}`, categories: ids }),
      };
    return { id_product: await goods.product(1, { categories: ids }) };
  };
  /** Ids of the categories that the object is in, by the lists of the categories. */
  const standing = async (id: number): Promise<number[]> => {
    const lists = await Promise.all(
      ids.map((one) =>
        shop.admin<{ products: Reply; contents: Reply }>('get_shopobjects_in_category', { id_category: one }),
      ),
    );
    return ids.filter((_one, at) =>
      [lists[at]!.products, lists[at]!.contents]
        .flatMap((list) => Object.values(list))
        .some((one) => (one as Reply)['id'] === id),
    );
  };
  return { goods, ids, target, standing };
};

test('the operations', () => {
  expect(TAKING.sort()).toEqual([
    'create_content',
    'create_product',
    'create_variation',
    'update_content',
    'update_product',
  ]);
});

test.each(TAKING)('%s: what names no category is refused and leaves the object where it is', async (operation) => {
  const { goods, target } = await scene();
  const given = await target(operation);
  const wrong = [
    [{}],
    [{ ids: [1] }],
    [{ other: 1 }, 1],
    [1, {}],
    { other: 1 },
    [{ id: '' }],
    [{ name: null }],
    [[1]],
    [null],
    [true],
    '[',
    '{"categories":',
    '[1',
    { categories: {} },
    { categories: [{}] },
  ];
  for (const categories of wrong) {
    const { detail } = await goods.shop.adminRefused(
      operation,
      { ...given, categories },
      'PARAMETER_INVALID',
      'categories',
    );
    expect(detail).toMatch(/^categories(\[\d\]|\.\w+)*: .+\.$/);
  }
  // An importer's empty cell: nothing on creation, and no way out of all categories in an update.
  for (const categories of [[''], [1, ''], { categories: '' }]) {
    if (operation.startsWith('update'))
      await goods.shop.adminRefused(operation, { ...given, categories }, 'PARAMETER_INVALID', 'categories');
  }
  for (const unknown of [[99], ['nobody'], [{ id_category: 99 }], [{ name: 'nobody' }], 'nobody', [1, 99]]) {
    await goods.shop.adminRefused(operation, { ...given, categories: unknown }, 'CATEGORY_NOT_FOUND');
  }
});

test.each(TAKING.filter((name) => name !== 'create_variation'))(
  '%s: an object is in all categories that an accepted input names',
  async (operation) => {
    const { goods, ids, target, standing } = await scene();
    const name = (id: number): string => ['goods', 'two', 'three'][ids.indexOf(id)]!;
    const entry = (id: number) =>
      fc.constantFrom<unknown>(
        id,
        String(id),
        name(id),
        { id },
        { id: String(id) },
        { id_category: id },
        { id_category: String(id), name: '' },
        { name: name(id) },
        { id: null, name: name(id) },
        { id: '', id_category: id, prio: 3 },
      );
    const named = fc
      .subarray(ids)
      .chain((some) =>
        fc.tuple(fc.constant(some), fc.tuple(...some.map(entry)), fc.constantFrom('list', 'text', 'form', 'one')),
      );
    await fc.assert(
      fc.asyncProperty(named, async ([some, entries, form]) => {
        const alone = form === 'one' && some.length === 1 ? entries[0] : entries;
        const categories = form === 'form' ? { categories: alone } : form === 'text' ? JSON.stringify(alone) : alone;
        const reply = await goods.shop.admin(operation, { ...(await target(operation)), categories });
        expect(reply, JSON.stringify(categories)).toMatchObject({ object: operation });
        const id = operation.startsWith('create')
          ? Number(reply['id'])
          : goods.shop.engine.tables.shopobject.nextId - 1;
        expect(await standing(id)).toEqual(some);
      }),
      { numRuns: runs(10) },
    );
  },
);
