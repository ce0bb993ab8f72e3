// The settings of a start with `--demo`: would catch a shop whose electronic invoices lack something.
import { expect, test } from 'vitest';
import { loadConfig } from '../../../src/config/config.ts';
import { DEMO_SETTINGS } from '../../../src/server/demo/settings.ts';
import { openShop } from '../../operations/shop.ts';
import { eInvoice, order } from '../../operations/orders/e-invoice-shop.ts';

const { seller, company, timeZone, taxClasses } = loadConfig({}, {}, undefined, DEMO_SETTINGS);

test.each(['xrechnung', 'ubl'] as const)('make %s without anything that a shop would have to add', async (format) => {
  const paymentMethods = [{ id: 2, name: 'Vorkasse' }];
  const shop = openShop({ config: { seller, company, timeZone, taxClasses, paymentMethods } });
  const id_order = await order(shop, { lines: [['default', '119.90', 1]] });
  const xml = await eInvoice(shop, id_order, format);
  expect(xml.toString()).toContain('DE02120300000000202051');
});
