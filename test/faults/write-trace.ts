// What a process did to the files of its store, recorded by io-faults.c, and the disks that a power cut may leave.
//
// Until a file is synced, any of its sectors may be lost, in any order; until a directory is synced, so may the end of
// what was done to its names. Not promised: what file systems do beyond that, such as a sector of zeros.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Seeded } from '../engine/seeded.ts';

const SECTOR_BYTES = 512;
const HEAD_BYTES = 24;

interface Entry {
  /** Write, durable write, sync, create, rename, truncate, unlink, make a directory. */
  readonly does: 'W' | 'D' | 'S' | 'C' | 'R' | 'T' | 'U' | 'M';
  readonly name: string;
  /** Position of a write, length of a truncated file. */
  readonly number: number;
  readonly bytes: Buffer;
  /** Where it ends in the trace. */
  readonly end: number;
}

export const readTrace = (trace: Buffer): Entry[] => {
  const entries: Entry[] = [];
  for (let at = 0; at < trace.length;) {
    const [does, nameBytes, bytes] = [0, 4, 8].map((offset) => trace.readUInt32LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const start = at + HEAD_BYTES + nameBytes;
    const end = start + bytes;
    entries.push({
      does: String.fromCharCode(does) as Entry['does'],
      name: trace.toString('utf8', at + HEAD_BYTES, start),
      number: Number(trace.readBigUInt64LE(at + 16)),
      bytes: trace.subarray(start, end),
      end,
    });
    at = end;
  }
  return entries;
};

type Change = Pick<Entry, 'does' | 'number' | 'bytes'>;

class RecordedFile {
  private durable = Buffer.alloc(0);
  private pending: Change[] = [];

  write(change: Change): void {
    this.pending.push(change);
  }

  sync(): void {
    for (const change of this.pending) this.apply(change);
    this.pending = [];
  }

  apply({ does, number, bytes }: Change): void {
    const size = does === 'T' ? number : Math.max(this.durable.length, number + bytes.length);
    if (size !== this.durable.length) {
      const resized = Buffer.alloc(size);
      this.durable.copy(resized);
      this.durable = resized;
    }
    bytes.copy(this.durable, number);
  }

  /** With some of the sectors that were not synced. */
  afterCut(chance: Seeded): Buffer {
    const share = chance.of([0, 0.1, 0.5, 0.9, 1]);
    for (const { does, number, bytes } of this.pending) {
      if (does === 'T') {
        if (chance.chance(share)) this.apply({ does, number, bytes });
        continue;
      }
      for (let at = 0; at < bytes.length;) {
        const end = Math.min(bytes.length, at + SECTOR_BYTES - ((number + at) % SECTOR_BYTES));
        if (chance.chance(share)) this.apply({ does: 'W', number: number + at, bytes: bytes.subarray(at, end) });
        at = end;
      }
    }
    return this.durable;
  }
}

type Names = Map<string, RecordedFile | 'directory'>;
type NameChange = { readonly directory: string; readonly apply: (names: Names) => void };

/** Writes to `directory` what a power cut after so many entries may leave. `ignoresSyncs`: as a disk that lies does. */
export const rebuild = (
  entries: readonly Entry[],
  count: number,
  directory: string,
  chance: Seeded,
  ignoresSyncs = false,
): void => {
  const current: Names = new Map();
  const durable: Names = new Map();
  let pending: NameChange[] = [];
  const rename = (name: string, apply: (names: Names) => void): void => {
    apply(current);
    pending.push({ directory: dirname(name), apply });
  };
  // The call after the last one that ended may be under way.
  for (const [index, { does, name, number, bytes }] of entries.slice(0, count + 1).entries()) {
    const file = current.get(name);
    const isUnderWay = index === count;
    if (does === 'C') {
      const made = new RecordedFile();
      rename(name, (names) => void names.set(name, made));
    } else if (does === 'M') rename(name, (names) => void names.set(name, 'directory'));
    else if (does === 'U') rename(name, (names) => void names.delete(name));
    else if (does === 'R') {
      const to = bytes.toString();
      rename(name, (names) => {
        const moved = file!;
        names.delete(name);
        names.set(to, moved);
      });
    } else if (does === 'S' && !ignoresSyncs && !isUnderWay) {
      if (file instanceof RecordedFile) file.sync();
      else {
        for (const change of pending) if (change.directory === (name === '' ? '/' : name)) change.apply(durable);
        pending = pending.filter((change) => change.directory !== (name === '' ? '/' : name));
      }
    } else if (file instanceof RecordedFile && does !== 'S') {
      if (does === 'D' && !ignoresSyncs && !isUnderWay) file.apply({ does, number, bytes });
      else file.write({ does, number, bytes });
    }
  }
  for (const change of pending.slice(0, chance.below(pending.length + 1))) change.apply(durable);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  for (const [name, file] of durable) if (file === 'directory') mkdirSync(join(directory, name), { recursive: true });
  for (const [name, file] of durable)
    // LMDB's readers are in memory that it maps, and nothing of them outlives a boot.
    if (file !== 'directory' && !name.endsWith('/lock.mdb')) {
      mkdirSync(dirname(join(directory, name)), { recursive: true });
      writeFileSync(join(directory, name), file.afterCut(chance), { mode: 0o600 });
    }
};
