// Which orders are picked, and which of them are still in the list in which they were picked? In a file that needs no
// browser. A pick holds only what never changes of an order: what an action needs of it is read when it is opened.
import type { Constraint } from '../../src/client/constraints.ts';

export interface Picked {
  readonly id: number;
  readonly order_number: number;
  /** What the list asked for in which it was picked. */
  readonly listed: Constraint;
}

/** Orders by id, in the sequence in which they were picked. */
export type Picks = ReadonlyMap<number, Picked>;

interface Numbered {
  readonly id: number;
  readonly order_number: number;
}

export const pickedIn = (listed: Constraint, { id, order_number }: Numbered): Picked => ({ id, order_number, listed });

export const withoutPicks = (picks: Picks, gone: readonly Picked[]): Picks => {
  const left = new Map(picks);
  for (const { id } of gone) left.delete(id);
  return left;
};

/** Orders that are asked for at once. */
const AT_ONCE = 200;

/** Picks by the list in which they were picked; a person may have picked in several. */
const asked = (picks: readonly Picked[]): readonly (readonly Picked[])[] => {
  const lists = new Map<string, Picked[]>();
  for (const pick of picks) {
    const key = JSON.stringify(pick.listed);
    lists.set(key, [...(lists.get(key) ?? []), pick]);
  }
  return [...lists.values()].flatMap((list) =>
    Array.from({ length: Math.ceil(list.length / AT_ONCE) }, (_, at) => list.slice(at * AT_ONCE, (at + 1) * AT_ONCE)),
  );
};

export interface ReadAgain<T> {
  /** As they are now, in the sequence in which they were picked. */
  readonly orders: readonly T[];
  /** No longer in their list. */
  readonly gone: readonly Picked[];
}

/** `read`: all orders that meet a constraint, of which there are no more than `most`. */
export const readAgain = async <T extends { readonly id: number }>(
  picks: readonly Picked[],
  read: (constraint: Constraint, most: number) => Promise<readonly T[]>,
): Promise<ReadAgain<T>> => {
  const pages = await Promise.all(
    asked(picks).map((list) => {
      const ids = list.map(({ id }) => id);
      return read({ AND: [list[0]!.listed, { 'main.id': ['IN', ids] }] } as Constraint, ids.length);
    }),
  );
  const found = new Map(pages.flat().map((order) => [order.id, order]));
  return {
    orders: picks.flatMap(({ id }) => found.get(id) ?? []),
    gone: picks.filter(({ id }) => !found.has(id)),
  };
};
