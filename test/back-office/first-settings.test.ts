// Would catch first steps that change what nobody touched: how tax is calculated, or which way to pay an id names; and
// a currency that a country no longer has.
import { expect, test } from 'vitest';
import { classesWith, nextId } from '../../back-office/screens/first-settings.ts';
import { currencyOf, standardRate } from '../../back-office/tax-rates.ts';

const NAMES = { standard: 'full', reduced: 'less' };
const RATES = { standard: 0.2, reduced: 0.1, calculation: undefined, country: 'DE', others: {} };
const full = { name: 'old', calculation: 'subtracted', rates: { DE: 0.19, AT: 0.2 } } as const;
const less = { name: 'food', calculation: 'added', rates: { DE: 0.07 } } as const;
const none = { name: 'none', calculation: 'included', rates: {} } as const;

test('each class keeps how its tax is calculated, unless that is touched', () => {
  const both = [
    { ...full, rates: { DE: 0.2, AT: 0.2 } },
    { ...less, rates: { DE: 0.1 } },
  ];
  expect(classesWith([full, less, none], RATES, NAMES)).toEqual([...both, none]);
  expect(classesWith([full, less, none], { ...RATES, calculation: 'included' }, NAMES)).toEqual([
    ...both.map((one) => ({ ...one, calculation: 'included' })),
    none,
  ]);
});

test('a class that is made calculates as the first; the first of all has its tax included', () => {
  expect(classesWith([full], RATES, NAMES)[1]).toEqual({ name: 'less', calculation: 'subtracted', rates: { DE: 0.1 } });
  expect(classesWith([], { ...RATES, reduced: undefined }, NAMES)).toEqual([
    { name: 'full', calculation: 'included', rates: { DE: 0.2 } },
  ]);
});

test('a new way to pay takes no id that was there', () => {
  expect([nextId([]), nextId([{ id: 4 }, { id: 2 }])]).toEqual([1, 5]);
});

test('Bulgaria pays in euro', () => {
  expect(['BG', 'DE', 'PL'].map(currencyOf)).toEqual(['EUR', 'EUR', 'PLN']);
  expect(standardRate('BG')).toBe(0.2);
});
