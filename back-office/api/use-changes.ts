// Does something when the change feed says that what a screen shows may have changed; once for a burst of changes.
import { useEffect } from '../preact.ts';
import { onChange } from './feed.ts';
import type { Topic } from './feed.ts';

export interface Touched {
  readonly topics?: readonly Topic[];
  /** Only changes of this object. */
  readonly id?: number;
}

/** `act` must stay the same function while it is about the same thing. */
export const useChanges = ({ topics = [], id }: Touched, burstMs: number, act: () => void): void => {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = onChange((note) => {
      const touches = note === 'everything' || (topics.includes(note.topic) && (id === undefined || note.id === id));
      if (!touches) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        act();
      }, burstMs);
    });
    return () => {
      end();
      clearTimeout(timer);
    };
  }, [act, topics.join(), id]);
};
