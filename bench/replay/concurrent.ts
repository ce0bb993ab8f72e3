/**
 * Runs the task on every item, so many at a time; after a failure none is begun, and the first is thrown when all have
 * ended.
 */
export const forEachConcurrently = async <T>(
  items: readonly T[],
  workers: number,
  task: (item: T) => Promise<void>,
): Promise<void> => {
  const failures: unknown[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < items.length && failures.length === 0) {
      const item = items[next] as T;
      next += 1;
      try {
        await task(item);
      } catch (failure) {
        failures.push(failure);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(workers, items.length) }, work));
  if (failures.length > 0) throw failures[0];
};
