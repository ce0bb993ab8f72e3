// One search: narrow, test, count, order, cut. What decides is the constraint itself, row by row.
import type { Constraint, Leaf, Scalar } from '../../domain/search/constraint.ts';
import { compareValues, leafHolds } from '../../domain/search/constraint.ts';
import type { Found, Query } from '../../domain/search/query.ts';
import type { Reader } from '../../domain/transaction.ts';
import type { MatchQuery } from '../../domain/search/text-rules.ts';
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Group } from './class-partition.ts';
import { withoutTypos } from './typo-suppression.ts';
import type { Matched, Searched } from './match.ts';
import { answersTo, matchedBy } from './match.ts';
import { rowsLike } from './like.ts';
import type { Narrowing } from './candidates.ts';
import { isFew, narrow, union } from './candidates.ts';
import { ordered } from './sort.ts';
import type { OrderColumn } from './sort.ts';
import { rootsOf } from './collapse.ts';
import type { RowList, Rows } from './scratch.ts';
import { NO_ROWS, scratchKeys } from './scratch.ts';
import { amongInSpan, rowsByScan, takeKeys, takeTextKeys } from './column-scan.ts';
import type { SearchIndex } from './search-index.ts';
import { Sources } from './field-resolver.ts';
import type { Source } from './field-resolver.ts';
import type { Answers } from './vocabulary.ts';

/** The pseudo field over names, numbers and all text attributes. */
const SEARCH = 'search';

const matchesOf = (constraint: Constraint): readonly Leaf[] =>
  constraint.type === 'leaf'
    ? constraint.operator === 'MATCH'
      ? [constraint]
      : []
    : constraint.parts.flatMap(matchesOf);

/** Rows of one group, and where they begin among all that was found. */
interface Part {
  readonly group: Group;
  readonly rows: Rows;
  readonly from: number;
  /**
   * The rows that met the constraint and where in `rows` the top of its family is, of each, where these are not `rows`
   * themselves.
   */
  readonly met?: { readonly rows: Rows; readonly places: Rows };
}

class Finder {
  readonly sources: Sources;
  private readonly index: SearchIndex;
  private readonly shop: Reader;
  private readonly query: Query;
  private readonly asked = new Map<Leaf, { readonly query: MatchQuery; readonly answers: readonly Answers[] }>();
  private readonly matches = new Map<Leaf, Map<Group, Matched>>();
  private readonly known = new Map<Leaf, Map<Group, Rows | undefined>>();
  private readonly passing = new Map<Leaf, ReadonlySet<number>>();
  /** Of what is not in the list that is searched, by id: the best position of its family. */
  private readonly positions = new Map<number, number>();
  private readonly begun: number;

  constructor(index: SearchIndex, shop: Reader, query: Query) {
    this.index = index;
    this.shop = shop;
    this.query = query;
    const { within } = query;
    this.sources = new Sources(
      index,
      shop,
      query,
      within && ((id) => within.position(id) || (this.positions.get(id) ?? 0)),
    );
    this.begun = index.vocabulary.scratch.begin();
  }

  /** Everything that matches, in no particular order; `byRoot`: as the tops of their families. */
  parts(byRoot: boolean): Part[] {
    const parts: Part[] = [];
    let from = 0;
    for (const { group, rows, met } of this.candidates()) {
      const found = this.filter(group, this.query.constraint, rows, met) ?? group.rows();
      if (found.length === 0) continue;
      const roots = byRoot ? rootsOf(this.index, group, found) : undefined;
      const part =
        roots === undefined
          ? { group, rows: found, from }
          : { group, rows: roots.rows, from, met: { rows: found, places: roots.places } };
      if (part.met !== undefined) this.place(part);
      parts.push(part);
      from += part.rows.length;
    }
    return parts;
  }

  private place({ group: { ids }, rows, met }: Part): void {
    const { within } = this.query;
    if (within === undefined) return;
    const { positions } = this;
    met!.rows.forEach((row, at) => {
      const root = ids[rows[met!.places[at]!]!]!;
      if (within.position(root) === 0)
        positions.set(root, Math.min(positions.get(root) ?? Infinity, within.position(ids[row]!)));
    });
  }

  /** How well each answers these MATCH conditions, those included that nothing had to meet: the better the lower. */
  rankKeys(parts: readonly Part[], asked: readonly Leaf[], count: number): Float64Array {
    const keys = scratchKeys(count).fill(0);
    const leaves = asked.filter(({ never }) => !never);
    for (const { group, rows, from, met } of parts) {
      if (met !== undefined) {
        const ranks = leaves.map((leaf) => this.matched(group, leaf).ranks);
        met.rows.forEach((row, at) => {
          const place = from + met.places[at]!;
          keys[place] = Math.min(keys[place]!, -ranks.reduce((sum, ranked) => sum + ranked[row]!, 0));
        });
        continue;
      }
      for (const leaf of leaves) {
        const { ranks } = this.matched(group, leaf);
        for (let at = 0; at < rows.length; at += 1) keys[from + at]! -= ranks[rows[at]!]!;
      }
    }
    return keys;
  }

  /** Gives back what others may use again. */
  done(): void {
    const { scratch } = this.index.vocabulary;
    for (const { answers } of this.asked.values()) for (const { qualities } of answers) scratch.give(qualities);
    for (const groups of this.matches.values()) for (const { ranks } of groups.values()) scratch.give(ranks);
    scratch.end(this.begun);
  }

  private *candidates(): Iterable<{ readonly group: Group; readonly rows?: Rows; readonly met?: Constraint }> {
    const { within, constraint } = this.query;
    if (within === undefined) {
      for (const group of this.index.groups.values()) {
        if (!this.excluded(group, constraint)) yield { group, ...narrow(group, constraint, this.narrowing(group)) };
      }
      return;
    }
    const lists = new Map<Group, RowList>();
    for (const id of within.ids) {
      const group = this.index.groupWith(id);
      if (group === undefined) continue;
      let rows = lists.get(group);
      if (rows === undefined) lists.set(group, (rows = group.vocabulary.scratch.list(within.ids.length)));
      rows.push(this.index.row(id));
    }
    for (const [group, rows] of lists) yield { group, rows: group.vocabulary.scratch.taken(rows) };
  }

  private narrowing(group: Group): Narrowing {
    return {
      index: this.index,
      source: (field) => this.sources.of(group, field),
      exact: (leaf) => this.exact(group, leaf),
      passing: (leaf, source) => this.passingOf(leaf, source),
      linkedTo: ({ link }, id) => link!.field.members(this.shop, id),
    };
  }

  /** Whether a group's own values, its class's name say, leave nothing to be found in it. */
  private excluded(group: Group, constraint: Constraint): boolean {
    if (constraint.type !== 'leaf') {
      const { type, parts } = constraint;
      return type === 'all'
        ? parts.some((part) => this.excluded(group, part))
        : parts.every((part) => this.excluded(group, part));
    }
    if (constraint.never) return true;
    if (constraint.operator === 'MATCH') return false;
    const source = this.sources.of(group, constraint.field);
    return source === undefined || (source.constant === true && !leafHolds(constraint, source.value(0)));
  }

  /**
   * Those of the rows that meet a constraint, one condition after the other over all that are left; undefined: every
   * row. All of them meet `met` already.
   */
  private filter(
    group: Group,
    constraint: Constraint,
    rows: Rows | undefined,
    met: Constraint | undefined,
  ): Rows | undefined {
    if (constraint === met) return rows;
    if (constraint.type === 'leaf') return this.filterLeaf(group, constraint, rows);
    if (constraint.type === 'any') {
      const found: Rows[] = [];
      for (const part of constraint.parts) {
        const passing = this.filter(group, part, rows, met);
        if (passing === undefined) return undefined;
        found.push(passing);
      }
      return union(group, found);
    }
    let left = rows;
    for (const part of constraint.parts) {
      if (left?.length === 0) break;
      left = this.filter(group, part, left, met);
    }
    return left;
  }

  /** Known without a look at the rows: by the group's own value, or by the few values that they hold. */
  private allMeet(group: Group, leaf: Leaf, source: Source): boolean {
    if (source.constant) return leafHolds(leaf, source.value(0));
    const column = source.chain?.columns[0];
    return column?.held === group.live && column.distinct()?.every((value) => leafHolds(leaf, value)) === true;
  }

  private filterLeaf(group: Group, leaf: Leaf, rows: Rows | undefined): Rows | undefined {
    if (leaf.never) return NO_ROWS;
    if (leaf.operator === 'MATCH') {
      const { ranks, rows: matched } = this.matched(group, leaf);
      return rows === undefined ? matched : those(group, rows, (row) => ranks[row] !== 0);
    }
    const source = this.sources.of(group, leaf.field);
    if (source === undefined) return NO_ROWS;
    if (this.allMeet(group, leaf, source)) return rows;
    if (source.constant) return NO_ROWS;
    const among = rows && source.chain && amongInSpan(group, source.chain, leaf, rows);
    if (among !== undefined) return among;
    const many = rows === undefined || !isFew(group, rows);
    const exact = many ? this.exact(group, leaf) : undefined;
    if (exact !== undefined) return rows === undefined ? exact : common(group, rows, exact);
    const all = rows ?? group.rows();
    if (source.link !== undefined) {
      const passing = this.passingOf(leaf, source);
      const { link } = source;
      return those(group, all, (row) => link.any(row, (id) => passing.has(id)));
    }
    return those(group, all, (row) => leafHolds(leaf, source.value(row)));
  }

  /** The rows that meet a condition, where the index knows them; words are missing in it while it warms up. */
  private exact(group: Group, leaf: Leaf): Rows | undefined {
    if (leaf.operator === 'MATCH') return this.matched(group, leaf).rows;
    let groups = this.known.get(leaf);
    if (groups === undefined) this.known.set(leaf, (groups = new Map()));
    if (groups.has(group)) return groups.get(group);
    const source = leaf.never ? undefined : this.sources.of(group, leaf.field);
    const chain = source && !this.allMeet(group, leaf, source) ? source.chain : undefined;
    const rows =
      chain &&
      (rowsByScan(group, chain, leaf) ??
        (leaf.operator === 'LIKE' && !this.index.warming ? rowsLike(group, chain, leaf) : undefined));
    groups.set(group, rows);
    return rows;
  }

  /** The linked ids that pass: of any of an object's values one is enough. */
  private passingOf(leaf: Leaf, { link }: Source): ReadonlySet<number> {
    const known = this.passing.get(leaf);
    if (known !== undefined) return known;
    const { field, member } = link!;
    const { shop, query } = this;
    const { language } = query;
    const path = field.path !== undefined && member.startsWith(field.path.prefix) ? field.path : undefined;
    const name = path === undefined ? member : member.slice(path.prefix.length);
    const passing = new Set<number>();
    shop.untracked(() => {
      for (const id of field.all(shop)) {
        const value = (path ?? field).read(shop, id, name, language);
        if (leafHolds(leaf, value) || (path !== undefined && passing.has(path.above(shop, id)))) passing.add(id);
      }
    });
    this.passing.set(leaf, passing);
    return passing;
  }

  private matched(group: Group, leaf: Leaf): Matched {
    let groups = this.matches.get(leaf);
    if (groups === undefined) this.matches.set(leaf, (groups = new Map()));
    let matched = groups.get(group);
    if (matched !== undefined) return matched;
    const { query, answers } = this.answered(leaf);
    groups.set(group, (matched = matchedBy(group, this.searched(group, leaf.field), query, answers)));
    return matched;
  }

  /** What is looked for: the same for all groups. */
  private answered(leaf: Leaf): { readonly query: MatchQuery; readonly answers: readonly Answers[] } {
    let asked = this.asked.get(leaf);
    if (asked !== undefined) return asked;
    const scope = {
      index: this.index,
      conditions: this.query.scope ?? [],
      source: (group: Group, field: string) => this.sources.of(group, field),
    };
    const query = withoutTypos(scope, leaf.query!, (group) => this.searched(group, leaf.field));
    this.asked.set(leaf, (asked = { query, answers: answersTo(this.index.vocabulary, query) }));
    return asked;
  }

  private searched(group: Group, field: string): readonly Searched[] {
    const chain = this.sources.of(group, field)?.chain;
    if (chain !== undefined) return [{ chain, weight: 1 }];
    return field === SEARCH ? this.sources.searched(group) : [];
  }
}

/** The rows that pass. */
const those = ({ vocabulary: { scratch } }: Group, rows: Rows, passes: (row: number) => boolean): Rows => {
  const found = scratch.list(rows.length);
  for (let at = 0; at < rows.length; at += 1) if (passes(rows[at]!)) found.push(rows[at]!);
  return scratch.taken(found);
};

/** The rows that are in both lists. */
const common = (group: Group, rows: Rows, others: Rows): Rows => {
  const { scratch } = group.vocabulary;
  const marks = scratch.marks(group.ids.length);
  for (const row of others) marks[row] = 1;
  const both = those(group, rows, (row) => marks[row] === 1);
  scratch.give(marks);
  return both;
};

const idsOf = (index: SearchIndex, parts: readonly Part[], count: number): Uint32Array => {
  const ids = index.vocabulary.scratch.room(count);
  for (const { group, rows, from } of parts)
    for (let at = 0; at < rows.length; at += 1) ids[from + at] = group.ids[rows[at]!]!;
  return ids;
};

/** What an id is ordered by; neighbours are mostly of one group. */
const orderOf = (
  index: SearchIndex,
  finder: Finder,
  parts: readonly Part[],
  count: number,
  field: string,
): OrderColumn => {
  let group: Group | undefined;
  let source: Source | undefined;
  return {
    value: (id) => {
      const its = index.groupWith(id)!;
      if (its !== group) {
        group = its;
        source = finder.sources.ofOrder(its, field);
      }
      return source?.value(index.row(id));
    },
    keys: (direction) => {
      const keys = scratchKeys(count);
      const [only] = parts;
      const its =
        only !== undefined && parts.length === 1 ? finder.sources.ofOrder(only.group, field)?.chain : undefined;
      const ties = its && takeTextKeys(only!.group, its, only!.rows, direction, keys);
      if (ties !== undefined) return { keys, exact: false, ties };
      for (const { group: one, rows, from } of parts) {
        const { chain } = finder.sources.ofOrder(one, field) ?? {};
        if (chain === undefined || !takeKeys(chain, rows, direction, keys, from, parts.length === 1)) return undefined;
      }
      return { keys, exact: true };
    },
  };
};

/** Refuses: SEARCH_WARMING_UP. */
export const find = (index: SearchIndex, shop: Reader, query: Query): Result<Found> => {
  const asked = matchesOf(query.constraint);
  if (asked.length > 0 && index.warming) return refuse('SEARCH_WARMING_UP');
  const finder = new Finder(index, shop, query);
  const parts = finder.parts(query.byRoot === true);
  const count = parts.reduce((sum, { rows }) => sum + rows.length, 0);
  const { skip, limit, descending } = query;
  const columns = query.order.map((field) => orderOf(index, finder, parts, count, field));
  // Without columns the best answers come first in both directions; descending turns those of equal rank alone.
  if (asked.length > 0 && columns.length === 0)
    columns.push({ value: () => undefined, keys: () => ({ keys: finder.rankKeys(parts, asked, count), exact: true }) });
  const ids = ordered(idsOf(index, parts, count), columns, descending, skip, limit);
  finder.done();
  return ok({ ids, count });
};

/**
 * The different values of a field over all that a query finds, in order.
 *
 * Refuses: SEARCH_WARMING_UP.
 */
export const distinct = (index: SearchIndex, shop: Reader, query: Query, field: string): Result<readonly Scalar[]> => {
  if (matchesOf(query.constraint).length > 0 && index.warming) return refuse('SEARCH_WARMING_UP');
  const finder = new Finder(index, shop, query);
  const values = new Set<Scalar>();
  for (const { group, rows } of finder.parts(false)) {
    const source = finder.sources.of(group, field);
    for (const row of rows) {
      const value = source?.value(row);
      for (const one of typeof value === 'object' ? value : [value ?? '']) values.add(one);
    }
  }
  finder.done();
  values.delete('');
  return ok([...values].sort(compareValues));
};
