// Numbers and names that a query is as a whole, or that begin with it: which documents these are, and their ranks.
//
// The result is that of `matchRank` in src/domain/search/word-match.ts. Of the documents that words have found, those
// are read whose sort keys may begin so; numbers that no word of the query finds come from the words that their letters
// and digits may begin with.
import type { WholeQuery } from '../../domain/search/word-match.ts';
import { leastWholeRank, wholeRank, wholeness } from '../../domain/search/word-match.ts';
import type { ClassPartition } from './class-partition.ts';
import type { Column } from './column.ts';
import type { InvertedIndex } from './inverted-index.ts';
import type { Matches, SearchedField } from './match.ts';
import type { DocIds } from './scratch.ts';
import { scratchDocIds } from './scratch.ts';
import { STEPS, inBlocks } from './steps.ts';
import type { Steps } from './steps.ts';
import type { Vocabulary } from './vocabulary.ts';

interface Asked {
  readonly whole: WholeQuery;
  /** How many words the query has. */
  readonly words: number;
  /** Whether ranks decide the order; else only what is found matters. */
  readonly isRanked: boolean;
}

/** Ranks while they are raised. */
class WholeRanks {
  /** Documents that no words have found. */
  readonly added: number[] = [];
  /** Ranks by words, of the documents whose rank is another by now. */
  private readonly byWords = new Map<number, number>();
  private readonly asked: Asked;
  private readonly ranks: Uint8Array;
  private readonly docCount: number;

  constructor(asked: Asked, ranks: Uint8Array, docCount: number) {
    this.asked = asked;
    this.ranks = ranks;
    this.docCount = docCount;
  }

  /** `isFound`: also where it is not by its words. */
  judge(docId: number, { chain, weight, whole: kind }: SearchedField, isFound: boolean): void {
    const { ranks, asked, byWords } = this;
    // What a change has added between two steps is judged again.
    if (docId >= this.docCount) return;
    const rank = byWords.get(docId) ?? ranks[docId]!;
    if (!isFound && rank < leastWholeRank(asked.words, weight)) return;
    const column = chain.columns[0]!;
    const { whole } = asked;
    const [wanted, isName] = kind === 'name' ? [whole.name, true] : [whole.number, false];
    if (column.sortKeys?.mayBegin(docId, wanted, isName) === false) return;
    const value = column.valueAt(docId);
    const wholeAs = typeof value === 'string' ? wholeness(value, whole, kind!) : 0;
    if (wholeAs === 0) return;
    if (ranks[docId] === 0) this.added.push(docId);
    if (!byWords.has(docId)) byWords.set(docId, rank);
    ranks[docId] = Math.max(ranks[docId]!, wholeRank(wholeAs, rank, asked.words, weight));
  }
}

/** Words that the letters and digits of a number may begin with: beginnings of the query, and what begins with it. */
function* firstWords(vocabulary: Vocabulary, { number }: WholeQuery): Steps<number[]> {
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
  { vocabulary }: ClassPartition,
  fields: readonly SearchedField[],
  whole: WholeQuery,
  among: DocIds | undefined,
): Steps<void> {
  const ids = among === undefined ? yield* firstWords(vocabulary, whole) : [];
  for (const field of fields) {
    const column: Column = field.chain.columns[0]!;
    for (const docId of among ?? []) ranks.judge(docId, field, true);
    for (const id of ids) yield* eachDoc(column.words!, id, (docId) => ranks.judge(docId, field, true));
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
  const fields = searched.filter(({ whole }) => whole !== undefined);
  if (fields.length === 0) return found;
  const { docIds, ranks } = found;
  const raised = new WholeRanks(asked, ranks, partition.ids.length);
  if (asked.isRanked)
    for (const field of fields)
      yield* inBlocks(docIds.length, (from, to) => {
        for (let index = from; index < to; index += 1) raised.judge(docIds[index]!, field, false);
      });
  const numbers = asked.whole.findsNumbers ? fields.filter(({ whole }) => whole === 'number') : [];
  if (numbers.length > 0) yield* judgeNumbers(raised, partition, numbers, asked.whole, among);
  if (raised.added.length === 0) return found;
  const all = partition.vocabulary.scratch.allocate(docIds.length + raised.added.length);
  all.set(docIds);
  all.set(raised.added, docIds.length);
  return { docIds: all, ranks };
}
