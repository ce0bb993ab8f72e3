// A file of an export while it is written: under a name that says so, so that nobody takes a part of it for the whole.
import { renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

const PART = '.part';

/** Where the file stands until it is whole. */
export const partOf = (path: string): string => `${path}${PART}`;

export const isPart = (name: string): boolean => name.endsWith(PART);

/** The name that it gets, or has. */
export const wholeOf = (name: string): string => (isPart(name) ? name.slice(0, -PART.length) : name);

/** Gives a file that is whole its name. */
export const keepPart = (path: string): void => renameSync(partOf(path), path);

export class FilePart {
  readonly path: string;
  bytes = 0;
  private readonly file: FileHandle;

  private constructor(path: string, file: FileHandle) {
    this.path = path;
    this.file = file;
  }

  /** For its owner alone; what an export that was ended left there goes. */
  static async begin(path: string): Promise<FilePart> {
    rmSync(partOf(path), { force: true });
    return new FilePart(path, await open(partOf(path), 'wx', 0o600));
  }

  async write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      const { bytesWritten } = await this.file.write(bytes, at);
      at += bytesWritten;
    }
    this.bytes += bytes.length;
  }

  /** All of it is on the disk then. */
  async end(): Promise<void> {
    await this.file.sync();
    await this.file.close();
  }

  keep(): void {
    keepPart(this.path);
  }

  async drop(): Promise<void> {
    await this.file.close().catch(() => {});
    rmSync(partOf(this.path), { force: true });
  }
}
