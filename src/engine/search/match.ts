// MATCH from the index of words: which documents of a partition match every word of a query, and their ranks.
//
// The result is that of `matchRank` in src/domain/search/word-match.ts; words are taken rarest first, so that later
// ones look at few documents only.
import type { MatchQuery, MatchWord } from '../../domain/search/word-match.ts';
import { matchKey, wordQuality } from '../../domain/search/word-match.ts';
import type { FallbackChain, Column } from './column.ts';
import { lacksValue } from './column.ts';
import type { ClassPartition } from './class-partition.ts';
import type { DocIdList, DocIds, Scratch } from './scratch.ts';
import { NO_DOCS, scratchDocIds } from './scratch.ts';
import type { Steps } from './steps.ts';
import type { MatchingWords } from './vocabulary.ts';
import type { InvertedIndex } from './inverted-index.ts';

/** A field that MATCH reads, with its weight in the rank. */
export interface SearchedField {
  readonly chain: FallbackChain;
  readonly weight: number;
}

export interface Matches {
  /** Each once. */
  readonly docIds: DocIds;
  /** Rank by doc id, 0: no match. At most 16 words × quality 4 × weight 2, which a byte holds. */
  readonly ranks: Uint8Array;
}

/** A lookup in a posting list costs about as much as so many steps along it. */
const STEPS_PER_LOOKUP = 16;

/** Best quality of any of the words for a word of a query. */
export const qualityOfText = (words: readonly string[], { key, last, edits }: MatchWord): number =>
  words.reduce((best, word) => Math.max(best, wordQuality(key, matchKey(word), last, edits)), 0);

/** Best quality × weight by doc id, for one word of a query. */
class BestScores {
  readonly docIds: DocIdList;
  readonly values: Uint8Array;

  constructor(scratch: Scratch, docCount: number) {
    this.docIds = scratch.list(docCount);
    this.values = scratch.marks(docCount);
  }

  raise(docId: number, value: number): void {
    const before = this.values[docId]!;
    if (before >= value) return;
    if (before === 0) this.docIds.push(docId);
    this.values[docId] = value;
  }

  raiseAll(docIds: DocIds, value: number): void {
    const { values } = this;
    for (let index = 0; index < docIds.length; index += 1) {
      const docId = docIds[index]!;
      const before = values[docId]!;
      if (before >= value) continue;
      if (before === 0) this.docIds.push(docId);
      values[docId] = value;
    }
  }
}

/** Scores one word of a query over the fields of a partition; where `among` is given, only its documents matter. */
class WordScorer {
  private readonly best: BestScores;
  private readonly partition: ClassPartition;
  private readonly among: DocIds | undefined;

  constructor(best: BestScores, partition: ClassPartition, among: DocIds | undefined) {
    this.best = best;
    this.partition = partition;
    this.among = among;
  }

  scoreField({ chain, weight }: SearchedField, word: MatchWord, { ids, qualities }: MatchingWords): void {
    const { columns, defaultWords } = chain;
    columns.forEach(({ words }, index) => {
      if (words === undefined) return;
      // Whichever are fewer: the matching words, or the forms of the column.
      if (ids.length <= words.size) {
        for (const id of ids)
          words.eachForm(id, (formId) => this.scoreForm(columns, index, words, formId, qualities[id]! * weight));
      } else {
        for (const formId of words.formIds())
          this.scoreForm(columns, index, words, formId, (qualities[words.wordIdOf(formId)] ?? 0) * weight);
      }
    });
    const value = qualityOfText(defaultWords, word) * weight;
    if (value === 0) return;
    this.partition.ids.forEach((id, docId) => {
      if (id !== 0 && lacksValue(columns, columns.length, docId)) this.best.raise(docId, value);
    });
  }

  private scoreForm(
    columns: readonly Column[],
    index: number,
    words: InvertedIndex,
    formId: number,
    value: number,
  ): void {
    if (value === 0) return;
    const { best, among } = this;
    if (among !== undefined && among.length * STEPS_PER_LOOKUP < words.docCount(formId)) {
      for (const docId of among)
        if (words.has(formId, docId) && lacksValue(columns, index, docId)) best.raise(docId, value);
      return;
    }
    const docIds = words.docIds(formId, scratchDocIds(this.partition.ids.length));
    if (index === 0) best.raiseAll(docIds, value);
    else for (const docId of docIds) if (lacksValue(columns, index, docId)) best.raise(docId, value);
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

/** The documents that have a value, which is added to their ranks; the ranks of the others become 0. */
const addScores = (scratch: Scratch, docIds: DocIds, values: Uint8Array, ranks: Uint8Array): DocIds => {
  const matches = scratch.allocate(docIds.length);
  let count = 0;
  for (let index = 0; index < docIds.length; index += 1) {
    const docId = docIds[index]!;
    const value = values[docId]!;
    ranks[docId] = value === 0 ? 0 : ranks[docId]! + value;
    matches[count] = docId;
    count += value === 0 ? 0 : 1;
  }
  return scratch.shrink(matches, count);
};

/** Documents of a partition, or of `among`, that match all words of a query, with their ranks; a step for each word. */
export function* matchQueryWords(
  partition: ClassPartition,
  searched: readonly SearchedField[],
  query: MatchQuery,
  matching: readonly MatchingWords[],
  among: DocIds | undefined,
): Steps<Matches> {
  const { scratch } = partition.vocabulary;
  const count = partition.ids.length;
  const ranks = scratch.marks(count);
  let docIds = among;
  const rarestFirst = query
    .map((word, index) => ({ word, words: matching[index]!, docCount: estimatedDocs(searched, matching[index]!) }))
    .sort((a, b) => a.docCount - b.docCount);
  for (const { word, words } of rarestFirst) {
    yield '';
    // What a change adds between two steps is judged again, and must not take the room of others.
    const best = new BestScores(scratch, partition.ids.length);
    const scorer = new WordScorer(best, partition, docIds);
    for (const field of searched) scorer.scoreField(field, word, words);
    docIds = addScores(scratch, docIds ?? scratch.finish(best.docIds), best.values, ranks);
    scratch.releaseMarks(best.values);
  }
  return { docIds: docIds ?? NO_DOCS, ranks };
}
