// Finds numbers and names that equal a query as a whole or begin with it, and names that have its words side by side,
// and ranks their documents.
//
// The result is that of `matchRank` in src/domain/search/word-match.ts. Only documents whose texts begin with the query
// (whole-texts.ts) or whose words may all stand in the name are visited, and hardly a text is read.
import type { WholeKind, WholeQuery, Wholeness } from '../../domain/search/word-match.ts';
import { leastWholeRank, wholeRank, wholeness } from '../../domain/search/word-match.ts';
import type { ClassPartition } from './class-partition.ts';
import type { Matches, SearchedField } from './match.ts';
import type { DocIds } from './scratch.ts';
import { inBlocks } from './steps.ts';
import type { Steps } from './steps.ts';
import { wholeRange } from './whole-texts.ts';
import type { WholeRange } from './whole-texts.ts';

/** Question of a MATCH about numbers and names, the same for all partitions. */
export interface WholeAsked {
  readonly whole: WholeQuery;
  /** How many words the query has. */
  readonly words: number;
  /** Whether ranks decide the order; otherwise only the set of matches matters. */
  readonly isRanked: boolean;
  readonly ranges: { readonly [K in WholeKind]: WholeRange };
}

export const wholeAsked = (whole: WholeQuery, words: number, isRanked: boolean): WholeAsked => ({
  whole,
  words,
  isRanked,
  ranges: { number: wholeRange(whole, 'number'), name: wholeRange(whole, 'name') },
});

/** Ranks while they are raised: first of matches by words, then of numbers that no word matched. */
class WholeRanks {
  /** Documents that no words have found. */
  readonly added: number[] = [];
  private readonly asked: WholeAsked;
  private readonly ranks: Uint8Array;
  private readonly docCount: number;

  constructor(asked: WholeAsked, ranks: Uint8Array, docCount: number) {
    this.asked = asked;
    this.ranks = ranks;
    this.docCount = docCount;
  }

  /**
   * Raises the ranks of the documents from one position to before another, of those that have a rank of `least`.
   * `beginsAs`: how their texts are the query, where that is known.
   */
  judge(
    field: SearchedField,
    least: number,
    docIds: DocIds,
    from: number,
    to: number,
    beginsAs: Wholeness | undefined,
  ): void {
    const { ranks, docCount, asked } = this;
    const { weight } = field;
    for (let index = from; index < to; index += 1) {
      const docId = docIds[index]!;
      // Documents added between two steps are judged again.
      if (docId >= docCount) continue;
      const rank = ranks[docId]!;
      const wholeAs = rank < least ? 0 : (beginsAs ?? this.wholenessOf(docId, field));
      if (wholeAs === 0) continue;
      if (rank === 0) this.added.push(docId);
      // A rank above all that words can make is raised already.
      const byWords = rank > 4 * asked.words * weight ? 0 : rank;
      ranks[docId] = Math.max(rank, wholeRank(wholeAs, byWords, asked.words, weight));
    }
  }

  private wholenessOf(docId: number, { chain, whole: kind }: SearchedField): Wholeness {
    const value = chain.columns[0]!.valueAt(docId);
    return typeof value === 'string' ? wholeness(value, this.asked.whole, kind!) : 0;
  }
}

/** Judges a field. `among`: the only documents that matter, if given. */
function* judgeField(
  ranks: WholeRanks,
  field: SearchedField,
  { ranges }: WholeAsked,
  least: number,
  among: DocIds | undefined,
): Steps<void> {
  if (among === undefined)
    yield* field.chain.columns[0]!.wholes!.eachBeginning(ranges[field.whole!], (docIds, from, to, beginsAs) =>
      ranks.judge(field, least, docIds, from, to, beginsAs),
    );
  else yield* inBlocks(among.length, (from, to) => ranks.judge(field, least, among, from, to, undefined));
}

/** Matches by words and by the query as a whole. `among`: the only documents that matter, if given. */
export function* matchWhole(
  partition: ClassPartition,
  searched: readonly SearchedField[],
  asked: WholeAsked,
  found: Matches,
  among: DocIds | undefined,
): Steps<Matches> {
  const { words, isRanked } = asked;
  if (words === 0) return found;
  const { findsNumbers } = asked.whole;
  const fields = searched.filter((field) => field.whole !== undefined && field.chain.columns[0]!.wholes!.size > 0);
  const { docIds, ranks } = found;
  const raised = new WholeRanks(asked, ranks, partition.ids.length);
  const isFound = ({ whole }: SearchedField): boolean => findsNumbers && whole === 'number';
  // Numbers come last: they raise documents that no word matched, which must not count as matches for another field.
  for (const field of fields)
    if (isRanked && !isFound(field))
      yield* judgeField(raised, field, asked, leastWholeRank(words, field.weight), among);
  for (const field of fields) if (isFound(field)) yield* judgeField(raised, field, asked, 0, among);
  if (raised.added.length === 0) return found;
  const all = partition.vocabulary.scratch.allocate(docIds.length + raised.added.length);
  all.set(docIds);
  all.set(raised.added, docIds.length);
  return { docIds: all, ranks };
}
