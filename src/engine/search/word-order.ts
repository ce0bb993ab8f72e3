// Ranks names in which the words of a query stand side by side above all others that hold them.
//
// Only documents are visited whose ranks say that all words may stand in the name. The result is that of `matchRank` in
// src/domain/search/word-match.ts.
import { matchedWords } from '../../domain/search/text-fold.ts';
import { hasOrder, inOrderRank, leastWholeRank, matchKey, standsInOrder } from '../../domain/search/word-match.ts';
import type { MatchQuery } from '../../domain/search/word-match.ts';
import type { ClassPartition } from './class-partition.ts';
import type { Column } from './column.ts';
import { WORDS_FROM } from './forward-index.ts';
import type { InvertedIndex } from './inverted-index.ts';
import type { Matches, SearchedField } from './match.ts';
import { STEPS, countWalked } from './steps.ts';
import type { Steps } from './steps.ts';
import { TestStep } from './test-step.ts';
import type { MatchingWords, Vocabulary } from './vocabulary.ts';

/** Steps along a list that reading the words of a name takes. */
const STEPS_PER_NAME = 8;

/** By number of the forward index: a bit for each word of the query that it is. */
function* fittingOf(
  words: InvertedIndex,
  { scratch }: Vocabulary,
  query: MatchQuery,
  matching: readonly MatchingWords[],
): Steps<Uint8Array> {
  const fits = scratch.marks(words.formIdsEnd + WORDS_FROM);
  let walked = 0;
  for (const [at, { ids, qualities }] of matching.entries()) {
    const least = query[at]!.last ? 3 : 4;
    for (const id of ids) {
      if ((walked += 1) % STEPS.docsMax === 0) yield '';
      if (qualities[id]! < least) continue;
      for (const formId of words.formsOf(id)) fits[formId + WORDS_FROM]! |= 1 << at;
    }
  }
  countWalked(walked);
  return fits;
}

/** Whether the name of a document that is not in the forward index has the words side by side. */
const readsInOrder = (column: Column, docId: number, query: MatchQuery): boolean => {
  const value = column.valueAt(docId);
  return typeof value === 'string' && standsInOrder(query, matchedWords(value).map(matchKey));
};

/** Raises the ranks of what words have found; a rank that a number or a whole name has raised is above it already. */
export function* raiseInOrder(
  partition: ClassPartition,
  searched: readonly SearchedField[],
  query: MatchQuery,
  matching: readonly MatchingWords[],
  { docIds, ranks }: Matches,
): Steps<void> {
  if (!hasOrder(query) || docIds.length === 0) return;
  const last = 1 << (query.length - 1);
  for (const { chain, weight, whole } of searched) {
    const column = chain.columns[0]!;
    const forward = whole === 'name' ? column.words?.forward : undefined;
    if (forward === undefined) continue;
    const [least, most] = [leastWholeRank(query.length, weight), 4 * query.length * weight];
    const fits = yield* fittingOf(column.words!, partition.vocabulary, query, matching);
    const step = new TestStep();
    let walked = 0;
    for (let at = 0; at < docIds.length; at += 1) {
      const docId = docIds[at]!;
      const rank = ranks[docId]!;
      if ((walked += 1) >= STEPS.docsMax) {
        countWalked(walked);
        walked = 0;
        yield '';
      }
      if (rank < least || rank > most) continue;
      walked += STEPS_PER_NAME;
      const isUnindexed = forward.unindexed.size > 0 && forward.unindexed.has(docId);
      if (isUnindexed && step.isOver()) yield '';
      if (isUnindexed ? readsInOrder(column, docId, query) : forward.holdsWords(docId, fits, last))
        ranks[docId] = inOrderRank(rank, weight);
    }
    countWalked(walked);
    partition.vocabulary.scratch.releaseMarks(fits);
  }
}
