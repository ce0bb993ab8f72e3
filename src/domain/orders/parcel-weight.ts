// What parcels weigh and measure: by a scale, else the sum of what the goods in them weighed in the cart. An
// order keeps that, so a parcel weighs the same for ever (D113).
import { milligramsOf, millimetresOf } from '../attributes/measures.ts';
import type { Order, Parcel, ParcelLine } from './order.ts';

export interface Weight {
  /** Kilograms in 1/1,000,000,000: exact also of 0.001 pieces. */
  readonly weightE9: bigint;
  /** Lines whose goods have no weight, once each: they weigh nothing here. Empty where a scale said the weight. */
  readonly unknown: readonly number[];
}

/** The weight of pieces of an order. */
const weightOfLines = ({ cart }: Order, lines: readonly ParcelLine[]): Weight => {
  let weightE9 = 0n;
  const unknown = new Set<number>();
  const measuresOf = new Map(cart.lines.map(({ id, measures }) => [id, measures]));
  for (const { lineId, quantityMilli } of lines) {
    const [weight = 0] = measuresOf.get(lineId) ?? [];
    const pieceE6 = milligramsOf(weight);
    if (pieceE6 > 0) weightE9 += BigInt(pieceE6) * BigInt(quantityMilli);
    else unknown.add(lineId);
  }
  return { weightE9, unknown: [...unknown] };
};

export const weightOfParcel = (order: Order, { lines, weightE6 = 0 }: Parcel): Weight =>
  weightE6 > 0 ? { weightE9: BigInt(weightE6) * 1000n, unknown: [] } : weightOfLines(order, lines);

const ONE_PIECE = 1000;

/**
 * Length, width and height of a parcel in millimetres: as they were given, else of the one piece that is in it.
 * Undefined: nobody knows them. How several pieces are packed, no sum of their measures says.
 */
export const measuresOfParcel = ({ cart }: Order, { lines, measuresMm }: Parcel): readonly number[] | undefined => {
  if (measuresMm !== undefined) return measuresMm;
  const [only, more] = lines;
  if (only?.quantityMilli !== ONE_PIECE || more !== undefined) return undefined;
  const sides =
    cart.lines
      .find(({ id }) => id === only.lineId)
      ?.measures.slice(1, 4)
      .map(millimetresOf) ?? [];
  return sides.length === 3 && sides.every((side) => side > 0) ? sides : undefined;
};
