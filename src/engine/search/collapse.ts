// What is found, as the records at the top of their families: a product for its variations.
import type { Group } from './class-partition.ts';
import type { Rows } from './scratch.ts';
import type { SearchIndex } from './search-index.ts';

export interface Roots {
  /** Each once. */
  readonly rows: Rows;
  /** For each row that was found, which of `rows` is the top of its family. */
  readonly places: Rows;
}

/** Undefined where everything that was found is the top of its family. */
export const rootsOf = (index: SearchIndex, group: Group, found: Rows): Roots | undefined => {
  const {
    ids,
    nested,
    vocabulary: { scratch },
  } = group;
  let first = 0;
  if (nested > 0) while (first < found.length && index.parentOf(ids[found[first]!]!) === 0) first += 1;
  if (nested === 0 || first === found.length) return undefined;
  const placeOf = scratch.room(ids.length);
  const places = scratch.room(found.length);
  const roots = scratch.list(found.length);
  const seen = scratch.marks(ids.length);
  for (let at = 0; at < found.length; at += 1) {
    const row = found[at]!;
    const id = ids[row]!;
    const root = index.parentOf(id) === 0 ? row : index.row(index.rootOf(id));
    if (seen[root] === 0) {
      seen[root] = 1;
      placeOf[root] = roots.length;
      roots.push(root);
    }
    places[at] = placeOf[root]!;
  }
  scratch.give(seen);
  return { rows: scratch.taken(roots), places };
};
