// What is done with all that the shop holds about a person: it takes a walk through the store, in slices.
import type { Erased } from '../../engine/maintenance/erasure.ts';
import type { Cause } from '../../engine/journal/record.ts';
import type { Transaction } from '../../domain/transaction.ts';
import type { EncodedReply } from '../../kernel/json.ts';
import type { Result } from '../../kernel/result.ts';

/** An account with what belongs to it, or a guest's order, here or of another system, with theirs. */
export interface ToErase {
  readonly kind: 'user' | 'order' | 'past_order';
  readonly id: number;
}

export interface Erasure extends Erased {
  /** Processes with a copy of the store that do not answer; they destroy the keys once they follow again. */
  readonly late: readonly string[];
}

export interface PrivacyServices {
  /** The reply of export_user; all that it shows is durable. */
  exportUser(userId: number): Promise<EncodedReply<never>>;
  /**
   * Resolves when nothing readable is left on the disk and in memory. `begin`: decides the first record, before
   * anything else has a turn; nothing is erased where it refuses.
   */
  erase(what: ToErase, cause: Cause, begin: (tx: Transaction) => Result<void>): Promise<Result<Erasure>>;
  /** What an erasure would erase now. */
  toBeErased(what: ToErase): Promise<Erased>;
}
