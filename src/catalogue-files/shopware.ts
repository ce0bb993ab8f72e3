// The table of products that the default profile of Shopware 6 exports: a row for each product and each variant, which
// names its product in `parent_id`. A variant's empty cells mean what its product says.
import { foreignFormat } from './foreign-format.ts';
import { groupsByParent } from './foreign-groups.ts';
import { attributesOf, checkTaxes } from './foreign-products.ts';
import type { ForeignVariant } from './foreign-products.ts';
import { listed } from './foreign-row.ts';
import type { ForeignRow } from './foreign-row.ts';
import { seoOf } from './foreign-seo.ts';

const FIELDS = {
  id: { columns: ['id'], fate: 'otherwise', becomes: 'which product a variant belongs to', needed: true },
  parentId: { columns: ['parent_id'], fate: 'otherwise', becomes: 'the same, wherever the product stands in the file' },
  number: {
    columns: ['product_number'],
    fate: 'brought',
    becomes: "the product's name and `element_number`",
    needed: true,
  },
  active: {
    columns: ['active'],
    fate: 'brought',
    becomes: 'active; an empty cell of a variant is that of its product',
  },
  stock: { columns: ['stock'], fate: 'brought', becomes: 'stock; below 0 is 0' },
  name: { columns: ['name'], fate: 'brought', becomes: "`name`; a variant without one has its product's" },
  description: { columns: ['description'], fate: 'brought', becomes: '`description`, HTML as it is' },
  price: {
    columns: ['price_gross'],
    fate: 'brought',
    becomes: "`price`; a variant without one has its product's",
    needed: true,
  },
  localPrice: {
    columns: ['price_gross_{}'],
    fate: 'otherwise',
    becomes: "the same, before it, from the column of the shop's currency, where the profile has it",
  },
  taxName: {
    columns: ['tax_name'],
    fate: 'brought',
    becomes: 'the tax class of that name, where its rate is the same, else of that rate, where exactly one has it',
  },
  taxRate: {
    columns: ['tax_rate'],
    fate: 'brought',
    becomes: 'the same. A tax that the shop does not know is refused, unless `--tax` says what it is',
  },
  cover: { columns: ['cover_media_url'], fate: 'brought', becomes: 'image' },
  manufacturer: { columns: ['manufacturer_name'], fate: 'brought', becomes: 'attribute `manufacturer`' },
  ean: { columns: ['ean'], fate: 'brought', becomes: '`ean`, where the profile has it' },
  weight: { columns: ['weight'], fate: 'brought', becomes: '`weight` in kilograms, where the profile has it' },
  length: { columns: ['length'], fate: 'brought', becomes: '`length`, likewise' },
  width: { columns: ['width'], fate: 'brought', becomes: '`width`, likewise' },
  height: { columns: ['height'], fate: 'brought', becomes: '`height`, likewise' },
  listPrice: {
    columns: ['list_price_gross', 'list_price'],
    fate: 'brought',
    becomes: 'attribute `compare_at_price`, where the profile has it',
  },
  keywords: { columns: ['keywords'], fate: 'brought', becomes: 'attribute `keywords`, where the profile has it' },
  metaTitle: {
    columns: ['meta_title'],
    fate: 'brought',
    becomes: 'title for search engines, where the profile has it',
  },
  metaDescription: {
    columns: ['meta_description'],
    fate: 'brought',
    becomes: 'description for search engines, likewise',
  },
  categories: {
    columns: ['category_paths', 'categories'],
    fate: 'otherwise',
    becomes: 'paths such as `Home > Lamps|Sale` are categories as a tree; the ids of the default profile are left out',
  },
  customerGroups: {
    columns: ['price_net', 'purchase_prices_net', 'purchase_prices_gross'],
    fate: 'left',
    becomes: 'net prices follow from the tax class; purchase prices would be seen by shoppers',
  },
  ids: {
    columns: ['tax_id', 'cover_media_id', 'manufacturer_id', 'propertyIds', 'optionIds', 'sales_channel'],
    fate: 'left',
    becomes: 'ids of tables that the export does not have: properties and options of variants with them',
  },
  rules: {
    columns: ['min_purchase', 'max_purchase', 'purchase_steps', 'list_price_net', 'list_price_linked'],
    fate: 'left',
    becomes: 'rules of sale; no place',
  },
  custom: {
    columns: ['custom_fields', 'variants'],
    fate: 'left',
    becomes: 'JSON and combinations of Shopware; no place',
  },
  coverTexts: { columns: ['cover_media_title', 'cover_media_alt'], fate: 'left', becomes: 'texts of images; no place' },
} as const;

type Row = ForeignRow<typeof FIELDS>;

/** As Shopware numbers everything. */
const ID = /^[0-9a-f]{32}$/i;

const priceOf = (row: Row, currency: string): string => row.price('localPrice', currency) || row.price('price');

const variantOf = (row: Row, product: Row, currency: string): ForeignVariant => {
  const title = row === product ? '' : row.text('name');
  return {
    line: row.line,
    sku: row.code('number'),
    ean: row.ean('ean'),
    price: priceOf(row, currency) || priceOf(product, currency),
    ...(row.has('listPrice') && { prices: { compare_at_price: row.price('listPrice') } }),
    stock: row.pieces('stock'),
    active: row.flag('active', product.flag('active', true)),
    images: row === product ? [] : [row.text('cover')],
    measures: {
      weight: row.measure('weight'),
      length: row.measure('length'),
      width: row.measure('width'),
      height: row.measure('height'),
    },
    values: title === '' ? {} : { name: title },
  };
};

/** Ids of categories are left out: the table does not say what they are called. */
const pathsOf = (row: Row): string[][] => {
  if (listed(row.peek('categories'), '|').every((path) => ID.test(path))) return [];
  return row
    .list('categories', '|')
    .filter((path) => !ID.test(path))
    .map((path) => listed(path, '>'));
};

export const SHOPWARE = foreignFormat({
  name: 'shopware',
  system: 'Shopware 6',
  about:
    'The export of products with the default profile, whose cells stand between `;`. What a profile of your own has ' +
    'beside, under the names that Shopware gives them, is read as the table says.',
  delimiter: ';',
  fields: FIELDS,
  articles: { field: 'number', areShared: false },

  groups: ({ rows }) =>
    groupsByParent(
      rows,
      (row) => [row.text('id')],
      (row) => row.text('parentId'),
      { id: 'id', parent: 'parentId' },
    ),

  product: (rows, _table, { rules }) => {
    const [row, ...variants] = rows as [Row, ...Row[]];
    checkTaxes(rows, 'taxName');
    checkTaxes(rows, 'taxRate');
    return {
      line: row.line,
      name: row.text('number'),
      title: row.text('name'),
      description: row.text('description'),
      active: row.flag('active', true),
      images: [row.text('cover')],
      categories: pathsOf(row),
      tax: { name: row.text('taxName'), percent: row.text('taxRate') },
      ...seoOf(row, { title: 'metaTitle', description: 'metaDescription' }),
      values: attributesOf([
        ['manufacturer', row.text('manufacturer')],
        ['keywords', row.text('keywords')],
      ]),
      variants: (variants.length === 0 ? [row] : variants).map((one) => variantOf(one, row, rules.currency)),
    };
  },
});
