// Every table of the data export, and its schema as the export has it beside its files (schema.json).
import type { KindName } from '../domain/kind-types.ts';
import { ConfigError } from '../config/setting.ts';
import { SQL_TYPES, UNITS, table, unitOf } from './column.ts';
import type { Column, Table, Value } from './column.ts';
import { GOODS_TABLES } from './goods-tables.ts';
import { ORDER_TABLES } from './order-tables.ts';
import { PERSON_TABLES } from './person-tables.ts';
import { SALE_TABLES } from './sale-tables.ts';
import { STOCK_TABLES } from './stock-tables.ts';

/** Grows when a table or a column goes or means something else; one more is none of that. */
export const SCHEMA_VERSION = 1;

export const TABLES: readonly Table[] = [
  ...PERSON_TABLES,
  ...ORDER_TABLES,
  ...SALE_TABLES,
  ...GOODS_TABLES,
  ...STOCK_TABLES,
];

export interface Change {
  readonly kind: KindName;
  readonly id: number;
  /** 0: unknown. */
  readonly seq: number;
  readonly isDeleted: boolean;
}

/** Written by an increment alone, from no state. */
export const CHANGES = table('changes', {
  kind: 'keyring',
  key: 'id',
  about: 'A row per actor that changed or was deleted since the export before; an increment has it, an export has not.',
  rows: (): readonly Change[] => [],
  columns: ({ integer, id, text, boolean }) => ({
    kind: text('kind of the actor, as the table has it in schema.json', (row) => row.kind),
    id: integer('its id: what the key of its tables holds', (row) => row.id),
    position: id('record that changed it last; null: unknown', (row) => row.seq),
    is_deleted: boolean('there is none any more', (row) => row.isDeleted),
  }),
});

/** A column as files are written: its name, and its value of a row. */
export interface WrittenColumn {
  readonly name: string;
  readonly type: Column<never>['type'];
  readonly of: (row: never) => Value;
}

/** The columns of a table, in order. */
export const columnsOf = ({ columns }: Table, withPersons: boolean): readonly WrittenColumn[] =>
  Object.entries(columns).flatMap(([name, { type, of, isPersonal }]) =>
    isPersonal && !withPersons ? [] : [{ name, type, of }],
  );

/** Tables by their names, separated by commas; all of them where there is no text. Throws ConfigError. */
export const tablesNamed = (names: string | undefined): readonly Table[] => {
  if (names === undefined) return TABLES;
  const wanted = new Set(names.split(',').map((name) => name.trim()));
  const known = new Set(TABLES.map(({ name }) => name));
  const unknown = [...wanted].filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new ConfigError(`--tables: there is no table ${unknown.join(', ')}; there are ${[...known].join(', ')}`);
  return TABLES.filter(({ name }) => wanted.has(name));
};

const described = (one: Table, withPersons: boolean): object => ({
  name: one.name,
  about: one.about,
  ...(one !== CHANGES && { kind: one.kind, key: one.key }),
  columns: Object.entries(one.columns)
    .filter(([, { isPersonal }]) => withPersons || !isPersonal)
    .map(([name, { type, about, isPersonal }]) => ({
      name,
      type: SQL_TYPES[type],
      about,
      ...(unitOf(name) !== undefined && { unit: unitOf(name) }),
      ...(isPersonal && { personal: true }),
    })),
});

/** Name, type and meaning of each column, as the reference shows them. */
export const shownColumns = ({ columns }: Table): readonly (readonly [name: string, type: string, about: string])[] =>
  Object.entries(columns).map(([name, { type, about, isPersonal }]) => [
    `\`${name}\``,
    SQL_TYPES[type],
    isPersonal ? `${about} (personal)` : about,
  ]);

/** What schema.json says. */
export const schemaOf = (tables: readonly Table[], withPersons: boolean): object => ({
  version: SCHEMA_VERSION,
  units: UNITS,
  tables: tables.map((one) => described(one, withPersons)),
});
