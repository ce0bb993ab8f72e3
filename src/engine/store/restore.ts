// `kontor restore`: makes a store from one snapshot file, on a new timeline.
//
// With the store.json of the file's store beside it, sessions go on; without it they end, because their codes are
// derived from the key in it. Personal values whose keys are not there read as erased.
import { existsSync, mkdirSync } from 'node:fs';
import { messageSubject } from '../../domain/webhooks/message.ts';
import type { Clock } from '../../kernel/clock.ts';
import { STORE_FORMAT } from '../disk/format.ts';
import { StoreDamage } from '../disk/store-damage.ts';
import { SubjectKeys } from '../privacy/subject-keys.ts';
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
import { timelineOf } from './snapshot-files.ts';
import { readSnapshotHeader } from './snapshot-format.ts';
import type { SnapshotHeader } from './snapshot-format.ts';
import { lockStore } from './store-lock.ts';

/**
 * Keys of messages go by the hour. The erasure of an hour's key gives its messages the key of the next, so that keys of
 * hours to come may be in the file.
 */
const MESSAGE_HOURS_AHEAD = 24;

/** Throws StoreDamage that names the file. */
const headerOf = (path: string): SnapshotHeader => {
  try {
    return readSnapshotHeader(path);
  } catch (error) {
    if (error instanceof StoreDamage) error.message = `${path}: ${error.message}`;
    throw error;
  }
};

/**
 * Throws WrongFormat, and StoreDamage when the directory holds a journal already, or store.json or keys of another
 * store.
 */
export const restoreStore = async (
  directory: string,
  path: string,
  clock: Pick<Clock, 'nowMs'>,
): Promise<SnapshotHeader> => {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const lock = await lockStore(directory);
  try {
    if (existsSync(journalPath(directory))) throw new StoreDamage(`${directory} holds a store already`);
    const header = headerOf(path);
    // Of a later format, too: its key is what a way back to an older program needs.
    const known = readIdentityOfAnyFormat(directory);
    if (known !== undefined && known.id !== header.storeId) {
      throw new StoreDamage(`${identityPath(directory)} belongs to another store than ${path}`);
    }
    const keys = SubjectKeys.readIfPresent(directory);
    keys?.mustBeOf(header.storeId);
    const imported = await importIntoNewJournal(directory, path);
    if (imported === undefined) throw new StoreDamage(`${path} is damaged`);
    // No new data subject may get a number whose values were encrypted with keys that are lost.
    const firstMessage = messageSubject(clock.nowMs()) + MESSAGE_HOURS_AHEAD;
    if (keys === undefined) SubjectKeys.create(directory, header.storeId, imported.nextSubject, firstMessage);
    const timeline = timelineOf(path, header.storeId);
    writeIdentity(directory, {
      format: STORE_FORMAT,
      id: header.storeId,
      timeline: newTimeline(),
      parent: { ...(timeline !== undefined && { timeline }), upToSeq: header.seqTo },
      key: known?.key ?? randomHex(32),
      synced: true,
      bootId: '',
      started: true,
      feedEpoch: newEpoch(),
    });
    publishJournal(directory);
    return header;
  } finally {
    await lock.release();
  }
};
