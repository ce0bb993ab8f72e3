// The table of products that the dashboard of Saleor exports: a row for each variant, those of a product share its id.
// The first channel with a price in the shop's currency counts.
import { editorHtml } from './editor-js.ts';
import { foreignFormat } from './foreign-format.ts';
import { groupsByKey } from './foreign-groups.ts';
import { weightOf } from './foreign-measures.ts';
import { attributesOf } from './foreign-products.ts';
import type { ForeignVariant } from './foreign-products.ts';
import type { ForeignRow } from './foreign-row.ts';

const FIELDS = {
  id: { columns: ['id'], fate: 'otherwise', becomes: 'which rows are one product', needed: true },
  name: {
    columns: ['name'],
    fate: 'brought',
    becomes: "the product's name, and `name`; a second product of a name has `(2)` behind it",
    needed: true,
  },
  description: {
    columns: ['description'],
    fate: 'brought',
    becomes: '`description`: the blocks of the editor as HTML, with headings, lists, quotes, tables and images',
  },
  category: { columns: ['category'], fate: 'otherwise', becomes: 'a category of that slug: the export has no tree' },
  type: { columns: ['product type'], fate: 'brought', becomes: 'attribute `product_type`' },
  collections: {
    columns: ['collections'],
    fate: 'otherwise',
    becomes: 'categories of these slugs below `collections`',
  },
  media: { columns: ['product media'], fate: 'brought', becomes: 'images' },
  weight: { columns: ['product weight'], fate: 'brought', becomes: '`weight`, in kilograms' },
  productAttribute: {
    columns: ['{} (product attribute)'],
    fate: 'brought',
    becomes: 'attributes; the export has slugs of values, and plain text of rich text',
  },
  sku: { columns: ['variant sku'], fate: 'brought', becomes: '`element_number`', needed: true },
  variantWeight: { columns: ['variant weight'], fate: 'brought', becomes: '`weight` of the variant' },
  variantMedia: { columns: ['variant media'], fate: 'brought', becomes: 'images of the variant' },
  variantAttribute: { columns: ['{} (variant attribute)'], fate: 'brought', becomes: 'attributes of the variant' },
  currency: {
    columns: ['{} (channel variant currency code)'],
    fate: 'otherwise',
    becomes: "which channel's price counts: the first one with the shop's currency",
  },
  price: {
    columns: ['{} (channel price amount)'],
    fate: 'otherwise',
    becomes: '`price`; those of other channels are left out',
  },
  published: { columns: ['{} (channel published)'], fate: 'otherwise', becomes: 'active, where any channel says so' },
  stock: {
    columns: ['{} (warehouse quantity)'],
    fate: 'brought',
    becomes:
      'stock; with several warehouses a warehouse entity of the article number with a storage for each, bound to the ' +
      'product',
  },
  cost: {
    columns: ['{} (channel variant cost price)', '{} (channel cost price)'],
    fate: 'left',
    becomes: 'a purchase price, which shoppers would see',
  },
  channel: {
    columns: [
      '{} (channel product currency code)',
      '{} (channel publication date)',
      '{} (channel published at)',
      '{} (channel searchable)',
      '{} (channel available for purchase)',
      '{} (channel available for purchase at)',
      '{} (channel variant preorder quantity threshold)',
    ],
    fate: 'left',
    becomes: 'channels and times of sale; no place',
  },
  taxed: { columns: ['charge taxes'], fate: 'left', becomes: 'tax classes are not in the export: set them afterwards' },
  variantId: { columns: ['variant id'], fate: 'left', becomes: 'ids of Saleor' },
} as const;

type Row = ForeignRow<typeof FIELDS>;

const priceOf = (row: Row, currency: string): string => {
  const channel = row.each('currency').find(([, code]) => code.toUpperCase() === currency);
  return channel === undefined ? '' : row.price('price', channel[0]);
};

/** `hasPlaces`: the table has several warehouses. */
const variantOf = (row: Row, currency: string, hasPlaces: boolean): ForeignVariant => {
  const places = row.each('stock').map(([storage]) => ({ storage, quantity: row.pieces('stock', storage) || '0' }));
  return {
    line: row.line,
    sku: row.code('sku'),
    price: priceOf(row, currency),
    stock: places.length === 0 ? '' : String(places.reduce((sum, { quantity }) => sum + Number(quantity), 0)),
    places: hasPlaces ? places : [],
    images: row.list('variantMedia', ','),
    measures: { weight: weightOf(row, 'variantWeight', 'g') },
    values: attributesOf(row.each('variantAttribute')),
  };
};

export const SALEOR = foreignFormat({
  name: 'saleor',
  system: 'Saleor',
  about: 'The CSV export of products of the dashboard, with as many of its columns as there are.',
  delimiter: ',',
  fields: FIELDS,
  articles: { field: 'sku', areShared: false },

  groups: ({ rows }) => groupsByKey(rows, 'id'),

  product: (rows, { columns }, { rules }) => {
    const row = rows[0]!;
    const category = row.text('category');
    const published = row.each('published').map(([, cell]) => cell.toLowerCase());
    const description = editorHtml(row.text('description'));
    if (description.lost.length > 0)
      row.suspect('description', `blocks that have no HTML are left out: ${description.lost.join(', ')}`);
    return {
      line: row.line,
      name: row.text('name'),
      title: row.text('name'),
      description: description.html,
      active: !columns.hasField('published') || published.some((cell) => cell === 'true' || cell === '1'),
      images: row.list('media', ','),
      categories: [
        ...(category === '' ? [] : [[category]]),
        ...row.list('collections', ',').map((collection) => ['collections', collection]),
      ],
      measures: { weight: weightOf(row, 'weight', 'g') },
      values: attributesOf([['product_type', row.text('type')], ...row.each('productAttribute')]),
      variants: rows.map((one) => variantOf(one, rules.currency, columns.partsOf('stock').length > 1)),
    };
  },
});
