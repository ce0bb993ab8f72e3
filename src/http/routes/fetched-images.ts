// Pictures that were fetched from other servers, and which address each came from, so that none is fetched twice.
//
// A file `by-address/DIGEST` in the folder of pictures has the name of the picture of an address. Guaranteed: what it
// names is in the folder; a picture that was deleted since is not known any more. Not promised: that the address still
// has this picture.
import { createHash } from 'node:crypto';
import { promises } from 'node:fs';
import { ok } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { ImageQuota } from './image-quota.ts';
import { contentTypeOf, isThere, saveImage, writeFile } from './image-upload.ts';
import { imageTypeOf } from './images.ts';

const FOLDER = 'by-address';

export class FetchedImages {
  private readonly quota: ImageQuota;

  constructor(quota: ImageQuota) {
    this.quota = quota;
  }

  private get folder(): string {
    return `${this.quota.directory}/${FOLDER}`;
  }

  private fileOf(address: string): string {
    return createHash('sha256').update(address).digest('hex');
  }

  /** The path of the picture that came from an address; undefined where it is not there. */
  async known(address: string): Promise<string | undefined> {
    const name = await promises.readFile(`${this.folder}/${this.fileOf(address)}`, 'utf8').catch(() => '');
    if (imageTypeOf(name) === undefined) return undefined;
    return (await isThere(`${this.quota.directory}/${name}`)) ? `/images/${name}` : undefined;
  }

  /** Keeps a picture. Refuses as saveImage. Rejects with what the file system says. */
  async keep(address: string, bytes: Uint8Array): Promise<Result<string>> {
    const name = await saveImage(this.quota, { contentType: contentTypeOf(bytes), body: bytes });
    if (!name.ok) return name;
    await promises.mkdir(this.folder, { recursive: true });
    await writeFile(this.folder, this.fileOf(address), Buffer.from(name.value));
    return ok(`/images/${name.value}`);
  }
}
