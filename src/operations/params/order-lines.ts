// Pieces of the lines of a placed order.
import { Type, int, json, map, optional, text } from '../../kernel/params.ts';
import type { Result } from '../../kernel/result.ts';
import { ok, refuse } from '../../kernel/result.ts';
import { quantity } from './line-params.ts';

const LINES_MAX = 1000;
const lineId = int('line id', { min: 1 });

const Either = Type.Union([Type.Number(), Type.String({ maxLength: 40 })]);

export interface OrderLine {
  readonly lineId: number;
  readonly quantityMilli: number;
}

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
        const id = lineId.read(entry.id_element, `${param}[${index}].id_element`);
        if (!id.ok) return { ...id, param: 'id_element' };
        const pieces = quantity.read(String(entry.quantity), `${param}[${index}].quantity`);
        if (!pieces.ok) return { ...pieces, param: 'quantity' };
        lines.push({ lineId: id.value, quantityMilli: pieces.value });
      }
      return ok(lines);
    },
  );

/** A word of the shop's own, such as `damaged`. */
export const reasonCode = optional(
  map(text('code of the reason: damaged', { max: 64, empty: true }), (given, param): Result<string> => {
    const fits = /^[a-z0-9_-]*$/u.test(given);
    return fits ? ok(given) : refuse('PARAMETER_INVALID', param, `${param}: a code has a to z, 0 to 9, _ and -.`);
  }),
  '',
  'none',
);
