// Catches forms of staff that ask for a field which a country has not, hide a value that is there, call a postal code
// by a word of another country, or say that a right one has the wrong form.
import { expect, test } from 'vitest';
import { addressForm } from '../../back-office/parts/address-form.ts';
import type { CountryForm } from '../../back-office/parts/address-form.ts';
import { address } from '../../back-office/texts/en-address.ts';
import { en } from '../../back-office/texts/en.ts';
import { addressFormOf } from '../../src/domain/cart/address-form.ts';

const none = (): string => '';

/** As get_address_form answers. */
const formOf = (country: string) => {
  const { fields, required, lines, zip, stateName, cityName } = addressFormOf(country);
  const reply: CountryForm = {
    object: 'address_form',
    country,
    printable_name: `country ${country}`,
    fields: fields.map((name) => ({ name, required: required.includes(name) ? 1 : 0 })),
    lines,
    ...(zip !== undefined && { zip }),
    ...(stateName !== '' && { state_name: stateName }),
    ...(cityName !== '' && { city_name: cityName }),
  };
  return addressForm(reply, address, en.customers.fields);
};
const shown = (country: string) => formOf(country).fieldsWith(none).slice(5, -1).join(' ');

test('fields stand in the order of the lines, and what a country has not is left out', () => {
  expect([shown('DE'), shown('US'), shown('HU'), shown('HK'), shown('AE')]).toEqual([
    'street number zip city',
    'street number city state zip',
    'city street number zip',
    'street number city state',
    'street number state',
  ]);
  const filled = (field: string): string => (field === 'zip' || field === 'country' ? '999' : '');
  expect(formOf('HK').fieldsWith(filled).slice(-2)).toEqual(['zip', 'country']);
  expect(formOf('HK').hintOf('zip', '999')).toBe('Not part of an address in country HK');
});

test('a field is called as people there call it', () => {
  const words = (country: string) => ['zip', 'city', 'state'].map((field) => formOf(country).labelOf(field));
  expect(words('US')).toEqual(['ZIP code', 'Town', 'State']);
  expect(words('GB')).toEqual(['Postcode', 'Post town', 'State or region']);
  expect(words('JP')).toEqual(['Postcode', 'Town', 'Prefecture']);
  expect([words('IE')[0], words('IN')[0], formOf('IE').labelOf('street')]).toEqual(['Eircode', 'PIN code', 'Street']);
});

test('what the post requires and a code of another form are said while the field has them', () => {
  const { hintOf } = formOf('DE');
  expect([hintOf('zip', ' '), hintOf('city', ''), hintOf('companyname', ''), hintOf('country', '')]).toEqual([
    'Required in country DE',
    'Required in country DE',
    undefined,
    undefined,
  ]);
  expect([hintOf('zip', ' 10115 '), hintOf('zip', '1010')]).toEqual([
    undefined,
    'Not the form of a postal code in country DE, such as 26133',
  ]);
  expect([formOf('CH').hintOf('zip', 'CH-8001'), formOf('GB').hintOf('zip', 'sw1a 1aa')]).toEqual([
    undefined,
    undefined,
  ]);
  expect(formOf('LV').hintOf('zip', 'LV-1073')).toBeUndefined();
});

test('a country that is not known has all fields, and nothing is said of them', () => {
  const form = addressForm(undefined, address, en.customers.fields);
  expect(form.fieldsWith(none)).toHaveLength(11);
  expect([form.labelOf('zip'), form.labelOf('state'), form.hintOf('zip', '')]).toEqual([
    'Postcode',
    'State or region',
    undefined,
  ]);
});
