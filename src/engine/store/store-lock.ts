// Store lock: one process per store. The lock is a listening socket, which the system frees however the process ends.
// Not promised: exclusion across network namespaces; there the journal's commit number is the fence.
import { createHash } from 'node:crypto';
import { realpathSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface StoreLock {
  release(): Promise<void>;
}

/** Thrown when another process holds the store. */
export class StoreLocked extends Error {
  override readonly name = 'StoreLocked';
}

const addressOf = (directory: string): string => {
  const name = `kontor-${createHash('sha256').update(realpathSync(directory)).digest('hex').slice(0, 32)}`;
  // Linux has names without a file; elsewhere a file without an answering process belongs to a dead one.
  return process.platform === 'linux' ? `\0${name}` : join(tmpdir(), `${name}.sock`);
};

const listen = (address: string): Promise<Server> =>
  new Promise((resolve, reject) => {
    // The answer names the holder of the store.
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.end(String(process.pid));
    });
    server.once('error', reject);
    server.listen(address, () => {
      server.unref();
      resolve(server);
    });
  });

/** How long to wait for the holder's answer; a process that is reading its store answers late. */
const ANSWER_MS = 500;

/** Holder of the lock: `process 4711`, or `another process` where it does not answer; undefined where there is none. */
const holderOf = (address: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    const socket = connect(address);
    let said = '';
    const done = (holder: string | undefined): void => {
      socket.destroy();
      resolve(holder);
    };
    const named = (): void => done(/^\d{1,10}$/.test(said) ? `process ${said}` : 'another process');
    socket.setTimeout(ANSWER_MS, named);
    socket.on('data', (bytes) => (said += bytes.toString('latin1')));
    socket.once('end', named);
    socket.once('error', () => done(address.startsWith('\0') ? 'another process' : undefined));
  });

const RETRY_MS = 20;

/**
 * Locks a store, whose directory must exist. `waitMs`: how long to wait for another process to release it. Throws
 * StoreLocked.
 */
export const lockStore = async (directory: string, waitMs = 0): Promise<StoreLock> => {
  try {
    return await lockNow(directory);
  } catch (error) {
    if (!(error instanceof StoreLocked) || waitMs <= 0) throw error;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    return lockStore(directory, waitMs - RETRY_MS);
  }
};

/** As `lockStore`; resolves with undefined where another process still has the store open. */
export const lockUnlessServed = async (directory: string, waitMs = 0): Promise<StoreLock | undefined> => {
  try {
    return await lockStore(directory, waitMs);
  } catch (error) {
    if (error instanceof StoreLocked) return undefined;
    throw error;
  }
};

/** Whether another process has the store open at this moment. */
export const isServed = async (directory: string): Promise<boolean> => {
  const lock = await lockUnlessServed(directory);
  await lock?.release();
  return lock === undefined;
};

const lockNow = async (directory: string): Promise<StoreLock> => {
  const address = addressOf(directory);
  const server = await listen(address).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    const holder = await holderOf(address);
    if (holder !== undefined)
      throw new StoreLocked(`${holder} has the data directory ${directory} open: to serve it, stop that one first`);
    rmSync(address);
    return listen(address);
  });
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
};
