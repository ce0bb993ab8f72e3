// Catches a reminder of a cart that goes to the wrong shopper, says the wrong thing, or comes after the order, after
// the erasure, or although the shopper has not agreed.
import { beforeAll, expect, test } from 'vitest';
import type { TestShop } from '../../../src/testing/test-shop.ts';
import { warmPrinting } from '../shop.ts';
import { open as openShop } from './mail-shop.ts';

beforeAll(() => warmPrinting());

const HOUR = 3_600_000;
type Code = { readonly code: string };

const open = (): Promise<TestShop> =>
  openShop({ language: 'en_GB', languages: ['de_DE'], cartReminderHours: 2, cartUrl: 'https://shop.example/cart' });

const fill = (shop: TestShop, session: string, quantity = 2): Promise<object> =>
  shop.call('add_to_cart', {
    session,
    id_shopobject: 1,
    element_type: 'PRODUCT',
    quantity,
    name_field: 'name',
    price_field: 'price',
  });

const guest = async (shop: TestShop, agrees: string): Promise<string> => {
  const { code: session } = await shop.call<Code>('get_new_session');
  await done(fill(shop, session));
  const attributes = { cart_reminder: agrees };
  await shop.call('set_order_details', { session, email: 'guest@example.org', attributes });
  return session;
};

const done = async <T>(reply: Promise<T>): Promise<T> => {
  const made = await reply;
  expect(made).not.toMatchObject({ object: 'error' });
  return made;
};

const logIn = async (shop: TestShop): Promise<string> =>
  (await done(shop.call<{ session_id: string }>('login_user', { username: 'john', password: 'secret1' }))).session_id;

/** A customer whose account has the attribute, in a session of theirs. */
const customer = async (shop: TestShop): Promise<{ readonly session: string; readonly id_user: number }> => {
  const { id: id_class } = await done(shop.admin<{ id: number }>('create_class', { name: 'user', type: 'user' }));
  const attributes = [{ name: 'cart_reminder', type: 'BOOL' }];
  await done(shop.admin('create_class_attributes', { id_class, attributes }));
  const args = { username: 'john', email: 'john@example.org', passwd1: 'secret1', passwd2: 'secret1' };
  const { id_user } = await done(shop.call<{ id_user: number }>('register_user', { args, language: 'de_DE' }));
  await shop.advance(1000);
  const token = /: (\S{20,})/.exec(shop.mails.at(-1)!.text)![1];
  await done(shop.call('verify_user', { id_user, session_id: token }));
  const session = await logIn(shop);
  await done(fill(shop, session));
  return { session, id_user };
};

const reminders = ({ mails }: TestShop) =>
  mails.filter(({ subject }) => /cart is waiting|Warenkorb wartet/.test(subject));

test('a guest who agreed is reminded once, with the goods and the way back', async () => {
  const shop = await open();
  const session = await guest(shop, '1');
  await shop.advance(3 * HOUR - 1000);
  expect(shop.mails).toEqual([]);
  await shop.advance(2000);
  const [{ to, subject, text }] = shop.mails as [TestShop['mails'][number]];
  expect([to, subject]).toEqual(['guest@example.org', 'Your cart is waiting']);
  expect(text).toContain('2 × Lamp');
  expect(text).toContain('To the cart https://shop.example/cart');
  expect(text).toContain('answer this mail');
  expect(text).not.toContain(session);
  await shop.call('get_cart', { session });
  await shop.advance(5 * HOUR);
  expect(shop.mails, 'a look changes nothing').toHaveLength(1);
  await done(fill(shop, session, 1));
  await shop.advance(5 * HOUR);
  expect(shop.mails, 'the cart is another one, on the same day').toHaveLength(1);
  for (let day = 0; day < 24; day += 6) {
    await shop.call('get_cart', { session });
    await shop.advance(6 * HOUR);
  }
  await done(fill(shop, session, 1));
  await shop.advance(5 * HOUR);
  expect(shop.mails, 'the cart is another one').toHaveLength(2);
  expect(shop.mails[1]!.text).toMatch(/4 × Lamp|1 × Lamp/);
  await shop.close();
});

test.each(['0', '', 'no'])('a guest who said %j is not', async (agrees) => {
  const shop = await open();
  await guest(shop, agrees);
  await shop.advance(10 * HOUR);
  expect(shop.mails).toEqual([]);
  await shop.close();
});

test('an order, or an emptied cart, needs no reminder', async () => {
  const shop = await open();
  const ordered = await guest(shop, '1');
  expect(await shop.call('checkout', { session: ordered })).toMatchObject({ status: 'success' });
  const emptied = await guest(shop, '1');
  await shop.call('clear_cart', { session: emptied });
  await shop.advance(10 * HOUR);
  expect(reminders(shop)).toEqual([]);
  await shop.close();
});

test('a customer is reminded as the account says, in its language, and not after an order elsewhere', async () => {
  const shop = await open();
  const { session, id_user } = await customer(shop);
  await shop.advance(4 * HOUR);
  expect(reminders(shop), 'nobody agreed').toEqual([]);
  await done(shop.call('set_user_data', { session, attributes: { cart_reminder: 1 } }));
  await shop.advance(4 * HOUR);
  expect(reminders(shop).map(({ to, subject }) => [to, subject])).toEqual([
    ['john@example.org', 'Ihr Warenkorb wartet'],
  ]);
  await done(fill(shop, session));
  const other = await logIn(shop);
  await done(fill(shop, other));
  await shop.advance(HOUR);
  expect(await shop.call('checkout', { session: other })).toMatchObject({ status: 'success' });
  await shop.advance(4 * HOUR);
  expect(reminders(shop), 'the customer has ordered since').toHaveLength(1);
  await done(shop.admin('erase_user', { id_user }));
  await shop.advance(4 * HOUR);
  expect(reminders(shop)).toHaveLength(1);
  await shop.close();
});

test('the setting counts from its change on, and an account that is erased is not written to', async () => {
  const shop = await openShop({ language: 'en_GB' });
  const { session, id_user } = await customer(shop);
  await done(shop.call('set_user_data', { session, attributes: { cart_reminder: 1 } }));
  await shop.advance(4 * HOUR);
  expect(reminders(shop)).toEqual([]);
  await done(shop.admin('erase_user', { id_user }));
  await guest(shop, '1');
  await done(shop.admin('update_shop_settings', { cart_reminder_hours: 1 }));
  await shop.advance(4 * HOUR);
  expect(reminders(shop).map(({ to, html }) => [to, html.includes('href')])).toEqual([['guest@example.org', false]]);
  await shop.close();
});

test('the consent of an account is one for its own address alone', async () => {
  const shop = await open();
  const { session } = await customer(shop);
  await done(shop.call('set_user_data', { session, attributes: { cart_reminder: 1 } }));
  await done(shop.call('set_order_details', { session, email: 'colleague@other.example' }));
  await shop.advance(4 * HOUR);
  expect(reminders(shop).map(({ to }) => to)).toEqual(['john@example.org']);
  await shop.advance(1000);
  await done(fill(shop, session));
  await done(shop.call('set_order_details', { session, attributes: { cart_reminder: '1' } }));
  await shop.advance(4 * HOUR);
  expect(reminders(shop).map(({ to }) => to)).toEqual(['john@example.org', 'colleague@other.example']);
  await shop.close();
});
