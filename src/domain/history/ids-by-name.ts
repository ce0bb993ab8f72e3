// Index from a name that many actors may share to all of them, such as the orders of one address.
//
// Guaranteed: adding or removing one costs the same however many share its name. A lookup sorts the ids of one name.
export class IdsByName {
  private readonly ids = new Map<string, number | Set<number>>();

  /** All of one name, by id. */
  holders(name: string): readonly number[] {
    const held = this.ids.get(name);
    if (held === undefined) return [];
    return typeof held === 'number' ? [held] : [...held].sort((one, other) => one - other);
  }

  /** Some of one name, in no order: a look costs the same however many share the name. */
  someOf(name: string, idsMax: number): readonly number[] {
    const held = this.ids.get(name);
    if (held === undefined) return [];
    if (typeof held === 'number') return [held];
    const some: number[] = [];
    for (const id of held) if (some.push(id) >= idsMax) break;
    return some;
  }

  add(name: string, id: number): void {
    const held = this.ids.get(name);
    if (held === undefined) this.ids.set(name, id);
    else if (typeof held === 'number') this.ids.set(name, new Set([held, id]));
    else held.add(id);
  }

  remove(name: string, id: number): void {
    const held = this.ids.get(name);
    if (held === id) this.ids.delete(name);
    else if (typeof held === 'object' && held.delete(id) && held.size === 0) this.ids.delete(name);
  }
}
