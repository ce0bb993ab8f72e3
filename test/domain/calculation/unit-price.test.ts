// What one piece costs, attribute by attribute. It would catch a price that is read from what is none, and one whose
// tax is of another price or country.
import { describe, expect, test } from 'vitest';
import { hasPriceField, priceDefinition, priceNumbers, taxedUnit } from '../../../src/domain/calculation/unit-price.ts';
import type { AttributeDefinition } from '../../../src/domain/attributes/attributes.ts';
import type { PriceE4 } from '../../../src/domain/money.ts';
import type { ShopRules } from '../../../src/domain/rules.ts';
import { RULES } from '../memory-shop.ts';

const definition = (number: number, name: string, type = 'FLOAT') =>
  ({ number, name, type, labels: {}, defaults: {} }) as unknown as AttributeDefinition;

const CLASS = [
  definition(1, 'price'),
  definition(2, 'price_b'),
  definition(3, 'title', 'CHAR'),
  definition(4, 'count', 'INT'),
];
const named = (...priceFields: readonly string[]): ShopRules => ({ ...RULES, priceFields });

describe('the price of a product', () => {
  test('is an attribute of decimals, and one that the shop names where it names any', () => {
    const has = (rules: ShopRules, name: string) => hasPriceField(rules, CLASS, name);
    const all = ['price', 'price_b', 'title', 'count', 'absent'];
    expect(all.map((name) => has(named(), name))).toEqual([true, true, false, false, false]);
    expect(all.map((name) => has(named('price_b', 'title'), name))).toEqual([false, true, false, false, false]);
  });

  test('is refused where it is none, with the reason', () => {
    const asked = (rules: ShopRules, name: string) => priceDefinition(rules, CLASS, name);
    expect(asked(named('price_b'), 'price_b')).toEqual({ ok: true, value: CLASS[1] });
    const refused = { code: 'PRICE_FIELD_INVALID', param: 'price_field' };
    expect(asked(named(), 'title')).toMatchObject({
      ...refused,
      detail: 'title is no FLOAT attribute of the class.',
    });
    expect(asked(named('price_b'), 'price')).toMatchObject({
      ...refused,
      detail: 'price is no attribute that the setting priceFields names as a price.',
    });
  });

  test('is compared with what it was: of the fields that the shop names, else of its standard one', () => {
    expect(priceNumbers(named(), CLASS)).toEqual([1]);
    expect(priceNumbers(named('price_b', 'price', 'title'), CLASS)).toEqual([1, 2]);
    expect(priceNumbers(named('absent'), CLASS)).toEqual([]);
  });

  test('is taxed by its class and country, and keeps what it was taxed from', () => {
    const [, , net] = RULES.taxClasses;
    expect(taxedUnit(RULES, net!, 'DE', 100_000 as PriceE4)).toEqual({
      ok: true,
      value: { priceE4: 119_000, rateE6: 190_000, taxMinor: 190, basis: [100_000, 'net', 'DE'] },
    });
  });
});
