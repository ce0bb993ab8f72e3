// Frames on the connection between a server and a standby that follows it: a length of four bytes, lowest first, and a
// value in msgpack.
import { pack, unpack } from '../../engine/disk/codec.ts';

const LENGTH_BYTES = 4;
/** A record may be as large as a call, and a batch is closed at half a megabyte. */
const FRAME_BYTES_MAX = 268_435_456;

export const frameOf = (value: unknown): Buffer => {
  const packed = pack(value);
  const frame = Buffer.allocUnsafe(LENGTH_BYTES + packed.length);
  frame.writeUInt32LE(packed.length, 0);
  packed.copy(frame, LENGTH_BYTES);
  return frame;
};

/** Puts frames together from the pieces in which they arrive. */
export class FrameReader {
  private held: Buffer[] = [];
  private heldBytes = 0;
  private wantedBytes = LENGTH_BYTES;

  /** The values that are whole with this piece. Throws where it is no frame. */
  *push(piece: Buffer): Generator<unknown> {
    this.held.push(piece);
    this.heldBytes += piece.length;
    while (this.heldBytes >= this.wantedBytes) {
      const bytes = this.held.length === 1 ? this.held[0]! : Buffer.concat(this.held);
      const end = LENGTH_BYTES + bytes.readUInt32LE(0);
      if (end > FRAME_BYTES_MAX) throw new Error(`a frame claims ${end} bytes`);
      this.wantedBytes = end;
      this.held = [bytes];
      if (bytes.length < end) return;
      // A copy: what is made of the frame may outlive the piece in which it came.
      const value: unknown = unpack(Buffer.from(bytes.subarray(LENGTH_BYTES, end)));
      this.held = [bytes.subarray(end)];
      this.heldBytes = bytes.length - end;
      this.wantedBytes = LENGTH_BYTES;
      yield value;
    }
  }
}
