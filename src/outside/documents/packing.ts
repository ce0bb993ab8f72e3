// Documents as they are kept: compressed, as base64.
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw, inflateRawSync } from 'node:zlib';

const deflate = promisify(deflateRaw) as (bytes: Uint8Array) => Promise<Buffer>;
const inflate = promisify(inflateRaw) as (bytes: Uint8Array) => Promise<Buffer>;

export class Packing {
  /** Beside the loop, on a thread of libuv's pool. */
  pack(bytes: Uint8Array): Promise<string> {
    return deflate(bytes).then((packed) => packed.toString('base64'));
  }

  /** Beside the loop. */
  unpack(packed: string): Promise<Uint8Array> {
    return inflate(Buffer.from(packed, 'base64'));
  }

  /** At once: a megabyte takes some milliseconds. */
  unpackNow(packed: string): Uint8Array {
    return inflateRawSync(Buffer.from(packed, 'base64'));
  }
}
