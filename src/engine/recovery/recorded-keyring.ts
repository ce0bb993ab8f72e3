// Reads which keys records have destroyed before anything else of a store, because a key file may be older than its
// rows: after a crash, or when rows came from another process with a snapshot file or a copy.
//
// Not promised: destructions in a damaged row; recovery reports it and serves nothing.
import { keyring } from '../../domain/privacy/keyring.ts';
import type { KeyRange, Keyring } from '../../domain/privacy/keyring.ts';
import { KEYRING_ID } from '../../domain/privacy/destroy-keys.ts';
import { ActorTable } from '../actors/actor-table.ts';
import { StoreDamage } from '../disk/store-damage.ts';
import type { Batch, Journal } from '../journal/journal.ts';
import { batchDamage, readBatch } from '../journal/record.ts';
import { scanBatches } from '../journal/scan-batches.ts';
import { NO_KEYS } from '../privacy/encryption.ts';

/** Beginning of the names of the keyring's events. */
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

/** Applies the keyring's events in batches after a record, without decrypting any value. */
const applyBatches = (state: Keyring, batches: Iterable<Batch>, afterSeq: number): Keyring => {
  for (const { bytes } of batches) {
    // Recovery reports damage of the journal.
    if (!bytes.includes(EVENT_NAMES) || batchDamage(bytes) !== '') continue;
    for (const { seq, atMs, events } of readBatch(bytes, NO_KEYS))
      if (seq > afterSeq)
        for (const { kind, event } of events) if (kind === keyring.kind) keyring.apply(state, event as never, atMs);
  }
  return state;
};

/** The keyring by its row and the records after it. */
const recordedKeyring = (journal: Journal): Keyring => {
  const { seq, state } = storedKeyring(journal);
  return applyBatches(state, journal.batches((journal.meta?.checkpointSeq ?? 0) + 1), seq);
};

/** The keyring by the batches that a scan without LMDB finds. */
export const salvagedKeyring = (directory: string): Keyring =>
  applyBatches(keyring.state.initial(), scanBatches(directory, 0), 0);

/** The keys that records after this one have destroyed, as far as the journal keeps these. */
export const keysDestroyedAfter = (journal: Journal, seq: number): readonly KeyRange[] =>
  applyBatches(keyring.state.initial(), journal.batches(seq + 1), seq).destroyed;

/** Destroys recorded keys in the key file and in memory. Throws if the file cannot be written. */
export const destroyRecordedKeys = (journal: Journal): void =>
  journal.cipher?.destroyRecorded(recordedKeyring(journal));
