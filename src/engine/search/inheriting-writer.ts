// Keeps the rows of records that inherit in step with what is above them: the row of a variation holds what it has with
// what it inherits, as all of them are now. States above and below may be on disk alone.
import type { Family } from '../../domain/listing/search-schema.ts';
import type { SearchIndex } from './search-index.ts';

/** What is told of every state that comes, changes and goes. */
export interface SearchWriter<S extends object> {
  add(id: number, state: S): void;
  change(id: number, before: S, state: S): void;
  remove(id: number, before: S): void;
}

export class InheritingWriter<S extends object> implements SearchWriter<S> {
  private readonly search: SearchIndex<S>;
  private readonly family: Family<S>;
  private readonly childrenOf: (id: number) => readonly number[];
  private readonly stateOf: (id: number) => S | undefined;

  /** `stateOf`: undefined when there is no such record, or it has ended. */
  constructor(search: SearchIndex<S>, family: Family<S>, index: unknown, stateOf: (id: number) => S | undefined) {
    this.search = search;
    this.family = family;
    this.childrenOf = (id) => family.childrenOf(index, id);
    this.stateOf = stateOf;
  }

  add(id: number, state: S): void {
    const is = this.withInherited(state, this.inheritedParent(state));
    this.search.add(id, is);
    this.propagate(id, undefined, is);
  }

  change(id: number, before: S, state: S): void {
    const parent = this.inheritedParent(state);
    const [was, is] = [this.withInherited(before, parent), this.withInherited(state, parent)];
    this.search.change(id, was, is);
    this.propagate(id, was, is);
  }

  remove(id: number, before: S): void {
    const was = this.withInherited(before, this.inheritedParent(before));
    this.search.remove(id, was);
    this.propagate(id, was, undefined);
  }

  private withInherited(state: S, parent: S | undefined): S {
    return parent === undefined ? state : this.family.inherited(state, parent);
  }

  /**
   * The parent of a record with what it inherits itself. While a store is recovered it may not be there yet, or no
   * more.
   */
  private inheritedParent(state: S): S | undefined {
    const parentId = this.family.parentOf(state);
    const parent = parentId === 0 ? undefined : this.stateOf(parentId);
    return parent && this.withInherited(parent, this.inheritedParent(parent));
  }

  /** Puts the rows of all that is below a record anew. */
  private propagate(id: number, before: S | undefined, after: S | undefined): void {
    const children = this.childrenOf(id);
    if (children.length === 0) return;
    const change =
      before === undefined || after === undefined
        ? ([before, after] as const)
        : this.family.inheritedChange(before, after);
    if (change === undefined) return;
    for (const child of children) {
      const state = this.stateOf(child);
      if (state === undefined) continue;
      const [was, is] = [this.withInherited(state, change[0]), this.withInherited(state, change[1])];
      this.search.change(child, was, is);
      this.propagate(child, was, is);
    }
  }
}
