const PIECE_BYTES = 65_536;
/** 8 MB, so that a burst of replies finds its memory again. */
const SPARES_MAX = 128;

/** Memory that replies are cut from. */
class Piece extends ArrayBuffer {
  readonly bytes: Buffer = Buffer.from(this);
  used = 0;
  /** Cuts that are still to be sent. */
  owed = 0;
}

const spares: Piece[] = [];
let piece = new Piece(PIECE_BYTES);

/**
 * Room for bytes that are sent once and forgotten, cut from one large piece, which is cheaper than room of its own: all
 * that was cut from a piece keeps it in memory.
 */
export const acquireBuffer = (bytes: number): Buffer => {
  if (bytes > PIECE_BYTES / 4) return Buffer.allocUnsafeSlow(bytes);
  if (piece.used + bytes > PIECE_BYTES) piece = spares.pop() ?? new Piece(PIECE_BYTES);
  piece.used += bytes;
  piece.owed += 1;
  return piece.bytes.subarray(piece.used - bytes, piece.used);
};

/**
 * Bytes are sent, and nobody will read them again: once, and only by who sent them. When all that was cut from a piece
 * has passed, it is cut again; fresh memory would be a page fault for every reply or two. Who never tells leaves the
 * piece to the collector.
 */
export const releaseBuffer = ({ buffer }: Uint8Array): void => {
  if (!(buffer instanceof Piece)) return;
  buffer.owed -= 1;
  if (buffer.owed > 0) return;
  buffer.used = 0;
  if (buffer !== piece && spares.length < SPARES_MAX) spares.push(buffer);
};
