// Catches a form of an address that a storefront cannot use: of another country than was asked for, or one by which a
// checkout is refused all the same.
import { expect, test } from 'vitest';
import { freeLine, openShop } from '../shop.ts';

const RECIPIENT = ['{companyname}', '{department}', '{salutation}', '{firstname} {lastname}'];

interface Form {
  readonly country: string;
  readonly printable_name: string;
  readonly fields: readonly { readonly name: string; readonly required: 0 | 1 }[];
  readonly zip?: { readonly name: string; readonly pattern: string; readonly example: string };
}

test('a country is named in any form, and the reply in the language of the call', async () => {
  const shop = openShop();
  for (const country of ['JP', 'japan', 'Japon', '392'])
    expect(await shop.call('get_address_form', { country, language: 'en_GB' })).toEqual({
      object: 'address_form',
      country: 'JP',
      printable_name: 'Japan',
      fields: [
        ...['companyname', 'department', 'salutation', 'firstname', 'lastname'].map((name) => ({ name, required: 0 })),
        { name: 'street', required: 1 },
        { name: 'number', required: 0 },
        { name: 'city', required: 0 },
        { name: 'state', required: 1 },
        { name: 'zip', required: 1 },
        { name: 'country', required: 1 },
      ],
      lines: [...RECIPIENT, '{street} {number}', '{city}, {state}', '{zip}', '{country}'],
      local_lines: ['{zip}', '{state}{city}', '{street} {number}', ...RECIPIENT, '{country}'],
      zip: { name: 'postal', pattern: '\\d{3}-?\\d{4}', example: '154-0023' },
      state_name: 'prefecture',
      city_name: 'city',
    });
});

test('a country that does not exist is refused', async () => {
  expect(await openShop().call('get_address_form', { country: 'Atlantis' })).toMatchObject({
    message: 'COUNTRY_NOT_FOUND',
    param: 'country',
  });
});

test.each(['HK', 'IE', 'AE', 'DE', 'US', 'JP', 'SG'])(
  'a checkout that requires every part takes an address of %s that has what its form requires',
  async (country) => {
    const parts = ['zip', 'state', 'city', 'street', 'country'];
    const shop = openShop({ rules: { checkoutRequires: parts.map((part) => `delivery_${part}`) } });
    const { fields, zip } = await shop.call<Form>('get_address_form', { country });
    const values: { readonly [part: string]: string } = { country, zip: zip?.example ?? '' };
    const required = fields.filter((field) => field.required === 1);
    for (const left of ['', ...required.map(({ name }) => name)]) {
      const session = await shop.session();
      await shop.call('add_to_cart', freeLine(session, 1));
      const entered = required.filter(({ name }) => name !== left || name === 'country');
      await shop.call('set_order_details', {
        session,
        ...Object.fromEntries(entered.map(({ name }) => [`delivery_${name}`, values[name] ?? 'x'])),
      });
      const reply = await shop.call('checkout', { session });
      if (left === '' || left === 'country') expect(reply).toMatchObject({ status: 'success' });
      else expect(reply).toMatchObject({ message: 'ORDER_DETAILS_MISSING', param: `delivery_${left}` });
    }
  },
);
