// Sorts found ids: by columns, then by id. A record without a value is last in both directions.
//
// Descending reverses values and ties (D58). Packed numbers are compared first, values only where these are equal; only
// the best ids of a page are kept.
import type { FieldValue, Scalar } from '../../domain/search/constraint.ts';
import { compareValues } from '../../domain/search/conditions.ts';
import { textKey } from '../../domain/search/text-order.ts';
import { manyIds } from '../../kernel/many.ts';
import type { ManyIds } from '../../kernel/many.ts';
import { TAKEN, scratchKeys } from './scratch.ts';
import { SORTING, SortStep, sortInSteps } from './sort-in-steps.ts';
import { STEPS, inBlocks } from './steps.ts';
import type { Steps } from './steps.ts';
import { TestStep } from './test-step.ts';
import { PagedValues } from './paged-values.ts';

/** One number per id that sorts like its value, but may be equal for different values. */
export interface SortKeys {
  readonly keys: Float64Array;
  /** Whether equal keys mean equal values. */
  readonly exact: boolean;
  /** Order of two positions with equal keys, as far as it is known; 0 where it is not. */
  ties?(a: number, b: number): number;
}

export interface SortColumn {
  readonly field: string;
  /** Set for computed values, which are read once each. */
  readonly computed?: boolean;
  value(id: number): FieldValue;
  /** Keys of all ids, where that is cheaper than reading each value. */
  keys?(): Steps<SortKeys | undefined>;
}

const firstValue = (value: FieldValue): Scalar | undefined => (typeof value === 'object' ? value[0] : value);

/** Compares fields by their first values; a field without one is last in both directions. */
export const compareFieldValues = (a: FieldValue, b: FieldValue, direction: 1 | -1): number => {
  const [left, right] = [firstValue(a), firstValue(b)];
  if (left === undefined || right === undefined) return left === right ? 0 : left === undefined ? 1 : -1;
  return compareValues(left, right) * direction;
};

/** Kinds of values seen so far. */
interface Kinds {
  numbers: boolean;
  texts: boolean;
}

/** Key of a value; Infinity without one. */
const keyOf = (value: FieldValue, direction: 1 | -1, kinds: Kinds): number => {
  const held = firstValue(value);
  if (held === undefined) return Infinity;
  if (typeof held === 'number') {
    kinds.numbers = true;
    return held * direction;
  }
  kinds.texts = true;
  return textKey(held) * direction;
};

/** Keys of all ids; undefined where some values are numbers and some texts. */
function* keysOf(ids: ArrayLike<number>, column: SortColumn, direction: 1 | -1): Steps<SortKeys | undefined> {
  const known = column.keys && (yield* column.keys());
  if (known !== undefined) return known;
  const keys = scratchKeys(ids.length);
  const kinds = { numbers: false, texts: false };
  const step = new TestStep();
  for (let index = 0; index < ids.length; index += 1) {
    if (step.isOver()) yield column.field;
    keys[index] = keyOf(column.value(ids[index]!), direction, kinds);
  }
  return kinds.numbers && kinds.texts ? undefined : { keys, exact: !kinds.texts };
}

/** Reads the value of a column by its position among the ids; what is computed is read once. */
const valueReader = (ids: ArrayLike<number>, column: SortColumn): ((position: number) => FieldValue) => {
  if (column.computed !== true) return (position) => column.value(ids[position]!);
  const known = new PagedValues<{ readonly value: Scalar | undefined }>();
  return (position) => {
    let read = known.get(position);
    if (read === undefined) known.set(position, (read = { value: firstValue(column.value(ids[position]!)) }));
    return read.value;
  };
};

const numberPlaces = (positions: Uint32Array, from: number, to: number): void => {
  for (let index = from; index < to; index += 1) positions[index] = index;
};

/** Heap of the best positions shown to it, the worst first. */
class Best {
  readonly heap: Uint32Array;
  private readonly keys: Float64Array | undefined;
  private readonly compare: (a: number, b: number) => number;
  private readonly step: SortStep;

  /** Sorts the first `keep` positions, once `build` has ended. */
  constructor(keep: number, keys: Float64Array | undefined, compare: (a: number, b: number) => number, step: SortStep) {
    this.heap = new Uint32Array(keep);
    this.keys = keys;
    this.compare = compare;
    this.step = step;
  }

  *build(): Steps<void> {
    const { heap, step } = this;
    yield* inBlocks(heap.length, (from, to) => numberPlaces(heap, from, to));
    for (let node = heap.length >>> 1; node > 0;) {
      node = this.sinkBelow(node);
      if (node > 0) yield '';
      step.begin();
    }
  }

  /** Puts the nodes before one in order, until a step is over; returns where it ended. */
  private sinkBelow(end: number): number {
    const last = Math.max(0, end - SORTING.stepMax);
    let node = end;
    while (node > last && !this.step.isSpent) {
      node -= 1;
      this.sink(node);
    }
    return node;
  }

  /** Shows the positions from one to before another, or fewer; returns where it ended. */
  show(from: number, to: number): number {
    const { heap, keys, compare, step } = this;
    for (let index = from; index < to; index += 1) {
      // Most are ruled out by their keys alone.
      if (keys !== undefined && keys[index]! > keys[heap[0]!]!) continue;
      if (compare(index, heap[0]!) < 0) {
        heap[0] = index;
        this.sink(0);
      }
      if (step.isSpent) return index + 1;
    }
    return to;
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
  step: SortStep,
): Steps<Uint32Array> {
  if (keep * 8 >= count) {
    TAKEN.bytes += 2 * count * Uint32Array.BYTES_PER_ELEMENT;
    const positions = new Uint32Array(count);
    yield* inBlocks(count, (from, to) => numberPlaces(positions, from, to));
    return (yield* sortInSteps<number, Uint32Array>(positions, compare, step)).subarray(0, keep);
  }
  TAKEN.bytes += 2 * keep * Uint32Array.BYTES_PER_ELEMENT;
  const best = new Best(keep, keys, compare, step);
  yield* best.build();
  for (let from = keep; from < count;) {
    from = best.show(from, Math.min(from + SORTING.stepMax, count));
    step.begin();
    if (from < count) yield '';
  }
  return yield* sortInSteps<number, Uint32Array>(best.heap, compare, step);
}

/** First place in a range whose id is less than the one before it; the end of the range without one. */
const firstDescent = (ids: ArrayLike<number>, from: number, to: number): number => {
  let index = from;
  while (index < to && ids[index - 1]! <= ids[index]!) index += 1;
  return index;
};

function* isAscending(ids: ArrayLike<number>): Steps<boolean> {
  for (let from = 1; from < ids.length;) {
    if (from > 1) yield '';
    const to = Math.min(from + STEPS.docsMax, ids.length);
    from = firstDescent(ids, from, to);
    if (from < to) return false;
  }
  return true;
}

/** Length above which a page is a typed array: a million ids take 4 MB and no work of the garbage collector. */
const PLAIN_ARRAY_MAX = 1000;

export const pageIds = (ids: Uint32Array): ManyIds => manyIds(ids.length > PLAIN_ARRAY_MAX ? ids : [...ids]);

const pick = (ids: ArrayLike<number>, positions: Uint32Array, into: Uint32Array, from: number, to: number): void => {
  for (let index = from; index < to; index += 1) into[index] = ids[positions[index]!]!;
};

function* idsAt(ids: ArrayLike<number>, positions: Uint32Array): Steps<Uint32Array> {
  const picked = new Uint32Array(positions.length);
  yield* inBlocks(positions.length, (from, to) => pick(ids, positions, picked, from, to));
  return picked;
}

/** Ids in a row, from a position on, or backwards from it. */
function* idsFrom(ids: ArrayLike<number>, first: number, by: 1 | -1, count: number): Steps<Uint32Array> {
  const taken = new Uint32Array(count);
  yield* inBlocks(count, (from, to) => {
    for (let index = from; index < to; index += 1) taken[index] = ids[first + by * index]!;
  });
  return taken;
}

/** The sorted ids from position `skip` on, at most `limit` of them; a `limit` of 0 means all. */
export function* sortIdsInSteps(
  ids: ArrayLike<number>,
  columns: readonly SortColumn[],
  descending: boolean,
  skip: number,
  limit: number,
): Steps<Uint32Array> {
  const end = limit === 0 ? ids.length : Math.min(ids.length, skip + limit);
  if (skip >= end) return new Uint32Array(0);
  if (columns.length === 0 && (yield* isAscending(ids))) {
    return yield* idsFrom(ids, descending ? ids.length - 1 - skip : skip, descending ? -1 : 1, end - skip);
  }
  const direction = descending ? -1 : 1;
  const known = columns[0] && (yield* keysOf(ids, columns[0], direction));
  const keys = known?.keys;
  const ties = known?.ties;
  // A column whose keys are exact need not be compared by value.
  const others = (known?.exact === true ? columns.slice(1) : columns).map((column) => valueReader(ids, column));
  const step = new SortStep();
  const compare = (a: number, b: number): number => {
    if (keys !== undefined) {
      if (keys[a]! !== keys[b]!) return keys[a]! < keys[b]! ? -1 : 1;
      const by = ties === undefined ? 0 : ties(a, b);
      if (by !== 0) return by;
    }
    for (const valueAt of others) {
      step.count();
      const by = compareFieldValues(valueAt(a), valueAt(b), direction);
      if (by !== 0) return by;
    }
    return (ids[a]! - ids[b]!) * direction;
  };
  const positions = (yield* topPositions(ids.length, end, keys, compare, step)).subarray(skip);
  return yield* idsAt(ids, positions);
}
