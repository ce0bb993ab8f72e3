/** How many of the first `count` places come before what is looked for, in a list that is in order. */
export const countBefore = (count: number, isBefore: (place: number) => boolean): number => {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
};
