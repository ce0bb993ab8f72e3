// The table that Vendure imports products from: the first row of a product is also its first variant, further variants
// are rows below it without a name. Several values of a cell stand between `|`.
import { foreignFormat } from './foreign-format.ts';
import { groupsByFirstRow } from './foreign-groups.ts';
import { byLanguage, languageOf } from './foreign-language.ts';
import type { Local } from './foreign-language.ts';
import { attributesOf, checkTaxes } from './foreign-products.ts';
import type { ForeignShop, ForeignVariant } from './foreign-products.ts';
import { listed } from './foreign-row.ts';
import type { ForeignRow } from './foreign-row.ts';

const FIELDS = {
  name: {
    columns: ['name'],
    fate: 'brought',
    becomes: '`name`; a row without one is a variant of the product above it',
  },
  localName: {
    columns: ['name:{}'],
    fate: 'brought',
    becomes: "`name` in that language: the shop's of this code, else the code",
  },
  slug: {
    columns: ['slug'],
    fate: 'brought',
    becomes: "the product's name, by which it is found again; without one its `name` is",
  },
  localSlug: { columns: ['slug:{}'], fate: 'left', becomes: 'a product has one name in all languages' },
  description: { columns: ['description'], fate: 'brought', becomes: '`description`, HTML as it is' },
  localDescription: { columns: ['description:{}'], fate: 'brought', becomes: '`description` in that language' },
  enabled: { columns: ['enabled'], fate: 'brought', becomes: 'active; without the column every product is' },
  assets: {
    columns: ['assets'],
    fate: 'otherwise',
    becomes: 'images, as they stand there; put the files where a storefront finds them',
  },
  facets: {
    columns: ['facets'],
    fate: 'brought',
    becomes: "attributes of the facet's name; `category:Lamps` is the category `Lamps`",
  },
  localFacets: { columns: ['facets:{}'], fate: 'brought', becomes: 'the same, in that language' },
  optionGroups: { columns: ['optionGroups'], fate: 'brought', becomes: "attributes of the option's name" },
  localGroups: {
    columns: ['optionGroups:{}'],
    fate: 'otherwise',
    becomes: "the same, in the shop's language: an attribute has one name",
  },
  optionValues: { columns: ['optionValues'], fate: 'brought', becomes: 'values of these attributes' },
  localValues: { columns: ['optionValues:{}'], fate: 'brought', becomes: 'the same, in that language' },
  sku: { columns: ['sku'], fate: 'brought', becomes: '`element_number`', needed: true },
  price: { columns: ['price'], fate: 'brought', becomes: '`price`', needed: true },
  taxCategory: {
    columns: ['taxCategory'],
    fate: 'brought',
    becomes: 'the tax class of that name; in a shop with a single tax class, that one',
  },
  stock: {
    columns: ['stockOnHand'],
    fate: 'brought',
    becomes: 'stock; below 0 is 0; an empty cell of a variant that is counted is 0, and doubtful',
  },
  track: { columns: ['trackInventory'], fate: 'brought', becomes: '`false`: stock is not counted' },
  variantAssets: { columns: ['variantAssets'], fate: 'otherwise', becomes: 'images of the variant, likewise' },
  variantFacets: { columns: ['variantFacets'], fate: 'brought', becomes: 'attributes of the variant' },
  localVariantFacets: { columns: ['variantFacets:{}'], fate: 'brought', becomes: 'the same, in that language' },
  productField: {
    columns: ['product:{}'],
    fate: 'otherwise',
    becomes: 'fields that a shop has added: attributes, as text; `product:field:de` in that language',
  },
  variantField: { columns: ['variant:{}'], fate: 'otherwise', becomes: 'attributes of the variant, likewise' },
} as const;

type Row = ForeignRow<typeof FIELDS>;
type Name = keyof typeof FIELDS;

const facetsOf = (cell: string): (readonly [name: string, value: string])[] =>
  listed(cell, '|').map((facet) => {
    const [name = '', ...value] = facet.split(':');
    return [name.trim(), value.join(':').trim()];
  });

const isCategory = ([name]: readonly [name: string, value: string]): boolean => name.toLowerCase() === 'category';

/** A field, and the same in other languages. */
const cellsOf = (row: Row, plain: Name, local: Name): (readonly [code: string, cell: string])[] => [
  ...(row.has(plain) ? [['', row.text(plain)] as const] : []),
  ...row.each(local),
];

/** Columns such as `product:weight` and `product:weight:de`. */
const ownFields = (row: Row, field: 'productField' | 'variantField'): Local[] =>
  row.each(field).map(([part, cell]) => {
    const [name = '', code = ''] = part.split(':');
    return [code, attributesOf([[name, cell]])];
  });

/** Names of the options in the shop's language, or in the first that the table has. */
const groupsOf = (row: Row, shop: ForeignShop): string[] => {
  const cells = cellsOf(row, 'optionGroups', 'localGroups');
  const own = cells.find(([code]) => languageOf(code, shop) === shop.rules.language) ?? cells[0];
  return own === undefined ? [] : listed(own[1], '|');
};

/** The columns have a place also where stock is not counted. `INHERIT` is what the shop's settings say. */
const isCounted = (row: Row): boolean => {
  row.text('stock');
  return row.text('track').toLowerCase() === 'inherit' || row.flag('track', true);
};

const variantOf = (row: Row, groups: readonly string[], shop: ForeignShop): ForeignVariant => {
  const options = cellsOf(row, 'optionValues', 'localValues').map(([code, cell]): Local => {
    const values = listed(cell, '|');
    if (groups.length > 0 && values.length !== groups.length)
      row.reject(code === '' ? 'optionValues' : 'localValues', `${values.length} values for ${groups.length} options`);
    return [code, attributesOf(groups.map((group, index) => [group, values[index] ?? ''] as const))];
  });
  const facets = cellsOf(row, 'variantFacets', 'localVariantFacets').map(([code, cell]): Local => [
    code,
    attributesOf(facetsOf(cell)),
  ]);
  const { own, others } = byLanguage([...options, ...facets, ...ownFields(row, 'variantField')], shop);
  return {
    line: row.line,
    sku: row.code('sku'),
    price: row.price('price'),
    stock: isCounted(row) ? row.countedPieces('stock') : '',
    images: row.list('variantAssets', '|'),
    values: own,
    translations: others,
  };
};

export const VENDURE = foreignFormat({
  name: 'vendure',
  system: 'Vendure',
  about:
    'The table that Vendure itself imports products from (`populate` and the product importer), which export plugins ' +
    'write as well.',
  delimiter: ',',
  fields: FIELDS,
  articles: { field: 'sku', areShared: true },

  groups: ({ rows }) =>
    groupsByFirstRow(rows, (row) => cellsOf(row, 'name', 'localName').length > 0, ['name', 'localName']),

  product: (rows, _table, shop) => {
    const row = rows[0]!;
    checkTaxes(rows, 'taxCategory');
    const facets = cellsOf(row, 'facets', 'localFacets').map(([code, cell]) => [code, facetsOf(cell)] as const);
    const { own, others } = byLanguage(
      [
        ...cellsOf(row, 'name', 'localName').map(([code, name]): Local => [code, { name }]),
        ...cellsOf(row, 'description', 'localDescription').map(([code, description]): Local => [code, { description }]),
        ...facets.map(([code, pairs]): Local => [code, attributesOf(pairs.filter((pair) => !isCategory(pair)))]),
        ...ownFields(row, 'productField'),
      ],
      shop,
    );
    const { name: title = '', description = '', ...values } = own;
    const groups = groupsOf(row, shop);
    return {
      line: row.line,
      name: row.text('slug') || title,
      title,
      description,
      active: row.flag('enabled', true),
      images: row.list('assets', '|'),
      categories: (facets[0]?.[1] ?? []).filter(isCategory).map(([, category]) => [category]),
      tax: { name: row.text('taxCategory') },
      values,
      translations: others,
      variants: rows.map((one) => variantOf(one, groups, shop)),
    };
  },
});
