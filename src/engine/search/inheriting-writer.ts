// Writes records that inherit to the search index: a variation's document holds what it has and what it inherits.
//
// A change of a record rewrites the documents below it that inherit the change. States above and below may be on the
// disk; they are read and not kept.
import type { Family } from '../../domain/listing/search-schema.ts';
import { whileRepeated } from './inverted-index.ts';
import type { SearchIndex } from './search-index.ts';

/** Receives every record that is added, changed and removed. */
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

  /** `stateOf`: returns undefined for a record that does not exist or was removed. */
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
   * Parent of a record with its own inherited values; undefined during recovery if the parent is not there yet, or no
   * more.
   */
  private inheritedParent(state: S): S | undefined {
    const parentId = this.family.parentOf(state);
    const parent = parentId === 0 ? undefined : this.stateOf(parentId);
    return parent && this.withInherited(parent, this.inheritedParent(parent));
  }

  /** Rewrites the documents of all records below one. */
  private propagate(id: number, before: S | undefined, after: S | undefined): void {
    const children = this.childrenOf(id);
    if (children.length === 0) return;
    const change =
      before === undefined || after === undefined
        ? ([before, after] as const)
        : this.family.inheritedChange(before, after);
    if (change === undefined) return;
    whileRepeated(() => {
      for (const child of children) {
        const state = this.stateOf(child);
        if (state === undefined) continue;
        const [was, is] = [this.withInherited(state, change[0]), this.withInherited(state, change[1])];
        this.search.change(child, was, is);
        this.propagate(child, was, is);
      }
    });
  }
}
