// A query as a task that may be interrupted. Most searches end in their first slice, so what only an interruption needs
// is computed on demand.
import type { KindName } from '../../domain/kind-types.ts';
import type { ComputedField } from '../../domain/listing/search-schema.ts';
import { leavesOf } from '../../domain/search/constraint.ts';
import { facetFields, orderFields } from '../../domain/search/query.ts';
import type { SearchKind, SearchQuery, Within } from '../../domain/search/query.ts';
import type { Reader } from '../../domain/transaction.ts';
import { shown } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { CallPace, PacedSearch } from './call-pace.ts';
import { describedConditions } from './described-query.ts';
import type { IndexChanges } from './index-changes.ts';
import { MeaningOfQuery } from './query-meaning.ts';
import type { QueryMeaning } from './query-meaning.ts';
import type { SearchIndex } from './search-index.ts';
import type { Steps } from './steps.ts';
import type { WorkProbe } from './work-estimate.ts';

/** Least number of records for the limit of a search's work; smaller shops count as this large. */
const SMALL_SHOP_DOCS = 50_000;

const LINKED: readonly KindName[] = ['class', 'category'];

/** The computed fields that a query names, with `main.` or without. */
export const computedFields = (
  { searchable: { computed } }: SearchIndex,
  query: SearchQuery,
  field: string,
): readonly ComputedField[] => {
  const known: ComputedField[] = [];
  const add = (name: string): void => {
    for (const full of [name, `main.${name}`]) if (Object.hasOwn(computed, full)) known.push(computed[full]!);
  };
  for (const leaf of leavesOf(query.constraint)) add(leaf.field);
  for (const name of [...orderFields(query), ...facetFields(query)]) add(name);
  add(field);
  return known;
};

/** The actors of one kind, as a search knows them. */
interface ReadTable {
  /** The last record that changed one of them. */
  readonly seq: number;
  readonly search: SearchIndex | undefined;
  readonly watchers: Set<(state: object, before: object | undefined, ends: boolean) => void>;
}

/** Where a query is asked. */
export interface QueryPlace {
  readonly tables: { readonly [K in KindName]: ReadTable };
  readonly shop: Reader;
  readonly pace: Pick<CallPace, 'meter' | 'memory' | 'scansMax'>;
}

export class PacedQuery<T> implements PacedSearch<T> {
  readonly index: SearchIndex;
  readonly steps: (changes: IndexChanges, probe: WorkProbe) => Steps<Result<T>>;
  private readonly kind: SearchKind;
  private readonly query: SearchQuery;
  private readonly field: string;
  private readonly place: QueryPlace;
  private readonly computed: readonly ComputedField[];
  private knownKey: string | undefined = undefined;
  private knownMeaning: MeaningOfQuery | undefined = undefined;

  /** `field`: field whose distinct values are wanted; '' for records. */
  constructor(
    kind: SearchKind,
    query: SearchQuery,
    field: string,
    steps: (changes: IndexChanges, probe: WorkProbe) => Steps<Result<T>>,
    computed: readonly ComputedField[],
    place: QueryPlace,
  ) {
    this.index = place.tables[kind].search!;
    this.kind = kind;
    this.query = query;
    this.field = field;
    this.steps = steps;
    this.computed = computed;
    this.place = place;
  }

  get key(): string {
    const { within: _within, places: _places, ...rest } = this.query;
    return (this.knownKey ??= JSON.stringify([this.kind, this.field, rest]));
  }

  get within(): Within | undefined {
    return this.query.within;
  }

  get allowance(): QueryPlace['pace'] {
    return this.place.pace;
  }

  get testsMax(): number {
    return this.place.pace.scansMax * Math.max(this.index.docCount, SMALL_SHOP_DOCS);
  }

  ownSeq(): number {
    return this.seqOf([this.kind]);
  }

  linkedSeq(): number {
    return this.seqOf([...LINKED, ...this.computed.flatMap(({ meant }) => meant?.kinds ?? [])]);
  }

  /** See MeaningOfQuery. */
  meaning(): QueryMeaning {
    return this.meant.read();
  }

  means(before: QueryMeaning): boolean {
    return this.meant.isStill(before);
  }

  private get meant(): MeaningOfQuery {
    return (this.knownMeaning ??= new MeaningOfQuery(
      this.index,
      this.place.shop,
      this.query,
      this.field,
      this.computed,
    ));
  }

  computedSeq(): number {
    return this.seqOf(this.computed.flatMap(({ kinds }) => kinds));
  }

  private seqOf(kinds: readonly KindName[]): number {
    return Math.max(0, ...kinds.map((kind) => this.place.tables[kind].seq));
  }

  watch(changes: IndexChanges): () => void {
    const { tables, shop } = this.place;
    const { index } = this;
    const watched = this.computed.flatMap(({ kinds, changedBy }) => {
      const watch = (state: object): void => {
        for (const id of changedBy?.(shop, state) ?? []) index.tell(changes, id);
      };
      return kinds.map((kind) => ({ watchers: tables[kind].watchers, watch }));
    });
    const linked = this.meant.linkedKinds.map((linkedKind) => ({
      watchers: tables[linkedKind].watchers,
      watch: (state: object, before: object | undefined, ends: boolean): void =>
        this.meant.noteLinked(linkedKind, before, ends ? undefined : state),
    }));
    const all = [...watched, ...linked];
    for (const { watchers, watch } of all) watchers.add(watch);
    return () => {
      for (const { watchers, watch } of all) watchers.delete(watch);
    };
  }

  conditionsOn(field: string): string {
    const leaves = leavesOf(this.query.constraint).filter((leaf) => leaf.field === field);
    const { length } = leaves;
    const isCounted = facetFields(this.query).includes(field);
    if (isCounted && length === 0) return 'its facet';
    const conditions = `${length === 1 ? '1 condition' : `${length} conditions`}: ${describedConditions(leaves)}`;
    return isCounted ? `its facet and ${conditions}` : conditions;
  }

  get asked(): string {
    const { constraint, order } = this.query;
    const conditions = describedConditions(leavesOf(constraint));
    const what = this.field === '' ? 'records' : `the values of ${this.field}`;
    const sorted = order.length === 0 ? '' : `, in the order of ${shown(order.join(', '))}`;
    const facets = facetFields(this.query);
    const counted = facets.length === 0 ? '' : `, and counts of ${shown(facets.join(', '))}`;
    return `${what}${conditions === '' ? '' : ` with ${conditions}`}${sorted}${counted}`;
  }
}
