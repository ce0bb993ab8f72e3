// The shop for tests, and the example of its documentation.
import { createHmac } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compileFunction } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { BadFixture, TEST_SECRET, testShop } from '../../src/testing/test-shop.ts';
import { newDirectory } from '../harness/directories.ts';

const DOC = readFileSync(new URL('../../docs/build/testing.md', import.meta.url), 'utf8');
const BLOCKS = [...DOC.matchAll(/```js\n([\s\S]*?)```/g)].map(([, block]) => block!);

describe.each(BLOCKS)('an example of docs/build/testing.md', (block) => {
  const program = block.replaceAll(/^import .*\n/gm, '');
  const names = ['expect', 'test', 'testShop', 'TEST_SECRET', 'createHmac'];
  compileFunction(program, names)(expect, test, testShop, TEST_SECRET, createHmac);
});

const CLASS = JSON.stringify({ type: 'class', name: 'lamp', class_type: 'product', attributes: [] });
const product = (name: string, className = 'lamp'): string =>
  JSON.stringify({ type: 'product', class: className, name, active: true });

describe('a shop for tests', () => {
  test('many side by side share nothing', async () => {
    const shops = await Promise.all(
      Array.from({ length: 20 }, (_, index) => testShop({ catalogue: `${CLASS}\n${product(`lamp ${index}`)}\n` })),
    );
    for (const [index, shop] of shops.entries()) {
      const reply = await shop.call<{ name: string }>('get_product_details', { id_product: 1 });
      expect(reply.name).toBe(`lamp ${index}`);
      expect(await shop.call('get_product_details', { id_product: 2 })).toMatchObject({ object: 'error' });
    }
    await Promise.all(shops.map((shop) => shop.close()));
  });

  test('a session ends when the clock moves past its time', async () => {
    const shop = await testShop({ clock: '2026-01-01T00:00:00Z' });
    const { code } = await shop.call<{ code: string }>('get_new_session');
    expect(await shop.call('get_cart', { session: code })).toMatchObject({ object: 'cart' });
    await shop.advance(400 * 86_400_000);
    expect(shop.now()).toEqual(new Date('2027-02-05T00:00:00Z'));
    expect(await shop.call('get_cart', { session: code })).toMatchObject({ message: 'SESSION_INVALID' });
    await shop.close();
  });

  test('the clock is never set back, and no text that names no moment is taken', async () => {
    const shop = await testShop({ clock: '2026-01-01T00:00:00Z' });
    await expect(shop.setClock('2025-12-31T23:59:59Z')).rejects.toThrow(RangeError);
    await expect(shop.advance(-1)).rejects.toThrow(RangeError);
    await shop.close();
    await expect(testShop({ clock: 'tomorrow' })).rejects.toThrow(RangeError);
  });

  test('a fixture with a refused record is a BadFixture that names the line', async () => {
    await expect(testShop({ catalogue: `${CLASS}\n${product('x', 'chair')}\n` })).rejects.toThrow(BadFixture);
    await expect(testShop({ catalogue: `${CLASS}\n${product('x', 'chair')}\n` })).rejects.toThrow(/catalogue: line 2/);
    await expect(testShop({ catalogue: 'no json\n' })).rejects.toThrow(/line 1/);
  });

  test('a fixture may be a file', async () => {
    const file = join(newDirectory(), 'shop.ndjson');
    writeFileSync(file, `${CLASS}\n${product('lamp')}\n`);
    const shop = await testShop({ catalogue: pathToFileURL(file) });
    expect(await shop.call('get_product_details', { id_product: 1 })).toMatchObject({ name: 'lamp' });
    await shop.close();
  });

  test('a storefront’s call has no secret key, a back office’s has', async () => {
    const shop = await testShop();
    expect(await shop.call('create_class', { name: 'a', type: 'product' })).toMatchObject({
      message: 'PERMISSION_DENIED',
    });
    expect(await shop.admin('create_class', { name: 'a', type: 'product' })).toMatchObject({ object: 'create_class' });
    await shop.close();
  });

  test('it listens for clients, and its clock is theirs', async () => {
    const shop = await testShop({ clock: '2026-12-24T18:00:00Z', settings: { currency: 'CHF' } });
    const { username, password } = shop.credentials;
    const client = createClient({ url: await shop.listen(), username, password, strict: true });
    expect(await client.get_shop()).toMatchObject({ ok: true, value: { currency: 'CHF' } });
    expect(await client.get_new_session()).toMatchObject({ value: { creation_date: '2026-12-24 18:00:00' } });
    await shop.close();
    await expect(
      createClient({ url: 'http://127.0.0.1:1', username, password, retries: 0 }).get_shop(),
    ).rejects.toThrow();
  });

  test('what a cart holds is free again when its time has come', async () => {
    const record = { type: 'product', class: 'lamp', name: 'lamp', active: true };
    const stock = { availability: { quantity: 1, quantity_warning: 0, active: true, allow_override: false } };
    const price = JSON.stringify({
      type: 'class',
      name: 'lamp',
      class_type: 'product',
      attributes: [{ name: 'price', type: 'FLOAT' }],
    });
    const shop = await testShop({
      catalogue: `${price}\n${JSON.stringify({ ...record, ...stock, attributes: { de_DE: { price: 10 } } })}\n`,
      settings: { cartHoldMs: 60_000 },
    });
    const put = async (): Promise<{ message?: string; object: string }> => {
      const { code: session } = await shop.call<{ code: string }>('get_new_session');
      const line = { id_shopobject: 1, element_type: 'PRODUCT', quantity: 1, price_field: 'price' };
      return shop.call('add_to_cart', { session, ...line });
    };
    expect(await put()).toMatchObject({ object: 'cart' });
    expect(await put()).toMatchObject({ object: 'error' });
    await shop.advance(60_000);
    expect(await put()).toMatchObject({ object: 'cart' });
    await shop.close();
  });

  test('an idempotency key is forgotten when its time has come', async () => {
    const shop = await testShop();
    const open = async (): Promise<string> =>
      (await shop.call<{ code: string }>('get_new_session', { idempotency_key: 'k' })).code;
    const first = await open();
    expect(await open()).toBe(first);
    await shop.advance(86_400_001);
    expect(await open()).not.toBe(first);
    await shop.close();
  });

  test('webhooks are kept, signed, in their order; a receiver that has failed is called again', async () => {
    const shop = await testShop({ settings: { webhookDelayMs: 0 } });
    await shop.admin('create_webhook', { name: 'CLASSES', event: 'WEBHOOK_CATEGORY_UPDATE' });
    const target = { name: 'CLASSES', url: 'https://shop.example/hook', parameter: '' };
    await shop.admin('update_webhook', target);
    let calls = 0;
    shop.answerWebhooks(() => ({ status: (calls += 1) === 1 ? 503 : 200 }));
    for (const name of ['a', 'b']) await shop.admin('create_category', { id_parent: 0, name });
    await shop.advance(0);
    expect(shop.webhooks).toHaveLength(1);
    await shop.advance(5000);
    expect(shop.webhooks.map(({ parameters }) => parameters['id_category'])).toEqual(['1', '1', '2']);
    expect(Object.keys(shop.webhooks[0]!.headers)).toEqual(expect.arrayContaining(['webhook-id', 'webhook-signature']));
    await shop.close();
  });

  test('Stripe is asked through the receiver, and its answer counts', async () => {
    const shop = await testShop({
      settings: {
        paymentMethods: [{ id: 7, name: 'Stripe', provider: 'stripe' }],
        paymentSuccessUrl: 'https://shop.example/thanks',
      },
    });
    const session = { id: 'cs_1', url: 'https://checkout.stripe.example/cs_1', expires_at: 4_000_000_000 };
    shop.answerWebhooks(() => ({ status: 200, body: JSON.stringify(session) }));
    const { code } = await shop.call<{ code: string }>('get_new_session');
    const line = {
      session: code,
      id_shopobject: 0,
      element_type: 'FREE_ELEMENT',
      quantity: 1,
      name_field: 'Lamp',
      price_field: 12.5,
    };
    await shop.call('add_to_cart', line);
    await shop.call('set_order_details', { session: code, id_payment_method: 7 });
    const { id_order } = await shop.call<{ id_order: number }>('checkout', { session: code });
    expect(await shop.call('do_payment', { id_order })).toMatchObject({ status: 'Success', redirect: session.url });
    expect(shop.webhooks.map(({ url, parameters }) => [url, parameters['client_reference_id']])).toEqual([
      ['https://api.stripe.com:443/v1/checkout/sessions', String(id_order)],
    ]);
    shop.answerWebhooks(() => ({ status: 500 }));
    await shop.close();
  });
});
