// Delivery rules as rows of a table, which the command line and the back office read and write in the same way. The
// first columns are those of a carrier's price list, the others say the rest of a rule.
//
// A row is read into parameters of create_delivery_rule; what has the form of a cell and is refused all the same is
// refused by the operation. A column that a table does not have says nothing. Numbers that can be read in two ways are
// faults. Not promised: that a name of a country is one.
import { plainDecimal, readDecimal } from './decimal-text.ts';
import type { DecimalRule, Point } from './decimal-text.ts';
import { unguarded } from './formula-guard.ts';

/** Columns of rows that have no header. */
export const PASTED_COLUMNS: readonly string[] = 'countries zips weight_from weight_to price free_from days'.split(' ');
export const DELIVERY_COLUMNS: readonly string[] = [
  ...PASTED_COLUMNS,
  ...'method name currency per_kg per_piece taxclass sum_from sum_to basis pieces_from pieces_to'.split(' '),
  ...'volume_from volume_to goods unless groups channels cutoff storage priority id'.split(' '),
];

const RANGES = ['weight', 'sum', 'pieces', 'volume'] as const;
const AMOUNTS = ['price', 'per_kg', 'per_piece', 'free_from'] as const;
const LISTS = ['countries', 'zips'] as const;
const GOODS = ['goods', 'unless'] as const;
/** Texts that JSON null takes away; an empty one would leave them as they are. */
const CLEARED = ['taxclass', 'cutoff', 'storage'] as const;

/** Decimal texts with a point; null: no end. */
type Bounds = readonly [from: string | null, to: string | null];
type Constraint = readonly unknown[] | { readonly [name: string]: unknown };

/** What a row says, by the parameters of create_delivery_rule and update_delivery_rule. */
export interface RowTerms {
  id_delivery_method?: number;
  name?: string;
  currency?: string;
  basis?: 'before' | 'after';
  countries?: readonly string[];
  zips?: readonly string[];
  weight?: Bounds;
  sum?: Bounds;
  pieces?: Bounds;
  volume?: Bounds;
  goods?: Constraint;
  unless?: Constraint;
  groups?: readonly number[];
  channels?: readonly number[];
  price?: string;
  per_kg?: string;
  per_piece?: string;
  free_from?: string;
  taxclass?: string | null;
  days_min?: number;
  days_max?: number;
  cutoff?: string | null;
  storage?: string | null;
  priority?: number;
}

export interface RowFault {
  readonly column: string;
  readonly cell: string;
  /** What it should be; `doubtful`: one number, `nothing`: there is none. */
  readonly wanted: 'amount' | 'doubtful' | 'nothing' | 'days' | 'whole number' | 'constraint' | 'basis' | 'known name';
}

/** The cells of a row by their columns; a column that the table does not have is undefined. */
export type RowCells = (column: string) => string | undefined;

export const cellsOf = (header: readonly string[], cells: readonly string[]): RowCells => {
  return (column) => {
    const at = header.indexOf(column);
    return at < 0 ? undefined : unguarded(cells[at] ?? '').trim();
  };
};

/** The cells with what is usual where those of a new rule are empty; what a known rule has stays as it is. */
export const withUsual = (
  cell: RowCells,
  usual: { readonly method?: string | undefined; readonly name?: string | undefined },
): RowCells => {
  if ((cell('id') ?? '') !== '') return cell;
  return (column) =>
    cell(column) || ((column === 'method' || column === 'name' ? usual[column] : undefined) ?? cell(column));
};

/** What is wrong with the names of the columns, all lower case. */
export const headerFault = (
  names: readonly string[],
): { readonly unknown: string } | { readonly half: string } | { readonly lacks: string } | undefined => {
  const unknown = names.find((name) => !DELIVERY_COLUMNS.includes(name));
  if (unknown !== undefined) return { unknown };
  const half = RANGES.find((range) => names.includes(`${range}_from`) !== names.includes(`${range}_to`));
  if (half !== undefined) return { half };
  return names.includes('price') ? undefined : { lacks: 'price' };
};

/** How a table is read. */
export interface RowReading {
  /** Sign before decimals. */
  readonly point: Point;
  /** Decimals of amounts that their writer uses; with three or more, `1.299` is not doubtful. */
  readonly decimals: number;
  /** Takes marks of currencies from an amount. */
  readonly bare?: (amount: string) => string;
  /** By name alone. */
  readonly methodOf: (name: string) => number | undefined;
  readonly groupOf: (name: string) => number | undefined;
}

const NO_LIMIT = new Set(['', '*', '-', '–']);
/** What commas, semicolons or slashes part. */
export const partsOf = (cell: string): readonly string[] =>
  NO_LIMIT.has(cell) ? [] : cell.split(/\s*[,;/]\s*/).filter(Boolean);

const AMOUNT: Omit<DecimalRule, 'usualDecimals'> = { decimalsMax: 9, min: 0, max: 999_999_999_999 };

/** A fault is thrown within a row, and caught where the row ends. */
class Wrong extends Error {
  readonly fault: RowFault;

  constructor(fault: RowFault) {
    super(fault.wanted);
    this.fault = fault;
  }
}
const wrong = (column: string, cell: string, wanted: RowFault['wanted']): never => {
  throw new Wrong({ column, cell, wanted });
};

/** Null: no limit. */
const numberIn = (column: string, cell: string, point: Point, usualDecimals: number): string | null => {
  if (NO_LIMIT.has(cell)) return null;
  const reading = readDecimal(cell, point, { ...AMOUNT, usualDecimals });
  if (reading.kind === 'number') return reading.text;
  return wrong(column, cell, reading.kind === 'doubtful' ? 'doubtful' : 'amount');
};

/** Id of what has a name or a number; a name that is a number is written as its number. */
const idOf = (column: string, name: string, byName: (name: string) => number | undefined): number =>
  /^\d{1,15}$/.test(name) ? Number(name) : (byName(name) ?? wrong(column, name, 'known name'));

const idsOf = (column: string, cell: string, byName: (name: string) => number | undefined): readonly number[] =>
  [...new Set(partsOf(cell).map((name) => idOf(column, name, byName)))].sort((a, b) => a - b);

/** `2` or `1-3`. */
const daysOf = (cell: string): Pick<RowTerms, 'days_min' | 'days_max'> => {
  if (NO_LIMIT.has(cell)) return { days_min: 0, days_max: 0 };
  const [, least = '', most = least] = /^(\d{1,3})(?:\s*[-–]\s*(\d{1,3}))?$/.exec(cell) ?? wrong('days', cell, 'days');
  return { days_min: Number(least), days_max: Number(most) };
};

const constraintOf = (column: string, cell: string): Constraint => {
  if (cell === '') return [];
  try {
    const read: unknown = JSON.parse(cell);
    if (typeof read === 'object' && read !== null) return read as Constraint;
  } catch {
    // It is no JSON.
  }
  return wrong(column, cell, 'constraint');
};

const basisOf = (cell: string): 'before' | 'after' =>
  cell === 'before' ? cell : cell === '' || cell === 'after' ? 'after' : wrong('basis', cell, 'basis');

const none = (): undefined => undefined;

const termsIn = (cell: RowCells, { point, decimals, bare, methodOf, groupOf }: RowReading): RowTerms => {
  const terms: RowTerms = {};
  const has = <T>(column: string, take: (text: string) => T): T | undefined => {
    const text = cell(column);
    return text === undefined ? undefined : take(text);
  };
  const bound = (column: string): string | null => {
    const text = numberIn(column, (cell(column) ?? '').replace(/\s*(kg|l)$/i, ''), point, 3);
    return text === '0' && column.endsWith('_from') ? null : text;
  };
  for (const column of LISTS) has(column, (text) => (terms[column] = partsOf(text)));
  for (const range of RANGES)
    if (cell(`${range}_from`) !== undefined || cell(`${range}_to`) !== undefined)
      terms[range] = [bound(`${range}_from`), bound(`${range}_to`)];
  for (const column of AMOUNTS)
    has(column, (text) => (terms[column] = numberIn(column, bare?.(text) ?? text, point, decimals) ?? '0'));
  // Carriers write a dash where they go to nobody.
  has('price', (text) => NO_LIMIT.has(text) && wrong('price', text, 'nothing'));
  has('days', (text) => Object.assign(terms, daysOf(text)));
  for (const column of ['name', 'currency'] as const) has(column, (text) => (terms[column] = text));
  for (const column of CLEARED) has(column, (text) => (terms[column] = text === '' ? null : text));
  for (const column of GOODS) has(column, (text) => (terms[column] = constraintOf(column, text)));
  has('method', (text) => text !== '' && (terms.id_delivery_method = idOf('method', text, methodOf)));
  has('basis', (text) => (terms.basis = basisOf(text)));
  has('groups', (text) => (terms.groups = idsOf('groups', text, groupOf)));
  has('channels', (text) => (terms.channels = idsOf('channels', text, none)));
  has('priority', (text) => {
    terms.priority = /^-?\d{0,9}$/.test(text) ? Number(text) || 0 : wrong('priority', text, 'whole number');
  });
  return terms;
};

/** The first fault of a row, in the order in which columns are read. */
export const readRow = (cell: RowCells, reading: RowReading): RowTerms | { readonly fault: RowFault } => {
  try {
    return termsIn(cell, reading);
  } catch (error) {
    if (error instanceof Wrong) return { fault: error.fault };
    throw error;
  }
};

/** A rule as get_delivery_rules shows it. */
export interface ShownRule {
  readonly id: number;
  readonly id_delivery_method: number;
  readonly name: string;
  readonly countries: readonly string[];
  readonly zips: readonly string[];
  readonly sum: readonly (number | null)[];
  readonly basis: 'before' | 'after';
  readonly weight: readonly (number | null)[];
  readonly volume: readonly (number | null)[];
  readonly pieces: readonly (number | null)[];
  readonly goods?: unknown;
  readonly unless?: unknown;
  readonly channels: readonly number[];
  readonly groups: readonly number[];
  readonly currency: string;
  readonly price: number;
  readonly per_kg: number;
  readonly per_piece: number;
  readonly free_from: number;
  readonly taxclass: string;
  readonly days_min: number;
  readonly days_max: number;
  readonly cutoff: string;
  readonly storage: string;
  readonly priority: number;
}

/** The row of a rule, in the order of the columns. */
export const rowOf = (rule: ShownRule): readonly (string | number)[] => {
  const range = (bounds: readonly (number | null)[]) => bounds.map((bound) => bound ?? '');
  const orNone = (amount: number): string | number => (amount === 0 ? '' : amount);
  const json = (goods: unknown): string => (goods === undefined ? '' : JSON.stringify(goods));
  const { days_min: least, days_max: most } = rule;
  const days = most === 0 ? '' : least === most ? `${least}` : `${least}-${most}`;
  const pasted = [rule.countries.join(','), rule.zips.join(','), ...range(rule.weight), rule.price];
  const cost = [rule.currency, orNone(rule.per_kg), orNone(rule.per_piece), rule.taxclass];
  const ranges = [...range(rule.sum), rule.basis, ...range(rule.pieces), ...range(rule.volume)];
  const goods = [json(rule.goods), json(rule.unless), rule.groups.join(','), rule.channels.join(',')];
  const other = [orNone(rule.free_from), days, rule.id_delivery_method, rule.name];
  return [...pasted, ...other, ...cost, ...ranges, ...goods, rule.cutoff, rule.storage, rule.priority, rule.id];
};

const BY_NUMBERS: RowReading = { point: '.', decimals: 4, methodOf: none, groupOf: none };

/** What a rule says, as its own row does. */
export const termsOf = (rule: ShownRule): RowTerms => {
  const cells = rowOf(rule).map((cell) => (typeof cell === 'number' ? plainDecimal(cell) : cell));
  return termsIn((column) => cells[DELIVERY_COLUMNS.indexOf(column)]!, BY_NUMBERS);
};

/** What a row would change of a rule, by parameter; empty: nothing. Countries are compared as they are written. */
export const changedTerms = (terms: RowTerms, rule: ShownRule): RowTerms => {
  const before: { readonly [param: string]: unknown } = { ...termsOf(rule) };
  const isSaid = ([param, value]: readonly [string, unknown]): boolean =>
    value !== '' && JSON.stringify(value) !== JSON.stringify(before[param]);
  return Object.fromEntries(Object.entries(terms).filter(isSaid));
};

const numbersIn = (bounds: Bounds = [null, null]): readonly (number | null)[] =>
  bounds.map((bound) => (bound === null ? null : Number(bound)));

/** A rule that a row makes, as it would be shown. `currency`: where the row names none. */
export const shownBy = (terms: RowTerms, currency: string): Omit<ShownRule, 'id' | 'id_delivery_method'> => {
  const {
    name = '',
    countries = [],
    zips = [],
    basis = 'after',
    goods = [],
    unless = [],
    days_min: daysMin = 0,
    days_max: daysMax = 0,
  } = terms;
  const isNone = (constraint: unknown): boolean => Array.isArray(constraint) && constraint.length === 0;
  return {
    name,
    countries,
    zips,
    basis,
    sum: numbersIn(terms.sum),
    weight: numbersIn(terms.weight),
    volume: numbersIn(terms.volume),
    pieces: numbersIn(terms.pieces),
    ...(!isNone(goods) && { goods }),
    ...(!isNone(unless) && { unless }),
    channels: terms.channels ?? [],
    groups: terms.groups ?? [],
    currency: terms.currency || currency,
    price: Number(terms.price ?? 0),
    per_kg: Number(terms.per_kg ?? 0),
    per_piece: Number(terms.per_piece ?? 0),
    free_from: Number(terms.free_from ?? 0),
    taxclass: terms.taxclass ?? '',
    days_min: daysMin,
    days_max: daysMax,
    cutoff: terms.cutoff ?? '',
    storage: terms.storage ?? '',
    priority: terms.priority ?? 0,
  };
};
