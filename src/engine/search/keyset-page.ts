// A page of a list that is paged by a keyset: newest first, from behind a known record on.
//
// The timeline says where the page begins, so that a page far down costs what the first one does. From there records
// are judged in blocks, each twice the one before, until the page is full: a constraint that many meet looks at few
// records, one that few meet at those alone that the index leaves. The page is as of the last step: records that
// changed meanwhile are judged again, and are on the page only where they belong between its ends.
// Not promised: how many records match, unless the query counts them, which looks at every record.
import type { Keyset, SearchQuery, SearchResult } from '../../domain/search/query.ts';
import { NOT_COUNTED } from '../../domain/search/query.ts';
import type { Reader } from '../../domain/transaction.ts';
import type { ClassPartition } from './class-partition.ts';
import type { IndexChanges } from './index-changes.ts';
import { judgedAgain, together, withoutChanged } from './judged-again.ts';
import type { SearchIndex } from './search-index.ts';
import type { Matching, PartitionCandidates, Searcher } from './searcher.ts';
import type { Steps } from './steps.ts';

/** Records of the first and of the largest block; tests lower both. */
export const BLOCKS = { min: 64, max: 4096 };
/** Places of the timeline that are passed over in one step. */
const PLACES_MAX = 16_384;

/** The records that can match, from a place on, block by block. */
class Walk {
  /** What was found, in the direction of the walk; of records that changed it is as it was. */
  readonly found: number[] = [];
  /** The last record that was looked at. */
  private lastId: number;
  private lastMs: number;
  private isAtEnd = false;
  private blockMax = BLOCKS.min;
  private readonly index: SearchIndex;
  private readonly searcher: Searcher;
  private readonly query: SearchQuery;
  private readonly keyset: Keyset;
  private readonly among = new Map<ClassPartition, PartitionCandidates & { readonly marks: Uint8Array | undefined }>();

  constructor(
    index: SearchIndex,
    searcher: Searcher,
    query: SearchQuery,
    keyset: Keyset,
    among: readonly PartitionCandidates[],
  ) {
    this.index = index;
    this.searcher = searcher;
    this.query = query;
    this.keyset = keyset;
    this.lastId = keyset.id;
    this.lastMs = keyset.ms;
    for (const candidates of among) {
      const { partition, docIds } = candidates;
      const marks = docIds && partition.vocabulary.scratch.marks(partition.ids.length);
      for (const docId of docIds ?? []) marks![docId] = 1;
      this.among.set(partition, { ...candidates, marks });
    }
  }

  release(): void {
    for (const { partition, marks } of this.among.values())
      if (marks !== undefined) partition.vocabulary.scratch.releaseMarks(marks);
  }

  /** Whether there is nothing left to look at. */
  get isDone(): boolean {
    return this.isAtEnd;
  }

  /** Looks on until so many are found, or nothing is left. */
  *until(count: number): Steps<void> {
    while (!this.isAtEnd && this.found.length < count) {
      const block = this.nextBlock();
      if (block.length > 0) this.found.push(...(yield* this.passing(block)));
      yield '';
    }
  }

  /**
   * What was found, as of now. `changes`: what changed since the walk began; `judged`: what matches of that now.
   */
  settled(changes: IndexChanges, judged: readonly Matching[]): readonly number[] {
    const { timeline } = this.index;
    const isUnchanged = (id: number): boolean => {
      const partition = this.index.partitionOf(id);
      return partition !== undefined && changes.docIds.get(partition)?.has(this.index.docIdOf(id)) !== true;
    };
    const ids = this.found.filter(isUnchanged);
    for (const { partition, docIds } of judged) {
      for (const docId of docIds) {
        const id = partition.ids[docId]!;
        if (this.isWithin(id)) ids.push(id);
      }
    }
    const by = this.keyset.older ? -1 : 1;
    return ids.sort((a, b) => (timeline.isBefore(a, timeline.msOf(b), b) ? -by : by));
  }

  /** Whether a record is between the place where the walk began and where it is. */
  private isWithin(id: number): boolean {
    const { timeline } = this.index;
    const { older, id: firstId, ms: firstMs } = this.keyset;
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

  /** Those of a block that match, in its order. */
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

const pageOf = (ids: readonly number[], { limit }: SearchQuery, { older }: Keyset, count: number): SearchResult => {
  const isCut = limit > 0 && ids.length > limit;
  const page = isCut ? ids.slice(0, limit) : ids;
  return { ids: older ? page : page.toReversed(), count, next: isCut ? page.at(-1)! : 0 };
};

/** The page, and how many records match in all, found as by any search. */
function* countedPage(
  index: SearchIndex,
  shop: Reader,
  query: SearchQuery,
  keyset: Keyset,
  first: Searcher,
  changes: IndexChanges | undefined,
): Steps<SearchResult | undefined> {
  const matching = yield* first.matching();
  const hasChanged = (changes?.count ?? 0) > 0;
  const again = hasChanged ? yield* judgedAgain(index, shop, query, first, changes!) : undefined;
  if (hasChanged && again === undefined) return undefined;
  // From here on there is no pause, so that nothing can change.
  const found =
    again === undefined ? matching : together(withoutChanged(index, query, matching, changes!), again.matching);
  const among = found.map((match) => ({ ...match, satisfied: query.constraint }));
  const walk = new Walk(index, first, query, keyset, among);
  const steps = walk.until(query.limit === 0 ? Infinity : query.limit + 1);
  while (steps.next().done !== true);
  walk.release();
  again?.judge.release();
  const count = found.reduce((sum, { docIds }) => sum + docIds.length, 0);
  return pageOf(walk.found, query, keyset, count);
}

function* walkedPage(
  index: SearchIndex,
  shop: Reader,
  query: SearchQuery,
  keyset: Keyset,
  first: Searcher,
  changes: IndexChanges | undefined,
): Steps<SearchResult | undefined> {
  const walk = new Walk(index, first, query, keyset, yield* first.candidates());
  const wanted = query.limit === 0 ? Infinity : query.limit + 1;
  for (let target = wanted; ;) {
    yield* walk.until(target);
    let ids: readonly number[] = walk.found;
    if ((changes?.count ?? 0) > 0) {
      const again = yield* judgedAgain(index, shop, query, first, changes!);
      if (again === undefined) {
        walk.release();
        return undefined;
      }
      ids = walk.settled(changes!, again.matching);
      again.judge.release();
    }
    if (ids.length >= wanted || walk.isDone) {
      walk.release();
      return pageOf(ids, query, keyset, NOT_COUNTED);
    }
    // Some of what was found does not match any more.
    target = walk.found.length + wanted - ids.length;
  }
}

/** The page from the place of a keyset on; undefined where the words of the query mean something else by now. */
export const keysetPageInSteps = (
  index: SearchIndex,
  shop: Reader,
  query: SearchQuery,
  keyset: Keyset,
  first: Searcher,
  changes: IndexChanges | undefined,
): Steps<SearchResult | undefined> =>
  (keyset.counts ? countedPage : walkedPage)(index, shop, query, keyset, first, changes);
