// Queues of ids by what they wait for, oldest first: the ids rise in time.

export const enqueue = <K>(queues: Map<K, number[]>, key: K, id: number): void => {
  let queue = queues.get(key);
  if (queue === undefined) queues.set(key, (queue = []));
  let index = queue.length;
  while (index > 0 && queue[index - 1]! > id) index -= 1;
  queue.splice(index, 0, id);
};

/** False: it was not in the queue. */
export const dequeue = <K>(queues: Map<K, number[]>, key: K, id: number): boolean => {
  const queue = queues.get(key) ?? [];
  // The newest goes first where a whole queue ends.
  const index = queue.at(-1) === id ? queue.length - 1 : queue.indexOf(id);
  if (index >= 0) queue.splice(index, 1);
  if (queue.length === 0) queues.delete(key);
  return index >= 0;
};

/** Takes an id into a rising list of the `count` least. False: it is not among them. */
export const takeLeast = (least: number[], id: number, count: number): boolean => {
  if (least.length >= count && !(id < least.at(-1)!)) return false;
  let [from, to] = [0, least.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (least[middle]! < id) from = middle + 1;
    else to = middle;
  }
  least.splice(from, 0, id);
  if (least.length > count) least.pop();
  return true;
};
