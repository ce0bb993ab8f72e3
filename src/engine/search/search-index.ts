// Everything that can be found of one kind: derived from its states, changed with them, never asked for the truth of
// a state. The words of a big shop take seconds to index at start: `warm` does it in slices beside the traffic.
import type { AttributeDefinition } from '../../domain/attributes/attributes.ts';
import type { SearchSchema } from '../../domain/listing/search-schema.ts';
import type { Within } from '../../domain/search/query.ts';
import { ClassPartition } from './class-partition.ts';
import { Vocabulary } from './vocabulary.ts';

/** Of a column at once: so many rows, or their texts up to so many UTF-16 units. */
const DOCS_PER_STEP = 8;
const UNITS_PER_STEP = 8192;

export class SearchIndex<S extends object = object> {
  readonly searchable: SearchSchema<S>;
  readonly vocabulary = new Vocabulary();
  readonly partitions = new Map<number, ClassPartition<S>>();
  private readonly definitionsOf: (classId: number) => readonly AttributeDefinition[];
  /** By actor id. */
  private readonly partitionById: (ClassPartition<S> | undefined)[] = [];
  private readonly docIdById: number[] = [];
  /** By actor id; 0 or nothing where nothing is above it. */
  private readonly parents: number[] = [];
  /** How many have something above them. */
  private nestedCount = 0;
  private warmed = false;

  constructor(searchable: SearchSchema<S>, definitionsOf: (classId: number) => readonly AttributeDefinition[]) {
    this.searchable = searchable;
    this.definitionsOf = definitionsOf;
  }

  add(id: number, state: S): void {
    const classId = this.searchable.classOf(state);
    let partition = this.partitions.get(classId);
    if (partition === undefined) {
      partition = new ClassPartition(classId, this.searchable, this.vocabulary, this.definitionsOf);
      this.partitions.set(classId, partition);
    }
    // Without a hole in front the arrays stay arrays.
    while (this.partitionById.length < id) {
      this.partitionById.push(undefined);
      this.docIdById.push(0);
    }
    this.partitionById[id] = partition;
    this.docIdById[id] = partition.add(id, state);
    const parentId = this.searchable.family?.parentOf(state) ?? 0;
    if (parentId !== 0) this.nest(partition, id, parentId);
    this.indexNewDocs(partition);
  }

  private nest(partition: ClassPartition<S>, id: number, parentId: number): void {
    while (this.parents.length < id) this.parents.push(0);
    this.parents[id] = parentId;
    partition.nestedCount += 1;
    this.nestedCount += 1;
  }

  change(id: number, before: S, state: S): void {
    const partition = this.partitionById[id];
    if (partition !== undefined && partition.classId === this.searchable.classOf(state)) {
      partition.update(this.docIdById[id]!, before, state);
      return this.indexNewDocs(partition);
    }
    // An actor's first event gives it its class.
    if (partition !== undefined) this.remove(id, before);
    return this.add(id, state);
  }

  remove(id: number, before: S): void {
    const partition = this.partitionById[id];
    if (partition === undefined) return;
    partition.remove(this.docIdById[id]!, before);
    this.partitionById[id] = undefined;
    if (this.parentOf(id) === 0) return;
    this.parents[id] = 0;
    partition.nestedCount -= 1;
    this.nestedCount -= 1;
  }

  /** What a record hangs below; 0 for none. It is of the same class, and there as long as the record is. */
  parentOf(id: number): number {
    return id < this.parents.length ? this.parents[id]! : 0;
  }

  /** The record at the top of its family. */
  rootOf(id: number): number {
    let root = id;
    for (let above = this.parentOf(id); above !== 0; above = this.parentOf(above)) root = above;
    return root;
  }

  /** Whether something above one of the members of a list is no member of it. */
  reachesBeyond(within: Within): boolean {
    if (this.nestedCount === 0) return false;
    return within.ids.some((id) => {
      for (let above = this.parentOf(id); above !== 0; above = this.parentOf(above))
        if (within.position(above) === 0) return true;
      return false;
    });
  }

  partitionOf(id: number): ClassPartition<S> | undefined {
    return this.partitionById[id];
  }

  docIdOf(id: number): number {
    return this.docIdById[id]!;
  }

  get docCount(): number {
    let docCount = 0;
    for (const partition of this.partitions.values()) docCount += partition.ids.length;
    return docCount;
  }

  /** A new row, or the first value in a new language. */
  private indexNewDocs(partition: ClassPartition<S>): void {
    if (this.warmed)
      for (const column of partition.columns()) column.indexUpTo(partition.ids.length, partition.ids.length);
  }

  /** Whether words of rows are still missing in the index. */
  get warming(): boolean {
    return !this.warmed;
  }

  /** Indexes words while `more` says so; true when all are. */
  warm(more: () => boolean): boolean {
    for (const partition of this.partitions.values()) {
      partition.definitions();
      // Column by column: the words of one stay near the processor.
      for (const column of partition.columns()) {
        const { length } = partition.ids;
        while (column.indexedUpTo < length) {
          column.indexUpTo(
            column.words === undefined ? length : Math.min(column.indexedUpTo + DOCS_PER_STEP, length),
            length,
            UNITS_PER_STEP,
          );
          if (!more()) return false;
        }
      }
    }
    return (this.warmed = true);
  }
}
