// A storefront that has to guess what the shop's settings are.
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/config.ts';
import { shopRules } from '../../src/config/shop-rules.ts';
import { openShop } from './shop.ts';

const config = loadConfig(
  {},
  {
    KONTOR_CURRENCY: 'JPY',
    KONTOR_CURRENCY_DIGITS: '0',
    KONTOR_CURRENCIES: '[{"code":"USD","digits":2}]',
    KONTOR_LANGUAGE: 'en_GB',
    KONTOR_LANGUAGES: '["fr_FR","en_GB"]',
    KONTOR_COUNTRY: 'FR',
    KONTOR_TAX_CLASSES: '[{"name":"books","calculation":"added","rates":{"FR":0.055,"DE":0.07}}]',
    KONTOR_DELIVERY_METHODS: '[{"id":3,"name":{"en_GB":"Courier","fr_FR":"Coursier"}}]',
    KONTOR_DELIVERY_COUNTRIES: '["FR","DE"]',
    KONTOR_CHECKOUT_REQUIRES: '["email"]',
    KONTOR_CART_HOLD_MS: '90000',
  },
  '/nonexistent',
);

describe('get_shop', () => {
  test('says what the settings say, in the language of the call', async () => {
    const shop = openShop({ config, rules: shopRules(config) });
    const reply = await shop.call('get_shop', { language: 'fr_FR' });
    expect(reply).toEqual({
      object: 'shop',
      currency: 'JPY',
      currency_digits: 0,
      currencies: [
        { code: 'JPY', digits: 0 },
        { code: 'USD', digits: 2 },
      ],
      language: 'en_GB',
      languages: ['en_GB', 'fr_FR'],
      country: 'FR',
      time_zone: 'UTC',
      countries: [
        { id: 250, name: 'FRANCE', iso: 'FR', printable_name: 'France' },
        { id: 276, name: 'ALLEMAGNE', iso: 'DE', printable_name: 'Allemagne' },
      ],
      delivery_methods: [{ id: 3, name: 'Coursier' }],
      payment_methods: expect.arrayContaining([expect.objectContaining({ attributes: expect.anything() })]),
      tax_classes: [{ name: 'books', calculation: 'added', rates: { FR: 0.055, DE: 0.07 } }],
      company: '',
      company_foot: '',
      price_fields: [],
      free_elements: 'everyone',
      checkout_requires: ['email'],
      limits: { session_lifetime: 86_400, cart_lines: 1000, cart_hold: 90, list_records: 0, aggregate_calls: 100 },
    });
    expect(await openShop().call('get_shop'), 'with one currency').not.toHaveProperty('currencies');
    expect(await shop.call('get_shop')).toMatchObject({ delivery_methods: [{ id: 3, name: 'Courier' }] });
  });

  test('shows the same methods and countries as the operations of their own', async () => {
    const shop = openShop();
    const reply = await shop.call<{ payment_methods: { name: string }[]; countries: unknown }>('get_shop');
    const { object: _object, ...methods } = await shop.call('get_payment_methods');
    expect(Object.fromEntries(reply.payment_methods.map((method) => [method.name, method]))).toEqual(methods);
    expect((await shop.call('get_delivery_countries'))['countries']).toEqual(reply.countries);
  });
});
