// Numbers and names that a query is as a whole, or that begin with it: which documents these are, and their ranks.
//
// The result is that of `matchRank` in src/domain/search/word-match.ts. Of the documents that words have found, those
// are read whose sort keys may begin so; numbers that no word of the query finds come from the words that their letters
// and digits may begin with.
import type { WholeQuery, Wholeness } from '../../domain/search/word-match.ts';
import { leastWholeRank, wholeRank, wholeness } from '../../domain/search/word-match.ts';
import type { ClassPartition } from './class-partition.ts';
import type { CodedValues, Column } from './column.ts';
import type { InvertedIndex } from './inverted-index.ts';
import type { Matches, SearchedField } from './match.ts';
import type { DocIds } from './scratch.ts';
import { scratchDocIds } from './scratch.ts';
import { STEPS, inBlocks } from './steps.ts';
import type { Steps } from './steps.ts';
import type { WantedText } from './text-sort-keys.ts';
import type { Vocabulary } from './vocabulary.ts';

interface Asked {
  readonly whole: WholeQuery;
  /** How many words the query has. */
  readonly words: number;
  /** Whether ranks decide the order; else only what is found matters. */
  readonly isRanked: boolean;
  /** The words of `firstWords`, which are the same for all partitions. */
  firstWords(): Steps<readonly number[]>;
}

/** Marks of values that are judged: this, less how they are the query. */
const NEITHER = 3;

/** Ranks while they are raised: first by what words have found, then by numbers that they have not. */
class WholeRanks {
  /** Documents that no words have found. */
  readonly added: number[] = [];
  private readonly asked: Asked;
  private readonly ranks: Uint8Array;
  private readonly docCount: number;

  constructor(asked: Asked, ranks: Uint8Array, docCount: number) {
    this.asked = asked;
    this.ranks = ranks;
    this.docCount = docCount;
  }

  private wanted({ whole: kind }: SearchedField): WantedText {
    const { whole } = this.asked;
    return kind === 'name' ? { text: whole.name, skipsE: true } : { text: whole.number, skipsE: false };
  }

  /** Judges those of the documents that have enough of a rank by words. */
  judgeRanked(docIds: DocIds, from: number, to: number, field: SearchedField): void {
    const { coded, sortKeys } = field.chain.columns[0]!;
    if (coded !== undefined) this.judgeCoded(docIds, from, to, field, coded);
    else if (sortKeys !== undefined) {
      const least = leastWholeRank(this.asked.words, field.weight);
      sortKeys.eachBeginning(docIds, from, to, this.wanted(field), (docId, beginsAs) => {
        if (this.isRanked(docId, least)) this.raise(docId, field, beginsAs ?? this.wholenessOf(docId, field));
      });
    } else this.judgeTexts(docIds, from, to, field);
  }

  /** Judges a number that words need not have found. */
  judgeNumber(docId: number, field: SearchedField): void {
    if (docId >= this.docCount) return;
    const beginsAs = field.chain.columns[0]!.sortKeys?.beginning(docId, this.wanted(field));
    this.raise(docId, field, beginsAs ?? this.wholenessOf(docId, field));
  }

  /** What a change has added between two steps is judged again. */
  private isRanked(docId: number, least: number): boolean {
    return docId < this.docCount && this.ranks[docId]! >= least;
  }

  /** Reads each different value once. A code may stand for another value after a step: nothing is kept until then. */
  private judgeCoded(
    docIds: DocIds,
    from: number,
    to: number,
    field: SearchedField,
    { codes, values }: CodedValues,
  ): void {
    const least = leastWholeRank(this.asked.words, field.weight);
    const judged = new Uint8Array(values.length);
    for (let index = from; index < to; index += 1) {
      const docId = docIds[index]!;
      const code = docId < codes.length ? codes[docId]! : 0;
      if (code === 0 || judged[code] === NEITHER || !this.isRanked(docId, least)) continue;
      if (judged[code] === 0) judged[code] = NEITHER - this.wholenessOf(docId, field);
      this.raise(docId, field, (NEITHER - judged[code]!) as Wholeness);
    }
  }

  private judgeTexts(docIds: DocIds, from: number, to: number, field: SearchedField): void {
    const least = leastWholeRank(this.asked.words, field.weight);
    for (let index = from; index < to; index += 1) {
      const docId = docIds[index]!;
      if (this.isRanked(docId, least)) this.raise(docId, field, this.wholenessOf(docId, field));
    }
  }

  private wholenessOf(docId: number, { chain, whole: kind }: SearchedField): Wholeness {
    const value = chain.columns[0]!.valueAt(docId);
    return typeof value === 'string' ? wholeness(value, this.asked.whole, kind!) : 0;
  }

  private raise(docId: number, { weight }: SearchedField, wholeAs: Wholeness): void {
    if (wholeAs === 0) return;
    const { ranks, asked } = this;
    const rank = ranks[docId]!;
    if (rank === 0) this.added.push(docId);
    // A rank above all that words can make is raised already: a beginning by 2 × the weight.
    const byWords = rank > 4 * asked.words * weight ? rank - 2 * weight : rank;
    ranks[docId] = Math.max(rank, wholeRank(wholeAs, byWords, asked.words, weight));
  }
}

/** Words that the letters and digits of a number may begin with: beginnings of the query, and what begins with it. */
export function* firstWords(vocabulary: Vocabulary, { number }: WholeQuery): Steps<number[]> {
  const ids: number[] = [];
  for (let end = 1; end < number.length; end += 1) {
    const id = vocabulary.idOf(number.slice(0, end));
    if (id >= 0) ids.push(id);
  }
  return [...ids, ...(yield* vocabulary.beginning(number))];
}

function* eachDoc(words: InvertedIndex, id: number, visit: (docId: number) => void): Steps<void> {
  for (const formId of words.formsOf(id)) {
    for (let from = 0; ;) {
      const docIds = words.docIdsFrom(formId, from, STEPS.docsMax, scratchDocIds(STEPS.docsMax));
      for (const docId of docIds) visit(docId);
      if (docIds.length < STEPS.docsMax) break;
      from = docIds[docIds.length - 1]! + 1;
      yield '';
    }
  }
}

/** `among`: where it is given, no others matter. */
function* judgeNumbers(
  ranks: WholeRanks,
  fields: readonly SearchedField[],
  asked: Asked,
  among: DocIds | undefined,
): Steps<void> {
  const ids = among === undefined ? yield* asked.firstWords() : [];
  for (const field of fields) {
    const column: Column = field.chain.columns[0]!;
    for (const docId of among ?? []) ranks.judgeNumber(docId, field);
    for (const id of ids) yield* eachDoc(column.words!, id, (docId) => ranks.judgeNumber(docId, field));
    yield '';
  }
}

/** What words have found, with what the query is as a whole. `among`: where it is given, no others matter. */
export function* matchWhole(
  partition: ClassPartition,
  searched: readonly SearchedField[],
  asked: Asked,
  found: Matches,
  among: DocIds | undefined,
): Steps<Matches> {
  if (asked.words === 0) return found;
  // No text is where no value is, or numbers alone are.
  const fields = searched.filter(
    ({ whole, chain }) => whole !== undefined && chain.columns[0]!.valueCount > 0 && !chain.columns[0]!.numbers,
  );
  if (fields.length === 0) return found;
  const { docIds, ranks } = found;
  const raised = new WholeRanks(asked, ranks, partition.ids.length);
  if (asked.isRanked)
    for (const field of fields)
      yield* inBlocks(docIds.length, (from, to) => raised.judgeRanked(docIds, from, to, field));
  const numbers = asked.whole.findsNumbers ? fields.filter(({ whole }) => whole === 'number') : [];
  if (numbers.length > 0) yield* judgeNumbers(raised, numbers, asked, among);
  if (raised.added.length === 0) return found;
  const all = partition.vocabulary.scratch.allocate(docIds.length + raised.added.length);
  all.set(docIds);
  all.set(raised.added, docIds.length);
  return { docIds: all, ranks };
}
