// Reading a store that another process may have open.
//
// LMDB makes that unsafe by itself: opening its lock file sets the number of the last commit, also back to one before a
// commit of that moment, which the next one then replaces. So a reader beside another process leaves that lock file
// alone (`openLmdbMoment`), and the other process keeps what the file has at a moment for it.
import { lockUnlessServed } from './store-lock.ts';

/** What a file has at a moment, as long as the process that has it open keeps it. */
export interface KeptMoment {
  /** Lets it go. Resolves with whether it was kept until now. */
  release(): Promise<boolean>;
}

/**
 * Resolves when the process that has the store in `directory` open keeps what its file has now; undefined where no
 * process answers. `isOpen`: one has it open, and may not answer yet. Rejects with a sentence for the operator.
 */
export type KeepMoment = (directory: string, isOpen: boolean) => Promise<KeptMoment | undefined>;

/** What was read may not be of one moment. */
class MomentLost extends Error {
  override readonly name = 'MomentLost';
}

/**
 * Calls `read` while the store in `directory` is locked, or while another process keeps a moment of it (`isServed`).
 * Throws MomentLost where that process ended meanwhile.
 */
export const readBeside = async <T>(
  directory: string,
  keepMoment: KeepMoment,
  read: (isServed: boolean) => Promise<T>,
): Promise<T> => {
  const lock = await lockUnlessServed(directory);
  try {
    const kept = await keepMoment(directory, lock === undefined);
    if (kept === undefined) return await read(false);
    try {
      const result = await read(true);
      if (await kept.release()) return result;
    } catch (error) {
      // Pages that are used again look like damage.
      if (await kept.release()) throw error;
    }
  } finally {
    await lock?.release();
  }
  throw new MomentLost(`the server of ${directory} has ended, and what was read may not be of one moment: try again`);
};
