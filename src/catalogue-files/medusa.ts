// The table of products that the dashboard of Medusa exports: a row for each variant, those of a product share its
// handle. Prices are in the currency's main unit. Exports of version 1 have other names for some columns.
import { foreignFormat } from './foreign-format.ts';
import { groupsByKey } from './foreign-groups.ts';
import { attributesOf } from './foreign-products.ts';
import type { ForeignVariant, Measures } from './foreign-products.ts';
import { listed } from './foreign-row.ts';
import type { ForeignRow } from './foreign-row.ts';

const GRAMS = 1000;

const FIELDS = {
  handle: {
    columns: ['Product Handle'],
    fate: 'brought',
    becomes: "the product's name; rows with the same handle are one product",
    needed: true,
  },
  title: { columns: ['Product Title'], fate: 'brought', becomes: '`name`', needed: true },
  subtitle: { columns: ['Product Subtitle'], fate: 'brought', becomes: 'attribute `subtitle`' },
  description: { columns: ['Product Description'], fate: 'brought', becomes: '`description`' },
  status: { columns: ['Product Status'], fate: 'brought', becomes: '`published` is active' },
  thumbnail: { columns: ['Product Thumbnail'], fate: 'brought', becomes: 'the first image' },
  image: {
    columns: ['Product Image {n}', 'Product Image {n} Url', 'Image {n} Url'],
    fate: 'brought',
    becomes: 'further images',
  },
  material: { columns: ['Product Material'], fate: 'brought', becomes: 'attribute `material`' },
  country: { columns: ['Product Origin Country'], fate: 'brought', becomes: 'attribute `origin_country`' },
  tag: { columns: ['Product Tag {n}'], fate: 'brought', becomes: 'attribute `tags`, joined' },
  tags: { columns: ['Product Tags'], fate: 'brought', becomes: 'the same, of version 1' },
  type: { columns: ['Product Type'], fate: 'brought', becomes: 'attribute `product_type`' },
  collection: {
    columns: ['Product Collection Title', 'Product Collection Handle'],
    fate: 'otherwise',
    becomes: 'a category of that name below `collections`',
  },
  category: { columns: ['Product Category {n} Name'], fate: 'brought', becomes: 'a category of that name' },
  weight: { columns: ['Product Weight'], fate: 'otherwise', becomes: '`weight`, from grams to kilograms' },
  length: { columns: ['Product Length'], fate: 'brought', becomes: '`length`' },
  width: { columns: ['Product Width'], fate: 'brought', becomes: '`width`' },
  height: { columns: ['Product Height'], fate: 'brought', becomes: '`height`' },
  sku: { columns: ['Variant Sku'], fate: 'brought', becomes: '`element_number`' },
  ean: {
    columns: ['Variant Ean', 'Variant Barcode', 'Variant Upc'],
    fate: 'brought',
    becomes: '`ean`: the first of them that is filled',
  },
  price: {
    columns: ['Variant Price {}', 'Price {}'],
    fate: 'otherwise',
    becomes: "`price`, from the column of the shop's currency; those of other currencies and of regions are left out",
  },
  optionName: {
    columns: ['Variant Option {n} Name', 'Option {n} Name'],
    fate: 'brought',
    becomes: "an attribute of the option's name",
  },
  optionValue: { columns: ['Variant Option {n} Value', 'Option {n} Value'], fate: 'brought', becomes: 'its value' },
  variantImage: { columns: ['Variant Image {n}'], fate: 'brought', becomes: 'images of the variant' },
  variantWeight: { columns: ['Variant Weight'], fate: 'otherwise', becomes: '`weight`, from grams to kilograms' },
  variantLength: { columns: ['Variant Length'], fate: 'brought', becomes: '`length`' },
  variantWidth: { columns: ['Variant Width'], fate: 'brought', becomes: '`width`' },
  variantHeight: { columns: ['Variant Height'], fate: 'brought', becomes: '`height`' },
  managed: { columns: ['Variant Manage Inventory'], fate: 'brought', becomes: 'whether stock is counted' },
  backorder: { columns: ['Variant Allow Backorder'], fate: 'brought', becomes: 'whether more is sold than there is' },
  stock: {
    columns: ['Variant Inventory Quantity'],
    fate: 'brought',
    becomes: 'stock; only version 1 has it: without it products can be bought without limit, and the import says so',
  },
  ids: {
    columns: [
      'Product Id',
      'Variant Id',
      'Product Collection Id',
      'Product Type Id',
      'Product External Id',
      'Shipping Profile Id',
      'Product Shipping Profile Id',
    ],
    fate: 'left',
    becomes: 'ids of tables that the export does not have',
  },
  links: {
    columns: ['Product Category {n}', 'Product Sales Channel {n}', 'Variant Option {n} Id'],
    fate: 'left',
    becomes: 'likewise: categories are ids in exports of version 2',
  },
  customs: {
    columns: ['Product Hs Code', 'Product Mid Code', 'Variant Hs Code', 'Variant Mid Code', 'Variant Origin Country'],
    fate: 'left',
    becomes: 'for customs; no place',
  },
  times: {
    columns: [
      'Product Created At',
      'Product Updated At',
      'Product Deleted At',
      'Variant Created At',
      'Variant Updated At',
      'Variant Deleted At',
    ],
    fate: 'left',
    becomes: 'the shop has times of its own',
  },
  variantTitle: { columns: ['Variant Title'], fate: 'left', becomes: 'its options say the same' },
} as const;

type Row = ForeignRow<typeof FIELDS>;

const optionsOf = (row: Row): { readonly [name: string]: string } =>
  attributesOf(row.each('optionName').map(([number, name]) => [name, row.text('optionValue', number)] as const));

const variantMeasures = (row: Row): Measures => ({
  weight: row.measure('variantWeight', GRAMS),
  length: row.measure('variantLength'),
  width: row.measure('variantWidth'),
  height: row.measure('variantHeight'),
});

const variantOf = (row: Row, currency: string): ForeignVariant => ({
  line: row.line,
  sku: row.code('sku'),
  ean: row.ean('ean'),
  price: row.price('price', currency),
  stock: row.flag('managed', row.has('stock')) ? row.pieces('stock') : '',
  mayOversell: row.flag('backorder', false),
  images: row.each('variantImage').map(([, url]) => url),
  measures: variantMeasures(row),
  values: optionsOf(row),
});

export const MEDUSA = foreignFormat({
  name: 'medusa',
  system: 'Medusa',
  about:
    'The product export of the dashboard, with the columns of version 2; its import template and exports of version 1 ' +
    'are read as well.',
  delimiter: ',',
  fields: FIELDS,

  groups: ({ rows }) => groupsByKey(rows, 'handle'),

  product: (rows, _table, { rules }) => {
    const row = rows[0]!;
    const tags = [...row.each('tag').map(([, tag]) => tag), ...row.list('tags', ',')];
    const collection = row.text('collection');
    return {
      line: row.line,
      name: row.text('handle'),
      title: row.text('title'),
      description: row.text('description'),
      active: row.flag('status', false),
      images: [row.text('thumbnail'), ...row.each('image').map(([, url]) => url)],
      categories: [
        ...row.each('category').map(([, name]) => [name]),
        ...(collection === '' ? [] : [['collections', collection]]),
      ],
      measures: {
        weight: row.measure('weight', GRAMS),
        length: row.measure('length'),
        width: row.measure('width'),
        height: row.measure('height'),
      },
      values: attributesOf([
        ['subtitle', row.text('subtitle')],
        ['material', row.text('material')],
        ['origin_country', row.text('country')],
        ['product_type', row.text('type')],
        ['tags', listed(tags.join(','), ',').join(', ')],
      ]),
      variants: rows.map((one) => variantOf(one, rules.currency)),
    };
  },

  notes: ({ columns, rows }) =>
    rows.some((row) => row.has('managed') && row.flag('managed', false)) && !columns.hasField('stock')
      ? ['the table says that stock is counted, and not how much there is: products can be bought without limit']
      : [],
});
