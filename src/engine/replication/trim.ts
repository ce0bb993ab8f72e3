// How far the log may be trimmed.

/**
 * The last entry that so many of the known nodes have on their disks, whether they are alive or not; where fewer are
 * known, all of them. The log keeps what follows, however old it is: it may be the only copy.
 */
export const trimTo = (storedAts: readonly number[], copiesMin: number): number => {
  const descending = [...storedAts].sort((one, two) => two - one);
  return descending[Math.min(copiesMin, descending.length) - 1] ?? 0;
};
