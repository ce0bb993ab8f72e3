// Catches a table whose declaration does not fit its rows: a key that is no column, a float, a personal value that
// stays in an export without persons, a name that stands twice.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UNITS, table } from '../../src/data-export/column.ts';
import { CHANGES, TABLES, columnsOf, schemaOf, tablesNamed } from '../../src/data-export/tables.ts';
import { KINDS } from '../../src/domain/kinds.ts';
import { eraseUser } from '../../src/engine/maintenance/erasure.ts';
import { shopped } from '../engine/privacy/persons.ts';
import { exported, tablesIn } from './exported.ts';

const WORDS = ['anna.muster', 'Musterfrau', 'Gartenweg', 'Klingel bei Nachbarin', 'Rechnungshof'];

/** Every number within a value. */
const numbersIn = (value: unknown): readonly number[] => {
  if (typeof value === 'number') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : [];
};

describe('tables', () => {
  test('have names of their own, and a key that is a column', () => {
    const names = [...TABLES, CHANGES].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, key, columns } of [...TABLES, CHANGES]) {
      expect(columns[key], `${name}.${key}`).toMatchObject({ type: 'integer', isPersonal: false });
      for (const column of Object.keys(columns)) expect(column).toMatch(/^[a-z][a-z0-9_]*$/);
    }
  });

  test('with amounts say their currency, and no amount is without a unit', () => {
    for (const { name, columns } of TABLES) {
      const names = Object.keys(columns);
      const amounts = names.filter((column) => column.endsWith('_minor'));
      if (amounts.length > 0) expect(names, name).toContain('currency');
      for (const [column, { type }] of Object.entries(columns)) {
        const [, suffix = ''] = /_([a-z0-9]+)$/.exec(column) ?? [];
        if (Object.hasOwn(UNITS, suffix)) expect(['integer', 'json'], `${name}.${column}`).toContain(type);
      }
    }
  });

  test('of kinds with personal values have personal columns, but for invoices, whose content is left out', () => {
    const kinds = new Set(TABLES.map(({ kind }) => kind));
    const personal = [...kinds].filter((kind) => KINDS[kind].state.personalValues.length > 0);
    const marked = new Set(
      TABLES.filter(({ columns }) => Object.values(columns).some(({ isPersonal }) => isPersonal)).map(
        ({ kind }) => kind,
      ),
    );
    expect(personal.filter((kind) => !marked.has(kind))).toEqual(['issued_invoice']);
  });

  test('leave out without persons what staff, shoppers and providers may have written about one', () => {
    const free = ['attributes', 'failure', 'note', 'reference', 'transaction', 'tracking_number'];
    const sold = TABLES.filter(({ kind }) =>
      ['order', 'session', 'stock', 'stock_movement_page', 'payment', 'refund', 'order_return'].includes(kind),
    );
    const left = sold.flatMap((one) =>
      columnsOf(one, false).flatMap(({ name }) => (free.includes(name) ? [`${one.name}.${name}`] : [])),
    );
    expect(left).toEqual([]);
    const marked = (name: string): number => TABLES.filter(({ columns }) => columns[name]?.isPersonal === true).length;
    expect(free.map(marked).every((tables) => tables > 0)).toBe(true);
  });

  test('have no column twice: the later one would take the place of the earlier one', () => {
    const twice = (): unknown =>
      table('twice', {
        kind: 'user',
        key: 'id',
        about: '',
        rows: (id) => [{ id }],
        columns: ({ integer, text }) => ({
          id: integer('', (row) => row.id),
          ...Object.fromEntries([['state', text('', () => '')]]),
          ...Object.fromEntries([['state', text('', () => '')]]),
        }),
      });
    expect(twice).toThrow('each column of twice has a name of its own');
  });

  test('are found by their names, or none is', () => {
    expect(tablesNamed('orders, order_lines').map(({ name }) => name)).toEqual(['orders', 'order_lines']);
    expect(() => tablesNamed('orders,oders')).toThrow('there is no table oders');
  });
});

describe('an export', () => {
  test('has no float, every declared column, and the personal values of nobody without persons', async () => {
    const { store } = await shopped();
    const whole = await exported(store);
    const tables = tablesIn(whole.directory);
    for (const one of TABLES)
      for (const row of tables.get(one.name)!) {
        expect(Object.keys(row)).toEqual(columnsOf(one, true).map(({ name }) => name));
        for (const value of numbersIn(row)) expect(Number.isSafeInteger(value), `${one.name} ${value}`).toBe(true);
      }
    const text = [...tables.values()]
      .flat()
      .map((row) => JSON.stringify(row))
      .join('\n');
    for (const word of WORDS) expect(text).toContain(word);

    const without = await exported(store, { withPersons: false });
    for (const { file } of without.manifest.files) {
      const found = WORDS.filter((word) => readFileSync(join(without.directory, file), 'utf8').includes(word));
      expect(found, file).toEqual([]);
    }
    const names = tables.get('orders')!.map(({ id, total_minor: total }) => [id, total]);
    const left = tablesIn(without.directory).get('orders')!;
    expect(left.map(({ id, total_minor: total }) => [id, total])).toEqual(names);
    expect(JSON.parse(readFileSync(join(without.directory, 'schema.json'), 'utf8'))).toEqual(schemaOf(TABLES, false));
    await store.close();
  });

  test('says `erased` where a person was erased', async () => {
    const { store, user, userOrder, other } = await shopped();
    await eraseUser(store.engine, user, { years: 10 });
    const tables = tablesIn((await exported(store)).directory);
    const orders = new Map(tables.get('orders')!.map((row) => [row['id'], row]));
    expect(orders.get(userOrder)).toMatchObject({ username: 'erased', email: 'erased', delivery_street: 'erased' });
    expect(orders.get(userOrder)).toMatchObject({ attributes: {}, goods_minor: 1000 });
    expect(orders.get(other)).toMatchObject({ delivery_lastname: 'Musterfrau' });
    expect(tables.get('customers')).toMatchObject([{ id: user, is_erased: true, email: 'erased' }]);
    await store.close();
  });
});
