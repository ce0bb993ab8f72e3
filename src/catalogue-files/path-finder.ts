// Finds the path of a category upwards from it, for files that show the categories of a few products: it reads those on
// the way and those of the same name, and none of the others.
//
// Not promised: one state of all categories. A file that is written while others change them may show some as they
// were.
import type { Category } from '../domain/catalogue/category.ts';
import type { Reader } from '../domain/transaction.ts';
import type { Path, Segment } from './paths.ts';

export class PathFinder {
  private readonly shop: Reader;
  private readonly found = new Map<number, Path | undefined>([[0, []]]);

  constructor(shop: Reader) {
    this.shop = shop;
  }

  /** Undefined if the category or one of its parents does not exist. */
  pathOf(id: number): Path | undefined {
    if (this.found.has(id)) return this.found.get(id);
    const state = this.shop.read('category', id);
    const above = state && this.pathOf(state.parentId);
    const path = above && [...above, this.segmentOf(id, state!)];
    this.found.set(id, path);
    return path;
  }

  private segmentOf(id: number, { name, parentId }: Category): Segment {
    const { byName, children } = this.shop.index('category');
    const holders = byName.holders(name);
    if (holders.length < 2) return name;
    const list = children.of(parentId);
    // Holders are in the order of their ids, which is that of siblings at one position.
    const siblings = holders.filter((other) => this.shop.read('category', other)?.parentId === parentId);
    const nth = 1 + siblings.sort((a, b) => list.position(a) - list.position(b)).indexOf(id);
    return nth === 1 ? name : [name, nth];
  }
}
