// Keys whose time has come, such as those of invoices after their retention.
//
// Each process keeps the schedule in its key file, and destroys what is due at its start, by its clock and before the
// store is in memory. While the store is served whoever leads makes a record, which all others carry out.
import { destroyKeys } from '../domain/privacy/destroy-keys.ts';
import type { Keyring } from '../domain/privacy/keyring.ts';
import type { Engine } from './engine.ts';
import { maintenanceCause } from './engine.ts';

export const destroyDueKeys = (engine: Engine, keyNumbers: readonly number[]): void => {
  if (keyNumbers.length === 0) return;
  engine.transact(maintenanceCause('due_keys'), (tx) =>
    destroyKeys(
      tx,
      keyNumbers.map((keyNumber) => [keyNumber, keyNumber + 1]),
    ),
  );
};

/** Makes a record of what a start has destroyed. `due`: what it has found in the key file. */
export const recordDestroyedDue = (engine: Engine, due: readonly number[]): void => {
  const { scheduled } = engine.tables.keyring.index as Keyring;
  const gone = scheduled.filter(([keyNumber]) => engine.journal.cipher?.isDestroyed(keyNumber) === true);
  destroyDueKeys(engine, [...due, ...gone.map(([keyNumber]) => keyNumber)]);
};
