// Reads the table that Vendure imports products from: the first row of a product is also its first variant, further
// variants are rows below it without a name. Several values of a cell stand between `|`.
import type { ForeignProduct, ForeignShop, ForeignVariant } from './foreign-products.ts';
import { attributeName, foreignRecords } from './foreign-products.ts';
import { readForeignTable } from './foreign-table.ts';
import type { ForeignRow, ForeignTable } from './foreign-table.ts';
import type { Chunks, Sourced } from './record-source.ts';

const listed = (cell: string): string[] =>
  cell
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** `brand:Acme|category:Lamps` by the name of the facet, several values of one joined. */
const facetsOf = (cell: string): Map<string, string[]> => {
  const facets = new Map<string, string[]>();
  for (const facet of listed(cell)) {
    const [name = '', ...value] = facet.split(':');
    facets.set(name, [...(facets.get(name) ?? []), value.join(':')]);
  }
  return facets;
};

const asValues = (facets: ReadonlyMap<string, readonly string[]>): { readonly [name: string]: string } =>
  Object.fromEntries([...facets].map(([name, values]) => [attributeName(name), values.join(', ')]));

/** Columns such as `product:weight`: fields that a shop has added. */
const ownFields = (table: ForeignTable, row: ForeignRow, of: 'product' | 'variant') =>
  Object.fromEntries(
    table
      .matching(new RegExp(`^${of}:([^:]+)$`))
      .map(([column, name]) => [attributeName(name), row.take(column)] as const)
      .filter(([, value]) => value !== ''),
  );

const variantOf = (table: ForeignTable, row: ForeignRow, groups: readonly string[]): ForeignVariant => {
  const options = listed(row.take('optionValues'));
  return {
    line: row.line,
    sku: row.take('sku'),
    price: row.take('price'),
    stock: row.take('trackInventory').toLowerCase() === 'false' ? '' : row.take('stockOnHand'),
    images: listed(row.take('variantAssets')),
    values: {
      ...Object.fromEntries(groups.map((group, index) => [attributeName(group), options[index] ?? ''] as const)),
      ...asValues(facetsOf(row.take('variantFacets'))),
      ...ownFields(table, row, 'variant'),
    },
  };
};

/** `name:de` in the shop's language of that code, else in `de`. */
const translationsOf = (table: ForeignTable, row: ForeignRow, languages: readonly string[]) => {
  const translations: { [language: string]: { [name: string]: string } } = {};
  for (const name of ['name', 'description'] as const) {
    for (const [column, code] of table.matching(new RegExp(`^${name}:(.+)$`))) {
      const text = row.take(column);
      const language = languages.find((known) => known === code || known.startsWith(`${code}_`)) ?? code;
      if (text !== '') (translations[language] ??= {})[name] = text;
    }
  }
  return translations;
};

const productOf = (table: ForeignTable, rows: readonly ForeignRow[], { rules }: ForeignShop): ForeignProduct => {
  const row = rows[0]!;
  const facets = facetsOf(row.take('facets'));
  const paths = (facets.get('category') ?? []).map((name) => [name]);
  facets.delete('category');
  const translations = translationsOf(table, row, [rules.language, ...rules.languages]);
  const own = translations[rules.language] ?? Object.values(translations)[0] ?? {};
  delete translations[rules.language];
  const title = row.take('name') || own['name'] || '';
  return {
    line: row.line,
    name: row.take('slug') || title,
    title,
    description: row.take('description') || own['description'] || '',
    active: row.take('enabled').toLowerCase() !== 'false',
    images: listed(row.take('assets')),
    categories: paths,
    tax: row.take('taxCategory'),
    values: { ...asValues(facets), ...ownFields(table, row, 'product') },
    translations,
    variants: rows.map((one) => variantOf(table, one, listed(row.take('optionGroups')))),
  };
};

/** Throws ConfigError for a table that is none of Vendure's. */
export const readVendure = async function* (
  chunks: Chunks,
  delimiter: string,
  bytesMax: number,
  shop: ForeignShop,
): AsyncGenerator<Sourced> {
  const table = await readForeignTable(chunks, delimiter, bytesMax, ['sku', 'price', 'optionValues']);
  const names = table.matching(/^(name)(?::.+)?$/);
  const groups: ForeignRow[][] = [];
  for (const row of table.rows) {
    const isNew = names.some(([column]) => row.take(column) !== '');
    if (isNew || groups.length === 0) groups.push([row]);
    else groups.at(-1)!.push(row);
  }
  const products = groups.map((rows) => productOf(table, rows, shop));
  yield* foreignRecords('vendure', table, products, shop);
};
