// What a person changes of a cart on a page: each change is saved at once, one after another, and what is typed and not
// saved yet is known.
import { Refused } from '../api/refused.ts';
import { warn } from '../parts/toast.tsx';
import { useCallback, useRef, useState } from '../preact.ts';
import { refusalText } from '../texts/texts.ts';
import { useUnsaved } from '../unsaved.ts';
import type { Change, Mark } from './draft-goods.tsx';

/** One change after another: each finds what the one before has made. */
const useChange = (reload: () => void, mark: Mark): Change => {
  const running = useRef(0);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  return (work, isSaidBeside = false) => {
    const attempt = async (): Promise<Refused | undefined> => {
      try {
        await work();
        return undefined;
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        if (!isSaidBeside) warn(refusalText(error));
        return error;
      } finally {
        running.current -= 1;
        if (running.current === 0) mark('change', false);
        reload();
      }
    };
    running.current += 1;
    mark('change', true);
    const done = last.current.then(attempt);
    last.current = done.catch(() => undefined);
    return done;
  };
};

interface Changes {
  readonly change: Change;
  readonly mark: Mark;
  /** Nothing is typed that is not saved, and no change is under way. */
  readonly isSaved: boolean;
}

/** `reload`: reads the page again, after each change. */
export const useChanges = (reload: () => void): Changes => {
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set());
  useUnsaved(unsaved.size > 0);
  const mark = useCallback<Mark>((field, isUnsaved) => {
    setUnsaved((known) => {
      if (known.has(field) === isUnsaved) return known;
      return isUnsaved ? new Set([...known, field]) : new Set([...known].filter((one) => one !== field));
    });
  }, []);
  return { change: useChange(reload, mark), mark, isSaved: unsaved.size === 0 };
};
