// Decides for which words of a query typos are looked for at all: only for those that no record holds as typed.
//
// What counts is every record that the caller may find, in all partitions, whatever else the constraint says, so that a
// filter does not change what a word means, and records that are not on sale show nowhere (D66).
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

const fieldHolds = (
  partition: ClassPartition,
  { chain: { columns, defaultWords } }: SearchedField,
  word: MatchWord,
  { ids }: MatchingWords,
  isVisible: IsVisible,
): boolean => {
  for (const [index, { words }] of columns.entries()) {
    for (const id of words === undefined ? [] : ids) {
      let occurs = false;
      words!.eachForm(id, (formId) => {
        occurs ||= words!
          .docIds(formId, scratchDocIds(partition.ids.length))
          .some((docId) => (index === 0 || lacksValue(columns, index, docId)) && isVisible(docId));
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
  const matching = vocabulary.matching(word);
  let occurs = false;
  for (const partition of partitions.values()) {
    const isVisible = visibilityOf(scope, partition);
    occurs =
      isVisible !== undefined &&
      searched(partition).some((field) => fieldHolds(partition, field, word, matching, isVisible));
    if (occurs) break;
  }
  vocabulary.scratch.releaseMarks(matching.qualities);
  return occurs;
};

/** The query, without typos for words that a record holds, or for the last word that a word of a record begins with. */
export const suppressTypos = (
  scope: VisibleScope,
  query: MatchQuery,
  searched: (partition: ClassPartition) => readonly SearchedField[],
): MatchQuery =>
  query.map((word) => {
    const literal = { ...word, edits: 0 };
    return word.edits > 0 && occursLiterally(scope, literal, searched) ? literal : word;
  });
