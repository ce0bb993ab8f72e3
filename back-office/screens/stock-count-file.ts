// The list that somebody counts by, as a CSV file, and what the counted file says: one difference per storage.
import { objectOf, isBound, readStocked } from '../api/stock.ts';
import type { Stocked } from '../api/stock.ts';
import { wireLanguage } from '../api/wire-language.ts';
import { csvOf } from '../csv.ts';
import { readTable } from '../csv-reading.ts';
import type { CsvRow } from '../csv-reading.ts';

/** `stock` is what the engine says; whoever counts fills in `counted` and leaves the rest. */
const HEADER = ['object', 'element_number', 'name', 'storage', 'stock', 'counted'] as const;
const NEEDED = ['object', 'storage', 'counted'] as const;

/** What is bound to entities has no pieces of its own: those are counted. */
export const countList = (things: readonly Stocked[]): string =>
  csvOf([
    HEADER,
    ...things
      .filter((thing) => !isBound(thing))
      .flatMap((thing) =>
        thing.storages.map(({ storage, quantity }) => [
          objectOf(thing),
          thing.elementNumber,
          thing.name,
          storage,
          quantity,
          '',
        ]),
      ),
  ]);

/** Why a line is not followed. */
type Fault = 'noCsv' | 'noObject' | 'noNumber' | 'twice' | 'gone' | 'noStorage';

export interface Difference {
  readonly line: number;
  readonly thing: Stocked;
  readonly storage: string;
  readonly before: number;
  readonly counted: number;
}

export interface Counted {
  /** The file has no such columns. */
  readonly missing: readonly string[];
  readonly differences: readonly Difference[];
  /** Lines that were counted and are as the engine says. */
  readonly same: number;
  /** Lines where nothing was counted. */
  readonly skipped: number;
  readonly faults: readonly { readonly line: number; readonly fault: Fault }[];
}

/** A cell that a spreadsheet would have taken for a formula was written with a mark in front. */
const plain = (cell: string): string => cell.replace(/^'(?=[=+\-@\t\r])/, '');

const OBJECT = /^(?:product|warehouse_entity)\/\d{1,15}$/;
const WHOLE = /^\d{1,9}$/;

const differenceOf = (row: CsvRow, thing: Stocked | undefined): Difference | Fault => {
  if (thing === undefined) return 'gone';
  const storage = plain(row.cells['storage']!);
  if ((thing.kind === 'product') !== (storage === '')) return 'noStorage';
  const before = thing.storages.find((one) => one.storage === storage)?.quantity ?? 0;
  return { line: row.line, thing, storage, before, counted: Number(row.cells['counted']) };
};

const faultOf = (row: CsvRow, seen: Set<string>): Fault | undefined => {
  const { object = '', storage = '', counted = '' } = row.cells;
  if (!OBJECT.test(object)) return 'noObject';
  if (!WHOLE.test(counted.trim())) return 'noNumber';
  const key = JSON.stringify([object, storage]);
  if (seen.has(key)) return 'twice';
  seen.add(key);
  return undefined;
};

/** Compares a counted file with what is there now. */
export const readCounted = async (file: string, onShare: (share: number) => void): Promise<Counted> => {
  const { header, rows, wrong } = readTable(file);
  const missing = NEEDED.filter((name) => !header.includes(name));
  const faults: { line: number; fault: Fault }[] = wrong.map((line) => ({ line, fault: 'noCsv' }));
  const differences: Difference[] = [];
  const [seen, things] = [new Set<string>(), new Map<string, Stocked | undefined>()];
  let [same, skipped] = [0, 0];
  for (const [at, row] of (missing.length > 0 ? [] : rows).entries()) {
    if (row.cells['counted']!.trim() === '') {
      skipped += 1;
      continue;
    }
    const fault = faultOf(row, seen);
    if (fault !== undefined) {
      faults.push({ line: row.line, fault });
      continue;
    }
    const object = row.cells['object']!;
    if (!things.has(object)) things.set(object, await readStocked(object, wireLanguage()));
    const found = differenceOf(row, things.get(object));
    if (typeof found === 'string') faults.push({ line: row.line, fault: found });
    else if (found.counted === found.before) same += 1;
    else differences.push(found);
    onShare((at + 1) / rows.length);
  }
  return { missing, differences, same, skipped, faults: faults.toSorted((a, b) => a.line - b.line) };
};
