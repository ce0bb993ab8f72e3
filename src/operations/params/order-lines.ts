// Pieces of the lines of a placed order.
import { Type, int, json, map, optional, text } from '../../kernel/params.ts';
import type { Result } from '../../kernel/result.ts';
import { ok, refuse } from '../../kernel/result.ts';
import { quantity } from './line-params.ts';

export const LINES_MAX = 1000;
const lineId = int('line id', { min: 1 });

export const Either = Type.Union([Type.Number(), Type.String({ maxLength: 40 })]);

export interface OrderLine {
  readonly lineId: number;
  readonly quantityMilli: number;
}

/** One entry of a list of lines. */
export const lineOf = (
  entry: { readonly id_element: number | string; readonly quantity: number | string },
  param: string,
  index: number,
): Result<OrderLine> => {
  const id = lineId.read(entry.id_element, `${param}[${index}].id_element`);
  if (!id.ok) return { ...id, param: 'id_element' };
  const pieces = quantity.read(String(entry.quantity), `${param}[${index}].quantity`);
  return pieces.ok ? ok({ lineId: id.value, quantityMilli: pieces.value }) : { ...pieces, param: 'quantity' };
};

/** A line may be named more than once. */
export const orderLines = (what: string) =>
  map(
    json(
      Type.Array(Type.Object({ id_element: Either, quantity: Either }), {
        minItems: 1,
        maxItems: LINES_MAX,
        description: `${what}: [{id_element, quantity}], by the ids of the order’s lines`,
      }),
    ),
    (given, param): Result<readonly OrderLine[]> => {
      const lines: OrderLine[] = [];
      for (const [index, entry] of given.entries()) {
        const line = lineOf(entry, param, index);
        if (!line.ok) return line;
        lines.push(line.value);
      }
      return ok(lines);
    },
  );

export const isReasonCode = (given: string): boolean => /^[a-z0-9_-]*$/u.test(given);

/** A word of the shop's own, such as `damaged`. */
export const reasonCode = optional(
  map(text('code of the reason: damaged', { max: 64, empty: true }), (given, param): Result<string> => {
    return isReasonCode(given)
      ? ok(given)
      : refuse('PARAMETER_INVALID', param, `${param}: a code has a to z, 0 to 9, _ and -.`);
  }),
  '',
  'none',
);
