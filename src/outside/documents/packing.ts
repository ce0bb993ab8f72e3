// Issued documents as they are stored: compressed (deflate), as base64 text.
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw, inflateRawSync } from 'node:zlib';

const deflate = promisify(deflateRaw) as (bytes: Uint8Array) => Promise<Buffer>;
const inflate = promisify(inflateRaw) as (bytes: Uint8Array) => Promise<Buffer>;

export class Packing {
  /** Packs on a thread of libuv's pool. */
  pack(bytes: Uint8Array): Promise<string> {
    return deflate(bytes).then((packed) => packed.toString('base64'));
  }

  /** Unpacks on a thread of libuv's pool. Rejects where `pack` did not give the text. */
  unpack(packed: string): Promise<Uint8Array> {
    return inflate(Buffer.from(packed, 'base64'));
  }

  /** Unpacks on the calling thread; a megabyte takes some milliseconds. */
  unpackNow(packed: string): Uint8Array {
    return inflateRawSync(Buffer.from(packed, 'base64'));
  }
}
