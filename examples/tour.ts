// What docs/build/client.md shows, as one program.
import { and, createClient, field, like, or, part, ref } from '../src/client/client.ts';
import type { Cart, Client } from '../src/client/client.ts';

export const create = (url: string, username: string, password: string, secretKey: string): Client =>
  createClient({
    url, // of the server: https://shop.example
    username, // of the channel
    password,
    secretKey, // for calls that need it only
    timeoutMs: 5000, // of one attempt
    retries: 2, // of calls that were not answered
    onCall: ({ operation, ms, attempts, code }) => console.log(operation, Math.round(ms), attempts, code ?? 'ok'),
  });

export const refusals = async (shop: Client, session: string): Promise<string> => {
  const order = await shop.checkout({ session });
  if (order.ok) return `order ${order.value.id_order}`;
  switch (order.code) {
    case 'CART_EMPTY':
      return 'there is nothing to buy';
    case 'SHOPOBJECT_NOT_AVAILABLE':
      return `sold out: product ${order.param}`;
    default:
      return `${order.code}: ${order.detail}`;
  }
};

export const search = async (shop: Client): Promise<readonly string[]> => {
  const found = await shop.search_products({
    constraint: and(
      or(like('name', 'lamp'), like('name', 'light')),
      field('price').between(10, 50),
      field('main.id').notIn([4, 5]),
    ),
    order_columns: 'price',
    right_limit: 20,
  });
  return found.ok ? found.value.result.map(({ name }) => name) : [];
};

export const together = async (shop: Client, session: string, product: number): Promise<Cart | undefined> => {
  const both = await shop.aggregate([
    part('get_product_details', { id_product: product }),
    part('get_cart', { session }),
  ]);
  if (!both.ok) throw new Error(`part ${both.index}: ${both.code}`);
  const [details, cart] = both.value;
  console.log(details.name, cart.total);
  return cart;
};

export const allOrNone = async (shop: Client): Promise<string> => {
  const made = await shop.aggregate(
    [
      part('create_product', { class: 'product', name: 'boot' }),
      part('create_variation', { id_product: ref(1, 'id'), name: 'boot 42' }),
    ],
    { atomic: true },
  );
  if (!made.ok) throw new Error(`part ${made.index}: ${made.code}; nothing was done`);
  return made.value[1].id;
};

export const many = async (shop: Client, product: number): Promise<string[]> => {
  const outcomes = await shop.bulk([
    part('update_product', { id_product: product, attributes: { en_GB: { price: 109.9 } } }),
    part('inventory_place', { storage: 'Berlin', element_number: 'T-1', quantity: 12 }),
  ]);
  if (!outcomes.ok) throw new Error(`${outcomes.code}: ${outcomes.detail}`);
  return outcomes.value.flatMap((outcome) => (outcome.ok ? [] : [outcome.code]));
};

export const once = async (shop: Client, session: string, form: string): Promise<boolean> => {
  const order = await shop.checkout({ session }, { key: form, signal: AbortSignal.timeout(10_000) });
  return order.ok;
};

export const follow = async (shop: Client, signal: AbortSignal): Promise<number> => {
  let last: string | undefined;
  let changes = 0;
  for await (const { type, data, id } of shop.events({ after: last, signal })) {
    if (id !== '') last = id;
    if (type === 'reset') console.log('drop every page that is kept');
    else console.log(type, data['id']);
    changes += 1;
  }
  return changes;
};
