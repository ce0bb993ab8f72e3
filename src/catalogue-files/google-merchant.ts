// Feeds of products for the Google Merchant Center, as a table with tabs or as XML: an item is a variant, items of one
// `item_group_id` are a product. Meta, Bing, Pinterest and TikTok take feeds with the same names.
import { foreignFormat } from './foreign-format.ts';
import { groupsByKeyOf } from './foreign-groups.ts';
import { lengthOf, onSale, weightOf } from './foreign-measures.ts';
import { attributesOf } from './foreign-products.ts';
import type { ForeignVariant } from './foreign-products.ts';
import { listed } from './foreign-row.ts';
import type { ForeignRow } from './foreign-row.ts';

const FIELDS = {
  id: {
    columns: ['id'],
    fate: 'brought',
    becomes: "`element_number`; the product's name without a group",
    needed: true,
  },
  group: {
    columns: ['item_group_id', 'item group id'],
    fate: 'brought',
    becomes: "the product's name; items with the same one, and the item of this id, are one product",
  },
  title: { columns: ['title'], fate: 'brought', becomes: "`name`, the product's by the first item", needed: true },
  description: { columns: ['description'], fate: 'brought', becomes: '`description`, as it is' },
  price: {
    columns: ['price'],
    fate: 'brought',
    becomes: "`price`; `12.50 EUR` in another currency than the shop's is refused",
    needed: true,
  },
  sale: {
    columns: ['sale_price', 'sale price'],
    fate: 'otherwise',
    becomes: '`price`, and the other one is `compare_at_price`',
  },
  saleTime: {
    columns: ['sale_price_effective_date', 'sale price effective date'],
    fate: 'otherwise',
    becomes: 'a sale for a time does not come: the price without it does, and the import says so',
  },
  availability: {
    columns: ['availability'],
    fate: 'brought',
    becomes: '`out_of_stock`: none is there; else the stock is not counted. `preorder` and `backorder` are doubtful',
  },
  quantity: {
    columns: ['quantity', 'sell_on_google_quantity', 'quantity_to_sell_on_facebook', 'inventory'],
    fate: 'brought',
    becomes: 'stock, where the feed has it',
  },
  gtin: { columns: ['gtin', 'ean', 'upc'], fate: 'brought', becomes: '`ean`' },
  brand: { columns: ['brand'], fate: 'brought', becomes: 'attribute `brand`' },
  mpn: { columns: ['mpn'], fate: 'brought', becomes: 'attribute `mpn` of the variant' },
  image: { columns: ['image_link', 'image link'], fate: 'brought', becomes: 'image, as an address' },
  moreImages: {
    columns: ['additional_image_link', 'additional image link', 'additional_image_link {n}'],
    fate: 'brought',
    becomes: 'further images',
  },
  category: {
    columns: ['product_type', 'product type', 'product_type {n}'],
    fate: 'brought',
    becomes: 'categories as a tree: `Home > Lamps`',
  },
  googleCategory: {
    columns: ['google_product_category', 'google product category'],
    fate: 'brought',
    becomes: 'attribute `google_product_category`',
  },
  detail: {
    columns: ['product_detail', 'product detail', 'product_detail {n}'],
    fate: 'brought',
    becomes: 'attributes: `General:Voltage:12 V` is `voltage`',
  },
  highlight: {
    columns: ['product_highlight', 'product highlight', 'product_highlight {n}'],
    fate: 'brought',
    becomes: 'attribute `product_highlight`',
  },
  condition: { columns: ['condition'], fate: 'brought', becomes: 'attribute `condition`' },
  color: { columns: ['color', 'colour'], fate: 'brought', becomes: 'attribute `color` of the variant' },
  size: { columns: ['size'], fate: 'brought', becomes: 'attribute `size` of the variant' },
  material: { columns: ['material'], fate: 'brought', becomes: 'attribute `material` of the variant' },
  pattern: { columns: ['pattern'], fate: 'brought', becomes: 'attribute `pattern` of the variant' },
  gender: { columns: ['gender'], fate: 'brought', becomes: 'attribute `gender`' },
  ageGroup: { columns: ['age_group', 'age group'], fate: 'brought', becomes: 'attribute `age_group`' },
  label: {
    columns: ['custom_label_{n}', 'custom label {n}'],
    fate: 'brought',
    becomes: 'attributes `custom_label_0` to `custom_label_4`',
  },
  weight: {
    columns: ['product_weight', 'product weight', 'shipping_weight', 'shipping weight'],
    fate: 'otherwise',
    becomes: '`weight`, from kg, g, lb or oz to kilograms',
  },
  length: {
    columns: ['product_length', 'product length', 'shipping_length', 'shipping length'],
    fate: 'otherwise',
    becomes: '`length`, the number without its unit',
  },
  width: {
    columns: ['product_width', 'product width', 'shipping_width', 'shipping width'],
    fate: 'otherwise',
    becomes: '`width`, likewise',
  },
  height: {
    columns: ['product_height', 'product height', 'shipping_height', 'shipping height'],
    fate: 'otherwise',
    becomes: '`height`, likewise',
  },
  addresses: {
    columns: ['link', 'mobile_link', 'canonical_link', 'ads_redirect', 'checkout_link_template'],
    fate: 'left',
    becomes: 'addresses in the old shop',
  },
  taxes: {
    columns: ['tax', 'tax_category', 'shipping', 'shipping_label', 'cost_of_goods_sold'],
    fate: 'left',
    becomes: 'taxes and deliveries are set in the shop; purchase prices would be seen by shoppers',
  },
  advertising: {
    columns: [
      'identifier_exists',
      'adult',
      'multipack',
      'is_bundle',
      'size_type',
      'size_system',
      'promotion_id',
      'excluded_destination',
      'included_destination',
      'availability_date',
      'expiration_date',
      'unit_pricing_measure',
      'unit_pricing_base_measure',
      'installment',
    ],
    fate: 'left',
    becomes: 'for advertisements; no place',
  },
} as const;

type Row = ForeignRow<typeof FIELDS>;

const stockOf = (row: Row): string => {
  const availability = row
    .text('availability')
    .toLowerCase()
    .replaceAll(/[\s_]+/g, ' ');
  if (['preorder', 'backorder'].includes(availability)) row.suspect('availability', 'it is sold as if it were there');
  const pieces = row.pieces('quantity');
  return availability === 'out of stock' ? '0' : pieces;
};

const priceOf = (row: Row, currency: string): Pick<ForeignVariant, 'price' | 'prices'> => {
  const [price, sale] = [row.money('price', currency), row.money('sale', currency)];
  const isTimed = row.text('saleTime') !== '';
  if (sale !== '' && isTimed) row.suspect('sale', 'a price for a time is left out: the one without it is brought');
  return onSale(price, isTimed ? '' : sale);
};

/** In a table several addresses stand in one cell. */
const imagesOf = (row: Row): string[] => [
  row.text('image'),
  ...row.each('moreImages').flatMap(([, cell]) => listed(cell, /,(?=\s*https?:)/)),
];

/** `Section:Name:Value`, in a table several between commas. */
const detailsOf = (row: Row): (readonly [string, string])[] =>
  row
    .each('detail')
    .flatMap(([, cell]) => listed(cell, /,(?=[^,:]*:[^,:]*:)/))
    .map((detail) => {
      const [first = '', second = '', ...value] = detail.split(':');
      return value.length === 0 ? [first, second] : [second, value.join(':').trim()];
    });

const variantOf = (row: Row, title: string, currency: string, isAlone: boolean): ForeignVariant => {
  const own = row.text('title');
  return {
    line: row.line,
    sku: row.code('id'),
    ean: row.ean('gtin'),
    ...priceOf(row, currency),
    stock: stockOf(row),
    images: isAlone ? [] : imagesOf(row),
    measures: {
      weight: weightOf(row, 'weight', 'kg'),
      length: lengthOf(row, 'length'),
      width: lengthOf(row, 'width'),
      height: lengthOf(row, 'height'),
    },
    values: {
      ...(own !== title && own !== '' && { name: own }),
      ...attributesOf([
        ['color', row.text('color')],
        ['size', row.text('size')],
        ['material', row.text('material')],
        ['pattern', row.text('pattern')],
        ['mpn', row.text('mpn')],
      ]),
    },
  };
};

export const GOOGLE_MERCHANT = foreignFormat({
  name: 'google-merchant',
  system: 'Google Merchant',
  about:
    'A feed of products for the Google Merchant Center: a table between tabs, or XML (RSS 2.0 or Atom), in which an ' +
    'element is the column of its name. It says nothing of taxes: products get the first tax class of the shop.',
  delimiter: '\t',
  elements: ['item', 'entry'],
  fields: FIELDS,
  articles: { field: 'id', areShared: false },

  groups: ({ rows }) => groupsByKeyOf(rows, ['id', 'group'], (row) => row.text('group') || row.text('id')),

  product: (rows, _table, { rules }) => {
    const row = rows[0]!;
    const ids = new Set<string>();
    for (const one of rows) {
      const id = one.text('id');
      if (id === '' || ids.has(id)) one.reject('id', id === '' ? 'the item has no id' : 'another item has this id');
      ids.add(id);
    }
    const title = row.text('title');
    const grouped = rows.find((one) => one.has('group'));
    return {
      line: row.line,
      name: grouped?.text('group') ?? row.text('id'),
      title,
      description: row.text('description'),
      active: true,
      images: imagesOf(row),
      categories: row.each('category').map(([, path]) => listed(path, '>')),
      values: attributesOf([
        ['brand', row.text('brand')],
        ['condition', row.text('condition')],
        ['gender', row.text('gender')],
        ['age_group', row.text('ageGroup')],
        ['google_product_category', row.text('googleCategory')],
        ...detailsOf(row),
        ...row.each('highlight').map(([, text]) => ['product_highlight', text] as const),
        ...row.each('label').map(([number, text]) => [`custom_label_${number}`, text] as const),
      ]),
      variants: rows.map((one) => variantOf(one, title, rules.currency, rows.length === 1)),
    };
  },

  notes: (_table, { rules }) =>
    rules.taxClasses.length > 1
      ? ['the feed says nothing of taxes: every product has the first tax class of the shop']
      : [],
});
