// Which snapshot files belong to a store: names, listing and removal.
//
// A store's id is not enough: a restored store and a clone have the id of their origin, with other records under the
// same numbers. Every restore therefore starts a new timeline (PostgreSQL's word), which is in the name of a file:
// `<store id>-<timeline>-<seqTo>.snapshot`. A store writes and removes files of its own timeline only. It also reads
// its parent's, up to the record at which it left it. Files of abandoned timelines are never removed.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { FORMAT, WrongFormat } from '../disk/format.ts';
import { HEADER_BYTES, readSnapshotHeader, snapshotHeader } from './snapshot-format.ts';
import { POOL_DISK } from './snapshot-disk.ts';
import type { SnapshotDisk } from './snapshot-disk.ts';
import type { SnapshotHeader } from './snapshot-format.ts';
import type { SnapshotsUpTo } from '../journal/truncation.ts';

export interface SnapshotFile extends SnapshotHeader {
  readonly path: string;
  readonly timeline: string;
}

/** Part of a store's identity that decides which files are its own. */
export interface SnapshotOwner {
  /** 32 hexadecimal digits; kept by restores. */
  readonly id: string;
  /** Eight hexadecimal digits; made by the first start and by every restore. */
  readonly timeline: string;
  /** Where a restore branched off from its file's timeline; `timeline` is absent where the file's name has none. */
  readonly parent?: { readonly timeline?: string; readonly upToSeq: number };
}

const stemOf = ({ id, timeline }: SnapshotOwner): string => `${id}-${timeline}`;

export const snapshotName = (owner: SnapshotOwner, seqTo: number): string =>
  `${stemOf(owner)}-${String(seqTo).padStart(16, '0')}.snapshot`;

/** Name of an unfinished file. `random`: distinguishes two attempts. */
export const unfinishedName = (owner: SnapshotOwner, random: string): string => `${stemOf(owner)}.${random}.part`;

const NAME = /^([0-9a-f]{32})-([0-9a-f]{8})-(\d{16})\.snapshot$/;

/** The timeline in the name of a store's file; undefined for any other name. */
export const timelineOf = (path: string, storeId: string): string | undefined => {
  const [, id, timeline] = NAME.exec(basename(path)) ?? [];
  return id === storeId ? timeline : undefined;
};

/** Whether the file belongs to the store's own timeline. */
export const isOwn = ({ timeline }: SnapshotOwner, file: SnapshotFile): boolean => file.timeline === timeline;

type Placed = Pick<SnapshotFile, 'storeId' | 'timeline' | 'seqTo'>;

/** Whether a file holds a part of the store's history. */
export const isUsable = (owner: SnapshotOwner, { storeId, timeline, seqTo }: Placed): boolean => {
  const { id, parent } = owner;
  const isParents = timeline === parent?.timeline && seqTo <= parent.upToSeq;
  return storeId === id && (timeline === owner.timeline || isParents);
};

const namesIn = (directory: string): string[] => {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
};

/** Header of a file, or why it cannot be read. */
const headerOf = (path: string): SnapshotHeader | Error => {
  try {
    return readSnapshotHeader(path);
  } catch (error) {
    return error as Error;
  }
};

type Found = Pick<SnapshotFile, 'path' | 'timeline'>;

/** Files with names of this store. */
const named = (directory: string, names: readonly string[], owner: SnapshotOwner): Found[] =>
  names.flatMap((name) => {
    const timeline = timelineOf(name, owner.id);
    return timeline === undefined ? [] : [{ path: join(directory, name), timeline }];
  });

const inOrder = (found: readonly (readonly [Found, SnapshotHeader | Error])[], owner: SnapshotOwner): SnapshotFile[] =>
  found
    .flatMap(([file, header]) => (header instanceof Error ? [] : [{ ...header, ...file }]))
    .filter((file) => isUsable(owner, file))
    .sort((a, b) => a.seqTo - b.seqTo);

/** Files of the store's history, oldest first, without those whose header cannot be read. */
export const listSnapshots = (directory: string, owner: SnapshotOwner): SnapshotFile[] =>
  inOrder(
    named(directory, namesIn(directory), owner).map((file) => [file, headerOf(file.path)] as const),
    owner,
  );

/** As `listSnapshots`, without blocking the event loop on a slow disk. */
export const findSnapshots = async (
  directory: string,
  owner: SnapshotOwner,
  disk: SnapshotDisk = POOL_DISK,
): Promise<SnapshotFile[]> => {
  const found: (readonly [Found, SnapshotHeader | Error])[] = [];
  for (const file of named(directory, await disk.names(directory), owner)) {
    const header = await disk
      .head(file.path, HEADER_BYTES)
      .then((bytes) => snapshotHeader(file.path, bytes))
      .catch((error: unknown) => error as Error);
    found.push([file, header]);
  }
  return inOrder(found, owner);
};

/**
 * Throws WrongFormat if a file newer than all of `files` exists that this program does not read; called before a store
 * becomes that of its newest file.
 */
export const mustReadNewest = (directory: string, owner: SnapshotOwner, files: readonly SnapshotFile[]): void => {
  const newest = files.at(-1)?.seqTo ?? 0;
  for (const name of namesIn(directory)) {
    const [, storeId = '', timeline = '', digits] = NAME.exec(name) ?? [];
    const seqTo = Number(digits);
    if (digits === undefined || seqTo <= newest || !isUsable(owner, { storeId, timeline, seqTo })) continue;
    const header = headerOf(join(directory, name));
    if (header instanceof WrongFormat) throw header;
  }
};

/** Removes what a killed process left of this store's files. */
export const removeUnfinished = (directory: string, owner: SnapshotOwner): void => {
  if (!existsSync(directory)) return;
  for (const name of readdirSync(directory)) {
    if (name.startsWith(`${stemOf(owner)}.`) && name.endsWith('.part')) rmSync(join(directory, name));
  }
};

/**
 * Removes own files beyond `keep`, except the newest of each older format, which is the way back to the previous
 * program. Returns what the `keep` newest mean for the journal.
 */
export const pruneSnapshots = async (
  directory: string,
  owner: SnapshotOwner,
  keep: number,
  disk: SnapshotDisk,
): Promise<SnapshotsUpTo> => {
  const files = (await findSnapshots(directory, owner, disk)).filter((file) => isOwn(owner, file));
  const isWayBack = ({ format: { version }, seqTo }: SnapshotFile): boolean =>
    version < FORMAT && !files.some((other) => other.format.version === version && other.seqTo > seqTo);
  for (const file of files.slice(0, Math.max(0, files.length - keep)))
    if (!isWayBack(file)) await disk.remove(file.path);
  return upTo(files.slice(-keep));
};

/**
 * Files that bound truncation at a start. The parent's files count only until the store has its own, because it never
 * removes them.
 */
export const snapshotsUpTo = (directory: string, owner: SnapshotOwner): SnapshotsUpTo => {
  const files = listSnapshots(directory, owner);
  const own = files.filter((file) => isOwn(owner, file));
  return upTo(own.length > 0 ? own : files);
};

const upTo = (files: readonly SnapshotFile[]): SnapshotsUpTo => ({
  oldest: files[0]?.seqTo ?? 0,
  newest: files.at(-1)?.seqTo ?? 0,
});
