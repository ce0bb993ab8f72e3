// Registers an application of the back office; its name is unique.
import { refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Transaction } from '../transaction.ts';

interface NewApplication {
  readonly name: string;
  readonly url: string;
  readonly nonce: string;
  readonly tokenDigest: string;
}

/** Refuses: APPLICATION_NAME_ALREADY_IN_USE. */
export const addApplication = (tx: Transaction, given: NewApplication): Result<number> => {
  tx.trackAbsence('application');
  if (tx.index('application').byName.get(given.name) !== undefined)
    return refuse('APPLICATION_NAME_ALREADY_IN_USE', given.name);
  return tx.create('application', { type: 'add_application', ...given });
};
