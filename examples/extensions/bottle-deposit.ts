// Bottle deposit: a product whose attribute `deposit` names a kind of bottle costs its deposit more, piece by piece.
//
// The deposit is part of the price of the line, and is taxed as the product is.
import { defineExtension } from 'kontor/extension';

/** In cents, for one piece. */
const DEPOSITS = new Map([
  ['beer', 8],
  ['reusable', 15],
  ['single-use', 25],
  ['crate', 150],
]);

export default defineExtension({
  name: 'bottle-deposit',
  line_price: ({ product, minor }) => {
    const deposit = DEPOSITS.get(String(product.attributes['deposit']));
    return deposit === undefined ? undefined : { minor: minor + deposit };
  },
});
