// A shop with a cart that is ready to be checked out.
import { expect } from 'vitest';
import type { Given, Reply } from '../shop.ts';
import type { Cart, Checkout } from '../cart-reply.ts';
import { Goods } from '../shop.ts';

export const ADDRESS = {
  delivery_firstname: 'Ada',
  delivery_lastname: 'Lovelace',
  delivery_street: 'St. James’s Square',
  delivery_number: '12',
  delivery_zip: 'SW1Y',
  delivery_city: 'London',
  delivery_country: 'GB',
  invoice_companyname: 'Analytical Ltd',
  email: 'ada@example.org',
  phone: '+44 20',
  note: 'ring twice',
};

export const open = async () => {
  const goods = await Goods.open();
  const session = await goods.shop.session();
  const call = <T = Reply>(request: string, params: Given = {}): Promise<T> =>
    goods.shop.call<T>(request, { session, ...params });
  const add = (given: Given): Promise<Cart> => goods.shop.call<Cart>('add_to_cart', given);
  const checkout = (): Promise<Checkout> => call<Checkout>('checkout');
  return { goods, session, call, add, checkout };
};

/** The reply of a checkout that is refused. */
export const failed = (message: string, param: string | number) => ({
  object: 'error',
  status: 'error',
  id_order: 0,
  session: '',
  message,
  param: String(param),
  detail: expect.stringMatching(/\.$/),
});
