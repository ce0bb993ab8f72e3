// Reads the table of products that the dashboard of Medusa exports: a row for each variant, those of a product share
// its handle. Prices are in the currency's main unit.
import type { ForeignProduct, ForeignShop, ForeignVariant } from './foreign-products.ts';
import { attributeName, foreignRecords } from './foreign-products.ts';
import { readForeignTable } from './foreign-table.ts';
import type { ForeignRow, ForeignTable } from './foreign-table.ts';
import type { Chunks, Sourced } from './record-source.ts';

const NAMED = {
  subtitle: 'Product Subtitle',
  material: 'Product Material',
  origin_country: 'Product Origin Country',
} as const;

const optionsOf = (table: ForeignTable, row: ForeignRow): { readonly [name: string]: string } =>
  Object.fromEntries(
    table
      .matching(/^Variant Option (\d+) Name$/)
      .map(([column, number]) => [row.take(column), row.take(`Variant Option ${number} Value`)] as const)
      .filter(([name, value]) => name !== '' && value !== '')
      .map(([name, value]) => [attributeName(name), value]),
  );

const variantOf = (table: ForeignTable, row: ForeignRow, currency: string): ForeignVariant => ({
  line: row.line,
  sku: row.take('Variant SKU'),
  ean: row.take('Variant Barcode'),
  price: row.take(`Variant Price ${currency}`),
  // The export says whether stock is counted, and not how much there is.
  stock: row.take('Variant Manage Inventory').toLowerCase() === 'true' ? row.take('Variant Inventory Quantity') : '',
  mayOversell: row.take('Variant Allow Backorder').toLowerCase() === 'true',
  values: optionsOf(table, row),
});

const productOf = (table: ForeignTable, row: ForeignRow, variants: readonly ForeignVariant[]): ForeignProduct => {
  const named = Object.entries(NAMED).map(([name, column]) => [name, row.take(column)] as const);
  const several = (pattern: RegExp): string[] =>
    table
      .matching(pattern)
      .map(([column]) => row.take(column))
      .filter((cell) => cell !== '');
  const tags = several(/^Product Tag \d+$/);
  return {
    line: row.line,
    name: row.take('Product Handle'),
    title: row.take('Product Title'),
    description: row.take('Product Description'),
    active: row.take('Product Status').toLowerCase() === 'published',
    images: [row.take('Product Thumbnail'), ...several(/^Product Image \d+(?: Url)?$/)],
    categories: [],
    values: Object.fromEntries([...named, ['tags', tags.join(', ')] as const].filter(([, value]) => value !== '')),
    variants,
  };
};

/** Throws ConfigError for a table that is none of Medusa's. */
export const readMedusa = async function* (
  chunks: Chunks,
  delimiter: string,
  bytesMax: number,
  shop: ForeignShop,
): AsyncGenerator<Sourced> {
  const { currency } = shop.rules;
  const needed = ['Product Handle', 'Product Title', `Variant Price ${currency}`];
  const table = await readForeignTable(chunks, delimiter, bytesMax, needed);
  const byHandle = new Map<string, { readonly row: ForeignRow; readonly variants: ForeignVariant[] }>();
  for (const row of table.rows) {
    const handle = row.take('Product Handle');
    const product = byHandle.get(handle) ?? { row, variants: [] };
    product.variants.push(variantOf(table, row, currency));
    byHandle.set(handle, product);
  }
  const isCounted = table.rows.some((row) => row.take('Variant Manage Inventory').toLowerCase() === 'true');
  if (isCounted && !table.columns.includes('Variant Inventory Quantity'))
    shop.note('the table says that stock is counted, and not how much there is: products can be bought without limit');
  const products = [...byHandle.values()].map(({ row, variants }) => productOf(table, row, variants));
  yield* foreignRecords('medusa', table, products, shop);
};
