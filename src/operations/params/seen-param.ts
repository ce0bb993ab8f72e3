// The record that a caller has seen of what it changes.
import { guard, int } from '../../kernel/params.ts';

/** `what`: for example product. `operation`: the one that shows its seq. */
export const ifSeq = (what: string, operation: string) =>
  guard(
    int(`extra: seq of the ${what} that the caller has seen, from ${operation}`),
    undefined,
    'it is changed whatever it is',
  );
