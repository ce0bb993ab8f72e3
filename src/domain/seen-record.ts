// Nobody overwrites what they have not seen: a caller may name the record that it read last.
import { DONE, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import type { KindName } from './kind-types.ts';
import type { Transaction } from './transaction.ts';

/** `ifSeq`: as `seqOf` gave it; undefined: whatever the actor is. Refuses: CHANGED_MEANWHILE. */
export const checkSeen = (tx: Transaction, kind: KindName, id: number, ifSeq: number | undefined): Result<void> => {
  if (ifSeq === undefined) return DONE;
  const seq = tx.seqOf(kind, id);
  return seq === ifSeq
    ? DONE
    : refuse('CHANGED_MEANWHILE', 'if_seq', `It is as of record ${seq}, and not of ${ifSeq}.`);
};
