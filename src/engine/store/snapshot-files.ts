// Which snapshot files belong to a store: names, listing and removal.
//
// A store's id is not enough. A store that was taken back to a backup, and a clone, have the id of the store they were
// made from, and record numbers that mean something else there. Every restore therefore starts a new timeline, as
// PostgreSQL calls it, and the name of a file carries it: `<store id>-<timeline>-<seqTo>.snapshot`.
// A store writes and removes files of its own timeline only. It also reads its parent's, up to the record at which it
// left it. Files of abandoned timelines are never removed.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readSnapshotHeader } from './snapshot-format.ts';
import type { SnapshotHeader } from './snapshot-format.ts';

export interface SnapshotFile extends SnapshotHeader {
  readonly path: string;
  readonly timeline: string;
}

/** The part of a store's identity that decides which files are its own. */
export interface SnapshotOwner {
  /** 32 hexadecimal digits; kept by restores. */
  readonly id: string;
  /** Eight hexadecimal digits; made by the first start and by every restore. */
  readonly timeline: string;
  /** Where a restore left its file's timeline; `timeline` is absent where the name of the file has none. */
  readonly parent?: { readonly timeline?: string; readonly upToSeq: number };
}

const stemOf = ({ id, timeline }: SnapshotOwner): string => `${id}-${timeline}`;

export const snapshotName = (owner: SnapshotOwner, seqTo: number): string =>
  `${stemOf(owner)}-${String(seqTo).padStart(16, '0')}.snapshot`;

/** `random`: tells two attempts apart. */
export const unfinishedName = (owner: SnapshotOwner, random: string): string => `${stemOf(owner)}.${random}.part`;

/** The timeline in the name of a store's file; undefined for any other name. */
export const timelineOf = (path: string, storeId: string): string | undefined => {
  const [, id, timeline] = /^([0-9a-f]{32})-([0-9a-f]{8})-\d{16}\.snapshot$/.exec(basename(path)) ?? [];
  return id === storeId ? timeline : undefined;
};

/** Whether the file is of the store's own timeline. */
export const isOwn = ({ timeline }: SnapshotOwner, file: SnapshotFile): boolean => file.timeline === timeline;

const isUsable = (owner: SnapshotOwner, file: SnapshotFile): boolean => {
  const { id, parent } = owner;
  const isParents = file.timeline === parent?.timeline && file.seqTo <= parent.upToSeq;
  return file.storeId === id && (isOwn(owner, file) || isParents);
};

/** The files that hold the store's history, oldest first. Files with a damaged header are left out. */
export const listSnapshots = (directory: string, owner: SnapshotOwner): SnapshotFile[] => {
  let names: string[];
  try {
    names = readdirSync(directory);
  } catch {
    return [];
  }
  return names
    .flatMap((name): SnapshotFile[] => {
      const path = join(directory, name);
      const timeline = timelineOf(name, owner.id);
      if (timeline === undefined) return [];
      try {
        const file = { ...readSnapshotHeader(path), path, timeline };
        return isUsable(owner, file) ? [file] : [];
      } catch {
        return [];
      }
    })
    .sort((a, b) => a.seqTo - b.seqTo);
};

/** Removes what a killed process left of this store's files. */
export const removeUnfinished = (directory: string, owner: SnapshotOwner): void => {
  if (!existsSync(directory)) return;
  for (const name of readdirSync(directory)) {
    if (name.startsWith(`${stemOf(owner)}.`) && name.endsWith('.part')) rmSync(join(directory, name));
  }
};

/** Removes own files beyond `keep`. Returns the record up to which the oldest kept file reaches, 0 without a file. */
export const pruneSnapshots = (directory: string, owner: SnapshotOwner, keep: number): number => {
  const files = listSnapshots(directory, owner).filter((file) => isOwn(owner, file));
  for (const { path } of files.slice(0, Math.max(0, files.length - keep))) rmSync(path);
  return files.slice(-keep)[0]?.seqTo ?? 0;
};

/**
 * The record up to which a start may truncate the journal. Its parent's files count only until the store has one of its
 * own, because it never removes them.
 */
export const truncatableSeqOf = (directory: string, owner: SnapshotOwner): number => {
  const files = listSnapshots(directory, owner);
  return (files.find((file) => isOwn(owner, file)) ?? files[0])?.seqTo ?? 0;
};
