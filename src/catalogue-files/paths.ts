// Finds categories by their path, which is the names from the root down, and writes paths as text.
//
// Not promised: that it follows changes by others; after one it is built anew.
import { atOnce } from '../kernel/many.ts';
import { composed } from '../kernel/text.ts';
import { allCategories } from '../domain/listing/category-fields.ts';
import type { Reader } from '../domain/transaction.ts';

/** A name, or a name and its number among siblings of that name, from 2 on. */
export type Segment = string | readonly [name: string, nth: number];
export type Path = readonly Segment[];

/** Composed, as names are compared: an older version stored them as they were sent. */
const keyOf = (parentId: number, name: string): string => `${parentId}/${composed(name)}`;

/** Built from the store; `add` records each category that the import creates. */
export class CategoryPaths {
  /** Parent and name → ids of the siblings of that name, in their order. */
  private readonly named = new Map<string, number[]>();
  private readonly places = new Map<number, { readonly parentId: number; readonly segment: Segment }>();

  constructor(shop: Reader) {
    for (const id of atOnce(allCategories(shop), 'once, where a command begins')) {
      const state = shop.read('category', id);
      if (state !== undefined) this.add(id, state.parentId, state.name);
    }
  }

  add(id: number, parentId: number, name: string): void {
    const key = keyOf(parentId, name);
    const siblings = this.named.get(key) ?? [];
    siblings.push(id);
    this.named.set(key, siblings);
    const nth = siblings.length;
    this.places.set(id, { parentId, segment: nth === 1 ? name : [name, nth] });
  }

  /** The categories of that name below a parent. */
  siblings(parentId: number, name: string): readonly number[] {
    return this.named.get(keyOf(parentId, name)) ?? [];
  }

  /** 0 for the empty path, undefined when there is no such category. */
  idOf(path: Path): number | undefined {
    let id: number | undefined = 0;
    for (const segment of path) {
      const [name, nth]: readonly [string, number] = typeof segment === 'string' ? [segment, 1] : segment;
      id = this.siblings(id, name)[nth - 1];
      if (id === undefined) return undefined;
    }
    return id;
  }

  /** Undefined if the category or one of its parents does not exist. */
  pathOf(id: number): Path | undefined {
    const path: Segment[] = [];
    for (let categoryId = id; categoryId !== 0;) {
      const place = this.places.get(categoryId);
      if (place === undefined) return undefined;
      path.unshift(place.segment);
      categoryId = place.parentId;
    }
    return path;
  }
}

const escaped = (name: string): string => name.replace(/[\\/|#]/g, '\\$&');
const segmentText = (segment: Segment): string =>
  typeof segment === 'string' ? escaped(segment) : `${escaped(segment[0])}#${segment[1]}`;

/** As in `Audio/Hi-Fi|Sale`: a backslash escapes `/`, `|`, `#` and itself; `#2` is the second sibling of that name. */
export const pathsText = (paths: readonly Path[]): string =>
  paths.map((path) => path.map(segmentText).join('/')).join('|');

/** The inverse of `pathsText`; accepts every text. */
export const parsePaths = (text: string): Path[] => {
  if (text === '') return [];
  const paths: Segment[][] = [[]];
  let name = '';
  let nth = '';
  let numbered = false;
  const endSegment = (): void => {
    const isNumber = /^[1-9]\d{0,5}$/.test(nth);
    const whole = numbered && !isNumber ? `${name}#${nth}` : name;
    paths.at(-1)!.push(isNumber && Number(nth) > 1 ? [whole, Number(nth)] : whole);
    [name, nth, numbered] = ['', '', false];
  };
  for (let index = 0; index < text.length; index += 1) {
    const sign = text[index]!;
    if (sign === '\\' && index + 1 < text.length) {
      index += 1;
      name += text[index]!;
    } else if (sign === '/') endSegment();
    else if (sign === '|') {
      endSegment();
      paths.push([]);
    } else if (sign === '#' && !numbered) numbered = true;
    else if (numbered) nth += sign;
    else name += sign;
  }
  endSegment();
  return paths;
};
