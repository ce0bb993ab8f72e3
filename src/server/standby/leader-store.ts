// Takes over the store of a leader that is gone: its lock, and the promised records that this process was not sent.
import { isListening } from '../../admin/control-address.ts';
import { ConfigError } from '../../config/setting.ts';
import type { Journal } from '../../engine/journal/journal.ts';
import { openLmdbReadOnly, syncLmdb } from '../../engine/journal/lmdb-journal.ts';
import { journalPath } from '../../engine/store/identity.ts';
import { lockUnlessServed } from '../../engine/store/store-lock.ts';
import type { StoreLock } from '../../engine/store/store-lock.ts';
import type { Store } from '../../engine/store/store.ts';
import type { LeaderLink } from './leader-link.ts';
import { chainAt } from './protocol.ts';

/** `waitMs`: how long the leader may take to let its store go. Throws ConfigError while its server runs. */
export const lockOf = async (leader: string, waitMs = 0): Promise<StoreLock> => {
  const lock = await lockUnlessServed(leader, waitMs);
  // A server in another container does not see this lock.
  if (lock !== undefined && !(await isListening(leader))) return lock;
  await lock?.release();
  throw new ConfigError(`the server of ${leader} runs: stop it first, and promote this one then`);
};

/**
 * Folds the rest. Resolves with the number of its records when everything is synced in the store in `own`. The link
 * must be stopped, and the leader's store locked. Throws ConfigError where that store cannot be read.
 */
export const takeRest = async (store: Store, link: LeaderLink, leader: string, own: string): Promise<number> => {
  const { engine, keys } = store;
  const from = engine.headSeq;
  let journal: Journal | undefined;
  try {
    // The last batch is in the own journal, and can be compared.
    await engine.whenStored(from);
    journal = openLmdbReadOnly(journalPath(leader), keys.cipher);
    const [ours, theirs] = [engine.journal, journal].map((one) => chainAt(one, from));
    if (ours !== theirs && ours !== '' && theirs !== '')
      throw new Error(`its record ${from} is not the one that was followed`);
    for (const { firstSeq, bytes } of journal.batches(from + 1))
      if (firstSeq > engine.headSeq)
        await engine.fold({ firstSeq, bytes: Buffer.from(bytes) }, undefined, () => link.pause());
    const headSeq = journal.meta?.headSeq ?? 0;
    if (headSeq > engine.headSeq) throw new Error(`${headSeq - engine.headSeq} of its records cannot be read`);
    if (headSeq < engine.headSeq)
      throw new Error(`it has ${headSeq} records, and ${engine.headSeq} were followed: it is not what it was`);
  } catch (error) {
    throw new ConfigError(`${leader} cannot be taken over: ${(error as Error).message}`);
  } finally {
    await journal?.close();
  }
  engine.notePromised(engine.headSeq);
  await engine.whenStored(engine.headSeq);
  // What the records destroy is gone from the own key file.
  await engine.destruction.whenDone(engine.headSeq);
  syncLmdb(journalPath(own));
  return engine.headSeq - from;
};
