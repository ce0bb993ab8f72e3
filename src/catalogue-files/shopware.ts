// Reads the table of products that the default profile of Shopware 6 exports: a row for each product and each variant,
// which names its product in `parent_id`. A variant's empty cells mean what its product says.
import type { ForeignProduct, ForeignShop, ForeignVariant } from './foreign-products.ts';
import { foreignRecords } from './foreign-products.ts';
import { readForeignTable } from './foreign-table.ts';
import type { ForeignRow } from './foreign-table.ts';
import type { Chunks, Sourced } from './record-source.ts';

const variantOf = (row: ForeignRow): ForeignVariant => {
  const title = row.take('name');
  return {
    line: row.line,
    sku: row.take('product_number'),
    price: row.take('price_gross'),
    stock: row.take('stock'),
    images: [row.take('cover_media_url')],
    values: title === '' ? {} : { name: title },
  };
};

const productOf = (row: ForeignRow, variants: readonly ForeignRow[]): ForeignProduct => {
  const maker = row.take('manufacturer_name');
  return {
    line: row.line,
    name: row.take('product_number'),
    title: row.take('name'),
    description: row.take('description'),
    active: row.take('active') === '1' || row.take('active').toLowerCase() === 'true',
    images: [row.take('cover_media_url')],
    categories: [],
    tax: row.take('tax_name'),
    values: maker === '' ? {} : { manufacturer: maker },
    variants: (variants.length === 0 ? [row] : variants).map((one) => {
      const variant = variantOf(one);
      return variant.price === '' ? { ...variant, price: row.take('price_gross') } : variant;
    }),
  };
};

/** Throws ConfigError for a table that is none of Shopware's. */
export const readShopware = async function* (
  chunks: Chunks,
  delimiter: string,
  bytesMax: number,
  shop: ForeignShop,
): AsyncGenerator<Sourced> {
  const table = await readForeignTable(chunks, delimiter, bytesMax, ['id', 'product_number', 'price_gross']);
  const children = new Map<string, ForeignRow[]>();
  const roots: ForeignRow[] = [];
  for (const row of table.rows) {
    const parent = row.take('parent_id');
    const siblings = children.get(parent);
    if (parent === '') roots.push(row);
    else if (siblings === undefined) children.set(parent, [row]);
    else siblings.push(row);
  }
  const products = roots.map((row) => productOf(row, children.get(row.take('id')) ?? []));
  yield* foreignRecords('shopware', table, products, shop);
};
