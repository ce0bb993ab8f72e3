// Which rows of another system's table are one product, customer or order, and how they are refused together.
//
// A refused row never changes what another row means: it keeps its place among the groups. Where it is not certain
// which product it is part of, those that could only be found by it are refused with it.
import { refuse, shown } from '../kernel/result.ts';
import type { Refusal } from '../kernel/result.ts';
import type { Fields } from './foreign-fields.ts';
import type { ForeignRow } from './foreign-row.ts';
import { sourced } from './record-source.ts';
import type { Sourced } from './record-source.ts';

/** Rows of one product, in the order of the table; at least one. */
export type Group<F extends Fields> = readonly ForeignRow<F>[];

type Name<F extends Fields> = keyof F & string;

/** Rows that say the same in a field, wherever they stand. Without anything in it a row stands for itself. */
export const groupsByKey = <F extends Fields>(rows: readonly ForeignRow<F>[], field: Name<F>): Group<F>[] =>
  groupsByKeyOf(rows, [field], (row) => row.text(field));

/** Rows of one key, wherever they stand. A row without a key, or with an uncertain one, stands for itself. */
export const groupsByKeyOf = <F extends Fields>(
  rows: readonly ForeignRow<F>[],
  fields: readonly Name<F>[],
  keyOf: (row: ForeignRow<F>) => string,
): Group<F>[] => {
  const groups: ForeignRow<F>[][] = [];
  const byKey = new Map<string, ForeignRow<F>[]>();
  for (const row of rows) {
    const key = fields.every((field) => row.knows(field)) ? keyOf(row) : '';
    const known = key === '' ? undefined : byKey.get(key);
    if (known !== undefined) {
      known.push(row);
      continue;
    }
    const group = [row];
    groups.push(group);
    if (key !== '') byKey.set(key, group);
  }
  return groups;
};

/**
 * A row with a value in one of the fields begins a product; the rows without one below it are part of it. An uncertain
 * row begins one, too: the rows below it are refused with it, and not given to the product above.
 */
export const groupsByFirstRow = <F extends Fields>(
  rows: readonly ForeignRow<F>[],
  begins: (row: ForeignRow<F>) => boolean,
  fields: readonly Name<F>[],
): Group<F>[] => {
  const groups: ForeignRow<F>[][] = [];
  for (const row of rows) {
    const isCertain = fields.every((field) => row.knows(field));
    if (isCertain && !begins(row) && groups.length > 0) groups.at(-1)!.push(row);
    else groups.push([row]);
  }
  return groups;
};

const CIRCLE_LINES_MAX = 5;

/** The lines of each circle of rows that name each other as their product, by the index of each row in it. */
const circlesOf = <F extends Fields>(
  rows: readonly ForeignRow<F>[],
  idsOf: (row: ForeignRow<F>) => readonly string[],
  parents: readonly string[],
): ReadonlyMap<number, string> => {
  const byId = new Map<string, number>();
  for (const [index, row] of rows.entries())
    if (parents[index] !== '') for (const id of idsOf(row)) if (id !== '' && !byId.has(id)) byId.set(id, index);
  const circles = new Map<number, string>();
  const seenFrom = new Map<number, number>();
  for (const start of byId.values()) {
    const path: number[] = [];
    let at: number | undefined = start;
    for (; at !== undefined && !seenFrom.has(at); at = byId.get(parents[at]!)) {
      seenFrom.set(at, start);
      path.push(at);
    }
    if (at === undefined || seenFrom.get(at) !== start) continue;
    const circle = path.slice(path.indexOf(at));
    const lines = [...circle, at].map((index) => `line ${rows[index]!.line}`);
    const shownLines = lines.length > CIRCLE_LINES_MAX ? [...lines.slice(0, CIRCLE_LINES_MAX), '…'] : lines;
    for (const index of circle) circles.set(index, shownLines.join(', '));
  }
  return circles;
};

/**
 * Rows that name another row as their product, wherever they stand: the group begins with that row. Without it they
 * are refused. Where two rows have one id, neither counts; nor do rows whose parents go round.
 */
export const groupsByParent = <F extends Fields>(
  rows: readonly ForeignRow<F>[],
  idsOf: (row: ForeignRow<F>) => readonly string[],
  parentOf: (row: ForeignRow<F>) => string,
  fields: { readonly id: Name<F>; readonly parent: Name<F> },
): Group<F>[] => {
  const groups: ForeignRow<F>[][] = [];
  const byId = new Map<string, ForeignRow<F>[]>();
  const parents = rows.map((row) => (row.knows(fields.parent) ? parentOf(row) : ''));
  for (const [index, row] of rows.entries()) {
    if (parents[index] !== '') continue;
    const ids = row.knows(fields.id) ? idsOf(row).filter((id) => id !== '') : [];
    const twin = ids.map((id) => byId.get(id)).find((group) => group !== undefined);
    if (twin !== undefined) {
      row.reject(fields.id, `line ${twin[0]!.line} has the same`);
      twin.push(row);
      continue;
    }
    const group = [row];
    groups.push(group);
    for (const id of ids) byId.set(id, group);
  }
  const circles = circlesOf(rows, (row) => (row.knows(fields.id) ? idsOf(row) : []), parents);
  for (const [index, row] of rows.entries()) {
    const parent = parents[index]!;
    if (parent === '') continue;
    const group = byId.get(parent);
    const circle = circles.get(index);
    if (group === undefined) {
      if (circle !== undefined) row.reject(fields.parent, `the parents go round: ${circle}`);
      const why = `The table has no product ${shown(JSON.stringify(parent))}, or refuses it: the row is left out.`;
      row.refuseWith(refuse('SHOPOBJECT_NOT_FOUND', parent, why));
      groups.push([row]);
    } else group.push(row);
  }
  return groups.toSorted(([one], [other]) => one!.line - other!.line);
};

/**
 * Rows of one id form a group with the rows that one of them names as its members, wherever they stand. A member that
 * several rows name joins their groups; the format says which of them it is part of.
 */
export const groupsByMembers = <F extends Fields>(
  rows: readonly ForeignRow<F>[],
  fields: { readonly id: Name<F>; readonly members: Name<F> },
  membersOf: (row: ForeignRow<F>) => readonly string[],
): Group<F>[] => {
  const parents = rows.map((_row, index) => index);
  const rootOf = (index: number): number => {
    let at = index;
    while (parents[at] !== at) at = parents[at] = parents[parents[at]!]!;
    return at;
  };
  // The earlier row is the root: groups begin where their first row stands.
  const join = (one: number, other: number): void => {
    const [first, second] = [rootOf(one), rootOf(other)].sort((low, high) => low - high) as [number, number];
    parents[second] = first;
  };
  const byId = new Map<string, number>();
  for (const [index, row] of rows.entries()) {
    const id = row.knows(fields.id) ? row.text(fields.id) : '';
    const known = byId.get(id);
    if (known !== undefined) join(known, index);
    else if (id !== '') byId.set(id, index);
  }
  for (const [index, row] of rows.entries()) {
    for (const id of row.knows(fields.members) ? membersOf(row) : []) {
      const member = byId.get(id);
      if (member !== undefined) join(index, member);
    }
  }
  const groups = new Map<number, ForeignRow<F>[]>();
  for (const [index, row] of rows.entries()) {
    const root = rootOf(index);
    const group = groups.get(root);
    if (group === undefined) groups.set(root, [row]);
    else group.push(row);
  }
  return [...groups.values()];
};

/** Refuses a row without a fault of its own together with a refused row of its group. */
const refusedWith = (what: string, line: number): Refusal =>
  refuse('PARAMETER_INVALID', '', `The row is part of the ${what} of line ${line}, which is left out.`);

/** Each row of a group that is left out, by its line. `why`: of the group, where no row has a fault of its own. */
export const refusedRows = function* (
  what: string,
  rows: readonly ForeignRow[],
  why: Refusal | undefined,
): Generator<Sourced> {
  const wrong = rows.filter(({ fault }) => fault !== undefined);
  const [first] = why === undefined ? wrong : rows;
  for (const row of rows) {
    const own = row.fault ?? (row === first ? why : undefined);
    yield { line: row.line, record: own ?? refusedWith(what, first!.line) };
  }
};

/** One record for each group, behind those that they need; refused rows among them, by their lines. */
export const recordsOfGroups = function* (
  what: string,
  read: readonly (readonly [rows: readonly ForeignRow[], raw: object])[],
  before: readonly object[],
): Generator<Sourced> {
  for (const raw of before) yield sourced(1, raw);
  for (const [rows, raw] of read) {
    const one = sourced(rows[0]!.line, raw);
    const isWrong = rows.some(({ fault }) => fault !== undefined);
    if (isWrong) yield* refusedRows(what, rows, undefined);
    else if (one.record.ok) yield one;
    else yield* refusedRows(what, rows, one.record);
  }
};
