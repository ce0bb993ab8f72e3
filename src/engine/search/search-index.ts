// Everything that can be found of one kind: derived from its states, changed with them, never asked for the truth of
// a state. The words of a big shop take seconds to index at start: `warm` does it in slices beside the traffic.
import type { AttributeDefinition } from '../../domain/attributes/attributes.ts';
import type { Searchable } from '../../domain/listing/search-schemas.ts';
import type { Within } from '../../domain/search/query.ts';
import { Group } from './class-partition.ts';
import { Vocabulary } from './vocabulary.ts';

/** Of a column at once: so many rows, or their texts up to so many UTF-16 units. */
const ROWS_AT_ONCE = 8;
const UNITS_AT_ONCE = 8192;

export class SearchIndex<S extends object = object> {
  readonly searchable: Searchable<S>;
  readonly vocabulary = new Vocabulary();
  readonly groups = new Map<number, Group<S>>();
  private readonly definitionsOf: (classId: number) => readonly AttributeDefinition[];
  /** By actor id. */
  private readonly groupOf: (Group<S> | undefined)[] = [];
  private readonly rowOf: number[] = [];
  /** By actor id; 0 or nothing where nothing is above it. */
  private readonly parents: number[] = [];
  /** How many have something above them. */
  private nested = 0;
  private warmed = false;

  constructor(searchable: Searchable<S>, definitionsOf: (classId: number) => readonly AttributeDefinition[]) {
    this.searchable = searchable;
    this.definitionsOf = definitionsOf;
  }

  add(id: number, state: S): void {
    const classId = this.searchable.classOf(state);
    let group = this.groups.get(classId);
    if (group === undefined) {
      group = new Group(classId, this.searchable, this.vocabulary, this.definitionsOf);
      this.groups.set(classId, group);
    }
    // Without a hole in front the arrays stay arrays.
    while (this.groupOf.length < id) {
      this.groupOf.push(undefined);
      this.rowOf.push(0);
    }
    this.groupOf[id] = group;
    this.rowOf[id] = group.add(id, state);
    const parentId = this.searchable.family?.parentOf(state) ?? 0;
    if (parentId !== 0) this.nest(group, id, parentId);
    this.catchUp(group);
  }

  private nest(group: Group<S>, id: number, parentId: number): void {
    while (this.parents.length < id) this.parents.push(0);
    this.parents[id] = parentId;
    group.nested += 1;
    this.nested += 1;
  }

  change(id: number, before: S, state: S): void {
    const group = this.groupOf[id];
    if (group !== undefined && group.classId === this.searchable.classOf(state)) {
      group.put(this.rowOf[id]!, before, state);
      return this.catchUp(group);
    }
    // An actor's first event gives it its class.
    if (group !== undefined) this.remove(id, before);
    return this.add(id, state);
  }

  remove(id: number, before: S): void {
    const group = this.groupOf[id];
    if (group === undefined) return;
    group.remove(this.rowOf[id]!, before);
    this.groupOf[id] = undefined;
    if (this.parentOf(id) === 0) return;
    this.parents[id] = 0;
    group.nested -= 1;
    this.nested -= 1;
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
    if (this.nested === 0) return false;
    return within.ids.some((id) => {
      for (let above = this.parentOf(id); above !== 0; above = this.parentOf(above))
        if (within.position(above) === 0) return true;
      return false;
    });
  }

  groupWith(id: number): Group<S> | undefined {
    return this.groupOf[id];
  }

  row(id: number): number {
    return this.rowOf[id]!;
  }

  get rows(): number {
    let rows = 0;
    for (const group of this.groups.values()) rows += group.ids.length;
    return rows;
  }

  /** A new row, or the first value in a new language. */
  private catchUp(group: Group<S>): void {
    if (this.warmed) for (const column of group.columns()) column.indexTo(group.ids.length, group.ids.length);
  }

  /** Whether words of rows are still missing in the index. */
  get warming(): boolean {
    return !this.warmed;
  }

  /** Indexes words while `more` says so; true when all are. */
  warm(more: () => boolean): boolean {
    for (const group of this.groups.values()) {
      group.definitions();
      // Column by column: the words of one stay near the processor.
      for (const column of group.columns()) {
        const { length } = group.ids;
        while (column.indexed < length) {
          column.indexTo(
            column.words === undefined ? length : Math.min(column.indexed + ROWS_AT_ONCE, length),
            length,
            UNITS_AT_ONCE,
          );
          if (!more()) return false;
        }
      }
    }
    return (this.warmed = true);
  }
}
