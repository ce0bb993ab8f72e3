// A storefront in one script: a category page, a cart and a checkout, with nothing but the client.
//
//   npm start                                     # the demo shop, in another terminal; it prints its credentials
//   npx tsx examples/buy.ts http://127.0.0.1:8080 USERNAME PASSWORD
import { createClient, field } from '../src/client/client.ts';

/** The value of a call; a refusal ends the script. */
const must = <T>(outcome: { ok: true; value: T } | { ok: false; code: string; detail: string }): T => {
  if (!outcome.ok) throw new Error(`${outcome.code}: ${outcome.detail}`);
  return outcome.value;
};

const ADDRESS = {
  delivery_firstname: 'Zoë',
  delivery_lastname: 'Buyer',
  delivery_street: 'High Street',
  delivery_number: '1',
  delivery_zip: '12345',
  delivery_city: 'Berlin',
  delivery_country: 'DE',
  email: 'zoe@shop.example',
};

/** Resolves with the number of the order. */
export const buy = async (url: string, username: string, password: string): Promise<number> => {
  const shop = createClient({ url, username, password, strict: true });

  const { categories } = must(await shop.get_categories({ id_parent: 0 }));
  for (const { id, label } of categories) {
    const { count, products } = must(await shop.get_products_in_category({ id_category: id, right_limit: 3 }));
    console.log(`${label}: ${count} products, such as ${Object.keys(products).join(', ')}`);
  }

  const priced = { constraint: field('price').above(0), order_columns: 'price', right_limit: 1 };
  const [product] = must(await shop.search_products(priced)).result;
  if (product === undefined) throw new Error('the shop sells nothing');

  const { code: session } = must(await shop.get_new_session());
  const line = { id_shopobject: product.id, element_type: 'PRODUCT_GR', quantity: 2 } as const;
  const names = { price_field: 'price', name_field: 'name' };
  const cart = must(await shop.add_to_cart({ session, ...line, ...names }));
  for (const { name, quantity, sum_price: sum } of cart.contents) console.log(`${quantity} × ${name}: ${sum}`);
  const { taxed_again: again } = must(await shop.set_order_details({ session, ...ADDRESS }));
  const total = again?.total ?? cart.total;
  console.log(`to pay: ${total}`);
  const { id_order: order } = must(await shop.checkout({ session, expected_total: String(total) }));
  console.log(`order ${order} is placed`);
  return order;
};

const [, script, url, username, password] = process.argv;
if (script?.endsWith('buy.ts') === true) {
  if (url === undefined || username === undefined || password === undefined)
    throw new Error('usage: npx tsx examples/buy.ts URL USERNAME PASSWORD');
  await buy(url, username, password);
}
