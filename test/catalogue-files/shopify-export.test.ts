// Would catch a table for Shopify from which our own reader makes other products, a text in it that is not the shop's,
// and a column that the page does not have.
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SHOPIFY_FIELDS } from '../../src/catalogue-files/shopify-export.ts';
import type { Sourced } from '../../src/catalogue-files/record-source.ts';
import { Report } from '../../src/catalogue-files/report.ts';
import { runImport } from '../../src/catalogue-files/run-import.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { closeAndVerify } from '../engine/store/stores.ts';
import { runs } from '../harness/effort.ts';
import { bringRecords } from './catalogue-shop.ts';
import { CLASS, asked, drawnShop, expectedOf, newShop, recordsOf } from './export-shop.ts';
import { RICH, broughtBy, read, refusals, textOf } from './exported-files.ts';

let engine: Engine;
beforeEach(() => void (engine = newShop()));
afterEach(() => closeAndVerify(engine));

const fill = async (records: readonly object[]): Promise<void> => {
  expect((await bringRecords(engine, records)).listed).toEqual([]);
};

describe('a table for Shopify', () => {
  test('of any shop is read as the same products, in the language that was asked for, and again by another shop', async () => {
    const property = fc.asyncProperty(drawnShop, fc.constantFrom('de_DE', 'en_GB'), async (shop, language) => {
      const own = newShop();
      expect((await bringRecords(own, recordsOf(shop))).listed).toEqual([]);
      const records = await read(own, 'shopify', textOf(own, asked('shopify', { language })));
      expect(refusals(records)).toEqual([]);
      const expected = expectedOf(shop, language);
      expect(broughtBy(records)).toEqual(expected);
      // Their shop says the same of it as this one.
      const other = newShop();
      const report = new Report('line');
      const source = async function* (): AsyncGenerator<Sourced> {
        yield* records;
      };
      await runImport(other, source(), report, { stock: true, replaceAttributes: false });
      expect(report.listed).toEqual([]);
      const again = broughtBy(await read(other, 'shopify', textOf(other, asked('shopify'))));
      expect(again).toEqual(expected);
      await closeAndVerify(own);
      await closeAndVerify(other);
    });
    await fc.assert(property, { numRuns: runs(30), endOnFailure: true });
  });

  test('has a row for each variation and each further picture, and texts as they are', async () => {
    await fill([
      CLASS,
      { type: 'category', name: 'Home', labels: { en_GB: 'At home', de_DE: 'Zuhause' } },
      {
        type: 'product',
        class: 'goods',
        name: 'moon',
        active: true,
        attributes: {
          de_DE: { name: '=Mond', price: 9.5, size: 'S', image: '/images/a.png', back: 'https://i.example/b.png' },
        },
        categories: [['Home']],
      },
      {
        type: 'product',
        class: 'goods',
        name: 'Moon, big',
        variation_of: 'moon',
        active: true,
        attributes: { de_DE: { size: 'L' } },
      },
      {
        type: 'product',
        class: 'goods',
        name: 'Moon, off',
        variation_of: 'moon',
        active: false,
        attributes: { de_DE: { size: 'M' } },
      },
    ]);
    const link = 'https://shop.example/{permalink}';
    const [head = '', ...rows] = textOf(engine, asked('shopify', { link })).trimEnd().split('\n');
    const columns = head.split(',');
    const cells = (row: string): object =>
      Object.fromEntries(row.split(',').flatMap((cell, at) => (cell === '' ? [] : [[columns[at], cell]])));
    const of = { Handle: 'moon' };
    expect(rows.map(cells)).toEqual([
      {
        ...of,
        Title: '=Mond',
        'Product Category': 'Zuhause',
        Published: 'TRUE',
        'Option1 Name': 'size',
        'Option1 Value': 'L',
        'Variant Inventory Policy': 'continue',
        'Variant Fulfillment Service': 'manual',
        'Variant Price': '9.5',
        'Variant Requires Shipping': 'TRUE',
        'Variant Taxable': 'TRUE',
        'Image Src': 'https://shop.example/images/a.png',
        'Image Position': '1',
        'Gift Card': 'FALSE',
        Status: 'active',
        'size (product.metafields.custom.size)': 'S',
      },
      { ...of, 'Image Src': 'https://i.example/b.png', 'Image Position': '2' },
    ]);
  });

  test.each([
    ['red-lamp-2', {}, 'red-lamp-2'],
    ['Rote Lampe', { de_DE: { permalink: 'rote-lampe' } }, 'rote-lampe'],
    ['Größe 7', {}, 'grosse-7-1'],
    ['灯', { de_DE: { permalink: 'A~1' } }, 'product-1'],
    // Another product is called so.
    ['Other', { de_DE: { permalink: 'taken' } }, 'other-1'],
  ])('calls a product %j with the texts %j by the handle %s', async (name, seo, handle) => {
    await fill([
      CLASS,
      { type: 'product', class: 'goods', name, seo },
      { type: 'product', class: 'goods', name: 'taken' },
    ]);
    expect(textOf(engine, asked('shopify')).split('\n')[1]!.split(',')[0]).toBe(handle);
  });

  test.each(['-A12', "'-A12", '=1+1', '@home'])('has the article number %j as it is, there and back', async (sku) => {
    const metadata = { element_number: sku };
    await fill([CLASS, { type: 'product', class: 'goods', name: 'moon', active: true, metadata }]);
    const text = textOf(engine, asked('shopify'));
    const [head = '', row = ''] = text.split('\n');
    expect(row.split(',')[head.split(',').indexOf('Variant SKU')]).toBe(sku);
    const [moon] = broughtBy(await read(engine, 'shopify', text));
    expect(moon!.metadata).toMatchObject(metadata);
  });

  test('counts what bindings make, in whole pieces', async () => {
    await fill([
      CLASS,
      { type: 'class', name: 'part', class_type: 'warehouse_entity' },
      {
        type: 'warehouse_entity',
        class: 'part',
        name: 'leg',
        metadata: { element_number: 'leg' },
        storages: [{ storage: 'north', quantity: 11 }],
      },
      {
        type: 'product',
        class: 'goods',
        name: 'table',
        attributes: { de_DE: { price: 1 } },
        availability: { active: true },
        bindings: [{ element_number: 'leg', quantity: 4 }],
      },
    ]);
    const [table] = broughtBy(await read(engine, 'shopify', textOf(engine, asked('shopify'))));
    expect(table).toMatchObject({ name: 'table', stock: 2 });
  });
});

/** Columns are called as the page has them, with what stands for a part of the name. */
const patternOf = (column: string): RegExp =>
  new RegExp(
    `^${column
      .replaceAll(/[().]/g, String.raw`\$&`)
      .replaceAll('{n}', String.raw`\d`)
      .replaceAll('{}', '.+')}$`,
  );

test('the page has every column of a table for Shopify, and each comes from somewhere', async () => {
  await fill(RICH);
  const [head = '', ...rows] = textOf(engine, asked('shopify')).trimEnd().split('\n');
  const columns = head.split(',');
  const filled = columns.filter((_, at) => rows.some((row) => row.split(',')[at] !== ''));
  const patterns = SHOPIFY_FIELDS.map(({ column }) => patternOf(column));
  expect(columns.filter((column) => !patterns.some((pattern) => pattern.test(column)))).toEqual([]);
  expect(SHOPIFY_FIELDS.filter((_, at) => !filled.some((column) => patterns[at]!.test(column)))).toEqual([]);
});
