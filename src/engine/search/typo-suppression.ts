// Whether the shop holds a word of a query as it was typed: then it is no typo, and nothing near to it is looked for.
import type { Leaf } from '../../domain/search/constraint.ts';
import { leafHolds } from '../../domain/search/constraint.ts';
import type { MatchQuery, MatchWord } from '../../domain/search/text-rules.ts';
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
  sourceOf(group: ClassPartition, field: string): FieldSource | undefined;
}

type IsVisible = (row: number) => boolean;

/** Which rows of a group may be found; undefined: none of them. */
const visibilityOf = ({ conditions, sourceOf: source }: VisibleScope, group: ClassPartition): IsVisible | undefined => {
  const open: { readonly leaf: Leaf; readonly of: FieldSource }[] = [];
  for (const leaf of conditions) {
    const of = source(group, leaf.field);
    if (of === undefined || (of.constant === true && !leafHolds(leaf, of.value(0)))) return undefined;
    if (of.constant !== true) open.push({ leaf, of });
  }
  return (row) => open.every(({ leaf, of }) => leafHolds(leaf, of.value(row)));
};

const fieldHolds = (
  group: ClassPartition,
  { chain: { columns, defaultWords: restWords } }: SearchedField,
  word: MatchWord,
  { ids }: MatchingWords,
  sees: IsVisible,
): boolean => {
  for (const [at, { words }] of columns.entries()) {
    for (const id of words === undefined ? [] : ids) {
      let held = false;
      words!.eachForm(id, (slot) => {
        held ||= words!
          .docIds(slot, scratchDocIds(group.ids.length))
          .some((row) => (at === 0 || lacksValue(columns, at, row)) && sees(row));
      });
      if (held) return true;
    }
  }
  if (qualityOfText(restWords, word) === 0) return false;
  return group.ids.some((id, row) => id !== 0 && lacksValue(columns, columns.length, row) && sees(row));
};

const occursLiterally = (
  scope: VisibleScope,
  word: MatchWord,
  searched: (group: ClassPartition) => readonly SearchedField[],
): boolean => {
  const { partitions: groups, vocabulary } = scope.index;
  const answers = vocabulary.matching(word);
  let held = false;
  for (const group of groups.values()) {
    const sees = visibilityOf(scope, group);
    held = sees !== undefined && searched(group).some((one) => fieldHolds(group, one, word, answers, sees));
    if (held) break;
  }
  vocabulary.scratch.releaseMarks(answers.qualities);
  return held;
};

/** The query, without typos for the words that something holds or, the last one, that begin something. */
export const suppressTypos = (
  scope: VisibleScope,
  query: MatchQuery,
  searched: (group: ClassPartition) => readonly SearchedField[],
): MatchQuery =>
  query.map((word) => {
    const literal = { ...word, edits: 0 };
    return word.edits > 0 && occursLiterally(scope, literal, searched) ? literal : word;
  });
