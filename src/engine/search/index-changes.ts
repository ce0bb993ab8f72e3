// Changes in a search index while a search was interrupted: the documents that it must judge again.
import type { ClassPartition } from './class-partition.ts';

/** Called before a document changes. */
export type BeforeChange = (partition: ClassPartition, docId: number) => void;

export class IndexChanges {
  /** Doc ids by partition. A doc id may stand for another record than before, or for none. */
  readonly docIds = new Map<ClassPartition, Set<number>>();
  /** Changed records, including removed ones. */
  readonly ids = new Set<number>();
  /** Tops of their families; their own ids where they have none. */
  readonly rootIds = new Set<number>();
  /** Changes so far. */
  count = 0;
  /** Called before a document changes, so that a search can keep its present values. */
  before: BeforeChange | undefined = undefined;

  /** Forgets all changes, because a search begins. */
  forget(): void {
    this.docIds.clear();
    this.ids.clear();
    this.rootIds.clear();
    this.count = 0;
    this.before = undefined;
  }

  /** Notes a document that is about to change. */
  changes(partition: ClassPartition, docId: number, rootId: number): void {
    this.before?.(partition, docId);
    this.add(partition, docId, rootId);
  }

  /** Notes a document that is new, or whose values from other actors have changed. */
  add(partition: ClassPartition, docId: number, rootId: number): void {
    this.count += 1;
    this.ids.add(partition.ids[docId]!);
    this.rootIds.add(rootId);
    let docIds = this.docIds.get(partition);
    if (docIds === undefined) this.docIds.set(partition, (docIds = new Set()));
    docIds.add(docId);
  }
}
