// Decides which words of a query may be typos: only words that no record holds as typed.
//
// All records that the caller may find count, in all partitions and whatever the constraint says, so that a filter does
// not change the meaning of a word. Records that are not on sale do not count (D66).
import type { Leaf } from '../../domain/search/constraint.ts';
import { leafHolds } from '../../domain/search/constraint.ts';
import type { MatchWord } from '../../domain/search/word-match.ts';
import type { Column } from './column.ts';
import { lacksValue } from './column.ts';
import type { ClassPartition } from './class-partition.ts';
import type { SearchedField } from './match.ts';
import { qualityOfText } from './match.ts';
import type { DocIds } from './scratch.ts';
import { scratchDocIds } from './scratch.ts';
import type { SearchIndex } from './search-index.ts';
import type { FieldSource } from './field-resolver.ts';
import type { InvertedIndex } from './inverted-index.ts';
import { STEPS } from './steps.ts';
import type { Steps } from './steps.ts';
import { TestStep } from './test-step.ts';
import type { MatchingWords } from './vocabulary.ts';

/** The records that the caller of a search may find. */
export interface VisibleScope {
  readonly index: SearchIndex;
  /** Conditions that each of these records meets. */
  readonly conditions: readonly Leaf[];
  sourceOf(partition: ClassPartition, field: string): FieldSource | undefined;
}

type IsVisible = (docId: number) => boolean;

/** Which documents of a partition may be found; undefined: none. */
const visibilityOf = ({ conditions, sourceOf }: VisibleScope, partition: ClassPartition): IsVisible | undefined => {
  const open: { readonly leaf: Leaf; readonly source: FieldSource }[] = [];
  for (const leaf of conditions) {
    const source = sourceOf(partition, leaf.field);
    if (source === undefined || (source.constant === true && !leafHolds(leaf, source.value(0)))) return undefined;
    if (source.constant !== true) open.push({ leaf, source });
  }
  return (docId) => open.every(({ leaf, source }) => leafHolds(leaf, source.value(docId)));
};

/** Whether one of these documents may be found that has its value in the column of this index. */
const anyVisible = (docIds: DocIds, columns: readonly Column[], index: number, isVisible: IsVisible): boolean => {
  for (let position = 0; position < docIds.length; position += 1) {
    const docId = docIds[position]!;
    if ((index === 0 || lacksValue(columns, index, docId)) && isVisible(docId)) return true;
  }
  return false;
};

/** Whether a document that may be found holds a form. */
function* formOccurs(
  words: InvertedIndex,
  formId: number,
  columns: readonly Column[],
  index: number,
  isVisible: IsVisible,
): Steps<boolean> {
  for (let from = 0; ;) {
    const docIds = words.docIdsFrom(formId, from, STEPS.testsMax, scratchDocIds(STEPS.testsMax));
    if (anyVisible(docIds, columns, index, isVisible)) return true;
    if (docIds.length < STEPS.testsMax) return false;
    from = docIds[docIds.length - 1]! + 1;
    yield '';
  }
}

function* fieldHolds(
  partition: ClassPartition,
  { chain: { columns, defaultWords } }: SearchedField,
  word: MatchWord,
  { ids }: MatchingWords,
  isVisible: IsVisible,
): Steps<boolean> {
  let forms = 0;
  for (const [index, { words }] of columns.entries()) {
    if (words === undefined) continue;
    for (const id of ids) {
      for (const formId of words.formsOf(id)) {
        if (yield* formOccurs(words, formId, columns, index, isVisible)) return true;
        if (++forms % STEPS.testsMax === 0) yield '';
      }
    }
  }
  if (qualityOfText(defaultWords, word) === 0) return false;
  const step = new TestStep();
  for (let docId = 0; docId < partition.ids.length; docId += 1) {
    if (step.isOver()) yield '';
    if (partition.ids[docId] !== 0 && lacksValue(columns, columns.length, docId) && isVisible(docId)) return true;
  }
  return false;
}

type SearchedFields = (partition: ClassPartition) => readonly SearchedField[];

function* partitionHolds(
  scope: VisibleScope,
  partition: ClassPartition,
  word: MatchWord,
  searched: SearchedFields,
  matching: MatchingWords,
): Steps<boolean> {
  const isVisible = visibilityOf(scope, partition);
  if (isVisible === undefined) return false;
  for (const field of searched(partition))
    if (yield* fieldHolds(partition, field, word, matching, isVisible)) return true;
  return false;
}

/** The words of texts that are the literal word, where a record holds one; else undefined. */
function* literalWords(
  scope: VisibleScope,
  word: MatchWord,
  searched: SearchedFields,
): Steps<MatchingWords | undefined> {
  const { partitions, vocabulary } = scope.index;
  const matching = yield* vocabulary.matching(word);
  for (const partition of partitions.values())
    if (yield* partitionHolds(scope, partition, word, searched, matching)) return matching;
  vocabulary.scratch.releaseMarks(matching.qualities);
  return undefined;
}

/** A word of a query, and the words of texts that match it. */
export interface MeantWord {
  readonly word: MatchWord;
  readonly matching: MatchingWords;
}

/**
 * Returns a word without typos where a record holds it, or of a last word one that it begins. Its qualities are to be
 * returned to the scratch memory.
 */
export function* suppressTypos(scope: VisibleScope, word: MatchWord, searched: SearchedFields): Steps<MeantWord> {
  const literal = { ...word, edits: 0 };
  const matching = word.edits === 0 ? undefined : yield* literalWords(scope, literal, searched);
  return matching === undefined
    ? { word, matching: yield* scope.index.vocabulary.matching(word) }
    : { word: literal, matching };
}
