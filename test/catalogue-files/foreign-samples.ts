// A table of each format of another system: of the shape that the system exports, with something in every field that
// its reader declares.
import { FOREIGN } from '../../src/catalogue-files/foreign-formats.ts';
import type { ForeignName } from '../../src/catalogue-files/record-source.ts';
import { COMMERCETOOLS, GOOGLE_MERCHANT } from './foreign-samples-feeds.ts';
import { SHOPIFY_CUSTOMERS, SHOPIFY_ORDERS } from './foreign-samples-people.ts';
import { MAGENTO, PRESTASHOP, SHOPIFY, SHOPIFY_INVENTORY, WOOCOMMERCE } from './foreign-samples-shops.ts';

/** Cells by the name of their column; a column that a row does not name is empty there. */
export type SampleRow = { readonly [column: string]: string };

/** Rows by the product that they are. */
export type Sample = readonly (readonly SampleRow[])[];

const HEX = (digit: string): string => digit.repeat(32);

const MEDUSA: Sample = [
  [
    {
      'Product Id': 'prod_1',
      'Product Handle': 'mug',
      'Product Title': 'Müsli mug',
      'Product Subtitle': 'Large',
      'Product Description': '<p>Holds "much", keeps warm</p>',
      'Product Status': 'published',
      'Product Thumbnail': 'https://x/1.png',
      'Product Image 1': 'https://x/2.png',
      'Product Material': 'clay',
      'Product Origin Country': 'pt',
      'Product Tag 1': 'kitchen',
      'Product Category 1': 'pcat_1',
      'Product Hs Code': '6912',
      'Product Created At': '2026-01-01T00:00:00.000Z',
      'Product Discountable': 'true',
      'Variant Title': 'One size',
      'Variant Sku': 'M-1',
      'Variant Ean': '4006381333931',
      'Variant Price EUR': '12.5',
      'Variant Option 1 Name': 'Size',
      'Variant Option 1 Value': 'One size',
      'Variant Image 1': 'https://x/3.png',
      'Variant Weight': '410',
      'Variant Length': '9.5',
      'Variant Width': '8.5',
      'Variant Height': '7.5',
      'Variant Material': 'clay, glazed',
      'Variant Manage Inventory': 'true',
      'Variant Allow Backorder': 'true',
      'Variant Inventory Quantity': '3',
    },
  ],
  [
    {
      'Product Handle': 'shirt',
      'Product Title': 'Shirt',
      'Product Status': 'published',
      'Product Weight': '400',
      'Product Length': '9',
      'Product Width': '8',
      'Product Height': '7',
      'Variant Sku': 'S-S',
      'Variant Manage Inventory': 'false',
      'Variant Inventory Quantity': '9',
      'Variant Price EUR': '20',
      'Variant Option 1 Name': 'Size',
      'Variant Option 1 Value': 'S',
    },
    {
      'Product Handle': 'shirt',
      'Product Title': 'Shirt',
      'Product Status': 'published',
      'Variant Sku': 'S-M',
      'Variant Price EUR': '21',
      'Variant Option 1 Name': 'Size',
      'Variant Option 1 Value': 'M',
    },
  ],
  [{ 'Product Handle': 'pen', 'Product Title': 'Pen', 'Product Status': 'draft', 'Variant Price EUR': '1' }],
];

const SHOPWARE: Sample = [
  [
    {
      id: HEX('a'),
      product_number: 'LAMP',
      active: '1',
      stock: '0',
      name: 'Leselampe für große Räume',
      description: '<p>Messing</p>',
      price_net: '100',
      price_gross: '119',
      tax_name: 'Standard rate',
      tax_rate: '19',
      tax_id: HEX('7'),
      cover_media_url: 'https://x/l.jpg',
      cover_media_title: 'Lampe',
      manufacturer_name: 'Leuchten & Co',
      category_paths: 'Wohnen > Licht|Neu',
      keywords: 'licht',
      meta_title: 'Lampe kaufen',
      meta_description: 'Die Lampe',
      min_purchase: '1',
      custom_fields: '{"a":1}',
    },
    {
      id: HEX('b'),
      parent_id: HEX('a'),
      product_number: 'LAMP.1',
      active: '0',
      stock: '4',
      name: 'Leselampe, groß',
      price_gross: '129',
      price_gross_eur: '128',
      list_price_gross: '149',
      ean: '4006381333931',
      weight: '1.5',
      length: '10',
      width: '11',
      height: '12',
    },
    { id: HEX('c'), parent_id: HEX('a'), product_number: 'LAMP.2', active: '1', stock: '2' },
  ],
  [
    {
      id: HEX('d'),
      product_number: 'PEN',
      active: '1',
      stock: '7',
      name: 'Füller',
      price_gross: '79',
      tax_name: 'reduced',
    },
  ],
];

const DESCRIPTION = JSON.stringify({
  blocks: [
    { type: 'header', data: { text: 'Soft', level: 3 } },
    { type: 'list', data: { style: 'unordered', items: ['one', 'two'] } },
  ],
});

const SALEOR: Sample = [
  [
    {
      id: 'UHJvZDox',
      name: 'Scarf für Ärmel',
      description: DESCRIPTION,
      category: 'accessories',
      'product type': 'Textile',
      collections: 'winter, new',
      'product media': 'https://x/a.png',
      'product weight': '120.0 g',
      'brand (product attribute)': 'knitwell',
      'charge taxes': 'True',
      'variant id': 'UHY6MQ==',
      'variant sku': 'SC-S',
      'variant weight': '130 g',
      'variant media': 'https://x/b.png',
      'size (variant attribute)': 's',
      'eu (channel variant currency code)': 'EUR',
      'eu (channel price amount)': '27.500',
      'eu (channel published)': 'True',
      'eu (channel variant cost price)': '9.000',
      'eu (channel searchable)': 'True',
      'north (warehouse quantity)': '3',
      'south (warehouse quantity)': '4',
    },
    {
      id: 'UHJvZDox',
      name: 'Scarf für Ärmel',
      'variant sku': 'SC-L',
      'size (variant attribute)': 'l',
      'eu (channel variant currency code)': 'EUR',
      'eu (channel price amount)': '29.500',
      'eu (channel published)': 'True',
      'south (warehouse quantity)': '2',
    },
  ],
  [
    {
      id: 'UHJvZDoy',
      name: 'Pin',
      'variant sku': 'PIN',
      'eu (channel variant currency code)': 'EUR',
      'eu (channel price amount)': '4.000',
      'eu (channel published)': 'False',
    },
  ],
];

const VENDURE: Sample = [
  [
    {
      name: 'Laptop für Köln',
      'name:en': 'Laptop',
      slug: 'laptop',
      'slug:en': 'laptop-en',
      description: '<p>Schnell</p>',
      'description:en': '<p>Fast</p>',
      enabled: 'false',
      assets: 'l.jpg|m.jpg',
      facets: 'category:Computers|brand:Acme',
      'facets:en': 'brand:Acme Inc.',
      optionGroups: 'Größe|RAM',
      optionValues: '13 Zoll|8GB',
      'optionValues:en': '13 inch|8GB',
      sku: 'L138',
      price: '1299.00',
      taxCategory: 'standard',
      stockOnHand: '100',
      trackInventory: 'true',
      variantAssets: 'big.jpg',
      variantFacets: 'series:pro',
      'variantFacets:en': 'series:professional',
      'product:pageType': 'grid',
      'variant:weight': '2',
    },
    {
      optionValues: '15 Zoll|16GB',
      'optionValues:en': '15 inch|16GB',
      sku: 'L1516',
      price: '1599.00',
      stockOnHand: '5',
      trackInventory: 'false',
    },
  ],
  [{ name: 'Cable', slug: 'cable', 'optionGroups:en': 'length', 'optionValues:en': 'long', sku: 'C1', price: '4.5' }],
  [
    { name: 'Chair', slug: 'chair', optionGroups: 'height', optionValues: 'low', sku: 'C-L', price: '90' },
    { optionValues: 'high', sku: 'C-H', price: '120' },
  ],
];

export const SAMPLES: { readonly [name in ForeignName]: Sample } = {
  shopify: SHOPIFY,
  'shopify-customers': SHOPIFY_CUSTOMERS,
  'shopify-orders': SHOPIFY_ORDERS,
  'shopify-inventory': SHOPIFY_INVENTORY,
  woocommerce: WOOCOMMERCE,
  magento: MAGENTO,
  prestashop: PRESTASHOP,
  commercetools: COMMERCETOOLS,
  'google-merchant': GOOGLE_MERCHANT,
  medusa: MEDUSA,
  shopware: SHOPWARE,
  saleor: SALEOR,
  vendure: VENDURE,
};

export const NAMES = Object.keys(SAMPLES) as ForeignName[];

/** Names of the columns of a sample, in the order in which its rows name them. */
export const columnsOf = (sample: Sample): string[] => [...new Set(sample.flat().flatMap((row) => Object.keys(row)))];

/** As it stands in a file. */
export const cellText = (cell: string): string => (/[",;\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Lines of a table; the first names the columns. */
export const linesOf = (
  name: ForeignName,
  sample: Sample,
  columns: readonly string[] = columnsOf(sample),
): string[] => {
  const { delimiter } = FOREIGN[name];
  const rows = sample.flat().map((row) => columns.map((column) => cellText(row[column] ?? '')).join(delimiter));
  return [columns.map(cellText).join(delimiter), ...rows];
};
