// Frames on the connection between a server and a standby that follows it: a length of four bytes, lowest first, and a
// list in msgpack, or one of the two short messages of every exact read as plain numbers.
import { pack, unpack } from '../../engine/disk/codec.ts';

const LENGTH_BYTES = 4;
/** A record may be as large as a call, and a batch is closed at half a megabyte. */
const FRAME_BYTES_MAX = 268_435_456;
/** The longest frame of a peer before it is welcome: a greeting has some hundred bytes. */
export const STRANGER_BYTES_MAX = 64_000;
/** No value in msgpack begins with it. */
const SHORT = 0xc1;
/** Of the mark, and id u32. */
const ASK_BYTES = 5;
/** Of the mark, id u32, seq f64 and nowMs f64. */
const PROMISED_BYTES = 21;

/** `message`: begins with its name. */
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
    // A copy: what is made of the frame may outlive the piece in which it came.
    return unpack(Buffer.from(bytes.subarray(start, end)));
  }
  const id = bytes.readUInt32LE(start + 1);
  if (end - start === ASK_BYTES) return ['ask', id];
  if (end - start !== PROMISED_BYTES) throw new Error(`a short frame has ${end - start} bytes`);
  return ['promised', id, bytes.readDoubleLE(start + 5), bytes.readDoubleLE(start + 13)];
};

/** Puts frames together from the pieces in which they arrive. Holds one frame and one piece at most. */
export class FrameReader {
  private frameBytesMax: number;
  private held: Buffer[] = [];
  private heldBytes = 0;
  private wantedBytes = LENGTH_BYTES;

  /** `frameBytesMax`: until `takeAll`, for whoever sends and is not known yet. */
  constructor(frameBytesMax = FRAME_BYTES_MAX) {
    this.frameBytesMax = frameBytesMax;
  }

  /** Takes frames of any size that there is, from the next piece on. */
  takeAll(): void {
    this.frameBytesMax = FRAME_BYTES_MAX;
  }

  /** The messages that are whole with this piece. Throws where it is no frame. */
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
