// The list that somebody counts by, as a CSV file, and what the counted file says: one difference per storage. What is
// not certain is a fault of its line: a number with two readings, a storage where the thing never lay.
import { isBound, objectOf } from '../api/stocked.ts';
import type { Stocked } from '../api/stocked.ts';
import { csvOf } from '../csv.ts';
import { fileText, readTable } from '../csv-reading.ts';
import type { CsvRow, FileText } from '../csv-reading.ts';
import { numberRead, pointOf, quantity, readNumber, writeNumber } from '../typed.ts';
import type { Point } from '../typed.ts';

/** `stock` is what the engine says; the person who counts fills in `counted` alone. */
const HEADER = ['object', 'element_number', 'name', 'storage', 'stock', 'counted'] as const;
const NEEDED = ['object', 'storage', 'counted'] as const;

/** A bound product has no pieces of its own: its entities are counted. */
export const countList = (things: readonly Stocked[]): string =>
  csvOf([
    HEADER,
    ...things
      .filter((thing) => !isBound(thing))
      .flatMap((thing) =>
        thing.storages.map(({ storage, quantity: stock }) => [
          objectOf(thing),
          thing.elementNumber,
          thing.name,
          storage,
          stock,
          '',
        ]),
      ),
  ]);

/** Why a line is not applied. */
type Fault = 'noCsv' | 'noObject' | 'noNumber' | 'doubtful' | 'twice' | 'gone' | 'noStorage' | 'unknownStorage';

interface FaultyLine {
  readonly line: number;
  readonly fault: Fault;
  /** What the sentence of the fault names: a storage, or the readings of a number. */
  readonly named: readonly string[];
}

export interface Difference {
  readonly line: number;
  readonly thing: Stocked;
  readonly storage: string;
  readonly before: number;
  readonly counted: number;
}

export interface Counted {
  /** What the file was read as; undefined: it was unreadable, and the other members are empty. */
  readonly encoding: FileText['encoding'] | undefined;
  /** The file has no such columns. */
  readonly missing: readonly string[];
  readonly differences: readonly Difference[];
  /** Counted lines that agree with the engine. */
  readonly same: number;
  /** Lines where nothing was counted. */
  readonly skipped: number;
  readonly faults: readonly FaultyLine[];
}

/** Removes the mark before a cell that a spreadsheet would take for a formula. */
const plain = (cell: string): string => cell.replace(/^'(?=[=+\-@\t\r])/, '');

const OBJECT = /^(?:product|warehouse_entity)\/\d{1,15}$/;
const PIECES = quantity();

interface Line {
  readonly line: number;
  readonly object: string;
  readonly storage: string;
  readonly counted: number;
}

const lineOf = ({ line, cells }: CsvRow, point: Point, seen: Set<string>): Line | FaultyLine => {
  const { object = '', counted = '' } = cells;
  const storage = plain(cells['storage'] ?? '');
  if (!OBJECT.test(object)) return { line, fault: 'noObject', named: [] };
  const reading = readNumber(counted, PIECES, point);
  if (reading.kind === 'wrong') return { line, fault: 'noNumber', named: [counted] };
  if (reading.kind === 'doubtful') {
    const readings = reading.texts.map((text) => writeNumber(text, PIECES, point));
    return { line, fault: 'doubtful', named: [counted, ...readings] };
  }
  const key = JSON.stringify([object, storage]);
  if (seen.has(key)) return { line, fault: 'twice', named: [] };
  seen.add(key);
  return { line, object, storage, counted: numberRead(reading)! };
};

/** Returns a fault for a storage where the thing never lay: its name may be misspelt. */
const differenceOf = ({ line, storage, counted }: Line, thing: Stocked | undefined): Difference | FaultyLine => {
  if (thing === undefined) return { line, fault: 'gone', named: [] };
  if ((thing.kind === 'product') !== (storage === '')) return { line, fault: 'noStorage', named: [] };
  const there = thing.storages.find((one) => one.storage === storage);
  if (there === undefined && thing.kind !== 'product') return { line, fault: 'unknownStorage', named: [storage] };
  return { line, thing, storage, before: there?.quantity ?? 0, counted };
};

type ReadThing = (object: string) => Promise<Stocked | undefined>;

/** Compares a counted file with the current stock from `readThing`. */
export const readCounted = async (
  file: Uint8Array,
  readThing: ReadThing,
  onShare: (share: number) => void,
): Promise<Counted> => {
  const { text, encoding } = fileText(file) ?? { text: '', encoding: undefined };
  const { header, rows, wrong, point = pointOf() } = readTable(text);
  const missing = NEEDED.filter((name) => !header.includes(name));
  const faults: FaultyLine[] = wrong.map((line) => ({ line, fault: 'noCsv', named: [] }));
  const differences: Difference[] = [];
  const [seen, things] = [new Set<string>(), new Map<string, Stocked | undefined>()];
  let [same, skipped] = [0, 0];
  for (const [at, row] of (missing.length > 0 ? [] : rows).entries()) {
    if (row.cells['counted']!.trim() === '') {
      skipped += 1;
      continue;
    }
    const line = lineOf(row, point, seen);
    if ('fault' in line) {
      faults.push(line);
      continue;
    }
    const { object } = line;
    if (!things.has(object)) things.set(object, await readThing(object));
    const found = differenceOf(line, things.get(object));
    if ('fault' in found) faults.push(found);
    else if (found.counted === found.before) same += 1;
    else differences.push(found);
    onShare((at + 1) / rows.length);
  }
  return { encoding, missing, differences, same, skipped, faults: faults.toSorted((a, b) => a.line - b.line) };
};
