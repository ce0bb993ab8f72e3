// What a screen reads: loaded when it opens, again when the change feed says that something it shows has changed, and
// kept on the page while it is read again.
import { useEffect, useMemo, useRef, useState } from '../preact.ts';
import { onChange } from './feed.ts';
import type { Topic } from './feed.ts';
import { RepeatedRead } from './repeated-read.ts';
import type { ReadState } from './repeated-read.ts';

export interface Data<T> extends ReadState<T> {
  readonly reload: () => void;
}

export interface Touched {
  readonly topics?: readonly Topic[];
  /** Only changes of this object. */
  readonly id?: number;
}

/** A burst of changes is read once. */
const GATHER_MS = 150;

/**
 * `key` names what is read: another key reads anew and forgets the value before. A component that is gone ends its
 * calls.
 */
export const useData = <T>(
  key: string,
  load: (signal: AbortSignal) => Promise<T>,
  { topics = [], id }: Touched = {},
): Data<T> => {
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
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = onChange((note) => {
      const touches = note === 'everything' || (topics.includes(note.topic) && (id === undefined || note.id === id));
      if (!touches) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        read.again();
      }, GATHER_MS);
    });
    return () => {
      end();
      clearTimeout(timer);
    };
  }, [read, topics.join(), id]);
  return { ...read.state, reload: read.again };
};
