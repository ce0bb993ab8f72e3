// Names of countries in the languages of the world. Catches languages that are all read in one go, for the first name
// that somebody misspells, one that is read twice, and a name that means something else because it was asked for later.
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { must } from '../../src/kernel/result.ts';
import { Countries, CountryNames } from '../../src/outside/countries.ts';
import { codeInSteps } from './country-codes.ts';

const LANGUAGES = readdirSync('node_modules/i18n-iso-countries/langs').length;

const fresh = (): Countries => {
  const countries = Countries.of([], new CountryNames());
  must(typeof countries !== 'string', 'all countries are countries');
  return countries;
};

test('one language is read in a step, none for a code, and none again', () => {
  const countries = fresh();
  expect(['DE', 'deu', '276', 'UK'].map((form) => codeInSteps(countries, form))).toEqual(
    ['DE', 'DE', 'DE', 'GB'].map((code) => ({ code, steps: 0 })),
  );
  const german = codeInSteps(countries, 'Deutschland');
  expect(german.code).toBe('DE');
  expect(german.steps).toBeGreaterThan(1);
  expect(german.steps).toBeLessThan(LANGUAGES);
  expect(codeInSteps(countries, 'DEUTSCHLAND')).toEqual({ code: 'DE', steps: 0 });
  const unknown = codeInSteps(countries, 'Nirgendwo');
  expect([unknown.code, german.steps + unknown.steps]).toEqual(['', LANGUAGES]);
  expect(codeInSteps(countries, 'Sonstwo')).toEqual({ code: '', steps: 0 });
});

test('English is read first, then the languages of the shop: both before anybody asks', () => {
  const names = new CountryNames(['de_DE', 'xx', 'fr-CH']);
  const countries = Countries.of([], names) as Countries;
  let steps = 1;
  while (!names.readFirst(() => true)) steps += 1;
  expect(steps).toBe(3);
  expect(names.readFirst(() => true)).toBe(true);
  expect(['Germany', 'Deutschland', 'Allemagne'].map((name) => codeInSteps(countries, name))).toEqual(
    ['DE', 'DE', 'DE'].map((code) => ({ code, steps: 0 })),
  );
  expect(codeInSteps(countries, 'Germania').steps).toBeGreaterThan(0);
  expect(codeInSteps(fresh(), 'Germany')).toEqual({ code: 'DE', steps: 1 });
});

test('a name is the same country, whatever was asked for before', () => {
  const [first, last] = [fresh(), fresh()];
  codeInSteps(last, 'Nirgendwo');
  for (const name of ['Deutschland', 'GERMANY', 'Congo', 'Ελλάδα', 'İTALYA', 'Korea', 'Österreich', '中国'])
    expect(codeInSteps(first, name).code, name).toBe(codeInSteps(last, name).code);
});
