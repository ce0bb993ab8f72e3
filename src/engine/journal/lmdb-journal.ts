import { closeSync, existsSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { open } from 'lmdb';
import type { Database, Key, RootDatabase } from 'lmdb';
import { KIND_NAMES } from '../../domain/kinds.ts';
import type { KindName } from '../../domain/kinds.ts';
import { pack, unpack } from '../disk/codec.ts';
import type { AuditRow, Batch, Commit, Journal, Meta } from './journal.ts';
import { checkLmdb } from './lmdb-file.ts';
import { diskSpaceHint } from '../disk/disk-space.ts';
import type { SubjectCipher } from '../privacy/encryption.ts';

/**
 * `fsync` survives a power cut; `commit` and `relaxed` hand the bytes to the system and survive a crash of the process.
 */
export type Durability = 'fsync' | 'commit' | 'relaxed';

type Table = Database<Buffer, number>;

const META = 'meta';
const NOTHING = Buffer.alloc(0);

class LmdbJournal implements Journal {
  meta: Meta | undefined;
  readonly cipher: SubjectCipher | undefined;
  private readonly directory: string;
  private readonly env: RootDatabase;
  private readonly metaTable: Database<Buffer, string>;
  private readonly batchTable: Table;
  private readonly rowTables: ReadonlyMap<KindName, Table>;
  private readonly tombstoneTables: ReadonlyMap<KindName, Table>;
  /** The audit, and which of its entries are about an object. */
  private readonly auditTable: Table;
  private readonly auditByObject: Database<Buffer, readonly [KindName, number, number] & Key>;

  constructor(directory: string, durability: Durability, cipher: SubjectCipher | undefined) {
    this.cipher = cipher;
    this.directory = directory;
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    this.env = open({
      path: directory,
      // Also for a directory whose name has a dot in it.
      noSubdir: false,
      maxDbs: 64,
      // One sync protocol, the textbook one: a commit resolves when data and meta page are on the disk.
      overlappingSync: false,
      // Begin at once: the engine batches. It also keeps a failed commit from rejecting a promise nobody can reach.
      eventTurnBatching: false,
      noSync: durability !== 'fsync',
    });
    const table = (name: string): Table => this.env.openDB({ name, keyEncoding: 'uint32', encoding: 'binary' });
    this.metaTable = this.env.openDB({ name: META, encoding: 'binary', useVersions: true });
    this.batchTable = this.env.openDB({ name: 'journal', encoding: 'binary' });
    this.rowTables = new Map(KIND_NAMES.map((kind) => [kind, table(`row.${kind}`)]));
    this.tombstoneTables = new Map(KIND_NAMES.map((kind) => [kind, table(`tombstone.${kind}`)]));
    this.auditTable = this.env.openDB({ name: 'audit', encoding: 'binary' });
    this.auditByObject = this.env.openDB({ name: 'audit.object', encoding: 'binary' });
    const bytes = this.metaTable.get(META);
    this.meta = bytes === undefined ? undefined : (unpack(bytes) as Meta);
  }

  async commit({ batch, rows, truncatedBatches, droppedTombstones, audit, meta }: Commit): Promise<boolean> {
    const writes = new Set<Promise<boolean>>();
    const write = (): void => {
      if (batch !== undefined) writes.add(this.batchTable.put(batch.firstSeq, batch.bytes));
      for (const { kind, id, bytes, tombstone } of rows) {
        const table = this.rowTables.get(kind)!;
        writes.add(bytes === undefined ? table.remove(id) : table.put(id, bytes));
        if (tombstone !== undefined) writes.add(this.tombstoneTables.get(kind)!.put(id, tombstone));
      }
      for (const key of truncatedBatches) writes.add(this.batchTable.remove(key));
      for (const { seq, objects } of audit.remove) {
        writes.add(this.auditTable.remove(seq));
        for (const [kind, id] of objects) writes.add(this.auditByObject.remove([kind, id, seq]));
      }
      for (const { seq, bytes, objects } of audit.add) {
        writes.add(this.auditTable.put(seq, bytes));
        for (const [kind, id] of objects) writes.add(this.auditByObject.put([kind, id, seq], NOTHING));
      }
      for (const { kind, id } of droppedTombstones) writes.add(this.tombstoneTables.get(kind)!.remove(id));
      writes.add(this.metaTable.put(META, pack(meta), meta.commitNumber));
      // The promise of the whole tells; theirs (mostly one and the same) would end the process before its replies have
      // left.
      for (const one of writes) one.catch(() => {});
    };
    // The fence is the meta row's version and not the absence of the next batch: batches are cut, versions only grow.
    try {
      const committed =
        this.meta === undefined
          ? await this.metaTable.ifNoExists(META, write)
          : await this.metaTable.ifVersion(META, this.meta.commitNumber, write);
      if (committed) this.meta = meta;
      return committed;
    } catch (error) {
      const { commitError } = error as { readonly commitError?: Promise<unknown> };
      if (commitError === undefined) throw error;
      throw new Error(`${this.directory}: ${await reasonOf(commitError)}${diskSpaceHint(this.directory)}`, {
        cause: error,
      });
    }
  }

  *batches(seq: number): Iterable<Batch> {
    const [start = 0] = this.batchTable.getKeys({ start: seq, reverse: true, limit: 1, snapshot: false });
    for (const { key, value } of this.batchTable.getRange({ start: start as number, snapshot: false })) {
      yield { firstSeq: key as number, bytes: value };
    }
  }

  oldestBatches(limit: number): number[] {
    return [...this.batchTable.getKeys({ limit, snapshot: false })] as number[];
  }

  row(kind: KindName, id: number): Buffer | undefined {
    return this.rowTables.get(kind)!.get(id);
  }

  rows(kind: KindName): Iterable<readonly [number, Buffer]> {
    return rowsOf(this.rowTables.get(kind)!);
  }

  tombstones(kind: KindName): Iterable<readonly [number, Buffer]> {
    return rowsOf(this.tombstoneTables.get(kind)!);
  }

  *audit(seq: number, object?: AuditRow['objects'][number]): Iterable<readonly [number, Buffer]> {
    if (object === undefined) {
      for (const { key, value } of this.auditTable.getRange({ start: seq, snapshot: false })) yield [key, value];
      return;
    }
    const [kind, id] = object;
    for (const [, , at] of this.auditByObject.getKeys({
      start: [kind, id, seq],
      end: [kind, id, Number.MAX_SAFE_INTEGER],
      snapshot: false,
    })) {
      const bytes = this.auditTable.get(at);
      if (bytes !== undefined) yield [at, bytes];
    }
  }

  auditCount(): number {
    return (this.auditTable.getStats() as { readonly entryCount: number }).entryCount;
  }

  async close(): Promise<void> {
    await this.env.close();
  }
}

/** Replies wait for the reason no longer than this; it comes within the millisecond. */
const REASON_MS_MAX = 100;

/** Why a commit failed: LMDB rejects this promise a moment after the commit's own. */
const reasonOf = async (commitError: Promise<unknown>): Promise<string> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('the commit failed'), REASON_MS_MAX);
  });
  const told = commitError.then(String, (reason: unknown) =>
    reason instanceof Error ? reason.message : String(reason),
  );
  const reason = await Promise.race([told, late]);
  clearTimeout(timer);
  // The rest is of the position and of buffers.
  return reason.replace(/: Attempting to write .*$/s, '');
};

function* rowsOf(table: Table): Iterable<readonly [number, Buffer]> {
  for (const { key, value } of table.getRange({ snapshot: false })) yield [key as number, value];
}

/** Throws when the directory cannot be made, or its file is one that LMDB would crash on. */
export const openLmdb = (directory: string, durability: Durability, cipher: SubjectCipher | undefined): Journal => {
  checkLmdb(directory);
  try {
    return new LmdbJournal(directory, durability, cipher);
  } catch (error) {
    // LMDB names no file.
    if (error instanceof Error && typeof (error as { readonly code?: unknown }).code === 'number')
      error.message = `${directory}: ${error.message}`;
    throw error;
  }
};

/** Makes what was committed without sync survive a power cut, too. */
export const syncLmdb = (directory: string): void => {
  const path = join(directory, 'data.mdb');
  if (!existsSync(path)) return;
  const fd = openSync(path, 'r+');
  fsyncSync(fd);
  closeSync(fd);
};
