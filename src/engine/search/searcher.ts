// Finds the documents of a query, partition by partition: candidates first, then every condition on the rest.
//
// The constraint decides, document by document; indexes only save work (D64). Results of conditions are cached for the
// query, because candidates, filters and ranks may need the same one.
import type { Constraint, Group, Leaf } from '../../domain/search/constraint.ts';
import { familyOf, leafHolds } from '../../domain/search/constraint.ts';
import type { SearchQuery } from '../../domain/search/query.ts';
import type { Reader } from '../../domain/transaction.ts';
import { rankAsTyped } from '../../domain/search/word-match.ts';
import type { MatchQuery, MatchWord } from '../../domain/search/word-match.ts';
import type { ClassPartition } from './class-partition.ts';
import { suppressTypos } from './typo-suppression.ts';
import type { Matches, SearchedField } from './match.ts';
import type { WholeAsked } from './whole-match.ts';
import { matchQueryWords } from './match.ts';
import { matchWhole, wholeAsked } from './whole-match.ts';
import { bestOf, withPinned } from './readings.ts';
import { raiseInOrder } from './word-order.ts';
import { docsLike } from './like.ts';
import type { CandidateLookups } from './candidates.ts';
import { isFew, candidatesFor, docsWithin } from './candidates.ts';
import { COST, ConditionOrder } from './condition-order.ts';
import type { DocIds } from './scratch.ts';
import { NO_DOCS } from './scratch.ts';
import { allPass, filterByRange, scanColumns } from './column-scan.ts';
import type { SearchIndex } from './search-index.ts';
import { passingLinks } from './passing-links.ts';
import { rootDocOf, rowsByFamily } from './collapse-variations.ts';
import { FieldResolver } from './field-resolver.ts';
import type { FieldSource } from './field-resolver.ts';
import type { MatchingWords } from './vocabulary.ts';
import { filterDocs, filterDocsByValue, intersection, union, without } from './doc-sets.ts';
import type { Steps } from './steps.ts';
import { estimatedTests } from './work-estimate.ts';

/** The pseudo field that stands for names, numbers and all text attributes. */
const SEARCH = 'search';

/** `prio` of records without a position, where a query has places. */
const BEHIND = Number.MAX_SAFE_INTEGER;

/** Documents of one partition. */
export interface Matching {
  readonly partition: ClassPartition;
  readonly docIds: DocIds;
}

export interface PartitionCandidates {
  readonly partition: ClassPartition;
  /** Documents that match; undefined: all. */
  readonly docIds?: DocIds;
  readonly satisfied?: Constraint;
}

/** The query of a MATCH. */
interface AskedMatch {
  readonly query: MatchQuery;
  readonly matching: readonly MatchingWords[];
  readonly whole: WholeAsked;
}

/** Finds the documents of one query. Each instance serves one query and must be released. */
export class Searcher {
  readonly fields: FieldResolver;
  private readonly index: SearchIndex;
  private readonly shop: Reader;
  private readonly query: SearchQuery;
  private readonly matchQueries = new Map<Leaf, AskedMatch>();
  private readonly matches = new Map<Leaf, Map<ClassPartition, Matches>>();
  private readonly exactByLeaf = new Map<Leaf, Map<ClassPartition, DocIds | undefined>>();
  private readonly orders = new Map<ClassPartition, ConditionOrder>();
  /** By the doc id of a product: one more than the doc id of the record of its family that meets a constraint. */
  private readonly familyRows = new Map<Constraint, Map<ClassPartition, DocIds>>();
  private readonly passingByLeaf = new Map<Leaf, ReadonlySet<number>>();
  /** `prio` by id of products outside the list: the best position of their variations. */
  private readonly positions = new Map<number, number>();
  private readonly scratchStart: number;
  /** Documents to judge, where the searcher judges given documents only. */
  private readonly judgedDocs = new Map<ClassPartition, DocIds>();

  constructor(index: SearchIndex, shop: Reader, query: SearchQuery) {
    this.index = index;
    this.shop = shop;
    this.query = query;
    const { within, places } = query;
    const known = (id: number): number => this.positions.get(id) ?? 0;
    const inList = within && ((id: number) => within.position(id) || known(id));
    const inPlaces = places && ((id: number) => places.position(id) || known(id) || BEHIND);
    this.fields = new FieldResolver(index, shop, query, inList ?? inPlaces);
    this.scratchStart = index.vocabulary.scratch.begin();
  }

  /** The documents that meet the constraint, by partition, in no particular order. */
  *matching(constraint: Constraint = this.query.constraint): Steps<Matching[]> {
    const matching: Matching[] = [];
    for (const { partition, docIds, satisfied } of yield* this.candidates(constraint)) {
      const matches = (yield* this.filter(partition, constraint, docIds, satisfied)) ?? (yield* partition.allDocIds());
      if (matches.length > 0) matching.push({ partition, docIds: matches });
    }
    return matching;
  }

  /** Documents among the given ones that meet the constraint; called once per partition. MATCH tests no others. */
  *judged(partition: ClassPartition, docIds: DocIds): Steps<DocIds> {
    const { constraint } = this.query;
    if (docIds.length === 0 || this.isExcluded(partition, constraint)) return NO_DOCS;
    this.judgedDocs.set(partition, docIds);
    return (yield* this.filter(partition, constraint, docIds, undefined)) ?? docIds;
  }

  /** Whether the words of each MATCH have the same meaning as for another searcher, some of whose words were typos. */
  *readsAs({ matchQueries }: Searcher): Steps<boolean> {
    for (const [leaf, asked] of matchQueries) {
      const { query } = yield* this.matchQueryOf(leaf);
      if (query.some(({ edits }, index) => edits !== asked.query[index]!.edits)) return false;
    }
    return true;
  }

  /** Records `prio` of a top outside the list; the best recorded one counts. */
  recordPosition(root: number, position: number): void {
    this.positions.set(root, Math.min(this.positions.get(root) ?? Infinity, position));
  }

  /** Releases memory for other searches. */
  release(): void {
    const { scratch } = this.index.vocabulary;
    for (const { matching } of this.matchQueries.values())
      for (const { qualities } of matching) scratch.releaseMarks(qualities);
    for (const byPartition of this.matches.values())
      for (const { ranks } of byPartition.values()) scratch.releaseMarks(ranks);
    scratch.end(this.scratchStart);
  }

  *candidates(constraint: Constraint = this.query.constraint): Steps<PartitionCandidates[]> {
    const { within } = this.query;
    const all: PartitionCandidates[] = [];
    if (within === undefined) {
      for (const partition of this.index.partitions.values()) {
        if (this.isExcluded(partition, constraint)) continue;
        all.push({ partition, ...(yield* candidatesFor(partition, constraint, this.lookups(partition))) });
      }
      return all;
    }
    return yield* docsWithin(this.index, within);
  }

  private orderOf(partition: ClassPartition): ConditionOrder {
    let order = this.orders.get(partition);
    if (order === undefined) {
      order = new ConditionOrder((field) => this.fields.resolve(partition, field), this.index.warming);
      this.orders.set(partition, order);
    }
    return order;
  }

  private lookups(partition: ClassPartition): CandidateLookups {
    return {
      index: this.index,
      sourceOf: (field) => this.fields.resolve(partition, field),
      order: this.orderOf(partition),
      exactDocs: (leaf) => this.exactDocs(partition, leaf),
      passingLinks: (leaf, source) => this.passingOf(leaf, source),
      membersOf: ({ link }, id) => link!.field.members(this.shop, id),
    };
  }

  /** Whether values shared by all documents, such as the name of the class, exclude the whole partition. */
  private isExcluded(partition: ClassPartition, constraint: Constraint): boolean {
    if (constraint.type !== 'leaf') {
      const { type, parts: hits } = constraint;
      return type === 'all'
        ? hits.some((part) => this.isExcluded(partition, part))
        : hits.every((part) => this.isExcluded(partition, part));
    }
    if (constraint.never) return true;
    if (constraint.operator === 'MATCH') return false;
    const source = this.fields.resolve(partition, constraint.field);
    return source === undefined || (source.constant === true && !leafHolds(constraint, source.value(0)));
  }

  /**
   * Filters documents by a constraint, condition by condition; undefined: every document. All meet `satisfied` already.
   */
  *filter(
    partition: ClassPartition,
    constraint: Constraint,
    docIds: DocIds | undefined,
    satisfied: Constraint | undefined,
  ): Steps<DocIds | undefined> {
    if (constraint === satisfied) return docIds;
    if (constraint.type === 'leaf') return yield* this.filterLeaf(partition, constraint, docIds);
    if (constraint.type === 'family') return yield* this.filterByFamily(partition, constraint, docIds);
    const parts = this.orderOf(partition).parts(constraint);
    if (constraint.type === 'any') return yield* this.filterByAny(partition, parts, docIds, satisfied);
    let left = docIds;
    for (const part of parts) {
      if (left?.length === 0) break;
      left = yield* this.filter(partition, part, left, satisfied);
    }
    return left;
  }

  /**
   * As `filter`, for documents that meet any part. Dear conditions test only documents that no other part has passed.
   */
  private *filterByAny(
    partition: ClassPartition,
    parts: readonly Constraint[],
    docIds: DocIds | undefined,
    satisfied: Constraint | undefined,
  ): Steps<DocIds | undefined> {
    const lists: DocIds[] = [];
    let left = docIds;
    let subtracted = 0;
    for (const part of parts) {
      if (lists.length > subtracted && this.orderOf(partition).cost(part) >= COST.values) {
        left = yield* without(partition, left ?? (yield* partition.allDocIds()), lists.slice(subtracted));
        subtracted = lists.length;
      }
      if (left?.length === 0) break;
      const passing = yield* this.filter(partition, part, left, satisfied);
      if (passing === undefined) return undefined;
      lists.push(passing);
    }
    return yield* union(partition, lists);
  }

  /** Documents of whose families one meets the part of a group. */
  private *filterByFamily(
    partition: ClassPartition,
    family: Group,
    docIds: DocIds | undefined,
  ): Steps<DocIds | undefined> {
    const rows = yield* this.familyRowsIn(partition, family);
    const all = docIds ?? (yield* partition.allDocIds());
    return yield* filterDocs(partition, all, (docId) => (rows[rootDocOf(this.index, partition, docId)] ?? 0) !== 0);
  }

  private *familyRowsIn(partition: ClassPartition, family: Group): Steps<DocIds> {
    let byPartition = this.familyRows.get(family);
    if (byPartition === undefined) this.familyRows.set(family, (byPartition = new Map()));
    let rows = byPartition.get(partition);
    if (rows !== undefined) return rows;
    const [part] = family.parts;
    let found = this.judgedDocs.get(partition);
    if (found === undefined) {
      const narrowed = yield* candidatesFor(partition, part!, this.lookups(partition));
      found =
        (yield* this.filter(partition, part!, narrowed?.docIds, narrowed?.satisfied)) ?? (yield* partition.allDocIds());
    } else found = (yield* this.filter(partition, part!, found, undefined)) ?? found;
    byPartition.set(partition, (rows = yield* rowsByFamily(this.index, partition, found)));
    return rows;
  }

  /** Id of the variation that meets the group `variation` of the query; 0: the product itself does. */
  variationOf(id: number): number {
    const family = familyOf(this.query.constraint);
    const partition = this.index.partitionOf(id);
    const row = family && partition && this.familyRows.get(family)?.get(partition)?.[this.index.docIdOf(id)];
    const rowId = row === undefined || row === 0 ? id : partition!.ids[row - 1]!;
    return rowId === id ? 0 : rowId;
  }

  /** Estimated number of values tested by the whole search, by field; see WorkProbe. */
  estimate(enough: number): Steps<ReadonlyMap<string, number>> {
    const { index, query } = this;
    return estimatedTests(index, query, enough, {
      isExcluded: (partition) => this.isExcluded(partition, query.constraint),
      orderOf: (partition) => this.orderOf(partition),
      sourceOf: (partition, field) => this.fields.resolve(partition, field),
      ranksOf: (partition, leaf) => this.ranksIn(partition, leaf),
      passingLinks: (leaf) => this.passingByLeaf.get(leaf),
      lookUpLinks: (leaf, source) => this.passingOf(leaf, source),
    });
  }

  /** Whether all documents meet a condition, by the few different values of the column. */
  private *allDocsMeet(partition: ClassPartition, leaf: Leaf, source: FieldSource): Steps<boolean> {
    if (source.constant) return leafHolds(leaf, source.value(0));
    const column = source.chain?.columns[0];
    if (column?.valueCount !== partition.liveCount || column.coded === undefined) return false;
    return yield* allPass(column.coded, leaf);
  }

  private *filterLeaf(partition: ClassPartition, leaf: Leaf, docIds: DocIds | undefined): Steps<DocIds | undefined> {
    yield '';
    if (leaf.never) return NO_DOCS;
    if (leaf.operator === 'MATCH') {
      const { ranks, docIds: matched } = yield* this.matchesIn(partition, leaf);
      return docIds === undefined ? matched : yield* filterDocs(partition, docIds, (docId) => ranks[docId] !== 0);
    }
    const source = this.fields.resolve(partition, leaf.field);
    if (source === undefined) return NO_DOCS;
    if (yield* this.allDocsMeet(partition, leaf, source)) return docIds;
    if (source.constant) return NO_DOCS;
    const among = docIds && source.chain && (yield* filterByRange(partition, source.chain, leaf, docIds));
    if (among !== undefined) return among;
    const many = docIds === undefined || !isFew(partition, docIds);
    const exact = many ? yield* this.exactDocs(partition, leaf) : undefined;
    if (exact !== undefined) return docIds === undefined ? exact : yield* intersection(partition, docIds, exact);
    const all = docIds ?? (yield* partition.allDocIds());
    if (source.link !== undefined) {
      const passing = yield* this.passingOf(leaf, source);
      const { link } = source;
      return yield* filterDocsByValue(partition, all, (docId) => link.any(docId, (id) => passing.has(id)), leaf.field);
    }
    return yield* filterDocsByValue(partition, all, (docId) => leafHolds(leaf, source.value(docId)), leaf.field);
  }

  /** Documents that meet a condition, if the index knows them; while it warms up it does not know words. */
  private *exactDocs(partition: ClassPartition, leaf: Leaf): Steps<DocIds | undefined> {
    if (leaf.operator === 'MATCH') return (yield* this.matchesIn(partition, leaf)).docIds;
    let byPartition = this.exactByLeaf.get(leaf);
    if (byPartition === undefined) this.exactByLeaf.set(leaf, (byPartition = new Map()));
    if (byPartition.has(partition)) return byPartition.get(partition);
    yield '';
    const source = leaf.never ? undefined : this.fields.resolve(partition, leaf.field);
    const chain = source && !(yield* this.allDocsMeet(partition, leaf, source)) ? source.chain : undefined;
    const docIds =
      chain &&
      ((yield* scanColumns(partition, chain, leaf)) ??
        (leaf.operator === 'LIKE' && !this.index.warming ? yield* docsLike(partition, chain, leaf) : undefined));
    byPartition.set(partition, docIds);
    return docIds;
  }

  /** Linked ids that meet a condition, category ids for example. */
  private *passingOf(leaf: Leaf, source: FieldSource): Steps<ReadonlySet<number>> {
    const known = this.passingByLeaf.get(leaf);
    if (known !== undefined) return known;
    const passing = yield* passingLinks(this.shop, this.query.language, leaf, source.link!);
    this.passingByLeaf.set(leaf, passing);
    return passing;
  }

  /** Ranks by doc id; undefined where the words are not looked up yet. */
  ranksIn(partition: ClassPartition, leaf: Leaf): Uint8Array | undefined {
    return this.matches.get(leaf)?.get(partition)?.ranks;
  }

  /** Documents found by a MATCH. */
  *matchesIn(partition: ClassPartition, leaf: Leaf): Steps<Matches> {
    let byPartition = this.matches.get(leaf);
    if (byPartition === undefined) this.matches.set(leaf, (byPartition = new Map()));
    let matched = byPartition.get(partition);
    if (matched !== undefined) return matched;
    const docCount = partition.ids.length;
    matched = yield* this.readIn(partition, leaf);
    const weight = this.searchedFields(partition, leaf.field).reduce((most, field) => Math.max(most, field.weight), 1);
    for (const other of leaf.also ?? []) {
      const asTyped = (rank: number): number => rankAsTyped(rank, other.query!.length, leaf.query!.length, weight);
      matched = yield* bestOf(partition, matched, yield* this.readIn(partition, other), asTyped, docCount);
    }
    if (leaf.pinned !== undefined) matched = withPinned(this.index, partition, matched, leaf.pinned, docCount);
    byPartition.set(partition, matched);
    return matched;
  }

  /** Documents found by one reading of a MATCH. */
  private *readIn(partition: ClassPartition, leaf: Leaf): Steps<Matches> {
    const { query, matching, whole } = yield* this.matchQueryOf(leaf);
    const searched = this.searchedFields(partition, leaf.field);
    const among = this.judgedDocs.get(partition);
    const byWords = yield* matchQueryWords(partition, searched, query, matching, among);
    const matched = yield* matchWhole(partition, searched, whole, byWords, among);
    if (whole.isRanked) yield* raiseInOrder(partition, searched, query, matching, byWords);
    return matched;
  }

  /** Query of a MATCH for all partitions, without typos where they are suppressed. */
  *matchQueryOf(leaf: Leaf): Steps<AskedMatch> {
    let asked = this.matchQueries.get(leaf);
    if (asked !== undefined) return asked;
    const scope = {
      index: this.index,
      conditions: this.query.scope ?? [],
      sourceOf: (partition: ClassPartition, field: string) => this.fields.resolve(partition, field),
    };
    const query: MatchWord[] = [];
    const matching: MatchingWords[] = [];
    for (const word of leaf.query!) {
      yield leaf.field;
      const meant = yield* suppressTypos(scope, word, (partition) => this.searchedFields(partition, leaf.field));
      query.push(meant.word);
      matching.push(meant.matching);
    }
    const whole = wholeAsked(leaf.whole!, query.length, this.query.order.length === 0);
    this.matchQueries.set(leaf, (asked = { query, matching, whole }));
    return asked;
  }

  searchedFields(partition: ClassPartition, field: string): readonly SearchedField[] {
    const { chain, whole } = this.fields.resolve(partition, field) ?? {};
    if (chain !== undefined) return [{ field, chain, weight: 1, whole }];
    return field === SEARCH ? this.fields.searchFields(partition) : [];
  }
}
