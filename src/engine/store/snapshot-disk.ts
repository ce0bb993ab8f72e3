// The disk of snapshot files, on threads of Node's pool: a disk that takes its time holds up nobody but the file.
import { close, fsync, open, write } from 'node:fs';
import { open as openFile, readdir, rename, rm } from 'node:fs/promises';

/** Its methods reject with what the system says. */
export interface SnapshotDisk {
  /** Makes a file that is not there yet. */
  create(path: string): Promise<number>;
  /** How many of the bytes it took. `position`: null behind those that it took last. */
  write(fd: number, bytes: Buffer, position: number | null): Promise<number>;
  /** Resolves when the data of the file is on the disk. */
  sync(fd: number): Promise<void>;
  close(fd: number): Promise<void>;
  /** Resolves when the new name is on the disk as well. `directory`: of both names. */
  rename(from: string, to: string, directory: string): Promise<void>;
  /** Also where there is no such file. */
  remove(path: string): Promise<void>;
  /** Names in a directory; none where it cannot be read. */
  names(directory: string): Promise<string[]>;
  /** The first bytes of a file, fewer where it is shorter. */
  head(path: string, bytes: number): Promise<Buffer>;
}

type Done<T> = (error: NodeJS.ErrnoException | null, value: T) => void;

/** A call of the file system that says at its end what became of it. */
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
