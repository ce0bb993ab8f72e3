// Whether the shop holds a word of a query as it was typed: then it is no typo, and nothing near to it is looked for.
import type { Leaf } from '../../domain/search/constraint.ts';
import { leafHolds } from '../../domain/search/constraint.ts';
import type { MatchQuery, MatchWord } from '../../domain/search/text-rules.ts';
import { lacks } from './column.ts';
import type { Group } from './class-partition.ts';
import type { Searched } from './match.ts';
import { answerOfText } from './match.ts';
import { scratchRows } from './scratch.ts';
import type { SearchIndex } from './search-index.ts';
import type { Source } from './field-resolver.ts';
import type { Answers } from './vocabulary.ts';

/** What a search may look at. */
export interface Scope {
  readonly index: SearchIndex;
  /** What every record meets that may be found. */
  readonly conditions: readonly Leaf[];
  source(group: Group, field: string): Source | undefined;
}

type Sees = (row: number) => boolean;

/** Which rows of a group may be found; undefined: none of them. */
const seesOf = ({ conditions, source }: Scope, group: Group): Sees | undefined => {
  const open: { readonly leaf: Leaf; readonly of: Source }[] = [];
  for (const leaf of conditions) {
    const of = source(group, leaf.field);
    if (of === undefined || (of.constant === true && !leafHolds(leaf, of.value(0)))) return undefined;
    if (of.constant !== true) open.push({ leaf, of });
  }
  return (row) => open.every(({ leaf, of }) => leafHolds(leaf, of.value(row)));
};

const holds = (
  group: Group,
  { chain: { columns, restWords } }: Searched,
  word: MatchWord,
  { ids }: Answers,
  sees: Sees,
): boolean => {
  for (const [at, { words }] of columns.entries()) {
    for (const id of words === undefined ? [] : ids) {
      let held = false;
      words!.eachForm(id, (slot) => {
        held ||= words!
          .rowsAt(slot, scratchRows(group.ids.length))
          .some((row) => (at === 0 || lacks(columns, at, row)) && sees(row));
      });
      if (held) return true;
    }
  }
  if (answerOfText(restWords, word) === 0) return false;
  return group.ids.some((id, row) => id !== 0 && lacks(columns, columns.length, row) && sees(row));
};

const isHeld = (scope: Scope, word: MatchWord, searched: (group: Group) => readonly Searched[]): boolean => {
  const { groups, vocabulary } = scope.index;
  const answers = vocabulary.answers(word);
  let held = false;
  for (const group of groups.values()) {
    const sees = seesOf(scope, group);
    held = sees !== undefined && searched(group).some((one) => holds(group, one, word, answers, sees));
    if (held) break;
  }
  vocabulary.scratch.give(answers.qualities);
  return held;
};

/** The query, without typos for the words that something holds or, the last one, that begin something. */
export const withoutTypos = (
  scope: Scope,
  query: MatchQuery,
  searched: (group: Group) => readonly Searched[],
): MatchQuery =>
  query.map((word) => {
    const literal = { ...word, edits: 0 };
    return word.edits > 0 && isHeld(scope, literal, searched) ? literal : word;
  });
