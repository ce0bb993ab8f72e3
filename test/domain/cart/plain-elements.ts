// Elements for `addToCart` in which nothing is special, for tests and benches to vary.
import type { Milli } from '../../../src/domain/money.ts';

/** One piece of a product, at its field `price`; `productId` is to be added. */
export const PIECE = {
  free: false,
  grouped: false,
  quantityMilli: 1000 as Milli,
  priceField: 'price',
  nameField: '',
  descriptionField: '',
  language: 'de_DE',
  country: 'DE',
  taxClass: '',
  parentId: 0,
  attributes: [],
  backOffice: false,
};

/** One piece of a free element; its price, as text, stands in `priceField`. */
export const FREE_PIECE = { ...PIECE, productId: 0, free: true, priceField: '10', nameField: 'thing' };
