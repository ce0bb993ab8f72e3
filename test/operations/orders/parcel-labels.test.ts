// Catches a label with another address than the order's, of a parcel that is there already, or of a person who is gone.
import { expect, test } from 'vitest';
import type { Checkout } from '../cart-reply.ts';
import { Goods, freeLine } from '../shop.ts';
import type { Given } from '../shop.ts';

const ADA = {
  delivery_companyname: 'Mill & Co',
  delivery_firstname: 'Ada',
  delivery_lastname: 'Byron',
  delivery_street: 'High Street',
  delivery_number: '1',
  delivery_zip: 'LS1 1AA',
  delivery_city: 'Leeds',
  delivery_country: 'GB',
  email: 'ada@example.org',
};

const sent = async (details: Given, parcels = 1) => {
  const { shop } = await Goods.open();
  const session = await shop.session();
  await shop.call('add_to_cart', freeLine(session, 1, { quantity: 5 }));
  await shop.call('set_order_details', { session, ...details });
  const { id_order: orderId } = await shop.call<Checkout>('checkout', { session });
  const lines = [{ id_element: 1, quantity: '0.5' }];
  for (let at = 0; at < parcels; at += 1)
    await shop.admin('add_parcel', { id_order: orderId, lines, provider: 'DHL', weight: '2.5' });
  const labels = async (more: Given = {}): Promise<unknown> =>
    (await shop.admin('get_parcel_labels', { orders: [orderId], language: 'en_GB', ...more }))['labels'];
  return { shop, orderId, labels };
};

test('a label has address, weight and reference', async () => {
  const { orderId, labels } = await sent(ADA);
  expect(await labels()).toEqual([
    {
      id_order: orderId,
      id_parcel: 1,
      reference: `${orderId}-1`,
      lines: ['Mill & Co', 'Ada Byron', 'High Street 1', 'Leeds', 'LS1 1AA', 'United Kingdom'],
      company: 'Mill & Co',
      name: 'Ada Byron',
      street: 'High Street',
      number: '1',
      zip: 'LS1 1AA',
      city: 'Leeds',
      state: '',
      country: 'GB',
      email: 'ada@example.org',
      phone: '',
      provider: 'DHL',
      tracking_number: '',
      weight: 2.5,
    },
  ]);
});

test('an order that has only an address of the invoice is sent there', async () => {
  const invoice = Object.fromEntries(
    Object.entries(ADA).map(([name, text]) => [name.replace('delivery', 'invoice'), text]),
  );
  const { labels } = await sent(invoice);
  expect(await labels()).toMatchObject([{ city: 'Leeds', country: 'GB', name: 'Ada Byron' }]);
});

test('of those that are on their way, unless one is named', async () => {
  const { shop, orderId, labels } = await sent(ADA, 3);
  await shop.admin('set_parcel_delivered', { id_order: orderId, id_parcel: 2 });
  expect(await labels()).toMatchObject([{ id_parcel: 1 }, { id_parcel: 3 }]);
  expect(await labels({ id_parcel: 2 })).toMatchObject([{ id_parcel: 2 }]);
  expect(await labels({ id_parcel: 4 })).toEqual([]);
  await shop.adminRefused('get_parcel_labels', { orders: [orderId, 4711] }, 'ORDER_NOT_FOUND', 4711);
});
