// The table of products that PrestaShop imports, with the names of columns of its sample, and the list that its back
// office exports: a row is a product. Combinations are a table of their own there, which is not read.
import { foreignFormat } from './foreign-format.ts';
import { groupsByParent } from './foreign-groups.ts';
import { attributesOf } from './foreign-products.ts';
import { listed } from './foreign-row.ts';
import type { ForeignRow } from './foreign-row.ts';
import { seoOf } from './foreign-seo.ts';

const FIELDS = {
  id: {
    columns: ['Product ID', 'ID'],
    fate: 'otherwise',
    becomes: "the product's name where it has no reference; two rows of one ID are refused",
    needed: true,
  },
  active: { columns: ['Active (0/1)', 'Active', 'Status'], fate: 'brought', becomes: 'active' },
  name: { columns: ['Name *', 'Name'], fate: 'brought', becomes: '`name`', needed: true },
  categories: {
    columns: ['Categories (x,y,z...)', 'Categories', 'Category'],
    fate: 'brought',
    becomes: 'categories; `Home/Clothes` is a path. Ids of categories are left out',
  },
  gross: {
    columns: ['Price tax included', 'Price tax incl.', 'Price (tax incl.)'],
    fate: 'brought',
    becomes: '`price`',
  },
  net: {
    columns: ['Price tax excluded', 'Price tax excl.', 'Price (tax excl.)'],
    fate: 'otherwise',
    becomes: '`price` where the other one is not there: the import says that no tax is in it',
  },
  tax: {
    columns: ['Tax rules ID', 'Tax rule ID'],
    fate: 'brought',
    becomes: 'a tax class: `--tax "1=standard,2=reduced"` says which the numbers are',
  },
  reference: {
    columns: ['Reference #', 'Reference'],
    fate: 'brought',
    becomes: "the product's name and `element_number`",
  },
  ean: { columns: ['EAN13', 'EAN-13', 'GTIN', 'UPC', 'ISBN'], fate: 'brought', becomes: '`ean`' },
  mpn: { columns: ['MPN'], fate: 'brought', becomes: 'attribute `mpn`' },
  brand: { columns: ['Manufacturer', 'Brand'], fate: 'brought', becomes: 'attribute `brand`' },
  width: { columns: ['Width'], fate: 'brought', becomes: '`width`' },
  height: { columns: ['Height'], fate: 'brought', becomes: '`height`' },
  depth: { columns: ['Depth'], fate: 'brought', becomes: '`length`' },
  weight: { columns: ['Weight'], fate: 'brought', becomes: '`weight`, taken for kilograms' },
  quantity: { columns: ['Quantity'], fate: 'brought', becomes: 'stock; below 0 is 0' },
  whenOut: {
    columns: ['Out of stock action'],
    fate: 'brought',
    becomes: '`1`: more is sold than there is',
  },
  visibility: { columns: ['Visibility'], fate: 'otherwise', becomes: '`none`: inactive' },
  forSale: {
    columns: ['Available for order (0 = No, 1 = Yes)', 'Available for order (0/1)', 'Available for order'],
    fate: 'otherwise',
    becomes: '`0`: inactive',
  },
  summary: {
    columns: ['Summary', 'Short description'],
    fate: 'brought',
    becomes: 'attribute `short_description`, HTML as it is',
  },
  description: { columns: ['Description'], fate: 'brought', becomes: '`description`, HTML as it is' },
  tags: { columns: ['Tags (x,y,z...)', 'Tags'], fate: 'brought', becomes: 'attribute `tags`' },
  metaTitle: { columns: ['Meta title', 'Meta-title'], fate: 'brought', becomes: 'title for search engines' },
  metaDescription: {
    columns: ['Meta description', 'Meta-description'],
    fate: 'brought',
    becomes: 'description for search engines',
  },
  metaKeywords: {
    columns: ['Meta keywords', 'Meta-keywords'],
    fate: 'brought',
    becomes: 'attribute `keywords`',
  },
  images: {
    columns: ['Image URLs (x,y,z...)', 'Image URLs', 'Image'],
    fate: 'brought',
    becomes: 'images, as addresses: they stay where they are until you copy them',
  },
  features: {
    columns: ['Feature(Name:Value:Position)', 'Feature (Name:Value:Position)', 'Features'],
    fate: 'brought',
    becomes: 'attributes: `Material:Wool:1,Care:Wash cold`',
  },
  condition: { columns: ['Condition'], fate: 'brought', becomes: 'attribute `condition`' },
  discounts: {
    columns: [
      'On sale (0/1)',
      'Discount amount',
      'Discount percent',
      'Discount from (yyyy-mm-dd)',
      'Discount to (yyyy-mm-dd)',
      'Ecotax',
      'Unity',
      'Unit price',
      'Additional shipping cost',
      'Show price (0 = No, 1 = Yes)',
    ],
    fate: 'left',
    becomes: 'rules of prices; no place',
  },
  purchase: {
    columns: ['Wholesale price', 'Supplier reference #', 'Supplier reference', 'Supplier'],
    fate: 'left',
    becomes: 'would be seen by shoppers',
  },
  address: { columns: ['URL rewritten'], fate: 'brought', becomes: '`permalink`' },
  texts: {
    columns: [
      'Text when in stock',
      'Text when backorder allowed',
      'Delivery time of in-stock products',
      'Delivery time of out-of-stock products with allowed orders',
      'Image alt texts (x,y,z...)',
      'Delete existing images (0 = No, 1 = Yes)',
    ],
    fate: 'left',
    becomes: 'texts of stock and images; no place',
  },
  rules: {
    columns: [
      'Minimal quantity',
      'Low stock level',
      'Send me an email when the quantity is under this level',
      'Product available date',
      'Product availability date',
      'Product creation date',
      'Available online only (0 = No, 1 = Yes)',
      'Customizable (0 = No, 1 = Yes)',
      'Uploadable files (0 = No, 1 = Yes)',
      'Text fields (0 = No, 1 = Yes)',
      'Virtual product',
      'Virtual product (0 = No, 1 = Yes)',
      'File URL',
      'Number of allowed downloads',
      'Expiration date',
      'Number of days',
      'ID / Name of shop',
      'Advanced stock management',
      'Depends On Stock',
      'Warehouse',
      'Accessories (x,y,z...)',
      'Acessories (x,y,z...)',
      'Position',
    ],
    fate: 'left',
    becomes: 'rules of PrestaShop; no place',
  },
} as const;

type Row = ForeignRow<typeof FIELDS>;

const pathsOf = (row: Row): string[][] => {
  const paths = row.list('categories', ',');
  const isId = (path: string): boolean => /^\d+$/.test(path);
  if (paths.some(isId)) row.suspect('categories', 'the number of a category does not say its name: it is left out');
  return paths.filter((path) => !isId(path)).map((path) => listed(path, '/'));
};

/** `Name:Value:Position`, several between commas. */
const featuresOf = (row: Row): (readonly [string, string])[] =>
  row.list('features', ',').map((feature) => {
    const [name = '', value = ''] = feature.split(':');
    return [name, value];
  });

const isActive = (row: Row): boolean => {
  const [isOn, isForSale] = [row.flag('active', true), row.flag('forSale', true)];
  return row.text('visibility').toLowerCase() !== 'none' && isOn && isForSale;
};

export const PRESTASHOP = foreignFormat({
  name: 'prestashop',
  system: 'PrestaShop',
  about:
    'The table of products that PrestaShop imports, in English, which export modules write as well; of the list that ' +
    'the back office exports as much as it has. Combinations are a table of their own and do not come: their product ' +
    'comes without variations.',
  delimiter: ';',
  fields: FIELDS,
  articles: { field: 'reference', areShared: true },

  groups: ({ rows }) =>
    groupsByParent(
      rows,
      (row) => [row.text('id')],
      () => '',
      { id: 'id', parent: 'id' },
    ),

  product: (rows) => {
    const row = rows[0]!;
    const title = row.text('name');
    const [gross, net] = [row.price('gross'), row.price('net')];
    return {
      line: row.line,
      name: row.text('reference') || row.text('id') || title,
      title,
      description: row.text('description'),
      ...(row.has('summary') && { html: { short_description: row.text('summary') } }),
      active: isActive(row),
      images: row.list('images', ','),
      categories: pathsOf(row),
      ...(row.has('tax') && { tax: { name: row.text('tax') } }),
      ...seoOf(row, { permalink: 'address', title: 'metaTitle', description: 'metaDescription' }),
      values: attributesOf([
        ['brand', row.text('brand')],
        ['mpn', row.text('mpn')],
        ['tags', row.text('tags')],
        ['condition', row.text('condition')],
        ['keywords', row.text('metaKeywords')],
        ...featuresOf(row),
      ]),
      variants: [
        {
          line: row.line,
          sku: row.code('reference'),
          ean: row.ean('ean'),
          price: gross || net,
          stock: row.pieces('quantity'),
          mayOversell: row.text('whenOut') === '1',
          measures: {
            weight: row.measure('weight'),
            length: row.measure('depth'),
            width: row.measure('width'),
            height: row.measure('height'),
          },
          values: {},
        },
      ],
    };
  },

  unfit: ({ columns }) =>
    columns.hasField('gross') || columns.hasField('net')
      ? ''
      : 'the table has no prices: a column "Price tax included" or "Price tax excluded" is missing',

  notes: ({ columns, rows }) => {
    const isNet = rows.some((row) => row.has('net') && !row.has('gross'));
    return isNet || !columns.hasField('gross')
      ? ['prices of this table are without tax: where those of the shop include it, they are too low']
      : [];
  },
});
