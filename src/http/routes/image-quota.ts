// Limits the bytes of pictures in the folder of the shop, so that no uploader can fill the disk.
//
// Guaranteed: uploads by this process stay within the quota, also at once. Files that other programs put there or take
// away count from the next upload on that would be refused, or a few seconds later: a folder of many files is not
// counted again for each of them.
import { promises } from 'node:fs';
import { refuseAt } from '../../kernel/limits.ts';
import { DONE } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';

/** The end of the name of a file that is being written. */
export const WRITING = '.tmp';

const COUNT_AGAIN_MS = 5_000;
const MIB = 1_048_576;
const megabytes = (bytes: number): string => (bytes / MIB).toFixed(1);

export class ImageQuota {
  readonly directory: string;
  private readonly megabytesMax: number;
  /** Bytes of the files in the folder; undefined: not counted yet. */
  private keptBytes: number | undefined;
  private countedMs = 0;
  private readonly now: () => number;
  /** Bytes of pictures that are being written. */
  private takenBytes = 0;
  /** End of the last take: takes run one after the other, since counting takes time. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(directory: string, megabytesMax: number, now = (): number => performance.now()) {
    this.now = now;
    this.directory = directory;
    this.megabytesMax = megabytesMax;
  }

  /** Takes room for a picture before it is written. Refuses: IMAGES_FULL. */
  take(bytes: number): Promise<Result<void>> {
    const taken = this.last.then(() => this.takeNow(bytes));
    this.last = taken.catch(() => {});
    return taken;
  }

  /** Ends a take: the picture is a file of the folder now, or there is none. */
  finish(bytes: number, isKept: boolean): void {
    this.takenBytes -= bytes;
    if (isKept && this.keptBytes !== undefined) this.keptBytes += bytes;
  }

  private async takeNow(bytes: number): Promise<Result<void>> {
    const bytesMax = this.megabytesMax * MIB;
    const isRoom = (keptBytes: number): boolean => keptBytes + this.takenBytes + bytes <= bytesMax;
    const isOld = (): boolean => this.now() - this.countedMs >= COUNT_AGAIN_MS;
    if (this.keptBytes === undefined || (!isRoom(this.keptBytes) && isOld())) {
      this.keptBytes = await this.count();
      this.countedMs = this.now();
    }
    if (isRoom(this.keptBytes)) {
      this.takenBytes += bytes;
      return DONE;
    }
    const used = megabytes(this.keptBytes + this.takenBytes);
    const detail =
      `Pictures have ${used} MiB, this one has ${megabytes(bytes)} MiB, and imagesMb allows ${this.megabytesMax} MiB. ` +
      'Delete those that nothing shows (delete_unused_images), or raise the setting.';
    return refuseAt('imagesMb', 'IMAGES_FULL', '', detail);
  }

  private async count(): Promise<number> {
    let bytes = 0;
    const names = await promises.readdir(this.directory).catch((): string[] => []);
    for (const name of names.filter((one) => !one.endsWith(WRITING)))
      bytes += await promises.stat(`${this.directory}/${name}`).then(
        (stat) => (stat.isFile() ? stat.size : 0),
        () => 0,
      );
    return bytes;
  }
}
