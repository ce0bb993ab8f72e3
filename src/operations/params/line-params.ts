// Parameters of cart lines.
import { QUANTITY_MILLI_MAX, parseDecimal, toQuantity } from '../../domain/money.ts';
import type { Milli } from '../../domain/money.ts';
import { map, oneOf, text } from '../../kernel/params.ts';
import { ok, refuse, shown } from '../../kernel/result.ts';

/** `FREE…`: a line without a product; `…_GR`: merged with an equal line. */
export const elementType = oneOf('kind of line; _GR raises the quantity of an equal line', [
  'PRODUCT',
  'PRODUCT_GR',
  'FREE_ELEMENT',
  'FREE_ELEMENT_GR',
]);

export const quantity = map(
  text(
    'pieces, more than 0, a multiple of the quantity step of the product: whole ones unless the shop says otherwise',
    { max: 40 },
  ),
  (value, param) => {
    const milli = parseDecimal(value, 3);
    if (milli === undefined || milli > QUANTITY_MILLI_MAX) return toQuantity(value, param);
    return milli > 0
      ? ok(milli as Milli)
      : refuse('PARAMETER_INVALID', param, `${param} ${shown(value)} is not above 0.`);
  },
);
