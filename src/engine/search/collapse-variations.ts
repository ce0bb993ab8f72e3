// Replaces found documents by the tops of their families: each product once for all of its variations.
import type { ClassPartition } from './class-partition.ts';
import type { IndexChanges } from './index-changes.ts';
import type { DocIdList, DocIds } from './scratch.ts';
import type { SearchIndex } from './search-index.ts';
import { STEPS, inBlocks } from './steps.ts';
import type { Steps } from './steps.ts';

export interface Collapsed {
  /** The tops, each once. */
  readonly docIds: DocIds;
  /** By position of a found document: the position in `docIds` of its top. */
  readonly places: DocIds;
  /** By doc id of a top: its position in `docIds`. */
  readonly placeOf: DocIds;
}

/** First position in a range whose document is no top; the end of the range where all are. */
const firstNested = (
  index: SearchIndex,
  { ids }: ClassPartition,
  matches: DocIds,
  from: number,
  to: number,
): number => {
  let position = from;
  while (position < to && index.parentOf(ids[matches[position]!]!) === 0) position += 1;
  return position;
};

function* hasNested(index: SearchIndex, partition: ClassPartition, matches: DocIds): Steps<boolean> {
  for (let from = 0; from < matches.length;) {
    const to = Math.min(from + STEPS.docsMax, matches.length);
    from = firstNested(index, partition, matches, from, to);
    if (from < to) return true;
    if (from < matches.length) yield '';
  }
  return false;
}

/** Doc id of the top of a document's family. */
export const rootDocOf = (index: SearchIndex, { ids }: ClassPartition, docId: number): number => {
  const id = ids[docId]!;
  return index.parentOf(id) === 0 ? docId : index.docIdOf(index.rootOf(id));
};

/** By doc id of a top: one more than the doc id of a found document of its family: itself, else the oldest. */
export function* rowsByFamily(index: SearchIndex, partition: ClassPartition, found: DocIds): Steps<DocIds> {
  const { ids } = partition;
  const rows = partition.vocabulary.scratch.allocate(ids.length);
  yield* inBlocks(rows.length, (from, to) => void rows.fill(0, from, to));
  yield* inBlocks(found.length, (from, to) => {
    for (let position = from; position < to; position += 1) {
      const docId = found[position]!;
      const root = rootDocOf(index, partition, docId);
      const known = rows[root];
      if (known === 0 || docId === root || (known !== root + 1 && ids[docId]! < ids[known! - 1]!))
        rows[root] = docId + 1;
    }
  });
  return rows;
}

/** The tops of the documents that were visited so far. */
class Tops {
  readonly list: DocIdList;
  readonly placeOf: DocIds;
  private readonly seen: Uint8Array;
  private readonly index: SearchIndex;
  private readonly partition: ClassPartition;
  private readonly docCount: number;

  constructor(index: SearchIndex, partition: ClassPartition, most: number) {
    const { scratch } = partition.vocabulary;
    this.index = index;
    this.partition = partition;
    this.docCount = partition.ids.length;
    this.placeOf = scratch.allocate(this.docCount);
    this.list = scratch.list(most);
    this.seen = scratch.marks(this.docCount);
  }

  /** Position of a document's top; the document must be as it was found. */
  placeFor(docId: number): number {
    const { seen, placeOf, list } = this;
    const root = rootDocOf(this.index, this.partition, docId);
    if (seen[root] === 0) {
      seen[root] = 1;
      placeOf[root] = list.length;
      list.push(root);
    }
    return placeOf[root]!;
  }

  finish(): DocIds {
    const { scratch } = this.partition.vocabulary;
    scratch.releaseMarks(this.seen);
    return scratch.finish(this.list);
  }
}

/** Stands for the place of a document that has changed since it was found, and is judged again. */
export const NO_PLACE = 0xffffffff;

/**
 * Collapses found documents; undefined where every one is a top already. `changes`: changes since the documents were
 * found; earlier ones concern none of them.
 */
export function* collapseToRoots(
  index: SearchIndex,
  partition: ClassPartition,
  matches: DocIds,
  changes: IndexChanges | undefined,
): Steps<Collapsed | undefined> {
  const { nestedCount, vocabulary } = partition;
  if (nestedCount === 0 || !(yield* hasNested(index, partition, matches))) return undefined;
  const places = vocabulary.scratch.allocate(matches.length);
  const tops = new Tops(index, partition, matches.length);
  yield* inBlocks(matches.length, (from, to) => {
    const changed = changes?.docIds.get(partition);
    for (let position = from; position < to; position += 1) {
      const docId = matches[position]!;
      places[position] = changed?.has(docId) === true ? NO_PLACE : tops.placeFor(docId);
    }
  });
  return { docIds: tops.finish(), places, placeOf: tops.placeOf };
}
