// Catches a form that requires a field which it does not have, a printed address that loses or repeats a field, and a
// postal code that is refused although its country says it is one.
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { ADDRESS_ROWS } from '../../../src/domain/cart/address-data.ts';
import {
  addressFormOf,
  addressLinesOf,
  isWholeZipOf,
  isZipOf,
  mayLack,
  zipFormOf,
} from '../../../src/domain/cart/address-form.ts';
import { ADDRESS_FIELDS } from '../../../src/domain/cart/order-details.ts';
import { runs } from '../../harness/effort.ts';

const COUNTRIES = [...ADDRESS_ROWS.map((row) => row.slice(0, 2)), 'TG', 'QQ', ''];
const country = fc.constantFrom(...COUNTRIES);

describe('the form of an address', () => {
  test.each(COUNTRIES)('%s has fields of an address, each once, and requires none that it lacks', (code) => {
    const { fields, required, lines, localLines } = addressFormOf(code);
    expect(fields.filter((name) => !(ADDRESS_FIELDS as readonly string[]).includes(name))).toEqual([]);
    expect(new Set(fields).size).toBe(fields.length);
    expect(required.filter((name) => !fields.includes(name))).toEqual([]);
    for (const printed of [lines, localLines])
      expect([...printed.join().matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).toSorted()).toEqual(fields.toSorted());
  });

  test.each([
    ['HK', false, false, true],
    ['AE', false, false, true],
    ['IE', true, false, true],
    ['DE', true, true, false],
    ['GB', true, true, false],
    // Carriers ask for what the post can do without.
    ['HR', true, false, false],
    ['TG', false, false, true],
  ])('%s has a postal code: %s; its post requires it: %s; it may be lacking: %s', (code, has, isRequired, mayBe) => {
    const zip = zipFormOf(code);
    expect([zip !== undefined, zip?.isRequired ?? false]).toEqual([has, isRequired]);
    expect(mayLack(code, 'zip')).toBe(mayBe);
  });

  it('lets city and state be lacking where the post asks for none', () => {
    expect(['SG', 'AE', 'JP', 'DE'].map((code) => mayLack(code, 'city'))).toEqual([true, true, true, false]);
    expect(['US', 'IE', 'HK', 'DE'].map((code) => mayLack(code, 'state'))).toEqual([false, true, false, true]);
  });

  it('names what people call the parts', () => {
    expect(['IN', 'US', 'IE', 'FR'].map((code) => zipFormOf(code)?.name)).toEqual(['pin', 'zip', 'eircode', 'postal']);
    expect(['JP', 'CA', 'AE', 'DE'].map((code) => addressFormOf(code).stateName)).toEqual([
      'prefecture',
      'province',
      'emirate',
      '',
    ]);
  });

  it('lets nothing be lacking of an address whose country is not known', () => {
    expect(['zip', 'state', 'city'].map((field) => mayLack('', field))).toEqual([false, false, false]);
    expect(mayLack('HK', 'email')).toBe(false);
  });
});

describe('postal codes', () => {
  test.each(COUNTRIES)('the example of %s is one', (code) => {
    const { example = '' } = zipFormOf(code) ?? {};
    expect(example === '' || isZipOf(code, ` ${example.toLowerCase()} `)).toBe(true);
  });

  test.each([
    ['DE', '1011', false],
    ['DE', '10115', true],
    ['DE', '10115\n2', false],
    ['CH', 'CH-8001', true],
    ['GB', 'sw1a 1aa', true],
    ['GB', '10115', false],
    ['NL', '1012 AB', true],
    ['US', '10001-1234', true],
    ['HK', 'anything', true],
    ['QQ', 'anything', true],
  ])('%s: %j is one: %s', (code, zip, isOne) => expect(isZipOf(code, zip)).toBe(isOne));

  it('of digits alone are whole or none, and others are not judged by a part', () => {
    fc.assert(
      fc.property(country, (code) => {
        const { example = '' } = zipFormOf(code) ?? {};
        if (example !== '') expect(isWholeZipOf(code, example.replace(/[\s-]/g, ''))).not.toBe(false);
      }),
      { numRuns: runs(500) },
    );
    expect(['10115', '1011'].map((code) => isWholeZipOf('DE', code))).toEqual([true, false]);
    expect(['10001', '100011234', '1000'].map((code) => isWholeZipOf('US', code))).toEqual([true, true, false]);
    expect(['NL', 'GB', 'PT', 'QQ', 'HK'].map((code) => isWholeZipOf(code, '1000'))).toEqual([
      undefined,
      undefined,
      undefined,
      false,
      false,
    ]);
  });
});

describe('the printed address', () => {
  const PERSON = {
    recipient: ['Mill & Co', 'Ada Byron'],
    street: 'High St 1',
    city: 'Leeds',
    state: '',
    zip: 'LS1 1AA',
  };

  test.each([
    ['GB', PERSON, ['Mill & Co', 'Ada Byron', 'High St 1', 'Leeds', 'LS1 1AA']],
    ['DE', { ...PERSON, city: 'Berlin', zip: '10115' }, ['Mill & Co', 'Ada Byron', 'High St 1', '10115 Berlin']],
    ['', { ...PERSON, city: 'Berlin', zip: '10115' }, ['Mill & Co', 'Ada Byron', 'High St 1', '10115 Berlin']],
    [
      'US',
      { ...PERSON, city: 'Boston', state: 'MA', zip: '02110' },
      [...PERSON.recipient, 'High St 1', 'Boston, MA 02110'],
    ],
    ['US', { ...PERSON, city: 'Boston', zip: '02110' }, [...PERSON.recipient, 'High St 1', 'Boston 02110']],
    ['SG', { ...PERSON, city: 'Singapore', zip: '546080' }, [...PERSON.recipient, 'High St 1', 'SINGAPORE 546080']],
    ['AE', { ...PERSON, city: 'Dubai', zip: '' }, [...PERSON.recipient, 'High St 1', 'Dubai']],
    [
      'JP',
      { recipient: ['山田'], street: '1-1', city: '千代田区', state: '東京都', zip: '100-0001' },
      ['100-0001', '東京都千代田区', '1-1', '山田'],
    ],
  ])('%s, %j', (code, address, lines) => expect(addressLinesOf(code, address)).toEqual(lines));

  it('has each part that is entered once, whatever the country', () => {
    const part = fc.constantFrom('', 'x');
    fc.assert(
      fc.property(country, fc.record({ street: part, city: part, state: part, zip: part }), (code, entered) => {
        const marked = Object.fromEntries(
          Object.entries(entered).map(([name, text]) => [name, text === '' ? '' : `<${name}>`]),
        ) as typeof entered;
        const lines = addressLinesOf(code, { recipient: ['<who>'], ...marked });
        const printed = [...lines.join('|').matchAll(/<\w+>/g)].map(([text]) => text);
        expect(printed.toSorted()).toEqual(
          ['<who>', ...Object.values(marked).filter((text) => text !== '')].toSorted(),
        );
        expect(lines.every((line) => line === line.trim() && !/^[,-]|[,-]$/.test(line))).toBe(true);
      }),
      { numRuns: runs(500) },
    );
  });
});
