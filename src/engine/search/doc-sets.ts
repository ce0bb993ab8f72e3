// Set operations on documents of one partition, in memory of the current search, in steps.
import type { ClassPartition } from './class-partition.ts';
import { STEPS, inBlocks } from './steps.ts';
import type { Steps } from './steps.ts';
import { TestStep } from './test-step.ts';
import { NO_DOCS } from './scratch.ts';
import type { DocIdList, DocIds } from './scratch.ts';

const pushPassing = (
  matches: DocIdList,
  docIds: DocIds,
  passes: (docId: number) => boolean,
  from: number,
  to: number,
): void => {
  for (let index = from; index < to; index += 1) if (passes(docIds[index]!)) matches.push(docIds[index]!);
};

/** Filters documents, in their order, by tests that take nanoseconds. */
export function* filterDocs(
  { vocabulary: { scratch } }: ClassPartition,
  docIds: DocIds,
  passes: (docId: number) => boolean,
): Steps<DocIds> {
  const matches = scratch.list(docIds.length);
  for (let from = 0; from < docIds.length; from += STEPS.docsMax) {
    if (from > 0) yield '';
    pushPassing(matches, docIds, passes, from, Math.min(from + STEPS.docsMax, docIds.length));
  }
  return scratch.finish(matches);
}

/** As `filterDocs`, for tests that read values. */
export function* filterDocsByValue(
  { vocabulary: { scratch } }: ClassPartition,
  docIds: DocIds,
  passes: (docId: number) => boolean,
  field: string,
): Steps<DocIds> {
  const matches = scratch.list(docIds.length);
  const step = new TestStep();
  for (let index = 0; index < docIds.length; index += 1) {
    if (step.isOver()) yield field;
    if (passes(docIds[index]!)) matches.push(docIds[index]!);
  }
  return scratch.finish(matches);
}

const markDocs = (marks: Uint8Array, docIds: DocIds, from: number, to: number): void => {
  for (let index = from; index < to; index += 1) marks[docIds[index]!] = 1;
};

/** Marks the documents that are in any of the lists; the marks must be released. */
export function* marksOfDocs(partition: ClassPartition, lists: readonly DocIds[]): Steps<Uint8Array> {
  const marks = partition.vocabulary.scratch.marks(partition.ids.length);
  for (const docIds of lists) yield* inBlocks(docIds.length, (from, to) => markDocs(marks, docIds, from, to));
  return marks;
}

/** The documents of `docIds` that are in `others` as well, in their order. */
export function* intersection(partition: ClassPartition, docIds: DocIds, others: DocIds): Steps<DocIds> {
  const marks = yield* marksOfDocs(partition, [others]);
  const both = yield* filterDocs(partition, docIds, (docId) => marks[docId] === 1);
  partition.vocabulary.scratch.releaseMarks(marks);
  return both;
}

/** The documents of `docIds` that are in none of the lists, in their order. */
export function* without(partition: ClassPartition, docIds: DocIds, lists: readonly DocIds[]): Steps<DocIds> {
  const marks = yield* marksOfDocs(partition, lists);
  const left = yield* filterDocs(partition, docIds, (docId) => marks[docId] !== 1);
  partition.vocabulary.scratch.releaseMarks(marks);
  return left;
}

const pushUnseen = (merged: DocIdList, seen: Uint8Array, docIds: DocIds, from: number, to: number): void => {
  for (let index = from; index < to; index += 1) {
    const docId = docIds[index]!;
    if (seen[docId] === 0) merged.push(docId);
    seen[docId] = 1;
  }
};

/** Documents that are in any of the lists, each once. */
export function* union(partition: ClassPartition, lists: readonly DocIds[]): Steps<DocIds> {
  if (lists.length < 2) return lists[0] ?? NO_DOCS;
  const { scratch } = partition.vocabulary;
  const seen = scratch.marks(partition.ids.length);
  const merged = scratch.list(partition.ids.length);
  for (const docIds of lists) yield* inBlocks(docIds.length, (from, to) => pushUnseen(merged, seen, docIds, from, to));
  scratch.releaseMarks(seen);
  return scratch.finish(merged);
}
