// A long list read page by page, as it comes into sight: pages that were scrolled past quickly are never read, and what
// changes is read again in place.
import { useCallback, useEffect, useMemo, useRef, useState } from '../preact.ts';
import { Refused } from './call.ts';
import { onChange } from './feed.ts';
import type { Topic } from './feed.ts';

interface PageOf<T> {
  /** Records of the whole list; undefined: this page has not counted them. */
  readonly count: number | undefined;
  readonly rows: readonly T[];
  /** Where the page behind it begins, for lists that are read behind a record. */
  readonly next?: number | undefined;
}

export interface Pages<T> {
  /** Undefined until the first page is there. */
  readonly count: number | undefined;
  readonly refused: Refused | undefined;
  readonly rowAt: (index: number) => T | undefined;
  /** Says what is in sight. */
  readonly want: (first: number, last: number) => void;
}

const PAGE_ROWS = 100;
/** Pages that were passed within this time are not read. */
const REST_MS = 60;
const CHANGE_MS = 250;

interface Store<T> {
  readonly pages: Map<number, readonly T[]>;
  readonly stale: Set<number>;
  /** Where a page begins, by its number; of pages whose page before was read since the last change. */
  readonly begins: Map<number, number>;
  readonly ending: Map<number, AbortController>;
  wanted: readonly number[];
  count: number | undefined;
  refused: Refused | undefined;
}

/** `after`: the `next` of the page before, which costs the same wherever the page is; undefined: it is not known. */
type Load<T> = (offset: number, limit: number, signal: AbortSignal, after: number | undefined) => Promise<PageOf<T>>;

/** Reads the wanted pages that are missing or out of date, and ends the reading of those that are no longer wanted. */
const readWanted = <T>(store: Store<T>, load: Load<T>, redraw: () => void): void => {
  for (const [page, ending] of store.ending) {
    if (store.wanted.includes(page)) continue;
    ending.abort();
    store.ending.delete(page);
  }
  for (const page of store.wanted) {
    const isThere = store.pages.has(page) && !store.stale.has(page);
    if (isThere || store.ending.has(page)) continue;
    const ending = new AbortController();
    store.ending.set(page, ending);
    store.stale.delete(page);
    load(page * PAGE_ROWS, PAGE_ROWS, ending.signal, store.begins.get(page)).then(
      ({ count, rows, next }) => {
        if (ending.signal.aborted) return;
        store.ending.delete(page);
        store.pages.set(page, rows);
        store.count = count ?? store.count;
        if (next !== undefined) store.begins.set(page + 1, next);
        store.refused = undefined;
        redraw();
      },
      (error: unknown) => {
        if (ending.signal.aborted) return;
        store.ending.delete(page);
        if (!(error instanceof Refused)) throw error;
        store.refused = error;
        redraw();
      },
    );
  }
};

/** `key` names the list: another key is another list. */
export const usePages = <T>(key: string, load: Load<T>, topics: readonly Topic[]): Pages<T> => {
  const [, setTurn] = useState(0);
  const newest = useRef(load);
  newest.current = load;
  const store = useMemo<Store<T>>(
    () => ({
      pages: new Map(),
      stale: new Set(),
      begins: new Map(),
      ending: new Map(),
      wanted: [0],
      count: undefined,
      refused: undefined,
    }),
    [key],
  );
  const read = useCallback(() => {
    readWanted(
      store,
      (...where) => newest.current(...where),
      () => setTurn((turn) => turn + 1),
    );
  }, [store]);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    read();
    return () => {
      for (const ending of store.ending.values()) ending.abort();
    };
  }, [store]);
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const end = onChange((note) => {
      if (note !== 'everything' && !topics.includes(note.topic)) return;
      waiting ??= setTimeout(() => {
        waiting = undefined;
        for (const page of store.pages.keys()) store.stale.add(page);
        store.begins.clear();
        read();
      }, CHANGE_MS);
    });
    return () => {
      end();
      clearTimeout(waiting);
    };
  }, [store, topics.join()]);
  const want = useCallback(
    (first: number, last: number) => {
      const [from, to] = [Math.floor(first / PAGE_ROWS), Math.floor(Math.max(first, last) / PAGE_ROWS)];
      store.wanted = Array.from({ length: to - from + 1 }, (_, at) => from + at);
      clearTimeout(timer.current);
      timer.current = setTimeout(read, REST_MS);
    },
    [store],
  );
  return {
    count: store.count,
    refused: store.refused,
    rowAt: (index) => store.pages.get(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS],
    want,
  };
};
