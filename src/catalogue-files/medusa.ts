// The table of products that the dashboard of Medusa exports: a row for each variant, those of a product share its
// handle. Prices are in the currency's main unit. Exports of version 1 have them in another one, and are not read.
import { foreignFormat } from './foreign-format.ts';
import { groupsByKey } from './foreign-groups.ts';
import { GRAMS } from './foreign-measures.ts';
import { attributesOf } from './foreign-products.ts';
import type { ForeignVariant, Measures } from './foreign-products.ts';
import type { ForeignRow } from './foreign-row.ts';

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
    columns: ['Product Image {n}', 'Product Image {n} Url'],
    fate: 'brought',
    becomes: 'further images',
  },
  material: { columns: ['Product Material'], fate: 'brought', becomes: 'attribute `material`' },
  country: { columns: ['Product Origin Country'], fate: 'brought', becomes: 'attribute `origin_country`' },
  tag: { columns: ['Product Tag {n}'], fate: 'brought', becomes: 'attribute `tags`, joined' },
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
    columns: ['Variant Price {}'],
    fate: 'otherwise',
    becomes:
      "`price`, from the column of the shop's currency, without which the table is refused; those of other currencies " +
      'and of regions are left out',
    needed: true,
  },
  optionName: {
    columns: ['Variant Option {n} Name'],
    fate: 'brought',
    becomes: "an attribute of the option's name",
  },
  optionValue: { columns: ['Variant Option {n} Value'], fate: 'brought', becomes: 'its value' },
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
    becomes:
      'stock; an empty cell of a variant that is counted is 0, and doubtful; the export does not have the column: ' +
      'without it products can be bought without limit, and the import says so',
  },
  variantMaterial: { columns: ['Variant Material'], fate: 'brought', becomes: 'attribute `material` of the variant' },
  ids: {
    columns: [
      'Product Id',
      'Variant Id',
      'Product Collection Id',
      'Product Type Id',
      'Product External Id',
      'Shipping Profile Id',
      'Product Shipping Profile Id',
      'Variant Product Id',
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
  variantTitle: {
    columns: ['Variant Title', 'Variant Variant Rank'],
    fate: 'left',
    becomes: 'its options say the same; variants stand in the order of the table',
  },
  rules: {
    columns: ['Product Discountable', 'Product Is Giftcard', 'Variant Metadata'],
    fate: 'left',
    becomes: 'rules and data of Medusa; no place',
  },
} as const;

type Row = ForeignRow<typeof FIELDS>;

const optionsOf = (row: Row): { readonly [name: string]: string } => ({
  ...attributesOf(row.each('optionName').map(([number, name]) => [name, row.text('optionValue', number)] as const)),
  ...attributesOf([['material', row.text('variantMaterial')]]),
});

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
  stock: row.flag('managed', row.has('stock')) ? row.countedPieces('stock') : '',
  mayOversell: row.flag('backorder', false),
  images: row.each('variantImage').map(([, url]) => url),
  measures: variantMeasures(row),
  values: optionsOf(row),
});

export const MEDUSA = foreignFormat({
  name: 'medusa',
  system: 'Medusa',
  about:
    'The product export of the dashboard, with the columns of version 2; its import template is read as well. Version 1 ' +
    'has prices in cents, and other names of columns: import its table into version 2, and export it there.',
  delimiter: ',',
  fields: FIELDS,
  articles: { field: 'sku', areShared: false },

  groups: ({ rows }) => groupsByKey(rows, 'handle'),

  product: (rows, _table, { rules }) => {
    const row = rows[0]!;
    return {
      line: row.line,
      name: row.text('handle'),
      title: row.text('title'),
      description: row.text('description'),
      active: row.text('status').toLowerCase() === 'published',
      images: [row.text('thumbnail'), ...row.each('image').map(([, url]) => url)],
      categories: [],
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
        ...row.each('tag').map(([, tag]) => ['tags', tag] as const),
      ]),
      variants: rows.map((one) => variantOf(one, rules.currency)),
    };
  },

  unfit: ({ columns }, { rules: { currency } }) =>
    columns.placesOf('price', currency).length === 0
      ? `the table has no prices in ${currency}, the shop's currency: a column "Variant Price ${currency}" is missing`
      : '',

  notes: ({ columns, rows }) =>
    rows.some((row) => row.has('managed') && row.flag('managed', false)) && !columns.hasField('stock')
      ? ['the table says that stock is counted, and not how much there is: products can be bought without limit']
      : [],
});
