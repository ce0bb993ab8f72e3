// Destroys keys that are due, such as those of invoices after their retention.
//
// Each process keeps the schedule in its key file, and destroys due keys at its start, by its clock and before the
// store is in memory. While the store is served, the leader makes a record, which all others carry out.
import { destroyKeys } from '../../domain/privacy/destroy-keys.ts';
import type { ErasedActor, Keyring } from '../../domain/privacy/keyring.ts';
import type { Engine } from '../engine.ts';
import { maintenanceCause } from '../engine.ts';
import { isInvoiceKey } from '../privacy/encryption.ts';
import { keyNumberOf } from '../../domain/privacy/key-number.ts';

export const destroyDueKeys = (
  engine: Engine,
  keyNumbers: readonly number[],
  actors: readonly ErasedActor[] = [],
): void => {
  if (keyNumbers.length === 0) return;
  engine.transact(maintenanceCause('due_keys'), (tx) =>
    destroyKeys(
      tx,
      keyNumbers.map((keyNumber) => [keyNumber, keyNumber + 1]),
      actors,
    ),
  );
};

const KINDS = ['user', 'order', 'issued_invoice', 'past_order'] as const;

/** Actors encrypted with these keys, found by a scan of every row; only for interrupted erasures. */
const actorsUnder = ({ tables }: Engine, keyNumbers: ReadonlySet<number>): ErasedActor[] => {
  const found: ErasedActor[] = [];
  for (const kind of KINDS)
    for (let id = 1; id < tables[kind].nextId; id += 1) {
      const { subject = 0 } = (tables[kind].peek(id) ?? {}) as { readonly subject?: number };
      if (keyNumbers.has(keyNumberOf(subject, 'contact'))) found.push([kind, id]);
    }
  return found;
};

/**
 * Makes a record of the keys that a start has destroyed. `due`: keys from the key file. The record names the actors of
 * whole persons, which other processes still have in memory.
 */
export const recordDestroyedDue = (engine: Engine, due: readonly number[]): void => {
  const { scheduled } = engine.tables.keyring.index as Keyring;
  const gone = scheduled.filter(([keyNumber]) => engine.journal.cipher?.isDestroyed(keyNumber) === true);
  const keyNumbers = [...due, ...gone.map(([keyNumber]) => keyNumber)];
  const ofPersons = new Set(keyNumbers.filter((keyNumber) => !isInvoiceKey(keyNumber)));
  destroyDueKeys(engine, keyNumbers, ofPersons.size === 0 ? [] : actorsUnder(engine, ofPersons));
};
