// Catches a session that takes more than the setting `sessionBytesMax`, and a text of a cart or draft without a limit.
import { describe, expect, test } from 'vitest';
import { freeLine, openShop } from '../shop.ts';

describe('a session that is full', () => {
  test('refuses lines and details by name, and goes on once there is room', async () => {
    const shop = openShop({ config: { sessionBytesMax: 16_384 } });
    const session = await shop.session();
    const line = freeLine(session, '1.50', { description_field: 'd'.repeat(7000) });
    await shop.call('add_to_cart', line);
    await shop.call('add_to_cart', line);
    await shop.refused('add_to_cart', line, 'SESSION_TOO_LARGE', 16_384);
    const details = { session, note: 'n'.repeat(5000) };
    await shop.refused('set_order_details', details, 'SESSION_TOO_LARGE', 16_384);
    await shop.call('del_from_cart', { session, id_element: 1 });
    expect(await shop.call('set_order_details', details)).not.toMatchObject({ object: 'error' });
    await shop.refused('add_to_cart', line, 'SESSION_TOO_LARGE', 16_384);
    expect(await shop.call('checkout', { session })).toMatchObject({ status: 'success' });
  });

  test.each([
    ['add_to_cart', 'name_field', 1000],
    ['add_to_cart', 'description_field', 10_000],
    ['set_order_details', 'note', 10_000],
    ['set_order_details', 'invoice_street', 255],
  ])('%s takes %s of so many characters and not of more', async (request, name, max) => {
    const shop = openShop();
    const session = await shop.session();
    const params = (length: number) =>
      request === 'add_to_cart'
        ? freeLine(session, '1', { [name]: 'x'.repeat(length) })
        : { session, [name]: 'x'.repeat(length) };
    await shop.refused(request, params(max + 1), 'PARAMETER_INVALID', name);
    expect(await shop.call(request, params(max))).not.toMatchObject({ object: 'error' });
  });

  test('attributes and coupon names have limits, too', async () => {
    const shop = openShop();
    const session = await shop.session();
    const attributes = (length: number) => ({ session, attributes: { a: 'x'.repeat(length) } });
    await shop.refused('set_order_details', attributes(10_001), 'PARAMETER_INVALID', 'attributes');
    expect(await shop.call('set_order_details', attributes(10_000))).not.toMatchObject({ object: 'error' });
    const coupons = JSON.stringify([['code', 'x'.repeat(256)]]);
    await shop.refused('add_coupons', { session, coupons }, 'PARAMETER_INVALID', 'coupons');
  });
});
