// `kontor extension try` about carts and orders of a running shop. Catches a question that the shop would not ask.
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CommandPlace } from '../harness/commands.ts';
import type { TestShop } from '../../src/testing/test-shop.ts';
import { ALE, drinkShop, filled } from '../examples/extension-shop.ts';
import '../outside/threads/compiled-threads.ts';

/** Notes each question of the shop itself, and lets it pass. */
const NOTING = `
import { appendFileSync } from 'node:fs';
const note = (question) => void appendFileSync(process.env.NOTED, JSON.stringify(question) + '\\n');
export default { name: 'noting', version: '1', checkout_check: note, order_attributes: note };`;
const SAYING = `
const say = (question) => ({ refuse: 'SAID', detail: JSON.stringify(question).slice(0, 20) });
export default { name: 'saying', version: '1', checkout_check: say, cart_check: say, line_price: ({ minor }) => ({ minor: minor + 8 }),
  delivery_price: ({ goods, zip }) => ({ minor: goods.length * 100 + zip.length }),
  after: ({ object }) => { if (object.id < 1) throw new Error('none'); } };`;

const place = new CommandPlace();
let shop: TestShop;
let env: { readonly [name: string]: string };
let url = '';
let session = '';
let idOrder = 0;
beforeAll(async () => {
  writeFileSync(place.path('noting.mjs'), NOTING);
  writeFileSync(place.path('saying.mjs'), SAYING);
  process.env['NOTED'] = place.path('noted.jsonl');
  shop = await drinkShop({ extensions: [place.path('noting.mjs')] });
  url = await shop.listen();
  const { username, password, secretKey } = shop.credentials;
  env = {
    KONTOR_LICENCE_USERNAME: username,
    KONTOR_LICENCE_PASSWORD: password,
    KONTOR_LICENCE_SECRET_KEY: secretKey,
  };
  ({ session } = await filled(shop, ALE, 2));
  await shop.call('set_order_details', {
    session,
    email: 'ada@shop.example',
    delivery_country: 'AT',
    delivery_zip: 'D-10115',
    id_payment_method: 2,
    id_delivery_method: 1,
    attributes: { born: '1990-11-30' },
  });
});
afterAll(async () => {
  delete process.env['NOTED'];
  await shop.close();
  await place.clean();
});

const tried = (point: string, what: string, ...args: string[]) =>
  place.runHere(['extension', 'try', 'saying.mjs', '--point', point, '--cart', what, '--url', url, ...args], env);

const questionOf = async (what: string, file: string) => {
  const { code, err } = await tried('checkout_check', what, '--save', file);
  expect({ code, wrong: err.filter((line) => !line.includes('is loaded')) }).toEqual({ code: 0, wrong: [] });
  return JSON.parse(readFileSync(place.path(file), 'utf8')) as { cart: object; details: object; shopper: object };
};

test('of a session it is what the checkout then asks, and of the order that follows the same cart', async () => {
  const recorded = await questionOf(session, 'session.json');
  ({ id_order: idOrder } = await shop.call<{ id_order: number }>('checkout', { session }));
  const [noted] = readFileSync(process.env['NOTED']!, 'utf8').trim().split('\n');
  const asked = JSON.parse(noted!) as typeof recorded;
  // Which channel a session calls through is not shown.
  expect(recorded).toEqual({ ...asked, shopper: { ...asked.shopper, channel: 0 } });
  const { cart, details, shopper } = await questionOf(String(idOrder), 'order.json');
  expect(cart).toEqual(asked.cart);
  expect(shopper).toEqual(recorded.shopper);
  expect(asked.details).toMatchObject({ email: 'ada@shop.example', delivery_country_code: 'AT' });
  const { attributes, email, order_payment_method: payment } = asked.details as { [name: string]: unknown };
  expect(details).toMatchObject({ attributes, email, order_payment_method: payment, delivery_country_code: 'AT' });
});

test.each([
  ['cart_check', /SAID/],
  ['line_price', /takes 258 in/],
  // Of one line, and of the code that the shop asks about: 10115.
  ['delivery_price', /takes 105 in/],
  ['after', /nothing to say/],
])('an order is asked about at %s', async (point, effect) => {
  const { code, out } = await tried(point, String(idOrder));
  expect([code, out.at(-1)]).toEqual([0, expect.stringMatching(effect)]);
});

test('what there is not is one line', async () => {
  const { code, err } = await tried('checkout_check', '4711');
  expect([code, err]).toEqual([1, [expect.stringMatching(/the shop refuses: ORDER_NOT_FOUND/)]]);
  expect((await tried('checkout_check', 'nobody')).err).toEqual([expect.stringMatching(/SESSION_INVALID/)]);
});
