// Which rows can match at all. A superset, or undefined where looking at every row is as good: the index narrows and
// never decides.
import { leafHolds } from '../../domain/constraint.ts';
import type { Constraint, Leaf } from '../../domain/constraint.ts';
import { fold, wordsOf } from '../../domain/words.ts';
import type { Chain, Group } from './columns.ts';
import type { SearchIndex } from './search-index.ts';
import type { Source } from './source.ts';
import type { ColumnWords } from './words.ts';

export type Rows = readonly number[];

export interface Narrowing {
  readonly index: SearchIndex;
  source(field: string): Source | undefined;
  /** The rows that a MATCH finds. */
  matched(leaf: Leaf): Rows;
  /** The linked ids that pass. */
  passing(leaf: Leaf, source: Source): ReadonlySet<number>;
  /** The objects that are linked to an id. */
  linkedTo(source: Source, id: number): readonly number[];
}

/** Above this share of the rows a walk over all of them is faster. */
const SHARE_MAX = 0.25;

const rowsOfIds = (group: Group, index: SearchIndex, ids: Iterable<number>): Rows => {
  const rows: number[] = [];
  for (const id of new Set(ids)) if (index.groupWith(id) === group) rows.push(index.row(id));
  return rows;
};

/** A word of a pattern, and which of its ends are ends of a word of the text, too. */
interface PatternWord {
  readonly word: string;
  readonly begins: boolean;
  readonly ends: boolean;
}

/** The longest whole or partial word that a text must hold in order to hold the piece. */
const longestWord = (piece: string): PatternWord | undefined => {
  const folded = fold(piece);
  const words = wordsOf(piece);
  let longest: PatternWord | undefined;
  words.forEach((word, at) => {
    if (longest !== undefined && longest.word.length >= word.length) return;
    const begins = at > 0 || !folded.startsWith(word);
    const ends = at < words.length - 1 || !folded.endsWith(word);
    longest = { word, begins, ends };
  });
  return longest;
};

const holdsWord = ({ word, begins, ends }: PatternWord, text: string): boolean =>
  begins ? (ends ? text === word : text.startsWith(word)) : ends ? text.endsWith(word) : text.includes(word);

/** Undefined when the words narrow too little, or a row may match by the value of its class. */
const rowsWithWord = (group: Group, chain: Chain, leaf: Leaf, wanted: PatternWord): Rows | undefined => {
  const { columns, rest } = chain;
  const max = group.live * SHARE_MAX;
  const covered = columns.length === 1 && columns[0]!.held === group.live;
  if (!covered && leafHolds(leaf, rest)) return undefined;
  const held: { readonly words: ColumnWords; readonly word: string }[] = [];
  let rowsAtMost = 0;
  for (const { words } of columns) {
    if (words === undefined || words.html) return undefined;
    for (const word of wanted.begins && wanted.ends ? [wanted.word] : words.wordsLike(wanted.word)) {
      if (!holdsWord(wanted, word)) continue;
      rowsAtMost += words.count(word);
      if (rowsAtMost > max) return undefined;
      held.push({ words, word });
    }
  }
  const seen = new Uint8Array(group.ids.length);
  const found: number[] = [];
  for (const { words, word } of held) {
    words.each(word, (row) => {
      if (seen[row] === 0) found.push(row);
      seen[row] = 1;
    });
  }
  return found;
};

/** The word of a text that the fewest rows hold. */
const rarestWord = ({ columns }: Chain, text: string): PatternWord | undefined => {
  const rowsWith = (word: string): number => columns.reduce((sum, { words }) => sum + (words?.count(word) ?? 0), 0);
  const [rarest] = wordsOf(text)
    .map((word) => ({ word, rows: rowsWith(word) }))
    .sort((a, b) => a.rows - b.rows);
  return rarest && { word: rarest.word, begins: true, ends: true };
};

const narrowLeaf = (group: Group, leaf: Leaf, by: Narrowing): Rows | undefined => {
  if (leaf.never) return [];
  if (leaf.operator === 'MATCH') return by.matched(leaf);
  const source = by.source(leaf.field);
  if (source === undefined) return [];
  const { index } = by;
  if ((leaf.operator === '=' || leaf.operator === 'IN') && source.isId) {
    return rowsOfIds(group, index, leaf.operands.map(Number));
  }
  if (leaf.operator === '=' && source.keyed !== undefined) {
    const ids = source.keyed(String(leaf.operands[0]));
    if (ids !== undefined) return rowsOfIds(group, index, ids);
  }
  if (source.link !== undefined) {
    const ids: number[] = [];
    for (const id of by.passing(leaf, source)) {
      const members = by.linkedTo(source, id);
      if (ids.length + members.length > group.live * SHARE_MAX) return undefined;
      for (const member of members) ids.push(member);
    }
    return rowsOfIds(group, index, ids);
  }
  // While words are missing in the index it may not narrow.
  if (source.chain === undefined || index.warming) return undefined;
  const [operand] = leaf.operands;
  const wanted = leaf.operator === 'LIKE' ? longestWord(leaf.pieces[0] ?? '') : leaf.operator === '=' ? rarestWord(source.chain, String(operand)) : undefined;
  return wanted && rowsWithWord(group, source.chain, leaf, wanted);
};

/** Rows that can match, each once, in any order; undefined: any row can. */
export const narrow = (group: Group, constraint: Constraint, by: Narrowing): Rows | undefined => {
  if (constraint.type === 'leaf') return narrowLeaf(group, constraint, by);
  if (constraint.type === 'any') {
    const rows = new Set<number>();
    for (const part of constraint.parts) {
      const narrowed = narrow(group, part, by);
      if (narrowed === undefined) return undefined;
      for (const row of narrowed) rows.add(row);
    }
    return [...rows];
  }
  let fewest: Rows | undefined;
  for (const part of constraint.parts) {
    const narrowed = narrow(group, part, by);
    if (narrowed !== undefined && (fewest === undefined || narrowed.length < fewest.length)) fewest = narrowed;
    if (fewest?.length === 0) break;
  }
  return fewest;
};
