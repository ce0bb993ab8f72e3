// Products of Shopify, WooCommerce, Magento, PrestaShop, commercetools and Google Merchant: would catch a sale price
// that is taken for the regular one, a variant that becomes a product of its own, goods that are taxed otherwise
// without a word, and a price in another currency.
import { expect, test } from 'vitest';
import type { ForeignName } from '../../src/catalogue-files/record-source.ts';
import { bring } from './foreign-brought.ts';
import { SAMPLES, linesOf } from './foreign-samples.ts';
import type { SampleRow } from './foreign-samples.ts';

/** Rows as a table. */
const table = (name: ForeignName, rows: readonly SampleRow[]): string => linesOf(name, [rows]).join('\n');

test('Shopify: rows of a handle are variants or pictures, options are named in the first row', async () => {
  const { products, refused } = await bring('shopify', linesOf('shopify', SAMPLES.shopify).join('\n'));
  expect(refused).toEqual([]);
  expect(products.map(({ name, of, active, stock }) => [name, of, active, stock])).toEqual([
    ['mug', '', true, 3],
    ['shirt', '', false, 0],
    ['S-S', 'shirt', false, 'not counted'],
    ['S-M', 'shirt', false, 0],
    ['pen', '', false, 'not counted'],
  ]);
  expect(products[0]).toMatchObject({
    values: {
      name: 'Müsli mug',
      price: 12.5,
      compare_at_price: 15,
      image: 'https://x/1.png',
      image_2: 'https://x/2.png',
      vendor: 'Töpfer & Co',
      gender: 'unisex',
      colour: 'blue',
    },
    metadata: { element_number: 'M-1', ean: '4006381333931', weight: 0.41 },
    categories: [
      ['Home & Garden', 'Kitchen', 'Mugs'],
      ['collections', 'Spring'],
    ],
  });
  expect(products[0]!.values).not.toHaveProperty('title');
  expect(products[3]!.values).toMatchObject({ size: 'M', colour: 'red', price: 21 });
});

test('Shopify: the names of columns of either time, untaxed goods by name, a product without a title', async () => {
  const row = { 'URL handle': 'cap', Title: 'Cap', SKU: 'C', Price: '5', 'Charge tax': 'FALSE' };
  expect((await bring('shopify', table('shopify', [row]))).products).toMatchObject([
    { name: 'cap', metadata: { element_number: 'C', taxclass: 'standard' } },
  ]);
  const untaxed = await bring('shopify', table('shopify', [row]), 'none');
  expect(untaxed.refused).toEqual([expect.stringContaining('The shop has no tax class "0 %"')]);
  const mixed = [row, { 'URL handle': 'cap', SKU: 'D', Price: '6', 'Charge tax': 'TRUE' }];
  expect((await bring('shopify', table('shopify', mixed))).refused).toEqual([
    expect.stringContaining('2: The row is part of the product of line 3'),
    expect.stringContaining('taxed differently'),
  ]);
  const headless = await bring('shopify', 'Handle,Title,Variant SKU,Variant Price\ncap,,C,5\n');
  expect(headless.refused).toEqual([expect.stringContaining('No row of the product has a title')]);
});

test('WooCommerce: variations by SKU or id, sales for a time, attributes that shoppers see', async () => {
  const { products, refused, notes } = await bring(
    'woocommerce',
    linesOf('woocommerce', SAMPLES.woocommerce).join('\n'),
  );
  expect(refused).toEqual([]);
  expect(products.map(({ name, of, active, stock }) => [name, of, active, stock])).toEqual([
    ['TEE', '', true, 0],
    ['TEE-R', 'TEE', true, 0],
    ['TEE, blue', 'TEE', false, 4],
    ['id:14', '', false, 'not counted'],
    ['EXT', '', false, 'not counted'],
  ]);
  expect(products[0]!.values).toMatchObject({ material: 'cotton', brand: 'Wäscher', tags: 'soft, warm' });
  expect(products[0]!.values).not.toHaveProperty('colour');
  expect(products[0]!.values).not.toHaveProperty('supplier');
  expect(products[0]!.categories).toEqual([['Clothing', 'T-Shirts'], ['Hats , Caps']]);
  expect(products[1]!.values).toMatchObject({ price: 18, compare_at_price: 20, colour: 'red' });
  expect(products[3]!.values).toMatchObject({ price: 50 });
  expect(notes.join('\n')).toContain('a price for a time is left out');
  expect(products[3]!.metadata).toMatchObject({ taxclass: 'standard' });
});

test('WooCommerce: a variation without its product, weights in pounds, stock that is shared', async () => {
  const base = { Type: 'variation', SKU: 'V', Name: 'V', 'Regular price': '1', Parent: 'GONE' };
  expect((await bring('woocommerce', table('woocommerce', [base]))).refused).toEqual([
    expect.stringContaining('The table has no product "GONE"'),
  ]);
  const rows = [
    { Type: 'variable', SKU: 'P', Name: 'P', Stock: '7', 'Regular price': '', Parent: '', 'Weight (lbs)': '.5' },
    { Type: 'variation', SKU: 'V', Name: 'V', Stock: 'parent', 'Regular price': '1', Parent: 'P', 'Weight (lbs)': '2' },
    { Type: 'variation', SKU: 'W', Name: 'W', Stock: '', 'Regular price': '1', Parent: 'P', 'Tax class': 'reduced' },
  ];
  const shared = await bring('woocommerce', table('woocommerce', rows.slice(0, 2)));
  expect(shared.products[0]!.metadata).toMatchObject({ weight: 0.907185 });
  expect(shared.products[0]!.stock).toBe(7);
  expect(shared.notes.join('\n')).toContain('variations share the stock');
  expect((await bring('woocommerce', table('woocommerce', rows))).refused[2]).toContain('is taxed otherwise');
});

test('Magento: variants by the list of their product, store views by language, categories without the root', async () => {
  const { products, refused, notes } = await bring('magento', linesOf('magento', SAMPLES.magento).join('\n'));
  expect(refused).toEqual([]);
  expect(products.map(({ name, of, active, stock }) => [name, of, active, stock])).toEqual([
    ['BAG', '', true, 7],
    ['TOP', '', true, 0],
    ['TOP-S', 'TOP', false, 0],
    ['TOP-M', 'TOP', true, 'not counted'],
    ['PART (part)', '', false, 'not counted'],
  ]);
  expect(products[0]).toMatchObject({
    values: {
      price: 49,
      compare_at_price: 59,
      material: 'Leather, Wool',
      care: 'Dry, and cold',
      closing: 'Zip',
      image_3: '/b/a/2.jpg',
    },
    english: { name: 'Bag', description: '<p>Big</p>' },
    metadata: { element_number: 'BAG', weight: 1.5, taxclass: 'reduced' },
    categories: [['Gear'], ['Gear', 'Bags/Cases']],
    seo: { de_DE: { permalink: 'bag', title: 'Bag', description: 'A bag' } },
  });
  expect(products[2]!.values).toMatchObject({ price: 20, size: 'S', colour: 'red' });
  expect(notes.filter((note) => note.includes('a price for a time'))).toHaveLength(2);
});

test('Magento: a variant that no row is, one of two products, and a SKU that is there twice', async () => {
  const top = {
    sku: 'TOP',
    product_type: 'configurable',
    name: 'Top',
    price: '',
    configurable_variations: 'sku=A,s=1',
  };
  const child = { sku: 'A', product_type: 'simple', name: 'A', price: '5' };
  expect((await bring('magento', table('magento', [top]))).refused).toEqual([
    expect.stringContaining('o row of its variant "A"'),
  ]);
  const two = [top, { ...top, sku: 'TWO' }, child];
  expect((await bring('magento', table('magento', two))).refused.join('\n')).toContain('Line 2 has the same variants');
  expect((await bring('magento', table('magento', [child, child]))).refused.join('\n')).toContain(
    'Line 2 has the same',
  );
});

test('PrestaShop: a row is a product, prices without tax are named', async () => {
  const { products, notes } = await bring('prestashop', linesOf('prestashop', SAMPLES.prestashop).join('\n'));
  expect(products[0]).toMatchObject({
    name: 'M-1',
    values: {
      price: 12.5,
      brand: 'Töpfer & Co',
      material: 'Clay and wood',
      care: 'By hand',
      image_2: 'https://x/2.png',
    },
    metadata: { element_number: 'M-1', length: 9.5, width: 8.5, height: 7.5, weight: 0.41, taxclass: 'reduced' },
    categories: [['Kitchen'], ['Home', 'Mugs']],
    stock: 3,
    seo: { de_DE: { permalink: 'mug', title: 'Mug', description: 'A mug to buy' } },
  });
  expect(products.slice(1).map(({ name, active }) => [name, active])).toEqual([
    ['2', false],
    ['3', false],
    ['4', false],
  ]);
  expect(notes.join('\n')).toContain('prices of this table are without tax');
  await expect(bring('prestashop', 'Product ID;Name *\n1;Cap\n')).rejects.toThrow('the table has no prices');
});

test('an address of the old shop is the permalink; one that is none, or that another product has, does not come', async () => {
  const row = { 'Active (0/1)': '1', 'Name *': 'A', 'Price tax included': '1' };
  const { products, notes } = await bring(
    'prestashop',
    table('prestashop', [
      { ...row, 'Product ID': '1', 'URL rewritten': 'mug' },
      { ...row, 'Product ID': '2', 'URL rewritten': 'mug', 'Meta title': 'B' },
      { ...row, 'Product ID': '3', 'URL rewritten': 'a/b' },
    ]),
  );
  const texts = { title: '', description: '' };
  expect(products.map(({ seo }) => seo)).toEqual([
    { de_DE: { permalink: 'mug', ...texts } },
    { de_DE: { ...texts, title: 'B' } },
    { de_DE: texts },
  ]);
  expect(notes).toEqual([
    'products whose permalink another one of the table has, brought without it: 1, in line 3',
    'doubtful: line 4, column "URL rewritten", "a/b": no permalink: it is left out',
  ]);
});

test('commercetools: prices by country, discounts, languages, a column for each attribute', async () => {
  const { products, refused } = await bring(
    'commercetools',
    linesOf('commercetools', SAMPLES.commercetools).join('\n'),
  );
  expect(refused).toEqual([]);
  expect(products.map(({ name, of, active, values }) => [name, of, active, values['price']])).toEqual([
    ['schuh', '', true, 14],
    ['CT-1', 'schuh', true, 14],
    ['CT-2', 'schuh', true, 15],
    ['cap', '', false, 8.9],
    ['hat', '', false, undefined],
  ]);
  expect(products[1]).toMatchObject({ values: { color: 'rot', size: '39' }, english: { color: 'red' } });
  expect(products.map(({ seo }) => seo)).toEqual([
    { de_DE: { title: 'Schuh', description: 'Ein Schuh' }, en_GB: { title: 'Shoe to buy' } },
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  const row = { productType: 'main', sku: 'A', name: 'A' };
  const discounted = await bring('commercetools', table('commercetools', [{ ...row, prices: 'EUR 1500|990' }]));
  expect(discounted.products[0]!.values).toMatchObject({ price: 9.9, compare_at_price: 15 });
  expect((await bring('commercetools', table('commercetools', [{ ...row, prices: '15.00 EUR' }]))).refused).toEqual([
    expect.stringContaining('is no price such as "EUR 1250"'),
  ]);
});

test('Google Merchant: items of a group are variants, prices have their currency', async () => {
  const { products, refused, notes } = await bring(
    'google-merchant',
    linesOf('google-merchant', SAMPLES['google-merchant']).join('\n'),
  );
  expect(refused).toEqual([]);
  expect(products.map(({ name, of, stock, values }) => [name, of, stock, values['price']])).toEqual([
    ['MUG-1', '', 3, 12.5],
    ['SHIRT', '', 0, 20],
    ['SHIRT-S', 'SHIRT', 0, 20],
    ['SHIRT-M', 'SHIRT', 'not counted', 21],
  ]);
  expect(products[0]).toMatchObject({
    values: { compare_at_price: 15, volume: '0.4 l', washing: 'by hand, cold', image_3: 'https://x/3.png' },
    metadata: { element_number: 'MUG-1', weight: 0.41, length: 9.5 },
    categories: [['Home', 'Kitchen', 'Mugs']],
  });
  expect(notes[0]).toContain('the feed says nothing of taxes');
  const item = { id: 'A', title: 'A', price: '5 USD' };
  for (const [price, why] of [
    ['5 USD', 'is not in EUR'],
    ['12,50 EUR', 'is no price such as "12.50 EUR": digits behind a point are wanted, and no comma'],
    ['0,299 EUR', 'is no price such as "12.50 EUR": digits behind a point are wanted, and no comma'],
    ['1,2,3 EUR', 'is no price such as "12.50 EUR".'],
    ['free', 'is no price such as'],
  ] as const)
    expect((await bring('google-merchant', table('google-merchant', [{ ...item, price }]))).refused[0]).toContain(why);
  const grouped = await bring('google-merchant', table('google-merchant', [{ ...item, price: '1,299.00' }]));
  expect(grouped.products[0]!.values).toMatchObject({ price: 1299 });
  for (const [price, brought, doubts] of [
    ['1,299 EUR', 1299, ['it may be 1299 or 1.299: it is brought as 1299']],
    ['EUR 1,299', 1299, ['it may be 1299 or 1.299: it is brought as 1299']],
    ['1,299,000 EUR', 1_299_000, []],
    ['1,299.50 EUR', 1299.5, []],
  ] as const) {
    const { products, notes: told } = await bring('google-merchant', table('google-merchant', [{ ...item, price }]));
    expect(products[0]!.values).toMatchObject({ price: brought });
    expect(told.filter((note) => note.startsWith('doubtful'))).toEqual(
      doubts.map((why) => `doubtful: line 2, column "price", ${JSON.stringify(price)}: ${why}`),
    );
  }
});

test('WooCommerce: names of columns in the language of who exports', async () => {
  const english = {
    Type: 'simple',
    SKU: 'A',
    Name: 'Hut',
    Published: '1',
    'In stock?': '1',
    Stock: '4',
    'Weight (kg)': '1',
    'Sale price': '4',
    'Regular price': '5',
    Categories: 'Kleidung > Hüte',
    Images: 'https://x/1.png',
    'Attribute 1 name': 'Größe',
    'Attribute 1 value(s)': 'M',
    'Attribute 1 visible': '1',
  };
  const others = [
    ['Typ', 'Artikelnummer', 'Name', 'Veröffentlicht', 'Vorrätig?', 'Bestand', 'Gewicht (kg)', 'Angebotspreis'],
    ['Type', 'UGS', 'Nom', 'Publié', 'En stock ?', 'Stock', 'Poids (kg)', 'Tarif promo'],
    ['Tipo', 'SKU', 'Nombre', 'Publicado', '¿Existencias?', 'Inventario', 'Peso (kg)', 'Precio rebajado'],
  ];
  const rest = [
    ['Regulärer Preis', 'Kategorien', 'Bilder', 'Attribut 1 Name', 'Attribut 1 Wert(e)', 'Attribut 1 Sichtbar'],
    [
      'Tarif régulier',
      'Catégories',
      'Images',
      'Nom de l’attribut 1',
      'Valeur(s) de l’attribut 1',
      'Attribut 1 visible',
    ],
    [
      'Precio normal',
      'Categorías',
      'Imágenes',
      'Nombre del atributo 1',
      'Valor(es) del atributo 1',
      'Atributo visible 1',
    ],
  ];
  const expected = (await bring('woocommerce', table('woocommerce', [english]))).products;
  expect(expected).toMatchObject([{ name: 'A', stock: 4, values: { price: 4, compare_at_price: 5, größe: 'M' } }]);
  for (const [index, names] of others.entries()) {
    const columns = [...names, ...rest[index]!];
    const row = Object.fromEntries(Object.values(english).map((cell, at) => [columns[at]!, cell]));
    expect((await bring('woocommerce', table('woocommerce', [row]))).products, names[0]).toEqual(expected);
  }
});

test('Vendure: a variant that is taxed otherwise is refused with its product, and another one is not', async () => {
  const rows = [
    {
      name: 'Disc',
      slug: 'disc',
      optionGroups: 'kind',
      optionValues: 'CD',
      sku: 'D1',
      price: '9',
      taxCategory: 'standard',
    },
    { name: '', slug: '', optionGroups: '', optionValues: 'Book', sku: 'D2', price: '9', taxCategory: 'reduced' },
    { name: 'Lamp', slug: 'lamp', optionGroups: '', optionValues: '', sku: 'L', price: '9', taxCategory: 'standard' },
  ];
  const { products, refused } = await bring('vendure', table('vendure', rows));
  expect(products.map(({ name }) => name)).toEqual(['lamp']);
  expect(refused.map((line) => line.replace(/^(\d+).*/, '$1'))).toEqual(['2', '3']);
  expect(refused.join()).toContain('taxed otherwise');
});
