// What was typed, once somebody pauses.
import { useEffect, useState } from '../preact.ts';

const WAIT_MS = 160;

export const useSettled = (value: string): string => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), WAIT_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
};
