// `kontor verify`: checks that journal, rows and snapshot files of a store agree, also while it is served. It repairs
// nothing.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { keepMoment } from '../admin/keep-moment.ts';
import { ConfigError } from '../config/setting.ts';
import type { Journal } from '../engine/journal/journal.ts';
import { openLmdbToRead } from '../engine/journal/lmdb-journal.ts';
import { listSnapshots } from '../engine/snapshots/snapshot-files.ts';
import { readBeside } from '../engine/store/beside.ts';
import { journalPath } from '../engine/store/identity.ts';
import type { StoreIdentity } from '../engine/store/identity.ts';
import { storeIn } from './offline/identity.ts';
import type { Printer } from './printer.ts';
import { Progress } from './progress.ts';
import { SubjectKeys } from '../engine/privacy/subject-keys.ts';
import { verifyStore } from '../engine/recovery/verify.ts';

/** Parts of the progress: the amount to compare is known once the rows are read. */
const PROGRESS_PARTS = 1000;

/** Prints findings; false if there are any. Throws StoreDamage, WrongFormat, ConfigError. */
export const verify = async (directory: string, snapshots: string, printer: Printer): Promise<boolean> => {
  const identity = storeIn(directory);
  if (identity === undefined) throw new ConfigError(`${directory} holds no store`);
  if (!existsSync(join(directory, 'journal', 'data.mdb'))) {
    if (identity.started) throw new ConfigError(`${directory} has lost its journal`);
    const line = `${directory} holds a store that has answered nothing yet; the next start makes its journal`;
    printer.show(line, { sound: true, served: false, actors: 0, records: 0, basis: '', findings: 0 });
    return true;
  }
  return readBeside(directory, keepMoment, async (isServed) => {
    if (isServed) printer.show(`${directory} is served by another process, and verified as of now`);
    // Destroyed keys stay: what is verified is not written.
    const { cipher } = SubjectKeys.read(directory, true);
    const journal = openLmdbToRead(journalPath(directory), cipher, isServed);
    return verifyJournal(journal, { directory, snapshots, owner: identity, isServed }, printer);
  });
};

interface Verified {
  readonly directory: string;
  readonly snapshots: string;
  readonly owner: StoreIdentity;
  readonly isServed: boolean;
}

const verifyJournal = async (
  journal: Journal,
  { directory, snapshots, owner, isServed }: Verified,
  printer: Printer,
): Promise<boolean> => {
  const bar = new Progress('verifying', PROGRESS_PARTS);
  try {
    if (journal.meta === undefined && owner.started) throw new ConfigError(`${directory} has lost its journal`);
    const headSeq = journal.meta?.headSeq ?? 0;
    // A server may write a file meanwhile.
    const newest = listSnapshots(snapshots, owner).findLast(({ seqTo }) => seqTo <= headSeq);
    const { findings, actors, records, basis } = await verifyStore(
      journal,
      newest,
      owner.parent?.upToSeq,
      (done, total) => bar.update(Math.floor((PROGRESS_PARTS * done) / Math.max(1, total)), headSeq),
    );
    bar.stop();
    const second =
      basis === ''
        ? ` alone: a restored store, ${snapshots} holds no snapshot file to compare it with`
        : `, and by ${records} records since ${basis}`;
    printer.show(`${directory}: ${actors} actors by rows and journal${second}`);
    for (const finding of findings) printer.show(finding, { finding });
    const sound = findings.length === 0;
    printer.show(sound ? 'the store is sound' : `findings: ${findings.length}`, {
      sound,
      served: isServed,
      record: headSeq,
      actors,
      records,
      basis,
      findings: findings.length,
    });
    return sound;
  } finally {
    bar.stop();
    await journal.close();
  }
};
