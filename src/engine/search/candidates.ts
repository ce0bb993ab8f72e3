// Which rows can match at all. A superset, or undefined where looking at every row is as good: the index narrows and
// never decides, but for what it knows exactly.
import { equals, leafHolds } from '../../domain/search/constraint.ts';
import type { Constraint, Leaf } from '../../domain/search/constraint.ts';
import { wordsOf } from '../../domain/search/text-rules.ts';
import type { Chain } from './column.ts';
import type { Group } from './class-partition.ts';
import type { Rows } from './scratch.ts';
import { NO_ROWS } from './scratch.ts';
import { spanOf } from './column-scan.ts';
import type { SearchIndex } from './search-index.ts';
import type { Source } from './field-resolver.ts';

export interface Narrowing {
  readonly index: SearchIndex;
  source(field: string): Source | undefined;
  /** The rows that meet a condition, where the index knows them. */
  exact(leaf: Leaf): Rows | undefined;
  /** The linked ids that pass. */
  passing(leaf: Leaf, source: Source): ReadonlySet<number>;
  /** The objects that are linked to an id. */
  linkedTo(source: Source, id: number): readonly number[];
}

export interface Narrowed {
  /** Each once, in any order. */
  readonly rows: Rows;
  /** What all of them meet. */
  readonly met?: Constraint;
}

/** Tests lower it. */
export const NARROWING = { rowsFew: 512 };
/** A walk over a column costs about as much as a look at so many values of its rows, one in how many. */
const ROWS_PER_LOOK = 16;

/** Whether every value is looked at before the index walks over a column. */
export const isFew = (group: Group, rows: Rows): boolean =>
  rows.length <= Math.max(NARROWING.rowsFew, group.live / ROWS_PER_LOOK);

const rowsOfIds = (group: Group, index: SearchIndex, lists: readonly (readonly number[])[]): Rows => {
  const { scratch } = group.vocabulary;
  const rows = scratch.list(
    Math.min(
      group.ids.length,
      lists.reduce((sum, { length }) => sum + length, 0),
    ),
  );
  const seen = scratch.marks(group.ids.length);
  for (const ids of lists) {
    for (let at = 0; at < ids.length; at += 1) {
      const id = ids[at]!;
      if (index.groupWith(id) !== group) continue;
      const row = index.row(id);
      if (seen[row] === 0) rows.push(row);
      seen[row] = 1;
    }
  }
  scratch.give(seen);
  return scratch.taken(rows);
};

/** Each row once. */
export const union = (group: Group, lists: readonly Rows[]): Rows => {
  if (lists.length < 2) return lists[0] ?? NO_ROWS;
  const { scratch } = group.vocabulary;
  const seen = scratch.marks(group.ids.length);
  const found = scratch.list(group.ids.length);
  for (const rows of lists) {
    for (const row of rows) {
      if (seen[row] === 0) found.push(row);
      seen[row] = 1;
    }
  }
  scratch.give(seen);
  return scratch.taken(found);
};

/** The number of the word of a text that the fewest rows hold; below 0 where none has one of its words. */
const rarestWord = (group: Group, { columns }: Chain, text: string): number | undefined => {
  const rowsWith = (id: number): number => columns.reduce((sum, { words }) => sum + (words?.count(id) ?? 0), 0);
  const [rarest] = wordsOf(text)
    .map((word) => group.vocabulary.idOf(word))
    .map((id) => ({ id, rows: id < 0 ? 0 : rowsWith(id) }))
    .sort((a, b) => a.rows - b.rows);
  return rarest?.id;
};

/** Undefined when the words narrow too little, or a row may match by the value of its class. */
const rowsWithWord = (group: Group, chain: Chain, leaf: Leaf): Rows | undefined => {
  const { columns, rest } = chain;
  const id = rarestWord(group, chain, String(leaf.operands[0]));
  const covered = columns.length === 1 && columns[0]!.held === group.live;
  if (id === undefined || (!covered && leafHolds(leaf, rest))) return undefined;
  const lists: Rows[] = [];
  for (const { words } of columns) {
    if (words === undefined || words.html) return undefined;
    if (id >= 0)
      words.eachForm(id, (slot) => lists.push(words.rowsAt(slot, group.vocabulary.scratch.room(group.ids.length))));
  }
  return union(group, lists);
};

const narrowLeaf = (group: Group, leaf: Leaf, by: Narrowing): Narrowed | undefined => {
  if (leaf.never) return { rows: NO_ROWS, met: leaf };
  const source = by.source(leaf.field);
  if (leaf.operator === 'MATCH') return { rows: by.exact(leaf)!, met: leaf };
  if (source === undefined) return { rows: NO_ROWS, met: leaf };
  const { index } = by;
  if ((leaf.operator === '=' || leaf.operator === 'IN') && source.isId) {
    return { rows: rowsOfIds(group, index, [leaf.operands.map(Number)]) };
  }
  if (leaf.operator === '=' && source.keyed !== undefined) {
    const ids = source.keyed(String(leaf.operands[0]));
    if (ids !== undefined) return { rows: rowsOfIds(group, index, [ids]) };
  }
  if (leaf.operator === '=' && source.narrowed !== undefined) {
    const { by: field, to } = source.narrowed;
    const lists = to(String(leaf.operands[0])).map((value) => by.exact(equals(field, value)));
    if (lists.every((rows) => rows !== undefined)) return { rows: union(group, lists) };
  }
  if (source.link !== undefined) {
    const lists: (readonly number[])[] = [];
    for (const id of by.passing(leaf, source)) lists.push(by.linkedTo(source, id));
    return { rows: rowsOfIds(group, index, lists), met: leaf };
  }
  // While words are missing in the index it may not narrow by them.
  const rows =
    leaf.operator !== '=' || source.chain === undefined || index.warming
      ? undefined
      : rowsWithWord(group, source.chain, leaf);
  return rows && { rows };
};

const exactly = (leaf: Leaf, by: Narrowing): Narrowed | undefined => {
  const rows = by.exact(leaf);
  return rows && { rows, met: leaf };
};

const narrowLeafAnyhow = (group: Group, leaf: Leaf, by: Narrowing): Narrowed | undefined => {
  const narrowed = narrowLeaf(group, leaf, by);
  return narrowed !== undefined && isFew(group, narrowed.rows) ? narrowed : (exactly(leaf, by) ?? narrowed);
};

/** Rows that can match; undefined: any row can. */
export const narrow = (group: Group, constraint: Constraint, by: Narrowing): Narrowed | undefined => {
  if (constraint.type === 'leaf') return narrowLeafAnyhow(group, constraint, by);
  if (constraint.type === 'any') {
    const parts: Narrowed[] = [];
    for (const part of constraint.parts) {
      const narrowed = narrow(group, part, by);
      if (narrowed === undefined) return undefined;
      parts.push(narrowed);
    }
    const rows = union(
      group,
      parts.map((part) => part.rows),
    );
    return parts.every(({ met }, at) => met === constraint.parts[at]) ? { rows, met: constraint } : { rows };
  }
  let fewest: Narrowed | undefined;
  // What costs a walk over a column comes last, and only where nothing else leaves few rows.
  for (const part of constraint.parts) {
    const narrowed = part.type === 'leaf' ? narrowLeaf(group, part, by) : narrow(group, part, by);
    if (narrowed !== undefined && (fewest === undefined || narrowed.rows.length < fewest.rows.length))
      fewest = narrowed;
    if (fewest?.rows.length === 0) return fewest;
  }
  for (const part of constraint.parts) {
    if (part.type !== 'leaf') continue;
    // Numbers are looked at row by row in less time than a walk over all of them takes.
    if (fewest !== undefined && (isFew(group, fewest.rows) || spanOf(by.source(part.field)?.chain, part) !== undefined))
      continue;
    const narrowed = exactly(part, by);
    if (narrowed !== undefined && (fewest === undefined || narrowed.rows.length < fewest.rows.length))
      fewest = narrowed;
  }
  return fewest;
};
