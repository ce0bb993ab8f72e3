// The lines of a parcel.
import type { ParcelLine } from '../../domain/orders/order.ts';
import { Type, int, json, map } from '../../kernel/params.ts';
import type { Result } from '../../kernel/result.ts';
import { ok } from '../../kernel/result.ts';
import { quantity } from './line-params.ts';

const LINES_MAX = 1000;
const lineId = int('line id', { min: 1 });

const Either = Type.Union([Type.Number(), Type.String({ maxLength: 40 })]);

export const parcelLines = map(
  json(
    Type.Array(Type.Object({ id_element: Either, quantity: Either }), {
      minItems: 1,
      maxItems: LINES_MAX,
      description: 'what is in it: [{id_element, quantity}], by the ids of the order’s lines',
    }),
  ),
  (given, param): Result<readonly ParcelLine[]> => {
    const lines: ParcelLine[] = [];
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
