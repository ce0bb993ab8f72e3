// A customer of another system, her past orders, and how tests find both.
import { expect } from 'vitest';
import { loggedIn } from '../accounts/accounts.ts';
import type { Reply, TestShop } from '../shop.ts';

export const ANNA = 'anna@example.org';
export const CUSTOMER = { type: 'customer', email: ANNA, attributes: { firstname: 'Anna' } };
export const ORDER = {
  type: 'past_order',
  source: 'shopify',
  number: '#10001',
  placed: '2025-03-01 11:00:00',
  currency: 'EUR',
  email: ANNA,
  phone: '+49 1',
  note: 'please "ring"',
  payment_state: 'paid',
  delivery_state: 'fulfilled',
  payment_method: 'PayPal',
  delivery_method: 'DHL',
  discount_code: 'SPRING',
  sums: { goods: '39.80', delivery: '4.90', tax: '7.13', discount: '2.00', total: '44.70', refunded: '12.5' },
  taxes: [{ name: 'MwSt 19%', amount: '7.13' }],
  delivery: { name: 'Anna A', city: 'Bonn' },
  invoice: { name: 'Anna A', city: 'Köln', country: 'DE' },
  lines: [{ name: 'Mug', element_number: 'M-1', quantity: 2, price: '12.50', discount: '1' }],
};

export const customerWith = async (shop: TestShop, password: string, email = ANNA): Promise<string> => {
  const known = await shop.admin<Reply & { result: { id_user: number }[] }>('search_users', {
    constraint: { 'main.email': email },
  });
  const { session_id, id_user } = await shop.admin('reset_user_password', { args: { email } });
  expect(id_user).toBe(known.result[0]!.id_user);
  await shop.call('reset_user_password', {
    args: { session_id, id_user, new_passwd1: password, new_passwd2: password },
  });
  return loggedIn(shop, email, '', password);
};

export const pastOf = async (shop: TestShop, params: object): Promise<readonly Reply[]> =>
  (await shop.admin<{ orders: readonly Reply[] }>('search_past_orders', { ...params })).orders;

export const counted = { created: 0, updated: 0, unchanged: 0 };

/** Orders of one address, which has no account yet. */
export const guestOrders = (count: number): object[] =>
  Array.from({ length: count }, (_, at) => ({ ...ORDER, number: `#${at}`, taxes: [], lines: [] }));
