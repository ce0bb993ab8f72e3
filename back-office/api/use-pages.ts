// A long list read page by page, as it comes into sight: pages that were scrolled past quickly are never read, and what
// changes is read again in place.
import { useCallback, useEffect, useMemo, useRef, useState } from '../preact.ts';
import type { Topic } from './feed.ts';
import { PageStore } from './page-store.ts';
import type { LoadPage } from './page-store.ts';
import type { Refused } from './refused.ts';
import { useChanges } from './use-changes.ts';

export interface Pages<T> {
  /** Undefined until the first page is there. */
  readonly count: number | undefined;
  readonly refused: Refused | undefined;
  readonly rowAt: (index: number) => T | undefined;
  /** Says what is in sight. */
  readonly want: (first: number, last: number) => void;
}

/** Pages that were passed within this time are not read. */
const REST_MS = 60;
/** A burst of changes is read once. */
const CHANGE_MS = 250;

/** `key` names the list: another key is another list. */
export const usePages = <T>(key: string, load: LoadPage<T>, topics: readonly Topic[]): Pages<T> => {
  const [, setTurn] = useState(0);
  const newest = useRef(load);
  newest.current = load;
  const store = useMemo(
    () =>
      new PageStore<T>(
        (...where) => newest.current(...where),
        () => setTurn((turn) => turn + 1),
      ),
    [key],
  );
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    store.read();
    return () => store.end();
  }, [store]);
  useChanges({ topics }, CHANGE_MS, store.changed);
  const want = useCallback(
    (first: number, last: number) => {
      store.want(first, last);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => store.read(), REST_MS);
    },
    [store],
  );
  const { count, refused } = store;
  return { count, refused, rowAt: (index) => store.rowAt(index), want };
};
