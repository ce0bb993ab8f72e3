// The disk of a simulation's snapshot files: each call is done when it returns, so that a seed repeats its run, and
// nothing is synced.
import { closeSync, openSync, readFileSync, readdirSync, renameSync, rmSync, writeSync } from 'node:fs';
import type { SnapshotDisk } from '../../../src/engine/snapshots/snapshot-disk.ts';

export const AT_ONCE_DISK: SnapshotDisk = {
  create: async (path) => openSync(path, 'wx', 0o600),
  write: async (fd, bytes, position) => writeSync(fd, bytes, 0, bytes.length, position),
  sync: async () => {},
  close: async (fd) => closeSync(fd),
  rename: async (from, to) => renameSync(from, to),
  remove: async (path) => rmSync(path, { force: true }),
  names: async (directory) => readdirSync(directory),
  head: async (path, bytes) => readFileSync(path).subarray(0, bytes),
};
