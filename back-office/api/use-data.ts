// What a screen reads: loaded when it opens, again when the change feed says that something it shows has changed, and
// kept on the page while it is read again.
import { useEffect, useRef, useState } from '../preact.ts';
import { Refused } from './call.ts';
import { onChange } from './feed.ts';
import type { Topic } from './feed.ts';

export interface Data<T> {
  /** Undefined until the first answer. */
  readonly value: T | undefined;
  readonly refused: Refused | undefined;
  readonly isLoading: boolean;
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
  const [state, setState] = useState<{ readonly key: string; readonly value?: T; readonly refused?: Refused }>({ key });
  const [turn, setTurn] = useState(0);
  const [isLoading, setLoading] = useState(true);
  const newest = useRef(load);
  newest.current = load;
  useEffect(() => {
    const ending = new AbortController();
    setLoading(true);
    newest.current(ending.signal).then(
      (value) => {
        if (ending.signal.aborted) return;
        setState({ key, value });
        setLoading(false);
      },
      (error: unknown) => {
        if (ending.signal.aborted) return;
        setLoading(false);
        if (!(error instanceof Refused)) throw error;
        setState({ key, refused: error });
      },
    );
    return () => ending.abort();
  }, [key, turn]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = onChange((note) => {
      const touches = note === 'everything' || (topics.includes(note.topic) && (id === undefined || note.id === id));
      if (!touches || timer !== undefined) return;
      timer = setTimeout(() => {
        timer = undefined;
        setTurn((turn) => turn + 1);
      }, GATHER_MS);
    });
    return () => {
      end();
      clearTimeout(timer);
    };
  }, [topics.join(), id]);
  const isCurrent = state.key === key;
  return {
    value: isCurrent ? state.value : undefined,
    refused: isCurrent ? state.refused : undefined,
    isLoading,
    reload: () => setTurn((turn) => turn + 1),
  };
};
