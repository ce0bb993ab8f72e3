// Columns by which a search sorts. Values of records that change during the sort are kept as they were, because a
// moving record would put others in wrong places.
//
// Guaranteed: once the columns are made, no change moves a record or shows another one in its place. So they are made
// before the layout of found documents, and notified of every change from then on.
import type { FieldValue, Leaf } from '../../domain/search/constraint.ts';
import { orderFields } from '../../domain/search/query.ts';
import type { SearchQuery } from '../../domain/search/query.ts';
import type { ClassPartition } from './class-partition.ts';
import type { FieldSource } from './field-resolver.ts';
import type { Found } from './hits.ts';
import { rankKeys } from './hits.ts';
import type { BeforeChange } from './index-changes.ts';
import { scratchKeys } from './scratch.ts';
import type { SearchIndex } from './search-index.ts';
import type { Matching, Searcher } from './searcher.ts';
import { PartitionKeys } from './sort-keys.ts';
import type { SortColumn, SortKeys } from './sort.ts';
import type { Steps } from './steps.ts';

/** Without columns what MATCH finds is sorted by rank. */
export const isByRank = (order: readonly string[], matchLeaves: readonly Leaf[]): boolean =>
  matchLeaves.length > 0 && order.length === 0;

/** What a number is sorted by, so that the highest come first in either direction. */
export const boosted = (value: FieldValue, direction: 1 | -1): FieldValue => {
  const first = typeof value === 'object' ? value[0] : value;
  return typeof first === 'number' ? -first * direction : undefined;
};

/** Values and keys of one field. */
class FieldColumn implements SortColumn {
  readonly field: string;
  readonly computed: boolean;
  private readonly index: SearchIndex;
  private readonly searcher: Searcher;
  private readonly direction: 1 | -1;
  /** Documents to sort, once known. */
  private found: Found | undefined = undefined;
  /** Earlier values of changed records. */
  private readonly kept = new Map<number, FieldValue>();
  private readonly keptDocs = new Map<ClassPartition, Set<number>>();
  /** Whether it is the first column, and stored. */
  private readonly hasKeys: boolean;
  // Consecutive ids are mostly of one partition, so its field is cached.
  private partition: ClassPartition | undefined = undefined;
  private source: FieldSource | undefined = undefined;

  constructor(
    index: SearchIndex,
    searcher: Searcher,
    matching: readonly Matching[],
    field: string,
    isFirst: boolean,
    direction: 1 | -1,
  ) {
    this.index = index;
    this.searcher = searcher;
    this.field = field;
    this.direction = direction;
    this.computed = matching.some(({ partition }) => this.sourceIn(partition)?.chain === undefined);
    this.hasKeys = isFirst && !this.computed;
  }

  /** Sets the documents to sort. */
  sorts(found: Found): this {
    this.found = found;
    return this;
  }

  private keptIn(partition: ClassPartition): Set<number> {
    let kept = this.keptDocs.get(partition);
    if (kept === undefined) this.keptDocs.set(partition, (kept = new Set()));
    return kept;
  }

  private sourceIn(partition: ClassPartition): FieldSource | undefined {
    return this.searcher.fields.resolveForSort(partition, this.field);
  }

  value(id: number): FieldValue {
    return this.kept.size > 0 && this.kept.has(id) ? this.kept.get(id) : this.read(id);
  }

  private read(id: number): FieldValue {
    const its = this.index.partitionOf(id);
    // The record was deleted during the sort.
    if (its === undefined) return undefined;
    if (its !== this.partition) {
      this.partition = its;
      this.source = this.sourceIn(its);
    }
    return this.source?.value(this.index.docIdOf(id));
  }

  /** Keeps the value of a document that is about to change. */
  keep(partition: ClassPartition, docId: number, id: number): void {
    if (!this.kept.has(id)) this.kept.set(id, this.read(id));
    this.keptIn(partition).add(docId);
  }

  *keys(): Steps<SortKeys | undefined> {
    if (!this.hasKeys) return undefined;
    const { hits, count } = this.found!;
    const keys = scratchKeys(count);
    const alone = hits.length === 1;
    let ties: SortKeys['ties'];
    for (const { partition, docIds, offset } of hits) {
      const { chain } = this.sourceIn(partition)!;
      const its = new PartitionKeys(partition, chain!, docIds.length, alone, this.direction, this.keptIn(partition));
      yield* its.fill(docIds, keys, offset);
      if (its.hasFailed) return undefined;
      ties = its.tiesAmong(docIds);
    }
    return ties === undefined ? { keys, exact: true } : { keys, exact: false, ties };
  }
}

/** Columns of one sort of a searcher's results. */
export class SortColumns {
  /** Earlier ids of changed documents, by doc id. */
  readonly keptIds = new Map<ClassPartition, Map<number, number>>();
  /** Negative ranks by position, where those decide; filled by the sort. */
  rankKeys: Float64Array = new Float64Array(0);
  private readonly fields: readonly FieldColumn[];
  private readonly matchLeaves: readonly Leaf[];
  private readonly byRank: boolean;
  private readonly descending: boolean;

  constructor(
    index: SearchIndex,
    searcher: Searcher,
    query: SearchQuery,
    matching: readonly Matching[],
    matchLeaves: readonly Leaf[],
  ) {
    const { order, descending } = query;
    const [only] = matching;
    const isSame = (field: string): boolean =>
      matching.length === 1 && searcher.fields.resolveForSort(only!.partition, field)?.constant === true;
    // No two records have one id, so that it leaves nothing to what comes after it. As a boost it has its own
    // direction, which is not that of what is equal.
    const isId = (field: string): boolean =>
      matching.every(({ partition }) => searcher.fields.resolveForSort(partition, field)?.isId === true);
    this.byRank = isByRank(order, matchLeaves);
    const telling = (this.byRank ? orderFields(query) : order).filter((field) => !isSame(field));
    const ids = this.byRank ? -1 : telling.findIndex(isId);
    this.matchLeaves = matchLeaves;
    this.descending = descending;
    this.fields = telling
      .slice(0, ids < 0 ? telling.length : ids)
      .map(
        (field, place) =>
          new FieldColumn(index, searcher, matching, field, place === 0 && !this.byRank, descending ? -1 : 1),
      );
  }

  /** Called for each document that is about to change. */
  readonly keep: BeforeChange = (partition, docId) => {
    let ids = this.keptIds.get(partition);
    if (ids === undefined) this.keptIds.set(partition, (ids = new Map()));
    const id = partition.ids[docId]!;
    // The doc id may belong to another record by now.
    if (ids.has(docId)) return;
    ids.set(docId, id);
    for (const field of this.fields) field.keep(partition, docId, id);
  };

  sorting(found: Found): readonly SortColumn[] {
    if (!this.byRank) return this.fields.map((field) => field.sorts(found));
    // The best come first in both directions; descending turns only the order of what is equal.
    const boosts = this.fields.map((boost): SortColumn => {
      const { field, computed } = boost.sorts(found);
      return { field, computed, value: (id) => boosted(boost.value(id), this.descending ? -1 : 1) };
    });
    return [{ field: '', value: () => undefined, keys: () => this.keysOfRanks(found) }, ...boosts];
  }

  private *keysOfRanks(found: Found): Steps<SortKeys> {
    this.rankKeys = yield* rankKeys(found, this.matchLeaves, scratchKeys(found.count));
    return { keys: this.rankKeys, exact: true };
  }
}
