/**
 * An array that has grown has room for sixteen more, and there are lists by the hundred thousand: so short a one is
 * made anew.
 */
const SHORT = 16;

/**
 * The list with one more. A short one stays as it is; a long one is changed, so that it is not young with each entry
 * and copied once more.
 */
export const appended = <T>(list: T[], item: T): T[] => {
  if (list.length < SHORT) return [...list, item];
  list.push(item);
  return list;
};

/** One that `appended` may change. */
export const ownList = <T>(list: T[]): T[] => (list.length < SHORT ? list : list.slice());
