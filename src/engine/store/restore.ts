// `kontor restore`: makes a store from one snapshot file, on a new timeline.
//
// Sessions go on if the store.json of the file's store is beside it; otherwise they end, because their codes are
// derived from the key in it. Personal values without keys read as erased. Records in a data directory of the same
// history roll the store forward, to any of them.
import { existsSync } from 'node:fs';
import { makeDirectory } from '../disk/make-directory.ts';
import { messageSubject } from '../../domain/webhooks/message.ts';
import type { Clock } from '../../kernel/clock.ts';
import { STORE_FORMAT } from '../disk/format.ts';
import { StoreDamage } from '../disk/store-damage.ts';
import type { Journal } from '../journal/journal.ts';
import { openLmdbToRead } from '../journal/lmdb-journal.ts';
import { SubjectKeys } from '../privacy/subject-keys.ts';
import { readBeside } from './beside.ts';
import type { KeepMoment } from './beside.ts';
import {
  identityPath,
  journalPath,
  newEpoch,
  newTimeline,
  randomHex,
  readIdentityOfAnyFormat,
  writeIdentity,
} from './identity.ts';
import { importIntoNewJournal, publishJournal } from './open-journal.ts';
import { rollForward } from '../recovery/roll-forward.ts';
import type { Until } from '../recovery/roll-forward.ts';
import { isUsable, timelineOf } from '../snapshots/snapshot-files.ts';
import { readSnapshotHeader } from '../snapshots/snapshot-format.ts';
import type { SnapshotHeader } from '../snapshots/snapshot-format.ts';
import { lockStore } from './store-lock.ts';

/**
 * Hours ahead whose message keys may be in the file: erasing an hour's key gives its messages the key of the next hour.
 */
const MESSAGE_HOURS_AHEAD = 24;

/** Reads the header. Throws StoreDamage that names the file. */
const headerOf = (path: string): SnapshotHeader => {
  try {
    return readSnapshotHeader(path);
  } catch (error) {
    if (error instanceof StoreDamage) error.message = `${path}: ${error.message}`;
    throw error;
  }
};

/** Source of the records after the file. */
export interface Forward {
  /** Data directory, which a server may have open. */
  readonly records: string;
  readonly keepMoment: KeepMoment;
  readonly until: Until;
}

const goForward = async (
  journal: Journal,
  path: string,
  header: SnapshotHeader,
  { records, until, keepMoment }: Forward,
): Promise<number> => {
  const owner = readIdentityOfAnyFormat(records);
  if (owner === undefined) throw new StoreDamage(`${records} holds no store`);
  const timeline = timelineOf(path, header.storeId);
  if (timeline === undefined)
    throw new StoreDamage(
      `the name of ${path} does not say its timeline: give it the one it had in the directory of snapshot files`,
    );
  if (!isUsable(owner, { ...header, timeline }))
    throw new StoreDamage(`${path} is no part of the history of the store in ${records}`);
  if (until !== undefined && 'seq' in until && until.seq < header.seqTo)
    throw new StoreDamage(`${path} is of record ${header.seqTo}: an older file is wanted for record ${until.seq}`);
  return readBeside(records, keepMoment, async (isServed) => {
    const source = openLmdbToRead(journalPath(records), undefined, isServed);
    try {
      return await rollForward(journal, source, until);
    } finally {
      await source.close();
    }
  });
};

/**
 * Throws WrongFormat, and StoreDamage when the directory holds a journal already, or store.json or keys of another
 * store.
 */
export const restoreStore = async (
  directory: string,
  path: string,
  clock: Pick<Clock, 'nowMs'>,
  forward?: Forward,
): Promise<SnapshotHeader> => {
  makeDirectory(directory);
  const lock = await lockStore(directory);
  try {
    if (existsSync(journalPath(directory))) throw new StoreDamage(`${directory} holds a store already`);
    const header = headerOf(path);
    // Later formats are accepted, because a way back to an older program needs the key.
    const known = readIdentityOfAnyFormat(directory);
    if (known !== undefined && known.id !== header.storeId) {
      throw new StoreDamage(`${identityPath(directory)} belongs to another store than ${path}`);
    }
    const keys = SubjectKeys.readIfPresent(directory);
    keys?.mustBeOf(header.storeId);
    if (forward !== undefined && keys === undefined)
      throw new StoreDamage(`to go on with records, ${directory} must have subject-keys.json of the store`);
    let { seqTo } = header;
    const imported = await importIntoNewJournal(directory, path, async (journal) => {
      if (forward !== undefined) seqTo = await goForward(journal, path, header, forward);
    });
    if (imported === undefined) throw new StoreDamage(`${path} is damaged`);
    // No new data subject may get a number whose values were encrypted with keys that are lost.
    const firstMessage = messageSubject(clock.nowMs()) + MESSAGE_HOURS_AHEAD;
    if (keys === undefined) SubjectKeys.create(directory, header.storeId, imported.nextSubject, firstMessage);
    const timeline = timelineOf(path, header.storeId);
    writeIdentity(directory, {
      format: STORE_FORMAT,
      id: header.storeId,
      timeline: newTimeline(),
      parent: { ...(timeline !== undefined && { timeline }), upToSeq: seqTo },
      key: known?.key ?? randomHex(32),
      synced: true,
      bootId: '',
      started: true,
      feedEpoch: newEpoch(),
    });
    publishJournal(directory);
    return { ...header, seqTo };
  } finally {
    await lock.release();
  }
};
