// Finds candidates: documents of a partition that can meet a constraint, without testing all of them.
//
// A superset of what matches: the index narrows and the constraint decides (D64), except for what the index knows
// exactly, which is passed on as `satisfied`. Undefined where testing every document is as fast.
import { atOnce, many } from '../../kernel/many.ts';
import type { Many } from '../../kernel/many.ts';
import { equals } from '../../domain/search/conditions.ts';
import { leafHolds } from '../../domain/search/constraint.ts';
import type { Constraint, Leaf } from '../../domain/search/constraint.ts';
import type { Within } from '../../domain/search/query.ts';
import { matchedWords } from '../../domain/search/text-fold.ts';
import type { FallbackChain } from './column.ts';
import type { ClassPartition } from './class-partition.ts';
import type { DocIdList, DocIds } from './scratch.ts';
import { NO_DOCS, scratchDocIds } from './scratch.ts';
import { STEPS, inBlocks } from './steps.ts';
import type { Steps } from './steps.ts';
import type { InvertedIndex } from './inverted-index.ts';
import { singleRange } from './column-scan.ts';
import type { ConditionOrder } from './condition-order.ts';
import { union } from './doc-sets.ts';
import type { SearchIndex } from './search-index.ts';
import type { FieldSource } from './field-resolver.ts';

/** Look-ups that find candidates, for one partition and query. */
export interface CandidateLookups {
  readonly index: SearchIndex;
  sourceOf(field: string): FieldSource | undefined;
  readonly order: ConditionOrder;
  /** The documents that meet a condition, where the index knows them. */
  exactDocs(leaf: Leaf): Steps<DocIds | undefined>;
  /** Linked ids that meet the condition. */
  passingLinks(leaf: Leaf, source: FieldSource): Steps<ReadonlySet<number>>;
  /** Record ids that are linked to an id. */
  membersOf(source: FieldSource, id: number): Many<number>;
}

export interface Candidates {
  /** Candidates, each once, in any order. */
  readonly docIds: DocIds;
  /** Part of the constraint that all candidates meet. */
  readonly satisfied?: Constraint;
}

/** Number of documents that always counts as few; tests lower it. */
export const CANDIDATES = { fewDocsMax: 512 };
/** Cost of reading one value, in steps of a walk over a column. */
const STEPS_PER_LOOKUP = 16;

/** Whether testing the documents one by one is cheaper than a walk over a column. */
export const isFew = (partition: ClassPartition, docIds: DocIds): boolean =>
  docIds.length <= Math.max(CANDIDATES.fewDocsMax, partition.liveCount / STEPS_PER_LOOKUP);

/** Copies ids of a long list, which may change between two steps. */
const unchanging = (ids: Many<number>): readonly number[] => {
  const all = atOnce(ids, 'walked over in blocks, a step each');
  return all.length > STEPS.docsMax ? all.slice() : all;
};

function* docsOfIds(partition: ClassPartition, index: SearchIndex, lists: readonly Many<number>[]): Steps<DocIds> {
  const { scratch } = partition.vocabulary;
  const docCount = partition.ids.length;
  const all = lists.map(unchanging);
  const list = scratch.list(
    Math.min(
      docCount,
      all.reduce((sum, { length }) => sum + length, 0),
    ),
  );
  const seen = scratch.marks(docCount);
  let walked = 0;
  for (const ids of all) {
    walked += ids.length;
    if (walked > STEPS.docsMax) {
      walked = 0;
      yield '';
    }
    yield* inBlocks(ids.length, (from, to) => {
      for (let position = from; position < to; position += 1) {
        const id = ids[position]!;
        if (index.partitionOf(id) !== partition) continue;
        const docId = index.docIdOf(id);
        // Documents added between two steps must not take the room of others.
        if (docId >= docCount) continue;
        if (seen[docId] === 0) list.push(docId);
        seen[docId] = 1;
      }
    });
  }
  scratch.releaseMarks(seen);
  return scratch.finish(list);
}

/**
 * Id of the word of a text that the fewest documents hold; below 0: none holds it; undefined: the text has no words.
 */
const rarestWord = (partition: ClassPartition, { columns }: FallbackChain, text: string): number | undefined => {
  const rowsWith = (id: number): number =>
    columns.reduce((sum, { words }) => sum + (words?.docCountOfWord(id) ?? 0), 0);
  // A value that equals the text has its first words, too.
  const [rarest] = matchedWords(text)
    .map((word) => partition.vocabulary.idOf(word))
    .map((id) => ({ id, rows: id < 0 ? 0 : rowsWith(id) }))
    .sort((a, b) => a.rows - b.rows);
  return rarest?.id;
};

/** Copies the documents that hold a form, because the index may change. */
function* docsOfForm(partition: ClassPartition, words: InvertedIndex, formId: number): Steps<DocIds> {
  const { scratch } = partition.vocabulary;
  const docCount = partition.ids.length;
  const docIds = scratch.allocate(docCount);
  const most = STEPS.docsMax;
  let count = 0;
  for (let from = 0; ;) {
    const block = words.docIdsFrom(formId, from, most, scratchDocIds(most));
    // Documents added between two steps have no room.
    const last = block.length === 0 ? 0 : block[block.length - 1]!;
    const held = last < docCount ? block : block.filter((docId) => docId < docCount);
    docIds.set(held, count);
    count += held.length;
    if (block.length < most) return scratch.shrink(docIds, count);
    from = last + 1;
    yield '';
  }
}

/** Documents that hold the rarest word of a text; undefined where a document without it may match as well. */
function* docsWithRarestWord(partition: ClassPartition, chain: FallbackChain, leaf: Leaf): Steps<DocIds | undefined> {
  const { columns, defaultValue } = chain;
  const id = rarestWord(partition, chain, String(leaf.operands[0]));
  const covered = columns.length === 1 && columns[0]!.valueCount === partition.liveCount;
  if (id === undefined || (!covered && leafHolds(leaf, defaultValue))) return undefined;
  const lists: DocIds[] = [];
  for (const { words } of columns) {
    if (words === undefined || words.html) return undefined;
    if (id < 0) continue;
    for (const formId of words.formsOf(id)) lists.push(yield* docsOfForm(partition, words, formId));
  }
  return yield* union(partition, lists);
}

function* candidatesForLeaf(
  partition: ClassPartition,
  leaf: Leaf,
  by: CandidateLookups,
): Steps<Candidates | undefined> {
  if (leaf.never) return { docIds: NO_DOCS, satisfied: leaf };
  const source = by.sourceOf(leaf.field);
  if (leaf.operator === 'MATCH') return { docIds: (yield* by.exactDocs(leaf))!, satisfied: leaf };
  if (source === undefined) return { docIds: NO_DOCS, satisfied: leaf };
  const { index } = by;
  if ((leaf.operator === '=' || leaf.operator === 'IN') && source.isId) {
    return { docIds: yield* docsOfIds(partition, index, [many(leaf.operands.map(Number))]) };
  }
  if (leaf.operator === '=' && source.idsByKey !== undefined) {
    const ids = source.idsByKey(String(leaf.operands[0]));
    if (ids !== undefined) return { docIds: yield* docsOfIds(partition, index, [many(ids)]) };
  }
  if (source.holders !== undefined) return { docIds: yield* docsOfIds(partition, index, [source.holders()]) };
  if (leaf.operator === '=' && source.narrowedBy !== undefined) {
    const { by: field, to } = source.narrowedBy;
    const lists: DocIds[] = [];
    const values = to(String(leaf.operands[0]));
    for (const value of values) {
      const docIds = yield* by.exactDocs(equals(field, value));
      if (docIds !== undefined) lists.push(docIds);
    }
    if (lists.length === values.length) return { docIds: yield* union(partition, lists) };
  }
  if (source.link !== undefined) {
    const lists: Many<number>[] = [];
    for (const id of yield* by.passingLinks(leaf, source)) lists.push(by.membersOf(source, id));
    return { docIds: yield* docsOfIds(partition, index, lists), satisfied: leaf };
  }
  // While the index lacks words, candidates must not depend on words.
  const docIds =
    leaf.operator !== '=' || source.chain === undefined || index.warming
      ? undefined
      : yield* docsWithRarestWord(partition, source.chain, leaf);
  return docIds && { docIds };
}

function* exactCandidates(leaf: Leaf, by: CandidateLookups): Steps<Candidates | undefined> {
  const docIds = yield* by.exactDocs(leaf);
  return docIds && { docIds, satisfied: leaf };
}

function* candidatesForLoneLeaf(
  partition: ClassPartition,
  leaf: Leaf,
  by: CandidateLookups,
): Steps<Candidates | undefined> {
  const narrowed = yield* candidatesForLeaf(partition, leaf, by);
  return narrowed !== undefined && isFew(partition, narrowed.docIds)
    ? narrowed
    : ((yield* exactCandidates(leaf, by)) ?? narrowed);
}

/** Documents that can meet the constraint; undefined: any can. */
export function* candidatesFor(
  partition: ClassPartition,
  constraint: Constraint,
  by: CandidateLookups,
): Steps<Candidates | undefined> {
  if (constraint.type === 'leaf') return yield* candidatesForLoneLeaf(partition, constraint, by);
  // Others of its family may be anything.
  if (constraint.type === 'family') return undefined;
  if (constraint.type === 'any') {
    const parts: Candidates[] = [];
    for (const part of constraint.parts) {
      const narrowed = yield* candidatesFor(partition, part, by);
      if (narrowed === undefined) return undefined;
      parts.push(narrowed);
    }
    const docIds = yield* union(
      partition,
      parts.map((part) => part.docIds),
    );
    return parts.every(({ satisfied }, position) => satisfied === constraint.parts[position])
      ? { docIds, satisfied: constraint }
      : { docIds };
  }
  let fewest: Candidates | undefined;
  // Conditions that cost a walk over a column come last, and only where no other one leaves few documents.
  for (const part of by.order.parts(constraint)) {
    const narrowed = yield* part.type === 'leaf'
      ? candidatesForLeaf(partition, part, by)
      : candidatesFor(partition, part, by);
    if (narrowed !== undefined && (fewest === undefined || narrowed.docIds.length < fewest.docIds.length))
      fewest = narrowed;
    if (fewest?.docIds.length === 0) return fewest;
  }
  for (const part of by.order.parts(constraint)) {
    if (part.type !== 'leaf') continue;
    // Testing numbers one by one takes less time than a walk over all of them.
    if (
      fewest !== undefined &&
      (isFew(partition, fewest.docIds) || singleRange(by.sourceOf(part.field)?.chain, part) !== undefined)
    )
      continue;
    const narrowed = yield* exactCandidates(part, by);
    if (narrowed !== undefined && (fewest === undefined || narrowed.docIds.length < fewest.docIds.length))
      fewest = narrowed;
  }
  return fewest;
}

/** The documents of a list, by partition. */
export function* docsWithin(
  index: SearchIndex,
  within: Within,
): Steps<{ readonly partition: ClassPartition; readonly docIds: DocIds }[]> {
  const lists = new Map<ClassPartition, DocIdList>();
  const ids = unchanging(within.ids);
  yield* inBlocks(ids.length, (from, to) => {
    for (let position = from; position < to; position += 1) {
      const id = ids[position]!;
      const partition = index.partitionOf(id);
      if (partition === undefined) continue;
      let list = lists.get(partition);
      if (list === undefined) lists.set(partition, (list = partition.vocabulary.scratch.list(ids.length)));
      list.push(index.docIdOf(id));
    }
  });
  return [...lists].map(([partition, list]) => ({ partition, docIds: partition.vocabulary.scratch.finish(list) }));
}
