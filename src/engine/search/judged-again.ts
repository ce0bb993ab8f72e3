// What an interrupted search found, brought up to date with the records that changed meanwhile.
import type { SearchQuery } from '../../domain/search/query.ts';
import { filterDocs } from './doc-sets.ts';
import type { IndexChanges } from './index-changes.ts';
import { NO_DOCS } from './scratch.ts';
import type { Matching, Searcher } from './searcher.ts';

/** What was found, with every document that changed since judged as it is now, by a searcher that began since. */
export const judgedAgain = (
  { within }: SearchQuery,
  found: readonly Matching[],
  changes: IndexChanges,
  searcher: Searcher,
): Matching[] => {
  const partitions = new Set([...found.map(({ partition }) => partition), ...changes.docIds.keys()]);
  return [...partitions].flatMap((partition) => {
    const { ids, vocabulary } = partition;
    const before = found.find((matching) => matching.partition === partition)?.docIds ?? NO_DOCS;
    const changed = changes.docIds.get(partition);
    if (changed === undefined) return [{ partition, docIds: before }];
    const unchanged = filterDocs(partition, before, (docId) => !changed.has(docId));
    const present = [...changed].filter(
      (docId) => ids[docId] !== 0 && (within === undefined || within.position(ids[docId]!) > 0),
    );
    const again = searcher.matchingOf(partition, Uint32Array.from(present));
    const docIds = vocabulary.scratch.allocate(unchanged.length + again.length);
    docIds.set(unchanged);
    docIds.set(again, unchanged.length);
    return docIds.length === 0 ? [] : [{ partition, docIds }];
  });
};
