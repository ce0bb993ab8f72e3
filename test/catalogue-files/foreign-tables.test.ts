// Exports of other shop systems: would catch a column that lands in the wrong place, a variant that is lost, and one
// that is left out without a word.
import { expect, test } from 'vitest';
import { readFile } from '../../src/catalogue-files/read-file.ts';
import type { FileOptions } from '../../src/catalogue-files/read-file.ts';
import type { ForeignName } from '../../src/catalogue-files/record-source.ts';
import { Report } from '../../src/catalogue-files/report.ts';
import { runImport } from '../../src/catalogue-files/run-import.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { fileRulesOf, isUnchanged, newEngine, pieces, recordsOf } from './catalogue-shop.ts';

interface Brought {
  readonly engine: Engine;
  readonly report: Report;
  readonly notes: readonly string[];
  /** The object of a name, as an export writes it. */
  readonly object: (name: string) => unknown;
}

const bring = async (
  format: ForeignName,
  lines: readonly string[] | Buffer,
  options: Partial<FileOptions> = {},
): Promise<Brought> => {
  const engine = newEngine();
  const once = async (notes: string[]): Promise<Report> => {
    const report = new Report('line');
    const bytes = Buffer.isBuffer(lines) ? lines : Buffer.from(lines.join('\r\n'));
    const source = readFile(format, pieces(bytes, 7), fileRulesOf(engine), {
      delimiter: undefined,
      encoding: undefined,
      bytesMax: 1_048_576,
      note: (line) => void notes.push(line),
      ...options,
    });
    await runImport(engine, source, report, { stock: false, replaceAttributes: false });
    return report;
  };
  const notes: string[] = [];
  const report = await once(notes);
  if (report.refused === 0) await isUnchanged(engine, () => once([]));
  const object = (name: string): unknown =>
    recordsOf(engine).find((record) => (record as { readonly name?: string }).name === name);
  return { engine, report, notes, object };
};

const created = ({ report }: Brought): object =>
  Object.fromEntries([...report.counts].map(([type, counts]) => [type, counts.created]));

test('Medusa: products by handle, prices of the shop’s currency, options as attributes', async () => {
  const brought = await bring('medusa', [
    'Product Handle,Product Title,Product Description,Product Status,Product Thumbnail,Product Tag 1,Product HS Code,' +
      'Variant SKU,Variant Barcode,Variant Allow Backorder,Variant Manage Inventory,Variant Price EUR,' +
      'Variant Price USD,Variant Option 1 Name,Variant Option 1 Value,Product Image 1 Url',
    'mug,Mug,"Holds ""much"", keeps warm",published,https://x/1.png,kitchen,6912,M-1,4006381333931,FALSE,TRUE,12.5,14,' +
      'Default option,One,https://x/2.png',
    'shirt,Shirt,,draft,,,,S-S,,FALSE,FALSE,20,25,Size,S,',
    'shirt,Shirt,,draft,,,,S-M,,TRUE,FALSE,21,26,Size,M,',
  ]);
  expect(created(brought)).toEqual({ class: 1, product: 4 });
  expect(brought.object('mug')).toMatchObject({
    active: true,
    attributes: {
      de_DE: {
        name: 'Mug',
        description: 'Holds "much", keeps warm',
        price: 12.5,
        image: 'https://x/1.png',
        image_2: 'https://x/2.png',
        tags: 'kitchen',
        default_option: 'One',
      },
    },
    metadata: { element_number: 'M-1', ean: '4006381333931' },
    availability: { active: false },
  });
  expect(brought.object('shirt')).toMatchObject({ active: false, availability: { active: true, quantity: 0 } });
  expect(brought.object('S-M')).toMatchObject({
    variation_of: 'shirt',
    attributes: { de_DE: { size: 'M', price: 21 } },
  });
  expect(brought.notes).toEqual([
    expect.stringContaining('not how much there is'),
    'no place for the column "Product HS Code": 1 values are left out, such as "6912" in line 2',
    'no place for the column "Variant Price USD": 3 values are left out, such as "14" in line 2',
  ]);
});

test('Shopware: variants by the id of their product, with what they inherit; ids of other tables have no place', async () => {
  const brought = await bring('shopware', [
    'id;parent_id;product_number;active;stock;name;description;price_net;price_gross;tax_name;cover_media_url;' +
      'manufacturer_name;categories;optionIds',
    'b2;a1;LAMP.1;1;4;;;;;;;;;o1',
    'a1;;LAMP;1;0;Leselampe;<p>Messing</p>;100;119;Standard rate;https://x/l.jpg;Leuchten & Co;' +
      `${'c1'.repeat(16)}|${'c2'.repeat(16)};`,
    'b3;a1;LAMP.2;1;-2;Leselampe, groß;;;139;;https://x/m.jpg;;;o2',
    'a2;;PEN;0;7;Füller;;66;79;;;;;',
  ]);
  expect(created(brought)).toEqual({ class: 1, product: 4 });
  expect(brought.object('LAMP')).toMatchObject({
    attributes: { de_DE: { name: 'Leselampe', description: '<p>Messing</p>', manufacturer: 'Leuchten & Co' } },
  });
  expect(brought.object('LAMP.1')).toMatchObject({
    variation_of: 'LAMP',
    attributes: { de_DE: { price: 119 } },
    availability: { active: true, quantity: 4 },
  });
  expect(brought.object('LAMP.2')).toMatchObject({
    attributes: { de_DE: { price: 139, name: 'Leselampe, groß', image: 'https://x/m.jpg' } },
    availability: { quantity: 0 },
  });
  expect(brought.object('PEN')).toMatchObject({ active: false, availability: { quantity: 7 } });
  expect(brought.notes).toEqual([
    'no place for the column "price_net": 2 values are left out, such as "100" in line 3',
    expect.stringMatching(/^no place for the column "categories": 1 values are left out, such as "c1c1/),
    'no place for the column "optionIds": 2 values are left out, such as "o1" in line 2',
    'doubtful: line 4, column "stock", "-2": below 0: it is brought as 0',
  ]);
});

test('rows whose parents go round are refused with their lines and the column, and the others come', async () => {
  const brought = await bring('shopware', [
    'id;parent_id;product_number;stock;name;price_gross;tax_name',
    'a;c;A;1;A;1;',
    'b;a;B;1;B;1;',
    'c;b;C;1;C;1;',
    'd;d;D;1;D;1;',
    'e;a;E;1;E;1;',
    'f;;F;1;F;1;Standard rate',
  ]);
  expect(created(brought)).toEqual({ class: 1, product: 1 });
  const round = (line: number, lines: string): string =>
    `line ${line}: PARAMETER_INVALID "parent_id": The parents go round: ${lines}.`;
  expect(brought.report.listed).toEqual([
    round(2, 'line 2, line 4, line 3, line 2'),
    round(3, 'line 2, line 4, line 3, line 2'),
    round(4, 'line 2, line 4, line 3, line 2'),
    round(5, 'line 5, line 5'),
    expect.stringContaining('line 6: SHOPOBJECT_NOT_FOUND "a"'),
  ]);
});

test('Saleor: the channel in the shop’s currency, stock of all warehouses, attributes of product and variant', async () => {
  const description = '"{""blocks"":[{""type"":""paragraph"",""data"":{""text"":""Soft &amp; warm""}}]}"';
  const brought = await bring('saleor', [
    'id,name,description,category,product type,collections,product media,variant sku,brand (product attribute),' +
      'size (variant attribute),us (channel price amount),us (channel variant currency code),' +
      'eu (channel price amount),eu (channel variant currency code),eu (channel published),' +
      'north (warehouse quantity),south (warehouse quantity),product weight',
    `UHJvZDox,Scarf,${description},accessories,Textile,"winter, new",https://x/a.png,SC-S,knitwell,s,30,USD,27.5,EUR,True,3,4,120 g`,
    `UHJvZDox,Scarf,${description},accessories,Textile,"winter, new",https://x/a.png,SC-L,knitwell,l,32,USD,29.5,EUR,True,,2,120 g`,
    'UHJvZDoy,Pin,,,Metal,,,PIN,,,5,USD,4,EUR,False,,,',
  ]);
  expect(created(brought)).toEqual({ class: 2, category: 4, warehouse_entity: 2, product: 4 });
  expect(brought.object('Scarf')).toMatchObject({
    active: true,
    attributes: { de_DE: { description: '<p>Soft &amp; warm</p>', brand: 'knitwell', product_type: 'Textile' } },
    categories: [['accessories'], ['collections', 'winter'], ['collections', 'new']],
  });
  expect(brought.object('SC-L')).toMatchObject({
    attributes: { de_DE: { price: 29.5, size: 'l' } },
    availability: { active: true },
    bindings: [{ element_number: 'SC-L', quantity: 1 }],
  });
  expect(brought.object('Scarf, s')).toMatchObject({
    metadata: { element_number: 'SC-S' },
    storages: [
      { storage: 'north', quantity: 3 },
      { storage: 'south', quantity: 4 },
    ],
  });
  expect(brought.object('Scarf, l')).toMatchObject({ storages: [{ storage: 'south', quantity: 2 }] });
  expect(brought.object('Scarf')).toMatchObject({ metadata: { weight: 0.12 } });
  expect(brought.object('Pin')).toMatchObject({ active: false, availability: { active: false } });
  expect(brought.notes).toEqual([
    'no place for the column "us (channel price amount)": 3 values are left out, such as "30" in line 2',
  ]);
});

test('Vendure: rows without a name are variants, facets are attributes and categories, languages by their code', async () => {
  const brought = await bring('vendure', [
    'name:en,name:de,slug,description:de,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,' +
      'trackInventory,variantAssets,variantFacets',
    'Laptop,Klapprechner,laptop,Schnell,l.jpg|m.jpg,category:Computers|brand:Acme,screen size|RAM,13 inch|8GB,L138,' +
      '1299.00,standard,100,false,,',
    ',,,,,,,15 inch|16GB,L1516,1599.00,standard,5,true,big.jpg,series:pro',
    'Cable,Kabel,cable,,,,,,C1,4.5,standard,,true,,',
  ]);
  expect(created(brought)).toEqual({ class: 1, category: 1, product: 4 });
  expect(brought.object('laptop')).toMatchObject({
    attributes: { de_DE: { name: 'Klapprechner', brand: 'Acme', image_2: 'm.jpg' }, en_GB: { name: 'Laptop' } },
    categories: [['Computers']],
  });
  expect(brought.object('L1516')).toMatchObject({
    variation_of: 'laptop',
    attributes: { de_DE: { screen_size: '15 inch', ram: '16GB', series: 'pro', price: 1599 } },
    availability: { active: true, quantity: 5 },
  });
  expect(brought.object('L138')).toMatchObject({ availability: { active: false } });
  expect(brought.object('cable')).toMatchObject({
    metadata: { element_number: 'C1' },
    attributes: { de_DE: { price: 4.5 } },
  });
});

test('Vendure: rows below a refused product are refused with it, and are no variants of the one above', async () => {
  const brought = await bring('vendure', [
    'name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,trackInventory,' +
      'variantAssets,variantFacets',
    'Lamp,lamp,,,,size,small,L-S,40,standard,5,true,,',
    ',,,,,,large,L-L,60,standard,5,true,,',
    'Chair,chair,a 5" seat,,,size,low,C-L,90,standard,5,true,,',
    ',,,,,,high,C-H,120,standard,5,true,,',
    'Pen ,pen , "It ""writes""" ,,, colour|tip , "red|fine"   ,P-R,1,standard,5,inherit,,',
  ]);
  expect(brought.report.listed).toEqual([
    expect.stringContaining('line 4: PARAMETER_INVALID "description": The line is no CSV: in column 3 ("description")'),
    'line 5: PARAMETER_INVALID: The row is part of the product of line 4, which is left out.',
  ]);
  expect(created(brought)).toEqual({ class: 1, product: 4 });
  expect(brought.object('C-H')).toBeUndefined();
  expect(brought.object('L-L')).toMatchObject({ variation_of: 'lamp' });
  expect(brought.object('pen')).toMatchObject({
    attributes: { de_DE: { description: 'It "writes"', colour: 'red', tip: 'fine' } },
    availability: { quantity: 5 },
  });
});

test('Vendure: translated options and facets, each in its language', async () => {
  const brought = await bring('vendure', [
    'name:en,name:de,slug,facets:en,facets:de,optionGroups,optionValues:en,optionValues:de,sku,price,product:note:en',
    'Stretcher,Spanner,,make:KB,make:KB,size,half,halb,P1,45.3,Paper',
    ',,,,,,quarter,viertel,P2,32.5,',
  ]);
  expect(brought.object('Spanner')).toMatchObject({
    attributes: { de_DE: { name: 'Spanner', make: 'KB', note: 'Paper' }, en_GB: { name: 'Stretcher', note: 'Paper' } },
  });
  expect(brought.object('P2')).toMatchObject({
    attributes: { de_DE: { size: 'viertel' }, en_GB: { size: 'quarter' } },
  });
});

test('Medusa: names of columns as the export makes them, weights from grams, the first number that is filled', async () => {
  const brought = await bring('medusa', [
    'Product Handle,Product Title,Product Status,Variant Sku,Variant Ean,Variant Upc,Variant Price EUR,Variant Weight,' +
      'Product Weight',
    'tee,Tee,published,T-1,4006381333931,,20,250,',
    'cap,Cap,proposed,C-1,,036000291452,5,,80',
  ]);
  expect(brought.object('tee')).toMatchObject({
    active: true,
    metadata: { element_number: 'T-1', ean: '4006381333931', weight: 0.25 },
  });
  expect(brought.object('cap')).toMatchObject({
    active: false,
    metadata: { element_number: 'C-1', ean: '036000291452', weight: 0.08 },
  });
  expect(brought.notes).toEqual([]);
  await expect(bring('medusa', ['Product Handle,Product Title,Variant Price USD', 'tee,Tee,20'])).rejects.toThrow(
    'the table has no prices in EUR',
  );
});

test('Shopware: categories as a tree, a price of the shop’s currency, a variant without its product', async () => {
  const brought = await bring('shopware', [
    'id;parent_id;product_number;stock;name;price_gross;price_gross_eur;list_price_gross;category_paths;ean',
    'a1;;LAMP;3;Lampe;130;119;149;Wohnen > Licht|Neu;4006381333931',
    'b1;zz;LOST;1;Verloren;10;;;;',
    'c1;;TWIN;1;Zwilling;10;;;;',
    'c1;;TWIN;1;Zwilling;12;;;;',
  ]);
  expect(brought.object('LAMP')).toMatchObject({
    attributes: { de_DE: { price: 119, compare_at_price: 149 } },
    categories: [['Wohnen', 'Licht'], ['Neu']],
    metadata: { ean: '4006381333931' },
  });
  expect(brought.report.listed).toEqual([
    'line 3: SHOPOBJECT_NOT_FOUND "zz": The table has no product "zz", or refuses it: the row is left out.',
    'line 4: PARAMETER_INVALID: The row is part of the product of line 5, which is left out.',
    'line 5: PARAMETER_INVALID "id": Line 4 has the same.',
  ]);
});

test('a price that is no number refuses its product by its line; the others are there', async () => {
  const brought = await bring('vendure', [
    'name,slug,optionValues,sku,price',
    'Good,good,,G,1',
    'Bad,bad,,B,"1,50"',
    'Twice,good,,T,2',
    'No "csv,x,,X,3',
  ]);
  expect(brought.report.listed).toEqual([
    'line 3: PARAMETER_INVALID "price": "1,50" is no price: digits behind a point are wanted, and no comma.',
    'line 5: PARAMETER_INVALID "name": The line is no CSV: in column 1 ("name") a quote stands within a cell, where a ' +
      'cell in quotes has two.',
  ]);
  expect(created(brought)).toEqual({ class: 1, product: 2 });
  expect(brought.object('good (2)')).toMatchObject({ attributes: { de_DE: { name: 'Twice' } } });
});

test('a table of another system, or with another delimiter, is refused before anything is written', async () => {
  for (const [format, column] of [
    ['medusa', 'Product Handle'],
    ['shopware', 'id'],
    ['saleor', 'id'],
    ['vendure', 'sku'],
  ] as const)
    await expect(bring(format, ['name;price', 'x;1'])).rejects.toThrow(`no column "${column}"`);
  await expect(bring('medusa', [''])).rejects.toThrow('no header line');
});
