// What a process did to the files of its store, recorded by io-faults.c, and the disks that a power cut may leave.
//
// Until a file is synced, any of its sectors may be lost, in any order; until a directory is synced, so may the end of
// what was done to its names. Not promised: what file systems do beyond that, such as a sector of zeros.
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
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

type Names = Map<string, RecordedFile | RecordedDirectory>;

class RecordedDirectory {
  readonly current: Names = new Map();
  readonly durable: Names = new Map();
}

/** Of one directory, or of two for what is moved between them. */
interface NameChange {
  readonly directories: readonly RecordedDirectory[];
  readonly apply: (names: 'current' | 'durable') => void;
}

/** What a process did, call by call. */
class RecordedDisk {
  private readonly root = new RecordedDirectory();
  private pending: NameChange[] = [];
  private readonly ignoresSyncs: boolean;

  constructor(ignoresSyncs: boolean) {
    this.ignoresSyncs = ignoresSyncs;
  }

  private find(path: string): RecordedFile | RecordedDirectory | undefined {
    let at: RecordedFile | RecordedDirectory | undefined = this.root;
    for (const part of path.split('/').filter((name) => name !== ''))
      at = at instanceof RecordedDirectory ? at.current.get(part) : undefined;
    return at;
  }

  private parentOf(path: string): RecordedDirectory {
    const found = this.find(dirname(path));
    if (found instanceof RecordedDirectory) return found;
    throw new Error(`the trace has nothing that made ${dirname(path)}`);
  }

  private rename(directories: readonly RecordedDirectory[], apply: NameChange['apply']): void {
    apply('current');
    this.pending.push({ directories, apply });
  }

  private put(path: string, made: RecordedFile | RecordedDirectory): void {
    const parent = this.parentOf(path);
    this.rename([parent], (names) => void parent[names].set(basename(path), made));
  }

  private move(path: string, to: string): void {
    const [from, into, moved] = [this.parentOf(path), this.parentOf(to), this.find(path)];
    if (moved === undefined) throw new Error(`the trace has nothing that made ${path}`);
    this.rename([from, into], (names) => {
      from[names].delete(basename(path));
      into[names].set(basename(to), moved);
    });
  }

  private remove(path: string): void {
    const parent = this.parentOf(path);
    this.rename([parent], (names) => void parent[names].delete(basename(path)));
  }

  private sync(path: string): void {
    const found = this.find(path);
    if (found instanceof RecordedFile) found.sync();
    if (!(found instanceof RecordedDirectory)) return;
    const isOf = ({ directories }: NameChange): boolean => directories.includes(found);
    for (const change of this.pending) if (isOf(change)) change.apply('durable');
    this.pending = this.pending.filter((change) => !isOf(change));
  }

  /** `isUnderWay`: the call has not returned, so it promises nothing. */
  take({ does, name, number, bytes }: Entry, isUnderWay: boolean): void {
    const promises = !this.ignoresSyncs && !isUnderWay;
    if (name === '' && does === 'M') return;
    if (does === 'C') this.put(name, new RecordedFile());
    else if (does === 'M') this.put(name, new RecordedDirectory());
    else if (does === 'U') this.remove(name);
    else if (does === 'R') this.move(name, bytes.toString());
    else if (does === 'S') {
      if (promises) this.sync(name);
    } else {
      const file = this.find(name);
      if (!(file instanceof RecordedFile)) return;
      if (does === 'D' && promises) file.apply({ does, number, bytes });
      else file.write({ does, number, bytes });
    }
  }

  /** What a cut of the power may leave. */
  write(directory: string, chance: Seeded): void {
    for (const change of this.pending.slice(0, chance.below(this.pending.length + 1))) change.apply('durable');
    const put = (at: string, { durable }: RecordedDirectory): void => {
      mkdirSync(at, { recursive: true, mode: 0o700 });
      for (const [name, found] of durable) {
        if (found instanceof RecordedDirectory) put(join(at, name), found);
        // LMDB's readers are in memory that it maps, and nothing of them outlives a boot.
        else if (name !== 'lock.mdb') writeFileSync(join(at, name), found.afterCut(chance), { mode: 0o600 });
      }
    };
    put(directory, this.root);
  }
}

/** Writes to `directory` what a power cut after so many entries may leave. `ignoresSyncs`: as a disk that lies does. */
export const rebuild = (
  entries: readonly Entry[],
  count: number,
  directory: string,
  chance: Seeded,
  ignoresSyncs = false,
): void => {
  const disk = new RecordedDisk(ignoresSyncs);
  // The call after the last one that ended may be under way.
  for (const [index, entry] of entries.slice(0, count + 1).entries()) disk.take(entry, index === count);
  disk.write(directory, chance);
};
