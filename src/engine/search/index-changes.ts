// What changed in a search index while a search was interrupted: the documents that it has to judge again.
import type { ClassPartition } from './class-partition.ts';

export class IndexChanges {
  /** Doc ids by partition. A doc id may stand for another record than before, or for none. */
  readonly docIds = new Map<ClassPartition, Set<number>>();
  /** Changes so far. */
  count = 0;

  add(partition: ClassPartition, docId: number): void {
    this.count += 1;
    let docIds = this.docIds.get(partition);
    if (docIds === undefined) this.docIds.set(partition, (docIds = new Set()));
    docIds.add(docId);
  }
}
