// What records have destroyed, read before anything else of a store: a key file may be older than its rows. A crash
// came before it was written, or the rows came from another process, with a snapshot file or a copy.
//
// Not promised: destructions of a row that is damaged. Its recovery reports that, and serves nothing.
import { keyring } from '../../domain/privacy/keyring.ts';
import type { Keyring } from '../../domain/privacy/keyring.ts';
import { KEYRING_ID } from '../../domain/privacy/destroy-keys.ts';
import { ActorTable } from '../actor-table.ts';
import { StoreDamage } from '../disk/store-damage.ts';
import type { Batch, Journal } from '../journal/journal.ts';
import { batchDamage, readBatch } from '../journal/record.ts';
import { scanBatches } from '../journal/scan-batches.ts';
import { NO_KEYS } from '../privacy/encryption.ts';

/** As the names of its events begin. */
const EVENT_NAMES = Buffer.from('keys_');

const storedKeyring = (journal: Journal): { readonly seq: number; readonly state: Keyring } => {
  const bytes = journal.row('keyring', KEYRING_ID);
  const table = new ActorTable('keyring', journal);
  try {
    if (bytes !== undefined) return table.decode(KEYRING_ID, bytes) as { seq: number; state: Keyring };
  } catch (error) {
    if (!(error instanceof StoreDamage)) throw error;
  }
  return { seq: 0, state: table.initial(0) as Keyring };
};

/** Applies what batches say behind a record. No value of anybody is decrypted. */
const applyBatches = (state: Keyring, batches: Iterable<Batch>, afterSeq: number): Keyring => {
  for (const { bytes } of batches) {
    // Damage of the journal is the recovery's to report.
    if (!bytes.includes(EVENT_NAMES) || batchDamage(bytes) !== '') continue;
    for (const { seq, atMs, events } of readBatch(bytes, NO_KEYS))
      if (seq > afterSeq)
        for (const { kind, event } of events) if (kind === keyring.kind) keyring.apply(state, event as never, atMs);
  }
  return state;
};

/** Of the row and of the records behind it. */
const recordedKeyring = (journal: Journal): Keyring => {
  const { seq, state } = storedKeyring(journal);
  return applyBatches(state, journal.batches((journal.meta?.checkpointSeq ?? 0) + 1), seq);
};

/** Of the batches alone that a file without LMDB still shows. */
export const salvagedKeyring = (directory: string): Keyring =>
  applyBatches(keyring.state.initial(), scanBatches(directory, 0), 0);

/** Destroys in the key file of the journal, and in memory. Throws where the file cannot be written. */
export const destroyRecordedKeys = (journal: Journal): void =>
  journal.cipher?.destroyRecorded(recordedKeyring(journal));
