// Indexes over actors of one kind: by a name that is usually unique, and how many actors refer to something.
import { many } from '../kernel/many.ts';
import type { Many } from '../kernel/many.ts';
import { composed } from '../kernel/text.ts';

/**
 * Name → the id of the actor that has it; the lowest id where several have it.
 *
 * Recovery loads rows of different ages: for a moment an actor may stand under a name that it gave up before
 * another took it. A name therefore keeps all of its actors until replay has removed the former one. Names are composed
 * here: an older version stored them as they were sent. Not promised: that names are unique; procedures check that
 * before they create an actor.
 */
export class UniqueIndex {
  private readonly ids = new Map<string, number | readonly number[]>();

  get(name: string): number | undefined {
    const held = this.ids.get(composed(name));
    return typeof held === 'object' ? held[0] : held;
  }

  /** Every actor that has a name. */
  all(): Many<number> {
    return many([...this.ids.values()].flat());
  }

  /** Every actor of this name, by id. */
  holders(name: string): readonly number[] {
    const held = this.ids.get(composed(name));
    return typeof held === 'object' ? held : held === undefined ? [] : [held];
  }

  add(given: string, id: number): void {
    const name = composed(given);
    const held = this.ids.get(name);
    if (held === undefined) this.ids.set(name, id);
    else
      this.ids.set(
        name,
        (typeof held === 'object' ? [...held, id] : [held, id]).sort((a, b) => a - b),
      );
  }

  remove(given: string, id: number): void {
    const name = composed(given);
    const held = this.ids.get(name);
    if (typeof held !== 'object') {
      if (held === id) this.ids.delete(name);
      return;
    }
    const others = held.filter((other) => other !== id);
    this.ids.set(name, others.length === 1 ? others[0]! : others);
  }
}

/** How many actors refer to each id or name: objects of a class, orders with an attribute. */
export class RefCountIndex<K = number> {
  private readonly counts = new Map<K, number>();

  of(id: K): number {
    return this.counts.get(id) ?? 0;
  }

  /** All that some actor refers to. */
  names(): Iterable<K> {
    return this.counts.keys();
  }

  add(id: K, by: 1 | -1): void {
    const count = this.of(id) + by;
    if (count === 0) this.counts.delete(id);
    else this.counts.set(id, count);
  }
}
