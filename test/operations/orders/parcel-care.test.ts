// What parcels weigh, where they can be followed, and when they are there. Catches a weight that does not add up, a
// link of a parcel that a changed setting changes, and a delivery that is told twice or of a parcel that came back.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Given, Reply } from '../shop.ts';
import type { Checkout } from '../cart-reply.ts';
import { runs } from '../../harness/effort.ts';
import { Goods, freeLine, line } from '../shop.ts';

const DHL = { name: 'DHL', tracking_url: 'https://dhl.example/{number}' };

interface Parcel extends Reply {
  readonly weight: number;
}

/** An order of `quantity` pieces of each product that weighs so many kilograms; 0: no weight is known. */
const ordered = async (weights: readonly number[], quantity: number | string = 3) => {
  const goods = await Goods.open();
  const { shop } = goods;
  await shop.admin('update_shop_settings', { carriers: [DHL] });
  const session = await shop.session();
  for (const weight of weights) {
    const product = await goods.product(10);
    await shop.admin('update_product', { id_product: product, metadata: { weight, quantity_step: 0.001 } });
    await shop.call('add_to_cart', line(session, product, { quantity }));
  }
  const { id_order: orderId } = await shop.call<Checkout>('checkout', { session });
  return {
    shop,
    orderId,
    send: (pieces: readonly (readonly [id: number, quantity: number | string])[], more: Given = {}) =>
      shop.admin<Parcel>('add_parcel', {
        id_order: orderId,
        lines: pieces.map(([id_element, sent]) => ({ id_element, quantity: sent })),
        ...more,
      }),
    parcels: async () => (await shop.admin('get_order_by_id', { id_order: orderId }))['parcels'] as unknown as Parcel[],
  };
};

describe('the weight of a parcel', () => {
  test('is that of the goods in it, fractions of pieces as they are', async () => {
    const { send, parcels } = await ordered([1.2, 0.35]);
    expect(
      await send([
        [1, 2],
        [2, '0.25'],
      ]),
    ).toMatchObject({ id_parcel: 1, weight: 2.4875 });
    expect(await parcels()).toMatchObject([{ weight: 2.4875, state: 'sent' }]);
  });

  test('says whose goods have none', async () => {
    const { send, parcels } = await ordered([1.2, 0]);
    expect(
      await send([
        [1, 1],
        [2, 1],
      ]),
    ).toMatchObject({ weight: 1.2, weight_unknown: [2] });
    expect(await parcels()).toMatchObject([{ weight: 1.2, weight_unknown: [2] }]);
  });

  test('is that of a scale where one says it', async () => {
    const { send, parcels } = await ordered([1.2, 0]);
    const reply = await send([[2, 1]], { weight: '2.45' });
    expect(reply).toMatchObject({ weight: 2.45 });
    expect(reply).not.toHaveProperty('weight_unknown');
    expect(await parcels()).toMatchObject([{ weight: 2.45 }]);
  });

  test('stays that of the order when the product gets another', async () => {
    const { shop, send, parcels } = await ordered([1.2]);
    await send([[1, 1]]);
    const [before] = await parcels();
    await shop.admin('update_product', { id_product: 1, metadata: { weight: 7 } });
    expect(await parcels()).toEqual([before]);
  });

  test('counts as unknown what is no product of the catalogue', async () => {
    const { shop } = await Goods.open();
    const session = await shop.session();
    await shop.call('add_to_cart', freeLine(session, 1));
    const { id_order: orderId } = await shop.call<Checkout>('checkout', { session });
    const lines = [{ id_element: 1, quantity: 1 }];
    expect(await shop.admin('add_parcel', { id_order: orderId, lines })).toMatchObject({
      weight: 0,
      weight_unknown: [1],
    });
  });

  test.each(['-1', '0', 'heavy', '100001'])('is not %s', async (weight) => {
    const { shop, orderId } = await ordered([1]);
    const lines = [{ id_element: 1, quantity: 1 }];
    await shop.adminRefused('add_parcel', { id_order: orderId, lines, weight }, 'PARAMETER_INVALID', 'weight');
  });

  test('of all parcels is that of all pieces that left', async () => {
    const pieces = fc.array(fc.tuple(fc.constantFrom(1, 2), fc.integer({ min: 1, max: 400 })), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(
        pieces,
        fc.tuple(fc.integer({ min: 1, max: 9_999_999 }), fc.integer({ min: 1, max: 9_999_999 })),
        async (sends, gramsE6) => {
          const { send, parcels } = await ordered(gramsE6.map((weight) => weight / 1e6));
          for (const [id, milli] of sends) await send([[id, milli / 1000]]);
          const inE9 = ({ weight }: Parcel): number => Math.round(weight * 1e9);
          const whole = sends.reduce((sum, [id, milli]) => sum + milli * gramsE6[id - 1]!, 0);
          expect((await parcels()).reduce((sum, parcel) => sum + inE9(parcel), 0)).toBe(whole);
        },
      ),
      { numRuns: runs(10) },
    );
  });
});

describe('the link of a parcel', () => {
  test('is made of the carrier and the number, and stays', async () => {
    const { shop, send, parcels } = await ordered([1]);
    const url = 'https://dhl.example/A%2F1';
    expect(await send([[1, 1]], { provider: 'dhl', tracking_number: 'A/1' })).toMatchObject({ tracking_url: url });
    await shop.admin('update_shop_settings', { carriers: [] });
    expect(await send([[1, 1]], { provider: 'dhl', tracking_number: 'A/2' })).not.toHaveProperty('tracking_url');
    const [first, second] = await parcels();
    expect(first).toMatchObject({ tracking_url: url });
    expect(second).not.toHaveProperty('tracking_url');
  });
});

describe('set_parcel_delivered', () => {
  test('says when, once, and tells webhooks of both', async () => {
    const { shop, orderId, send, parcels } = await ordered([1]);
    for (const event of ['ORDER_PARCEL_SHIPPED', 'ORDER_PARCEL_DELIVERED']) {
      await shop.admin('create_webhook', { name: event, event });
      await shop.admin('update_webhook', { name: event, url: 'https://hook.example/', parameter: '' });
    }
    await send([[1, 1]], { provider: 'DHL', tracking_number: '7' });
    shop.nowMs += 86_400_000;
    for (let again = 0; again < 2; again += 1) {
      expect(await shop.admin('set_parcel_delivered', { id_order: orderId, id_parcel: 1 })).toEqual({
        object: 'set_parcel_delivered',
        status: 'success',
      });
      shop.nowMs += 1000;
    }
    expect(await parcels()).toMatchObject([{ state: 'delivered', delivery_date: '2026-01-03 03:04:05' }]);
    const parameters = {
      id_order: orderId,
      id_parcel: 1,
      provider: 'DHL',
      tracking_number: '7',
      tracking_url: 'https://dhl.example/7',
    };
    const { queues } = shop.engine.tables.message.index as { queues: Map<number, number[]> };
    const told = [...queues.values()].flat().map((one) => shop.engine.tables.message.peek(one));
    expect(told).toMatchObject([{ parameters }, { parameters }]);
  });

  test('is refused of a parcel that is not there, that came back, and of an order that changed', async () => {
    const { shop, orderId, send, parcels } = await ordered([1]);
    await send([[1, 1]]);
    const call = { id_order: orderId, id_parcel: 1 };
    await shop.adminRefused('set_parcel_delivered', { ...call, id_order: 4711 }, 'ORDER_NOT_FOUND', 4711);
    await shop.adminRefused('set_parcel_delivered', { ...call, id_parcel: 2 }, 'PARCEL_NOT_FOUND', 2);
    await shop.adminRefused('set_parcel_delivered', { ...call, if_seq: 1 }, 'CHANGED_MEANWHILE', 'if_seq');
    await shop.admin('update_order_details', { id_order: orderId, order_delivery_state: 'PROCESSING' });
    expect(await parcels()).toMatchObject([{ state: 'returned' }]);
    await shop.adminRefused('set_parcel_delivered', call, 'PARCEL_RETURNED', 1);
    await shop.admin('update_order_details', { id_order: orderId, order_delivery_state: 'PARTIAL' });
    expect(await parcels()).toMatchObject([{ state: 'sent' }]);
    await shop.admin('update_order_details', { id_order: orderId, order_state: 'CANCELED' });
    await shop.adminRefused('set_parcel_delivered', call, 'ORDER_CANCELED', orderId);
  });
});
