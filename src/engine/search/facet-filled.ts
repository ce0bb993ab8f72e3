// Which linked actors the records of a facet are in by a constraint: of categories that fill themselves, for example.
//
// Each constraint is looked up once for all records, and what a record is in is the number of a combination.
import type { FacetRows } from './facet-rows.ts';
import { marksOfDocs } from './doc-sets.ts';
import type { FieldSource } from './field-resolver.ts';
import type { DocIds } from './scratch.ts';
import { TAKEN } from './scratch.ts';
import type { Searcher } from './searcher.ts';
import { inBlocks } from './steps.ts';
import type { Steps } from './steps.ts';

/** Memory of a combination beside its ids, roughly. */
const COMBINATION_BYTES = 64;

export interface FilledRows {
  /** By position of a record: the number of its combination. */
  readonly at: DocIds;
  /** Ids by combination; 0 is that of none. */
  readonly combinations: readonly (readonly number[])[];
}

/** Undefined where no linked actor has a constraint. */
export function* filledRows(
  searcher: Searcher,
  { partition, docIds }: Pick<FacetRows, 'partition' | 'docIds'>,
  source: FieldSource | undefined,
): Steps<FilledRows | undefined> {
  const filled = source?.link?.filled ?? [];
  if (filled.length === 0) return undefined;
  const { scratch } = partition.vocabulary;
  const at = scratch.allocate(docIds.length).fill(0);
  const combinations: (readonly number[])[] = [[]];
  for (const { id, constraint } of filled) {
    const joined = new Map<number, number>();
    const withId = (combination: number): number => {
      let next = joined.get(combination);
      if (next !== undefined) return next;
      const ids = [...combinations[combination]!, id];
      TAKEN.bytes += COMBINATION_BYTES + ids.length * Float64Array.BYTES_PER_ELEMENT;
      joined.set(combination, (next = combinations.push(ids) - 1));
      return next;
    };
    const passing = yield* searcher.filter(partition, constraint, docIds, undefined);
    const passes = passing && (yield* marksOfDocs(partition, [passing]));
    yield* inBlocks(docIds.length, (from, to) => {
      for (let position = from; position < to; position += 1)
        if (passes === undefined || passes[docIds[position]!] === 1) at[position] = withId(at[position]!);
    });
    if (passes !== undefined) scratch.releaseMarks(passes);
  }
  return { at, combinations };
}
