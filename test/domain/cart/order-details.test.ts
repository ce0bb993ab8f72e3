// Catches details of an order that its draft refuses, loses or takes over wrongly.
import { expect, test } from 'vitest';
import { NO_DETAILS, attributesFit } from '../../../src/domain/cart/order-details.ts';

const named = (count: number, from = 0) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`a${from + at}`, 'x']));

test.each([
  ['none to an empty order', 0, {}, true],
  ['200 at once', 0, named(200), true],
  ['201 at once', 0, named(201), false],
  ['one that makes it 201', 200, named(1, 200), false],
  ['one that is there', 200, named(1, 199), true],
  ['a name that every object has', 200, { constructor: 'x' }, false],
  // An order of a journal from before the limit stays changeable.
  ['some that are there to more than 200', 6000, named(200), true],
  ['one more to more than 200', 6000, named(1, 6000), false],
])('attributes: %s', (_what, before, attributes, fits) => {
  expect(attributesFit({ ...NO_DETAILS, attributes: named(before) }, { fields: {}, attributes }).ok).toBe(fits);
});
