// Would catch a list that shows another price than carts take.
import { expect, test } from 'vitest';
import { priceFieldIn, priceOf } from '../../back-office/price.ts';
import type { Product } from '../../src/client/operations.ts';

const attributes = {
  weight: { name: 'weight', type: 'FLOAT', value: 2 },
  price: { name: 'price', type: 'FLOAT', value: 9 },
  net: { name: 'net', type: 'FLOAT', value: 7 },
  text: { name: 'text', type: 'CHAR', value: '1' },
};
const product = (...names: readonly (keyof typeof attributes)[]): Product =>
  ({ attributes: Object.fromEntries(names.map((name) => [name, attributes[name]])) }) as unknown as Product;

test.each([
  [['weight', 'price'], [], 'price', 9],
  [['weight'], [], 'price', undefined],
  [['price', 'net'], ['net', 'price'], 'net', 7],
  [['price', 'net'], ['gross', 'net'], 'net', 7],
  [['price', 'text'], ['text'], 'text', undefined],
] as const)('of %j, where carts take %j, it is %s', (names, fields, field, price) => {
  expect(priceFieldIn(product(...names).attributes, fields)).toBe(field);
  expect(priceOf(product(...names), fields)).toBe(price);
});
