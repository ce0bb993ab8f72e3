// Quantities of stock: calls send pieces, the shop counts in 1/1,000 of a piece.
import { parseDecimal } from '../../domain/money.ts';
import { Type, int, map, optional, text } from '../../kernel/params.ts';
import type { Param } from '../../kernel/params.ts';
import { ok, refuse, shown } from '../../kernel/result.ts';

const PIECES_MAX = 1_000_000_000;
/** More decimals than the shop counts in are refused and not rounded: what was placed would not be what is there. */
const THOUSANDTHS = /^\s*\+?\d{1,16}(\.\d{0,3}0{0,9})?\s*$/;

/** Pieces that are placed or taken, in 1/1,000: what is sold by weight is placed by weight. */
export const piecesMilli: Param<number> = {
  ...map(text('pieces', { max: 40 }), (pieces, name) => {
    const milli = THOUSANDTHS.test(pieces) ? parseDecimal(pieces, 3) : undefined;
    return milli !== undefined && milli >= 1 && milli <= PIECES_MAX * 1000
      ? ok(milli)
      : refuse(
          'PARAMETER_INVALID',
          name,
          `${name}: ${shown(pieces)} is no number from 0.001 to 1,000,000,000 with up to three decimals.`,
        );
  }),
  schema: Type.Number({ description: 'pieces, with up to three decimals', minimum: 0.001, maximum: PIECES_MAX }),
};

/** Pieces of a warehouse entity that one piece of a product consists of. */
export const perPieceMilli = optional(
  map(int('pieces in one product; 0 means 1', { max: 1_000_000 }), (pieces) => ok(Math.max(1, pieces) * 1000)),
  1000,
  '1',
);
