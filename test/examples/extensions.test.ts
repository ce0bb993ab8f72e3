// The examples of extensions, each asked as its point asks. Catches one that says something else than its head says.
import { readFileSync, readdirSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import ageCheck, { isOfAge } from '../../examples/extensions/age-check.ts';
import bottleDeposit from '../../examples/extensions/bottle-deposit.ts';
import carrierQuote from '../../examples/extensions/carrier-quote.ts';
import confirmationText from '../../examples/extensions/confirmation-text.ts';
import creditLimit from '../../examples/extensions/credit-limit.ts';
import priceOverHttp from '../../examples/extensions/price-over-http.ts';
import type { CheckoutQuestion, LinePriceQuestion } from '../../src/extension/extension.ts';
import type { TestShop } from '../../src/testing/test-shop.ts';
import { ALE, GUEST, TEA, drinkShop, filled, questionOf, toolsOf } from './extension-shop.ts';

const FOLDER = new URL('../../examples/extensions/', import.meta.url);

let shop: TestShop;
beforeAll(async () => {
  const deliveryMethods = [
    { id: 1, name: 'Post' },
    { id: 2, name: 'Carrier' },
  ];
  shop = await drinkShop({ settings: { paymentMethods: [{ id: 9, name: 'Invoice' }], deliveryMethods } });
});
afterAll(() => shop.close());
afterEach(() => vi.unstubAllEnvs());

const NO_TOOLS = toolsOf((request) => {
  throw new Error(`nobody is asked, and ${request.url} was`);
});

/** A cart of one product whose order has these details. */
const checkoutOf = async (product: number, quantity: number, details: object = {}): Promise<CheckoutQuestion> => {
  const { session } = await filled(shop, product, quantity);
  await shop.call('set_order_details', { session, ...details });
  return questionOf(shop, session);
};

const lineOf = (attributes: LinePriceQuestion['product']['attributes'], minor: number): LinePriceQuestion => ({
  product: { id: ALE, element_number: '18-ale', name: 'ale', class: 'drink', attributes },
  minor,
  quantity: 3,
  attributes: {},
  shopper: { ...GUEST, id_user: 17 },
});

test('each is read in one go', () => {
  const files = readdirSync(FOLDER);
  expect(files).toHaveLength(6);
  const long = files.filter((file) => readFileSync(new URL(file, FOLDER), 'utf8').split('\n').length - 1 > 50);
  expect(long).toEqual([]);
});

describe('bottle deposit', () => {
  test.each([
    ['beer', 258],
    ['crate', 400],
    ['constructor', undefined],
    [undefined, undefined],
  ])('a bottle of the kind %s costs %s', (deposit, minor) => {
    const price = bottleDeposit.line_price(lineOf(deposit === undefined ? {} : { deposit }, 250));
    expect(price).toEqual(minor === undefined ? undefined : { minor });
  });
});

describe('age check', () => {
  test('who is of age is so from the birthday on', () => {
    expect(isOfAge('2008-11-30', '2026-11-30')).toBe(true);
    expect(isOfAge('2008-12-01', '2026-11-30')).toBe(false);
    expect(isOfAge('2008-02-29', '2026-02-28')).toBe(false);
    expect(isOfAge('2008-02-29', '2026-03-01')).toBe(true);
    for (const born of ['', '2000', '1990-13-40', '0x', '30.11.1990']) expect(isOfAge(born, '2026-11-30')).toBe(false);
  });

  test.each([
    ['goods for adults', ALE, {}, 'AGE_NOT_CONFIRMED'],
    ['goods for adults', ALE, { born: '1990-11-30' }, undefined],
    ['goods for adults', ALE, { born: '9990-11-30' }, 'AGE_TOO_LOW'],
    ['other goods', TEA, {}, undefined],
  ])('%s (%d) of a shopper with %j are refused with %s', async (_what, product, attributes, code) => {
    const refusal = ageCheck.checkout_check(await checkoutOf(product, 1, { attributes }));
    expect(refusal?.refuse).toBe(code);
  });
});

describe('price over HTTP', () => {
  const ask = async (status: number, body: object) => {
    vi.stubEnv('PRICE_URL', 'https://erp.example/price?shop=1');
    const urls: string[] = [];
    const tools = toolsOf((request) => {
      urls.push(request.url);
      return Response.json(body, { status });
    });
    return { price: await priceOverHttp.line_price(lineOf({}, 250), tools), urls };
  };

  test('it is the price that the service says of article, quantity and customer', async () => {
    expect(await ask(200, { minor: 199, more: 1 })).toEqual({
      price: { minor: 199 },
      urls: ['https://erp.example/price?shop=1&number=18-ale&quantity=3&user=17'],
    });
  });

  test('the price of the shop stays where the service knows none, and a fault is a failure', async () => {
    expect((await ask(404, {})).price).toBeUndefined();
    await expect(ask(500, {})).rejects.toThrow(/500/);
  });
});

describe('carrier quote', () => {
  const ask = async (id: number, zip: string, status = 200, rules: { readonly minor?: number } = {}) => {
    vi.stubEnv('CARRIER_URL', 'https://carrier.example/quote');
    const goods = [{ id_product: ALE, quantity: 3, kilograms: 0.9, centimetres: [0, 0, 0] as const, minor: 750 }];
    const question = {
      method: { id, name: 'DHL' },
      country: 'AT',
      zip,
      goods,
      sum_minor: 750,
      ...rules,
      shopper: GUEST,
    };
    const asked: unknown[] = [];
    const tools = toolsOf(async (request) => {
      asked.push(await request.json());
      return Response.json({ price: '7.45', service: 'DHL Express' }, { status });
    });
    return { price: await carrierQuote.delivery_price(question, tools), asked };
  };

  test('the delivery costs what the carrier asks for the weight, there', async () => {
    const { price, asked } = await ask(2, '1010');
    expect(price).toEqual({ minor: 745, taxclass: 'goods', name: 'DHL Express' });
    expect(asked).toEqual([{ country: 'AT', zip: '1010', kilograms: expect.closeTo(2.7) }]);
  });

  test('another method, or an address without a code, is none of the carrier’s, and a fault is a failure', async () => {
    expect(await ask(1, '1010')).toEqual({ price: undefined, asked: [] });
    expect(await ask(2, '')).toEqual({ price: undefined, asked: [] });
    await expect(ask(2, '1010', 500, { minor: 490 })).rejects.toThrow(/500/);
  });

  test('a place that the carrier does not know has the price of the rules, where they have one', async () => {
    expect((await ask(2, 'NONSENSE', 422, { minor: 490 })).price).toBeUndefined();
    await expect(ask(2, 'NONSENSE', 422)).rejects.toThrow(/422/);
  });
});

describe('credit limit', () => {
  /** Pays by invoice, as a customer of the group 1 who owes this. */
  const ask = async (
    owed: readonly number[],
    { groups = [1], reply = {} }: { groups?: number[]; reply?: object } = {},
  ) => {
    vi.stubEnv('SHOP_URL', 'https://shop.example');
    const { cart, details } = await checkoutOf(TEA, 2, { id_payment_method: 9 });
    const result = owed.map((outstanding) => ({ balance: { outstanding } }));
    const tools = toolsOf(() => Response.json({ object: 'search_orders_result', count: 1, result, ...reply }));
    return creditLimit.checkout_check({ cart, details, shopper: { ...GUEST, id_user: 7, groups } }, tools);
  };

  test.each([
    ['nothing', [], undefined],
    ['as much as there may be', [400, 90.1], undefined],
    ['a cent more', [400, 90.11], 'CREDIT_LIMIT'],
  ])('a customer who owes %s', async (_what, owed, code) => {
    expect((await ask(owed))?.refuse).toBe(code);
  });

  test('the highest limit of a customer’s groups counts, and without one there is no invoice', async () => {
    expect(await ask([4000], { groups: [1, 2, 5] })).toBeUndefined();
    expect(await ask([], { groups: [5] })).toMatchObject({ refuse: 'INVOICE_NOT_OFFERED' });
  });

  test('a list that was cut, or a search that was refused, lets nobody pass', async () => {
    expect(await ask([], { reply: { records_max: 100 } })).toMatchObject({ refuse: 'CREDIT_LIMIT' });
    await expect(ask([], { reply: { object: 'error', message: 'PERMISSION_DENIED' } })).rejects.toThrow(/PERMISSION/);
  });

  test('another way to pay asks nobody', async () => {
    const question = await checkoutOf(TEA, 2);
    expect(await creditLimit.checkout_check(question, NO_TOOLS)).toBeUndefined();
  });
});

describe('text of the confirmation', () => {
  const ask = (kind: string, language: string) =>
    confirmationText.message({ kind, language, view: {}, subject: 'Order 7', text: 'Thank you.\n' });

  test('it ends with the paragraph, in the language of the mail', () => {
    expect(ask('order_confirmation', 'de_AT')?.text).toMatch(/^Thank you\.\n\nUnser Laden/);
    expect(ask('order_confirmation', 'fr_FR')?.text).toMatch(/^Thank you\.\n\nOur shop/);
    expect(ask('order_shipped', 'de_DE')).toBeUndefined();
  });
});
