// `kontor as-of`: an object as it was at a record, also beside a server.
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/setting.ts';
import { dateTime } from '../domain/date-time.ts';
import { openLmdbMoment, openLmdbReadOnly } from '../engine/journal/lmdb-journal.ts';
import { SubjectKeys } from '../engine/privacy/subject-keys.ts';
import { stateAsOf } from '../engine/store/as-of.ts';
import { journalPath } from '../engine/store/identity.ts';
import { destroyRecordedKeys } from '../engine/store/recorded-keyring.ts';
import { listSnapshots } from '../engine/store/snapshot-files.ts';
import { lockUnlessServed } from '../engine/store/store-lock.ts';
import { storeIn } from './offline/identity.ts';
import { objectNamed } from '../operations/views/changelog.ts';

/** Prints kind, id, the record and the state as JSON; `isLine`: in one line. Throws ConfigError, StoreDamage. */
export const printAsOf = async (
  record: string,
  object: string,
  { data, snapshots }: Config,
  isLine: boolean,
): Promise<void> => {
  if (!/^[1-9]\d{0,14}$/.test(record)) throw new ConfigError(`${record} is no number of a record`);
  const named = objectNamed(object, 'object');
  if (!named.ok) throw new ConfigError(named.detail);
  const identity = storeIn(data);
  if (identity === undefined) throw new ConfigError(`${data} holds no store`);
  const lock = await lockUnlessServed(data);
  const { cipher } = SubjectKeys.read(data, true);
  const journal = (lock === undefined ? openLmdbMoment : openLmdbReadOnly)(journalPath(data), cipher);
  try {
    // The key file may be older than the records; it stays as it is.
    destroyRecordedKeys(journal);
    const { state, seq, atMs } = stateAsOf(journal, listSnapshots(snapshots, identity), named.value, Number(record));
    if (state === undefined) throw new ConfigError(`at record ${record} there was no ${object}`);
    const shown = { object, record: Number(record), changed_by: seq, date: atMs === 0 ? '' : dateTime(atMs), state };
    console.log(JSON.stringify(shown, undefined, isLine ? 0 : 2));
  } finally {
    await journal.close();
    await lock?.release();
  }
};
