// get_open_carts. Catches a session's code in the reply, a cart of nobody shown as somebody's, and amounts or ages that
// are not those of the carts.
import { expect, test } from 'vitest';
import { loggedIn, verified } from '../accounts/accounts.ts';
import { Goods, line } from '../shop.ts';

const HOUR_MS = 3_600_000;

interface OpenCarts {
  readonly count: number;
  readonly sum: number;
  readonly ages: readonly object[];
  readonly carts: readonly { readonly email: string; readonly sum: number; readonly username: string }[];
}

test('counts carts that hold lines, by when they were used, and shows whose they are', async () => {
  const goods = await Goods.open({ config: { sessionTouchIntervalMs: 1 } });
  const { shop } = goods;
  const product = await goods.product();
  await verified(shop, 'anna');
  const sessions = [await loggedIn(shop, 'anna'), await shop.session(), await shop.session(), await shop.session()];
  for (const [at, session] of sessions.slice(0, 3).entries()) {
    shop.nowMs += HOUR_MS / 2;
    for (let pieces = 0; pieces <= at; pieces += 1) await shop.call('add_to_cart', line(session, product));
  }
  await shop.call('set_order_details', { session: sessions[1], email: 'guest@example.org' });
  const text = await shop.text('get_open_carts', {}, { secret: true });
  for (const session of sessions) expect(text).not.toContain(session);
  const reply = JSON.parse(text) as OpenCarts;
  const one = reply.carts.at(-1)!.sum;
  const times = (pieces: number): number => Math.round(pieces * one * 100) / 100;
  expect(reply).toMatchObject({ object: 'open_carts', complete: 1, currency: 'EUR', count: 3, sum: times(6) });
  expect(reply.ages).toEqual([
    { hours: 1, count: 3, sum: times(6) },
    { hours: 24, count: 3, sum: times(6) },
    { hours: 168, count: 3, sum: times(6) },
    { hours: 0, count: 3, sum: times(6) },
  ]);
  const who = ({ username, email, sum }: OpenCarts['carts'][number]): unknown => [username, email, sum];
  expect(reply.carts.map(who)).toEqual([
    ['', '', times(3)],
    ['', 'guest@example.org', times(2)],
    ['anna', 'anna@example.org', one],
  ]);
  const oldest = await shop.admin<OpenCarts>('get_open_carts', { order: 'used', start: 1, limit: 1 });
  expect(oldest.carts.map(who)).toEqual([['', 'guest@example.org', times(2)]]);
  shop.nowMs += HOUR_MS / 2 + 1;
  expect((await shop.admin<OpenCarts>('get_open_carts')).ages[0]).toEqual({ hours: 1, count: 2, sum: times(5) });
  await shop.call('checkout', { session: sessions[2] });
  await shop.call('clear_cart', { session: sessions[1] });
  const left = await shop.admin<OpenCarts>('get_open_carts');
  expect([left.count, left.carts.map(({ username }) => username)]).toEqual([1, ['anna']]);
  await shop.refused('get_open_carts', {}, 'PERMISSION_DENIED', 'licence_secret_key');
  await shop.adminRefused('get_open_carts', { limit: 101 }, 'PARAMETER_INVALID', 'limit');
  await shop.adminRefused('get_open_carts', { order: 'x' }, 'PARAMETER_INVALID', 'order');
});
