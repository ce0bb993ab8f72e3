// Whether something is typed, or on its way, that leaving the page would lose: the browser asks before it is left then.
// Drafts that outlive a reload count by themselves (main.tsx).
import { signal, useLayoutEffect } from './preact.ts';

const held = signal<ReadonlySet<object>>(new Set());

export const hasUnsaved = (): boolean => held.value.size > 0;

/** Returns what ends it. */
const hold = (): (() => void) => {
  const one = {};
  held.value = new Set([...held.value, one]);
  return () => {
    held.value = new Set([...held.value].filter((other) => other !== one));
  };
};

/** While a component is drawn with `isUnsaved`, leaving the page is asked about. */
export const useUnsaved = (isUnsaved: boolean): void => {
  // Before the next frame: a reload may come at once.
  useLayoutEffect(() => (isUnsaved ? hold() : undefined), [isUnsaved]);
};

/** While `work` is under way, leaving the page is asked about. */
export const whileUnsaved = async <T>(work: () => Promise<T>): Promise<T> => {
  const end = hold();
  try {
    return await work();
  } finally {
    end();
  }
};
