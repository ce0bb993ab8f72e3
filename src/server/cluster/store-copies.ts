// Copies of the store of a running node, for nodes that join: consistent, and kept while they are fetched, so that a
// broken download is resumed.
import { createHash } from 'node:crypto';
import { createReadStream, rmSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreDamage } from '../../engine/disk/store-damage.ts';
import { copyLmdb } from '../../engine/journal/lmdb-journal.ts';
import { journalPath, randomHex } from '../../engine/store/identity.ts';

/** A copy is removed when it was not asked for during that time. */
const KEPT_MS = 600_000;
const PIECE_BYTES = 262_144;

export interface StoreCopy {
  readonly id: string;
  readonly bytes: number;
  readonly path: string;
}

export class StoreCopies {
  private readonly directory: string;
  private readonly data: string;
  private kept: StoreCopy | undefined;
  private making: Promise<StoreCopy> | undefined;
  private timer: NodeJS.Timeout | undefined;
  /** Resolves when nothing is removed any more. */
  private removed: Promise<void> = Promise.resolve();

  /** Removes the copies of an earlier process. */
  constructor(data: string) {
    this.data = data;
    this.directory = join(data, 'copy-for-nodes');
    rmSync(this.directory, { recursive: true, force: true });
  }

  /** Returns the copy with this id, or a new one. Nodes that join together share one. Rejects with the disk's error. */
  async get(id: string): Promise<StoreCopy> {
    const kept = this.kept?.id === id ? this.kept : undefined;
    const copy = kept ?? (await (this.making ??= this.make().finally(() => (this.making = undefined))));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.remove(), KEPT_MS);
    this.timer.unref();
    return copy;
  }

  private async make(): Promise<StoreCopy> {
    await this.remove();
    await copyLmdb(journalPath(this.data), this.directory, false);
    const path = join(this.directory, 'data.mdb');
    this.kept = { id: randomHex(8), bytes: (await stat(path)).size, path };
    return this.kept;
  }

  /** Returns the pieces from this byte on. */
  pieces({ path, bytes }: StoreCopy, offset: number): AsyncIterable<Buffer> {
    if (!Number.isSafeInteger(offset) || offset < 0 || offset > bytes)
      throw new StoreDamage(`a copy of ${bytes} bytes has no byte ${offset}`);
    return createReadStream(path, { start: offset, highWaterMark: PIECE_BYTES });
  }

  /** Asynchronous, because a file can have gigabytes. What cannot be removed now is removed by the next start. */
  private remove(): Promise<void> {
    this.kept = undefined;
    this.removed = this.removed.then(() => rm(this.directory, { recursive: true, force: true })).catch(() => {});
    return this.removed;
  }

  close(): void {
    clearTimeout(this.timer);
    this.kept = undefined;
    rmSync(this.directory, { recursive: true, force: true });
  }
}

/** SHA-256 of a file, hexadecimal. */
export const digestOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) hash.update(piece);
  return hash.digest('hex');
};
