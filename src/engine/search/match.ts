// MATCH from the index of words: which documents of a partition match every word of a query, and their ranks.
//
// The result is that of `matchRank` in src/domain/search/word-match.ts; the rarest word comes first, so that later ones
// test few documents.
import type { MatchQuery, MatchWord, WholeKind } from '../../domain/search/word-match.ts';
import { matchKey, wordQuality } from '../../domain/search/word-match.ts';
import type { FallbackChain, Column } from './column.ts';
import { lacksValue } from './column.ts';
import type { ClassPartition } from './class-partition.ts';
import type { DocIdList, DocIds, Scratch } from './scratch.ts';
import { NO_DOCS, scratchDocIds } from './scratch.ts';
import { STEPS, countTested, countWalked, inBlocks } from './steps.ts';
import type { Steps } from './steps.ts';
import type { MatchingWords } from './vocabulary.ts';
import type { InvertedIndex } from './inverted-index.ts';

/** A field that MATCH reads, with its weight in the rank. */
export interface SearchedField {
  readonly field: string;
  readonly chain: FallbackChain;
  readonly weight: number;
  /** How the query may equal the stored field as a whole (whole-match.ts). */
  readonly whole?: WholeKind | undefined;
}

export interface Matches {
  /** Matching documents, each once. */
  readonly docIds: DocIds;
  /**
   * Rank by doc id, 0: no match. A byte holds the maximum: 16 words × quality 4 × weight 2, and 12 where a number or
   * name equals the query.
   */
  readonly ranks: Uint8Array;
}

/** Cost of a lookup in a posting list, in steps along it. */
const STEPS_PER_LOOKUP = 16;

/** Best quality of any of the words for a word of a query. */
export const qualityOfText = (words: readonly string[], { key, last, edits }: MatchWord): number =>
  words.reduce((best, word) => Math.max(best, wordQuality(key, matchKey(word), last, edits)), 0);

/**
 * Best quality × weight by doc id, for one word of a query. Documents added between two steps are judged again, and
 * must not take the room of others.
 */
class BestScores {
  /** Documents with a score; undefined where others say which documents matter. */
  readonly docIds: DocIdList | undefined;
  readonly values: Uint8Array;
  private readonly docCount: number;

  constructor(scratch: Scratch, docCount: number, isListed: boolean) {
    this.docIds = isListed ? scratch.list(docCount) : undefined;
    this.values = scratch.marks(docCount);
    this.docCount = docCount;
  }

  raise(docId: number, value: number): void {
    if (docId >= this.docCount) return;
    const before = this.values[docId]!;
    if (before >= value) return;
    if (before === 0) this.docIds?.push(docId);
    this.values[docId] = value;
  }

  /** Raises the scores of ascending documents. */
  raiseAll(docIds: DocIds, value: number): void {
    const { values, docCount, docIds: listed } = this;
    let end = docIds.length;
    while (end > 0 && docIds[end - 1]! >= docCount) end -= 1;
    if (listed === undefined) {
      for (let index = 0; index < end; index += 1) if (values[docIds[index]!]! < value) values[docIds[index]!] = value;
      return;
    }
    for (let index = 0; index < end; index += 1) {
      const docId = docIds[index]!;
      const before = values[docId]!;
      if (before >= value) continue;
      if (before === 0) listed.push(docId);
      values[docId] = value;
    }
  }
}

/** A column whose words are scored, and the columns before it. */
interface ScoredColumn {
  readonly columns: readonly Column[];
  readonly index: number;
  readonly words: InvertedIndex;
}

/** Scores one word of a query over the fields of a partition; with `among`, only its documents. */
class WordScorer {
  private readonly best: BestScores;
  private readonly partition: ClassPartition;
  private readonly among: DocIds | undefined;
  /** Documents and words since the last step. */
  private docs = 0;

  constructor(best: BestScores, partition: ClassPartition, among: DocIds | undefined) {
    this.best = best;
    this.partition = partition;
    this.among = among;
  }

  *scoreField({ chain, weight }: SearchedField, word: MatchWord, matching: MatchingWords): Steps<void> {
    const { columns, defaultWords } = chain;
    for (let index = 0; index < columns.length; index += 1) {
      const { words } = columns[index]!;
      if (words !== undefined) yield* this.scoreColumn({ columns, index, words }, weight, matching);
    }
    const value = qualityOfText(defaultWords, word) * weight;
    if (value === 0) return;
    const { ids } = this.partition;
    yield* inBlocks(ids.length, (from, to) => {
      for (let docId = from; docId < to; docId += 1)
        if (ids[docId] !== 0 && lacksValue(columns, columns.length, docId)) this.best.raise(docId, value);
    });
  }

  /** Scores a column by its matching words or by its forms, whichever are fewer. */
  private *scoreColumn(column: ScoredColumn, weight: number, { ids, qualities }: MatchingWords): Steps<void> {
    const { words } = column;
    if (ids.length <= words.size) {
      for (const id of ids) {
        const value = qualities[id]! * weight;
        const only = words.onlyForm(id);
        if (only < 0 || !this.scoreShort(column, only, value))
          for (const formId of words.formsOf(id))
            if (!this.scoreShort(column, formId, value)) yield* this.scoreLong(column, formId, value);
        if (this.isStepOver()) yield '';
      }
      return;
    }
    for (let formId = 0; formId < words.formIdsEnd; formId += 1) {
      const quality = words.hasForm(formId) ? (qualities[words.wordIdOf(formId)] ?? 0) : 0;
      if (!this.scoreShort(column, formId, quality * weight)) yield* this.scoreLong(column, formId, quality * weight);
      if (this.isStepOver()) yield '';
    }
  }

  private isStepOver(): boolean {
    countTested(1);
    if ((this.docs += 1) < STEPS.docsMax) return false;
    this.docs = 0;
    return true;
  }

  private count(docs: number): void {
    this.docs += docs;
    countWalked(docs);
  }

  /** Scores a form that few documents hold; false where many do. */
  private scoreShort(column: ScoredColumn, formId: number, value: number): boolean {
    if (value === 0) return true;
    const { words } = column;
    const count = words.docCount(formId);
    if (count > STEPS.docsMax) return false;
    const { among } = this;
    if (among !== undefined && among.length * STEPS_PER_LOOKUP < count)
      this.scoreAmong(column, formId, value, among, 0, among.length);
    else {
      this.count(count);
      this.score(column, words.docIdsFrom(formId, 0, count, scratchDocIds(count)), value);
    }
    return true;
  }

  private *scoreLong(column: ScoredColumn, formId: number, value: number): Steps<void> {
    const { words } = column;
    const { among } = this;
    const most = STEPS.docsMax;
    if (among !== undefined && among.length * STEPS_PER_LOOKUP < words.docCount(formId)) {
      const scoreBlock = (from: number, to: number): void => this.scoreAmong(column, formId, value, among, from, to);
      return yield* inBlocks(among.length, scoreBlock, Math.ceil(most / STEPS_PER_LOOKUP));
    }
    for (let from = 0; ;) {
      const docIds = words.docIdsFrom(formId, from, most, scratchDocIds(most));
      this.score(column, docIds, value);
      countWalked(docIds.length);
      if (docIds.length < most) return;
      from = docIds[docIds.length - 1]! + 1;
      yield '';
    }
  }

  private scoreAmong(
    { columns, index, words }: ScoredColumn,
    formId: number,
    value: number,
    among: DocIds,
    from: number,
    to: number,
  ): void {
    this.count((to - from) * STEPS_PER_LOOKUP);
    for (let position = from; position < to; position += 1) {
      const docId = among[position]!;
      if (words.has(formId, docId) && lacksValue(columns, index, docId)) this.best.raise(docId, value);
    }
  }

  private score({ columns, index }: ScoredColumn, docIds: DocIds, value: number): void {
    const { best } = this;
    if (index === 0) best.raiseAll(docIds, value);
    else
      for (let position = 0; position < docIds.length; position += 1)
        if (lacksValue(columns, index, docIds[position]!)) best.raise(docIds[position]!, value);
  }
}

/** About how many documents hold the word as the query has it; the words of a query are taken in this order. */
const estimatedDocs = (searched: readonly SearchedField[], { ids }: MatchingWords): number => {
  const [best] = ids;
  if (best === undefined) return 0;
  return searched.reduce(
    (docCount, { chain }) =>
      chain.columns.reduce((sum, { words }) => sum + (words?.docCountOfWord(best) ?? 0), docCount),
    ids.length,
  );
};

/**
 * Adds scores of a block to ranks, and appends documents with a score to the first `count` of `matches`; ranks of the
 * others become 0. Returns the new count.
 */
const addScores = (
  docIds: DocIds,
  [from, to]: readonly [number, number],
  values: Uint8Array,
  ranks: Uint8Array,
  matches: DocIds,
  count: number,
): number => {
  let end = count;
  for (let index = from; index < to; index += 1) {
    const docId = docIds[index]!;
    const value = values[docId]!;
    ranks[docId] = value === 0 ? 0 : ranks[docId]! + value;
    matches[end] = docId;
    end += value === 0 ? 0 : 1;
  }
  return end;
};

/** Documents of a partition, or of `among`, that match all words of a query, with their ranks. */
export function* matchQueryWords(
  partition: ClassPartition,
  searched: readonly SearchedField[],
  query: MatchQuery,
  matching: readonly MatchingWords[],
  among: DocIds | undefined,
): Steps<Matches> {
  const { scratch } = partition.vocabulary;
  const ranks = scratch.marks(partition.ids.length);
  let docIds = among;
  const rarestFirst = query
    .map((word, index) => ({ word, words: matching[index]!, docCount: estimatedDocs(searched, matching[index]!) }))
    .sort((a, b) => a.docCount - b.docCount);
  for (const { word, words } of rarestFirst) {
    yield '';
    const best = new BestScores(scratch, partition.ids.length, docIds === undefined);
    const scorer = new WordScorer(best, partition, docIds);
    for (const field of searched) yield* scorer.scoreField(field, word, words);
    const left = docIds ?? scratch.finish(best.docIds!);
    const matches = scratch.allocate(left.length);
    let count = 0;
    for (let from = 0; from < left.length; from += STEPS.docsMax) {
      if (from > 0) yield '';
      const to = Math.min(from + STEPS.docsMax, left.length);
      countWalked(to - from);
      count = addScores(left, [from, to], best.values, ranks, matches, count);
    }
    docIds = scratch.shrink(matches, count);
    scratch.releaseMarks(best.values);
  }
  return { docIds: docIds ?? NO_DOCS, ranks };
}
