// What a parcel holds, weighs and measures.
import { parseDecimal } from '../../domain/money.ts';
import { Type, json, map, optional, text } from '../../kernel/params.ts';
import type { Result } from '../../kernel/result.ts';
import { ok, refuse, shown } from '../../kernel/result.ts';
import { orderLines } from './order-lines.ts';

const Either = Type.Union([Type.Number(), Type.String({ maxLength: 40 })]);

/** Most that a parcel weighs: a hundred tonnes. */
const WEIGHT_E6_MAX = 100_000_000_000;

/** Kilograms in 1/1,000,000. */
export const weightParam = (description: string) =>
  map(text(description, { max: 40 }), (given, param): Result<number> => {
    const weightE6 = parseDecimal(given, 6);
    if (weightE6 !== undefined && weightE6 > 0 && weightE6 <= WEIGHT_E6_MAX) return ok(weightE6);
    return refuse('PARAMETER_INVALID', param, `${param}: ${shown(given)} is no weight up to 100,000 kg.`);
  });

/** 0: not said. */
export const parcelWeight = optional(
  weightParam('kilograms, by a scale: 2.45'),
  0,
  'the sum of what the goods in it weigh',
);

/** Longest side of a parcel: ten metres. */
const SIDE_MM_MAX = 10_000;
const NO_MEASURES: readonly number[] = [];

/** Millimetres; none: not said. */
export const parcelMeasures = optional(
  map(
    json(
      Type.Array(Either, {
        minItems: 3,
        maxItems: 3,
        description: 'length, width and height in centimetres: [40, 30, 12.5]',
      }),
    ),
    (given, param): Result<readonly number[]> => {
      const sides: number[] = [];
      for (const one of given) {
        const side = parseDecimal(one, 1);
        if (side === undefined || side <= 0 || side > SIDE_MM_MAX)
          return refuse('PARAMETER_INVALID', param, `${param}: ${shown(String(one))} is no side of 0.1 to 1,000 cm.`);
        sides.push(side);
      }
      return ok(sides);
    },
  ),
  NO_MEASURES,
  'those of the one piece in it',
);

export const parcelLines = orderLines('what is in it');
