// export_products: catches a page that does not go on where the one before ended, a product that is in no page or in
// two, a file that is another one in pages, and one that is shown without the secret key.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../harness/effort.ts';
import { whole } from '../dispatch/long-list-calls.ts';
import { begin, longShop } from '../dispatch/long-lists.ts';
import { Goods } from '../shop.ts';
import type { Given } from '../shop.ts';

interface Page {
  readonly object: string;
  readonly count: number;
  readonly head: string;
  readonly lines: readonly string[];
  readonly foot: string;
  readonly next: number;
  readonly records_max?: number;
}

const FEED = { format: 'google-merchant', link: 'https://shop.example/{id}' };

const pageOf = (goods: Goods, given: Given): Promise<Page> => goods.shop.admin<Page>('export_products', given);

/** The whole file by its pages. `between`: what happens after each page. */
const inPages = async (
  goods: Goods,
  given: Given,
  between: () => Promise<unknown> = () => Promise.resolve(),
): Promise<string> => {
  const pieces: string[] = [];
  for (let after = 0; ;) {
    const { head, lines, foot, next } = await pageOf(goods, { ...given, after });
    pieces.push(...(after === 0 ? [head] : []), ...lines);
    if (next === 0) return [...pieces, foot].join('');
    after = next;
    await between();
  }
};

const wholeOf = ({ head, lines, foot }: Page): string => head + lines.join('') + foot;

describe('export_products', () => {
  test('shows every product once, variations with it, in pages of any size', async () => {
    const property = fc.asyncProperty(
      fc.array(fc.nat(2), { minLength: 1, maxLength: 9 }),
      fc.integer({ min: 1, max: 10 }),
      fc.constantFrom<Given>({ format: 'csv' }, { format: 'shopify' }, FEED),
      async (products, limit, format) => {
        const goods = await Goods.open();
        for (const [at, variations] of products.entries()) {
          const id = await goods.product(10);
          // Half of them are made in one millisecond.
          goods.shop.nowMs += at % 2;
          for (let nth = 0; nth < variations; nth += 1)
            await goods.shop.make('create_variation', { id_product: id, name: `v${id}.${nth}`, shop_active: 1 });
        }
        const all = await pageOf(goods, format);
        expect(all).toMatchObject({ object: 'product_export', count: products.length, next: 0 });
        expect(all.lines).toHaveLength(products.length);
        expect(await inPages(goods, { ...format, limit: limit })).toBe(wholeOf(all));
        const bought = products.reduce((sum, variations) => sum + Math.max(1, variations), 0);
        const each = products.reduce((sum, variations) => sum + 1 + variations, 0);
        const [mark, count] = { csv: ['\n', each + 1] as const, shopify: ['\n', bought + 1] as const }[
          format['format'] as string
        ] ?? ['<item>', bought];
        expect(wholeOf(all).split(mark)).toHaveLength(count + 1);
      },
    );
    await fc.assert(property, { numRuns: runs(15) });
  });

  test('goes on while products come and go', async () => {
    const goods = await Goods.open();
    const ids: number[] = [];
    for (let at = 0; at < 6; at += 1) ids.push(await goods.product(10));
    let turn = 0;
    const text = await inPages(goods, { ...FEED, limit: 2 }, async () => {
      turn += 1;
      if (turn > 1) return;
      await goods.shop.admin('delete_product', { id_product: ids[0] });
      await goods.shop.admin('delete_product', { id_product: ids[3] });
      await goods.product(10);
    });
    const shown = [...text.matchAll(/<g:id>(\d+)</g)].map(([, id]) => Number(id));
    expect(shown).toEqual([ids[0], ids[1], ids[2], ids[4], ids[5], ids[5]! + 1]);
  });

  test('goes on where the last product of a page is deleted before the next one is asked for', async () => {
    const property = fc.asyncProperty(
      fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 7 }),
      fc.integer({ min: 1, max: 4 }),
      async (gone, limit) => {
        const goods = await Goods.open();
        const ids: number[] = [];
        for (let at = 0; at < 7; at += 1) {
          ids.push(await goods.product(10));
          goods.shop.nowMs += at % 2;
        }
        const shown = new Set<number>();
        const deleted: number[] = [];
        for (let after = 0; ;) {
          const { lines, next } = await pageOf(goods, { ...FEED, after, limit });
          for (const line of lines) shown.add(Number(/<g:id>(\d+)</.exec(line)![1]));
          if (next === 0) break;
          // The first page ends, and then all of these go at once, those behind it too.
          if (after === 0)
            for (const at of gone) {
              await goods.shop.admin('delete_product', { id_product: ids[at] });
              deleted.push(ids[at]!);
            }
          after = next;
        }
        const first = ids.slice(0, limit);
        expect([...shown]).toEqual(ids.filter((id) => first.includes(id) || !deleted.includes(id)));
      },
    );
    await fc.assert(property, { numRuns: runs(15), examples: [[[2], 3]] });
  });

  test('goes behind no product that never was', async () => {
    const goods = await Goods.open();
    const id = await goods.product(10);
    await goods.shop.adminRefused('export_products', { ...FEED, after: id + 1 }, 'SHOPOBJECT_NOT_FOUND', id + 1);
  });

  test('is written in slices, and shows a product that is deleted meanwhile as it was', async () => {
    const long = await longShop(160);
    const { reader, sent } = begin(long, 'export_products', { format: 'shopify' });
    expect(sent).toEqual([]);
    const last = await pageOf(long.goods, { format: 'shopify', after: 159 });
    await long.goods.shop.admin('delete_product', { id_product: 160 });
    const text = await whole(long, { reader, sent });
    expect(reader.pieces.length).toBeGreaterThan(1);
    const { lines, count } = JSON.parse(text) as Page;
    expect([count, lines.length, lines.at(-1)]).toEqual([160, 160, last.lines[0]]);
  });

  test('is cut by the cap of the shop, which says so, and goes on behind it', async () => {
    const goods = await Goods.open({ rules: { recordsMax: 3 } });
    for (let at = 0; at < 5; at += 1) await goods.product(10);
    const first = await pageOf(goods, { format: 'csv' });
    expect(first).toMatchObject({ count: 5, records_max: 3 });
    expect(first.lines).toHaveLength(3);
    expect((await pageOf(goods, { format: 'csv', after: first.next, count: 0 })).count).toBe(-1);
  });

  test('leaves a line of what is not in the file empty, and shows hidden products in a table', async () => {
    const goods = await Goods.open();
    await goods.product(10, { shop_active: 0 });
    expect((await pageOf(goods, FEED)).lines).toEqual(['']);
    const [line = ''] = (await pageOf(goods, { format: 'csv' })).lines;
    expect(line).toMatch(/,0,.*,10\n$/);
  });

  test('has the languages of the shop in a table, or the one that is asked for', async () => {
    const goods = await Goods.open({ config: { languages: ['en_GB'] } });
    const headOf = async (given: Given): Promise<readonly string[]> =>
      (await pageOf(goods, { format: 'csv', ...given })).head
        .trimEnd()
        .split(',')
        .slice(10)
        .filter((column) => column !== 'currency');
    const [name, text, price] = ['name@de_DE', 'short_description', 'price'];
    expect(await headOf({})).toEqual([name, 'name@en_GB', text, `${text}@en_GB`, price, `${price}@en_GB`]);
    expect(await headOf({ language: 'en_GB' })).toEqual(['name@en_GB', `${text}@en_GB`, `${price}@en_GB`]);
  });

  test('finds the attribute of the price by its name, in whichever form of Unicode an older version stored it', async () => {
    const goods = await Goods.open();
    const { engine } = goods.shop;
    const cause = { operation: 'test', channelId: 0, sessionId: 0, userId: 0 };
    const attributes = [{ name: '\u212bngström', type: 'FLOAT' as const, labels: {}, defaults: {} }];
    engine.transact(cause, (tx) => tx.ask('class', 1, { type: 'add_attributes', attributes }));
    await goods.product(10, { attributes: { de_DE: { Ångström: 7 } } });
    const { lines } = await pageOf(goods, { format: 'shopify', price_field: 'Ångström' });
    expect(lines.join('')).toContain(',manual,7,');
  });

  test('wants the secret key, and a format that there is', async () => {
    const goods = await Goods.open();
    await goods.shop.refused('export_products', { format: 'csv' }, 'PERMISSION_DENIED', 'licence_secret_key');
    await goods.shop.adminRefused('export_products', { format: 'xls' }, 'PARAMETER_INVALID', 'format');
    await goods.shop.adminRefused('export_products', { format: 'google-merchant' }, 'PARAMETER_MISSING', 'link');
  });
});
