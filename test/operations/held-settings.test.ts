// Each setting that the shop holds, where it counts. Catches one that is shown and not obeyed, or obeyed by some calls
// only, one that cannot be sent back as it was shown, and a method that goes while somebody has to pay by it.
import { describe, expect, test } from 'vitest';
import { SHOP_SETTINGS, paramOf } from '../../src/domain/shop/held-settings.ts';
import { recordedCurrency } from '../../src/domain/shop/shop-currency.ts';
import { applyDueChanges } from '../../src/engine/maintenance/due-changes.ts';
import type { PaymentProvider } from '../../src/kernel/payment-provider.ts';
import type { Payments } from '../../src/operations/context/payment-services.ts';
import { SELLER_SHOWN } from './orders/e-invoice-shop.ts';
import { Goods, freeLine, line, openShop } from './shop.ts';
import type { TestShop } from './shop.ts';

type Settings = { readonly [param: string]: unknown } & { readonly scheduled: readonly object[] };

const open = async () => {
  const goods = await Goods.open({ config: { languages: ['en_GB'] } });
  const { shop } = goods;
  const id = await goods.product();
  const update = async (params: object): Promise<Settings> => {
    const reply = await shop.admin<Settings>('update_shop_settings', { ...params });
    expect(reply).toMatchObject({ status: 'success' });
    return reply;
  };
  const get = () => shop.admin<Settings>('get_shop_settings');
  const cart = async (): Promise<string> => {
    const session = await shop.session();
    await shop.call('add_to_cart', line(session, id));
    return session;
  };
  return { goods, shop, id, update, get, cart };
};

/** Another value of each setting that is changed at once only, while the shop is empty. */
const AT_ONCE: { readonly [param: string]: unknown } = {
  currency: 'KWD',
  currency_digits: 3,
  order_id_first: 500,
  invoice_number_first: 700,
};

const BOOKS = { chart: 'skr04', consultant: 1001, client: 7, fiscal_year: '07-01', account_digits: 4, debtor: '12000' };
const OTHERS: { readonly [param: string]: unknown } = {
  language: 'en_GB',
  languages: ['de_DE', 'fr_FR', 'en_GB'],
  country: 'AT',
  time_zone: 'Europe/Berlin',
  tax_classes: [{ name: 'default', calculation: 'added', rates: { AT: 0.2, DE: 0.123456 } }],
  payment_methods: [
    { id: 7, name: { de_DE: 'Rechnung', en_GB: 'Invoice' }, unpaid_order_ms_max: 86_400_000 },
    { id: 8, name: 'Bank', instructions: { de_DE: 'IBAN 1', en_GB: 'To IBAN 1' } },
    { id: 3, name: 'Cash' },
    { id: 2, name: 'Transfer' },
  ],
  delivery_methods: [{ id: 9, name: { de_DE: 'Bote' } }],
  delivery_countries: ['AT', 'DE'],
  working_days: [1, 2, 3, 4, 5, 6],
  holidays: ['2026-12-25', '2026-01-01'],
  checkout_requires: ['email', 'id_payment_method'],
  carriers: [{ name: 'DHL', tracking_url: 'https://dhl.example/{number}?lang=de' }],
  address_checks: 1,
  cart_hold_ms: 60_000,
  price_hold_ms: 86_400_000,
  currencies: [{ code: 'USD', digits: 2 }],
  session_ttl_ms: 28_800_000,
  draft_ttl_ms: 86_400_000,
  second_factor_roles: ['manager'],
  company: 'Kontor\nHamburg',
  company_foot: 'DE 123',
  seller: SELLER_SHOWN,
  accounting: {
    ...BOOKS,
    transit: '',
    revenue: [
      { rate: 0.19, category: 'S', country: 'AT', tax_class: 'full', account: '4321', tax_code: '' },
      { account: '4200', tax_code: '9' },
    ],
    money: [{ id_payment_method: 7, account: '1461' }],
  },
  mail: { sends: ['order_confirmation'], sender_name: 'Kontor', reply_to: 'shop@example.org' },
  cart_reminder_hours: 3,
  invoice_per: 'parcel',
  invoice_prefix: '2026-',
  cancellation_prefix: 'ST-',
};

describe('every setting', () => {
  test('is tried here', () => {
    expect(Object.keys({ ...OTHERS, ...AT_ONCE }).toSorted()).toEqual(SHOP_SETTINGS.map(paramOf).toSorted());
  });

  test.each(Object.entries(OTHERS))(
    '%s is shown as it was sent, alone, after a restart, and at a time',
    async (param, value) => {
      const { shop, update, get } = await open();
      const before = await get();
      expect(before[param]).not.toEqual(value);
      const at = '2099-01-01 00:00:00';
      expect((await update({ [param]: value, effective_at: at })).scheduled).toEqual([
        { effective_at: at, [param]: value },
      ]);
      expect((await get())[param]).toEqual(before[param]);
      await shop.restart();
      shop.nowMs = Date.UTC(2099, 0, 1);
      applyDueChanges(shop.engine);
      expect(await get()).toEqual({ ...before, seq: shop.engine.headSeq, [param]: value });
    },
  );

  test('sent back as it is shown changes nothing', async () => {
    const { shop, update, get } = await open();
    await update(OTHERS);
    const { object: _object, seq, pinned: _pinned, scheduled: _scheduled, ...all } = await get();
    const rest = { currency: 'EUR', currency_digits: 2, order_id_first: 10_001, invoice_number_first: 1 };
    expect(all).toEqual({ ...OTHERS, ...rest });
    const { headSeq } = shop.engine;
    await update({ ...all, if_seq: seq });
    expect(shop.engine.headSeq).toBe(headSeq);
  });
});

test.each(Object.entries(AT_ONCE))('%s is changed at once only', async (param, value) => {
  const shop = openShop();
  const change = { [param]: value };
  await shop.adminRefused(
    'update_shop_settings',
    { ...change, effective_at: '2099-01-01' },
    'PARAMETER_INVALID',
    param,
  );
  expect(await shop.admin('update_shop_settings', { ...change, dry_run: 1 })).toMatchObject(change);
  expect(await shop.admin('update_shop_settings', change)).toMatchObject(change);
  await shop.restart();
  expect(await shop.admin('get_shop_settings')).toMatchObject(change);
  if (!param.startsWith('currency')) return;
  const { currency, currencyDigits: digits } = shop.engine.rules;
  expect(recordedCurrency(shop.engine.readContext())).toMatchObject({ currency, digits });
});

describe('the currency', () => {
  const TRIES = [{ currency: 'USD' }, { currency_digits: 3 }];

  const triedIn = async (shop: TestShop): Promise<readonly string[]> => {
    const replies: string[] = [];
    for (const change of TRIES) {
      const reply = await shop.admin<{ detail?: string }>('update_shop_settings', { ...change, dry_run: 1 });
      replies.push(reply.detail ?? 'may change');
    }
    return replies;
  };

  test('stays once something is counted in it, and the refusal names what', async () => {
    const shop = openShop();
    expect(await triedIn(shop)).toEqual(['may change', 'may change']);
    const session = await shop.session();
    await shop.call('add_to_cart', freeLine(session, 5));
    expect(await triedIn(shop)).toEqual([
      'currency: EUR would become USD, and there are carts.',
      'currency_digits: 2 would become 3, and there are carts.',
    ]);
    await shop.call('checkout', { session });
    expect(await triedIn(shop)).toEqual(['currency: EUR would become USD, and there are orders.', 'may change']);
  });

  test('stays for prices and coupons of an amount', async () => {
    const { shop } = await open();
    expect(await triedIn(shop)).toEqual([
      'currency: EUR would become USD, and there are prices of products.',
      'may change',
    ]);
    const coupons = openShop();
    const made = { count: 1, code: 'TEN', name: 'ten', amount: 10, unique: 0 };
    expect(await coupons.admin('create_coupons', made)).toMatchObject({ status: 'success' });
    expect(await triedIn(coupons)).toEqual([
      'currency: EUR would become USD, and there are coupons of an amount.',
      'currency_digits: 2 would become 3, and there are coupons of an amount.',
    ]);
  });
});

test('the currency stays where a class has a price for all, and where a provider counts otherwise', async () => {
  const shop = openShop();
  const usd = { currency: 'USD', dry_run: 1 };
  expect(await shop.admin('update_shop_settings', usd)).not.toHaveProperty('message');
  const { id } = await shop.admin<{ id: string }>('create_class', { name: 'priced', type: 'product' });
  const price = { name: 'price', type: 'FLOAT', defaults: { de_DE: 9.99 } };
  await shop.admin('create_class_attributes', { id_class: id, attributes: [price] });
  await shop.admin('create_product', { class: 'priced', name: 'lamp', shop_active: 1 });
  expect(await shop.admin('update_shop_settings', usd)).toMatchObject({ message: 'SETTING_IN_USE' });

  const [YEN, CENTS] = [
    { digits: 0, step: 1 },
    { digits: 2, step: 1 },
  ];
  const capabilities = { needsSuccessUrl: false, unitOf: (code: string) => (code === 'JPY' ? YEN : CENTS) };
  const provider = { capabilities } as unknown as PaymentProvider;
  const payments: Payments = {
    provider: (method) => (method === 1 ? provider : undefined),
    attributes: () => ({}),
    allows: () => false,
    successUrl: '',
    cancelUrl: '',
  };
  const method = { id: 1, name: { de_DE: 'Karte' } };
  const empty = openShop({ payments, config: { paymentMethods: [method] } });
  const refused = {
    message: 'PARAMETER_INVALID',
    detail: expect.stringContaining('counts JPY with 0 decimals, not 2'),
  };
  expect(await empty.admin('update_shop_settings', { currency: 'JPY' })).toMatchObject(refused);
  const yen = { currency: 'JPY', currency_digits: 0 };
  expect(await empty.admin('update_shop_settings', yen)).toMatchObject({ status: 'success' });
});

describe('the languages', () => {
  test('have that of the shop among them, first where clients see them', async () => {
    const { shop, update } = await open();
    await shop.adminRefused('update_shop_settings', { languages: ['en_GB'] }, 'PARAMETER_INVALID', 'languages');
    expect(await update({ language: 'fr_FR' })).toMatchObject({ languages: ['fr_FR', 'de_DE', 'en_GB'] });
    await update({ language: 'en_GB' });
    expect(await shop.call('get_shop')).toMatchObject({ language: 'en_GB', languages: ['en_GB', 'de_DE'] });
    expect(await update({ language: 'de_DE', languages: ['de_DE'] })).toMatchObject({ languages: ['de_DE'] });
  });

  test('a method without a name in the language of the shop has that of the next, and names stay apart', async () => {
    const { shop, update } = await open();
    const apart = [
      { id: 1, name: { de_DE: 'A', en_GB: 'X' } },
      { id: 2, name: { de_DE: 'B', fr_FR: 'X', it_IT: 'Y' } },
    ];
    await update({ payment_methods: apart });
    await shop.adminRefused('update_shop_settings', { language: 'fr_FR' }, 'PARAMETER_INVALID', 'payment_methods');
    await update({ language: 'it_IT' });
  });
});

test('the country, the zone and the language count at once, and days that were counted stay', async () => {
  const { shop, update, cart } = await open();
  shop.nowMs = Date.UTC(2026, 5, 1, 22, 30);
  await shop.call('checkout', { session: await cart() });
  const sold = async (): Promise<unknown> => {
    const { records } = await shop.admin<{ records: readonly { date: string; value: number }[] }>('get_report', {
      statistic: 'orders',
      start_date: '2026-06-01',
      end_date: '2026-06-02',
    });
    return records.map(({ value }) => value);
  };
  expect(await sold()).toEqual([1, 0]);
  await update({ time_zone: 'Europe/Berlin', country: 'AT', language: 'en_GB' });
  expect(await sold()).toEqual([1, 0]);
  await shop.call('checkout', { session: await cart() });
  expect(await sold()).toEqual([1, 1]);
  expect(await shop.call('get_shop')).toMatchObject({ country: 'AT', time_zone: 'Europe/Berlin', language: 'en_GB' });
  await shop.adminRefused('update_shop_settings', { time_zone: 'Berlin' }, 'PARAMETER_INVALID', 'time_zone');
  expect(await update({ country: 'Schweiz' })).toMatchObject({ country: 'CH' });
  await shop.adminRefused('update_shop_settings', { country: 'XX' }, 'COUNTRY_NOT_FOUND', 'country');
});

test('a change that a waiting one will undo says until when it counts, also if it waits itself', async () => {
  const { update } = await open();
  const [first, second] = ['2098-01-01 00:00:00', '2099-01-01 00:00:00'];
  expect((await update({ invoice_prefix: 'B-', company: 'B', effective_at: second }))['undone']).toEqual([]);
  const change = { invoice_prefix: 'A-', company: 'B', cart_hold_ms: 5 };
  const undone = [{ setting: 'invoice_prefix', effective_at: second }];
  for (const more of [{ dry_run: 1 }, { effective_at: first }, {}])
    expect((await update({ ...change, ...more }))['undone']).toEqual(undone);
  expect((await update({ invoice_prefix: 'C-' }))['undone']).toEqual([
    { setting: 'invoice_prefix', effective_at: first },
  ]);
});

describe('what calls are answered by', () => {
  test('methods and countries of the storefront', async () => {
    const { shop, update, cart } = await open();
    for (let at = 0; at < 3; at += 1) await shop.call('get_shop');
    await update(OTHERS);
    const reply = await shop.call<{ countries: { iso: string }[] }>('get_shop', { language: 'en_GB' });
    expect(reply).toMatchObject({
      payment_methods: [{ id: 7, name: 'Invoice' }, { id: 8, instructions: 'To IBAN 1' }, { id: 3 }, { id: 2 }],
      company: 'Kontor\nHamburg',
      company_foot: 'DE 123',
      delivery_methods: [{ id: 9, name: 'Bote' }],
      checkout_requires: ['email', 'id_payment_method'],
      limits: { cart_hold: 60 },
    });
    expect(reply.countries.map(({ iso }) => iso)).toEqual(['AT', 'DE']);
    expect(await shop.call('get_delivery_countries', { language: 'en_GB' })).toMatchObject({
      countries: reply.countries,
    });
    const session = await cart();
    const details = (more: object) => ({ session, ...more });
    await shop.refused('set_order_details', details({ id_payment_method: 4 }), 'PAYMENT_METHOD_NOT_FOUND');
    await shop.refused('set_order_details', details({ delivery_country: 'FR' }), 'COUNTRY_NOT_DELIVERED_TO');
    expect(await shop.call('checkout', { session })).toMatchObject({
      message: 'ORDER_DETAILS_MISSING',
      param: 'email',
    });
    await update({ delivery_countries: [] });
    await shop.call('set_order_details', details({ delivery_country: 'FR' }));
  });

  test('heads and numbers of documents, of orders placed from then on', async () => {
    const { shop, update, cart } = await open();
    expect(await shop.call('get_status')).toMatchObject({ data_status: 'incomplete' });
    await update({ company: 'Kontor\nHamburg', invoice_prefix: '2026-' });
    expect(await shop.call('get_status')).toMatchObject({ data_status: 'complete' });
    const { id_order } = await shop.call<{ id_order: number }>('checkout', { session: await cart() });
    const { invoice } = await shop.admin<{ invoice: string }>('get_invoice', { id_order, output: 'html' });
    for (const text of ['Kontor', 'Hamburg', '2026-1'])
      expect(Buffer.from(invoice, 'base64').toString()).toContain(text);
  });
});

describe('a payment method', () => {
  test('stays while an order is to be paid by it, and goes when none is', async () => {
    const { shop, update, cart } = await open();
    const session = await cart();
    await shop.call('set_order_details', { session, id_payment_method: 3 });
    const { id_order } = await shop.call<{ id_order: number }>('checkout', { session });
    const without = { payment_methods: [{ id: 2, name: 'PrePayment' }] };
    await shop.adminRefused('update_shop_settings', without, 'SETTING_IN_USE', 'payment_methods');
    await shop.restart();
    await shop.adminRefused('update_shop_settings', { ...without, dry_run: 1 }, 'SETTING_IN_USE', 'payment_methods');
    await shop.admin('update_order_details', { id_order, order_payment_state: 'PAYMENT_RECEIVED' });
    await update(without);
    await update({ payment_methods: [{ id: 3, name: 'Cash' }] });
  });

  test('that went since a draft named it is refused at the checkout, as a needed delivery method is', async () => {
    const { shop, update, cart } = await open();
    const session = await cart();
    await shop.call('set_order_details', { session, id_payment_method: 3, id_delivery_method: 1 });
    await update({ delivery_methods: [], checkout_requires: ['id_delivery_method'] });
    expect(await shop.call('checkout', { session })).toMatchObject({
      message: 'DELIVERY_METHOD_NOT_FOUND',
      param: '1',
    });
    await update({ checkout_requires: [] });
    await update({ payment_methods: [{ id: 2, name: 'PrePayment' }] });
    expect(await shop.call('checkout', { session })).toMatchObject({ message: 'PAYMENT_METHOD_NOT_FOUND', param: '3' });
    await update({ payment_methods: [{ id: 3, name: 'Cash' }] });
    // Nobody has to choose a way of delivery here, so that none which has gone keeps the order.
    expect(await shop.call('checkout', { session })).toMatchObject({ object: 'checkout', status: 'success' });
  });
});

test.each([
  [
    'payment_methods',
    [
      { id: 1, name: 'A' },
      { id: 1, name: 'B' },
    ],
  ],
  [
    'payment_methods',
    [
      { id: 1, name: 'A' },
      { id: 2, name: { de_DE: 'A', en_GB: 'B' } },
    ],
  ],
  ['payment_methods', [{ id: 1, name: 'A', secretEnv: 'X' }]],
  ['payment_methods', [{ id: 1, name: 'A', unpaid_order_ms_max: 5 }]],
  [
    'delivery_methods',
    [
      { id: 1, name: 'A' },
      { id: 1, name: 'B' },
    ],
  ],
  ['delivery_methods', [{ id: 0, name: 'A' }]],
  ['checkout_requires', ['e-mail']],
  ...[
    'http://dhl.example/{number}',
    'https://dhl.example/',
    'https://dhl.example{number}/',
    'https://user@dhl.example/{number}',
    'https://dhl.example/{number}">',
    'https://1.2.3.999/{number}',
    'javascript:alert({number})',
  ].map((link): [string, unknown] => ['carriers', [{ name: 'DHL', tracking_url: link }]]),
  ['carriers', ['DHL', 'dhl'].map((name) => ({ name, tracking_url: 'https://dhl.example/{number}' }))],
  ['cart_hold_ms', 90_000_000],
  ['session_ttl_ms', 999],
  ['cart_reminder_hours', 721],
  ['order_id_first', 0],
  ['invoice_per', 'day'],
  ['invoice_prefix', 'a prefix that is too long'],
])('%s of %j are refused', async (param, value) => {
  const { shop, get } = await open();
  await shop.adminRefused('update_shop_settings', { [param]: value }, 'PARAMETER_INVALID', param);
  expect((await get())['seq']).toBe(0);
});

test('a country that there is not is refused', async () => {
  const { shop } = await open();
  const none = { delivery_countries: ['XX'] };
  await shop.adminRefused('update_shop_settings', none, 'COUNTRY_NOT_FOUND', 'delivery_countries');
});
