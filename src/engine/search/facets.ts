// Counts fields over what a query finds, as of the step in which the query is answered.
//
// A record counts for a field if it meets the constraint without the field's own conditions. Every such record is read
// once for each field, or the columns are asked (facet-columns.ts). What has changed since is taken back as it was
// counted, and counted as it is now, at the end.
import type { FacetCounts, FacetField, FacetsPart, SearchQuery } from '../../domain/search/query.ts';
import type { Reader } from '../../domain/transaction.ts';
import { ok, refuse, shown } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { chosenBounds } from './facet-bounds.ts';
import { countByColumn, missingFrom } from './facet-columns.ts';
import { readCodes } from './facet-codes.ts';
import { filledRows } from './facet-filled.ts';
import type { FacetRows } from './facet-rows.ts';
import { changedFamilies, facetRows } from './facet-rows.ts';
import { FacetTally } from './facet-tally.ts';
import { NO_RANKS, namedBy, rankedValues, shownRanges, shownValues } from './facet-values.ts';
import type { RankedValues } from './facet-values.ts';
import type { IndexChanges } from './index-changes.ts';
import { judgedAgain } from './judged-again.ts';
import type { Judged } from './judged-again.ts';
import type { DocIds } from './scratch.ts';
import type { SearchIndex } from './search-index.ts';
import type { Matching, Searcher } from './searcher.ts';
import { STEPS, countWalked, runToEnd } from './steps.ts';
import type { Steps } from './steps.ts';

/**
 * Different values of a field up to which they are counted, and values that its conditions may name; tests lower both.
 */
export const FACETS = { distinctMax: 2000, namedMax: 1000 };

/** Changes during the count that are counted again in one go, each for every field; beyond them all begins again. */
const PATCHED_MAX = 1024;

interface Counted {
  readonly field: FacetField;
  readonly bounds: readonly number[] | undefined;
  readonly tally: FacetTally;
  /** Values by rank; none where ranges are counted. */
  ranked: RankedValues;
}

const tooMany = ({ field }: FacetField, { values }: FacetTally): Result<never> =>
  refuse(
    'PARAMETER_INVALID',
    'facets',
    `The field ${shown(field)} has ${values.length} different values here or more, of at most ${FACETS.distinctMax}; ` +
      'ask for ranges of numbers, or for a field of fewer values.',
  );

const addFamilies = (
  tally: FacetTally,
  { codes, starts }: FacetRows,
  field: number,
  from: number,
  to: number,
): void => {
  if (starts === undefined) return tally.addAlone(codes[field]!, from, to);
  for (let family = from; family < to; family += 1)
    tally.addFamily(codes[field]!, starts[family]!, starts[family + 1]!, 1);
};

const tooManyNamed = ({ field, own }: FacetField): Result<never> | undefined => {
  const { length } = namedBy(own);
  if (length <= FACETS.namedMax) return undefined;
  const why = `The conditions on ${shown(field)} name ${length} values, of at most ${FACETS.namedMax}.`;
  return refuse('PARAMETER_INVALID', 'facets', why);
};

const familyCount = ({ docIds, starts }: FacetRows): number =>
  starts === undefined ? docIds.length : starts.length - 1;

/** Where a block of families ends that begins at `from`: it has `docsMax` records at most, or one family. */
const blockEnd = (rows: FacetRows, from: number): number => {
  const [count, { starts }] = [familyCount(rows), rows];
  if (starts === undefined) return Math.min(from + STEPS.docsMax, count);
  const last = starts[from]! + STEPS.docsMax;
  let to = from + 1;
  while (to < count && starts[to + 1]! <= last) to += 1;
  return to;
};

/** The counts of one query, which must be patched in the turn in which they are shown. */
export class FacetCounting {
  private readonly index: SearchIndex;
  private readonly shop: Reader;
  private readonly query: SearchQuery;
  private readonly facets: FacetsPart;
  private readonly valuesMax: number;
  private readonly first: Searcher;
  private readonly changes: IndexChanges | undefined;
  private readonly counted: Counted[] = [];
  private readonly rows: FacetRows[] = [];
  /** Records that are none of the rows, by partition, where columns may be asked; see facet-columns.ts. */
  private readonly missing: (DocIds | undefined)[] = [];
  private readonly asksColumns: boolean;
  /** Counts of columns are among them, of which nothing can be taken back. */
  private isByColumn = false;

  constructor(
    index: SearchIndex,
    shop: Reader,
    query: SearchQuery,
    facets: FacetsPart,
    valuesMax: number,
    first: Searcher,
    changes: IndexChanges | undefined,
    asksColumns: boolean,
  ) {
    this.asksColumns = asksColumns;
    this.index = index;
    this.shop = shop;
    // What it finds is what counts for some field.
    this.query = { ...query, constraint: facets.base };
    this.facets = facets;
    this.valuesMax = valuesMax;
    this.first = first;
    this.changes = changes;
  }

  /** Counts, without any later change. `matching`: what the query finds. Refuses: PARAMETER_INVALID. */
  *count(matching: readonly Matching[]): Steps<Result<void>> {
    const { first, facets, index, query, changes } = this;
    for (const field of facets.fields) {
      const refused = tooManyNamed(field);
      if (refused !== undefined) return refused;
    }
    for (const part of facets.isQuery ? matching : yield* first.matching(facets.base)) {
      const rows = yield* facetRows(index, query, part, changes);
      this.rows.push(rows);
      this.missing.push(this.asksColumns ? yield* missingFrom(rows) : undefined);
    }
    for (const [place, field] of facets.fields.entries()) {
      const bounds =
        field.ranges === undefined ? field.bounds : yield* chosenBounds(this.rows, field, field.ranges, first);
      const counted: Counted = { field, bounds, tally: new FacetTally(bounds), ranked: NO_RANKS };
      this.counted.push(counted);
      for (const [at, rows] of this.rows.entries()) {
        yield* this.countField(rows, place, counted, first, FACETS.distinctMax, this.missing[at]);
        if (counted.tally.values.length > FACETS.distinctMax) return tooMany(field, counted.tally);
      }
      if (bounds === undefined) counted.ranked = yield* rankedValues(field, counted.tally, this.valuesMax);
    }
    return ok(undefined);
  }

  /** Counts nothing of a field with more values than `valuesMax`. */
  private *countField(
    rows: FacetRows,
    place: number,
    { field, tally }: Counted,
    searcher: Searcher,
    valuesMax: number,
    missing: DocIds | undefined,
  ): Steps<void> {
    const source = searcher.fields.resolve(rows.partition, field.field);
    const filled = yield* filledRows(searcher, rows, source);
    if (missing !== undefined && source !== undefined && filled === undefined) {
      const isCounted = countByColumn(rows, missing, source, tally);
      if (isCounted) this.isByColumn = true;
      if (isCounted) return;
    }
    rows.codes[place] = yield* readCodes(rows, field.field, source, tally, this.changes, valuesMax, filled);
    if (tally.values.length > valuesMax) return;
    for (let from = 0; from < familyCount(rows);) {
      if (from > 0) yield '';
      const to = blockEnd(rows, from);
      addFamilies(tally, rows, place, from, to);
      countWalked(to - from);
      from = to;
    }
  }

  /** What has changed as it is now; 'again' where it is too much, or words of the query have changed their meaning. */
  *judged(changes: IndexChanges): Steps<Judged | 'again'> {
    if (this.isByColumn || changes.count > PATCHED_MAX) return 'again';
    return (yield* judgedAgain(this.index, this.shop, this.query, this.first, changes)) ?? 'again';
  }

  shown(): readonly FacetCounts[] {
    const { valuesMax } = this;
    return this.counted.map(({ field, bounds, tally, ranked }) =>
      bounds === undefined ? shownValues(field, tally, valuesMax, ranked) : shownRanges(field, bounds, tally),
    );
  }

  /** Counts what has changed as it is now, in one go: once, after all pauses, for it changes what was counted. */
  patch(changes: IndexChanges, again: Judged): void {
    const { index, query } = this;
    for (const counted of this.counted) counted.ranked = { ...counted.ranked, counted: undefined };
    for (const rows of this.rows)
      for (const family of changedFamilies(index, rows, changes, query.collapseToRoots === true)) {
        const [from, to] = rows.starts === undefined ? [family, family + 1] : rows.starts.subarray(family, family + 2);
        for (const [place, { tally }] of this.counted.entries()) tally.addFamily(rows.codes[place]!, from!, to!, -1);
      }
    for (const part of again.matching) {
      const rows = runToEnd(facetRows(index, query, part, undefined));
      for (const [place, counted] of this.counted.entries())
        runToEnd(this.countField(rows, place, counted, again.judge, Infinity, undefined));
    }
  }
}
