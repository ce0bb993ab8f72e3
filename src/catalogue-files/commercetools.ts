// Tables of products of commercetools: that of its command line (a column per attribute, prices as `DE-EUR 1250`) and
// that of the Merchant Center (`variants.sku`, `variants.prices.value.centAmount`). A product begins with a row that
// has its key or, where there are no keys, its product type; rows below are further variants, prices and pictures.
import { foreignFormat } from './foreign-format.ts';
import { groupsByFirstRow } from './foreign-groups.ts';
import { byLanguage, isLanguage } from './foreign-language.ts';
import type { Local } from './foreign-language.ts';
import { onSale } from './foreign-measures.ts';
import { attributesOf } from './foreign-products.ts';
import type { ForeignProduct, ForeignShop, ForeignVariant } from './foreign-products.ts';
import { listed } from './foreign-row.ts';
import type { ForeignRow } from './foreign-row.ts';

const FIELDS = {
  key: { columns: ['key'], fate: 'brought', becomes: "the product's name; without one its slug is, else its `name`" },
  productType: {
    columns: ['productType', 'productType.key'],
    fate: 'otherwise',
    becomes: 'where a product begins in a table without keys; attribute `product_type`',
    needed: true,
  },
  sku: {
    columns: ['sku', 'variants.sku'],
    fate: 'brought',
    becomes: '`element_number`; a row with another one is a further variant',
    needed: true,
  },
  name: { columns: ['name'], fate: 'brought', becomes: '`name`' },
  localName: {
    columns: ['name.{}'],
    fate: 'brought',
    becomes: "`name` in that language: the shop's of this code, else the code",
  },
  description: { columns: ['description'], fate: 'brought', becomes: '`description`, as it is' },
  localDescription: { columns: ['description.{}'], fate: 'brought', becomes: '`description` in that language' },
  slug: { columns: ['slug', 'slug.{}'], fate: 'otherwise', becomes: "the product's name without a key, by the first" },
  published: { columns: ['published', '_published'], fate: 'brought', becomes: 'active; without it every product is' },
  tax: {
    columns: ['tax', 'taxCategory.key', 'taxCategory'],
    fate: 'brought',
    becomes: 'the tax class of that name; `--tax` says another one',
  },
  categories: {
    columns: ['categories', 'categories.key'],
    fate: 'brought',
    becomes: 'categories as a tree: `Men>Shoes;Sale`; keys are categories of that name',
  },
  images: {
    columns: ['images', 'variants.images.url'],
    fate: 'brought',
    becomes: 'images of the variant, as addresses: they stay where they are until you copy them',
  },
  prices: {
    columns: ['prices'],
    fate: 'otherwise',
    becomes:
      "`price`, in the shop's currency, of its country before that of all; `EUR 1250|990` is 9.90 with " +
      '`compare_at_price` 12.50. Prices of groups, channels and times do not come',
  },
  cents: { columns: ['variants.prices.value.centAmount'], fate: 'otherwise', becomes: 'likewise' },
  currency: { columns: ['variants.prices.value.currencyCode'], fate: 'otherwise', becomes: 'likewise' },
  country: { columns: ['variants.prices.country'], fate: 'otherwise', becomes: 'likewise' },
  scope: {
    columns: [
      'variants.prices.customerGroup.key',
      'variants.prices.channel.key',
      'variants.prices.validFrom',
      'variants.prices.validUntil',
    ],
    fate: 'otherwise',
    becomes: 'a price with one of them does not come',
  },
  metaTitle: { columns: ['metaTitle', 'metaTitle.{}'], fate: 'brought', becomes: 'title for search engines' },
  metaDescription: {
    columns: ['metaDescription', 'metaDescription.{}'],
    fate: 'brought',
    becomes: 'description for search engines',
  },
  ids: {
    columns: [
      'id',
      'version',
      'variantId',
      'variants.id',
      'variants.key',
      'productType.typeId',
      'productType.id',
      'data-object',
      'creationDate',
      'createdAt',
      'lastModifiedAt',
      '_createdAt',
      'state.{}',
      'tax.{}',
      'taxCategory.{}',
      'categories.{}',
    ],
    fate: 'left',
    becomes: 'ids and times of commercetools',
  },
  rules: {
    columns: [
      'categoryOrderHints',
      'categoryOrderHints.{}',
      'searchKeywords.{}',
      'metaKeywords.{}',
      'priceMode',
      'variants.prices.{}',
      'variants.images.{}',
      'variants.assets.{}',
      '_hasStagedChanges',
    ],
    fate: 'left',
    becomes: 'no place',
  },
  attribute: {
    columns: ['variants.attributes.{}', 'attributes.{}', '{}'],
    fate: 'brought',
    becomes: 'every other column: an attribute of the variant; `color.en` in that language',
  },
} as const;

type Row = ForeignRow<typeof FIELDS>;

interface Price {
  readonly row: Row;
  readonly country: string;
  readonly price: string;
  readonly sale: string;
}

/** `[country-]currency cents[|discounted] [group][#channel][$from~until]`. */
const PRICE = /^(?:([A-Z]{2})-)?([A-Z]{3})\s+(\d+)(?:\|(\d+))?(.*)$/;

/** Prices in the currency that hold for everybody and always. */
const pricesOf = (row: Row, currency: string): Price[] => {
  const prices = row.list('prices', ';').flatMap((text): Price[] => {
    const [, country = '', code, cents = '', discounted, scope = ''] = PRICE.exec(text) ?? [];
    if (code === undefined) row.reject('prices', `${JSON.stringify(text)} is no price such as "EUR 1250"`);
    if (code !== currency || scope.trim() !== '') return [];
    const sale = discounted === undefined ? '' : row.minor('prices', discounted);
    return [{ row, country, price: row.minor('prices', cents), sale }];
  });
  const [cents, code, country, scope] = [
    row.text('cents'),
    row.text('currency'),
    row.text('country'),
    row.text('scope'),
  ];
  if (cents !== '' && code === currency && scope === '')
    prices.push({ row, country, price: row.minor('cents', cents), sale: '' });
  return prices;
};

const priceOf = (rows: readonly Row[], { rules }: ForeignShop): Pick<ForeignVariant, 'price' | 'prices'> => {
  const prices = rows.flatMap((row) => pricesOf(row, rules.currency));
  const found = prices.find(({ country }) => country === rules.country) ?? prices.find(({ country }) => country === '');
  return found === undefined ? { price: '' } : onSale(found.price, found.sale);
};

const localOf = (row: Row, plain: 'name' | 'description', local: 'localName' | 'localDescription'): Local[] => [
  ...(row.has(plain) ? [['', { [plain]: row.text(plain) }] as const] : []),
  ...row.each(local).map(([code, text]): Local => [code, { [plain]: text }]),
];

/** Texts for search engines by language, where the table has any. */
const seoOf = (row: Row, shop: ForeignShop): Pick<ForeignProduct, 'seo' | 'localSeo'> => {
  const { own, others } = byLanguage(
    [
      ...row.each('metaTitle').map(([code, title]): Local => [code, { title }]),
      ...row.each('metaDescription').map(([code, description]): Local => [code, { description }]),
    ],
    shop,
  );
  return Object.keys(own).length === 0 ? {} : { seo: own, localSeo: others };
};

/** `color`, `color.en` and `color.key` are one attribute. */
const attributesIn = (row: Row): Local[] =>
  row.each('attribute').map(([part, cell]) => {
    const names = part.split('.').filter((name, index) => index === 0 || (name !== 'key' && name !== 'label'));
    const last = names.length > 1 ? names.at(-1)! : '';
    return isLanguage(last)
      ? [last, attributesOf([[names.slice(0, -1).join(' '), cell]])]
      : ['', attributesOf([[names.join(' '), cell]])];
  });

/** Rows of one variant: the first has its SKU, others the same or none. */
const variantsOf = (rows: readonly Row[]): Row[][] => {
  const variants: Row[][] = [];
  for (const row of rows) {
    const sku = row.text('sku');
    const last = variants.at(-1);
    if (last !== undefined && (sku === '' || sku === last[0]!.text('sku'))) last.push(row);
    else variants.push([row]);
  }
  return variants;
};

const variantOf = (rows: readonly Row[], shop: ForeignShop): ForeignVariant => {
  const row = rows[0]!;
  const { own, others } = byLanguage(rows.flatMap(attributesIn), shop);
  return {
    line: row.line,
    sku: row.code('sku'),
    ...priceOf(rows, shop),
    stock: '',
    images: rows.flatMap((one) => one.list('images', ';')),
    values: own,
    ...(Object.keys(others).length > 0 && { translations: others }),
  };
};

export const COMMERCETOOLS = foreignFormat({
  name: 'commercetools',
  system: 'commercetools',
  about:
    'The table of products of the command line (`product-csv-sync`), and that which the Merchant Center imports and ' +
    'exports. Stock is a table of its own there: products can be bought without limit until it is set.',
  delimiter: ',',
  fields: FIELDS,
  articles: { field: 'sku', areShared: false },

  groups: ({ columns, rows }) => {
    const hasKeys = columns.hasField('key');
    let last = '';
    const begins = (row: Row): boolean => {
      const key = row.text('key');
      const isNew = hasKeys ? key !== '' && key !== last : row.has('productType');
      if (isNew) last = key;
      return isNew;
    };
    return groupsByFirstRow(rows, begins, ['key', 'productType']);
  },

  product: (rows, _table, shop) => {
    const row = rows[0]!;
    const { own, others } = byLanguage(
      [...localOf(row, 'name', 'localName'), ...localOf(row, 'description', 'localDescription')],
      shop,
    );
    const { name: title = '', description = '' } = own;
    const slug = row.text('slug') || (row.each('slug')[0]?.[1] ?? '');
    return {
      line: row.line,
      name: row.text('key') || slug || title,
      title,
      description,
      active: row.flag('published', true),
      images: [],
      categories: rows.flatMap((one) => one.list('categories', ';')).map((path) => listed(path, '>')),
      ...(row.has('tax') && { tax: { name: row.text('tax') } }),
      ...seoOf(row, shop),
      values: attributesOf([['product_type', row.text('productType')]]),
      ...(Object.keys(others).length > 0 && { translations: others }),
      variants: variantsOf(rows).map((variant) => variantOf(variant, shop)),
    };
  },

  unfit: ({ columns }) =>
    columns.hasField('name') || columns.hasField('localName')
      ? ''
      : 'the table has no names: a column "name" or "name.en" is missing',

  notes: () => ['the table says nothing of stock: products can be bought without limit until it is set'],
});
