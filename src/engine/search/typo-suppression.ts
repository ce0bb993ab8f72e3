// Whether the shop holds a word of a query as it was typed: then it is no typo, and nothing near to it is looked for.
import type { Leaf } from '../../domain/search/constraint.ts';
import { leafHolds } from '../../domain/search/constraint.ts';
import type { MatchQuery, MatchWord } from '../../domain/search/word-match.ts';
import { lacksValue } from './column.ts';
import type { ClassPartition } from './class-partition.ts';
import type { SearchedField } from './match.ts';
import { qualityOfText } from './match.ts';
import { scratchDocIds } from './scratch.ts';
import type { SearchIndex } from './search-index.ts';
import type { FieldSource } from './field-resolver.ts';
import type { MatchingWords } from './vocabulary.ts';

/** What a search may look at. */
export interface VisibleScope {
  readonly index: SearchIndex;
  /** What every record meets that may be found. */
  readonly conditions: readonly Leaf[];
  sourceOf(partition: ClassPartition, field: string): FieldSource | undefined;
}

type IsVisible = (docId: number) => boolean;

/** Which rows of a group may be found; undefined: none of them. */
const visibilityOf = (
  { conditions, sourceOf: source }: VisibleScope,
  partition: ClassPartition,
): IsVisible | undefined => {
  const open: { readonly leaf: Leaf; readonly of: FieldSource }[] = [];
  for (const leaf of conditions) {
    const of = source(partition, leaf.field);
    if (of === undefined || (of.constant === true && !leafHolds(leaf, of.value(0)))) return undefined;
    if (of.constant !== true) open.push({ leaf, of });
  }
  return (docId) => open.every(({ leaf, of }) => leafHolds(leaf, of.value(docId)));
};

const fieldHolds = (
  partition: ClassPartition,
  { chain: { columns, defaultWords } }: SearchedField,
  word: MatchWord,
  { ids }: MatchingWords,
  isVisible: IsVisible,
): boolean => {
  for (const [at, { words }] of columns.entries()) {
    for (const id of words === undefined ? [] : ids) {
      let occurs = false;
      words!.eachForm(id, (formId) => {
        occurs ||= words!
          .docIds(formId, scratchDocIds(partition.ids.length))
          .some((docId) => (at === 0 || lacksValue(columns, at, docId)) && isVisible(docId));
      });
      if (occurs) return true;
    }
  }
  if (qualityOfText(defaultWords, word) === 0) return false;
  return partition.ids.some((id, docId) => id !== 0 && lacksValue(columns, columns.length, docId) && isVisible(docId));
};

const occursLiterally = (
  scope: VisibleScope,
  word: MatchWord,
  searched: (partition: ClassPartition) => readonly SearchedField[],
): boolean => {
  const { partitions, vocabulary } = scope.index;
  const answers = vocabulary.matching(word);
  let occurs = false;
  for (const partition of partitions.values()) {
    const isVisible = visibilityOf(scope, partition);
    occurs =
      isVisible !== undefined &&
      searched(partition).some((one) => fieldHolds(partition, one, word, answers, isVisible));
    if (occurs) break;
  }
  vocabulary.scratch.releaseMarks(answers.qualities);
  return occurs;
};

/** The query, without typos for the words that something holds or, the last one, that begin something. */
export const suppressTypos = (
  scope: VisibleScope,
  query: MatchQuery,
  searched: (partition: ClassPartition) => readonly SearchedField[],
): MatchQuery =>
  query.map((word) => {
    const literal = { ...word, edits: 0 };
    return word.edits > 0 && occursLiterally(scope, literal, searched) ? literal : word;
  });
