// Which clocks of a cluster are wrong: each is compared with the median of all of them, those of the nodes and those of
// etcd's members. Not promised: to find it where half of the clocks or more are wrong.

/** One clock, seen from the node that asks. */
export interface ClockOffset {
  readonly name: string;
  /** This clock minus that of the node that asks, in milliseconds. */
  readonly offsetMs: number;
}

const median = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((one, two) => one - two);
  const [low, high] = [sorted[(sorted.length - 1) >> 1]!, sorted[sorted.length >> 1]!];
  // Two clocks that differ are equally far off.
  return (low + high) / 2;
};

/** How far each clock is ahead of the median, by its name; `own`: name of the node that asks. */
export const deviationsOf = (own: string, others: readonly ClockOffset[]): ReadonlyMap<string, number> => {
  const all = [{ name: own, offsetMs: 0 }, ...others];
  const middle = median(all.map(({ offsetMs }) => offsetMs));
  return new Map(all.map(({ name, offsetMs }) => [name, Math.round(offsetMs - middle)]));
};
