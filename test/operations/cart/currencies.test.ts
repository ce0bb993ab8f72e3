// Currencies of 0, 2 and 3 decimals whose amounts are large, over the wire from create_product to report.
import { describe, expect, test } from 'vitest';
import { notify, open as openPaying, place, tokenIn } from '../orders/paying.ts';
import type { Cart, Checkout } from '../cart-reply.ts';
import { Goods, freeLine, line } from '../shop.ts';
import type { TestShop } from '../shop.ts';

interface Sold {
  readonly currency: string;
  readonly currencyDigits: number;
  readonly price: number;
  readonly quantity: number;
  readonly delivery: number;
  readonly coupon: number;
  /** price × quantity, the tax in it, what is to pay, and the tax in that. */
  readonly sum: number;
  readonly sumTax: number;
  readonly total: number;
  /** As the invoice writes what is to pay, in the language de_DE. */
  readonly written: string;
}

const SOLD: readonly Sold[] = [
  {
    currency: 'VND',
    currencyDigits: 0,
    price: 12_000_000,
    quantity: 100,
    delivery: 15_000_000,
    coupon: 20_000_000,
    sum: 1_200_000_000,
    sumTax: 191_596_639,
    total: 1_195_000_000,
    written: '1.195.000.000',
  },
  {
    currency: 'IDR',
    currencyDigits: 2,
    price: 18_999_000.5,
    quantity: 250,
    delivery: 11_000_000.25,
    coupon: 12_500_000.75,
    sum: 4_749_750_125,
    sumTax: 758_363_465.34,
    total: 4_748_250_124.5,
    written: '4.748.250.124,50',
  },
  {
    currency: 'KWD',
    currencyDigits: 3,
    price: 99_999_999.9995,
    quantity: 3,
    delivery: 10_000_001.001,
    coupon: 10_000_000.125,
    sum: 299_999_999.999,
    sumTax: 47_899_159.664,
    total: 300_000_000.875,
    written: '300.000.000,875',
  },
];

const openGoods = ({ currency, currencyDigits }: Pick<Sold, 'currency' | 'currencyDigits'>): Promise<Goods> =>
  Goods.open({ config: { currency, currencyDigits } });

const checkout = async (shop: TestShop, session: string): Promise<number> => {
  const { id_order } = await shop.call<Checkout & { id_order: number }>('checkout', { session });
  expect(id_order).toBeGreaterThan(0);
  return id_order;
};

const salesToday = (shop: TestShop) =>
  shop.admin<{ sum: number; measurement: string; message?: string; records: { value: number }[] }>('get_report', {
    statistic: 'sales',
  });

// Catches an amount that reaches a provider as a float, in thousands or rounded.
test.each([
  ['99999999999.99', 9_999_999_999_999],
  ['12000000.01', 1_200_000_001],
] as const)('a provider is asked for %s in minor units', async (price, amount) => {
  const paying = openPaying();
  const { shop } = paying;
  const id_order = await place(shop, 8, price);
  const started = await shop.call('do_payment', { id_order });
  const { payment, amount: asked } = tokenIn(started['redirect']);
  expect(asked).toBe(amount);
  expect(
    await notify(paying, { payment, status: 'received', transaction: 't', amount: amount - 1, currency: 'EUR' }),
  ).toMatchObject({ status: 409, message: 'PAYMENT_AMOUNT_INVALID' });
  expect(
    await notify(paying, { payment, status: 'received', transaction: 't', amount, currency: 'EUR' }),
  ).toMatchObject({ status: 200 });
});

describe('a shop that sells in a currency of large amounts', () => {
  // Catches a limit of ten millions, under which a telephone cannot be sold for VND or IDR.
  test.each(SOLD)('$currency: product, cart, coupon, delivery, order, invoice and report agree', async (sold) => {
    const { shop, ...goods } = await openGoods(sold).then((one) => ({
      shop: one.shop,
      product: (price: number) => one.product(price),
    }));
    const productId = await goods.product(sold.price);
    const details = await shop.call<{ attributes: { price: { value: number } } }>('get_product_details', {
      id_product: productId,
    });
    expect(details.attributes.price.value).toBe(sold.price);
    expect(await shop.call('search_products', { constraint: { price: ['>=', sold.price] } })).toMatchObject({
      count: 1,
    });
    const { coupons } = await shop.admin<{ coupons: { code: string }[] }>('create_coupons', {
      count: 1,
      name: 'n',
      amount: sold.coupon,
      attributes: { combineable: 1 },
    });
    const session = await shop.session();
    const added = await shop.call<Cart>('add_to_cart', line(session, productId, { quantity: sold.quantity }));
    expect(added).toMatchObject({
      sum: sold.sum,
      contents: [{ price: sold.price, sum_price: sold.sum, sum_tax: sold.sumTax }],
    });
    expect(
      await shop.call('add_delivery_costs', { session, delivery_costs: [['Post', sold.delivery, 0.19]] }),
    ).toMatchObject({ status: 'SUCCESS' });
    expect(await shop.call('add_coupons', { session, coupons: [coupons[0]!.code] })).toMatchObject({
      object: 'add_coupons',
    });
    const cart = await shop.call<Cart>('get_cart', { session });
    expect(cart).toMatchObject({
      sum: sold.sum,
      total: sold.total,
      coupons: { sum: sold.coupon },
      delivery_costs: { sum: sold.delivery },
    });
    const id_order = await checkout(shop, session);
    const order = await shop.call<{ cart: Cart }>('get_order_by_id', { id_order });
    expect(order.cart).toMatchObject({ sum: sold.sum, total: sold.total });
    const invoice = await shop.call<{ document?: string; invoice?: string }>('get_invoice', { id_order });
    const html = Buffer.from(
      Object.values(invoice).find((one) => String(one).length > 1000) ?? '',
      'base64',
    ).toString();
    expect(html).toContain(sold.written);
    expect(await salesToday(shop)).toMatchObject({ measurement: sold.currency, sum: sold.total });
  });

  test.each([
    ['EUR', 2, 100, 9_999_999_999_999.99],
    ['VND', 0, 10_000, 1e15],
    ['KWD', 3, 10, 999_999_999_999.999],
  ] as const)(
    '%s: the largest price is stored, found, put into a cart and sold; a piece more is refused',
    async (currency, currencyDigits, quantity, sum) => {
      const goods = await openGoods({ currency, currencyDigits });
      const { shop } = goods;
      const largest = currencyDigits === 0 ? 99_999_999_999 : 99_999_999_999.9999;
      const productId = await goods.product(largest);
      expect(await shop.call('search_products', { constraint: { price: largest } })).toMatchObject({ count: 1 });
      const session = await shop.session();
      const expected = currencyDigits === 0 ? sum - 10_000 : sum;
      expect(await shop.call('add_to_cart', line(session, productId, { quantity }))).toMatchObject({
        sum: expected,
        contents: [{ price: largest, sum_price: expected }],
      });
      await shop.refused('add_to_cart', line(session, productId), 'AMOUNT_OUT_OF_RANGE', 'quantity');
      await checkout(shop, session);
      expect(await salesToday(shop)).toMatchObject({ sum: expected });
    },
  );

  // Catches a net price within the limit whose gross one is beyond it.
  test('a price that only its tax makes too large is refused', async () => {
    const goods = await Goods.open({
      rules: { taxClasses: [{ name: 'net', calculation: 'added', rates: { DE: 190_000 } }] as never },
    });
    const { shop } = goods;
    const session = await shop.session();
    for (const [price, fits] of [
      [84_033_613_445.378, true],
      [84_033_613_445.3782, false],
    ] as const) {
      const productId = await goods.product(price);
      if (fits)
        expect(await shop.call('add_to_cart', line(session, productId))).toMatchObject({
          contents: [{ price: 99_999_999_999.9998 }],
        });
      else await shop.refused('add_to_cart', line(session, productId), 'AMOUNT_OUT_OF_RANGE', 'price_field');
      if (!fits) await shop.refused('add_to_cart', freeLine(session, price), 'AMOUNT_OUT_OF_RANGE', 'price_field');
    }
  });

  // Catches a sum of a day that is nearly right: it is kept exactly, shown exactly, or refused.
  test('a report whose sum has more than 15 digits is refused, and exact again when orders are cancelled', async () => {
    const goods = await openGoods({ currency: 'VND', currencyDigits: 0 });
    const { shop } = goods;
    const productId = await goods.product(99_999_999_999);
    const orders: number[] = [];
    for (let at = 0; at < 12; at += 1) {
      const session = await shop.session();
      await shop.call('add_to_cart', line(session, productId, { quantity: 10_000 - at }));
      orders.push(await checkout(shop, session));
    }
    expect(await salesToday(shop)).toMatchObject({
      object: 'error',
      message: 'AMOUNT_OUT_OF_RANGE',
      param: 'statistic',
    });
    await shop.restart();
    expect(await salesToday(shop)).toMatchObject({ message: 'AMOUNT_OUT_OF_RANGE' });
    for (const id_order of orders.slice(1))
      await shop.admin('update_order_details', { id_order, order_state: 'CANCELED' });
    expect(await salesToday(shop)).toMatchObject({ sum: 999_999_999_990_000 });
    shop.nowMs += 86_400_000;
    const session = await shop.session();
    await shop.call('add_to_cart', line(session, productId, { quantity: 1 }));
    await checkout(shop, session);
    // Each of both days can be shown, their sum cannot.
    expect(await salesToday(shop)).toMatchObject({ message: 'AMOUNT_OUT_OF_RANGE', param: 'start_date' });
  });
});
