// The search index of one kind of record: partitions by class, the vocabulary they share, and where each record is.
//
// It is derived from actor states and updated in the same turn, so a search sees every earlier acknowledged write.
// After a start the words of a large shop take seconds to index: `warm` does that in time slices.
// Not promised: durability; the index is built anew at every start.
import type { AttributeDefinition } from '../../domain/attributes/attributes.ts';
import type { SearchSchema } from '../../domain/listing/search-schema.ts';
import type { Within } from '../../domain/search/query.ts';
import type { Resumable } from '../../kernel/interrupted.ts';
import { atOnce } from '../../kernel/many.ts';
import { ClassPartition } from './class-partition.ts';
import type { IndexChanges } from './index-changes.ts';
import { STEPS } from './steps.ts';
import { Timeline } from './timeline.ts';
import { Vocabulary } from './vocabulary.ts';

/** Limits of one step of indexing: documents of one column, and UTF-16 units of their texts. */
const DOCS_PER_STEP = 8;
const UNITS_PER_STEP = 8192;

export class SearchIndex<S extends object = object> {
  readonly searchable: SearchSchema<S>;
  readonly vocabulary = new Vocabulary();
  readonly partitions = new Map<number, ClassPartition<S>>();
  private readonly definitionsOf: (classId: number) => readonly AttributeDefinition[];
  /** Partition of a record, by record id; undefined where there is none. */
  private readonly partitionById: (ClassPartition<S> | undefined)[] = [];
  private readonly docIdById: number[] = [];
  /** Parent of a record, by record id; 0 or beyond the end: none. */
  private readonly parents: number[] = [];
  /** Records that have a parent. */
  private nestedCount = 0;
  /** Records by the time of their making, of kinds that have one. */
  readonly timeline = new Timeline();
  private warmed = false;
  /** Work that indexes missing words, for which searches for words wait. */
  readonly missingWords: Resumable = { advance: (isDue) => this.warm(() => !isDue()) };
  /** Notified of every change, one per interrupted search. */
  readonly observers = new Set<IndexChanges>();
  /** Ids of the records with this parent. */
  readonly childrenOf: (id: number) => readonly number[];

  constructor(
    searchable: SearchSchema<S>,
    definitionsOf: (classId: number) => readonly AttributeDefinition[],
    childrenOf: (id: number) => readonly number[] = () => [],
  ) {
    this.searchable = searchable;
    this.definitionsOf = definitionsOf;
    this.childrenOf = childrenOf;
  }

  add(id: number, state: S): void {
    this.vocabulary.beginRecord();
    const classId = this.searchable.classOf(state);
    let partition = this.partitions.get(classId);
    if (partition === undefined) {
      partition = new ClassPartition(classId, this.searchable, this.vocabulary, this.definitionsOf);
      this.partitions.set(classId, partition);
    }
    // Arrays without holes stay arrays for V8, not dictionaries.
    while (this.partitionById.length < id) {
      this.partitionById.push(undefined);
      this.docIdById.push(0);
    }
    this.partitionById[id] = partition;
    this.docIdById[id] = partition.add(id, state);
    const { madeMs } = this.searchable;
    if (madeMs !== undefined) this.timeline.add(id, madeMs(state));
    const parentId = this.searchable.family?.parentOf(state) ?? 0;
    if (parentId !== 0) this.linkToParent(partition, id, parentId);
    this.indexNewDocs(partition);
    for (const changes of this.observers) this.tell(changes, id);
  }

  /** Notifies an interrupted search of a record that is new, or whose values from other actors have changed. */
  tell(changes: IndexChanges, id: number): void {
    const partition = this.partitionById[id];
    if (partition !== undefined)
      changes.add(partition as unknown as ClassPartition, this.docIdById[id]!, this.rootOf(id));
  }

  private willChange(partition: ClassPartition<S>, id: number): void {
    for (const changes of this.observers)
      changes.changes(partition as unknown as ClassPartition, this.docIdById[id]!, this.rootOf(id));
  }

  private linkToParent(partition: ClassPartition<S>, id: number, parentId: number): void {
    while (this.parents.length < id) this.parents.push(0);
    this.parents[id] = parentId;
    partition.nestedCount += 1;
    this.nestedCount += 1;
  }

  change(id: number, before: S, state: S): void {
    this.vocabulary.beginRecord();
    const partition = this.partitionById[id];
    if (partition !== undefined && partition.classId === this.searchable.classOf(state)) {
      this.willChange(partition, id);
      partition.update(this.docIdById[id]!, before, state);
      return this.indexNewDocs(partition);
    }
    // An actor's first event gives it its class, so it may move to another partition.
    if (partition !== undefined) this.remove(id, before);
    return this.add(id, state);
  }

  remove(id: number, before: S): void {
    const partition = this.partitionById[id];
    if (partition === undefined) return;
    this.willChange(partition, id);
    partition.remove(this.docIdById[id]!, before);
    this.partitionById[id] = undefined;
    this.timeline.remove(id);
    if (this.parentOf(id) === 0) return;
    this.parents[id] = 0;
    partition.nestedCount -= 1;
    this.nestedCount -= 1;
  }

  /** Parent of a record, 0 for none. A parent has the same class and lives as long as its children. */
  parentOf(id: number): number {
    return id < this.parents.length ? this.parents[id]! : 0;
  }

  /** Topmost ancestor of a record: the product of a variation; the record itself where it has no parent. */
  rootOf(id: number): number {
    let root = id;
    for (let above = this.parentOf(id); above !== 0; above = this.parentOf(above)) root = above;
    return root;
  }

  /** Whether an ancestor of a member may be outside the list; assumed for a long list. */
  reachesBeyond(within: Within): boolean {
    if (this.nestedCount === 0) return false;
    if (within.ids.length > STEPS.docsMax) return true;
    return atOnce(within.ids, 'STEPS.docsMax at most').some((id) => {
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

  /** Indexes the words of a new document, or of the first value in a new language. */
  private indexNewDocs(partition: ClassPartition<S>): void {
    if (this.warmed) partition.indexWords();
  }

  /** Whether the index still lacks words of some documents. */
  get warming(): boolean {
    return !this.warmed;
  }

  /** Indexes words while `more` returns true; returns whether all are indexed. */
  warm(more: () => boolean): boolean {
    for (const partition of this.partitions.values()) {
      partition.definitions();
      // Column by column, so that one column's tables stay in the processor's caches.
      for (const column of partition.columns()) {
        const { length } = partition.ids;
        while (column.indexedUpTo < length) {
          this.vocabulary.beginRecord();
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
