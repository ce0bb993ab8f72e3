// Would catch a figure whose link lists other orders than it counts: cancelled ones, trials, those of another channel
// or in another currency. Each figure is compared with the list behind its link, as a count, and as a sum where it is
// one.
import { expect, test } from 'vitest';
import { COUNTED_NAMES, conditionsOf, narrowedIn, queryOf } from '../../back-office/screens/orders-counted.ts';
import type { Counted } from '../../back-office/screens/orders-counted.ts';
import { loggedIn, verified } from '../operations/accounts/accounts.ts';
import type { Checkout } from '../operations/cart-reply.ts';
import { channel } from '../operations/channels/channel-calls.ts';
import { DAY_MS, at, buy, report, setState } from '../operations/orders/reported.ts';
import { line } from '../operations/shop.ts';
import type { Given, TestShop } from '../operations/shop.ts';

const DAYS = { from: '2026-03-10', to: '2026-03-11' };

/** Figure → statistic of the report, by what its link lists. */
const FIGURES = {
  orders: 'orders',
  cancelled: 'canceled_orders',
  sales: 'sales_orders',
  returning: 'returning_orders',
  carts: 'carts_ordered',
} as const;

interface Listed {
  readonly count: number;
  readonly sum: number;
}

/** As the list of orders asks for it. */
const listed = async (shop: TestShop, counts: Counted, chosen: { channel: string; currency: string }) => {
  const narrowed = narrowedIn(new URLSearchParams(queryOf(counts, DAYS, chosen, 'EUR')));
  const days = [{ 'main.creation_date': ['>=', '2026-03-10'] }, { 'main.creation_date': ['<', '2026-03-12'] }];
  const constraint = { AND: [...conditionsOf(narrowed), ...days] };
  const { count, result } = await shop.admin<{ count: number; result: { cart: { total: number } }[] }>(
    'search_orders',
    { constraint, left_limit: 0, right_limit: 100 },
  );
  const sum = result.reduce((minor, { cart }) => minor + Math.round(cart.total * 100), 0) / 100;
  return { count, sum } satisfies Listed;
};

const byDraft = async (shop: TestShop, product: number, given: Given): Promise<number> => {
  const { session } = await shop.admin<{ session: string }>('create_draft', given);
  await shop.admin('add_to_cart', line(session, product));
  return (await shop.admin<Checkout>('checkout', { session })).id_order;
};

test('a figure and the list behind its link have the same orders', async () => {
  const { shop, products } = await at('2026-03-09T12:00Z');
  const [a, b, c] = products;
  await buy(shop, [[a, 5]]);
  shop.nowMs += DAY_MS;
  const store = await channel(shop, 'json', { name: 'store' });
  await verified(shop, 'adalovelace');
  for (let turn = 0; turn < 3; turn += 1) {
    const session = await loggedIn(shop, 'adalovelace');
    await shop.call('add_to_cart', line(session, b));
    await shop.call('checkout', { session });
  }
  await setState(shop, await buy(shop, [[c, 2]]), 'CANCELED');
  await byDraft(shop, a, { trial: 1 });
  await byDraft(shop, a, {});
  await shop.admin('create_coupons', { count: 1, name: 'C', amount: 3, code: 'THREE' });
  const session = await shop.session();
  await shop.call('add_to_cart', line(session, c, { quantity: 3 }));
  await shop.call('add_coupons', { session, coupons: ['THREE'] });
  await shop.call('checkout', { session });
  await shop.admin('create_promotion', { name: 'P', gives: { kind: 'percent', value: 10 } });
  await buy(shop, [[a, 2]]);
  await shop.admin('end_promotion', { id_promotion: 1 });
  shop.nowMs += DAY_MS;
  const { code } = await shop.call<{ code: string }>('get_new_session', store);
  await shop.call('add_to_cart', { ...line(code, a), ...store });
  await shop.call('checkout', { session: code, ...store });
  await shop.restart({ rules: { currency: 'JPY', currencyDigits: 0 } });
  await buy(shop, [[b, 2]]);
  await shop.restart({ rules: { currency: 'EUR', currencyDigits: 2 } });
  shop.nowMs += DAY_MS;
  await buy(shop, [[b, 4]]);

  const names = (await shop.admin<{ channels: { name: string }[] }>('get_channels')).channels.map(({ name }) => name);
  expect(names).toContain('store');
  const days = { start_date: DAYS.from, end_date: DAYS.to };
  for (const chosen of ['', ...names, 'back office'].flatMap((name) =>
    ['', 'JPY'].map((currency) => ({ channel: name, currency })),
  )) {
    for (const [counts, statistic] of Object.entries(FIGURES) as [keyof typeof FIGURES, string][]) {
      const isIn = counts === 'sales' || counts === 'returning';
      const { sum } = await report(shop, statistic, {
        ...days,
        ...(counts !== 'carts' && chosen.channel !== '' && { channel: chosen.channel }),
        ...(isIn && chosen.currency !== '' && { currency: chosen.currency }),
      });
      expect(await listed(shop, counts, chosen), `${statistic} of ${JSON.stringify(chosen)}`).toMatchObject({
        count: sum,
      });
    }
    const part = {
      ...days,
      ...(chosen.channel !== '' && { channel: chosen.channel }),
      ...(chosen.currency !== '' && { currency: chosen.currency }),
    };
    const { sum } = await report(shop, 'sales', part);
    expect((await listed(shop, 'sales', chosen)).sum, `sales of ${JSON.stringify(chosen)}`).toBe(sum);
  }
  // The shop above has some of each, so that no list is equal by being empty.
  const all = { channel: '', currency: '' };
  for (const counts of COUNTED_NAMES) expect((await listed(shop, counts, all)).count, counts).toBeGreaterThan(0);
  for (const one of ['coupons', 'promotions'] as const) expect((await listed(shop, one, all)).count, one).toBe(1);
  expect((await listed(shop, 'sales', all)).count).toBeLessThan((await listed(shop, 'orders', all)).count);
});
