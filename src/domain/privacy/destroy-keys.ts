// Destroys keys, and schedules keys to be destroyed. A key that is destroyed already makes no event.
import { DONE } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Transaction } from '../transaction.ts';
import { keyNumberOf } from './key-number.ts';
import type { ErasedActor, KeyRange, KeyringCommand, ScheduledKey } from './keyring.ts';

export const KEYRING_ID = 1;

const ask = (tx: Transaction, command: KeyringCommand): Result<void> => {
  if (tx.read('keyring', KEYRING_ID) !== undefined) return tx.ask('keyring', KEYRING_ID, command);
  const created = tx.create('keyring', command);
  return created.ok ? DONE : created;
};

export const scheduleKeys = (tx: Transaction, keys: readonly ScheduledKey[]): Result<void> =>
  keys.length === 0 ? DONE : ask(tx, { type: 'schedule_keys', keys });

/** `actors`: of the persons whose keys these are, as far as they are known. */
export const destroyKeys = (
  tx: Transaction,
  ranges: readonly KeyRange[],
  actors: readonly ErasedActor[] = [],
): Result<void> => (ranges.length === 0 ? DONE : ask(tx, { type: 'destroy_keys', ranges, actors }));

/** Both keys of a data subject of whom no actor is left. */
export const destroySubject = (tx: Transaction, subject: number): Result<void> =>
  destroyKeys(tx, [[keyNumberOf(subject, 'contact'), keyNumberOf(subject + 1, 'contact')]]);
