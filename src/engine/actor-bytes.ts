// Memory of an actor, from the bytes of its row; measured with carts, whose lines have from twice to four times the
// bytes of their row, and texts once.

/** Of one without a row. */
export const ACTOR_BYTES = 400;
export const PER_ROW_BYTE = 2;

export const actorBytes = (rowBytes: number): number => ACTOR_BYTES + rowBytes * PER_ROW_BYTE;
