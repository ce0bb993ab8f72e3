// What a table of the data export is: columns, each with a type, whether it is about a person, and its value of a row.
//
// Guaranteed: no value is a float. Money, quantities, rates and measures are whole numbers, and the name of the column
// says of what (UNITS). A row follows from the state of its actor, and from what never changes in others, so that an
// export and its increments agree (write-export.ts).
import type { KindName, StateOf } from '../domain/kind-types.ts';
import { Fault, must } from '../kernel/result.ts';
import type { StoredStates } from '../engine/recovery/stored-states.ts';

/** `timestamp`: milliseconds since 1970, UTC; `date`: days since 1970-01-01; `json`: plain data. */
export type ColumnType = 'integer' | 'text' | 'boolean' | 'timestamp' | 'date' | 'json';
export type Value = number | string | boolean | object | null;

/** What SQL calls each type, as DuckDB and others read the files. */
export const SQL_TYPES: { readonly [T in ColumnType]: string } = {
  integer: 'BIGINT',
  text: 'VARCHAR',
  boolean: 'BOOLEAN',
  timestamp: 'TIMESTAMPTZ',
  date: 'DATE',
  json: 'JSON',
};

/** By the end of a column's name. */
export const UNITS: { readonly [suffix: string]: string } = {
  minor: "the currency's minor unit (column currency; currency_digits says how many decimals that is)",
  milli: 'a thousandth of a piece',
  e4: '1/10,000 of the currency',
  e6: '1/1,000,000: a rate of 19 % is 190000',
  mg: 'milligram',
  mm: 'millimetre',
};

export interface Column<R> {
  readonly type: ColumnType;
  readonly about: string;
  /** `--without-persons` leaves it out. */
  readonly isPersonal: boolean;
  readonly of: (row: R) => Value;
}

type Columns<R> = { readonly [name: string]: Column<R> };

/** What every row of a table is read with. */
export interface Read {
  readonly states: StoredStates;
  /** Currency of the shop, and the decimals of its minor unit. */
  readonly currency: string;
  readonly digits: number;
  digitsOf(currency: string): number;
}

export interface Table {
  readonly name: string;
  /** Kind of the actors that its rows come from. */
  readonly kind: KindName;
  /** The column with the actor's id. */
  readonly key: string;
  readonly about: string;
  readonly columns: Columns<never>;
  /** The rows of one actor; each is given to `Column.of`. */
  readonly rows: (id: number, state: never, read: Read) => Iterable<unknown>;
}

interface Declared<K extends KindName, R> {
  readonly kind: K;
  readonly key: string;
  readonly about: string;
  readonly rows: (id: number, state: StateOf<K>, read: Read) => Iterable<R>;
  readonly columns: (of: Maker<R>) => Columns<R>;
}

type Make<R, V extends Value> = (about: string, of: (row: R) => V | null | undefined) => Column<R>;

/** Makers of columns, by type. */
interface Maker<R> {
  integer: Make<R, number>;
  /** 0 stands for none, and becomes null: ids. */
  id: Make<R, number>;
  text: Make<R, string>;
  /** '' becomes null. */
  maybe: Make<R, string>;
  boolean: Make<R, boolean>;
  /** 0 becomes null: never. */
  timestamp: Make<R, number>;
  date: Make<R, number>;
  json: Make<R, object>;
  personal(column: Column<R>): Column<R>;
}

const whole = (value: number): number => {
  if (!Number.isSafeInteger(value)) throw new Fault(`${value} is no whole number`);
  return value;
};

/** Columns that were ever made: names that stand twice would let one of two columns go. */
let columnsMade = 0;

const make =
  <R, V extends Value>(type: ColumnType, shown: (value: V) => Value): Make<R, V> =>
  (about, of) => {
    columnsMade += 1;
    const read = (row: R): Value => {
      const value = of(row);
      return value === null || value === undefined ? null : shown(value);
    };
    return { type, about, isPersonal: false, of: read };
  };

const same = <V>(value: V): V => value;
const unlessZero = (value: number): number | null => (value === 0 ? null : whole(value));

const maker = <R>(): Maker<R> => ({
  integer: make('integer', whole),
  id: make('integer', unlessZero),
  text: make<R, string>('text', same),
  maybe: make<R, string>('text', (value) => (value === '' ? null : value)),
  boolean: make<R, boolean>('boolean', same),
  timestamp: make('timestamp', unlessZero),
  date: make('date', whole),
  json: make<R, object>('json', same),
  personal: (column) => ({ ...column, isPersonal: true }),
});

/** Infers the rows before the columns that read them. */
export const table = <K extends KindName, R>(name: string, given: Declared<K, R>): Table => {
  const { kind, key, about, rows } = given;
  const before = columnsMade;
  const columns = given.columns(maker<R>());
  must(Object.keys(columns).length === columnsMade - before, `each column of ${name} has a name of its own`);
  return { name, kind, key, about, rows, columns };
};

/** Columns that each table with amounts has. */
export const money = <R>(
  { text, integer }: Pick<Maker<R>, 'text' | 'integer'>,
  of: (row: R) => { readonly currency: string; readonly currencyDigits: number },
): Columns<R> => ({
  currency: text('ISO 4217 code', (row) => of(row).currency),
  currency_digits: integer('decimals of its minor unit', (row) => of(row).currencyDigits),
});

export const unitOf = (column: string): string | undefined => UNITS[/_([a-z0-9]+)$/.exec(column)?.[1] ?? ''];
