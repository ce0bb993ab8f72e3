// Orders are frozen: whatever settings become, an order's replies and documents stay byte for byte, and an issued
// invoice whatever anybody asks for afterwards.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SettingName } from '../../../src/config/config.ts';
import { SETTINGS, SETTING_NAMES } from '../../../src/config/config.ts';
import { openShop } from '../shop.ts';
import { CONFIG, DIRECTORY, invoice, place, removeTemplates, textOf, writeTemplates } from './issued-shop.ts';

beforeAll(writeTemplates);
afterAll(removeTemplates);

describe('settings', () => {
  /** Another value than the one a shop had: every setting has one, so that a new one is tried, too. */
  const OTHERS: { readonly [name: string]: unknown } = {
    ioThreads: '2',
    currency: 'USD',
    language: 'en_GB',
    country: 'AT',
    timeZone: 'Pacific/Auckland',
    host: '::1',
    adminHost: '::1',
    backOffice: 'off',
    tlsCert: 'x.crt',
    tlsKey: 'x.key',
    data: './other',
    snapshots: './other',
    taxClasses: [{ name: 'default', calculation: 'added', rates: { DE: 0.07 } }],
    paymentMethods: [{ id: 9, name: 'Other' }],
    deliveryMethods: [{ id: 1, name: 'Other' }],
    invoicePrefix: 'X-',
    company: 'Another',
    companyFoot: 'Another',
    templates: DIRECTORY,
    deliveryCountries: ['FR'],
    checkoutRequires: ['email'],
    paymentSuccessUrl: 'https://x.example.org/',
    paymentCancelUrl: 'https://x.example.org/',
    paymentReturnHosts: ['x.example.org'],
    clientAddressHeader: 'x-address',
    applicationChannels: { billing: ['pos'] },
    verifyUrl: 'https://x.example.org/',
    resetUrl: 'https://x.example.org/',
    log: 'etcd://10.0.0.1:2379',
    logTls: './other',
    logUser: 'other',
    shop: 'other',
    node: 'other',
    inner: '127.0.0.1:8091',
    innerTls: './other',
  };
  /** Limits that are tried at their least: what is issued stands whatever can be made by now. */
  const LEAST = new Set(['htmlTimeoutMs', 'pdfTimeoutMs', 'documentBytesMax', 'htmlQueueMax', 'pdfQueueMax']);

  const otherOf = (name: SettingName): unknown => {
    const { defaultValue: value } = SETTINGS[name] as { readonly defaultValue: unknown };
    if (Object.hasOwn(OTHERS, name)) return OTHERS[name];
    if (LEAST.has(name)) return 1;
    if (typeof value === 'number') return value + 1;
    if (typeof value === 'boolean') return !value;
    const setting = SETTINGS[name] as { readonly expected: string };
    const choices = setting.expected.startsWith('one of ') ? setting.expected.slice(7).split(', ') : [];
    return choices.find((one) => one !== value) ?? (Array.isArray(value) ? ['https://x.example.org'] : undefined);
  };

  // Catches a view or a document that reads of the settings what the order or its profile holds.
  test('change no byte of an order that is there, nor of its documents', async () => {
    const shop = openShop({ config: CONFIG });
    const id_order = await place(shop);
    const replies = async (documents: boolean): Promise<readonly string[]> => [
      await shop.text('get_order_by_id', { id_order }, { secret: true }),
      await shop.text('get_order_by_id', { id_order, language: 'fr_FR' }, { secret: true }),
      await shop.text('get_invoice', { id_order }, { secret: true }),
      await shop.text(
        'get_invoice',
        { id_order, args: { format: 'pdf', title: 'x' }, language: 'en' },
        { secret: true },
      ),
      documents ? await shop.text('get_order_confirmation', { id_order, language: 'fr_FR' }, { secret: true }) : '',
    ];
    const [before, issued] = [await replies(true), await replies(false)];
    expect(before.slice(0, 4)).toEqual(issued.slice(0, 4));
    for (const name of SETTING_NAMES) {
      const other = otherOf(name);
      expect(other, `a test value for the setting ${name}`).toBeDefined();
      await shop.restart({ config: { ...CONFIG, [name]: other } });
      // A confirmation is made anew, from the order's own data: its words and limits are those of today.
      const documents = name !== 'templates' && !LEAST.has(name);
      expect(await replies(documents), name).toEqual(documents ? before : issued);
    }
  }, 120_000);

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
