// Estimates the memory of an actor by the bytes of its row. Measured with carts: lines take two to four times the bytes
// of their row, texts once.

/** Memory of an actor without a row. */
export const ACTOR_BYTES = 400;
export const PER_ROW_BYTE = 2;

export const actorBytes = (rowBytes: number): number => ACTOR_BYTES + rowBytes * PER_ROW_BYTE;
