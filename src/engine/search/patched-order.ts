// Updates an order of found records: changed ones are removed, and those that match now are inserted in their places.
//
// The place of each record is found in steps before; the rest copies the parts between changes.
import { TAKEN } from './scratch.ts';
import { inBlocks } from './steps.ts';
import type { Steps } from './steps.ts';

type Ids = ArrayLike<number>;

/** Numbers by id: 0 for a record not found, 1 for a found one, from 2 on the place of one in the order. */
export function* placesOf(found: Ids, order: Ids): Steps<Uint32Array> {
  let last = 0;
  yield* inBlocks(found.length, (from, to) => {
    let most = last;
    for (let position = from; position < to; position += 1) most = Math.max(most, found[position]!);
    last = most;
  });
  const places = new Uint32Array(last + 1);
  TAKEN.bytes += places.byteLength;
  yield* inBlocks(found.length, (from, to) => {
    for (let position = from; position < to; position += 1) places[found[position]!] = 1;
  });
  yield* inBlocks(order.length, (from, to) => {
    for (let place = from; place < to; place += 1) places[order[place]!] = place + 2;
  });
  return places;
}

/** The order without `gone` records, and how many of these had been found. */
export const withoutGone = (
  order: Uint32Array,
  places: Uint32Array,
  gone: ReadonlySet<number>,
): { readonly left: Uint32Array; readonly goneCount: number } => {
  const cuts: number[] = [];
  let goneCount = 0;
  for (const id of gone) {
    const place = places[id] ?? 0;
    if (place > 0) goneCount += 1;
    if (place > 1) cuts.push(place - 2);
  }
  cuts.sort((a, b) => a - b);
  const left = new Uint32Array(order.length - cuts.length);
  let [from, end] = [0, 0];
  for (const cut of cuts) {
    left.set(order.subarray(from, cut), end);
    end += cut - from;
    from = cut + 1;
  }
  left.set(order.subarray(from), end);
  return { left, goneCount };
};

/** Merges two orders. `isBefore`: whether a record of the first comes before one of the second, which is short. */
export const merged = (
  order: Uint32Array,
  others: Ids,
  isBefore: (id: number, other: number) => boolean,
): Uint32Array => {
  const all = new Uint32Array(order.length + others.length);
  let [taken, end] = [0, 0];
  for (let index = 0; index < others.length; index += 1) {
    let [low, high] = [taken, order.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBefore(order[middle]!, others[index]!)) low = middle + 1;
      else high = middle;
    }
    all.set(order.subarray(taken, low), end);
    end += low - taken;
    all[end++] = others[index]!;
    taken = low;
  }
  all.set(order.subarray(taken), end);
  return all;
};
