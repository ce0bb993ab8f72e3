// Would catch a history that calls a field by its path although a form has a label for it, or by that of another one.
import { afterEach, expect, test } from 'vitest';
import { ruleLabel } from '../../back-office/screens/rule-labels.ts';
import { valueText } from '../../back-office/change-value.ts';
import { NEW_RULE } from '../../src/domain/delivery/rule.ts';
import { language } from '../../back-office/language.ts';
import { customerLabel, objectLabel, orderLabel } from '../../back-office/screens/field-labels.ts';
import type { Product } from '../../back-office/screens/product-draft.ts';
import { delivery as german } from '../../back-office/texts/de-delivery.ts';
import { delivery as english } from '../../back-office/texts/en-delivery.ts';
import { de } from '../../back-office/texts/de.ts';
import { en } from '../../back-office/texts/en.ts';

afterEach(() => {
  language.value = 'en';
});

test('of a customer: the labels of the form, in the language of the person; what no form has keeps its path', () => {
  expect(customerLabel(en)('profile.salutation')).toBe('Salutation');
  expect(customerLabel(de)('profile.salutation')).toBe('Anrede');
  expect(customerLabel(de)('email')).toBe('E-Mail');
  for (const field of ['profile.nickname', 'profile', 'reset', 'attributes.3'])
    expect(customerLabel(en)(field)).toBe(undefined);
});

test('of an order: which address a field belongs to, with its label', () => {
  const labels = ['delivery_city', 'invoice_zip', 'delivery_country_code', 'phone'].map(
    (name) => `details.fields.${name}`,
  );
  expect(labels.map(orderLabel(en))).toEqual([
    'Delivery address: Town',
    'Invoice address: Postcode',
    'Delivery address: Country',
    'Phone',
  ]);
  expect(orderLabel(de)('details.fields.delivery_city')).toBe('Lieferadresse: Ort');
  expect(orderLabel(en)('payUntilMs')).toBe('Time to pay');
  for (const field of ['details.fields.delivery_planet', 'details.attributes.gift', 'deliveryByHand', 'taken'])
    expect(orderLabel(en)(field)).toBe(undefined);
});

test('of a product: attributes by the labels of its class, with their language and the part of a picture', () => {
  const attributes = {
    price: { name: 'price', label: 'Price' },
    'size.eu': { name: 'size.eu', label: '' },
    image: { name: 'image', label: 'Picture' },
  };
  const product = { definition: { attributes } } as unknown as Product;
  const labelsOf = (fields: readonly string[]) => fields.map(objectLabel(language.value === 'de' ? de : en, product));
  const fields = [
    'attributes.de_DE.price',
    'attributes.en_GB.size.eu',
    'attributes.de_DE.image.alt',
    'attributes.de_DE.image.focus.x',
    'seo.de_DE.title',
  ];
  expect(labelsOf([...fields, 'metadata.ean', 'availability.override', 'name'])).toEqual([
    'Price, German (Germany)',
    'size.eu, British English',
    'Picture: alternative text, German (Germany)',
    'Picture: point that stays in sight',
    'Title, German (Germany)',
    'Bar code',
    'Sold beyond the stock',
    'Name of the record',
  ]);
  language.value = 'de';
  expect(labelsOf(['attributes.de_DE.price', 'metadata.weight'])).toEqual(['Price, Deutsch (Deutschland)', 'Gewicht']);
  expect(labelsOf(['attributes.de_DE.gone', 'attributes.de_DE.image.width', 'metadata.colour', 'bindings.1'])).toEqual(
    Array(4).fill(undefined),
  );
});

test('of a delivery rule: every one of its terms, with values in the units of the form', () => {
  const fields = Object.keys(NEW_RULE);
  const label = ruleLabel(english.form, en);
  const labels = fields.map((field) => label(`terms.${field}`));
  expect(labels).not.toContain(undefined);
  expect(new Set(labels).size).toBe(fields.length);
  expect(label('terms.weightFromG')).toBe('Kilograms, from');
  language.value = 'de';
  expect(ruleLabel(german.form, de)('terms.priority')).toBe('Rang');
  expect(label('createdMs')).toBe(undefined);
  expect(valueText('terms.weightToG', 2_345)).toBe('2,345');
  expect(valueText('terms.volumeToMm3', 2_500_000)).toBe('2,5');
  expect(['cutoffMinute', 'cutoffMinute'].map((field, at) => valueText(field, [845, -1][at]))).toEqual(['14:05', '']);
});
