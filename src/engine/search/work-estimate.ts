// Estimates how many values a search will read and test, by a sample of its documents.
//
// Unknown results, such as those of a MATCH before its look-up, count as the case with the least work.
import { leafHolds, leavesOf } from '../../domain/search/constraint.ts';
import type { Constraint, Leaf } from '../../domain/search/constraint.ts';
import type { SearchQuery } from '../../domain/search/query.ts';
import type { ClassPartition } from './class-partition.ts';
import { COST } from './condition-order.ts';
import type { ConditionOrder } from './condition-order.ts';
import type { FieldSource } from './field-resolver.ts';
import { containedText } from './like.ts';
import type { SearchIndex } from './search-index.ts';
import type { Steps } from './steps.ts';

/** Lets the work of an interrupted search be estimated. */
export interface WorkProbe {
  /** Estimates the values that will be tested, by field. `enough`: number that must be distinguished from fewer. */
  estimate?: (enough: number) => Steps<ReadonlyMap<string, number>>;
}

/** Known results of a search's conditions. */
export interface TrialLookups {
  isExcluded(partition: ClassPartition): boolean;
  orderOf(partition: ClassPartition): ConditionOrder;
  sourceOf(partition: ClassPartition, field: string): FieldSource | undefined;
  /** Undefined: not looked up yet. */
  ranksOf(partition: ClassPartition, leaf: Leaf): Uint8Array | undefined;
  /** Undefined: not looked up yet. */
  passingLinks(leaf: Leaf): ReadonlySet<number> | undefined;
  lookUpLinks(leaf: Leaf, source: FieldSource): Steps<unknown>;
}

interface Doc {
  readonly partition: ClassPartition;
  readonly docId: number;
}

/** Documents among which a search looks; a place may be empty. */
interface Docs {
  readonly count: number;
  at(position: number): Doc | undefined;
}

/** Documents of a sample, and of its beginning, which decides clear cases. */
const SAMPLE_DOCS = 64;
const FIRST_DOCS = 16;
/** Factor above or below `enough` from which a case is clear after the beginning. */
const CLEAR_FACTOR = 2;
/** Spreads the sample unevenly, so that it does not follow the period of families of variations. */
const GOLDEN_RATIO = 0.618_033_988_75;

const docsOf = (index: SearchIndex, { within }: SearchQuery, by: TrialLookups): Docs => {
  if (within !== undefined) {
    const at = (position: number): Doc | undefined => {
      const id = within.ids.at(position)!;
      const partition = index.partitionOf(id);
      return partition && { partition, docId: index.docIdOf(id) };
    };
    return { count: within.ids.length, at };
  }
  const partitions = [...index.partitions.values()].filter((partition) => !by.isExcluded(partition));
  const at = (position: number): Doc | undefined => {
    let docId = position;
    for (const partition of partitions) {
      if (docId < partition.ids.length) return partition.ids[docId] === 0 ? undefined : { partition, docId };
      docId -= partition.ids.length;
    }
    return undefined;
  };
  return { count: partitions.reduce((sum, { ids }) => sum + ids.length, 0), at };
};

type Tests = Map<string, number>;

/** Whether a document meets a condition, undefined if unknown; adds its test to `tests`. */
const tryLeaf = (leaf: Leaf, { partition, docId }: Doc, by: TrialLookups, tests: Tests): boolean | undefined => {
  if (leaf.operator === 'MATCH') {
    const ranks = by.ranksOf(partition, leaf);
    return ranks && (ranks[docId] ?? 0) > 0;
  }
  const source = leaf.never ? undefined : by.sourceOf(partition, leaf.field);
  if (source === undefined) return false;
  const cost = by.orderOf(partition).cost(leaf);
  const passing = source.link && by.passingLinks(leaf);
  const holds =
    passing === undefined ? leafHolds(leaf, source.value(docId)) : source.link!.any(docId, (id) => passing.has(id));
  // If the index narrows a pattern, only texts that may match are read.
  const isRead = cost === COST.words && holds && containedText(String(leaf.operands[0])) === undefined;
  if (cost >= COST.values || isRead) tests.set(leaf.field, (tests.get(leaf.field) ?? 0) + 1);
  return holds;
};

const tryOne = (constraint: Constraint, doc: Doc, by: TrialLookups, tests: Tests): boolean | undefined => {
  if (constraint.type === 'leaf') return tryLeaf(constraint, doc, by, tests);
  const isAny = constraint.type !== 'all';
  for (const part of by.orderOf(doc.partition).parts(constraint)) {
    const holds = tryOne(part, doc, by, tests);
    if (holds === undefined || holds === isAny) return holds;
  }
  return !isAny;
};

/** Values that a search tests, by field; empty where `enough` cannot be reached. */
export function* estimatedTests(
  index: SearchIndex,
  query: SearchQuery,
  enough: number,
  by: TrialLookups,
): Steps<ReadonlyMap<string, number>> {
  const { constraint } = query;
  const tests: Tests = new Map();
  const docs = docsOf(index, query, by);
  if (docs.count * leavesOf(constraint).length < enough) return tests;
  for (const leaf of leavesOf(constraint)) {
    for (const partition of index.partitions.values()) {
      const source = leaf.never ? undefined : by.sourceOf(partition, leaf.field);
      if (source?.link !== undefined) yield* by.lookUpLinks(leaf, source);
    }
  }
  const sampleDocs = Math.min(SAMPLE_DOCS, docs.count);
  const scaled = (tried: number): ReadonlyMap<string, number> =>
    new Map([...tests].map(([field, count]) => [field, Math.round((count / tried) * docs.count)]));
  for (let tried = 0; tried < sampleDocs; tried += 1) {
    yield '';
    if (tried === FIRST_DOCS) {
      const first = totalOf(scaled(tried));
      if (first * CLEAR_FACTOR < enough || first >= enough * CLEAR_FACTOR) return scaled(tried);
    }
    // The place depends on order and spread, so that the beginning is a sample of all documents, too.
    const place = (0.5 + tried * GOLDEN_RATIO) % 1;
    const doc = docs.at(Math.floor(place * docs.count));
    if (doc !== undefined) tryOne(constraint, doc, by, tests);
  }
  return scaled(Math.max(sampleDocs, 1));
}

export const totalOf = (tests: ReadonlyMap<string, number>): number =>
  [...tests.values()].reduce((sum, count) => sum + count, 0);
