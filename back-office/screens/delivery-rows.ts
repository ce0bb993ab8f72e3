// Rows of delivery rules, pasted from a spreadsheet or from a CSV file: what each says, what it would change, and what
// cannot be read, by its row; the other rows are read. What a cell means is read as the command line reads it.
import {
  DELIVERY_COLUMNS,
  PASTED_COLUMNS,
  cellsOf,
  changedTerms,
  headerFault,
  readRow,
  rowOf,
  termsOf,
  withUsual,
} from '../../src/kernel/delivery-columns.ts';
import type { RowCells, RowFault, RowReading, RowTerms, ShownRule } from '../../src/kernel/delivery-columns.ts';
import { readableCell } from '../../src/kernel/formula-guard.ts';
import { readTable } from '../csv-reading.ts';
import { csvOf } from '../csv.ts';
import { currencyDigits } from '../format.ts';
import { amountIn, pointOf } from '../typed.ts';
import type { Point } from '../typed.ts';
import { idIn } from '../wire-number.ts';

export interface ReadRow {
  readonly line: number;
  /** Number of the rule that it changes; 0: it makes one. */
  readonly id: number;
  readonly terms: RowTerms;
}

export interface ReadFault {
  readonly line: number;
  readonly why: 'cells' | 'twice' | 'gone' | RowFault;
}

export interface ReadRows {
  readonly rows: readonly ReadRow[];
  readonly faults: readonly ReadFault[];
}

/** What rows are read by: names of the shop, and what rows that make rules have where they say nothing. */
export interface Known {
  readonly usual: { readonly method: string; readonly name: string };
  readonly methodOf: RowReading['methodOf'];
  readonly groupOf: RowReading['groupOf'];
}

interface Row {
  readonly line: number;
  readonly cell: RowCells;
}

const CELLS_MIN = 5;
const CELLS_MAX = PASTED_COLUMNS.length;

/** `point`: stands before decimals; undefined: the table does not say. */
const readAll = (given: readonly Row[], known: Known, point: Point | undefined): ReadRows => {
  const rows: ReadRow[] = [];
  const faults: ReadFault[] = [];
  const seen = new Set<string>();
  const reading: RowReading = {
    point: point ?? pointOf(),
    decimals: point === undefined ? currencyDigits.value : 4,
    bare: amountIn,
    methodOf: known.methodOf,
    groupOf: known.groupOf,
  };
  for (const { line, cell: written } of given) {
    const cell = withUsual(written, known.usual);
    const text = JSON.stringify(DELIVERY_COLUMNS.map(cell));
    const id = cell('id') ?? '';
    const read = readRow(cell, reading);
    if (seen.has(text)) faults.push({ line, why: 'twice' });
    else if ('fault' in read) faults.push({ line, why: read.fault });
    else if (id !== '' && idIn(id) === undefined) faults.push({ line, why: 'gone' });
    else rows.push({ line, id: idIn(id) ?? 0, terms: read });
    seen.add(text);
  }
  return { rows, faults };
};

/** Rows as the clipboard of a spreadsheet has them, with a header that names columns, another one, or none. */
export const readPastedRules = (pasted: string, known: Known): ReadRows => {
  const lines = pasted
    .split(/\r?\n/)
    .map((text, at) => ({ line: at + 1, cells: text.split('\t').map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const names = lines[0]?.cells.map((cell) => cell.toLowerCase()) ?? [];
  if (headerFault(names) === undefined) {
    const rows = lines.slice(1).map(({ line, cells }) => ({ line, cell: cellsOf(names, cells) }));
    return readAll(rows, known, undefined);
  }
  const rows: Row[] = [];
  const wrong: ReadFault[] = [];
  for (const [at, { line, cells }] of lines.entries()) {
    // Cells that are empty to the end of a row are no cells of it.
    while (cells.length > CELLS_MAX && cells.at(-1) === '') cells.pop();
    // The first row is a header if neither weights nor price have a digit.
    if (at === 0 && cells.length >= CELLS_MIN && !/\d/.test(cells.slice(2, CELLS_MIN).join(''))) continue;
    if (cells.length < CELLS_MIN || cells.length > CELLS_MAX) wrong.push({ line, why: 'cells' });
    else rows.push({ line, cell: cellsOf(PASTED_COLUMNS, cells) });
  }
  const { rows: read, faults } = readAll(rows, known, undefined);
  return { rows: read, faults: [...faults, ...wrong] };
};

/** Undefined: its columns are not those of rules. */
export const readRuleFile = (text: string, known: Known): ReadRows | undefined => {
  const { header, rows: given, wrong, point } = readTable(text);
  const names = header.map((name) => name.trim().toLowerCase());
  if (headerFault(names) !== undefined) return undefined;
  const rows = given.map(({ line, cells }) => ({
    line,
    cell: cellsOf(
      names,
      header.map((name) => cells[name] ?? ''),
    ),
  }));
  const { rows: read, faults } = readAll(rows, known, point);
  return { rows: read, faults: [...faults, ...wrong.map((line) => ({ line, why: 'cells' as const }))] };
};

/** All rules as a CSV file, which an import reads again. */
export const ruleFile = (rules: readonly ShownRule[]): string =>
  csvOf([DELIVERY_COLUMNS, ...rules.map(rowOf)], pointOf(), readableCell);

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (!Array.isArray(value)) return typeof value === 'object' ? JSON.stringify(value) : String(value);
  return value.some((one) => typeof one === 'object' && one !== null) ? JSON.stringify(value) : value.join(', ');
};
const RANGES = ['weight', 'sum', 'pieces', 'volume'];

export interface TermChange {
  /** Name of the parameter, which is that of its column, or of its columns before `_from` and `_to`. */
  readonly term: string;
  readonly before: string;
  readonly after: string;
}

/** What a row changes of its rule, as it is written in a table; none: it says the same. */
export const changesOf = (changed: RowTerms, rule: ShownRule): readonly TermChange[] => {
  const before: { readonly [term: string]: unknown } = { ...termsOf(rule) };
  return Object.entries(changed).map(([term, value]) => {
    const written = (one: unknown): string =>
      RANGES.includes(term) ? (one as readonly unknown[]).map((bound) => bound ?? '…').join('–') : textOf(one);
    return { term, before: written(before[term]), after: written(value) };
  });
};

/** `codeOf`: the code of a country that a row names. */
export const changeBy = (
  { terms }: ReadRow,
  rule: ShownRule,
  codeOf: (country: string) => string | undefined,
): RowTerms => {
  const { countries } = terms;
  const coded = countries && { countries: countries.map((name) => codeOf(name) ?? name) };
  return changedTerms({ ...terms, ...coded }, rule);
};
