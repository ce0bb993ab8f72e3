// A query as a task that may be interrupted. Most searches end in their first slice: what only an interruption needs is
// computed when it is asked for.
import type { KindName } from '../../domain/kinds.ts';
import { leavesOf } from '../../domain/search/constraint.ts';
import type { SearchKind, SearchQuery, Within } from '../../domain/search/query.ts';
import type { Result } from '../../kernel/result.ts';
import type { PacedSearch } from './call-pace.ts';
import type { IndexChanges } from './index-changes.ts';
import type { SearchIndex } from './search-index.ts';
import { matchLeavesOf } from './search.ts';
import type { Steps } from './steps.ts';
import type { WorkProbe } from './work-estimate.ts';

/** A smaller shop is one of so many records where the work of a search is limited by the size of the shop. */
const SMALL_SHOP_DOCS = 50_000;

const LINKED: readonly KindName[] = ['class', 'category'];

/** Kinds whose actors the computed fields of a query read. */
export const computedKinds = (
  { searchable: { computed } }: SearchIndex,
  { constraint, order }: SearchQuery,
  field: string,
): readonly KindName[] => {
  const kinds: KindName[] = [];
  const add = (name: string): void => {
    if (Object.hasOwn(computed, name)) kinds.push(...computed[name]!.kinds);
  };
  for (const { field: name } of leavesOf(constraint)) add(name);
  for (const name of order) add(name);
  if (field !== '') add(field);
  return kinds;
};

export class PacedQuery<T> implements PacedSearch<T> {
  readonly index: SearchIndex;
  readonly steps: (changes: IndexChanges, probe: WorkProbe) => Steps<Result<T>>;
  private readonly kind: SearchKind;
  private readonly query: SearchQuery;
  private readonly field: string;
  private readonly scansMax: number;
  private readonly computed: readonly KindName[];
  private readonly seqOf: (kind: KindName) => number;

  /** `field`: whose different values are wanted; '' for the records themselves. */
  constructor(
    index: SearchIndex,
    kind: SearchKind,
    query: SearchQuery,
    field: string,
    steps: (changes: IndexChanges, probe: WorkProbe) => Steps<Result<T>>,
    computed: readonly KindName[],
    scansMax: number,
    seqOf: (kind: KindName) => number,
  ) {
    this.index = index;
    this.kind = kind;
    this.query = query;
    this.field = field;
    this.steps = steps;
    this.computed = computed;
    this.scansMax = scansMax;
    this.seqOf = seqOf;
  }

  get key(): string {
    const { within: _within, ...rest } = this.query;
    return JSON.stringify([this.kind, this.field, rest]);
  }

  get within(): Within | undefined {
    return this.query.within;
  }

  get isWhole(): boolean {
    return this.field !== '' || matchLeavesOf(this.query.constraint).length > 0;
  }

  get testsMax(): number {
    return this.scansMax * Math.max(this.index.docCount, SMALL_SHOP_DOCS);
  }

  ownSeq(): number {
    return this.seqOf(this.kind);
  }

  linkedSeq(): number {
    return Math.max(...[...LINKED, ...this.computed].map(this.seqOf));
  }

  conditionsOn(field: string): number {
    return leavesOf(this.query.constraint).filter((leaf) => leaf.field === field).length;
  }
}
