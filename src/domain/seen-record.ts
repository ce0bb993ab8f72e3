// Nobody overwrites what they have not seen: a caller may name the record that it read last.
import { DONE, refuse } from '../kernel/result.ts';
import type { Refusal, Result } from '../kernel/result.ts';
import type { KindName } from './kind-types.ts';
import type { Transaction } from './transaction.ts';

/** What the caller is told of it beside `detail`, dispatch/changed-meanwhile.ts finds out: for this actor alone. */
export const unseen = (kind: KindName, id: number, seq: number, ifSeq: number, detail: string): Refusal => ({
  ...refuse('CHANGED_MEANWHILE', 'if_seq', detail),
  unseen: { kind, id, seq, ifSeq },
});

/** `ifSeq`: as `seqOf` gave it; undefined: whatever the actor is. Refuses: CHANGED_MEANWHILE. */
export const checkSeen = (tx: Transaction, kind: KindName, id: number, ifSeq: number | undefined): Result<void> => {
  if (ifSeq === undefined) return DONE;
  const seq = tx.seqOf(kind, id);
  return seq === ifSeq ? DONE : unseen(kind, id, seq, ifSeq, `It is as of record ${seq}, and not of ${ifSeq}.`);
};
