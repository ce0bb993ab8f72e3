// The table of products that Shopify exports, with the names of columns of either time. Rows with the same handle are
// one product: its first row says what it is, further rows are variants, or pictures alone.
import { foreignFormat } from './foreign-format.ts';
import { groupsByKey } from './foreign-groups.ts';
import { GRAMS } from './foreign-measures.ts';
import { attributesOf } from './foreign-products.ts';
import type { ForeignProduct, ForeignVariant } from './foreign-products.ts';
import { listed } from './foreign-row.ts';
import type { ForeignRow } from './foreign-row.ts';
import { seoOf } from './foreign-seo.ts';

const FIELDS = {
  handle: {
    columns: ['Handle', 'URL handle'],
    fate: 'brought',
    becomes: "the product's name; rows with the same handle are one product",
    needed: true,
  },
  title: { columns: ['Title'], fate: 'brought', becomes: '`name`', needed: true },
  description: { columns: ['Body (HTML)', 'Description'], fate: 'brought', becomes: '`description`, HTML as it is' },
  vendor: { columns: ['Vendor'], fate: 'brought', becomes: 'attribute `vendor`' },
  category: {
    columns: ['Product Category', 'Standard Product Type'],
    fate: 'brought',
    becomes: 'a category as a tree: `Apparel & Accessories > Clothing`',
  },
  type: { columns: ['Type', 'Custom Product Type'], fate: 'brought', becomes: 'attribute `product_type`' },
  tags: { columns: ['Tags'], fate: 'brought', becomes: 'attribute `tags`' },
  collection: {
    columns: ['Collection'],
    fate: 'brought',
    becomes: 'a category of that name below `collections`; exports have none',
  },
  published: {
    columns: ['Published', 'Published on online store'],
    fate: 'brought',
    becomes: 'active, where the status is `active` or not said',
  },
  status: { columns: ['Status'], fate: 'otherwise', becomes: 'the same: drafts and archived products are inactive' },
  optionName: {
    columns: ['Option{n} Name'],
    fate: 'brought',
    becomes: "an attribute of the option's name; `Title` with `Default Title` is no option",
  },
  optionValue: { columns: ['Option{n} Value'], fate: 'brought', becomes: 'its value' },
  sku: { columns: ['Variant SKU', 'SKU'], fate: 'brought', becomes: '`element_number`' },
  weight: {
    columns: ['Variant Grams', 'Weight value (grams)'],
    fate: 'otherwise',
    becomes: '`weight`, from grams to kilograms',
  },
  tracker: {
    columns: ['Variant Inventory Tracker', 'Inventory tracker'],
    fate: 'brought',
    becomes: 'filled: stock is counted',
  },
  stock: {
    columns: ['Variant Inventory Qty', 'Inventory quantity'],
    fate: 'brought',
    becomes:
      'stock; shops of several places export it apart: without the column products can be bought without limit, and ' +
      'the import says so',
  },
  oversell: {
    columns: ['Variant Inventory Policy', 'Continue selling when out of stock'],
    fate: 'brought',
    becomes: '`continue`: more is sold than there is',
  },
  price: { columns: ['Variant Price', 'Price'], fate: 'brought', becomes: '`price`', needed: true },
  comparePrice: {
    columns: ['Variant Compare At Price', 'Variant Compare-at Price', 'Compare-at price'],
    fate: 'brought',
    becomes: 'attribute `compare_at_price`',
  },
  taxable: {
    columns: ['Variant Taxable', 'Charge tax'],
    fate: 'otherwise',
    becomes:
      '`FALSE` is a tax of 0 %: refused where the shop has no such class, unless `--tax "0%=…"` says which it is',
  },
  ean: { columns: ['Variant Barcode', 'Barcode'], fate: 'brought', becomes: '`ean`' },
  image: {
    columns: ['Image Src', 'Product image URL'],
    fate: 'brought',
    becomes: 'images, as addresses: they stay where Shopify has them until you copy them',
  },
  imagePosition: { columns: ['Image Position'], fate: 'brought', becomes: 'their order' },
  variantImage: { columns: ['Variant Image', 'Variant image URL'], fate: 'brought', becomes: 'image of the variant' },
  seoTitle: { columns: ['SEO Title'], fate: 'brought', becomes: 'title for search engines' },
  seoDescription: { columns: ['SEO Description'], fate: 'brought', becomes: 'description for search engines' },
  shopping: {
    columns: ['Google Shopping / {}'],
    fate: 'otherwise',
    becomes: 'attributes of these names: `google_product_category`, `gender`, `mpn`',
  },
  metafield: {
    columns: ['{} (product.metafields.{})'],
    fate: 'otherwise',
    becomes: "attributes of the metafield's name, as text",
  },
  variantMetafield: {
    columns: ['{} (variant.metafields.{})'],
    fate: 'otherwise',
    becomes: 'attributes of the variant, likewise',
  },
  cost: { columns: ['Cost per item'], fate: 'left', becomes: 'purchase prices would be seen by shoppers' },
  imageTexts: { columns: ['Image Alt Text'], fate: 'left', becomes: 'texts of images; no place' },
  shownUnit: {
    columns: ['Variant Weight Unit', 'Weight unit for display'],
    fate: 'left',
    becomes: 'weights are in grams whatever it says',
  },
  unitPrices: {
    columns: [
      'Unit Price Total Measure',
      'Unit Price Total Measure Unit',
      'Unit Price Base Measure',
      'Unit Price Base Measure Unit',
    ],
    fate: 'left',
    becomes: 'no place',
  },
  markets: {
    columns: ['Included / {}', 'Price / {}', 'Compare At Price / {}'],
    fate: 'left',
    becomes: 'other markets; no place',
  },
  rules: {
    columns: [
      'Option{n} Linked To',
      'Variant Fulfillment Service',
      'Fulfillment service',
      'Variant Requires Shipping',
      'Requires shipping',
      'Variant Tax Code',
      'Tax code',
      'Gift Card',
      'Template Suffix',
    ],
    fate: 'left',
    becomes: 'rules of Shopify; no place',
  },
} as const;

type Row = ForeignRow<typeof FIELDS>;

const isVariant = (row: Row): boolean =>
  row.each('optionValue').length > 0 || row.has('sku') || row.has('price') || row.has('ean');

/** Names of the options stand in the first row alone. */
const optionsOf = (row: Row, first: Row): { readonly [name: string]: string } =>
  attributesOf(
    first
      .each('optionName')
      .map(([number, name]) => [name, row.text('optionValue', number)] as const)
      .filter(([name, value]) => name !== 'Title' || value !== 'Default Title'),
  );

/** What is counted and has no number is none. */
const stockOf = (row: Row, hasStock: boolean): string => {
  if (row.text('tracker') === '' || !hasStock) return '';
  return row.text('stock') === '' ? '0' : row.pieces('stock');
};

const variantOf = (row: Row, first: Row, hasStock: boolean): ForeignVariant => {
  const comparePrice = row.price('comparePrice');
  return {
    line: row.line,
    sku: row.code('sku'),
    ean: row.ean('ean'),
    price: row.price('price'),
    ...(Number(comparePrice) > 0 && { prices: { compare_at_price: comparePrice } }),
    stock: stockOf(row, hasStock),
    mayOversell: ['continue', 'true', 'yes', '1'].includes(row.text('oversell').toLowerCase()),
    images: [row.text('variantImage')],
    measures: { weight: row.measure('weight', GRAMS) },
    values: { ...optionsOf(row, first), ...attributesOf(row.each('variantMetafield')) },
  };
};

/** Pictures of all rows by their position; those without one in the order of the table. */
const imagesOf = (rows: readonly Row[]): string[] =>
  rows
    .map((row) => [Number(row.text('imagePosition')) || 0, row.text('image')] as const)
    .sort(([one], [other]) => one - other)
    .map(([, image]) => image);

const taxOf = (variants: readonly Row[]): Pick<ForeignProduct, 'tax'> => {
  const [first, ...others] = variants.map((row) => row.flag('taxable', true));
  const other = others.indexOf(!first);
  if (other >= 0) variants[other + 1]!.reject('taxable', 'variants of one product are taxed differently');
  return first === false ? { tax: { name: '', percent: '0' } } : {};
};

export const SHOPIFY = foreignFormat({
  name: 'shopify',
  system: 'Shopify',
  about: 'The export of products of the admin, as "CSV for Excel" or plain, with the names of columns of either time.',
  delimiter: ',',
  fields: FIELDS,
  articles: { field: 'sku', areShared: true },
  hasGuards: false,

  groups: ({ rows }) => groupsByKey(rows, 'handle'),

  product: (rows, { columns }) => {
    const row = rows.find((one) => one.has('title')) ?? rows[0]!;
    const title = row.text('title');
    if (title === '') row.reject('title', 'no row of the product has a title');
    const category = listed(row.text('category'), '>');
    const collection = row.text('collection');
    const variants = rows.filter((one) => one === row || isVariant(one));
    const hasStock = columns.hasField('stock');
    return {
      line: row.line,
      name: row.text('handle'),
      title,
      description: row.text('description'),
      active: row.flag('published', true) && ['', 'active'].includes(row.text('status').toLowerCase()),
      images: imagesOf(rows),
      categories: [category, collection === '' ? [] : ['collections', collection]].filter((path) => path.length > 0),
      ...taxOf(variants),
      ...seoOf(row, { title: 'seoTitle', description: 'seoDescription' }),
      values: attributesOf([
        ['vendor', row.text('vendor')],
        ['product_type', row.text('type')],
        ['tags', row.text('tags')],
        ...row.each('shopping'),
        ...row.each('metafield'),
      ]),
      variants: variants.map((one) => variantOf(one, row, hasStock)),
    };
  },

  notes: ({ columns, rows }) =>
    rows.some((row) => row.has('tracker')) && !columns.hasField('stock')
      ? ['the table says that stock is counted, and not how much there is: products can be bought without limit']
      : [],
});
