// Frames between two processes of a shop: a length of four bytes, lowest first, then a list in msgpack. The two
// messages of every exact read are plain numbers instead.
import { pack, unpack } from '../../engine/disk/codec.ts';

const LENGTH_BYTES = 4;
/** A record may be as large as a call, and a batch is closed at half a megabyte. */
const FRAME_BYTES_MAX = 268_435_456;
/** The longest frame of a peer that is not welcome yet: a greeting has some hundred bytes. */
export const STRANGER_BYTES_MAX = 64_000;
/** Marks a short frame: no value in msgpack begins with it. */
const SHORT = 0xc1;
/** The mark, and id u32. */
const ASK_BYTES = 5;
/** The mark, id u32, seq f64 and nowMs f64. */
const PROMISED_BYTES = 21;

/** Bytes of a frame as a buffer, without a copy. */
export const bufferOf = ({ buffer, byteOffset, length }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, length);

export const frameOf = (message: readonly [name: string, ...unknown[]]): Buffer => {
  const [name, id, seq, nowMs] = message as readonly [string, number, number, number];
  if (name === 'ask') {
    const frame = short(ASK_BYTES);
    frame.writeUInt32LE(id, LENGTH_BYTES + 1);
    return frame;
  }
  if (name === 'promised') {
    const frame = short(PROMISED_BYTES);
    frame.writeUInt32LE(id, LENGTH_BYTES + 1);
    frame.writeDoubleLE(seq, LENGTH_BYTES + 5);
    frame.writeDoubleLE(nowMs, LENGTH_BYTES + 13);
    return frame;
  }
  const packed = pack(message);
  const frame = Buffer.allocUnsafe(LENGTH_BYTES + packed.length);
  frame.writeUInt32LE(packed.length, 0);
  packed.copy(frame, LENGTH_BYTES);
  return frame;
};

const short = (length: number): Buffer => {
  const frame = Buffer.allocUnsafe(LENGTH_BYTES + length);
  frame.writeUInt32LE(length, 0);
  frame[LENGTH_BYTES] = SHORT;
  return frame;
};

const messageIn = (bytes: Buffer, start: number, end: number): unknown => {
  if (bytes[start] !== SHORT) {
    // A copy, because the message may outlive the piece in which it came.
    return unpack(Buffer.from(bytes.subarray(start, end)));
  }
  const id = bytes.readUInt32LE(start + 1);
  if (end - start === ASK_BYTES) return ['ask', id];
  if (end - start !== PROMISED_BYTES) throw new Error(`a short frame has ${end - start} bytes`);
  return ['promised', id, bytes.readDoubleLE(start + 5), bytes.readDoubleLE(start + 13)];
};

/** Puts frames together from the pieces that arrive. Holds one frame and one piece at most. */
export class FrameReader {
  private frameBytesMax: number;
  private held: Buffer[] = [];
  private heldBytes = 0;
  private wantedBytes = LENGTH_BYTES;

  /** `frameBytesMax`: until `takeAll`, while the sender is not known. */
  constructor(frameBytesMax = FRAME_BYTES_MAX) {
    this.frameBytesMax = frameBytesMax;
  }

  /** Takes frames of any size from the next piece on. */
  takeAll(): void {
    this.frameBytesMax = FRAME_BYTES_MAX;
  }

  /** Returns the messages that are whole with this piece. Throws where it is no frame. */
  push(piece: Buffer): unknown[] {
    const messages: unknown[] = [];
    this.held.push(piece);
    this.heldBytes += piece.length;
    if (this.heldBytes < this.wantedBytes) return messages;
    const bytes = this.held.length === 1 ? piece : Buffer.concat(this.held);
    let start = 0;
    this.wantedBytes = LENGTH_BYTES;
    while (bytes.length - start >= LENGTH_BYTES) {
      const end = start + LENGTH_BYTES + bytes.readUInt32LE(start);
      if (end - start > this.frameBytesMax) throw new Error(`a frame claims ${end - start} bytes`);
      if (end > bytes.length) {
        this.wantedBytes = end - start;
        break;
      }
      messages.push(messageIn(bytes, start + LENGTH_BYTES, end));
      start = end;
    }
    const rest = bytes.subarray(start);
    this.held = rest.length === 0 ? [] : [rest];
    this.heldBytes = rest.length;
    return messages;
  }
}
