// POST /admin/images: a picture for products, from the page of the back office, into the folder that /images/ is served
// from.
//
// Guaranteed: the name is the digest of the bytes, so that a picture never replaces another one, and the same one sent
// again is there once; the bytes begin as those of their type do, and have what ends them; a reply means that the file
// is on the disk. Not promised: that a browser can show it, or that other servers of the shop get the file. It is no
// record of the journal; a backup of the shop does not hold it.
import { createHash, randomUUID } from 'node:crypto';
import { promises } from 'node:fs';
import { IMAGE_BYTES_MAX } from '../../kernel/picture-bytes.ts';
import { PICTURE_ENDS, PICTURE_SIGNATURES } from '../../kernel/picture-signatures.ts';
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { bufferOf } from '../form/form.ts';
import { WRITING } from './image-quota.ts';
import type { ImageQuota } from './image-quota.ts';
import { IMAGE_TYPES } from './images.ts';

/** Hexadecimal digits of the digest: 128 bits. */
const NAME_DIGITS = 32;

/** Returns the content type by the first bytes; '' if they are no picture's. */
export const contentTypeOf = (body: Uint8Array): string => {
  const ending = Object.keys(PICTURE_SIGNATURES).find((one) => PICTURE_SIGNATURES[one]!(bufferOf(body)));
  return ending === undefined ? '' : IMAGE_TYPES[ending]!;
};

interface Upload {
  readonly contentType: string;
  /** Valid until the call returns. */
  readonly body: Uint8Array;
}

/** The ending of a picture's name. Refuses: BODY_TOO_LARGE, BODY_UNDECODABLE. */
const endingOf = ({ contentType, body }: Upload): Result<string> => {
  if (body.length > IMAGE_BYTES_MAX)
    return refuse('BODY_TOO_LARGE', '', `A picture has at most ${IMAGE_BYTES_MAX / 1_048_576} MiB.`);
  const type = contentType.split(';', 1)[0]!.trim().toLowerCase();
  const ending = Object.keys(PICTURE_SIGNATURES).find((one) => IMAGE_TYPES[one] === type);
  if (ending === undefined)
    return refuse('BODY_UNDECODABLE', '', 'Pictures are PNG, JPEG, GIF, WebP, AVIF or SVG, with its content type.');
  const bytes = bufferOf(body);
  if (!PICTURE_SIGNATURES[ending]!(bytes))
    return refuse('BODY_UNDECODABLE', '', `These bytes are no ${ending.toUpperCase()}.`);
  return PICTURE_ENDS[ending]!(bytes)
    ? ok(ending)
    : refuse('BODY_UNDECODABLE', '', `This ${ending.toUpperCase()} is cut short: it has no end.`);
};

/** Writes the file beside its place and moves it there; file and name are synced. */
export const writeFile = async (directory: string, name: string, bytes: Buffer): Promise<void> => {
  const beside = `${directory}/${name}.${randomUUID()}${WRITING}`;
  try {
    const file = await promises.open(beside, 'wx');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await promises.rename(beside, `${directory}/${name}`);
  } catch (error) {
    await promises.rm(beside, { force: true });
    throw error;
  }
  const names = await promises.open(directory, 'r');
  await names.sync().finally(() => names.close());
};

/** Whether there is a file. It counts as uploaded now: a file that nothing names is deleted a day later. */
export const isThere = async (path: string, now = new Date()): Promise<boolean> => {
  try {
    await promises.utimes(path, now, now);
    return (await promises.stat(path)).isFile();
  } catch {
    return false;
  }
};

/**
 * Keeps a picture under the digest of its bytes. Refuses: BODY_TOO_LARGE, BODY_UNDECODABLE, IMAGES_FULL. Rejects with
 * what the file system says.
 */
export const saveImage = async (quota: ImageQuota, upload: Upload): Promise<Result<string>> => {
  const { directory } = quota;
  const ending = endingOf(upload);
  if (!ending.ok) return ending;
  const bytes = Buffer.from(upload.body);
  const name = `${createHash('sha256').update(bytes).digest('hex').slice(0, NAME_DIGITS)}.${ending.value}`;
  await promises.mkdir(directory, { recursive: true });
  if (await isThere(`${directory}/${name}`)) return ok(name);
  const room = await quota.take(bytes.length);
  if (!room.ok) return room;
  let isKept = false;
  try {
    await writeFile(directory, name, bytes);
    isKept = true;
  } finally {
    quota.finish(bytes.length, isKept);
  }
  return ok(name);
};
