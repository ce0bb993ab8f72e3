// Sorts found ids: by columns, then by id. A record without a value is last in both directions.
//
// Descending turns values and ties round (D58). Packed numbers are compared first, values only where those are equal,
// and of a page only the best ids are kept while looking.
import type { FieldValue, Scalar } from '../../domain/search/constraint.ts';
import { compareValues } from '../../domain/search/conditions.ts';
import { textKey } from '../../domain/search/text-order.ts';
import type { Ids } from '../../kernel/json.ts';
import type { ClassPartition } from './class-partition.ts';
import { TAKEN, scratchKeys } from './scratch.ts';
import { STEPS } from './steps.ts';
import type { Steps } from './steps.ts';

/** One number per id that sorts as its value does, as far as it tells values apart. */
export interface SortKeys {
  readonly keys: Float64Array;
  /** Whether equal keys mean equal values. */
  readonly exact: boolean;
  /** Order of two positions with equal keys, as far as it is known; 0 where it is not. */
  ties?(a: number, b: number): number;
}

export interface SortColumn {
  readonly field: string;
  /** Its values are computed: each is read once. */
  readonly computed?: boolean;
  value(id: number): FieldValue;
  /** A document changes: from now on its value is what it still is. */
  keep?(partition: ClassPartition, docId: number): void;
  /** Keys of all ids at once, where that is cheaper than reading each value. */
  keys?(direction: 1 | -1): SortKeys | undefined;
}

const firstValue = (value: FieldValue): Scalar | undefined => (typeof value === 'object' ? value[0] : value);

/** By the first value of each; without one last in both directions. */
export const compareFieldValues = (a: FieldValue, b: FieldValue, direction: 1 | -1): number => {
  const [left, right] = [firstValue(a), firstValue(b)];
  if (left === undefined || right === undefined) return left === right ? 0 : left === undefined ? 1 : -1;
  return compareValues(left, right) * direction;
};

/** Which kinds of values there were among those with keys. */
interface Kinds {
  numbers: boolean;
  texts: boolean;
}

/** Keys of the ids from one position to another, Infinity without a value. */
const fillKeys = (
  ids: ArrayLike<number>,
  column: SortColumn,
  direction: 1 | -1,
  keys: Float64Array,
  kinds: Kinds,
  from: number,
  to: number,
): void => {
  for (let index = from; index < to; index += 1) {
    const held = firstValue(column.value(ids[index]!));
    if (held === undefined) keys[index] = Infinity;
    else if (typeof held === 'number') {
      kinds.numbers = true;
      keys[index] = held * direction;
    } else {
      kinds.texts = true;
      keys[index] = textKey(held) * direction;
    }
  }
};

/** Keys of all ids; undefined where some values are numbers and some texts. */
function* keysOf(ids: ArrayLike<number>, column: SortColumn, direction: 1 | -1): Steps<SortKeys | undefined> {
  const known = column.keys?.(direction);
  if (known !== undefined) return known;
  const keys = scratchKeys(ids.length);
  const kinds = { numbers: false, texts: false };
  for (let from = 0; from < ids.length; from += STEPS.testsMax) {
    if (from > 0) yield column.field;
    fillKeys(ids, column, direction, keys, kinds, from, Math.min(from + STEPS.testsMax, ids.length));
  }
  return kinds.numbers && kinds.texts ? undefined : { keys, exact: !kinds.texts };
}

/** The column with each value read once. */
const readOnce = (column: SortColumn): SortColumn => {
  if (column.computed !== true) return column;
  const values = new Map<number, Scalar | undefined>();
  const value = (id: number): FieldValue => {
    if (!values.has(id)) values.set(id, firstValue(column.value(id)));
    return values.get(id);
  };
  return { ...column, value };
};

/** Positions that are sorted, or merged, in one step; tests lower it. */
export const SORTING = { stepMax: 4096 };

interface Items<T, L> {
  readonly length: number;
  [index: number]: T;
  slice(from?: number, to?: number): L;
  sort(compare: (a: T, b: T) => number): unknown;
}

/** Sorts `items`, whose order is total, in steps: runs first, then pairs of runs, pairs of pairs, and so on. */
export function* sortInSteps<T, L extends Items<T, L>>(items: L, compare: (a: T, b: T) => number): Steps<L> {
  const { length } = items;
  const { stepMax } = SORTING;
  if (length <= stepMax) {
    items.sort(compare);
    return items;
  }
  let [source, target]: [Items<T, L>, Items<T, L>] = [items, items.slice()];
  for (let from = 0; from < length; from += stepMax) {
    const run = items.slice(from, from + stepMax);
    run.sort(compare);
    for (let index = 0; index < run.length; index += 1) source[from + index] = run[index]!;
    yield '';
  }
  for (let width = stepMax; width < length; width *= 2) {
    for (let from = 0; from < length; from += 2 * width) {
      const [middle, end] = [Math.min(from + width, length), Math.min(from + 2 * width, length)];
      let [left, right] = [from, middle];
      for (let at = from; at < end; at += 1) {
        if (at % stepMax === 0) yield '';
        const takesLeft = left < middle && (right === end || compare(source[left]!, source[right]!) <= 0);
        target[at] = source[takesLeft ? left++ : right++]!;
      }
    }
    [source, target] = [target, source];
  }
  return source as L;
}

/** The best of the positions that it was shown, the worst of them first. */
class Best {
  readonly heap: Uint32Array;
  private readonly keys: Float64Array | undefined;
  private readonly compare: (a: number, b: number) => number;

  /** Of the first `keep` positions. */
  constructor(keep: number, keys: Float64Array | undefined, compare: (a: number, b: number) => number) {
    this.heap = new Uint32Array(keep);
    this.keys = keys;
    this.compare = compare;
    for (let index = 0; index < keep; index += 1) this.heap[index] = index;
    for (let node = (keep >>> 1) - 1; node >= 0; node -= 1) this.sink(node);
  }

  show(from: number, to: number): void {
    const { heap, keys, compare } = this;
    for (let index = from; index < to; index += 1) {
      // Most are ruled out by their keys alone.
      if (keys !== undefined && keys[index]! > keys[heap[0]!]!) continue;
      if (compare(index, heap[0]!) >= 0) continue;
      heap[0] = index;
      this.sink(0);
    }
  }

  private sink(from: number): void {
    const { heap, compare } = this;
    const { length } = heap;
    for (let node = from; ;) {
      let worst = node;
      for (let child = 2 * node + 1; child <= 2 * node + 2; child += 1)
        if (child < length && compare(heap[child]!, heap[worst]!) > 0) worst = child;
      if (worst === node) return;
      [heap[node], heap[worst]] = [heap[worst]!, heap[node]!];
      node = worst;
    }
  }
}

/** The first `keep` of `count` positions in order: by a heap where few are wanted, else by a full sort. */
function* topPositions(
  count: number,
  keep: number,
  keys: Float64Array | undefined,
  compare: (a: number, b: number) => number,
): Steps<Uint32Array> {
  if (keep * 8 >= count) {
    TAKEN.bytes += 2 * count * Uint32Array.BYTES_PER_ELEMENT;
    const positions = new Uint32Array(count);
    for (let index = 0; index < count; index += 1) positions[index] = index;
    return (yield* sortInSteps<number, Uint32Array>(positions, compare)).subarray(0, keep);
  }
  const best = new Best(keep, keys, compare);
  const { stepMax } = SORTING;
  for (let from = keep; from < count; from += stepMax) {
    if (from > keep) yield '';
    best.show(from, Math.min(from + stepMax, count));
  }
  return best.heap.sort(compare);
}

const isAscending = (ids: ArrayLike<number>): boolean => {
  for (let index = 1; index < ids.length; index += 1) if (ids[index - 1]! > ids[index]!) return false;
  return true;
};

/** Ids of a longer page are in a typed array. */
export const PLAIN_ARRAY_MAX = 1000;

/** Many ids go into a typed array: a million take 4 MB and are no work for the garbage collector. */
const collect = (count: number, idAt: (index: number) => number): Ids => {
  if (count <= PLAIN_ARRAY_MAX) return Array.from({ length: count }, (_, index) => idAt(index));
  const ids = new Uint32Array(count);
  for (let index = 0; index < count; index += 1) ids[index] = idAt(index);
  return ids;
};

/** The sorted ids from position `skip` on, at most `limit` of them; a `limit` of 0 means all. */
export function* sortIdsInSteps(
  ids: ArrayLike<number>,
  columns: readonly SortColumn[],
  descending: boolean,
  skip: number,
  limit: number,
): Steps<Ids> {
  const end = limit === 0 ? ids.length : Math.min(ids.length, skip + limit);
  if (skip >= end) return [];
  if (columns.length === 0 && isAscending(ids)) {
    const from = descending ? ids.length - 1 - skip : skip;
    return collect(end - skip, (index) => ids[descending ? from - index : from + index]!);
  }
  const direction = descending ? -1 : 1;
  const known = columns[0] && (yield* keysOf(ids, columns[0], direction));
  const keys = known?.keys;
  const ties = known?.ties;
  // A column whose keys are exact need not be compared by value.
  const others = (known?.exact === true ? columns.slice(1) : columns).map(readOnce);
  const compare = (a: number, b: number): number => {
    if (keys !== undefined) {
      if (keys[a]! !== keys[b]!) return keys[a]! < keys[b]! ? -1 : 1;
      const by = ties === undefined ? 0 : ties(a, b);
      if (by !== 0) return by;
    }
    for (const { value } of others) {
      const by = compareFieldValues(value(ids[a]!), value(ids[b]!), direction);
      if (by !== 0) return by;
    }
    return (ids[a]! - ids[b]!) * direction;
  };
  const positions = (yield* topPositions(ids.length, end, keys, compare)).subarray(skip);
  return collect(positions.length, (index) => ids[positions[index]!]!);
}
