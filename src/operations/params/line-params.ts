// Parameters of cart lines.
import { parseDecimal, toQuantity } from '../../domain/money.ts';
import { map, oneOf, text } from '../../kernel/params.ts';
import { refuse, shown } from '../../kernel/result.ts';

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
    return milli !== undefined && milli <= 0
      ? refuse('PARAMETER_INVALID', param, `${param} ${shown(value)} is not above 0.`)
      : toQuantity(value, param);
  },
);
