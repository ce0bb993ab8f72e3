// Counts a field by what its column holds, where a search finds nearly all records and each counts by itself: a column
// knows how many records have each of its codes, and the few that were not found are taken off.
//
// Not promised: that what was counted can be taken back record by record; a change begins the count again.
import type { Column } from './column.ts';
import type { FacetRows } from './facet-rows.ts';
import type { FacetTally } from './facet-tally.ts';
import type { FieldSource } from './field-resolver.ts';
import type { DocIds } from './scratch.ts';
import { inBlocks } from './steps.ts';
import type { Steps } from './steps.ts';

/** Found records for each missing one, at least: a missing one is read for every field. */
const FOUND_PER_MISSING = 8;

/** Records of the partition that are none of the rows; undefined where they are many, or rows are families. */
export function* missingFrom({ partition, docIds, starts }: FacetRows): Steps<DocIds | undefined> {
  const { ids, liveCount, vocabulary } = partition;
  if (starts !== undefined || (liveCount - docIds.length) * FOUND_PER_MISSING > docIds.length) return undefined;
  const missing = vocabulary.scratch.list(liveCount - docIds.length);
  let next = 0;
  let isInOrder = true;
  const pass = (end: number): void => {
    for (; next < end; next += 1) if (ids[next] !== 0) missing.push(next);
  };
  yield* inBlocks(docIds.length, (from, to) => {
    for (let at = from; at < to && isInOrder; at += 1) {
      const docId = docIds[at]!;
      isInOrder = docId >= next;
      if (docId > next) pass(docId);
      next = docId + 1;
    }
  });
  pass(ids.length);
  return isInOrder && missing.length === liveCount - docIds.length ? vocabulary.scratch.finish(missing) : undefined;
}

/** The one column in which records have values; undefined: there are several, or it has no codes. */
const onlyColumn = ({ chain, link }: FieldSource): Column | undefined => {
  const columns = chain?.columns ?? (link === undefined ? [] : [link.ids]);
  const [column, ...others] = columns.filter(({ valueCount }) => valueCount > 0);
  return others.length === 0 ? column : undefined;
};

/** Counts all rows; false where they have to be read. */
export const countByColumn = (rows: FacetRows, missing: DocIds, source: FieldSource, tally: FacetTally): boolean => {
  const coded = onlyColumn(source)?.coded;
  if (coded === undefined) return false;
  const { chain, link } = source;
  const { codes, values, useCounts } = coded;
  const counts = Int32Array.from(useCounts);
  for (const docId of missing) if (docId < codes.length) counts[codes[docId]!]! -= 1;
  let left = rows.docIds.length;
  for (let code = 1; code < counts.length; code += 1) {
    const count = counts[code]!;
    if (count === 0) continue;
    left -= count;
    tally.addRecords(tally.codeOf(link === undefined ? values[code] : link.valueOf(values[code])), count);
  }
  tally.addRecords(tally.codeOf(chain?.defaultValue), left);
  return true;
};
