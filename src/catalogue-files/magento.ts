// The table of products that Magento 2 and Adobe Commerce export: a row for each product, also for those that are a
// variant of a configurable one, which names them in `configurable_variations`; a further row for each store view.
import { foreignFormat } from './foreign-format.ts';
import { groupsByMembers } from './foreign-groups.ts';
import { isLanguage, languageOf } from './foreign-language.ts';
import type { LocalTexts, Texts } from './foreign-language.ts';
import { onSale } from './foreign-measures.ts';
import { attributesOf } from './foreign-products.ts';
import type { ForeignProduct, ForeignShop, ForeignVariant } from './foreign-products.ts';
import { listed } from './foreign-row.ts';
import type { ForeignRow } from './foreign-row.ts';
import { seoOf } from './foreign-seo.ts';

const FIELDS = {
  sku: {
    columns: ['sku'],
    fate: 'brought',
    becomes: "the product's name and `element_number`; rows of one SKU are one product",
    needed: true,
  },
  storeView: {
    columns: ['store_view_code'],
    fate: 'otherwise',
    becomes: 'name and description of a view that is called like a language (`de`, `de_AT`) are texts in it',
  },
  type: {
    columns: ['product_type'],
    fate: 'otherwise',
    becomes: '`configurable` has variations; bundles and grouped products come switched off',
    needed: true,
  },
  categories: {
    columns: ['categories'],
    fate: 'brought',
    becomes: 'categories as a tree, without the root: `Default Category/Gear/Bags` is `Gear > Bags`',
  },
  name: { columns: ['name'], fate: 'brought', becomes: '`name`', needed: true },
  description: { columns: ['description'], fate: 'brought', becomes: '`description`, HTML as it is' },
  shortDescription: {
    columns: ['short_description'],
    fate: 'brought',
    becomes: 'attribute `short_description`, HTML as it is',
  },
  weight: {
    columns: ['weight'],
    fate: 'brought',
    becomes: '`weight`, taken for kilograms: the table does not say its unit',
  },
  online: { columns: ['product_online'], fate: 'brought', becomes: '`1` is active' },
  taxClass: {
    columns: ['tax_class_name'],
    fate: 'brought',
    becomes: 'the tax class of that name; `None` is a tax of 0 % (`--tax "Taxable Goods=…,0%=…"`)',
  },
  visibility: {
    columns: ['visibility'],
    fate: 'otherwise',
    becomes: '`Not Visible Individually` and no variant of a row: `(part)` behind its name, and inactive',
  },
  price: { columns: ['price'], fate: 'brought', becomes: '`price`', needed: true },
  sale: {
    columns: ['special_price'],
    fate: 'otherwise',
    becomes: '`price`, and the other one is `compare_at_price`',
  },
  saleBegin: {
    columns: ['special_price_from_date'],
    fate: 'otherwise',
    becomes: 'a price for a time does not come: the other one does, and the import says so',
  },
  saleEnd: { columns: ['special_price_to_date'], fate: 'otherwise', becomes: 'likewise' },
  metaTitle: { columns: ['meta_title'], fate: 'brought', becomes: 'title for search engines' },
  metaDescription: { columns: ['meta_description'], fate: 'brought', becomes: 'description for search engines' },
  metaKeywords: { columns: ['meta_keywords'], fate: 'brought', becomes: 'attribute `keywords`' },
  image: {
    columns: ['base_image'],
    fate: 'otherwise',
    becomes: 'image, as it stands there; put the files where a storefront finds them',
  },
  moreImages: { columns: ['additional_images'], fate: 'otherwise', becomes: 'further images, likewise' },
  country: { columns: ['country_of_manufacture'], fate: 'brought', becomes: 'attribute `country_of_manufacture`' },
  attributes: {
    columns: ['additional_attributes'],
    fate: 'brought',
    becomes: "attributes: `color=Red,material=Wool|Silk`; of a product those that are not its variations'",
  },
  quantity: { columns: ['qty'], fate: 'brought', becomes: 'stock; below 0 is 0' },
  backorders: { columns: ['allow_backorders'], fate: 'brought', becomes: 'whether more is sold than there is' },
  inStock: { columns: ['is_in_stock'], fate: 'brought', becomes: '`0`: none is there' },
  counted: {
    columns: ['manage_stock'],
    fate: 'brought',
    becomes: '`0` where it is not the default: stock is not counted',
  },
  countedByDefault: {
    columns: ['use_config_manage_stock'],
    fate: 'otherwise',
    becomes: '`1`: stock is counted, as it is by default',
  },
  variations: {
    columns: ['configurable_variations'],
    fate: 'brought',
    becomes:
      'which rows are its variants, and their options: `sku=A-S,size=S|sku=A-M,size=M`; a variant without a row is refused, and the product with it',
  },
  variationLabels: {
    columns: ['configurable_variation_labels'],
    fate: 'left',
    becomes: 'options are called by their codes, as the attributes are',
  },
  urlKey: {
    columns: ['url_key'],
    fate: 'brought',
    becomes: '`permalink`; that of a row which is a variation of another is left out',
  },
  otherImages: {
    columns: [
      'base_image_label',
      'small_image',
      'small_image_label',
      'thumbnail_image',
      'thumbnail_image_label',
      'swatch_image',
      'swatch_image_label',
      'additional_image_labels',
      'hide_from_product_page',
    ],
    fate: 'left',
    becomes: 'smaller pictures and texts of images; no place',
  },
  otherProducts: {
    columns: [
      'related_skus',
      'related_position',
      'crosssell_skus',
      'crosssell_position',
      'upsell_skus',
      'upsell_position',
      'associated_skus',
      'bundle_price_type',
      'bundle_sku_type',
      'bundle_price_view',
      'bundle_weight_type',
      'bundle_values',
      'bundle_shipment_type',
    ],
    fate: 'left',
    becomes: 'links between products and bundles; no place',
  },
  rules: {
    columns: [
      'attribute_set_code',
      'product_websites',
      'website_id',
      'created_at',
      'updated_at',
      'new_from_date',
      'new_to_date',
      'map_price',
      'msrp_price',
      'map_enabled',
      'msrp_display_actual_price_type',
      'gift_message_available',
      'custom_options',
      'custom_design',
      'custom_design_from',
      'custom_design_to',
      'custom_layout_update',
      'page_layout',
      'product_options_container',
      'display_product_options_in',
      'out_of_stock_qty',
      'min_cart_qty',
      'max_cart_qty',
      'notify_on_stock_below',
      'qty_increments',
      'enable_qty_increments',
      'is_qty_decimal',
      'is_decimal_divided',
      'deferred_stock_update',
      'use_config_{}',
      'giftcard_{}',
      'downloadable_{}',
    ],
    fate: 'left',
    becomes: 'rules and designs of Magento; no place',
  },
} as const;

type Row = ForeignRow<typeof FIELDS>;
type Pairs = readonly (readonly [name: string, value: string])[];

/** `a=1,b=2, and more,c="3,4"`: a comma that no name follows is part of the value. */
const pairsOf = (cell: string): Pairs =>
  listed(cell, /,(?=\s*[\w-]+=)/).map((pair) => {
    const at = pair.indexOf('=');
    const value = pair.slice(at + 1).replace(/^"(.*)"$/s, '$1');
    return [pair.slice(0, Math.max(0, at)), value.replaceAll('|', ', ').replaceAll('""', '"')];
  });

interface Option {
  readonly sku: string;
  readonly values: Texts;
}

const optionsOf = (row: Row): Option[] =>
  row.list('variations', '|').map((variation) => {
    const pairs = pairsOf(variation);
    const isSku = ([name]: Pairs[number]): boolean => name === 'sku';
    return { sku: pairs.find(isSku)?.[1] ?? '', values: attributesOf(pairs.filter((pair) => !isSku(pair))) };
  });

const isConfigurable = (row: Row): boolean => row.text('type').toLowerCase() === 'configurable';

const priceOf = (row: Row): Pick<ForeignVariant, 'price' | 'prices'> => {
  const [price, sale] = [row.price('price'), row.price('sale')];
  const isTimed = row.text('saleBegin') !== '' || row.text('saleEnd') !== '';
  if (sale !== '' && isTimed) row.suspect('sale', 'a price for a time is left out: the one without it is brought');
  return onSale(price, isTimed ? '' : sale);
};

const stockOf = (row: Row): string => {
  const [isCounted, isDefault] = [row.flag('counted', true), row.flag('countedByDefault', true)];
  const isOut = row.text('inStock') === '0';
  const pieces = row.pieces('quantity').replace(/\.0+$/, '');
  if (isOut) return '0';
  return isCounted || isDefault ? pieces : '';
};

const isOnline = (row: Row): boolean => ['', '1'].includes(row.text('online'));

const imagesOf = (row: Row): string[] =>
  [row.text('image'), ...row.list('moreImages', ',')].filter((image) => image !== 'no_selection');

const variantOf = (row: Row, values: Texts, isAlone: boolean): ForeignVariant => {
  const variant = {
    line: row.line,
    sku: row.code('sku'),
    ...priceOf(row),
    stock: stockOf(row),
    mayOversell: !['', '0'].includes(row.text('backorders')),
    measures: { weight: row.measure('weight') },
    values,
  };
  return isAlone ? variant : { ...variant, active: isOnline(row), images: imagesOf(row) };
};

/** Attributes of a variant that its product does not have in the same way. */
const ownOf = (row: Row, of: Texts, options: Texts): Texts => ({
  ...Object.fromEntries(
    Object.entries(attributesOf(pairsOf(row.text('attributes')))).filter(([name, value]) => of[name] !== value),
  ),
  ...options,
});

const isHidden = (row: Row): boolean => row.text('visibility').toLowerCase() === 'not visible individually';

/** The product among its rows, and its variants. Contradictions between them are refused. */
const partsOf = (rows: readonly Row[]): { readonly main: Row; readonly variants: readonly [Row, Texts][] } => {
  const bySku = new Map<string, Row>();
  for (const row of rows.filter((one) => one.text('storeView') === '')) {
    const sku = row.text('sku');
    const twin = bySku.get(sku);
    if (twin !== undefined) row.reject('sku', `line ${twin.line} has the same`);
    else bySku.set(sku, row);
  }
  for (const row of rows)
    if (!bySku.has(row.text('sku'))) row.reject('sku', 'no row says what it is in all store views');
  const parents = [...bySku.values()].filter(isConfigurable);
  const [parent] = parents;
  for (const other of parents.slice(1)) other.reject('variations', `line ${parent!.line} has the same variants`);
  const main = parent ?? bySku.values().next().value ?? rows[0]!;
  if (parent === undefined) return { main, variants: [] };
  const variants = optionsOf(parent).flatMap(({ sku, values }): [Row, Texts][] => {
    const row = bySku.get(sku);
    if (row === undefined) parent.reject('variations', `the table has no row of its variant ${JSON.stringify(sku)}`);
    return row === undefined ? [] : [[row, values]];
  });
  return { main, variants };
};

/** Bundles, their parts and the like are not sold by themselves here. */
const isSold = (row: Row, variants: number): boolean => {
  const type = row.text('type').toLowerCase();
  const isOther = type === 'bundle' || type === 'grouped' || (type === 'configurable' && variants === 0);
  if (isOther) row.suspect('type', 'it is not sold by itself: it comes switched off');
  const isPart = isHidden(row) && variants === 0;
  if (isPart) row.suspect('visibility', 'no row says which product it is a part of: it comes switched off');
  return !isOther && !isPart;
};

const translationsOf = (rows: readonly Row[], sku: string, shop: ForeignShop): LocalTexts => {
  const texts: LocalTexts = {};
  for (const row of rows) {
    const code = row.text('storeView');
    if (code === '' || row.text('sku') !== sku) continue;
    const [name, description] = [row.text('name'), row.text('description')];
    const language = languageOf(code, shop);
    const isOwn = language === shop.rules.language;
    if (!isLanguage(code) || isOwn) {
      row.suspect('storeView', isOwn ? "it is the shop's own language: left out" : 'it is no language: left out');
      continue;
    }
    texts[language] = { ...texts[language], ...(name !== '' && { name }), ...(description !== '' && { description }) };
  }
  return texts;
};

const taxOf = (row: Row): Pick<ForeignProduct, 'tax'> => {
  const name = row.text('taxClass');
  if (name === '') return {};
  return { tax: ['none', '0'].includes(name.toLowerCase()) ? { name: '', percent: '0' } : { name } };
};

/** Without the root of the tree, which every path begins with; `\/` is a sign of a name. */
const pathsOf = (row: Row): string[][] =>
  row
    .list('categories', ',')
    .map((path) => listed(path, /(?<!\\)\//).map((name) => name.replaceAll(String.raw`\/`, '/')))
    .map((path) => path.slice(1))
    .filter((path) => path.length > 0);

const productOf = (rows: readonly Row[], shop: ForeignShop): ForeignProduct => {
  const { main, variants } = partsOf(rows);
  const options = new Set(variants.flatMap(([, values]) => Object.keys(values)));
  const values = attributesOf([
    ...pairsOf(main.text('attributes')),
    ['country_of_manufacture', main.text('country')],
    ['keywords', main.text('metaKeywords')],
  ]);
  const own = Object.fromEntries(Object.entries(values).filter(([name]) => !options.has(name)));
  const sku = main.text('sku');
  const translations = translationsOf(rows, sku, shop);
  return {
    line: main.line,
    // `sku` stays free: a variation gets it once the table names its product.
    name: isHidden(main) && variants.length === 0 ? `${sku} (part)` : sku,
    title: main.text('name'),
    description: main.text('description'),
    ...(main.has('shortDescription') && { html: { short_description: main.text('shortDescription') } }),
    active: isOnline(main) && isSold(main, variants.length),
    images: imagesOf(main),
    categories: pathsOf(main),
    ...taxOf(main),
    ...seoOf(main, { permalink: 'urlKey', title: 'metaTitle', description: 'metaDescription' }),
    ...(variants.length > 0 && { measures: { weight: main.measure('weight') } }),
    values: own,
    ...(Object.keys(translations).length > 0 && { translations }),
    variants:
      variants.length === 0
        ? [variantOf(main, {}, true)]
        : variants.map(([row, chosen]) => variantOf(row, ownOf(row, own, chosen), false)),
  };
};

export const MAGENTO = foreignFormat({
  name: 'magento',
  system: 'Magento 2',
  about:
    'The export of products of Magento 2 and Adobe Commerce (System, Export, Products). The stock of several sources ' +
    'is a table of its own there: `qty` is that of the default one.',
  delimiter: ',',
  fields: FIELDS,
  articles: { field: 'sku', areShared: false },

  groups: ({ rows }) =>
    groupsByMembers(rows, { id: 'sku', members: 'variations' }, (row) => optionsOf(row).map(({ sku }) => sku)),

  product: (rows, _table, shop) => productOf(rows, shop),
});
