// Several currencies in one shop. It would catch an amount that is converted, or counted with the decimals of another
// currency, a cart with lines of two, a price that is shown and not charged, and a price that changes without a word.
import { expect, test } from 'vitest';
import type { Cart, CartLine } from '../cart-reply.ts';
import type { Given, TestShop } from '../shop.ts';
import { Goods, line } from '../shop.ts';

type Priced = Cart & {
  readonly currency: string;
  readonly contents: readonly (CartLine & { readonly price_list?: number })[];
  readonly repriced?: readonly Given[];
};

const CURRENCIES = [
  { code: 'JPY', digits: 0 },
  { code: 'KWD', digits: 3 },
];

const open = async (rules: Given = {}) => {
  const goods = await Goods.open({ rules: { currencies: CURRENCIES, ...rules } });
  const { shop } = goods;
  const session = await shop.session();
  const list = async (given: Given): Promise<number> =>
    (await shop.admin<{ readonly id_price_list: number }>('create_price_list', given)).id_price_list;
  const set = (id: number, product: number, price: number | string | null) =>
    shop.admin('set_prices', { id_price_list: id, prices: [{ id_shopobject: product, price }] });
  const add = (product: number, quantity: number | string = 1, more: Given = {}) =>
    shop.call<Priced>('add_to_cart', line(session, product, { quantity, ...more }));
  const cart = () => shop.call<Priced>('get_cart', { session });
  const choose = (currency: string) => shop.call<Priced>('set_context', { session, currency });
  return { goods, shop, session, list, set, add, cart, choose };
};

const notPlaced = async (shop: TestShop, given: Given): Promise<void> =>
  expect(await shop.call('checkout', given)).toMatchObject({ message: 'TOTAL_CHANGED', id_order: 0 });

test('a cart is in one currency, whose prices lists say, with its decimals; nothing is converted', async () => {
  const { goods, list, set, add, choose, cart } = await open();
  const lamp = await goods.product('10.99');
  const desk = await goods.product('200');
  const yen = await list({ name: 'Japan', currency: 'JPY' });
  const dinar = await list({ name: 'Kuwait', currency: 'KWD' });
  await set(yen, lamp, 1750);
  await set(yen, desk, 31_001);
  await set(dinar, lamp, '3.555');
  await set(dinar, desk, 61);
  await add(lamp, 3);
  await add(desk);
  const before = await cart();
  expect(before).toMatchObject({ currency: 'EUR', sum: 232.97 });
  const inYen = await choose('JPY');
  expect(inYen).toMatchObject({ currency: 'JPY', sum: 36_251, total: 36_251 });
  expect(inYen.contents).toMatchObject([
    { price: 1750, sum_price: 5250, price_list: yen },
    { price: 31_001, price_list: yen },
  ]);
  expect(inYen.repriced).toEqual([
    { id_element: 1, from: 10.99, to: 1750, why: 'currency' },
    { id_element: 2, from: 200, to: 31_001, why: 'currency' },
  ]);
  expect(Number.isInteger(inYen.sum_tax), 'taxes have its decimals').toBe(true);
  expect((await choose('KWD')).sum).toBe(71.665);
  const back = await choose('EUR');
  expect({ ...back, repriced: undefined }).toEqual({ ...before, repriced: undefined });
});

test('a currency and a country that are chosen together count together, and the change of price is said', async () => {
  const { goods, list, add, set, shop, session } = await open();
  const lamp = await goods.product('10');
  const austria = await list({ name: 'Yen in Austria', currency: 'JPY', countries: ['Austria'] });
  await set(austria, lamp, 1500);
  await add(lamp);
  await shop.refused('set_context', { session, currency: 'JPY' }, 'SHOPOBJECT_PRICE_MISSING', lamp);
  const cart = await shop.call<Priced>('set_context', { session, currency: 'JPY', country: 'Austria' });
  expect(cart).toMatchObject({ currency: 'JPY', sum: 1500 });
  expect(cart.repriced).toEqual([{ id_element: 1, from: 10, to: 1500, why: 'currency' }]);
});

test('what has no price in a currency refuses it by name, and the cart stays as it is', async () => {
  const { goods, list, set, add, choose, cart, shop, session } = await open({ freeElements: 'everyone' });
  const lamp = await goods.product('10');
  const rare = await goods.product('20');
  await set(await list({ name: 'Japan', currency: 'JPY' }), lamp, 1500);
  await add(lamp);
  await add(rare);
  const before = await cart();
  const refused = (code: string, param: string | number) =>
    shop.refused('set_context', { session, currency: 'JPY' }, code, param);
  await refused('SHOPOBJECT_PRICE_MISSING', rare);
  await shop.refused('set_context', { session, currency: 'USD' }, 'CURRENCY_NOT_FOUND', 'currency');
  expect(await cart()).toEqual(before);
  await shop.call('del_from_cart', { session, id_element: 2 });
  await shop.call('add_delivery_costs', { session, delivery_costs: [['Post', 5, 0.19]] });
  await refused('CART_KEEPS_CURRENCY', 'currency');
  await shop.call('add_delivery_costs', { session, delivery_costs: [] });
  await shop.admin('create_coupons', { count: 1, name: 'five', amount: 5, code: 'FIVE', type: 'MULTIPLE_NOMINAL' });
  await shop.call('add_coupons', { session, coupons: [['FIVE']] });
  await refused('CART_KEEPS_CURRENCY', 'currency');
  await shop.call('add_coupons', { session, coupons: [] });
  const free = { id_shopobject: 0, element_type: 'FREE_ELEMENT', price_field: '3', name_field: 'Card' };
  const withCard = await add(0, 1, free);
  await refused('CART_KEEPS_CURRENCY', 'currency');
  await shop.call('del_from_cart', { session, id_element: withCard.contents.length + 1 });
  expect((await choose('JPY')).sum).toBe(1500);
  await shop.refused('add_to_cart', line(session, rare), 'SHOPOBJECT_PRICE_MISSING');
});

test('a coupon of an amount is of one currency; a percentage is of all', async () => {
  const { goods, list, set, add, choose, shop, session } = await open();
  const lamp = await goods.product('10');
  await set(await list({ name: 'Japan', currency: 'JPY' }), lamp, 1500);
  const make = (code: string, more: Given) =>
    shop.admin('create_coupons', { count: 1, name: code, code, type: 'MULTIPLE_NOMINAL', ...more });
  await make('EURO', { amount: 5 });
  await make('YEN', { amount: 500, currency: 'JPY', attributes: { combineable: 1 } });
  await make('TENTH', { amount: 10, type: 'MULTIPLE_PERCENTAGE', attributes: { combineable: 1 } });
  await shop.adminRefused('create_coupons', { count: 1, name: 'x', amount: 5, currency: 'USD' }, 'CURRENCY_NOT_FOUND');
  const percentage = { count: 1, name: 'x', amount: 5, currency: 'JPY', type: 'UNIQUE_PERCENTAGE' };
  await shop.adminRefused('create_coupons', percentage, 'PARAMETER_INVALID');
  await add(lamp);
  await shop.refused('add_coupons', { session, coupons: [['YEN']] }, 'COUPON_OTHER_CURRENCY', 'YEN');
  await choose('JPY');
  await shop.refused('add_coupons', { session, coupons: [['EURO']] }, 'COUPON_OTHER_CURRENCY', 'EURO');
  await shop.call('add_coupons', { session, coupons: [['TENTH'], ['YEN']] });
  expect(await shop.call('get_cart', { session })).toMatchObject({ total: 850, currency: 'JPY' });
  const found = await shop.admin<{ readonly batches: readonly Given[] }>('search_coupons', { code: 'YEN' });
  expect(JSON.stringify(found)).toContain('"amount":500,"currency":"JPY"');
});

test('an order, its figures and the next session keep the currency', async () => {
  const { goods, list, set, add, choose, shop, session } = await open();
  const lamp = await goods.product('10');
  await set(await list({ name: 'Japan', currency: 'JPY' }), lamp, 1500);
  const euros = await shop.session();
  await shop.call('add_to_cart', line(euros, lamp));
  await shop.call('checkout', { session: euros });
  await choose('JPY');
  await add(lamp, 2);
  await notPlaced(shop, { session, expected_total: '3001' });
  const placed = await shop.call<{ readonly id_order: number; readonly session: string }>('checkout', {
    session,
    expected_total: '3000',
  });
  expect(await shop.admin('get_order_by_id', { id_order: placed.id_order })).toMatchObject({
    currency: 'JPY',
    currency_digits: 0,
    cart: { sum: 3000, currency: 'JPY' },
  });
  const sales = async (more: Given) =>
    (await shop.admin<{ readonly sum: number }>('get_report', { statistic: 'sales', ...more })).sum;
  expect([await sales({}), await sales({ currency: 'JPY' })]).toEqual([10, 3000]);
  expect(await shop.call('get_cart', { session: placed.session })).toMatchObject({ currency: 'JPY', sum: 0 });
  expect((await shop.call<Priced>('add_to_cart', line(placed.session, lamp))).sum).toBe(1500);
});

test('what is shown is what is charged: by a session, or by a currency that a call names', async () => {
  const { goods, list, set, choose, shop, session } = await open();
  const lamp = await goods.product('10');
  const rare = await goods.product('20');
  const yen = await list({ name: 'Japan', currency: 'JPY' });
  await set(yen, lamp, 1500);
  const shown = async (id: number, given: Given) => {
    const {
      price,
      currency,
      price_list: of,
    } = await shop.call<Given>('get_product_details', { id_product: id, ...given });
    return [price, currency, of];
  };
  expect(await shown(lamp, {})).toEqual([undefined, undefined, undefined]);
  expect(await shown(lamp, { currency: 'JPY' })).toEqual([1500, 'JPY', yen]);
  expect(await shown(rare, { currency: 'JPY' }), 'it is not sold in it').toEqual([undefined, 'JPY', undefined]);
  expect(await shown(lamp, { session })).toEqual([undefined, undefined, undefined]);
  await choose('JPY');
  expect(await shown(lamp, { session })).toEqual([1500, 'JPY', yen]);
  await set(yen, lamp, 1600);
  expect(await shown(lamp, { session })).toEqual([1600, 'JPY', yen]);
  await shop.refused('get_product_details', { id_product: lamp, currency: 'USD' }, 'CURRENCY_NOT_FOUND', 'currency');
  expect((await shop.call<Priced>('add_to_cart', line(session, lamp))).contents).toMatchObject([{ price: 1600 }]);
});

test('a currency that something is in does not go, and keeps its decimals', async () => {
  const { goods, list, set, add, choose, shop } = await open();
  const lamp = await goods.product('10');
  const settings = (currencies: readonly Given[]) => ({ currencies });
  const [YEN, DINAR] = CURRENCIES;
  const yen = await list({ name: 'Japan', currency: 'JPY' });
  const gone = (code: string) => shop.adminRefused('update_shop_settings', settings([DINAR!]), code, 'currencies');
  await gone('SETTING_IN_USE');
  await shop.adminRefused('update_shop_settings', settings([{ ...YEN, digits: 2 }, DINAR!]), 'SETTING_IN_USE');
  await set(yen, lamp, 1500);
  await choose('JPY');
  await add(lamp);
  await shop.admin('end_price_list', { id_price_list: yen });
  await gone('SETTING_IN_USE');
  await shop.adminRefused('update_shop_settings', settings([YEN!, DINAR!, YEN!]), 'PARAMETER_INVALID', 'currencies');
  expect(await shop.admin('update_shop_settings', settings([YEN!]))).toMatchObject({ currencies: [YEN] });
});

test('a line keeps its price as long as the shop says; then the next change prices it anew, and a checkout asks', async () => {
  const { goods, list, set, add, cart, shop, session } = await open({ priceHoldMs: 60_000 });
  const [lamp, desk] = [await goods.product('10'), await goods.product('20')];
  await add(lamp);
  const sale = await list({ name: 'Sale' });
  await set(sale, lamp, 8);
  shop.nowMs += 59_999;
  expect((await add(desk)).contents).toMatchObject([{ price: 10 }, { price: 20 }]);
  shop.nowMs += 1;
  expect((await cart()).sum, 'a look changes nothing').toBe(30);
  await notPlaced(shop, { session });
  expect(await cart()).toMatchObject({ sum: 28, repriced: [{ id_element: 1, from: 10, to: 8, why: 'hold' }] });
  expect((await add(desk)).sum).toBe(48);
  await set(sale, lamp, 7);
  expect((await add(desk)).sum, 'it is held again').toBe(68);
  shop.nowMs += 60_000;
  await notPlaced(shop, { session, expected_total: '68' });
  expect(await shop.call('checkout', { session, expected_total: '67' })).toMatchObject({ status: 'success' });
});
