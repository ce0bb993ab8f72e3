// Postal codes that are none in their country. Catches a shop that refuses them although it never said so, and one that
// said so and takes them by another way.
import { expect, test } from 'vitest';
import { Goods, freeLine, openShop } from '../shop.ts';
import type { Given } from '../shop.ts';
import type { Checkout } from '../cart-reply.ts';

const CHECKED = { rules: { addressChecks: true } };

test('are taken as they are unless the shop says otherwise', async () => {
  const shop = openShop();
  const session = await shop.session();
  expect(await shop.call('set_order_details', { session, delivery_zip: '1', delivery_country: 'DE' })).toMatchObject({
    delivery_zip: '1',
  });
});

test.each<[Given, string | undefined]>([
  [{ delivery_zip: '1011', delivery_country: 'DE' }, 'delivery_zip'],
  [{ delivery_zip: '1011' }, 'delivery_zip'],
  [{ invoice_zip: 'EC1Y 8SY', invoice_country: 'France' }, 'invoice_zip'],
  [{ delivery_zip: '1010', delivery_country: 'Österreich' }, undefined],
  [{ delivery_zip: 'A65 F4E2', delivery_country: 'IE' }, undefined],
  [{ delivery_zip: 'none', delivery_country: 'HK' }, undefined],
  [{ invoice_zip: 'whatever' }, undefined],
  [{ delivery_city: 'Berlin', delivery_country: 'DE' }, undefined],
])('a shop that checks them: %j', async (sent, refused) => {
  const shop = openShop(CHECKED);
  const session = await shop.session();
  if (refused === undefined) await shop.call('set_order_details', { session, ...sent });
  else await shop.refused('set_order_details', { session, ...sent }, 'ZIP_NOT_VALID', refused);
});

test('the refusal has an example, and a country that comes later is checked with the code that is there', async () => {
  const shop = openShop(CHECKED);
  const session = await shop.session();
  await shop.call('set_order_details', { session, delivery_zip: '1010', delivery_country: 'AT' });
  const reply = await shop.refused('set_order_details', { session, delivery_country: 'DE' }, 'ZIP_NOT_VALID');
  expect(reply['detail']).toContain('26133');
  await shop.call('set_order_details', { session, delivery_country: 'DE', delivery_zip: '10115' });
});

test('an order that has one already is changed elsewhere, and not there', async () => {
  const { shop } = await Goods.open();
  const session = await shop.session();
  await shop.call('add_to_cart', freeLine(session, 1));
  await shop.call('set_order_details', { session, delivery_zip: '1', delivery_country: 'DE' });
  const { id_order } = await shop.call<Checkout>('checkout', { session });
  await shop.admin('update_shop_settings', { address_checks: 1 });
  await shop.admin('update_order_details', { id_order, delivery_city: 'Berlin' });
  await shop.adminRefused('update_order_details', { id_order, delivery_zip: '12' }, 'ZIP_NOT_VALID', 'delivery_zip');
  await shop.admin('update_order_details', { id_order, delivery_zip: '10115' });
});
