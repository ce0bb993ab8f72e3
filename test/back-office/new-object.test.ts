// Would catch a first product whose price no cart takes, and a new one that is sent with fields of another class.
import { expect, test } from 'vitest';
import { titleAttribute } from '../../back-office/screens/object-title.ts';
import { ofClass } from '../../back-office/screens/product-draft.ts';
import { standardClass } from '../../back-office/screens/standard-class.ts';

test('the first class has the price that carts of the shop take', () => {
  const { attributes } = standardClass('product', 'de_DE', 'gross');
  expect(Object.keys(attributes)).toEqual(['name', 'gross', 'description', 'picture']);
  expect(attributes['gross']).toMatchObject({ name: 'gross', type: 'FLOAT', label: 'Preis' });
});

test('what was typed into fields of another class is not sent', () => {
  const draft = { name: 'lamp', 'attributes/de_DE/name': 'Lampe', 'attributes/de_DE/length': '3' } as const;
  const definition = standardClass('product', 'de_DE', 'price');
  expect(ofClass({ definition }, draft)).toEqual({ name: 'lamp', 'attributes/de_DE/name': 'Lampe' });
});

test('the first class of contents has a title, which names its record and its address', () => {
  const { name, type, attributes } = standardClass('content', 'en_GB', 'price');
  expect([name, type, Object.keys(attributes)]).toEqual(['page', 'content', ['title', 'teaser', 'text']]);
  expect(titleAttribute(attributes)).toBe('title');
  expect(titleAttribute({ body: { name: 'body', type: 'HTML' }, line: { name: 'line', type: 'CHAR' } })).toBe('line');
});
