// A page of a list paged by a keyset: newest first, from after a known record.
//
// The timeline finds the beginning, so a page far down costs as much as the first. Records are then judged in blocks,
// each twice the previous one, until the page is full: a constraint met by many reads few records, one met by few reads
// only those that the index leaves. The page is as of the last step: records that changed meanwhile are judged again,
// and are on the page only if they belong between its ends.
// Not promised: how many records match, unless the query counts them, which reads every record.
import type { Keyset, SearchQuery, SearchResult } from '../../domain/search/query.ts';
import { NOT_COUNTED } from '../../domain/search/query.ts';
import type { Reader } from '../../domain/transaction.ts';
import type { ClassPartition } from './class-partition.ts';
import type { IndexChanges } from './index-changes.ts';
import { marksOfDocs } from './doc-sets.ts';
import { judgedAgain } from './judged-again.ts';
import { merged, placesOf, withoutGone } from './patched-order.ts';
import type { SearchIndex } from './search-index.ts';
import type { Matching, PartitionCandidates, Searcher } from './searcher.ts';
import { pageIds } from './sort.ts';
import type { Steps } from './steps.ts';

/** Records of the first and of the largest block; tests lower both. */
export const BLOCKS = { min: 64, max: 4096 };
const NONE = { marks: undefined, docCount: 0 };
/** Places of the timeline passed in one step. */
const PLACES_MAX = 16_384;

/** Candidates with marks of the `docCount` documents that existed when the marks were made. */
interface MarkedCandidates extends PartitionCandidates {
  readonly marks: Uint8Array | undefined;
  readonly docCount: number;
}

/** The records that can match, from a place on, block by block. */
class Walk {
  /** Found records in the direction of the walk; changed ones as they were. */
  readonly found: number[] = [];
  /** The last record visited. */
  private lastId: number;
  private lastMs: number;
  private isAtEnd = false;
  private blockMax = BLOCKS.min;
  private readonly index: SearchIndex;
  private readonly searcher: Searcher;
  private readonly query: SearchQuery;
  private readonly keyset: Keyset;
  private readonly firstMs: number;
  private readonly among = new Map<ClassPartition, MarkedCandidates>();

  constructor(index: SearchIndex, searcher: Searcher, query: SearchQuery, keyset: Keyset) {
    this.index = index;
    this.searcher = searcher;
    this.query = query;
    this.keyset = keyset;
    this.lastId = keyset.id;
    this.lastMs = this.firstMs = keyset.ms ?? index.timeline.msBefore(keyset.id);
  }

  /** Marks the records among which the walk looks. Called before it begins. */
  *mark(among: readonly PartitionCandidates[]): Steps<void> {
    for (const candidates of among) {
      const { partition, docIds } = candidates;
      const docCount = partition.ids.length;
      const marks = docIds && (yield* marksOfDocs(partition, [docIds]));
      this.among.set(partition, { ...candidates, marks, docCount });
    }
  }

  /** Number of marked records that have changed since. */
  markedOf(changes: IndexChanges): number {
    let count = 0;
    for (const [partition, docIds] of changes.docIds) {
      const { marks, docCount } = this.among.get(partition) ?? NONE;
      for (const docId of docIds) if (docId < docCount) count += marks![docId]!;
    }
    return count;
  }

  release(): void {
    for (const { partition, marks } of this.among.values())
      if (marks !== undefined) partition.vocabulary.scratch.releaseMarks(marks);
  }

  /** Whether no record is left to visit. */
  get isDone(): boolean {
    return this.isAtEnd;
  }

  /** Walks on until `count` records are found, or none is left. */
  *until(count: number): Steps<void> {
    while (!this.isAtEnd && this.found.length < count) {
      const block = this.nextBlock();
      if (block.length > 0) this.found.push(...(yield* this.passing(block)));
      yield '';
    }
  }

  /**
   * Found records, as of now. `places`: places of all found; `changes`: changes since the walk began; `judged`: present
   * matches among them.
   */
  settled(places: Uint32Array, changes: IndexChanges, judged: readonly Matching[]): Uint32Array {
    const { timeline } = this.index;
    const { left } = withoutGone(Uint32Array.from(this.found), places, changes.ids);
    const others: number[] = [];
    for (const { partition, docIds } of judged) {
      for (const docId of docIds) if (this.isWithin(partition.ids[docId]!)) others.push(partition.ids[docId]!);
    }
    const { older } = this.keyset;
    const isBefore = (a: number, b: number): boolean => timeline.isBefore(a, timeline.msOf(b), b) !== older;
    others.sort((a, b) => (isBefore(a, b) ? -1 : 1));
    return merged(left, others, isBefore);
  }

  /** Whether a record lies between the beginning of the walk and its present place. */
  private isWithin(id: number): boolean {
    const { timeline } = this.index;
    const { firstMs } = this;
    const { older, id: firstId } = this.keyset;
    if (id === firstId || timeline.isBefore(id, firstMs, firstId) !== older) return false;
    return this.isAtEnd || id === this.lastId || timeline.isBefore(id, this.lastMs, this.lastId) !== older;
  }

  private nextBlock(): number[] {
    const { timeline } = this.index;
    const { older } = this.keyset;
    const { length } = timeline;
    const before = timeline.countBefore(this.lastMs, this.lastId);
    const isThere = before < length && timeline.at(before) === this.lastId;
    const [by, end] = older ? [-1, -1] : [1, length];
    let place = older ? before - 1 : before + (isThere ? 1 : 0);
    const block: number[] = [];
    for (let looked = 0; place !== end && looked < PLACES_MAX && block.length < this.blockMax; looked += 1) {
      this.lastId = timeline.at(place);
      if (this.canMatch(this.lastId)) block.push(this.lastId);
      place += by;
    }
    this.lastMs = timeline.has(this.lastId) ? timeline.msOf(this.lastId) : this.lastMs;
    this.isAtEnd = place === end;
    this.blockMax = Math.min(2 * this.blockMax, BLOCKS.max);
    return block;
  }

  private canMatch(id: number): boolean {
    const partition = this.index.partitionOf(id)!;
    const candidates = this.among.get(partition);
    return (
      candidates !== undefined && (candidates.marks === undefined || candidates.marks[this.index.docIdOf(id)] === 1)
    );
  }

  /** Matching records of a block, in its order. */
  private *passing(block: readonly number[]): Steps<readonly number[]> {
    const byPartition = new Map<ClassPartition, number[]>();
    for (const id of block) {
      const partition = this.index.partitionOf(id)!;
      const docIds = byPartition.get(partition);
      if (docIds === undefined) byPartition.set(partition, [this.index.docIdOf(id)]);
      else docIds.push(this.index.docIdOf(id));
    }
    const passing = new Set<number>();
    for (const [partition, all] of byPartition) {
      const docIds = Uint32Array.from(all);
      const { satisfied } = this.among.get(partition)!;
      const matches = (yield* this.searcher.filter(partition, this.query.constraint, docIds, satisfied)) ?? docIds;
      for (const docId of matches) passing.add(partition.ids[docId]!);
    }
    return block.filter((id) => passing.has(id));
  }
}

const pageOf = (ids: Uint32Array, { limit }: SearchQuery, { older }: Keyset, count: number): SearchResult => {
  const isCut = limit > 0 && ids.length > limit;
  const page = isCut ? ids.subarray(0, limit) : ids;
  return { ids: pageIds(older ? page : page.toReversed()), count, next: isCut ? page.at(-1)! : 0 };
};

/** Records that can match; if they are counted, those that do. */
function* amongOf(query: SearchQuery, { counts }: Keyset, first: Searcher): Steps<readonly PartitionCandidates[]> {
  if (!counts) return yield* first.candidates();
  const matching = yield* first.matching();
  return matching.map((match) => ({ ...match, satisfied: query.constraint }));
}

const sizeOf = (lists: readonly PartitionCandidates[]): number =>
  lists.reduce((sum, { docIds }) => sum + docIds!.length, 0);

/** Page from the place of a keyset on; undefined where words of the query have changed their meaning. */
export function* keysetPageInSteps(
  index: SearchIndex,
  shop: Reader,
  query: SearchQuery,
  keyset: Keyset,
  first: Searcher,
  changes: IndexChanges | undefined,
): Steps<SearchResult | undefined> {
  const walk = new Walk(index, first, query, keyset);
  const among = yield* amongOf(query, keyset, first);
  yield* walk.mark(among);
  const wanted = query.limit === 0 ? Infinity : query.limit + 1;
  for (let target = wanted; ;) {
    yield* walk.until(target);
    const places = (changes?.count ?? 0) > 0 ? yield* placesOf(walk.found, walk.found) : undefined;
    let ids: Uint32Array;
    let count = keyset.counts ? sizeOf(among) : NOT_COUNTED;
    if (places === undefined) ids = Uint32Array.from(walk.found);
    else {
      const again = yield* judgedAgain(index, shop, query, first, changes!);
      if (again === undefined) {
        walk.release();
        return undefined;
      }
      ids = walk.settled(places, changes!, again.matching);
      if (keyset.counts) count += sizeOf(again.matching) - walk.markedOf(changes!);
      again.judge.release();
    }
    if (ids.length >= wanted || walk.isDone) {
      walk.release();
      return pageOf(ids, query, keyset, count);
    }
    // Some found records no longer match.
    target = walk.found.length + wanted - ids.length;
  }
}
