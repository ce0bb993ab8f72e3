// Repeats a read that no event of the change feed triggers, such as the answers of a webhook's receiver.
import { useEffect, useRef } from '../preact.ts';

/** Calls `act` repeatedly while the page is in sight. */
export const useEvery = (ms: number, act: () => void): void => {
  const newest = useRef(act);
  newest.current = act;
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) newest.current();
    }, ms);
    return () => clearInterval(timer);
  }, [ms]);
};
