// Index of children by their parent, in order of position. A list's `seq` changes with every change of the list, so
// that replies which show it can depend on it.
import { NONE, atOnce, many } from '../kernel/many.ts';
import type { Many } from '../kernel/many.ts';
import { newVersioned, touch } from '../kernel/versioned.ts';
import type { Versioned, Watcher } from '../kernel/versioned.ts';

/** The ids below one parent, in order of position, then id. */
export class ChildList implements Versioned {
  seq = 0;
  watcher: Watcher | undefined = undefined;
  private readonly list: number[] = [];
  private readonly positions = new Map<number, number>();

  get ids(): Many<number> {
    return many(this.list);
  }

  /** The position of a child; 0 for an id that is no child. */
  position(id: number): number {
    return this.positions.get(id) ?? 0;
  }

  /** Position after the last child; 1 where there is none. */
  get nextPosition(): number {
    const last = this.list.at(-1);
    return last === undefined ? 1 : this.position(last) + 1;
  }

  add(id: number, position: number, seq: number): void {
    this.list.splice(this.placeOf(id, position), 0, id);
    this.positions.set(id, position);
    touch(this, seq);
  }

  /** At most `max` children behind an id, which need not be one, where all have the position 0. */
  behind(id: number, max: number): readonly number[] {
    const from = this.placeOf(id + 1, 0);
    return this.list.slice(from, from + max);
  }

  remove(id: number, seq: number): void {
    const position = this.positions.get(id);
    if (position !== undefined) this.list.splice(this.placeOf(id, position), 1);
    this.positions.delete(id);
    touch(this, seq);
  }

  /**
   * Where a child is, or would be. By halves: orders of another system come newest first, and each would otherwise be
   * compared with all that came before.
   */
  private placeOf(id: number, position: number): number {
    let [low, high] = [0, this.list.length];
    if (high > 0 && !this.isAfter(this.list[high - 1]!, position, id) && this.list[high - 1] !== id) return high;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.list[middle]!;
      if (other === id || this.isAfter(other, position, id)) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** Whether a child comes after an id at a position; equal positions are ordered by id. */
  private isAfter(other: number, position: number, id: number): boolean {
    const theirs = this.position(other);
    return theirs > position || (theirs === position && other > id);
  }
}

/** Parent id → children: categories of a category, objects of a category, variations of a product. */
export class OrderedChildIndex {
  /** Changes when a parent gets its first child: what a look at a parent without children depends on. */
  readonly begun: Versioned = newVersioned();
  private readonly lists = new Map<number, ChildList>();
  private all: Many<number> | undefined;

  /** All that stand below the parent 0, each after its own parent. The same array until something changes. */
  get fromTheTop(): Many<number> {
    if (this.all !== undefined) return this.all;
    const below = (id: number): readonly number[] =>
      atOnce(this.find(id)?.ids ?? NONE, 'once after a change of the tree');
    const ids = [...below(0)];
    for (const id of ids) ids.push(...below(id));
    return (this.all = many(ids));
  }

  /** For kinds with many parents of which few have children; undefined then, and `begun` is what was consulted. */
  find(parentId: number): ChildList | undefined {
    return this.lists.get(parentId);
  }

  /** Also for a parent without children, so that the look itself can be noted. */
  of(parentId: number): ChildList {
    let list = this.lists.get(parentId);
    if (list === undefined) this.lists.set(parentId, (list = new ChildList()));
    return list;
  }

  add(parentId: number, id: number, position: number, seq: number): void {
    this.all = undefined;
    const list = this.of(parentId);
    if (list.seq === 0) touch(this.begun, seq);
    list.add(id, position, seq);
  }

  remove(parentId: number, id: number, seq: number): void {
    this.all = undefined;
    this.of(parentId).remove(id, seq);
  }
}
