const PIECE_BYTES = 65_536;

let piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
let used = 0;

/**
 * Room for bytes that are sent once and forgotten, cut from one large piece, which is cheaper than room of its own: all
 * that was cut from a piece keeps it in memory.
 */
export const passing = (bytes: number): Buffer => {
  if (bytes > PIECE_BYTES / 4) return Buffer.allocUnsafeSlow(bytes);
  if (used + bytes > PIECE_BYTES) {
    piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
    used = 0;
  }
  used += bytes;
  return piece.subarray(used - bytes, used);
};
