// Compresses what is sent again and again, as small as gzip makes it, on a thread of zlib's own.
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';

const compressed = promisify(gzip);

export const gzipped = (bytes: Uint8Array): Promise<Uint8Array> =>
  compressed(bytes, { level: constants.Z_BEST_COMPRESSION });
