// Orders and users page by page, as a back office asks for them. Catches a page that does not go on where the one
// before ended, a count that is not what it says, and a place that is not there but is not refused.
import { expect, test } from 'vitest';
import type { Given, ShopOptions } from '../shop.ts';
import type { Checkout } from '../cart-reply.ts';
import { Goods, line } from '../shop.ts';
import { verified } from '../accounts/accounts.ts';

interface Page {
  readonly object: string;
  readonly count: number;
  readonly limit_count: number;
  readonly records_max?: number;
  readonly next?: number;
  readonly result: readonly { readonly id: number }[];
}

const FIRST = 10_001;

const open = async (orders: number, options: ShopOptions = {}) => {
  const goods = await Goods.open(options);
  const { shop } = goods;
  const product = await goods.product(10);
  const place = async (details: Given): Promise<number> => {
    const session = await shop.session();
    await shop.call('add_to_cart', line(session, product));
    await shop.call('set_order_details', { session, ...details });
    shop.nowMs += 1000;
    return (await shop.call<Checkout>('checkout', { session })).id_order;
  };
  for (let at = 0; at < orders; at += 1) await place({ email: `p${at % 2}@example.org`, delivery_lastname: `L${at}` });
  const page = async (more: Given, constraint: unknown = {}): Promise<Page> => {
    const reply = await shop.admin<Page>('search_orders', { constraint, right_limit: 3, ...more });
    expect(reply.object, JSON.stringify(reply)).toBe('search_orders_result');
    return reply;
  };
  const idsOf = ({ result }: Page): number[] => result.map(({ id }) => id - FIRST + 1);
  return { goods, shop, place, page, idsOf };
};

test('from the newest to the oldest and back, with and without a count, over a restart', async () => {
  const { shop, page, idsOf } = await open(8);
  const first = await page({ after: 0 });
  expect(first).toMatchObject({ count: 8, limit_count: 3, next: FIRST + 5 });
  expect(idsOf(first)).toEqual([8, 7, 6]);
  await shop.restart();
  const second = await page({ after: first.next, count: 0 });
  expect(second).toMatchObject({ count: -1, limit_count: 3 });
  expect(idsOf(second)).toEqual([5, 4, 3]);
  const last = await page({ after: second.next, count: 0 });
  expect([idsOf(last), last.next]).toEqual([[2, 1], 0]);
  expect(idsOf(await page({ before: FIRST + 1 }))).toEqual([5, 4, 3]);
  const newest = await page({ before: FIRST + 4, count: 0 });
  expect([idsOf(newest), newest.next]).toEqual([[8, 7, 6], 0]);
  expect((await page({ before: FIRST })).next).toBe(FIRST + 3);
  expect(idsOf(await page({ after: 0, order: 'ASC', right_limit: 0 }))).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
  expect(await page({}), 'a page by its place').not.toHaveProperty('next');
});

test('a page stays where it is while orders come, and shows what meets the constraint by then', async () => {
  const { shop, place, page, idsOf } = await open(8);
  const constraint = { email: 'p1@example.org', order_state: 'OPEN' };
  const first = await page({ after: 0, right_limit: 2 }, constraint);
  expect([idsOf(first), first.count]).toEqual([[8, 6], 4]);
  await place({ email: 'p1@example.org' });
  await shop.admin('update_order_details', { id_order: FIRST + 3, order_state: 'CLOSED' });
  const second = await page({ after: first.next, right_limit: 2 }, constraint);
  expect([idsOf(second), second.count, second.next]).toEqual([[2], 4, 0]);
  expect(idsOf(await page({ before: FIRST + 7, right_limit: 2 }, constraint))).toEqual([9]);
});

test('an order whose id was reserved long before it was placed is where it was placed', async () => {
  const { goods, shop, page, idsOf } = await open(0);
  const product = await goods.product(10);
  const early = await shop.session();
  await shop.call('add_to_cart', line(early, product));
  await shop.call('set_order_details', { session: early, note: 'not yet' });
  const late = await shop.session();
  await shop.call('add_to_cart', line(late, product));
  const others = [(await shop.call<Checkout>('checkout', { session: late })).id_order];
  shop.nowMs += 5000;
  const reserved = (await shop.call<Checkout>('checkout', { session: early })).id_order;
  expect(reserved).toBeLessThan(others[0]!);
  expect(idsOf(await page({ after: 0 }))).toEqual([reserved, others[0]].map((id) => id! - FIRST + 1));
  expect(idsOf(await page({ after: reserved }))).toEqual([others[0]! - FIRST + 1]);
});

test('the cap on the records of a reply cuts a page, which says so and where the next one begins', async () => {
  const { page } = await open(5, { rules: { recordsMax: 2 } });
  expect(await page({ after: 0 })).toMatchObject({ count: 5, limit_count: 2, records_max: 2, next: FIRST + 3 });
  const rest = await page({ after: FIRST + 2, right_limit: 0 });
  expect(rest).toMatchObject({ limit_count: 2, next: 0 });
  expect(rest).not.toHaveProperty('records_max');
});

test('what is no place, and a place beside another one, is refused', async () => {
  const { shop } = await open(2);
  const refused = (more: Given, code: string, param: string) =>
    shop.adminRefused('search_orders', { constraint: {}, ...more }, code, param);
  await refused({ after: 77 }, 'ORDER_NOT_FOUND', '77');
  await refused({ before: 77 }, 'ORDER_NOT_FOUND', '77');
  await refused({ before: 0 }, 'PARAMETER_INVALID', 'before');
  await refused({ after: -1 }, 'PARAMETER_INVALID', 'after');
  await refused({ after: FIRST, before: FIRST }, 'PARAMETER_INVALID', 'before');
  await refused({ after: 0, order_columns: ['creation_date'] }, 'PARAMETER_INVALID', 'order_columns');
  await refused({ before: FIRST, left_limit: 2 }, 'PARAMETER_INVALID', 'left_limit');
  await refused({ after: 0, count: 'maybe' }, 'PARAMETER_INVALID', 'count');
});

test('users page by page', async () => {
  const { shop } = await open(0);
  for (const name of ['adam', 'beate', 'cleopatra']) {
    await verified(shop, name);
    shop.nowMs += 1000;
  }
  const ask = (more: Given) =>
    shop.admin<{ count: number; next: number; result: { username: string }[] }>('search_users', {
      constraint: { username: ['LIKE', 'e'] },
      right_limit: 1,
      ...more,
    });
  const first = await ask({ after: 0 });
  const namesOf = (reply: { result: { username: string }[] }): string[] => reply.result.map(({ username }) => username);
  const second = await ask({ after: first.next });
  expect([...namesOf(first), ...namesOf(second), second.next]).toEqual([
    expect.stringContaining('cleo'),
    expect.stringContaining('beate'),
    expect.any(Number),
  ]);
  await shop.adminRefused('search_users', { constraint: {}, after: 99 }, 'USER_NOT_FOUND', '99');
});
