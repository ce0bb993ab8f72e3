// Where a category goes: among its siblings, below another one, or one level up.
import type { Category } from '../../src/client/operations.ts';
import { Refused, call } from '../api/call.ts';
import { compareNames } from '../format.ts';
import { say } from '../parts/toast.tsx';
import { seenAs } from '../seen.ts';
import { t } from '../texts/texts.ts';

/** Where something goes, seen from another category. */
export type Side = 'before' | 'after' | 'into';

interface Order {
  readonly ids: readonly number[];
  readonly seq: number | undefined;
}

const orderBelow = async (parent: number): Promise<Order> => {
  const { categories, seq } = await call('get_categories', { id_parent: parent });
  return { ids: categories.map(({ id }) => id), seq };
};

const parentOf = async (id: number): Promise<number> =>
  (await call('get_categories', { id_parent: id })).parent_category.id_parent;

/** Puts the categories below one into an order, as of what was read of them. Refuses: CHANGED_MEANWHILE. */
const putInto = async (parent: number, { ids: before, seq }: Order, order: readonly number[]): Promise<void> => {
  if (order.join() === before.join()) return;
  await call('set_positions', { id_category: parent, categories: [...order], ...seenAs(seq) });
};

/** Back to where it was, unless somebody else has moved it, or those beside which it was, since. */
const moveBack = async (moved: number, parent: number, left: number, order: readonly number[]): Promise<void> => {
  const own = await call('get_category_languages', { id_category: moved });
  const others = (ids: readonly number[]): string => ids.filter((id) => id !== moved).join();
  const before = await orderBelow(parent);
  if (own.id_parent !== left || others(before.ids) !== others(order))
    throw new Refused(200, 'CHANGED_MEANWHILE', 'if_seq', String(moved));
  if (left !== parent) await call('update_category', { id_category: moved, id_parent: parent, if_seq: own.seq });
  await putInto(parent, left === parent ? before : await orderBelow(parent), order);
};

/**
 * Puts a category beside another one, or as the last one below it. Returns how it is put back; undefined: it was there.
 * Both throw Refused.
 */
export const moveCategory = async (
  moved: number,
  side: Side,
  target: Pick<Category, 'id' | 'id_parent'>,
): Promise<(() => Promise<void>) | undefined> => {
  if (moved === target.id) return undefined;
  const parent = side === 'into' ? target.id : target.id_parent;
  const from = await parentOf(moved);
  const left = await orderBelow(from);
  if (from !== parent) await call('update_category', { id_category: moved, id_parent: parent });
  const before = await orderBelow(parent);
  const others = before.ids.filter((id) => id !== moved);
  const at = side === 'into' ? others.length : others.indexOf(target.id) + (side === 'after' ? 1 : 0);
  await putInto(parent, before, others.toSpliced(at, 0, moved));
  return () => moveBack(moved, from, parent, left.ids);
};

/** Puts the categories below one into the order of their labels; throws Refused. */
export const sortChildren = async (
  parent: number,
  labelled: readonly { readonly id: number; readonly label: string }[],
): Promise<void> => {
  const { seq } = await orderBelow(parent);
  const order = labelled.toSorted((a, b) => compareNames(a.label, b.label)).map(({ id }) => id);
  await call('set_positions', { id_category: parent, categories: order, ...seenAs(seq) });
};

/** Says that it was moved, and offers to put it back. */
export const sayMoved = (label: string, back: () => Promise<void>): void =>
  say(t().products.tree.moved(label), async () => {
    await back();
    return t().products.tree.moved(label);
  });
