// One search: narrow, test, count, order, cut. What decides is the constraint itself, row by row.
import type { Constraint, Leaf, Scalar } from '../../domain/constraint.ts';
import { compareValues, leafHolds } from '../../domain/constraint.ts';
import type { Found, Query } from '../../domain/searchable.ts';
import type { Reader } from '../../domain/transaction.ts';
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Group } from './columns.ts';
import type { Matched, Searched } from './match.ts';
import { answersTo, matchedBy } from './match.ts';
import type { Narrowing, Rows } from './narrow.ts';
import { narrow } from './narrow.ts';
import { ordered } from './order.ts';
import type { OrderColumn } from './order.ts';
import type { SearchIndex } from './search-index.ts';
import { Sources } from './source.ts';
import type { Source } from './source.ts';
import type { Answers } from './vocabulary.ts';

/** The pseudo field over names, numbers and all text attributes. */
const SEARCH = 'search';

const matchesOf = (constraint: Constraint): readonly Leaf[] =>
  constraint.type === 'leaf' ? (constraint.operator === 'MATCH' ? [constraint] : []) : constraint.parts.flatMap(matchesOf);

class Finder {
  readonly sources: Sources;
  private readonly index: SearchIndex;
  private readonly shop: Reader;
  private readonly query: Query;
  private readonly answers = new Map<Leaf, Answers[]>();
  private readonly matches = new Map<Leaf, Map<Group, Matched>>();
  private readonly passing = new Map<Leaf, ReadonlySet<number>>();

  constructor(index: SearchIndex, shop: Reader, query: Query) {
    this.index = index;
    this.shop = shop;
    this.query = query;
    this.sources = new Sources(index, shop, query);
  }

  /** Every id that matches, in no particular order. */
  ids(): number[] {
    const found: number[] = [];
    for (const [group, rows] of this.candidates()) {
      for (const row of this.filter(group, this.query.constraint, rows)) found.push(group.ids[row]!);
    }
    return found;
  }

  /** How well an id answers these MATCH conditions, those included that nothing had to meet. */
  rank(id: number, asked: readonly Leaf[]): number {
    const group = this.index.groupWith(id)!;
    const row = this.index.row(id);
    return asked.reduce((rank, leaf) => rank + (leaf.never ? 0 : this.matched(group, leaf).ranks[row]!), 0);
  }

  private *candidates(): Iterable<readonly [Group, Rows | undefined]> {
    const { within, constraint } = this.query;
    if (within === undefined) {
      for (const group of this.index.groups.values()) {
        if (this.excluded(group, constraint)) continue;
        yield [group, narrow(group, constraint, this.narrowing(group))];
      }
      return;
    }
    const rows = new Map<Group, number[]>();
    for (const id of within.ids) {
      const group = this.index.groupWith(id);
      if (group === undefined) continue;
      const known = rows.get(group);
      if (known === undefined) rows.set(group, [this.index.row(id)]);
      else known.push(this.index.row(id));
    }
    yield* rows;
  }

  private narrowing(group: Group): Narrowing {
    return {
      index: this.index,
      source: (field) => this.sources.of(group, field),
      matched: (leaf) => this.matched(group, leaf).rows,
      passing: (leaf, source) => this.passingOf(leaf, source),
      linkedTo: ({ link }, id) => link!.field.members(this.shop, id),
    };
  }

  /** Whether a group's own values, its class's name say, leave nothing to be found in it. */
  private excluded(group: Group, constraint: Constraint): boolean {
    if (constraint.type !== 'leaf') {
      const { type, parts } = constraint;
      return type === 'all' ? parts.some((part) => this.excluded(group, part)) : parts.every((part) => this.excluded(group, part));
    }
    if (constraint.never) return true;
    if (constraint.operator === 'MATCH') return false;
    const source = this.sources.of(group, constraint.field);
    return source === undefined || (source.constant === true && !leafHolds(constraint, source.value(0)));
  }

  /** Those of the rows that meet a constraint, one condition after the other over all that are left; undefined: every row. */
  private filter(group: Group, constraint: Constraint, rows: Rows | undefined): Rows {
    if (constraint.type === 'leaf') return this.filterLeaf(group, constraint, rows);
    if (constraint.type === 'any') {
      const found = new Set<number>();
      for (const part of constraint.parts) for (const row of this.filter(group, part, rows)) found.add(row);
      return [...found];
    }
    let left = rows;
    for (const part of constraint.parts) {
      if (left?.length === 0) break;
      // What every row meets needs no list of them.
      if (left !== undefined || !this.allMeet(group, part)) left = this.filter(group, part, left);
    }
    return left ?? group.rows();
  }

  /** Known without a look at the rows: by the group's own value, or by the few values that they hold. */
  private allMeet(group: Group, leaf: Constraint): boolean {
    if (leaf.type !== 'leaf' || leaf.never || leaf.operator === 'MATCH') return false;
    const source = this.sources.of(group, leaf.field);
    if (source?.constant) return leafHolds(leaf, source.value(0));
    const column = source?.chain?.columns[0];
    return column?.counts !== undefined && column.held === group.live && [...column.counts.keys()].every((value) => leafHolds(leaf, value));
  }

  private filterLeaf(group: Group, leaf: Leaf, rows: Rows | undefined): Rows {
    if (leaf.never) return [];
    if (leaf.operator === 'MATCH') {
      const { ranks, rows: matched } = this.matched(group, leaf);
      return rows === undefined ? matched : rows.filter((row) => ranks[row] !== 0);
    }
    const source = this.sources.of(group, leaf.field);
    if (source === undefined) return [];
    if (this.allMeet(group, leaf)) return rows ?? group.rows();
    if (source.constant) return [];
    if (source.link !== undefined) {
      const passing = this.passingOf(leaf, source);
      const { link } = source;
      return (rows ?? group.rows()).filter((row) => link.ids(row).some((id) => passing.has(id)));
    }
    const found: number[] = [];
    if (rows !== undefined) {
      for (const row of rows) if (leafHolds(leaf, source.value(row))) found.push(row);
      return found;
    }
    for (let row = 0; row < group.ids.length; row += 1) if (group.ids[row] !== 0 && leafHolds(leaf, source.value(row))) found.push(row);
    return found;
  }

  /** The linked ids that pass: of any of an object's values one is enough. */
  private passingOf(leaf: Leaf, { link }: Source): ReadonlySet<number> {
    const known = this.passing.get(leaf);
    if (known !== undefined) return known;
    const { field, member } = link!;
    const { shop, query } = this;
    const passing = new Set(shop.covered(() => field.all(shop).filter((id) => leafHolds(leaf, field.read(shop, id, member, query.language)))));
    this.passing.set(leaf, passing);
    return passing;
  }

  private matched(group: Group, leaf: Leaf): Matched {
    let groups = this.matches.get(leaf);
    if (groups === undefined) this.matches.set(leaf, (groups = new Map()));
    let matched = groups.get(group);
    if (matched !== undefined) return matched;
    const query = leaf.query!;
    let answers = this.answers.get(leaf);
    if (answers === undefined) this.answers.set(leaf, (answers = answersTo(this.index.vocabulary, query)));
    groups.set(group, (matched = matchedBy(group, this.searched(group, leaf.field), query, answers)));
    return matched;
  }

  private searched(group: Group, field: string): readonly Searched[] {
    const chain = this.sources.of(group, field)?.chain;
    if (chain !== undefined) return [{ chain, weight: 1 }];
    return field === SEARCH ? this.sources.searched(group) : [];
  }
}

/** What an id is ordered by; neighbours are mostly of one group. */
const orderOf = (index: SearchIndex, finder: Finder, field: string): OrderColumn => {
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
  };
};

/** Refuses: SEARCH_WARMING_UP. */
export const find = (index: SearchIndex, shop: Reader, query: Query): Result<Found> => {
  const asked = matchesOf(query.constraint);
  if (asked.length > 0 && index.warming) return refuse('SEARCH_WARMING_UP');
  const finder = new Finder(index, shop, query);
  const ids = finder.ids();
  const { skip, limit, descending } = query;
  const columns = query.order.map((field) => orderOf(index, finder, field));
  // Without columns the best answers come first, best being the same in both directions.
  const best = asked.length > 0 && columns.length === 0;
  if (best) columns.push({ value: (id) => -finder.rank(id, asked) });
  return ok({ ids: ordered(ids, columns, descending && !best, skip, limit), count: ids.length });
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
  for (const id of finder.ids()) {
    const value = finder.sources.of(index.groupWith(id)!, field)?.value(index.row(id));
    for (const one of typeof value === 'object' ? value : [value ?? '']) values.add(one);
  }
  values.delete('');
  return ok([...values].sort(compareValues));
};
