// Quantities of stock: calls send whole pieces, the shop counts in 1/1,000 of a piece.
import { int, map, optional } from '../../kernel/params.ts';
import { ok } from '../../kernel/result.ts';

/** Pieces that are placed or taken. */
export const piecesMilli = map(int('pieces', { min: 1, max: 1_000_000_000 }), (pieces) => ok(pieces * 1000));

/** Pieces of a warehouse entity that one piece of a product consists of. */
export const perPieceMilli = optional(
  map(int('pieces in one product; 0 means 1', { max: 1_000_000 }), (pieces) => ok(Math.max(1, pieces) * 1000)),
  1000,
  '1',
);
