// Addresses on the page of an order. It would catch one that is printed otherwise than on a document, and a field that
// is lost.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { printedAddress } from '../../back-office/parts/printed-address.ts';
import { ADDRESS_ROWS } from '../../src/domain/cart/address-data.ts';
import { addressFormOf, addressLinesOf } from '../../src/domain/cart/address-form.ts';
import { runs } from '../harness/effort.ts';

const COUNTRIES = ADDRESS_ROWS.map((row) => row.slice(0, 2));

const text = (value: string) => fc.constantFrom('', value);
const address = fc.record({
  companyname: text('Acme'),
  department: text('Sales'),
  salutation: text('Ms'),
  firstname: text('Ada'),
  lastname: text('King'),
  street: fc.constantFrom('', 'Long Road', '中山路'),
  number: text('7'),
  zip: text('10115'),
  city: fc.constantFrom('', 'Town', 'Singapore'),
  state: text('North'),
});

const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');

test('are those of documents, in every country', () => {
  fc.assert(
    fc.property(fc.constantFrom('', 'QQ', ...COUNTRIES), address, (country, given) => {
      const { lines, localLines } = addressFormOf(country);
      const { companyname, department, salutation, firstname, lastname, street, number, city, state, zip } = given;
      const recipient = [companyname, department, salutation, joined(firstname, lastname)].filter((one) => one !== '');
      const documents = addressLinesOf(country, { recipient, street: joined(street, number), city, state, zip });
      const valueOf = (field: string): string => ({ ...given, country })[field as 'zip'];
      const printed = printedAddress({ lines: [...lines], local_lines: [...localLines] }, valueOf);
      expect(printed).toEqual(documents.length === 0 || country === '' ? documents : [...documents, country]);
    }),
    { numRuns: runs(400) },
  );
});

test('are complete where the form of a country is not known', () => {
  fc.assert(
    fc.property(address, (given) => {
      const valueOf = (field: string): string => ({ ...given, country: 'Nowhere' })[field as 'zip'];
      const printed = printedAddress(undefined, valueOf).join(' ').split(' ');
      const words = Object.values(given).flatMap((value) => (value === '' ? [] : value.split(' ')));
      expect(printed.toSorted()).toEqual((words.length === 0 ? [''] : [...words, 'Nowhere']).toSorted());
    }),
    { numRuns: runs(100) },
  );
});
