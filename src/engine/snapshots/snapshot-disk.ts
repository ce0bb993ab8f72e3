// The disk of snapshot files, used on threads of Node's pool, so that a slow disk delays only the file.
import { close, fsync, open, write } from 'node:fs';
import { open as openFile, readdir, rename, rm } from 'node:fs/promises';

/** Methods reject with errors of the system. */
export interface SnapshotDisk {
  /** Makes a new file. */
  create(path: string): Promise<number>;
  /** Writes bytes. Resolves with the number written. `position`: null: behind the last write. */
  write(fd: number, bytes: Buffer, position: number | null): Promise<number>;
  /** Resolves when the data of the file is on the disk. */
  sync(fd: number): Promise<void>;
  close(fd: number): Promise<void>;
  /** Renames a file, synced. `directory`: folder of both names. */
  rename(from: string, to: string, directory: string): Promise<void>;
  /** Removes a file, if it exists. */
  remove(path: string): Promise<void>;
  /** Names in a directory; none where it cannot be read. */
  names(directory: string): Promise<string[]>;
  /** The first bytes of a file, fewer where it is shorter. */
  head(path: string, bytes: number): Promise<Buffer>;
}

type Done<T> = (error: NodeJS.ErrnoException | null, value: T) => void;

/** Makes a promise of a call with a callback. */
const done = <T>(call: (end: Done<T>) => void): Promise<T> =>
  new Promise((resolve, reject) =>
    call((error, value) => {
      if (error === null) resolve(value);
      else reject(error);
    }),
  );

const syncDirectory = async (directory: string): Promise<void> => {
  const handle = await openFile(directory);
  await handle.sync().finally(() => handle.close());
};

export const POOL_DISK: SnapshotDisk = {
  create: (path) => done((end) => open(path, 'wx', 0o600, end)),
  write: (fd, bytes, position) => done((end) => write(fd, bytes, 0, bytes.length, position, end)),
  sync: (fd) => done<unknown>((end) => fsync(fd, (error) => end(error, undefined))).then(() => {}),
  close: (fd) => done<unknown>((end) => close(fd, (error) => end(error ?? null, undefined))).then(() => {}),
  rename: async (from, to, directory) => {
    await rename(from, to);
    await syncDirectory(directory);
  },
  remove: (path) => rm(path, { force: true }),
  names: (directory) => readdir(directory).catch(() => []),
  head: async (path, bytes) => {
    const file = await openFile(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  },
};
