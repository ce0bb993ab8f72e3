// Where a category goes: among its siblings, below another one, or one level up.
import type { Category } from '../../src/client/operations.ts';
import { call } from '../api/call.ts';
import { compareNames } from '../format.ts';

/** Where something goes, seen from another category. */
export type Side = 'before' | 'after' | 'into';

const childrenOf = async (parent: number): Promise<readonly number[]> =>
  (await call('get_categories', { id_parent: parent })).categories.map(({ id }) => id);

/** Puts a category beside another one, or as the last one below it; throws Refused. */
export const moveCategory = async (moved: number, side: Side, target: Pick<Category, 'id' | 'id_parent'>) => {
  if (moved === target.id) return;
  const parent = side === 'into' ? target.id : target.id_parent;
  const before = await childrenOf(parent);
  if (!before.includes(moved)) await call('update_category', { id_category: moved, id_parent: parent });
  const others = before.filter((id) => id !== moved);
  const at = side === 'into' ? others.length : others.indexOf(target.id) + (side === 'after' ? 1 : 0);
  const order = others.toSpliced(at, 0, moved);
  if (order.join() !== before.join()) await call('set_positions', { id_category: parent, categories: order });
};

/** Puts the categories below one into the order of their labels; throws Refused. */
export const sortChildren = async (
  parent: number,
  labelled: readonly { readonly id: number; readonly label: string }[],
): Promise<void> => {
  const order = labelled.toSorted((a, b) => compareNames(a.label, b.label)).map(({ id }) => id);
  await call('set_positions', { id_category: parent, categories: order });
};
