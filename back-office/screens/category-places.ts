// Which objects of a category have a place that a person changes: those that were put into it.
export interface Placed {
  readonly id: number;
  readonly title: string;
}

/**
 * The first `count` of a list, which begins with those that were put into it. `positions`: of those, by id, where the
 * list has lost its order.
 */
export const putFirst = (
  listed: readonly Placed[],
  count: number,
  positions?: ReadonlyMap<number, number>,
): readonly Placed[] => {
  const ordered = positions
    ? listed
        .filter(({ id }) => positions.has(id))
        .toSorted((a, b) => positions.get(a.id)! - positions.get(b.id)! || a.id - b.id)
    : listed;
  return ordered.slice(0, count);
};
