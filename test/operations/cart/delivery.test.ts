// Where the shop delivers to.
import { describe, expect, test } from 'vitest';
import { documentServices } from '../../../src/server/parts/documents.ts';
import { loadConfig } from '../../../src/config/config.ts';
import type { Given, ShopOptions } from '../shop.ts';
import { openShop } from '../shop.ts';

interface Country {
  readonly id: number;
  readonly name: string;
  readonly iso: string;
  readonly printable_name: string;
}

const countries = async (given: Given = {}, options: ShopOptions = {}): Promise<readonly Country[]> => {
  const reply = await openShop(options).call<{ object: string; countries: readonly Country[] }>(
    'get_delivery_countries',
    given,
  );
  expect(Object.keys(reply)).toEqual(['object', 'countries']);
  expect(reply.object).toBe('get_delivery_countries');
  return reply.countries;
};

describe('get_delivery_countries', () => {
  test('all countries of ISO 3166 in the shop’s language, by name', async () => {
    const all = await countries();
    expect(all.length).toBeGreaterThanOrEqual(249);
    expect(all.find(({ iso }) => iso === 'AT')).toEqual({
      id: 40,
      name: 'ÖSTERREICH',
      iso: 'AT',
      printable_name: 'Österreich',
    });
    for (const { id, name, iso, printable_name } of all) {
      expect(iso).toMatch(/^[A-Z]{2}$/);
      expect(id).toBeGreaterThan(0);
      expect(name).toBe(printable_name.toLocaleUpperCase('de'));
    }
    expect(new Set(all.map(({ iso }) => iso)).size).toBe(all.length);
    const names = all.map(({ printable_name }) => printable_name);
    expect(names).toEqual(names.toSorted(new Intl.Collator('de').compare));
  });

  test.each([
    ['fr_FR', 'Allemagne'],
    ['pl', 'Niemcy'],
    ['zh-CN', '德国'],
    ['xx_XX', 'Deutschland'],
    ['', 'Deutschland'],
  ])('in the language %j Germany is %s', async (language, name) => {
    expect((await countries({ language })).find(({ iso }) => iso === 'DE')!.printable_name).toBe(name);
  });

  test('is English where neither the call’s nor the shop’s language is known', async () => {
    const english = await countries({ language: 'tlh' }, { config: { language: 'qq' } });
    expect(english.find(({ iso }) => iso === 'DE')!.printable_name).toBe('Germany');
  });

  test('the configured ones only, in their order', async () => {
    expect((await countries({}, { config: { deliveryCountries: ['DE', 'AT', 'CH'] } })).map(({ iso }) => iso)).toEqual([
      'DE',
      'AT',
      'CH',
    ]);
  });

  test.each(['["XX"]', '["de"]', '"DE"', '["DE","DE"]'])('the setting %s stops the start', (deliveryCountries) => {
    expect(() => documentServices(loadConfig({ deliveryCountries }, {}, '/nonexistent'))).toThrow(
      /deliveryCountries|delivery-countries/,
    );
  });
});
