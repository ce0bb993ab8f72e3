// Postal codes as rules name them. It would catch a code that a range has beyond its ends or misses within, British and
// Dutch codes that are not found by the part that tables name, and a text that nobody can read and that is taken.
import { expect, test } from 'vitest';
import { isWithin, readZip, spansOf, zipKeys } from '../../../src/domain/delivery/zips.ts';
import { ZipTable } from '../../../src/domain/delivery/zip-table.ts';

const has = (named: string, code: string): boolean => {
  const read = readZip(named);
  if (!read.ok) throw new Error(read.detail);
  const found: string[] = [];
  const table = new ZipTable<string>();
  table.add(read.value, named);
  table.find(zipKeys(code), (one) => void found.push(one));
  expect(found.length > 0).toBe(isWithin(read.value, zipKeys(code)));
  return found.length > 0;
};

test.each([
  ['10000-19999', '10000', true],
  ['10000-19999', ' 19999 ', true],
  ['10000-19999', '20000', false],
  ['10000-19999', '09999', false],
  ['10000-19999', 'D-10115', true],
  ['10000-19999', '1234', false],
  ['1000-1999', '10115', false],
  ['1000-1999', '1234 AB', true],
  ['1234', '1234ab', true],
  ['1234 AB', '1234ab', true],
  ['1234 AB', '1234 AC', false],
  ['SW1A', 'sw1a 1aa', true],
  ['SW1*', 'SW1A 1AA', true],
  ['SW1', 'SW1A 1AA', false],
  ['M1', 'M1 1AE', true],
  ['M1', 'M11 1AE', false],
  ['BT1-BT9', 'BT5 4AB', true],
  ['BT1-BT9', 'BT15 4AB', false],
  ['12345', '12345-6789', true],
  ['12345-6789', '12345-6789', true],
  ['12345-6789', '12345', false],
  ['1000-205', '1000-205', true],
  ['00-001..00-999', '00-950', true],
  ['00-001..00-999', '01-000', false],
  ['100-0001', '1000001', true],
  ['114 55', '11455', true],
  ['1*', '', false],
])('%s and %s: %s', (named, code, wanted) => {
  expect(has(named, code)).toBe(wanted);
});

test.each(['', '-', '*', '1000-19999', '19999-10000', '10115-', 'Berlin, Mitte', '1..2..3', '10115;10117', 'ZIP/9'])(
  'refuses “%s”, and names it',
  (text) => {
    expect(readZip(text)).toMatchObject({ ok: false, code: 'PARAMETER_INVALID', param: 'zips' });
  },
);

test('refuses what is no code of any country of the rule, where their form is known', () => {
  const form = (country: string, code: string) => (country === 'DE' ? /^\d{5}$/.test(code) : undefined);
  expect(readZip('1234', ['DE'], form)).toMatchObject({ ok: false, detail: expect.stringContaining('DE') as string });
  expect(readZip('1000-1999', ['DE'], form).ok).toBe(false);
  expect(readZip('10115', ['DE'], form).ok).toBe(true);
  expect(readZip('1234', ['DE', 'NL'], form).ok).toBe(true);
});

test.each([
  ['', '', []],
  ['  ', '', []],
  [' - ', '', []],
  ['10115', '10115', ['10115']],
  ['-123', '123', ['123']],
  ['12345-', '12345', ['12345']],
  ['12345-6789', '123456789', ['123456789', '12345']],
  ['lt-01100', '01100', ['01100']],
  ['1A-23', '1A23', ['1A23', '1A']],
  ['sw1a 1aa', 'SW1A1AA', ['SW1A1AA', 'SW1A']],
  ['XSW1A 1AA', 'XSW1A1AA', ['XSW1A1AA']],
  ['SW1A 1AAX', 'SW1A1AAX', ['SW1A1AAX']],
  ['1234 ab', '1234AB', ['1234AB', '1234']],
  ['01234 AB', '01234AB', ['01234AB']],
  ['1234 ABC', '1234ABC', ['1234ABC']],
])('“%s” is looked for as %s, by %j', (text, whole, keys) => {
  expect(zipKeys(text)).toEqual({ whole, keys });
});

test.each([
  ['SW1*', 'SW1', 'SW1', true],
  [' sw 1* ', 'SW1', 'SW1', true],
  ['D-10115', '10115', '10115', false],
  ['LT-01100-LT-01199', undefined, undefined, false],
  ['LT-01100..LT-01199', '01100', '01199', false],
  ['1000-1999-2999', undefined, undefined, false],
  ['D-10000-19999', '10000', '19999', false],
  ['10000 - 19999', '10000', '19999', false],
  ['00-001', '00001', '00001', false],
  ['01310-100', '01310100', '01310100', false],
  ['A1-123', undefined, undefined, false],
  ['12-12A', undefined, undefined, false],
])('“%s” is from %s to %s', (text, low, high, isPrefix) => {
  const read = readZip(text);
  expect(read.ok ? read.value : {}).toEqual(low === undefined ? {} : { low, high, isPrefix });
});

test('what is wrong with a text is said', () => {
  const why = (text: string, countries: readonly string[] = []): string => {
    const read = readZip(text, countries, () => false);
    return read.ok ? '' : read.detail;
  };
  expect(['*', '10115-', '-10115', '1000-10000', '19999-10000'].map((text) => why(text))).toEqual([
    'zips: * is no beginning of a postal code, such as SW1*.',
    'zips: 10115- is no postal code: a code, a range such as 10000-19999, or a beginning such as SW1*.',
    'zips: -10115 is no postal code: a code, a range such as 10000-19999, or a beginning such as SW1*.',
    'zips: 1000-10000 is a range whose ends have not the same length.',
    'zips: 19999-10000 is a range that ends before it begins.',
  ]);
  expect(why('10115', ['HK', 'AE'])).toBe('zips: 10115 is no postal code of HK, AE.');
  expect(why('10115')).toBe('');
});

test('texts of a rule that can be read are its spans', () => {
  expect(spansOf(['10115', 'SW1*', '?'])).toEqual([
    { low: '10115', high: '10115', isPrefix: false },
    { low: 'SW1', high: 'SW1', isPrefix: true },
  ]);
});
