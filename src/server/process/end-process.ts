// Ends the process after the journal has failed.
//
// LMDB formats the place of a failed write into 100 bytes that may be too few, so that the C library finds its heap
// damaged when the threads of the pool end, and aborts (docs/operate/disks.md). Where Node can, the process is
// therefore replaced by one that does nothing but exit. Not promised: the same with Node 20, which cannot; there an
// exit may become a SIGABRT. Whatever had to be said and answered was before.

interface Replaceable {
  /** From Node 22.15 on. */
  execve?(file: string, args: readonly string[], env?: { readonly [name: string]: string }): never;
}

const closers = new Set<() => void>();

/**
 * `close` begins to close what would abort the process where it is open at the end, such as listeners of threads.
 * Returns what takes it back.
 */
export const closeBeforeFailure = (close: () => void): (() => void) => {
  closers.add(close);
  return () => void closers.delete(close);
};

/** Replies that wait are sent within this time, and threads close. */
const LAST_MS = 200;

export const failSoon = (exitCode = 1): void => {
  for (const close of closers) close();
  setTimeout(() => endWithFailure(exitCode), LAST_MS);
};

export const endWithFailure = (exitCode = 1): never => {
  const replacement = [process.execPath, '--eval', `process.exitCode = ${exitCode}`];
  (process as Replaceable).execve?.(process.execPath, replacement, {});
  return process.exit(exitCode);
};
