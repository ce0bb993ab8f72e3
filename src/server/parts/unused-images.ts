// Finds and deletes pictures of the folder that nothing of the shop names: no record, no template and no setting.
//
// Guaranteed: a picture that was uploaded within the last day stays, so that the author of a product has time to save
// it; one that comes back while it is being deleted stays. Not promised: that an earlier state of the shop, as a
// snapshot file has it, finds its pictures; folders of other servers of the shop.
import { randomUUID } from 'node:crypto';
import { promises } from 'node:fs';
import { join } from 'node:path';
import { SLICE_MS, pauseAfter } from '../../admin/slices.ts';
import type { Config } from '../../config/config.ts';
import type { KindName } from '../../domain/kind-types.ts';
import type { IssuedInvoice } from '../../domain/orders/issued-invoice.ts';
import type { Engine } from '../../engine/engine.ts';
import { NameWalk } from '../../engine/maintenance/name-walk.ts';
import { WRITING } from '../../http/routes/image-quota.ts';
import { imageTypeOf } from '../../http/routes/images.ts';
import type { ImageServices, UnusedImage } from '../../operations/context/image-services.ts';
import { Packing } from '../../outside/documents/packing.ts';
import { SYSTEM_CLOCK } from '../../outside/system-clock.ts';
import { imageFolder } from './image-folder.ts';

/** Since the last upload. */
const KEPT_MS = 86_400_000;

const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);
const unlessAbsent =
  <T>(value: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (ABSENT.has(error.code ?? '')) return value;
    throw error;
  };

const packing = new Packing();

/** What the issued documents of an order show: their contents are kept compressed. */
const hiddenIn = (kind: KindName, state: object): readonly string[] => {
  if (kind !== 'issued_invoice') return [];
  const { content, cancellation, creditNotes, earlier, partials } = state as IssuedInvoice;
  const issued = [...(earlier ?? []), ...Object.values(partials ?? {})].map((one) => one.content);
  return [content, cancellation, ...Object.values(creditNotes ?? {}), ...issued]
    .flatMap((one) => (one === null ? [] : [one.data, one.html]))
    .filter((text) => text !== '')
    .map((text) => Buffer.from(packing.unpackNow(text)).toString());
};

const imageAt = async (path: string, name: string): Promise<UnusedImage | undefined> => {
  const stat = await promises.lstat(path).catch(unlessAbsent(undefined));
  return stat?.isFile() === true ? { name, bytes: stat.size, savedMs: stat.mtimeMs } : undefined;
};

export class UnusedImages implements ImageServices {
  private readonly engine: Engine;
  private readonly config: Pick<Config, 'data' | 'templates'>;
  private readonly nowMs: () => number;
  private readonly directory: string;

  constructor(engine: Engine, config: Pick<Config, 'data' | 'templates'>, nowMs: () => number) {
    this.engine = engine;
    this.config = config;
    this.nowMs = nowMs;
    this.directory = imageFolder(config);
  }

  unused(): Promise<readonly UnusedImage[]> {
    return this.walk((found) => Promise.resolve(found));
  }

  deleteUnused(): Promise<readonly UnusedImage[]> {
    return this.walk(async (found, walk) => {
      const gone: UnusedImage[] = [];
      for (const image of found) if (await this.remove(image, walk)) gone.push(image);
      return gone;
    });
  }

  private async walk<T>(use: (found: readonly UnusedImage[], walk: NameWalk) => Promise<T>): Promise<T> {
    const images = await this.oldImages();
    const walk = new NameWalk(
      this.engine,
      images.map(({ name }) => name),
      hiddenIn,
    );
    try {
      walk.noteText(JSON.stringify(this.config));
      for await (const text of this.templates()) walk.noteText(text);
      await walk.run(pauseAfter(SLICE_MS));
      return await use(
        images.filter(({ name }) => walk.unnamed.has(name)),
        walk,
      );
    } finally {
      walk.close();
    }
  }

  private isOld({ savedMs }: UnusedImage): boolean {
    return savedMs < this.nowMs() - KEPT_MS;
  }

  private async oldImages(): Promise<UnusedImage[]> {
    const names = await promises.readdir(this.directory).catch(unlessAbsent<string[]>([]));
    const images: UnusedImage[] = [];
    for (const name of names.filter((one) => imageTypeOf(one) !== undefined)) {
      const image = await imageAt(join(this.directory, name), name);
      if (image !== undefined && this.isOld(image)) images.push(image);
    }
    return images.sort((a, b) => a.savedMs - b.savedMs || (a.name < b.name ? -1 : 1));
  }

  /** The shop's own. */
  private async *templates(): AsyncGenerator<string> {
    const { templates } = this.config;
    if (templates === '') return;
    for (const name of await promises.readdir(templates, { recursive: true }).catch(unlessAbsent<string[]>([])))
      yield await promises.readFile(join(templates, name), 'utf8').catch(unlessAbsent(''));
  }

  /** False: it stays, since it was uploaded or named meanwhile, or it is gone already. */
  private async remove({ name }: UnusedImage, walk: NameWalk): Promise<boolean> {
    const path = join(this.directory, name);
    // An upload of the same picture finds none from here on, and writes it anew.
    const beside = `${path}.${randomUUID()}${WRITING}`;
    const moved = await promises.rename(path, beside).then(() => true, unlessAbsent(false));
    const image = moved ? await imageAt(beside, name) : undefined;
    if (image === undefined) return false;
    if (walk.unnamed.has(name) && this.isOld(image)) {
      await promises.rm(beside, { force: true });
      return true;
    }
    await promises.rename(beside, path);
    return false;
  }
}

/** Pictures that are old by the system's clock. */
export const unusedImages = (engine: Engine, config: Config): UnusedImages =>
  new UnusedImages(engine, config, () => SYSTEM_CLOCK.nowMs());
