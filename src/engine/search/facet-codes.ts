// Reads what records have of a field as codes of its tally, in steps.
//
// A column of few different values is read by its own codes, each of which is looked up once.
import type { FieldValue } from '../../domain/search/constraint.ts';
import type { CodedValues } from './column.ts';
import type { FilledRows } from './facet-filled.ts';
import type { FacetRows } from './facet-rows.ts';
import type { FacetTally } from './facet-tally.ts';
import { NO_CODE } from './facet-tally.ts';
import type { FieldSource } from './field-resolver.ts';
import type { IndexChanges } from './index-changes.ts';
import type { DocIds } from './scratch.ts';
import { STEPS, countWalked } from './steps.ts';
import type { Steps } from './steps.ts';
import { TestStep } from './test-step.ts';

/** `position`: of the document among the rows. */
type CodeAt = (docId: number, position: number) => number;
type CodeOf = (value: FieldValue) => number;

const UNKNOWN = -1;
/** Stands for a record that has nothing in the columns so far. */
const PENDING = 0x7fffffff;

/** A column that has codes of its own, and what each of them is for the tally; 0 is that of no value. */
interface CodedColumn {
  readonly coded: CodedValues;
  readonly known: Int32Array;
}

/** The columns as they are now; undefined: one of them has no codes. */
const codedColumns = ({ chain, link }: FieldSource, codeOf: CodeOf): readonly CodedColumn[] | undefined => {
  const columns = chain?.columns ?? (link && [link.ids]);
  if (columns === undefined || columns.length === 0) return undefined;
  const all: CodedColumn[] = [];
  for (const [at, { coded }] of columns.entries()) {
    if (coded === undefined) return undefined;
    const known = new Int32Array(coded.values.length).fill(UNKNOWN);
    known[0] = at < columns.length - 1 ? PENDING : codeOf(chain?.defaultValue);
    all.push({ coded, known });
  }
  return all;
};

/** `anyway`: nothing is in `codes` yet; else only what is PENDING is read. */
const readCoded = (
  { coded: { codes: own, values }, known }: CodedColumn,
  anyway: boolean,
  codeOf: CodeOf,
  docIds: DocIds,
  codes: DocIds,
  from: number,
  to: number,
): void => {
  const { length } = own;
  // A loop of its own takes half the time.
  if (anyway) {
    for (let at = from; at < to; at += 1) {
      const docId = docIds[at]!;
      const value = docId < length ? own[docId]! : 0;
      if (known[value] === UNKNOWN) known[value] = codeOf(values[value]);
      codes[at] = known[value]!;
    }
    return;
  }
  for (let at = from; at < to; at += 1) {
    if (codes[at] !== PENDING) continue;
    const docId = docIds[at]!;
    const value = docId < length ? own[docId]! : 0;
    let code = known[value]!;
    if (code === UNKNOWN) {
      code = codeOf(values[value]);
      known[value] = code;
    }
    codes[at] = code;
  }
};

/** Numbers side by side, as the range that each is in. */
const readRanges = (
  numbers: Float64Array,
  bounds: Float64Array,
  without: number,
  docIds: DocIds,
  codes: DocIds,
  from: number,
  to: number,
): void => {
  const { length } = bounds;
  for (let at = from; at < to; at += 1) {
    const docId = docIds[at]!;
    const number = docId < numbers.length ? numbers[docId]! : Number.NaN;
    let range = 1;
    while (range <= length && number >= bounds[range - 1]!) range += 1;
    codes[at] = Number.isNaN(number) ? without : range;
  }
};

/** Two ids as one number. */
const ID_SPAN = 2 ** 26;

/** Codes of what linked actors have: of the same ones it is the same. */
const linkedReader = ({ ids, valueOf }: NonNullable<FieldSource['link']>, tally: FacetTally): CodeAt => {
  const known = new Map<number | string, number>();
  return (docId) => {
    const value = ids.valueAt(docId) as number | readonly number[] | undefined;
    if (value === undefined) return NO_CODE;
    const isPair = typeof value === 'object' && value.length === 2 && value[0]! < ID_SPAN && value[1]! < ID_SPAN;
    const key = typeof value !== 'object' ? -value : isPair ? value[0]! * ID_SPAN + value[1]! : value.join();
    let code = known.get(key);
    if (code === undefined) known.set(key, (code = tally.codeOf(valueOf(value))));
    return code;
  };
};

/** As `linkedReader`, with those that records are in by a constraint. */
const filledReader = (
  { ids, valueOf }: NonNullable<FieldSource['link']>,
  { at, combinations }: FilledRows,
  tally: FacetTally,
): CodeAt => {
  const known = combinations.map(() => new Map<string, number>());
  return (docId, position) => {
    const value = ids.valueAt(docId) as number | readonly number[] | undefined;
    const key = String(value ?? '');
    const codes = known[at[position]!]!;
    let code = codes.get(key);
    if (code === undefined) {
      const own = typeof value === 'object' ? value : value === undefined ? [] : [value];
      codes.set(key, (code = tally.codeOf(valueOf([...own, ...combinations[at[position]!]!]))));
    }
    return code;
  };
};

function* readValues(
  { docIds }: FacetRows,
  codes: DocIds,
  codeReader: () => CodeAt,
  [from, to]: readonly [number, number],
  name: string,
): Steps<void> {
  const step = new TestStep();
  let codeAt = codeReader();
  for (let at = from; at < to; at += 1) {
    if (step.isOver()) {
      yield name;
      codeAt = codeReader();
    }
    codes[at] = codeAt(docIds[at]!, at);
  }
}

type ReadBlock = (from: number, to: number) => void;

/** Reads a block in nanoseconds for each record, as the columns are now; undefined: they have to be read by value. */
const blockReader = (
  source: FieldSource,
  tally: FacetTally,
  { docIds }: FacetRows,
  codes: DocIds,
): ReadBlock | undefined => {
  const { chain, link } = source;
  const codeOf: CodeOf = (value) => tally.codeOf(link === undefined ? value : link.valueOf(value));
  const columns = codedColumns(source, codeOf);
  if (columns !== undefined)
    return (from, to) => {
      for (const [at, column] of columns.entries()) readCoded(column, at === 0, codeOf, docIds, codes, from, to);
    };
  const numbers = chain?.columns.length === 1 ? chain.columns[0]!.numbers : undefined;
  if (numbers === undefined || tally.bounds === undefined) return undefined;
  const bounds = Float64Array.from(tally.bounds);
  const without = tally.codeOf(chain!.defaultValue);
  return (from, to) => readRanges(numbers, bounds, without, docIds, codes, from, to);
};

/** `name`: of the field, for what the search counts as its work. */
export function* readCodes(
  rows: FacetRows,
  name: string,
  source: FieldSource | undefined,
  tally: FacetTally,
  changes: IndexChanges | undefined,
  valuesMax: number,
  filled: FilledRows | undefined,
): Steps<DocIds> {
  const { partition, docIds } = rows;
  const { length } = docIds;
  const codes = partition.vocabulary.scratch.allocate(length);
  if (source === undefined) return codes.fill(NO_CODE);
  const linked =
    source.link && (filled === undefined ? linkedReader(source.link, tally) : filledReader(source.link, filled, tally));
  const codeReader = (): CodeAt => {
    const valueAt = source.reader?.() ?? ((docId: number) => source.value(docId));
    return linked ?? ((docId) => tally.codeOf(valueAt(docId)));
  };
  const blocks = (): ReadBlock | undefined =>
    filled === undefined ? blockReader(source, tally, rows, codes) : undefined;
  let read = blocks();
  let asOf = changes?.count;
  // One of too many values is not counted.
  for (let from = 0; from < length && tally.values.length <= valuesMax; from += STEPS.docsMax) {
    if (from > 0) yield '';
    // A change may give a code of a column to another value.
    if (changes?.count !== asOf) [read, asOf] = [blocks(), changes?.count];
    const to = Math.min(from + STEPS.docsMax, length);
    if (read === undefined) yield* readValues(rows, codes, codeReader, [from, to], name);
    else read(from, to);
    countWalked(to - from);
  }
  return codes;
}
