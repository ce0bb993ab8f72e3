// The code of a session at a login. Catches a code that was known before the login and opens the user's session, and a
// cart that is lost with it.
import { expect, test } from 'vitest';
import { isLoggedIn, loggedIn, verified } from './accounts.ts';
import { Goods, freeLine, openShop } from '../shop.ts';

const RENEWS = { config: { renewSessionAtLogin: true } };

test('by default the session keeps its code', async () => {
  const shop = openShop();
  await verified(shop, 'anna');
  const session = await shop.session();
  expect(await loggedIn(shop, 'anna', session)).toBe(session);
});

test('renewed, the code of before opens nothing; cart and draft stay, also after a restart', async () => {
  const shop = openShop(RENEWS);
  await verified(shop, 'anna');
  const before = await shop.session();
  await shop.call('add_to_cart', freeLine(before, 5));
  await shop.call('set_order_details', { session: before, delivery_city: 'Köln' });
  const after = await loggedIn(shop, 'anna', before);
  expect(after).toMatch(/^[0-9A-Za-z]{42}$/);
  expect(after).not.toBe(before);
  for (let count = 0; count < 2; count += 1) {
    await shop.refused('get_cart', { session: before }, 'SESSION_INVALID', 'session');
    expect(await isLoggedIn(shop, after)).toBe(true);
    expect(await shop.call('get_cart', { session: after })).toMatchObject({ sum: 5 });
    expect(await shop.call('get_order_details', { session: after })).toMatchObject({ delivery_city: 'Köln' });
    expect(await shop.call('get_user_data', { session: after })).toMatchObject({ session_id: after });
    await shop.restart();
  }
});

test('each login renews it, also of whoever is logged in there; a refused one does not', async () => {
  const shop = openShop(RENEWS);
  await verified(shop, 'anna');
  const first = await loggedIn(shop, 'anna');
  await shop.refused(
    'login_user',
    { username: 'anna', password: 'wrong', session: first },
    'LOGIN_PASSWORD_OR_USERNAME_NOT_CORRECT',
  );
  expect(await isLoggedIn(shop, first)).toBe(true);
  const second = await loggedIn(shop, 'anna', first);
  expect(second).not.toBe(first);
  await shop.refused('get_cart', { session: first }, 'SESSION_INVALID', 'session');
  await shop.call('set_user_password', {
    session: second,
    old_passwd: 'Secret1',
    new_passwd1: 'Other1',
    new_passwd2: 'Other1',
  });
  expect(await isLoggedIn(shop, second), 'a changed password is no login').toBe(true);
});

test('with strict ownership a user’s order leaves the session with its user, a guest’s stays', async () => {
  const { shop } = await Goods.open({ config: { ownership: 'strict' } });
  await verified(shop, 'anna');
  const place = async (session: string) => {
    await shop.call('add_to_cart', freeLine(session, 5));
    const { id_order } = await shop.call<{ id_order: number }>('checkout', { session });
    return id_order;
  };
  const [guest, users] = [await shop.session(), await loggedIn(shop, 'anna')];
  const [guestsOrder, usersOrder] = [await place(guest), await place(users)];
  const seen = async (id_order: number, session: string) =>
    (await shop.call('get_order_by_id', { id_order, session }))['object'];
  expect([await seen(guestsOrder, guest), await seen(usersOrder, users)]).toEqual(['order', 'order']);
  await shop.call('logout_user', { session: users });
  await shop.refused('get_order_by_id', { id_order: usersOrder, session: users }, 'PERMISSION_DENIED', usersOrder);
});
