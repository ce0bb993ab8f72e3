// What changed in a search index while a search was interrupted: the documents that it has to judge again.
import type { ClassPartition } from './class-partition.ts';

/** Called before a document changes. */
export type BeforeChange = (partition: ClassPartition, docId: number) => void;

export class IndexChanges {
  /** Doc ids by partition. A doc id may stand for another record than before, or for none. */
  readonly docIds = new Map<ClassPartition, Set<number>>();
  /** The records that changed, those that are gone among them. */
  readonly ids = new Set<number>();
  /** The tops of their families; their own ids where they are in none. */
  readonly rootIds = new Set<number>();
  /** Changes so far. */
  count = 0;
  /** What a search keeps of a document as it still is. */
  before: BeforeChange | undefined = undefined;

  /** Nothing of what there is now has changed: a search begins. */
  forget(): void {
    this.docIds.clear();
    this.ids.clear();
    this.rootIds.clear();
    this.count = 0;
    this.before = undefined;
  }

  /** A document is about to change. */
  changes(partition: ClassPartition, docId: number, rootId: number): void {
    this.before?.(partition, docId);
    this.add(partition, docId, rootId);
  }

  /** A document is new, or what other actors say of it has changed. */
  add(partition: ClassPartition, docId: number, rootId: number): void {
    this.count += 1;
    this.ids.add(partition.ids[docId]!);
    this.rootIds.add(rootId);
    let docIds = this.docIds.get(partition);
    if (docIds === undefined) this.docIds.set(partition, (docIds = new Set()));
    docIds.add(docId);
  }
}
