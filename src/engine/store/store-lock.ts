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
  // Linux has names without a file; elsewhere the file of a dead process is found by nobody answering.
  return process.platform === 'linux' ? `\0${name}` : join(tmpdir(), `${name}.sock`);
};

const listen = (address: string): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', reject);
    server.listen(address, () => {
      server.unref();
      resolve(server);
    });
  });

const answers = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

const RETRY_MS = 20;

/**
 * Throws StoreLocked. The directory must exist. `waitMs`: how long another process may take to let the store go.
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

const lockNow = async (directory: string): Promise<StoreLock> => {
  const address = addressOf(directory);
  const locked = new StoreLocked(
    `another process has the data directory ${directory} open: to serve it, stop that one first`,
  );
  const server = await listen(address).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    if (address.startsWith('\0') || (await answers(address))) throw locked;
    rmSync(address);
    return listen(address);
  });
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
};
