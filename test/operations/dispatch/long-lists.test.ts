// Lists have no hidden end: what is in them is fixed at the beginning, and they are written slice by slice.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../../src/operations/dispatch/registry.ts';
import { runs } from '../../harness/effort.ts';
import type { Given } from '../shop.ts';
import type { Listed } from './long-list-calls.ts';
import { ALL, inOnePiece, turned, whole } from './long-list-calls.ts';
import { begin, longShop } from './long-lists.ts';
import { LISTS, expectSliced } from './rich-lists.ts';

describe('every operation that shows a list', () => {
  test('is in the table of these tests', () => {
    const lists = [...OPERATIONS].filter(([name]) =>
      /^search_(?!clicked)|_in_category$|^dump_|^get_categories|_orders$|^get_report/.test(name),
    );
    // What is shown page by page has an end.
    const long = lists.filter(([, { params }]) => !Object.hasOwn(params, 'limit')).map(([name]) => name);
    expect(long.filter((name) => LISTS[name] === undefined)).toEqual([]);
  });

  // Catches: a record lost or shown twice where a slice ends, nesting that hangs on slices, an XML form of its own.
  // All of them: long-lists.long.test.ts.
  test('gives in slices what it gives in one piece, as JSON and as XML', async () => {
    const sizes = { products: 205, variations: 5, records: 2, categories: 2, orders: 1 };
    const { sliced, pieces } = await expectSliced(sizes, ['search_products']);
    expect(sliced).toBe(1);
    expect(pieces).toBeGreaterThan(1);
  });
});

describe('what is in a list is fixed when it begins', () => {
  type Step = readonly [what: 'slice' | 'delete' | 'rename' | 'swap' | 'price' | 'create', at: number];
  const step = fc.tuple(
    fc.constantFrom('slice', 'slice', 'delete', 'rename', 'swap', 'price', 'create'),
    fc.nat(1000),
  ) as fc.Arbitrary<Step>;
  const requests = fc.constantFrom<[string, Given]>(
    ['search_products', ALL],
    ['get_products_in_category', { id_category: 1 }],
    ['dump_category', { id_category: 0 }],
  );

  interface Shown {
    readonly id: number;
    readonly name: string;
  }
  interface Reply {
    readonly result?: readonly Shown[];
    readonly products?: { readonly [name: string]: Shown };
    readonly shop_categories?: {
      readonly goods: { readonly products_in_category: { readonly products: { readonly [name: string]: Shown } } };
    };
  }
  const shownBy = (text: string): readonly (readonly [key: string, Shown])[] => {
    const { result, products, shop_categories: dumped } = JSON.parse(text) as Reply;
    if (result !== undefined) return result.map((one) => [one.name, one]);
    return Object.entries(products ?? dumped!.goods.products_in_category.products);
  };

  // Catches: a record that vanishes with its product, or is shown twice under two names; a name that stands for two
  // records, of which a reader of JSON would keep one.
  test('whatever is deleted, renamed, changed or made meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(requests, fc.array(step, { minLength: 6, maxLength: 25 }), async ([request, given], steps) => {
        const long = await longShop(205);
        const { shop } = long.goods;
        const before = shownBy(inOnePiece(long, request, given));
        const ids = before.map(([, { id }]) => id);
        const live = [...ids];
        const ended = new Set<number>();
        const read = begin(long, request, given);
        await turned();
        for (const [what, at] of steps) {
          const id = live[at % live.length]!;
          if (what === 'slice') long.turns.take();
          if (what === 'delete' && live.length > 1) {
            ended.add(id);
            await shop.admin('delete_product', { id_product: id });
            live.splice(live.indexOf(id), 1);
          }
          if (what === 'rename')
            await shop.admin('update_product', { id_product: id, name: `renamed ${at} ${shop.engine.headSeq}` });
          if (what === 'swap') {
            const other = live[(at * 7 + 1) % live.length]!;
            const nameOf = async (one: number): Promise<string> =>
              (await shop.admin<{ name: string }>('get_product_details', { id_product: one })).name;
            const [mine, theirs] = [await nameOf(id), await nameOf(other)];
            if (id !== other) {
              await shop.admin('update_product', { id_product: id, name: 'between' });
              await shop.admin('update_product', { id_product: other, name: mine });
              await shop.admin('update_product', { id_product: id, name: theirs });
            }
          }
          if (what === 'price')
            await shop.admin('update_product', { id_product: id, attributes: { de_DE: { price: at } } });
          if (what === 'create') await long.goods.product();
          await turned();
        }
        const shown = shownBy(await whole(long, read));
        expect(shown.map(([, { id }]) => id)).toEqual(ids);
        for (const [key, { name }] of shown) expect(key).toBe(name);
        const deletedLater = shown.filter(([, { id }]) => ended.has(id));
        for (const [, one] of deletedLater)
          expect(one).toMatchObject({ object: 'product', id: one.id, attributes: { price: { type: 'FLOAT' } } });
        if (request !== 'search_products') expect(shown.map(([key]) => key)).toEqual(before.map(([key]) => key));
      }),
      { numRuns: runs(2) },
    );
  }, 120_000);

  test('a product deleted before its turn comes is shown as it was, its variations and stock included', async () => {
    const long = await longShop(205);
    const { shop } = long.goods;
    const id = await long.goods.stocked(7);
    for (let at = 0; at < 3; at += 1)
      await shop.make('create_variation', { id_product: id, name: `v${at}`, shop_active: 1 });
    const expected = (JSON.parse(inOnePiece(long, 'search_products', ALL)) as Listed).result.find(
      (one) => one.id === id,
    );
    const read = begin(long, 'search_products', ALL);
    await shop.admin('update_product', { id_product: 204, attributes: { de_DE: { price: 55 } } });
    await shop.admin('delete_product', { id_product: id });
    const { count, result } = JSON.parse(await whole(long, read)) as Listed;
    expect([count, result.length]).toEqual([206, 206]);
    expect(result.find((one) => one.id === id)).toEqual(expected);
    expect(JSON.stringify(result.find((one) => one.id === 204)), 'what changes is shown as it is').toContain(
      '"value":55',
    );
  });

  test('categories deleted below a dump are shown as they were', async () => {
    const long = await longShop(3);
    const { shop, categoryId } = long.goods;
    const ids: number[] = [];
    for (let at = 0; at < 230; at += 1)
      ids.push(
        await shop.make('create_category', {
          id_parent: at % 2 === 0 ? 0 : (ids.at(-1) ?? 0),
          name: `c${at} ${'x'.repeat(200)}`,
        }),
      );
    await shop.admin('update_product', { id_product: 1, categories: [{ id: ids[229]!, prio: 1 }] });
    const expected = inOnePiece(long, 'dump_category', { id_category: 0 });
    const read = begin(long, 'dump_category', { id_category: 0 });
    await turned();
    expect(read.reader.ended).toBe(false);
    for (const id of [ids[229]!, ids[226]!, ids[100]!]) await shop.admin('delete_category', { id_category: id });
    await shop.admin('delete_product', { id_product: 1 });
    expect(await whole(long, read)).toBe(expected);
    expect(categoryId).toBe(1);
  });
});
