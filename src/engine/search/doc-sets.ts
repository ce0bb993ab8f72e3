// Set operations on documents of one partition, in memory of the current search.
import type { ClassPartition } from './class-partition.ts';
import type { Steps } from './steps.ts';
import { TestStep } from './test-step.ts';
import { NO_DOCS } from './scratch.ts';
import type { DocIds } from './scratch.ts';

/** A list of so many documents is worth a step. */
const LONG = 4096;

/** The documents that pass, in their order. */
export const filterDocs = (
  { vocabulary: { scratch } }: ClassPartition,
  docIds: DocIds,
  passes: (docId: number) => boolean,
): DocIds => {
  const matches = scratch.list(docIds.length);
  for (let index = 0; index < docIds.length; index += 1) if (passes(docIds[index]!)) matches.push(docIds[index]!);
  return scratch.finish(matches);
};

/** As `filterDocs`, in steps: for tests that read values. */
export function* filterDocsInSteps(
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

/** The documents of `docIds` that are in `others` as well, in their order. */
export const intersection = (partition: ClassPartition, docIds: DocIds, others: DocIds): DocIds => {
  const { scratch } = partition.vocabulary;
  const marks = scratch.marks(partition.ids.length);
  for (const docId of others) marks[docId] = 1;
  const both = filterDocs(partition, docIds, (docId) => marks[docId] === 1);
  scratch.releaseMarks(marks);
  return both;
};

/** Marks of a list are as long as a partition: between two of them is a step. */
function* marked(partition: ClassPartition, lists: readonly DocIds[]): Steps<Uint8Array> {
  const marks = partition.vocabulary.scratch.marks(partition.ids.length);
  for (const list of lists) {
    if (list.length >= LONG) yield '';
    for (let index = 0; index < list.length; index += 1) marks[list[index]!] = 1;
  }
  return marks;
}

/** The documents of `docIds` that are in none of the lists, in their order. */
export function* without(partition: ClassPartition, docIds: DocIds, lists: readonly DocIds[]): Steps<DocIds> {
  const marks = yield* marked(partition, lists);
  const left = filterDocs(partition, docIds, (docId) => marks[docId] === 0);
  partition.vocabulary.scratch.releaseMarks(marks);
  return left;
}

/** Documents that are in any of the lists, each once. */
export function* union(partition: ClassPartition, lists: readonly DocIds[]): Steps<DocIds> {
  if (lists.length < 2) return lists[0] ?? NO_DOCS;
  const { scratch } = partition.vocabulary;
  const seen = scratch.marks(partition.ids.length);
  const merged = scratch.list(partition.ids.length);
  for (const docIds of lists) {
    if (docIds.length >= LONG) yield '';
    for (let index = 0; index < docIds.length; index += 1) {
      const docId = docIds[index]!;
      if (seen[docId] === 0) merged.push(docId);
      seen[docId] = 1;
    }
  }
  scratch.releaseMarks(seen);
  return scratch.finish(merged);
}
