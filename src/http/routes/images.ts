// GET /images/<name>: pictures of the shop, from a folder of the data directory, without credentials.
//
// Guaranteed: only files of this folder are sent, and only under names of images. A page that shows an SVG as a
// document runs nothing of it and loads nothing. Not promised: that a standby has the images of its leader; it asks the
// leader for one that it lacks.
import { constants, promises } from 'node:fs';
import { IMAGE_BYTES_MAX } from '../../kernel/picture-bytes.ts';
import { refuseAt } from '../../kernel/limits.ts';
import type { Code } from '../../kernel/refusals.ts';
import { REFUSALS } from '../../kernel/refusals.ts';
import type { ReplyHeaders } from '../../kernel/reply-stream.ts';
import { entityTag, isKnownTag } from '../transport/entity-tag.ts';
import { errorBody } from '../transport/error-body.ts';
import type { Route } from '../request-handler.ts';

/** Name of the folder in the data directory. */
export const IMAGES_DIRECTORY = 'images';

/** Content type by the ending of a name. */
export const IMAGE_TYPES: { readonly [ending: string]: string } = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
};

/** A name without separator, leading dot or escape, which names a file of the folder itself. */
const NAME = /^[a-z0-9][a-z0-9_-]{0,99}\.([a-z]{3,4})$/;

/** The content type of an image of this name; undefined for a name that no image has. */
export const imageTypeOf = (name: string): string | undefined => {
  const ending = NAME.exec(name)?.[1];
  return ending !== undefined && Object.hasOwn(IMAGE_TYPES, ending) ? IMAGE_TYPES[ending] : undefined;
};

const PATH = /^\/+images\/([^/]*)$/;
/** Images read at a time: requests need no credentials. */
const READS_MAX = 32;

const HEADERS: ReplyHeaders = [
  // A name may be given to another picture; asking again costs no more than a comparison.
  ['Cache-Control', 'public, max-age=300'],
  ['X-Content-Type-Options', 'nosniff'],
  ['Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox"],
  ['Cross-Origin-Resource-Policy', 'cross-origin'],
];

const isMissing = ({ code = '' }: NodeJS.ErrnoException): boolean => ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(code);

/** Returns the image; undefined if no file of at most IMAGE_BYTES_MAX is there. A link is none. */
const readImage = async (path: string): Promise<Buffer | undefined> => {
  const file = await promises
    .open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
    .catch((error: NodeJS.ErrnoException) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
  if (file === undefined) return undefined;
  try {
    const stat = await file.stat();
    return stat.isFile() && stat.size <= IMAGE_BYTES_MAX ? await file.readFile() : undefined;
  } finally {
    await file.close();
  }
};

/** `directory` need not exist. */
export const imagesRoute = (directory: string): Route => {
  let reads = 0;
  return {
    method: 'GET',
    isRead: true,
    matches: (path) => PATH.test(path),
    handle({ path, headers }, reply, passOn) {
      const refuse = (code: Code, detail: string): void =>
        reply.send(REFUSALS[code].status, errorBody(code, '', detail));
      const missing = (): void => (passOn ?? (() => refuse('PATH_NOT_FOUND', 'There is no such image.')))();
      const [, name = ''] = PATH.exec(path)!;
      const type = imageTypeOf(name);
      if (type === undefined) return refuse('PATH_NOT_FOUND', 'No image has such a name.');
      if (reads >= READS_MAX) {
        const said = `${reads} images are being read, of at most ${READS_MAX}; try again.`;
        const { code, detail } = refuseAt('image_reads', 'OVERLOADED', '', said);
        return refuse(code, detail);
      }
      reads += 1;
      const known = headers.get('if-none-match') ?? '';
      readImage(`${directory}/${name}`)
        .then((bytes) => {
          if (bytes === undefined) return missing();
          const tag = entityTag(bytes);
          const tagged: ReplyHeaders = [['ETag', tag], ...HEADERS];
          if (isKnownTag(known, tag)) return reply.send(304, '', type, tagged);
          return reply.send(200, bytes, type, tagged);
        })
        .catch(() => reply.send(500, errorBody('INTERNAL_ERROR', '', 'The image cannot be read.')))
        .finally(() => (reads -= 1));
      return undefined;
    },
  };
};
