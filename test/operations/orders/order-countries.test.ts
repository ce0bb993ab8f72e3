// Countries of orders and accounts: every form that real clients send, and nothing that is no country.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ANY_CHARACTER } from '../../harness/any-character.ts';
import { loadConfig } from '../../../src/config/config.ts';
import { ConfigError } from '../../../src/config/setting.ts';
import { documentServices } from '../../../src/server/parts/documents.ts';
import type { Reply } from '../shop.ts';
import { codeInSteps } from '../../outside/country-codes.ts';
import { Goods, line, openShop } from '../shop.ts';

const NO_COUNTRIES = [
  'XX',
  'ZZ',
  'D',
  'deu!',
  'Nowhere',
  '0',
  '999',
  'de_DE',
  '<b>',
  'constructor',
  '__proto__',
  'x'.repeat(255),
];

test.each([
  ['DE', 'DE'],
  ['de', 'DE'],
  [' At ', 'AT'],
  ['CHE', 'CH'],
  ['276', 'DE'],
  ['Deutschland', 'DE'],
  ['GERMANY', 'DE'],
  ['Österreich', 'AT'],
  ['O\u0308sterreich', 'AT'],
  ['Schweiz', 'CH'],
  ['United  Kingdom', 'GB'],
  ['Großbritannien', 'GB'],
  ['İTALYA', 'IT'],
  ['ΕΛΛΆΔΑ', 'GR'],
  ['UK', 'GB'],
  ['el', 'GR'],
])('%s is %s: shown as it was sent, with its code beside it', async (sent, code) => {
  const shop = openShop();
  const session = await shop.session();
  const fields = {
    delivery_country: sent.normalize('NFC'),
    delivery_country_code: code,
    invoice_country: sent.normalize('NFC'),
    invoice_country_code: code,
  };
  expect(
    await shop.call('set_order_details', { session, delivery_country: sent, invoice_country: sent }),
  ).toMatchObject(fields);
  expect(await shop.call('get_order_details', { session })).toMatchObject(fields);
});

test.each(NO_COUNTRIES)('%j is refused, draft and order stay as they were', async (country) => {
  const goods = await Goods.open();
  const { shop } = goods;
  const session = await shop.session();
  await shop.call('add_to_cart', line(session, await goods.product()));
  const before = await shop.call('set_order_details', { session, delivery_country: 'DE', delivery_city: 'Berlin' });
  for (const param of ['delivery_country', 'invoice_country']) {
    await shop.refused(
      'set_order_details',
      { session, delivery_city: 'Rom', [param]: country },
      'COUNTRY_NOT_FOUND',
      param,
    );
  }
  expect(await shop.call('get_order_details', { session })).toEqual(before);
  const { id_order } = await shop.call<{ id_order: number }>('checkout', { session });
  for (const param of ['delivery_country', 'invoice_country']) {
    await shop.adminRefused(
      'update_order_details',
      { id_order, order_state: 'CLOSED', [param]: country },
      'COUNTRY_NOT_FOUND',
      param,
    );
  }
  expect(await shop.call('get_order_by_id', { id_order })).toMatchObject({
    order_delivery_country: 'DE',
    order_delivery_country_code: 'DE',
    order_state: 'OPEN',
  });
});

test('a country that is replaced or cleared takes its code along', async () => {
  const shop = openShop();
  const session = await shop.session();
  await shop.call('set_order_details', { session, delivery_country: 'Deutschland' });
  expect(await shop.call('set_order_details', { session, delivery_country: 'FR' })).toMatchObject({
    delivery_country: 'FR',
    delivery_country_code: 'FR',
  });
  expect(await shop.call('set_order_details', { session, delivery_country: '' }), 'empty text leaves it').toMatchObject(
    { delivery_country_code: 'FR' },
  );
  const fields = {
    request: 'set_order_details',
    licence_username: 'shop_1',
    licence_password: 'password-1',
    session,
    delivery_country: null,
  };
  expect(JSON.parse((await shop.send(fields)).text)).toMatchObject({ delivery_country: '', delivery_country_code: '' });
});

test('the code is searched for, and the invoice names the country in its own language', async () => {
  const goods = await Goods.open();
  const session = await goods.shop.session();
  await goods.shop.call('add_to_cart', line(session, await goods.product()));
  await goods.shop.call('set_order_details', { session, delivery_country: 'AUSTRIA', delivery_lastname: 'Huber' });
  const { id_order } = await goods.shop.call<{ id_order: number }>('checkout', { session });
  for (const name of ['order_delivery_country_code', 'main.delivery_country_code']) {
    expect(
      await goods.shop.call('search_orders', { constraint: { [name]: 'AT' }, language: 'de_DE' }),
      name,
    ).toMatchObject({ count: 1, result: [{ id: id_order }] });
  }
  const { invoice } = await goods.shop.call<{ invoice: string }>('get_invoice', { id_order, language: 'de_DE' });
  expect(Buffer.from(invoice, 'base64').toString()).toContain('&#214;sterreich');
});

test('where a shop delivers to: shoppers are held to it, the back office and invoices are not', async () => {
  const shop = openShop({ config: { deliveryCountries: ['DE', 'AT'] } });
  const session = await shop.session();
  await shop.refused(
    'set_order_details',
    { session, delivery_country: 'FR' },
    'COUNTRY_NOT_DELIVERED_TO',
    'delivery_country',
  );
  await shop.refused(
    'set_order_details',
    { session, delivery_country: 'France' },
    'COUNTRY_NOT_DELIVERED_TO',
    'delivery_country',
  );
  expect(
    await shop.call('set_order_details', { session, delivery_country: 'Austria', invoice_country: 'FR' }),
  ).toMatchObject({ delivery_country_code: 'AT', invoice_country_code: 'FR' });
  expect(await shop.admin('set_order_details', { session, delivery_country: 'FR' })).toMatchObject({
    delivery_country_code: 'FR',
  });
});

test('accounts: a country or nothing', async () => {
  const shop = openShop();
  const args = { username: 'ada_1', passwd1: 'secret1', passwd2: 'secret1', email: 'ada@example.org' };
  const { id_user, session_id } = await shop.call<Reply>('register_user', { language: 'de_DE', args });
  await shop.call('verify_user', { id_user, session_id });
  const { session_id: session } = await shop.call<Reply>('login_user', { username: 'ada_1', password: 'secret1' });
  const set = (country: unknown): Promise<Reply> =>
    shop.call('set_user_data', { session, attributes: { country, city: 'Wien' } });
  expect(await set('AT')).toMatchObject({ status: 'SUCCESS' });
  expect(await set('')).toMatchObject({ status: 'SUCCESS' });
  for (const country of NO_COUNTRIES) {
    await shop.refused(
      'set_user_data',
      { session, attributes: { country, city: 'Graz' } },
      'COUNTRY_NOT_FOUND',
      'country',
    );
    await shop.adminRefused(
      'update_user_data',
      { id_user, attributes: { country, city: 'Graz' } },
      'COUNTRY_NOT_FOUND',
      'country',
    );
  }
  expect(await shop.call('get_user_data', { session })).toMatchObject({
    attributes: { country: { value: 'AT' }, city: { value: 'Wien' } },
  });
});

test('property: whatever is sent, a code of two letters comes back or a refusal', async () => {
  // Catches: a look-up that falls through to a prototype's member, and a throw on odd texts.
  const { countries } = documentServices(loadConfig({}, {}, '/nonexistent'));
  const codeOf = (given: string): string => codeInSteps(countries, given).code;
  const known = new Set(countries.list('en').map(({ iso }) => iso));
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.string({ unit: ANY_CHARACTER, maxLength: 3 }), fc.constantFrom(...NO_COUNTRIES)),
      (given) => {
        const code = codeOf(given);
        expect(code === '' || known.has(code), JSON.stringify([given, code])).toBe(true);
      },
    ),
  );
  for (const language of ['de', 'en', 'pl', 'tr', 'ja', 'ar']) {
    for (const { id, iso, name, printable_name } of countries.list(language)) {
      // Two languages may call two countries the same; English wins, and no name of the list itself is unknown.
      for (const form of [name, printable_name]) expect(codeOf(form), `${form} in ${language}`).toMatch(/^[A-Z]{2}$/);
      expect([iso, String(id), iso.toLowerCase()].map((form) => countries.code(form))).toEqual([iso, iso, iso]);
    }
  }
});

test('settings that name no country stop the start', () => {
  expect(() => documentServices({ ...loadConfig({}, {}, '/nonexistent'), deliveryCountries: ['DE', 'XX'] })).toThrow(
    ConfigError,
  );
  expect(() => documentServices({ ...loadConfig({}, {}, '/nonexistent'), country: 'XX' })).toThrow(
    /country: ISO 3166 knows no country XX/,
  );
  const taxClasses = [{ name: 'default', calculation: 'included' as const, rates: { DE: 0.19, EN: 0.2 } }];
  expect(() => documentServices({ ...loadConfig({}, {}, '/nonexistent'), taxClasses })).toThrow(
    /taxClasses: ISO 3166 knows no country EN/,
  );
});
