// What tests of the examples of extensions share: a shop with a product or two, and the questions that its carts make.
import type { Cart, CheckoutQuestion, OrderDetails, Shopper, Tools } from '../../src/extension/extension.ts';
import { testShop } from '../../src/testing/test-shop.ts';
import type { TestShop, TestShopOptions } from '../../src/testing/test-shop.ts';

const CATALOGUE = [
  {
    type: 'class',
    name: 'drink',
    class_type: 'product',
    attributes: [
      { name: 'price', type: 'FLOAT' },
      { name: 'deposit', type: 'CHAR' },
    ],
  },
  {
    type: 'product',
    class: 'drink',
    name: 'ale',
    active: true,
    attributes: { en_GB: { price: 2.5, deposit: 'beer' } },
    metadata: { element_number: '18-ale', weight: 0.9 },
  },
  {
    type: 'product',
    class: 'drink',
    name: 'tea',
    active: true,
    attributes: { en_GB: { price: 4.95 } },
    metadata: { element_number: 'tea', weight: 0.1 },
  },
];

/** Ids of its products. */
export const [ALE, TEA] = [1, 2];

export const drinkShop = (options: Omit<TestShopOptions, 'catalogue'> = {}): Promise<TestShop> =>
  testShop({ catalogue: CATALOGUE.map((record) => JSON.stringify(record)).join('\n'), ...options });

/** Adds pieces of a product to a new cart; returns the session and the reply. */
export const filled = async (shop: TestShop, id: number, quantity: number) => {
  const { code: session } = await shop.call<{ code: string }>('get_new_session');
  const cart = await shop.call<Cart & { readonly message?: string }>('add_to_cart', {
    session,
    id_shopobject: id,
    element_type: 'PRODUCT_GR',
    quantity,
    price_field: 'price',
  });
  return { session, cart };
};

export const GUEST: Shopper = {
  id_user: 0,
  groups: [],
  currency: 'EUR',
  currency_digits: 2,
  country: 'DE',
  channel: 1,
};

/** What a checkout of this cart asks. */
export const questionOf = async (shop: TestShop, session: string, shopper = GUEST): Promise<CheckoutQuestion> => ({
  cart: await shop.call<Cart>('get_cart', { session }),
  details: await shop.call<OrderDetails>('get_order_details', { session }),
  shopper,
});

/** Tools of a handler whose every request is answered so. */
export const toolsOf = (answer: (request: Request) => Response | Promise<Response>): Tools => ({
  signal: new AbortController().signal,
  log: () => {},
  fetch: async (input, init) => answer(new Request(input, init)),
});
