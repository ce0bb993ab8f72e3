// The examples of extensions that ask other servers, in a shop, with a server that stands in for theirs. Catches one
// that asks otherwise than its head says, and a failure of a service that takes a shop with it.
import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { TestShop } from '../../src/testing/test-shop.ts';
import { listening } from '../harness/ports.ts';
import '../outside/threads/compiled-threads.ts';
import { compiledExample } from './compiled-example.ts';
import { ALE, TEA, drinkShop, filled } from './extension-shop.ts';

let server: Server;
let url = '';
/** What the stand-in is asked, and what it answers. */
let asked: string[] = [];
let answer: readonly [status: number, body: object] = [200, {}];

const take = async (request: IncomingMessage): Promise<void> => {
  const body = await text(request);
  asked.push(`${request.method} ${request.url} ${body}`.trim());
};

beforeAll(async () => {
  server = createServer((request, response) => {
    void take(request).then(() => {
      const [status, body] = answer;
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  url = `http://127.0.0.1:${await listening(server)}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  asked = [];
});
afterEach(() => vi.unstubAllEnvs());

test('the price of a line is the service’s, and nothing goes into a cart while it fails', async () => {
  vi.stubEnv('PRICE_URL', `${url}/price`);
  const shop = await drinkShop({ extensions: [await compiledExample('price-over-http')] });
  answer = [200, { minor: 199 }];
  expect((await filled(shop, ALE, 3)).cart).toMatchObject({ sum: 5.97 });
  expect(asked).toEqual(['GET /price?number=18-ale&quantity=3&user=0']);
  answer = [404, {}];
  expect((await filled(shop, ALE, 3)).cart).toMatchObject({ sum: 7.5 });
  answer = [500, {}];
  expect((await filled(shop, ALE, 3)).cart).toMatchObject({ message: 'EXTENSION_UNAVAILABLE' });
  await shop.close();
});

test('a delivery costs what the carrier asks', async () => {
  vi.stubEnv('CARRIER_URL', `${url}/quote`);
  const deliveryMethods = [
    { id: 1, name: 'Post' },
    { id: 2, name: 'Carrier' },
  ];
  const shop = await drinkShop({ extensions: [await compiledExample('carrier-quote')], settings: { deliveryMethods } });
  answer = [200, { price: '7.45', service: 'Express' }];
  const { session } = await filled(shop, ALE, 3);
  const details = { delivery_country: 'Austria', delivery_zip: '1010', id_delivery_method: 2 };
  await shop.call('set_order_details', { session, ...details });
  const { id_order } = await shop.call<{ id_order: number }>('checkout', { session });
  expect(await shop.admin('get_order_by_id', { id_order })).toMatchObject({
    cart: { delivery_costs: { sum: 7.45 } },
  });
  expect(JSON.parse(asked.at(-1)!.replace('POST /quote ', ''))).toMatchObject({ country: 'AT', zip: '1010' });
  await shop.close();
});

/** A customer of a new group, logged in at a new session. */
const customerOf = async (shop: TestShop, name: string): Promise<() => Promise<string>> => {
  const args = { username: name, passwd1: 'walnut4242', passwd2: 'walnut4242', email: `${name}@shop.example` };
  const { id_user, session_id } = await shop.call<{ id_user: number; session_id: string }>('register_user', { args });
  await shop.call('verify_user', { id_user, session_id });
  const { id_group } = await shop.admin<{ id_group: number }>('create_group', { name: 'Companies' });
  await shop.admin('set_user_groups', { id_user, groups: [id_group] });
  return async () => {
    const { session } = await filled(shop, TEA, 50);
    await shop.call('login_user', { session, username: name, password: 'walnut4242' });
    return session;
  };
};

test('a customer orders by invoice until the limit of the group is reached', async () => {
  const shop = await drinkShop({
    settings: { paymentMethods: [{ id: 9, name: 'Invoice' }] },
    extensions: [await compiledExample('credit-limit')],
  });
  const { username, password, secretKey } = shop.credentials;
  vi.stubEnv('SHOP_URL', await shop.listen());
  vi.stubEnv('SHOP_USERNAME', username);
  vi.stubEnv('SHOP_PASSWORD', password);
  vi.stubEnv('SHOP_SECRET_KEY', secretKey);
  // Its thread has the environment as it was when it was loaded.
  await shop.admin('reload_extensions');
  const checkout = async (session: string): Promise<Record<string, unknown>> => {
    await shop.call('set_order_details', { session, id_payment_method: 9 });
    return shop.call('checkout', { session });
  };
  const { session: guest } = await filled(shop, TEA, 1);
  expect(await checkout(guest)).toMatchObject({ message: 'EXTENSION_REFUSED', param: 'INVOICE_NOT_OFFERED' });
  const begin = await customerOf(shop, 'ada.b');
  const placed = [await checkout(await begin()), await checkout(await begin())];
  expect(placed).toMatchObject([{ status: 'success' }, { status: 'success' }]);
  expect(await checkout(await begin())).toMatchObject({ message: 'EXTENSION_REFUSED', param: 'CREDIT_LIMIT' });
  const paid = { id_order: placed[0]!['id_order'], order_payment_state: 'PAYMENT_RECEIVED' };
  expect(await shop.admin('update_order_details', paid)).not.toMatchObject({ object: 'error' });
  expect(await checkout(await begin())).toMatchObject({ status: 'success' });
  await shop.close();
});
