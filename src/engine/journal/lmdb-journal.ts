// The journal on LMDB: one environment with tables for the meta row, batches, the rows and tombstones of each kind, and
// the audit.
//
// Guaranteed: a commit is one transaction, so all of it is in the file or nothing. Two writers on one file cannot both
// commit: each commit requires the meta row as the last one of its writer left it.
// Not promised: that a committed batch survives a power failure, unless durability is `fsync`.
// Glossary (docs/internals/glossary.md): fence.
import { closeSync, existsSync, fsyncSync, mkdtempSync, openSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { open } from 'lmdb';
import type { Database, Key, RootDatabase, Transaction } from 'lmdb';
import { makeDirectory } from '../disk/make-directory.ts';
import { KIND_NAMES } from '../../domain/kinds.ts';
import type { KindName } from '../../domain/kind-types.ts';
import { isWhole, packChecked, checksumSeed, unpackChecked } from '../disk/checksummed.ts';
import { statedRange } from '../disk/format.ts';
import { StoreDamage } from '../disk/store-damage.ts';
import { copyMoment } from './copy-moment.ts';
import type { AuditRow, Batch, Commit, EntryMark, Journal, Meta } from './journal.ts';
import { checkLmdb } from './lmdb-file.ts';
import { diskSpaceHint } from '../disk/disk-space.ts';
import { syncAside, syncDirectory } from '../disk/sync-directory.ts';
import type { SubjectCipher } from '../privacy/encryption.ts';

/**
 * With `fsync` a commit survives a power failure. With `commit` and `relaxed` the operating system has its bytes: it
 * survives a crash of the process. `relaxed` also sends replies before their commit.
 */
export type Durability = 'fsync' | 'commit' | 'relaxed';

type Table = Database<Buffer, number>;

/** Two for each kind of actor, and some of the journal's own; LMDB sets room aside for them and no more. */
const TABLES_MAX = 128;

const DATA_FILE = 'data.mdb';
const META = 'meta';
const NOTHING = Buffer.alloc(0);

const META_SEED = checksumSeed(META);
const ENTRIES = 'entries';
const ENTRIES_SEED = checksumSeed(ENTRIES);
/** Highest number of marks of truncated entries that one commit removes. */
const MARKS_REMOVED_MAX = 1024;

/** Stands for a table that the program which wrote the file did not have. */
const NO_TABLE = {
  get: () => undefined,
  getRange: () => [],
  getKeys: () => [],
  getStats: () => ({ entryCount: 0 }),
};

const metaIn = (bytes: Buffer, directory: string): Meta => {
  if (isWhole(META_SEED, 0, bytes)) {
    const meta = unpackChecked(bytes) as Meta;
    const range = statedRange(meta.version, meta.leastReader, meta.leastWriter);
    if (range !== undefined) return { ...meta, ...range };
  }
  throw new StoreDamage(`the meta row of the journal in ${directory} is damaged`);
};

const markIn = (at: number, bytes: Buffer): EntryMark => {
  if (!isWhole(ENTRIES_SEED, at, bytes)) throw new StoreDamage(`the mark of entry ${at} of the log is damaged`);
  return { ...(unpackChecked(bytes) as Omit<EntryMark, 'at'>), at };
};

/** A directory with the file of another process, beside a lock file that is the reader's own: store/beside.ts. */
const placeBeside = (directory: string): string => {
  const file = realpathSync(join(directory, DATA_FILE));
  const place = mkdtempSync(join(tmpdir(), 'kontor-moment-'));
  symlinkSync(file, join(place, DATA_FILE));
  return place;
};

/** State that is read: the last commit of this process, a file without a writer, or one moment of another process. */
type Reads = 'latest' | 'unchanging' | 'moment';

class LmdbJournal implements Journal {
  meta: Meta | undefined;
  readonly cipher: SubjectCipher | undefined;
  private readonly directory: string;
  private beforeFirstCommit: (() => void) | undefined;
  /** Transaction of all reads, if they are of a single moment. */
  private readonly moment: { readonly transaction: Transaction } | undefined;
  /** Without a moment, an iterator shows what commits change under it. */
  private readonly ranges: { readonly snapshot: false; readonly transaction?: Transaction };
  /** The place beside another process; undefined where the file is this one's. */
  private readonly beside: string | undefined;
  private readonly env: RootDatabase;
  private readonly metaTable: Database<Buffer, string>;
  private readonly batchTable: Table;
  /** Marks of entries of the log, by number. */
  private readonly entryTable: Table;
  private readonly rowTables: ReadonlyMap<KindName, Table>;
  private readonly tombstoneTables: ReadonlyMap<KindName, Table>;
  /** Audit entries by sequence number, and an index of them by the object that they are about. */
  private readonly auditTable: Table;
  private readonly auditByObject: Database<Buffer, readonly [KindName, number, number] & Key>;

  constructor(
    directory: string,
    durability: Durability,
    cipher: SubjectCipher | undefined,
    reads: Reads = 'latest',
    beforeFirstCommit?: () => void,
  ) {
    this.cipher = cipher;
    this.directory = directory;
    this.beforeFirstCommit = beforeFirstCommit;
    const readOnly = reads !== 'latest';
    if (!readOnly) makeDirectory(directory);
    this.beside = reads === 'moment' ? placeBeside(directory) : undefined;
    this.env = open({
      path: this.beside ?? directory,
      // Without this, LMDB takes a path with a dot in its last part for a file.
      noSubdir: false,
      maxDbs: TABLES_MAX,
      // With this off, a commit resolves only when its data and its meta page are on the disk.
      overlappingSync: false,
      // The engine batches already. With batching by turn, a failed commit would also reject a promise that no caller
      // can reach.
      eventTurnBatching: false,
      noSync: durability !== 'fsync',
      // On a read-only file system LMDB makes no lock file; the lock of the store keeps writers out.
      readOnly,
    });
    const openTable = <K extends Key>(name: string, more: object = {}): Database<Buffer, K> => {
      const opened: Database<Buffer, K> | undefined = this.env.openDB({ name, encoding: 'binary', ...more });
      return opened ?? (NO_TABLE as unknown as Database<Buffer, K>);
    };
    const table = (name: string): Table => openTable(name, { keyEncoding: 'uint32' });
    const openTables = () => ({
      meta: openTable<string>(META, { useVersions: true }),
      batches: openTable<number>('journal'),
      entries: openTable<number>(ENTRIES),
      rows: new Map(KIND_NAMES.map((kind) => [kind, table(`row.${kind}`)])),
      tombstones: new Map(KIND_NAMES.map((kind) => [kind, table(`tombstone.${kind}`)])),
      audit: openTable<number>('audit'),
      auditByObject: openTable<readonly [KindName, number, number] & Key>('audit.object'),
    });
    // A new file gets all tables in one transaction; otherwise each would be synced by itself.
    const tables = readOnly ? openTables() : this.env.transactionSync(openTables);
    this.metaTable = tables.meta;
    this.batchTable = tables.batches;
    this.entryTable = tables.entries;
    this.rowTables = tables.rows;
    this.tombstoneTables = tables.tombstones;
    this.auditTable = tables.audit;
    this.auditByObject = tables.auditByObject;
    this.moment = reads === 'moment' ? { transaction: this.env.useReadTransaction() } : undefined;
    this.ranges = { snapshot: false, ...this.moment };
    const bytes = this.metaTable.get(META, this.moment);
    try {
      this.meta = bytes === undefined ? undefined : metaIn(bytes, directory);
    } catch (error) {
      void this.close();
      throw error;
    }
  }

  async commit(commit: Commit): Promise<boolean> {
    const { follows, batches, entries, rows, truncatedBatches, droppedTombstones, audit, meta } = commit;
    const outOfDate = truncatedBatches.length === 0 ? [] : this.marksUpTo(meta.truncatedSeq);
    this.beforeFirstCommit?.();
    this.beforeFirstCommit = undefined;
    const writes = new Set<Promise<boolean>>();
    const write = (): void => {
      for (const { firstSeq, bytes } of batches) writes.add(this.batchTable.put(firstSeq, bytes));
      for (const { at, ...mark } of entries) writes.add(this.entryTable.put(at, packChecked(ENTRIES_SEED, at, mark)));
      for (const at of outOfDate) writes.add(this.entryTable.remove(at));
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
      writes.add(this.metaTable.put(META, packChecked(META_SEED, 0, meta), meta.commitNumber));
      // The promise of the whole transaction reports a failure. Unhandled rejections of single writes would end the
      // process before its replies are sent.
      for (const written of writes) written.catch(() => {});
    };
    // The meta row's version, which only grows, detects a second writer. The absence of the next batch proves nothing,
    // because batches are truncated.
    try {
      const committed =
        follows === 0
          ? await this.metaTable.ifNoExists(META, write)
          : await this.metaTable.ifVersion(META, follows, write);
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
    const [start = 0] = this.batchTable.getKeys({ start: seq, reverse: true, limit: 1, ...this.ranges });
    for (const { key, value } of this.batchTable.getRange({ start: start as number, ...this.ranges })) {
      yield { firstSeq: key as number, bytes: value };
    }
  }

  oldestBatches(limit: number, fromSeq = 0): number[] {
    return [...this.batchTable.getKeys({ start: fromSeq, limit, ...this.ranges })] as number[];
  }

  *entries(at: number): Iterable<EntryMark> {
    for (const [number, bytes] of this.values(this.entryTable, at)) yield markIn(number, bytes);
  }

  lastEntry(): EntryMark | undefined {
    for (const { key, value } of this.entryTable.getRange({ reverse: true, limit: 1, ...this.ranges }))
      return markIn(key, value);
    return undefined;
  }

  /** Numbers of the marks that are truncated with the records up to `seq`; the last mark stays. */
  private marksUpTo(seq: number): number[] {
    const marks: EntryMark[] = [];
    for (const mark of this.entries(0)) {
      marks.push(mark);
      if (mark.lastSeq > seq || marks.length > MARKS_REMOVED_MAX) break;
    }
    return marks.slice(0, -1).map(({ at }) => at);
  }

  row(kind: KindName, id: number): Buffer | undefined {
    return this.rowTables.get(kind)!.get(id, this.moment);
  }

  rows(kind: KindName): Iterable<readonly [number, Buffer]> {
    return this.values(this.rowTables.get(kind)!);
  }

  tombstone(kind: KindName, id: number): Buffer | undefined {
    return this.tombstoneTables.get(kind)!.get(id, this.moment);
  }

  tombstones(kind: KindName, fromId = 0): Iterable<readonly [number, Buffer]> {
    return this.values(this.tombstoneTables.get(kind)!, fromId);
  }

  *audit(seq: number, object?: AuditRow['objects'][number]): Iterable<readonly [number, Buffer]> {
    if (object === undefined) {
      for (const { key, value } of this.auditTable.getRange({ start: seq, ...this.ranges })) yield [key, value];
      return;
    }
    const [kind, id] = object;
    for (const [, , entrySeq] of this.auditByObject.getKeys({
      start: [kind, id, seq],
      end: [kind, id, Number.MAX_SAFE_INTEGER],
      ...this.ranges,
    })) {
      const bytes = this.auditTable.get(entrySeq, this.moment);
      if (bytes !== undefined) yield [entrySeq, bytes];
    }
  }

  auditCount(): number {
    return (this.auditTable.getStats() as { readonly entryCount: number }).entryCount;
  }

  private *values(table: Table, start = 0): Iterable<readonly [number, Buffer]> {
    for (const { key, value } of table.getRange({ start, ...this.ranges })) yield [key as number, value];
  }

  keepMoment(): () => void {
    const transaction = this.env.useReadTransaction();
    return () => transaction.done();
  }

  async close(): Promise<void> {
    this.moment?.transaction.done();
    await this.env.close();
    if (this.beside !== undefined) rmSync(this.beside, { recursive: true, force: true });
  }
}

/** How long a failed commit waits for its reason, which LMDB gives within a millisecond. */
const REASON_MS_MAX = 100;

/** Reason of a failed commit. LMDB rejects the promise with the reason a moment after that of the commit. */
const reasonOf = async (commitError: Promise<unknown>): Promise<string> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('the commit failed'), REASON_MS_MAX);
  });
  const rejected = commitError.then(String, (reason: unknown) =>
    reason instanceof Error ? reason.message : String(reason),
  );
  const reason = await Promise.race([rejected, late]);
  clearTimeout(timer);
  // LMDB appends the file position and its buffers, which say nothing to an operator.
  return reason.replace(/: Attempting to write .*$/s, '');
};

const opened = (directory: string, open: () => Journal): Journal => {
  try {
    return open();
  } catch (error) {
    // The messages of LMDB do not name the file.
    if (error instanceof Error && typeof (error as { readonly code?: unknown }).code === 'number')
      error.message = `${directory}: ${error.message}`;
    throw error;
  }
};

const checked = (directory: string, open: () => Journal): Journal => {
  checkLmdb(directory);
  return opened(directory, open);
};

/**
 * Opens the journal. If `beforeFirstCommit` throws, nothing is committed. Throws when the directory cannot be made, or
 * when LMDB would crash on the file in it.
 */
export const openLmdb = (
  directory: string,
  durability: Durability,
  cipher: SubjectCipher | undefined,
  beforeFirstCommit?: () => void,
): Journal =>
  checked(directory, () => {
    const isNew = !existsSync(join(directory, DATA_FILE));
    const journal = new LmdbJournal(directory, durability, cipher, 'latest', beforeFirstCommit);
    if (isNew) {
      // LMDB syncs the file but not its name; without it a power failure could take all that was committed.
      syncDirectory(directory);
      syncDirectory(dirname(directory));
    }
    return journal;
  });

/** As `openLmdb`, for reading an existing journal; writes nothing where the disk takes no writes. */
export const openLmdbReadOnly = (directory: string, cipher: SubjectCipher | undefined): Journal =>
  checked(directory, () => new LmdbJournal(directory, 'fsync', cipher, 'unchanging'));

/**
 * Opens the journal of another running process, which has checked the file, as of its last commit. That process must
 * keep a moment until it is closed (store/beside.ts): otherwise it may write other things where this one reads.
 */
export const openLmdbMoment = (directory: string, cipher: SubjectCipher | undefined): Journal =>
  opened(directory, () => new LmdbJournal(directory, 'fsync', cipher, 'moment'));

/** Opens a journal for reading. `isServed`: as `openLmdbMoment` has it. */
export const openLmdbToRead = (directory: string, cipher: SubjectCipher | undefined, isServed: boolean): Journal =>
  (isServed ? openLmdbMoment : openLmdbReadOnly)(directory, cipher);

/**
 * Copies a journal, as of its last commit, into a new directory, synced. `isOther`: another process has it open, and
 * keeps a moment meanwhile.
 */
export const copyLmdb = async (from: string, directory: string, isOther: boolean): Promise<void> => {
  makeDirectory(directory);
  if (isOther) await copyMoment(join(from, DATA_FILE), join(directory, DATA_FILE));
  else {
    const env = open({ path: from, noSubdir: false, maxDbs: TABLES_MAX, overlappingSync: false, readOnly: true });
    try {
      await env.backup(directory, false);
    } finally {
      await env.close();
    }
  }
  await syncAside(join(directory, DATA_FILE), 'r+');
  await syncAside(directory);
};

/** Syncs the file, so that commits made without sync survive a power failure. */
export const syncLmdb = (directory: string): void => {
  const path = join(directory, DATA_FILE);
  if (!existsSync(path)) return;
  const fd = openSync(path, 'r+');
  fsyncSync(fd);
  closeSync(fd);
};
