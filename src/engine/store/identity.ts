// The file store.json: identity of a store, and what its next start must know before it trusts the journal.
//
// Written atomically (write, rename, sync of the directory) and readable by its owner alone, because it holds the key
// from which session codes and webhook secrets are derived. That key is in no journal and in no snapshot file: without
// store.json a store cannot be opened.
// Glossary (docs/internals/glossary.md): timeline.
import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkedJson, readCheckedJson } from '../disk/checked-json.ts';
import { STORE_FORMAT, mustRead } from '../disk/format.ts';
import type { FormatRange } from '../disk/format.ts';
import { StoreDamage } from '../disk/store-damage.ts';
import { syncAside, syncDirectory } from '../disk/sync-directory.ts';
import { systemReason } from '../disk/system-error.ts';
import type { SavedTime } from '../time/journal-time.ts';
import type { Numbers } from '../recovery/number-reservation.ts';
import type { SnapshotOwner } from '../snapshots/snapshot-files.ts';

export interface StoreIdentity extends SnapshotOwner {
  /** Format of the whole store: which versions may read and write it. */
  readonly format: FormatRange;
  /** 64 hexadecimal digits: session codes, webhook secrets and idempotency digests are derived from it. */
  readonly key: string;
  /** False from before the first commit without sync until all commits were synced at a clean end. */
  readonly synced: boolean;
  /** The boot of the machine on which commits without sync were made. */
  readonly bootId: string;
  /** Whether a record was ever durable; a missing journal is then a loss and no new store. */
  readonly started: boolean;
  /**
   * Part of every id of the change feed. Made anew wherever record numbers may be used again for other contents: by a
   * restore, a fall back to a snapshot file, and the truncation of a torn tail. A reader with another epoch must
   * resync.
   */
  readonly feedEpoch: string;
  /** The first numbers of orders and invoices that were certainly not given; absent where commits are synced. */
  readonly reserved?: Partial<Numbers>;
  /** Time saved by the last run, at most an hour old; absent before the first run. */
  readonly time?: SavedTime;
  /** Whether damage was met while the store was served; the next start then compares every row with its digest. */
  readonly rowsSuspect?: boolean;
  /** Data directory whose server this store follows; absent: it is served by itself. */
  readonly follows?: string | undefined;
  /** Data directory that the store followed until it was promoted. */
  readonly promotedFrom?: string;
  /** Whether the copy with which it begins to follow is incomplete. */
  readonly isCopying?: boolean;
  /** Store that goes on with this shop, so that this one must not be served any more. */
  readonly replaced?: Replacement;
  /** Place among the nodes that share a log, as which alone the store is served; absent: it has no log. */
  readonly cluster?: ClusterPlace | undefined;
  /** Record after which the copy in the directory `upgrade` goes on; the next start makes it this store. */
  readonly upgradedAt?: number;
}

export interface Replacement {
  /** Data directory of the other store. */
  readonly by: string;
  /** The last record that both have. */
  readonly seq: number;
  readonly atMs: number;
}

/** Which node of which log a store is. */
export interface ClusterPlace {
  /** Name of the shop in the log, and of the node in the shop. */
  readonly shop: string;
  readonly node: string;
  /** Random id, drawn when the directory became a node's; a copied directory has another node's id. */
  readonly nodeId: string;
  readonly logId: string;
  /** Where the log begins: the epoch and the record before its first entry. */
  readonly startEpoch: number;
  readonly startSeq: number;
  /** Whether other nodes no longer have the next records; it must begin again with a copy of one of them. */
  readonly isBehind?: boolean;
}

/** Name of the file; a directory without it holds no store. */
export const IDENTITY_FILE = 'store.json';
export const identityPath = (directory: string): string => join(directory, IDENTITY_FILE);
export const journalPath = (directory: string): string => join(directory, 'journal');

export const randomHex = (bytes: number): string => randomBytes(bytes).toString('hex');
export const newTimeline = (): string => randomHex(4);
export const newEpoch = (): string => randomHex(4);

export const newIdentity = (bootId: string, id = randomHex(16)): StoreIdentity => ({
  format: STORE_FORMAT,
  id,
  timeline: newTimeline(),
  key: randomHex(32),
  synced: true,
  bootId,
  started: false,
  feedEpoch: newEpoch(),
});

const readText = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new Error(`${path} cannot be read: ${systemReason(error)}`, { cause: error });
  }
};

/** As `readIdentity`, of any format: `id` and `key` have the same names in all of them. */
export const readIdentityOfAnyFormat = (directory: string): StoreIdentity | undefined => {
  const path = identityPath(directory);
  const text = readText(path);
  if (text === undefined) return undefined;
  const file = readCheckedJson(text);
  if (file === 'damaged') throw new StoreDamage(`${path} is damaged: without its key the store cannot be opened`);
  return { ...(file.members as unknown as StoreIdentity), format: file.format };
};

/**
 * Reads the identity; undefined for a directory without a store. Throws StoreDamage, WrongFormat, and errors of the
 * file system.
 */
export const readIdentity = (directory: string): StoreIdentity | undefined => {
  const identity = readIdentityOfAnyFormat(directory);
  if (identity !== undefined) mustRead(`the store in ${directory}`, identity.format);
  return identity;
};

const unwritable = (path: string, error: unknown): Error =>
  new Error(`${path} cannot be written: ${systemReason(error)}`, { cause: error });

/** Throws what the file system says. */
export const writeIdentity = (directory: string, { format, ...members }: StoreIdentity): void => {
  const path = identityPath(directory);
  try {
    const text = checkedJson(format, members, 2);
    writeFileSync(`${path}.part`, text, { mode: 0o600, flush: true });
    renameSync(`${path}.part`, path);
    syncDirectory(directory);
  } catch (error) {
    throw unwritable(path, error);
  }
};

/**
 * As `writeIdentity`, on a thread of the pool but for the change of the name. `isStill`: whether nothing newer was
 * written meanwhile; otherwise this is dropped.
 */
export const writeIdentityAside = async (
  directory: string,
  { format, ...members }: StoreIdentity,
  isStill: () => boolean,
): Promise<void> => {
  const path = identityPath(directory);
  const aside = `${path}.aside`;
  try {
    await writeFile(aside, checkedJson(format, members, 2), { mode: 0o600, flush: true });
    if (!isStill()) return await rm(aside, { force: true });
    renameSync(aside, path);
    return await syncAside(directory);
  } catch (error) {
    throw unwritable(path, error);
  }
};

/** Id of the machine's boot; '' where the system has none, which counts as the same boot. */
export const machineBootId = (): string => {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
};
