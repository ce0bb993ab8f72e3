// `kontor export data` as a data engineer meets it: DuckDB reads both formats, sums are those of reports, and every
// query of docs/operate/export.md runs.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
import type { DuckDBConnection } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TABLES } from '../../src/data-export/tables.ts';
import { CommandPlace } from '../harness/commands.ts';
import type { Ran } from '../harness/commands.ts';
import { OpenedShop } from '../harness/opened-shop.ts';

const PAGE = new URL('../../docs/operate/export.md', import.meta.url);
const PAID = { payment: 'PAYMENT_RECEIVED' };

let place: CommandPlace;
let duck: DuckDBConnection;
let sales = 0;
let salesThen = 0;
let credited = 0;

const ordered = async (shop: OpenedShop, quantity: number): Promise<number> => {
  const { code: session } = await shop.call('get_new_session');
  const line = { id_shopobject: 1, element_type: 'PRODUCT', quantity, price_field: 'price' };
  await shop.call('add_to_cart', { session, ...line });
  await shop.call('set_order_details', { session, email: 'ada@shop.example', id_delivery_method: 1 });
  const { id_order: id } = await shop.call('checkout', { session });
  expect(id).toEqual(expect.any(Number));
  return id as number;
};

/** Makes the first line of an order have so many pieces. */
const edited = async (shop: OpenedShop, orderId: number, quantity: number): Promise<void> => {
  const { id_edit: edit, session } = await shop.office('begin_order_edit', { id_order: orderId });
  await shop.call('set_quantity', { session, id_element: 1, quantity });
  expect(await shop.office('commit_order_edit', { id_edit: edit })).toMatchObject({ status: 'success' });
};

const ran = (args: readonly string[]): Promise<Ran> => place.runHere(['export', 'data', ...args, '--data', 'data']);

const done = async (...args: readonly string[]): Promise<void> => {
  const { code, err } = await ran(args);
  expect({ code, err }).toEqual({ code: 0, err: [] });
};

const asked = async (sql: string): Promise<readonly { readonly [column: string]: unknown }[]> =>
  (await duck.runAndReadAll(sql)).getRowObjectsJson();

const sumOf = async (shop: OpenedShop, statistic: string): Promise<number> =>
  Math.round(Number((await shop.office('get_report', { statistic }))['sum']) * 100);

beforeAll(async () => {
  place = new CommandPlace();
  duck = await (await DuckDBInstance.create(':memory:')).connect();
  await duck.run(`SET file_search_path = '${place.directory.replaceAll("'", "''")}'`);
  const shop = await OpenedShop.open(place, 'data');
  const orders = [await ordered(shop, 2), await ordered(shop, 3), await ordered(shop, 1)];
  await shop.office('update_order', { id_order: orders[0]!, states: PAID });
  await shop.office('update_order', { id_order: orders[2]!, states: { order: 'CANCELED' } });
  await shop.office('cancel_lines', { id_order: orders[1]!, lines: [{ id_element: 1, quantity: 1 }] });
  // Dearer by two pieces, then cheaper by one.
  const changed = await ordered(shop, 1);
  await edited(shop, changed, 3);
  await edited(shop, changed, 2);
  salesThen = await sumOf(shop, 'sales');
  await shop.stop();
  await done('export');
  await done('lines', '--format', 'ndjson');
  const again = await OpenedShop.open(place, 'data');
  await ordered(again, 1);
  [sales, credited] = [await sumOf(again, 'sales'), await sumOf(again, 'credits')];
  await again.stop();
  await done('export-2', '--since', 'export');
});
afterAll(async () => {
  duck.closeSync();
  await place.clean();
});

describe('DuckDB', () => {
  test('reads every table of both formats: as many rows, of the types that the schema says', async () => {
    const { tables } = JSON.parse(readFileSync(place.path('export/schema.json'), 'utf8')) as {
      readonly tables: readonly {
        readonly name: string;
        readonly columns: readonly { name: string; type: string }[];
      }[];
    };
    expect(tables.map(({ name }) => name)).toEqual(TABLES.map(({ name }) => name));
    for (const { name, columns } of tables) {
      const described = await asked(`DESCRIBE FROM 'export/${name}.parquet'`);
      expect(described.map(({ column_name: column }) => column)).toEqual(columns.map((column) => column.name));
      expect(
        described.map(({ column_type: type }) => String(type).replace('TIMESTAMP WITH TIME ZONE', 'TIMESTAMPTZ')),
      ).toEqual(columns.map(({ type }) => type));
      const typed = columns.map((column) => `'${column.name}': '${column.type}'`).join(', ');
      const lines = `read_json('lines/${name}.ndjson', format = 'newline_delimited', columns = {${typed}})`;
      const differ = `SELECT count(*) AS n FROM (SELECT * FROM 'export/${name}.parquet' EXCEPT ALL SELECT * FROM ${lines})`;
      const sizes = `SELECT (SELECT count(*) FROM 'export/${name}.parquet') - (SELECT count(*) FROM ${lines}) AS n`;
      expect([name, await asked(differ), await asked(sizes)]).toEqual([name, [{ n: '0' }], [{ n: '0' }]]);
    }
  });

  test('adds up: lines and taxes to orders, orders to what reports say, also after an increment', async () => {
    const parts = `SELECT o.id FROM 'export/orders.parquet' o
      WHERE o.total_minor <> (SELECT sum(worth_minor) FROM 'export/order_lines.parquet' l WHERE l.order_id = o.id)
        OR o.total_minor <> (SELECT sum(gross_minor) FROM 'export/order_taxes.parquet' t WHERE t.order_id = o.id)
        OR o.credited_minor <> (SELECT coalesce(sum(amount_minor), 0) FROM 'export/credit_notes.parquet' c
          WHERE c.order_id = o.id AND c.cart_number = o.cart_number)
        OR o.total_minor <> o.placed_minor
          - (SELECT coalesce(sum(amount_minor), 0) FROM 'export/credit_notes.parquet' c
            WHERE c.order_id = o.id AND c.cart_number < o.cart_number AND c.kind <> 'edited')
          + (SELECT coalesce(sum(change_minor), 0) FROM 'export/credit_notes.parquet' c WHERE c.order_id = o.id)`;
    expect(await asked(parts)).toEqual([]);
    const later = (table: string, key: string): string => `(SELECT * FROM 'export/${table}.parquet'
      WHERE ${key} NOT IN (SELECT id FROM 'export-2/changes.parquet' WHERE kind = 'order')
      UNION ALL FROM 'export-2/${table}.parquet')`;
    const orders = later('orders', 'id');
    const edits = `SELECT coalesce(sum(c.change_minor), 0) FROM ${later('credit_notes', 'order_id')} c
      JOIN ${orders} o ON o.id = c.order_id WHERE o.is_counted`;
    const sums = `SELECT (sum(placed_minor) + (${edits} AND c.change_minor > 0))::BIGINT AS sales,
        (sum(credited_minor) - (${edits} AND c.change_minor < 0))::BIGINT AS credited
      FROM ${orders} WHERE is_counted`;
    expect(credited).toBeGreaterThan(0);
    expect(await asked(sums)).toEqual([{ sales: String(sales), credited: String(credited) }]);
  });

  test('runs every query of the page, and the first ones find something', async () => {
    const queries = [...readFileSync(PAGE, 'utf8').matchAll(/```sql\n([\s\S]*?)```/g)].map(([, sql]) => sql!);
    expect(queries.length).toBeGreaterThan(6);
    const [first] = queries;
    const total = await asked(`SELECT sum(sales_minor)::BIGINT AS sales FROM (${first!.replace(/;\s*$/, '')})`);
    expect(total).toEqual([{ sales: String(salesThen) }]);
    const found: number[] = [];
    for (const query of queries) found.push((await duck.runAndReadAll(query)).currentRowCount);
    expect(found.slice(0, 5).every((rows) => rows > 0)).toBe(true);
    const same = `SELECT count(*) AS orders, count(DISTINCT id) AS ids FROM orders`;
    expect(await asked(same)).toEqual([{ orders: '5', ids: '5' }]);
  });
});

describe('the command', () => {
  test('refuses what it cannot do, by one line, and leaves nothing', async () => {
    const said = async (...args: string[]): Promise<string> => {
      const { code, err } = await ran(args);
      expect(code).toBe(1);
      return err.join('\n');
    };
    expect(await said('export')).toMatch(/^kontor: export holds an export already: name another directory$/);
    expect(await said('new', '--format', 'csv')).toMatch(/^kontor: --format: csv is none of ndjson, parquet$/);
    expect(await said('new', '--tables', 'order')).toMatch(/^kontor: --tables: there is no table order; there are /);
    expect(await said('new', '--since', 'nowhere')).toMatch(/^kontor: --since: nowhere is no position and no export/);
    expect(await said('new', '--since', 'export', '--without-persons')).toMatch(/only one of both is without persons/);
    expect((await place.runHere(['export', 'data', 'new', '--data', 'none'])).err).toEqual([
      'kontor: none holds no store',
    ]);
    expect((await place.runHere(['export', 'data', 'new', '--language', 'de_DE'])).err.join()).toMatch(
      /unknown option/,
    );
    expect(existsSync(place.path('new'))).toBe(false);
  });

  test('writes the tables that are wanted, and takes a directory that an ended command left', async () => {
    mkdirSync(place.path('some'));
    writeFileSync(place.path('some/orders.parquet.part'), 'what was left');
    await done('some', '--tables', 'orders,stock', '--without-persons');
    const files = ['manifest.json', 'orders.parquet', 'schema.json', 'stock.parquet'];
    expect(readdirSync(place.path('some')).toSorted()).toEqual(files);
    const columns = (await asked(`DESCRIBE FROM 'some/orders.parquet'`)).map(({ column_name: name }) => name);
    expect(columns).toContain('total_minor');
    expect(columns).not.toContain('email');
    rmSync(place.path('some'), { recursive: true });
  });

  test('as `export` alone still writes the catalogue, also with options before its file', async () => {
    const { code, out } = await place.runHere(['export', '--data', 'data', 'catalogue.jsonl']);
    expect([code, out.join()]).toEqual([0, expect.stringMatching(/records written to catalogue.jsonl/)]);
    expect(readFileSync(place.path('catalogue.jsonl'), 'utf8').split('\n').length).toBeGreaterThan(5);
  });
});
