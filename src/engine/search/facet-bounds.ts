// Bounds of ranges of numbers that hold about as many records each, rounded to what people read easily.
//
// A sample of the records decides, by their ids, so that bounds differ neither between processes nor between two calls.
import type { FacetField } from '../../domain/search/query.ts';
import type { FacetRows } from './facet-rows.ts';
import type { Searcher } from './searcher.ts';
import { STEPS } from './steps.ts';
import type { Steps } from './steps.ts';
import { TestStep } from './test-step.ts';

/** Records of the sample, about. */
const SAMPLE = 1024;
const SPREAD = 2_654_435_761;
const HASHES = 2 ** 32;

/** Bounds between numbers in order. */
export const boundsBetween = (sorted: readonly number[], ranges: number): readonly number[] => {
  const [least, most] = [sorted[0], sorted.at(-1)];
  if (least === undefined || most === undefined || least === most) return [];
  const unit = 10 ** (Math.floor(Math.log10((most - least) / ranges)) - 1);
  const bounds = new Set<number>();
  for (let range = 1; range < ranges; range += 1) {
    const exact = sorted[Math.floor((range * sorted.length) / ranges)]!;
    const round = Number((Math.round(exact / unit) * unit).toPrecision(12));
    if (round > least && round <= most) bounds.add(round);
  }
  return [...bounds].sort((a, b) => a - b);
};

/** Bounds for a field of found records. */
export function* chosenBounds(
  all: readonly FacetRows[],
  { field }: FacetField,
  ranges: number,
  searcher: Searcher,
): Steps<readonly number[]> {
  const total = all.reduce((sum, { docIds }) => sum + docIds.length, 0);
  const hashMax = total <= 2 * SAMPLE ? HASHES : (SAMPLE / total) * HASHES;
  const numbers: number[] = [];
  const step = new TestStep();
  for (const rows of all) {
    const { partition, docIds } = rows;
    const source = searcher.fields.resolve(partition, field);
    if (source === undefined) continue;
    for (let at = 0; at < docIds.length; at += 1) {
      if (at % STEPS.docsMax === STEPS.docsMax - 1) yield '';
      const docId = docIds[at]!;
      if (Math.imul(partition.ids[docId]!, SPREAD) >>> 0 >= hashMax) continue;
      if (step.isOver()) yield field;
      const value = source.value(docId);
      for (const one of typeof value === 'object' ? value : [value]) if (typeof one === 'number') numbers.push(one);
    }
  }
  return boundsBetween(
    numbers.sort((a, b) => a - b),
    ranges,
  );
}
