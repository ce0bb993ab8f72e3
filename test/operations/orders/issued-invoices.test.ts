// Orders are frozen: whatever settings become, an order's replies and documents stay byte for byte, and an issued
// invoice whatever anybody asks for afterwards.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SETTING_NAMES } from '../../../src/config/config.ts';
import { openShop, warmPrinting } from '../shop.ts';
import { CONFIG, invoice, place, removeTemplates, shownOf, textOf, writeTemplates } from './issued-shop.ts';
import { otherOf } from './other-settings.ts';

beforeAll(writeTemplates);
beforeAll(() => warmPrinting(CONFIG));
afterAll(removeTemplates);

describe('settings', () => {
  // Catches a view or a document that reads of the settings what the order or its profile holds. One setting at a time:
  // issued-invoices.long.test.ts.
  test('change no byte of an order that is there, nor of its invoice, all at once', async () => {
    const shop = openShop({ config: CONFIG });
    const id_order = await place(shop);
    const issued = await shownOf(shop, id_order, false);
    await shop.restart({
      config: { ...CONFIG, ...Object.fromEntries(SETTING_NAMES.map((name) => [name, otherOf(name)])) },
    });
    expect(await shownOf(shop, id_order, false)).toEqual(issued);
  });

  test('name methods by language: the one asked for, else the shop’s, else the first by code', async () => {
    const shop = openShop({ config: CONFIG });
    const id_order = await place(shop);
    const names = async (language: string): Promise<unknown> => {
      const { payment_method, delivery_method } = await shop.call('get_order_by_id', { id_order, language });
      return [payment_method, delivery_method];
    };
    expect([await names('en_GB'), await names('fr_FR'), await names('de_DE')]).toEqual([
      ['Cash', 'Courier'],
      ['Bar', 'Coursier'],
      ['Bar', 'Courier'],
    ]);
    const found = async (payment_method: string, language: string): Promise<unknown> =>
      (await shop.admin('search_orders', { constraint: { payment_method }, language }))['count'];
    expect([await found('Cash', 'en_GB'), await found('Cash', 'de_DE'), await found('Bar', 'de_DE')]).toEqual([
      1, 0, 1,
    ]);
    expect(Object.keys(await shop.call('get_payment_methods', { language: 'en_GB' }))).toEqual([
      'object',
      'PrePayment',
      'Cash',
    ]);
    expect(Object.keys(await shop.call('get_payment_methods'))).toEqual(['object', 'PrePayment', 'Bar']);
    expect(textOf(await invoice(shop, id_order, {}, 'en_GB'))).toContain('Cash');
    // The settings lose the methods; another one is taken from them as they are now.
    await shop.restart({ config: { ...CONFIG, paymentMethods: [{ id: 9, name: 'Nine' }], deliveryMethods: [] } });
    expect(await names('en_GB')).toEqual(['Cash', 'Courier']);
    const other = await place(shop, { id_payment_method: 9 });
    expect(await shop.call('get_order_by_id', { id_order: other })).toMatchObject({
      payment_method: 'Nine',
      delivery_method: '',
    });
  });
});
