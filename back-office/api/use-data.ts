// What a screen reads: loaded when it opens, again when the change feed says that something it shows has changed, and
// kept on the page while it is read again.
import { useEffect, useMemo, useRef, useState } from '../preact.ts';
import { RepeatedRead } from './repeated-read.ts';
import type { ReadState } from './repeated-read.ts';
import { useChanges } from './use-changes.ts';
import type { Touched } from './use-changes.ts';

export interface Data<T> extends ReadState<T> {
  readonly reload: () => void;
  /** Number of reads begun. */
  readonly begun: () => number;
}

/** A burst of changes is read once. */
const GATHER_MS = 150;

/**
 * `key` names what is read: another key reads anew and forgets the value before. A component that is gone ends its
 * calls.
 */
export const useData = <T>(key: string, load: (signal: AbortSignal) => Promise<T>, touched: Touched = {}): Data<T> => {
  const [, setTurn] = useState(0);
  const newest = useRef(load);
  newest.current = load;
  const read = useMemo(
    () =>
      new RepeatedRead<T>(
        (signal) => newest.current(signal),
        () => setTurn((turn) => turn + 1),
      ),
    [key],
  );
  useEffect(() => {
    read.again();
    return () => read.end();
  }, [read]);
  useChanges(touched, GATHER_MS, read.again);
  return { ...read.state, reload: read.again, begun: () => read.begun };
};
