// Extensions of a whole shop: what is told after a record, and payments. Catches an event that is lost, told out of
// order or to somebody who did not take it, and money that an extension says without a proof of its own.
import { writeFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { testShop } from '../../src/testing/test-shop.ts';
import type { TestShop } from '../../src/testing/test-shop.ts';
import { newDirectory } from '../harness/directories.ts';
import '../outside/threads/compiled-threads.ts';

const shops: TestShop[] = [];
afterEach(async () => {
  for (const shop of shops.splice(0)) await shop.close();
});

const open = async (source: string, settings: object = {}) => {
  const directory = newDirectory();
  const module = join(directory, 'own.mjs');
  const notes = join(directory, 'notes');
  writeFileSync(notes, '');
  writeFileSync(module, source.replaceAll('NOTES', JSON.stringify(notes)));
  const shop = await testShop({ settings: { extensions: [{ module }], ...settings } });
  shops.push(shop);
  return { shop, notes: (): string[] => readFileSync(notes, 'utf8').split('\n').slice(0, -1) };
};

const buy = async (shop: TestShop, details: object = {}): Promise<number> => {
  const { code: session } = await shop.call<{ code: string }>('get_new_session');
  const free = { element_type: 'FREE_ELEMENT', id_shopobject: 0, quantity: 1, price_field: '10', name_field: 'x' };
  await shop.admin('add_to_cart', { session, language: 'en_GB', country: 'DE', ...free });
  await shop.call('set_order_details', { session, email: 'ada@shop.example', ...details });
  return (await shop.call<{ id_order: number }>('checkout', { session })).id_order;
};

test('what has happened is told in order, and again until it is taken', async () => {
  const { shop, notes } = await open(`
    import { appendFileSync } from 'node:fs';
    let failures = 2;
    export default { name: 'erp', after: ({ event, object }) => {
      appendFileSync(NOTES, event + ' ' + object.id + (failures > 0 ? ' not taken' : '') + '\\n');
      if (failures-- > 0) throw new Error('away');
    } };`);
  const target = { name: 'ORDER_CREATE', url: 'extension:erp', parameter: '' };
  expect(await shop.admin('update_webhook', { ...target, body: 'view' })).toMatchObject({ status: 'success' });
  const ids = [await buy(shop), await buy(shop)];
  await shop.advance(10_000);
  expect(notes()).toEqual([`ORDER_CREATE ${ids[0]} not taken`]);
  await shop.advance(3_600_000);
  await shop.advance(3_600_000);
  expect(notes()).toEqual([
    `ORDER_CREATE ${ids[0]} not taken`,
    `ORDER_CREATE ${ids[0]} not taken`,
    `ORDER_CREATE ${ids[0]}`,
    `ORDER_CREATE ${ids[1]}`,
  ]);
});

test('an extension that there is not, has no after, or is told by a form is no target', async () => {
  const { shop } = await open(`export default { name: 'erp', cart_check: () => undefined };`);
  for (const [more, answer] of [
    [{ url: 'extension:erp', body: 'view' }, /the extension erp has no after/],
    [{ url: 'extension:gone', body: 'view' }, /there is no extension gone/],
  ] as const)
    for (const [request, named] of [
      ['update_webhook', { name: 'ORDER_CREATE' }],
      ['create_webhook', { name: 'MINE', event: 'ORDER_CREATE' }],
    ] as const)
      expect(await shop.admin(request, { ...named, parameter: '', ...more })).toMatchObject({
        message: 'WEBHOOK_URL_NOT_VALID',
        param: 'url',
        detail: expect.stringMatching(answer),
      });
  const { shop: told } = await open(`export default { name: 'erp', after: () => {} };`);
  expect(
    await told.admin('update_webhook', { name: 'ORDER_CREATE', url: 'extension:erp', parameter: '' }),
  ).toMatchObject({ message: 'PARAMETER_INVALID', param: 'body' });
  for (const url of ['extension:', 'extension:A b', 'extension://x'])
    expect(await shop.admin('update_webhook', { name: 'ORDER_CREATE', parameter: '', url })).toMatchObject({
      status: 'WEBHOOK_URL_NOT_VALID',
    });
});

const PAYMENTS = `
  export default { name: 'bank', payment_provider: {
    start: ({ key, minor }) => ({ reference: key, redirect: 'https://bank.example/?minor=' + minor, expires_s: 60 }),
    notify: ({ headers, body }) => {
      if (headers['x-secret'] !== 'right') return { refuse: 'NOTICE_SIGNATURE_INVALID' };
      return JSON.parse(body);
    },
    refund: () => ({ state: 'done', transaction: 'r1' }),
  } };`;
const METHOD = { id: 9, name: 'Bank', provider: 'extension', extension: 'bank' };

test('an extension begins payments and reads their notices', async () => {
  const { shop } = await open(PAYMENTS, { paymentMethods: [METHOD] });
  const id = await buy(shop, { id_payment_method: 9 });
  const begun = await shop.call<{ redirect: string }>('do_payment', { id_order: id });
  expect(begun).toMatchObject({ status: 'Success', redirect: 'https://bank.example/?minor=1000' });
  const url = (await shop.listen()).replace(/\/srv\/.*|$/, '');
  const reference = `order-${id}-0-${shop.now().getTime()}`;
  const said = { reference, outcome: 'received', transaction: 't1', minor: 1000, currency: 'EUR' };
  const send = async (body: object, secret = 'right'): Promise<number> => {
    const sent = await fetch(`${url}/srv/payment/9/notify`, {
      method: 'POST',
      headers: { 'x-secret': secret, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return sent.status;
  };
  const state = async (): Promise<unknown> =>
    (await shop.admin<{ payment_state: { name: string } }>('get_order_by_id', { id_order: id })).payment_state.name;
  expect(await send(said, 'wrong')).toBe(401);
  expect(await send({ ...said, minor: -1 })).toBe(409);
  expect(await state()).toBe('PAYMENT_NOT_RECEIVED');
  expect(await send(said)).toBe(200);
  expect(await state()).toBe('PAYMENT_RECEIVED');
});

test.each([
  ['extension that there is not', { extension: 'gone' }, '', /^There is no extension gone\.$/],
  ['throws', {}, `() => { throw new Error('no'); }`, /^The extension bank threw/],
  ['gives nothing', {}, '() => undefined', /^The extension bank gave nothing/],
  [
    'gives a wrong address',
    {},
    `() => ({ reference: 'a', redirect: 'javascript:x' })`,
    /^The extension bank gave nothing/,
  ],
])('do_payment says of an extension what it did: %s', async (_what, method, start, detail) => {
  const module = `export default { name: 'bank', payment_provider: { start: ${start || '() => undefined'}, notify: () => undefined } };`;
  const { shop } = await open(module, { paymentMethods: [{ ...METHOD, ...method }] });
  const id = await buy(shop, { id_payment_method: 9 });
  expect(await shop.call('do_payment', { id_order: id })).toMatchObject({
    message: 'PAYMENT_PROVIDER_UNAVAILABLE',
    detail: expect.stringMatching(detail),
  });
});

test('a method whose extension is named nowhere is no setting', async () => {
  await expect(open(PAYMENTS, { paymentMethods: [{ ...METHOD, extension: undefined }] })).rejects.toThrow(
    'it needs the name of one of the setting extensions',
  );
});
