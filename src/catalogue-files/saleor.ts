// Reads the table of products that the dashboard of Saleor exports: a row for each variant, those of a product share
// its id. Of the channels, the one counts whose price is in the shop's currency.
import type { ForeignProduct, ForeignShop, ForeignVariant } from './foreign-products.ts';
import { attributeName, foreignRecords } from './foreign-products.ts';
import { readForeignTable } from './foreign-table.ts';
import type { ForeignRow, ForeignTable } from './foreign-table.ts';
import type { Chunks, Sourced } from './record-source.ts';

/** Several values of a cell. */
const listed = (cell: string): string[] =>
  cell
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** A description is JSON of EditorJS: its texts, which are HTML already, as paragraphs. */
const descriptionOf = (cell: string): string => {
  if (!cell.startsWith('{')) return cell;
  try {
    const { blocks = [] } = JSON.parse(cell) as { readonly blocks?: readonly { readonly data?: { text?: unknown } }[] };
    return blocks
      .map(({ data }) => data?.text)
      .filter((text) => typeof text === 'string')
      .map((text) => `<p>${text}</p>`)
      .join('');
  } catch {
    return cell;
  }
};

const attributesOf = (table: ForeignTable, row: ForeignRow, of: 'product' | 'variant') =>
  Object.fromEntries(
    table
      .matching(new RegExp(String.raw`^(.+) \(${of} attribute\)$`))
      .map(([column, name]) => [attributeName(name), row.take(column)] as const)
      .filter(([, value]) => value !== ''),
  );

const priceOf = (table: ForeignTable, row: ForeignRow, currency: string): string => {
  const channel = table
    .matching(/^(.+) \(channel variant currency code\)$/)
    .find(([column]) => row.take(column) === currency);
  return channel === undefined ? '' : row.take(`${channel[1]} (channel price amount)`);
};

const stockOf = (table: ForeignTable, row: ForeignRow): string => {
  const cells = table
    .matching(/^(.+) \(warehouse quantity\)$/)
    .map(([column]) => row.take(column))
    .filter((cell) => cell !== '');
  return cells.length === 0 ? '' : String(cells.reduce((sum, cell) => sum + Number(cell), 0));
};

const isPublished = (table: ForeignTable, row: ForeignRow): boolean => {
  const columns = table.matching(/^(.+) \(channel published\)$/);
  return columns.length === 0 || columns.some(([column]) => row.take(column).toLowerCase() === 'true');
};

const productOf = (table: ForeignTable, rows: readonly ForeignRow[], { rules }: ForeignShop): ForeignProduct => {
  const row = rows[0]!;
  const type = row.take('product type');
  const category = row.take('category');
  return {
    line: row.line,
    name: row.take('name'),
    title: row.take('name'),
    description: descriptionOf(row.take('description')),
    active: isPublished(table, row),
    images: listed(row.take('product media')),
    categories: [
      ...(category === '' ? [] : [[category]]),
      ...listed(row.take('collections')).map((collection) => ['collections', collection]),
    ],
    values: { ...(type !== '' && { product_type: type }), ...attributesOf(table, row, 'product') },
    variants: rows.map((one): ForeignVariant => ({
      line: one.line,
      sku: one.take('variant sku'),
      price: priceOf(table, one, rules.currency),
      stock: stockOf(table, one),
      images: listed(one.take('variant media')),
      values: attributesOf(table, one, 'variant'),
    })),
  };
};

/** Throws ConfigError for a table that is none of Saleor's. */
export const readSaleor = async function* (
  chunks: Chunks,
  delimiter: string,
  bytesMax: number,
  shop: ForeignShop,
): AsyncGenerator<Sourced> {
  const table = await readForeignTable(chunks, delimiter, bytesMax, ['id', 'name', 'variant sku']);
  const byId = new Map<string, ForeignRow[]>();
  for (const row of table.rows) {
    const id = row.take('id');
    const rows = byId.get(id);
    if (rows === undefined) byId.set(id, [row]);
    else rows.push(row);
  }
  const products = [...byId.values()].map((rows) => productOf(table, rows, shop));
  yield* foreignRecords('saleor', table, products, shop);
};
