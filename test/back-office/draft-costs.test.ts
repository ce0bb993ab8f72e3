// Would catch delivery costs of a draft that the customer pays otherwise than staff typed them, or under another name
// than that of the delivery method.
import { describe, expect, test } from 'vitest';
import { classOfCosts, costsAgain, costsOf } from '../../back-office/screens/draft-costs.ts';

const shopWith = (calculation: 'included' | 'added' | 'subtracted') => ({
  country: 'DE',
  tax_classes: [{ name: 'full', calculation, rates: { DE: 0.19, AT: 0.2 } }],
});
const details = (method: number, country: string) => ({
  order_delivery_method: { id: method, name: method === 0 ? 'not_specified' : 'Paket' },
  delivery_country_code: country,
});

describe('the delivery costs of a draft', () => {
  test('are what is typed, however the first tax class calculates', () => {
    expect(costsOf(shopWith('included'), details(1, ''), 5)).toEqual([['Paket', 5, 'full']]);
    expect(costsOf(shopWith('added'), details(1, ''), 5)).toEqual([['Paket', 5, 0.19]]);
    expect(costsOf(shopWith('added'), details(1, 'AT'), 5)).toEqual([['Paket', 5, 0.2]]);
    expect(costsOf(shopWith('subtracted'), details(1, ''), 5)).toEqual([['Paket', 5, 0]]);
    expect(costsOf(shopWith('added'), details(1, ''), 0)).toEqual([]);
  });

  test('have no name before a method is chosen, and its name from then on', () => {
    const unnamed = { name: '', price: 5, tax: 0.19 };
    expect(costsOf(shopWith('added'), details(0, ''), 5)).toEqual([['', 5, 0.19]]);
    expect(costsAgain(shopWith('added'), details(0, ''), [unnamed])).toBeUndefined();
    expect(costsAgain(shopWith('added'), details(1, ''), [unnamed])).toEqual([['Paket', 5, 0.19]]);
  });

  test('have the tax of another country once it is chosen, and stay the same amount', () => {
    const known = { name: 'Paket', price: 5, tax: 0.19 };
    expect(costsAgain(shopWith('added'), details(1, 'AT'), [known])).toEqual([['Paket', 5, 0.2]]);
    expect(costsAgain(shopWith('added'), details(1, 'FR'), [known])).toBeUndefined();
    expect(costsAgain(shopWith('added'), details(1, 'AT'), [])).toBeUndefined();
    expect(costsAgain(shopWith('added'), details(1, 'AT'), [known, known])).toBeUndefined();
  });

  test('have the tax of the class that was chosen, also once they go to another country', () => {
    const shop = {
      country: 'DE',
      tax_classes: [
        { name: 'full', calculation: 'added' as const, rates: { DE: 0.19, AT: 0.2 } },
        { name: 'half', calculation: 'added' as const, rates: { DE: 0.07, AT: 0.1 } },
      ],
    };
    expect(costsOf(shop, details(1, 'DE'), 5, 'half')).toEqual([['Paket', 5, 0.07]]);
    expect(costsOf(shop, details(1, 'DE'), 5, 'gone')).toEqual([['Paket', 5, 0.19]]);
    const known = { name: 'Paket', price: 5, tax: 0.07 };
    const chosen = classOfCosts(shop, details(1, 'DE'), [known]);
    expect(chosen).toBe('half');
    expect(costsAgain(shop, details(1, 'AT'), [known], chosen)).toEqual([['Paket', 5, 0.1]]);
    expect(costsAgain(shop, details(1, 'DE'), [known], chosen)).toBeUndefined();
    expect(classOfCosts(shop, details(1, 'DE'), [{ ...known, tax: 0.3 }])).toBe('');
  });
});
