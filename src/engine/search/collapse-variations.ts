// Replaces found documents by the tops of their families: a product for each of its variations, once.
import type { ClassPartition } from './class-partition.ts';
import type { DocIds } from './scratch.ts';
import type { SearchIndex } from './search-index.ts';

export interface Collapsed {
  /** The tops, each once. */
  readonly docIds: DocIds;
  /** By position of a found document: the position in `docIds` of its top. */
  readonly places: DocIds;
}

/** Undefined where every found document is a top already. */
export const collapseToRoots = (
  index: SearchIndex,
  partition: ClassPartition,
  matches: DocIds,
): Collapsed | undefined => {
  const {
    ids,
    nestedCount,
    vocabulary: { scratch },
  } = partition;
  let first = 0;
  if (nestedCount > 0) while (first < matches.length && index.parentOf(ids[matches[first]!]!) === 0) first += 1;
  if (nestedCount === 0 || first === matches.length) return undefined;
  const placeOf = scratch.allocate(ids.length);
  const places = scratch.allocate(matches.length);
  const roots = scratch.list(matches.length);
  const seen = scratch.marks(ids.length);
  for (let position = 0; position < matches.length; position += 1) {
    const docId = matches[position]!;
    const id = ids[docId]!;
    const root = index.parentOf(id) === 0 ? docId : index.docIdOf(index.rootOf(id));
    if (seen[root] === 0) {
      seen[root] = 1;
      placeOf[root] = roots.length;
      roots.push(root);
    }
    places[position] = placeOf[root]!;
  }
  scratch.releaseMarks(seen);
  return { docIds: scratch.finish(roots), places };
};
