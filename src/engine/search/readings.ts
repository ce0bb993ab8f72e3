// Brings together what several readings of one MATCH find, and what is pinned to its query.
//
// A record has the rank of its best reading; that of a reading with synonyms counts as the same step of the typed one,
// and one less, so that neither more words nor equal ones put it before what was typed. Pinned records rank above all
// others. Documents from `docCount` on were added since the first reading began: they have no place in its ranks, and
// are judged again.
import type { ClassPartition } from './class-partition.ts';
import type { Matches } from './match.ts';
import type { SearchIndex } from './search-index.ts';
import { inBlocks } from './steps.ts';
import type { Steps } from './steps.ts';

/** Raises the ranks of `found` by those of another reading, whose ranks are given back; `asTyped`: what they count. */
export function* bestOf(
  partition: ClassPartition,
  found: Matches,
  other: Matches,
  asTyped: (rank: number) => number,
  docCount: number,
): Steps<Matches> {
  const { scratch } = partition.vocabulary;
  const { ranks, docIds } = found;
  const all = scratch.allocate(docIds.length + other.docIds.length);
  yield* inBlocks(docIds.length, (from, to) => all.set(docIds.subarray(from, to), from));
  const counted = Uint8Array.from({ length: 256 }, (_, rank) => asTyped(rank));
  let count = docIds.length;
  yield* inBlocks(other.docIds.length, (from, to) => {
    for (let index = from; index < to; index += 1) {
      const docId = other.docIds[index]!;
      if (docId >= docCount) continue;
      const rank = ranks[docId]!;
      if (rank === 0) all[count++] = docId;
      ranks[docId] = Math.max(rank, counted[other.ranks[docId]!]!);
    }
  });
  scratch.releaseMarks(other.ranks);
  return { docIds: scratch.shrink(all, count), ranks };
}

/** Adds the pinned records of a partition; of them there are at most 50. */
export const withPinned = (
  index: SearchIndex,
  partition: ClassPartition,
  { docIds, ranks }: Matches,
  pinned: readonly number[],
  docCount: number,
): Matches => {
  const added: number[] = [];
  const highest = 2 ** (8 * ranks.BYTES_PER_ELEMENT) - 1;
  for (const [place, id] of pinned.entries()) {
    if (index.partitionOf(id) !== partition) continue;
    const docId = index.docIdOf(id);
    if (docId >= docCount) continue;
    if (ranks[docId] === 0) added.push(docId);
    ranks[docId] = highest - place;
  }
  if (added.length === 0) return { docIds, ranks };
  const all = partition.vocabulary.scratch.allocate(docIds.length + added.length);
  all.set(docIds);
  all.set(added, docIds.length);
  return { docIds: all, ranks };
};
