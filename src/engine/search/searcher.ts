// One search: narrow, test, count, order, cut. What decides is the constraint itself, row by row.
import type { Constraint, Leaf, Scalar } from '../../domain/search/constraint.ts';
import { compareValues } from '../../domain/search/conditions.ts';
import { leafHolds } from '../../domain/search/constraint.ts';
import type { SearchResult, SearchQuery } from '../../domain/search/query.ts';
import type { Reader } from '../../domain/transaction.ts';
import type { MatchQuery } from '../../domain/search/word-match.ts';
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { ClassPartition } from './class-partition.ts';
import { suppressTypos } from './typo-suppression.ts';
import type { Matches, SearchedField } from './match.ts';
import { matchingWordsOf, matchQueryWords } from './match.ts';
import { docsLike } from './like.ts';
import type { CandidateLookups } from './candidates.ts';
import { isFew, candidatesFor, union } from './candidates.ts';
import { sortIds } from './sort.ts';
import type { SortColumn } from './sort.ts';
import { collapseToRoots } from './collapse.ts';
import type { DocIdList, DocIds } from './scratch.ts';
import { NO_DOCS, scratchKeys } from './scratch.ts';
import { filterByRange, scanColumns, fillSortKeys, fillTextSortKeys } from './column-scan.ts';
import type { SearchIndex } from './search-index.ts';
import { FieldResolver } from './field-resolver.ts';
import type { FieldSource } from './field-resolver.ts';
import type { MatchingWords } from './vocabulary.ts';

/** The pseudo field over names, numbers and all text attributes. */
const SEARCH = 'search';

const matchLeavesOf = (constraint: Constraint): readonly Leaf[] =>
  constraint.type === 'leaf'
    ? constraint.operator === 'MATCH'
      ? [constraint]
      : []
    : constraint.parts.flatMap(matchLeavesOf);

/** Rows of one group, and where they begin among all that was found. */
interface Hits {
  readonly partition: ClassPartition;
  readonly docIds: DocIds;
  readonly offset: number;
  /**
   * The rows that met the constraint and where in `rows` the top of its family is, of each, where these are not `rows`
   * themselves.
   */
  readonly collapsed?: { readonly rows: DocIds; readonly places: DocIds };
}

class Searcher {
  readonly fields: FieldResolver;
  private readonly index: SearchIndex;
  private readonly shop: Reader;
  private readonly query: SearchQuery;
  private readonly matchQueries = new Map<
    Leaf,
    { readonly query: MatchQuery; readonly answers: readonly MatchingWords[] }
  >();
  private readonly matches = new Map<Leaf, Map<ClassPartition, Matches>>();
  private readonly exactByLeaf = new Map<Leaf, Map<ClassPartition, DocIds | undefined>>();
  private readonly passingByLeaf = new Map<Leaf, ReadonlySet<number>>();
  /** Of what is not in the list that is searched, by id: the best position of its family. */
  private readonly positions = new Map<number, number>();
  private readonly scratchStart: number;

  constructor(index: SearchIndex, shop: Reader, query: SearchQuery) {
    this.index = index;
    this.shop = shop;
    this.query = query;
    const { within } = query;
    this.fields = new FieldResolver(
      index,
      shop,
      query,
      within && ((id) => within.position(id) || (this.positions.get(id) ?? 0)),
    );
    this.scratchStart = index.vocabulary.scratch.begin();
  }

  /** Everything that matches, in no particular order; `byRoot`: as the tops of their families. */
  hits(byRoot: boolean): Hits[] {
    const hits: Hits[] = [];
    let from = 0;
    for (const { partition, docIds, satisfied } of this.candidates()) {
      const found = this.filter(partition, this.query.constraint, docIds, satisfied) ?? partition.allDocIds();
      if (found.length === 0) continue;
      const roots = byRoot ? collapseToRoots(this.index, partition, found) : undefined;
      const part =
        roots === undefined
          ? { partition, docIds: found, offset: from }
          : { partition, docIds: roots.docIds, offset: from, collapsed: { rows: found, places: roots.places } };
      if (part.collapsed !== undefined) this.recordPositions(part);
      hits.push(part);
      from += part.docIds.length;
    }
    return hits;
  }

  private recordPositions({ partition: { ids }, docIds, collapsed }: Hits): void {
    const { within } = this.query;
    if (within === undefined) return;
    const { positions } = this;
    collapsed!.rows.forEach((docId, at) => {
      const root = ids[docIds[collapsed!.places[at]!]!]!;
      if (within.position(root) === 0)
        positions.set(root, Math.min(positions.get(root) ?? Infinity, within.position(ids[docId]!)));
    });
  }

  /** How well each answers these MATCH conditions, those included that nothing had to meet: the better the lower. */
  rankKeys(hits: readonly Hits[], asked: readonly Leaf[], count: number): Float64Array {
    const keys = scratchKeys(count).fill(0);
    const leaves = asked.filter(({ never }) => !never);
    for (const { partition, docIds, offset: from, collapsed } of hits) {
      if (collapsed !== undefined) {
        const ranks = leaves.map((leaf) => this.matchesFor(partition, leaf).ranks);
        collapsed.rows.forEach((docId, at) => {
          const place = from + collapsed.places[at]!;
          keys[place] = Math.min(keys[place]!, -ranks.reduce((sum, ranked) => sum + ranked[docId]!, 0));
        });
        continue;
      }
      for (const leaf of leaves) {
        const { ranks } = this.matchesFor(partition, leaf);
        for (let at = 0; at < docIds.length; at += 1) keys[from + at]! -= ranks[docIds[at]!]!;
      }
    }
    return keys;
  }

  /** Gives back what others may use again. */
  release(): void {
    const { scratch } = this.index.vocabulary;
    for (const { answers } of this.matchQueries.values())
      for (const { qualities } of answers) scratch.releaseMarks(qualities);
    for (const groups of this.matches.values()) for (const { ranks } of groups.values()) scratch.releaseMarks(ranks);
    scratch.end(this.scratchStart);
  }

  private *candidates(): Iterable<{
    readonly partition: ClassPartition;
    readonly docIds?: DocIds;
    readonly satisfied?: Constraint;
  }> {
    const { within, constraint } = this.query;
    if (within === undefined) {
      for (const partition of this.index.partitions.values()) {
        if (!this.excluded(partition, constraint))
          yield { partition, ...candidatesFor(partition, constraint, this.lookups(partition)) };
      }
      return;
    }
    const lists = new Map<ClassPartition, DocIdList>();
    for (const id of within.ids) {
      const partition = this.index.partitionOf(id);
      if (partition === undefined) continue;
      let list = lists.get(partition);
      if (list === undefined) lists.set(partition, (list = partition.vocabulary.scratch.list(within.ids.length)));
      list.push(this.index.docIdOf(id));
    }
    for (const [partition, list] of lists) yield { partition, docIds: partition.vocabulary.scratch.finish(list) };
  }

  private lookups(partition: ClassPartition): CandidateLookups {
    return {
      index: this.index,
      sourceOf: (field) => this.fields.resolve(partition, field),
      exactDocs: (leaf) => this.exactDocs(partition, leaf),
      passingLinks: (leaf, source) => this.passingOf(leaf, source),
      membersOf: ({ link }, id) => link!.field.members(this.shop, id),
    };
  }

  /** Whether a group's own values, its class's name say, leave nothing to be found in it. */
  private excluded(partition: ClassPartition, constraint: Constraint): boolean {
    if (constraint.type !== 'leaf') {
      const { type, parts: hits } = constraint;
      return type === 'all'
        ? hits.some((part) => this.excluded(partition, part))
        : hits.every((part) => this.excluded(partition, part));
    }
    if (constraint.never) return true;
    if (constraint.operator === 'MATCH') return false;
    const source = this.fields.resolve(partition, constraint.field);
    return source === undefined || (source.constant === true && !leafHolds(constraint, source.value(0)));
  }

  /**
   * Those of the rows that meet a constraint, one condition after the other over all that are left; undefined: every
   * row. All of them meet `met` already.
   */
  private filter(
    partition: ClassPartition,
    constraint: Constraint,
    docIds: DocIds | undefined,
    satisfied: Constraint | undefined,
  ): DocIds | undefined {
    if (constraint === satisfied) return docIds;
    if (constraint.type === 'leaf') return this.filterLeaf(partition, constraint, docIds);
    if (constraint.type === 'any') {
      const found: DocIds[] = [];
      for (const part of constraint.parts) {
        const passing = this.filter(partition, part, docIds, satisfied);
        if (passing === undefined) return undefined;
        found.push(passing);
      }
      return union(partition, found);
    }
    let left = docIds;
    for (const part of constraint.parts) {
      if (left?.length === 0) break;
      left = this.filter(partition, part, left, satisfied);
    }
    return left;
  }

  /** Known without a look at the rows: by the group's own value, or by the few values that they hold. */
  private allMeet(partition: ClassPartition, leaf: Leaf, source: FieldSource): boolean {
    if (source.constant) return leafHolds(leaf, source.value(0));
    const column = source.chain?.columns[0];
    return (
      column?.valueCount === partition.liveCount &&
      column.distinctValues()?.every((value) => leafHolds(leaf, value)) === true
    );
  }

  private filterLeaf(partition: ClassPartition, leaf: Leaf, docIds: DocIds | undefined): DocIds | undefined {
    if (leaf.never) return NO_DOCS;
    if (leaf.operator === 'MATCH') {
      const { ranks, docIds: matched } = this.matchesFor(partition, leaf);
      return docIds === undefined ? matched : filterDocs(partition, docIds, (docId) => ranks[docId] !== 0);
    }
    const source = this.fields.resolve(partition, leaf.field);
    if (source === undefined) return NO_DOCS;
    if (this.allMeet(partition, leaf, source)) return docIds;
    if (source.constant) return NO_DOCS;
    const among = docIds && source.chain && filterByRange(partition, source.chain, leaf, docIds);
    if (among !== undefined) return among;
    const many = docIds === undefined || !isFew(partition, docIds);
    const exact = many ? this.exactDocs(partition, leaf) : undefined;
    if (exact !== undefined) return docIds === undefined ? exact : intersection(partition, docIds, exact);
    const all = docIds ?? partition.allDocIds();
    if (source.link !== undefined) {
      const passing = this.passingOf(leaf, source);
      const { link } = source;
      return filterDocs(partition, all, (docId) => link.any(docId, (id) => passing.has(id)));
    }
    return filterDocs(partition, all, (docId) => leafHolds(leaf, source.value(docId)));
  }

  /** The rows that meet a condition, where the index knows them; words are missing in it while it warms up. */
  private exactDocs(partition: ClassPartition, leaf: Leaf): DocIds | undefined {
    if (leaf.operator === 'MATCH') return this.matchesFor(partition, leaf).docIds;
    let groups = this.exactByLeaf.get(leaf);
    if (groups === undefined) this.exactByLeaf.set(leaf, (groups = new Map()));
    if (groups.has(partition)) return groups.get(partition);
    const source = leaf.never ? undefined : this.fields.resolve(partition, leaf.field);
    const chain = source && !this.allMeet(partition, leaf, source) ? source.chain : undefined;
    const docIds =
      chain &&
      (scanColumns(partition, chain, leaf) ??
        (leaf.operator === 'LIKE' && !this.index.warming ? docsLike(partition, chain, leaf) : undefined));
    groups.set(partition, docIds);
    return docIds;
  }

  /** The linked ids that pass: of any of an object's values one is enough. */
  private passingOf(leaf: Leaf, { link }: FieldSource): ReadonlySet<number> {
    const known = this.passingByLeaf.get(leaf);
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
    this.passingByLeaf.set(leaf, passing);
    return passing;
  }

  private matchesFor(partition: ClassPartition, leaf: Leaf): Matches {
    let groups = this.matches.get(leaf);
    if (groups === undefined) this.matches.set(leaf, (groups = new Map()));
    let matched = groups.get(partition);
    if (matched !== undefined) return matched;
    const { query, answers } = this.matchQueryOf(leaf);
    groups.set(
      partition,
      (matched = matchQueryWords(partition, this.searchedFields(partition, leaf.field), query, answers)),
    );
    return matched;
  }

  /** What is looked for: the same for all groups. */
  private matchQueryOf(leaf: Leaf): { readonly query: MatchQuery; readonly answers: readonly MatchingWords[] } {
    let asked = this.matchQueries.get(leaf);
    if (asked !== undefined) return asked;
    const scope = {
      index: this.index,
      conditions: this.query.scope ?? [],
      sourceOf: (partition: ClassPartition, field: string) => this.fields.resolve(partition, field),
    };
    const query = suppressTypos(scope, leaf.query!, (partition) => this.searchedFields(partition, leaf.field));
    this.matchQueries.set(leaf, (asked = { query, answers: matchingWordsOf(this.index.vocabulary, query) }));
    return asked;
  }

  private searchedFields(partition: ClassPartition, field: string): readonly SearchedField[] {
    const chain = this.fields.resolve(partition, field)?.chain;
    if (chain !== undefined) return [{ chain, weight: 1 }];
    return field === SEARCH ? this.fields.searchFields(partition) : [];
  }
}

/** The rows that pass. */
const filterDocs = (
  { vocabulary: { scratch } }: ClassPartition,
  docIds: DocIds,
  passes: (docId: number) => boolean,
): DocIds => {
  const found = scratch.list(docIds.length);
  for (let at = 0; at < docIds.length; at += 1) if (passes(docIds[at]!)) found.push(docIds[at]!);
  return scratch.finish(found);
};

/** The rows that are in both lists. */
const intersection = (partition: ClassPartition, docIds: DocIds, others: DocIds): DocIds => {
  const { scratch } = partition.vocabulary;
  const marks = scratch.marks(partition.ids.length);
  for (const docId of others) marks[docId] = 1;
  const both = filterDocs(partition, docIds, (docId) => marks[docId] === 1);
  scratch.releaseMarks(marks);
  return both;
};

const idsOf = (index: SearchIndex, hits: readonly Hits[], count: number): Uint32Array => {
  const ids = index.vocabulary.scratch.allocate(count);
  for (const { partition, docIds, offset: from } of hits)
    for (let at = 0; at < docIds.length; at += 1) ids[from + at] = partition.ids[docIds[at]!]!;
  return ids;
};

/** What an id is ordered by; neighbours are mostly of one group. */
const sortColumn = (
  index: SearchIndex,
  finder: Searcher,
  hits: readonly Hits[],
  count: number,
  field: string,
): SortColumn => {
  let partition: ClassPartition | undefined;
  let source: FieldSource | undefined;
  return {
    value: (id) => {
      const its = index.partitionOf(id)!;
      if (its !== partition) {
        partition = its;
        source = finder.fields.resolveForSort(its, field);
      }
      return source?.value(index.docIdOf(id));
    },
    keys: (direction) => {
      const keys = scratchKeys(count);
      const [only] = hits;
      const its =
        only !== undefined && hits.length === 1
          ? finder.fields.resolveForSort(only.partition, field)?.chain
          : undefined;
      const ties = its && fillTextSortKeys(only!.partition, its, only!.docIds, direction, keys);
      if (ties !== undefined) return { keys, exact: false, ties };
      for (const { partition: one, docIds, offset: from } of hits) {
        const { chain } = finder.fields.resolveForSort(one, field) ?? {};
        if (chain === undefined || !fillSortKeys(chain, docIds, direction, keys, from, hits.length === 1))
          return undefined;
      }
      return { keys, exact: true };
    },
  };
};

/** Refuses: SEARCH_WARMING_UP. */
export const search = (index: SearchIndex, shop: Reader, query: SearchQuery): Result<SearchResult> => {
  const asked = matchLeavesOf(query.constraint);
  if (asked.length > 0 && index.warming) return refuse('SEARCH_WARMING_UP');
  const finder = new Searcher(index, shop, query);
  const hits = finder.hits(query.collapseToRoots === true);
  const count = hits.reduce((sum, { docIds }) => sum + docIds.length, 0);
  const { skip, limit, descending } = query;
  const columns = query.order.map((field) => sortColumn(index, finder, hits, count, field));
  // Without columns the best answers come first in both directions; descending turns those of equal rank alone.
  if (asked.length > 0 && columns.length === 0)
    columns.push({ value: () => undefined, keys: () => ({ keys: finder.rankKeys(hits, asked, count), exact: true }) });
  const ids = sortIds(idsOf(index, hits, count), columns, descending, skip, limit);
  finder.release();
  return ok({ ids, count });
};

/**
 * The different values of a field over all that a query finds, in order.
 *
 * Refuses: SEARCH_WARMING_UP.
 */
export const distinctValues = (
  index: SearchIndex,
  shop: Reader,
  query: SearchQuery,
  field: string,
): Result<readonly Scalar[]> => {
  if (matchLeavesOf(query.constraint).length > 0 && index.warming) return refuse('SEARCH_WARMING_UP');
  const finder = new Searcher(index, shop, query);
  const values = new Set<Scalar>();
  for (const { partition, docIds } of finder.hits(false)) {
    const source = finder.fields.resolve(partition, field);
    for (const docId of docIds) {
      const value = source?.value(docId);
      for (const one of typeof value === 'object' ? value : [value ?? '']) values.add(one);
    }
  }
  finder.release();
  values.delete('');
  return ok([...values].sort(compareValues));
};
