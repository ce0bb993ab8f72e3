// `kontor as-of`: an object as it was at a record, also beside a server.
import type { Config } from '../config/config.ts';
import { keepMoment } from '../admin/keep-moment.ts';
import { ConfigError } from '../config/setting.ts';
import { dateTime } from '../domain/date-time.ts';
import { openLmdbToRead } from '../engine/journal/lmdb-journal.ts';
import { SubjectKeys } from '../engine/privacy/subject-keys.ts';
import { stateAsOf } from '../engine/recovery/as-of.ts';
import { readBeside } from '../engine/store/beside.ts';
import { journalPath } from '../engine/store/identity.ts';
import { destroyRecordedKeys } from '../engine/recovery/recorded-keyring.ts';
import { listSnapshots } from '../engine/snapshots/snapshot-files.ts';
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
  const shown = await readBeside(data, keepMoment, async (isServed) => {
    const { cipher } = SubjectKeys.read(data, true);
    const journal = openLmdbToRead(journalPath(data), cipher, isServed);
    try {
      // The key file may be older than the records; it stays as it is.
      destroyRecordedKeys(journal);
      const { state, seq, atMs } = stateAsOf(journal, listSnapshots(snapshots, identity), named.value, Number(record));
      if (state === undefined) throw new ConfigError(`at record ${record} there was no ${object}`);
      return { object, record: Number(record), changed_by: seq, date: atMs === 0 ? '' : dateTime(atMs), state };
    } finally {
      await journal.close();
    }
  });
  console.log(JSON.stringify(shown, undefined, isLine ? 0 : 2));
};
