// Idempotency keys.
import { describe, expect, test } from 'vitest';
import { createHmac } from 'node:crypto';
import { paymentServices } from '../orders/payment-services.ts';
import { loadConfig } from '../../../src/config/config.ts';
import type { PaymentMethod } from '../../../src/config/payment-settings.ts';
import { IdempotencyKeys } from '../../../src/operations/dispatch/idempotency.ts';
import type { Given } from '../shop.ts';
import type { Checkout } from '../cart-reply.ts';
import { CREDENTIALS, Goods, SECRET, freeLine, line, openShop } from '../shop.ts';

const HOUR_MS = 3_600_000;

test('the same key and parameters give the same outcome, by field or header', async () => {
  const shop = openShop();
  const params = { id_parent: 0, name: 'c' };
  expect(await shop.admin('create_category', params, { key: 'k' })).toEqual({ object: 'create_category', id: '1' });
  expect(await shop.admin('create_category', params, { key: 'k' })).toEqual({ object: 'create_category', id: '1' });
  expect(await shop.admin('create_category', { ...params, idempotency_key: 'k' })).toEqual({
    object: 'create_category',
    id: '1',
  });
  expect(await shop.admin('create_category', params, { key: 'l' })).toEqual({ object: 'create_category', id: '2' });
  expect(await shop.admin('create_category', params)).toEqual({ object: 'create_category', id: '3' });
});

test('other parameters under the same key are refused; the same values in other words are not', async () => {
  const shop = openShop();
  await shop.admin('create_category', { id_parent: 0, name: 'c' }, { key: 'k' });
  for (const params of [
    { id_parent: 0, name: 'd' },
    { id_parent: 0, name: 'c', labels: { de_DE: 'x' } },
  ]) {
    const reply = await shop.refused('create_category', params, 'IDEMPOTENCY_KEY_REUSED', 'idempotency_key', {
      key: 'k',
      secret: true,
    });
    expect(JSON.stringify(reply)).not.toContain('"k"');
  }
  for (const params of [
    { id_parent: '00', name: 'c' },
    { id_parent: 0, name: 'c', ignored: 'x' },
  ]) {
    expect(await shop.admin('create_category', params, { key: 'k' })).toEqual({ object: 'create_category', id: '1' });
  }
  expect(await shop.call('get_categories', { id_parent: 0 })).toMatchObject({ categories: [{ name: 'c' }] });
});

test('the members of a JSON parameter may come in another order, those of a list may not', async () => {
  const shop = openShop();
  await shop.make('create_class', { name: 'product', type: 'product' });
  await shop.admin('create_class_attributes', {
    id_class: 1,
    attributes: [
      { name: 'tags', type: 'CHAR' },
      { name: 'size', type: 'CHAR' },
    ],
  });
  const make = (attributes: string) =>
    shop.admin('create_product', { class: 'product', name: 'p', attributes }, { key: 'k' });
  const first = await make('{"de_DE":{"tags":"a","size":"b"},"en_GB":{"tags":"c"}}');
  expect(first).toMatchObject({ object: 'create_product' });
  expect(await make('{"en_GB":{"tags":"c"},"de_DE":{"size":"b","tags":"a"}}')).toEqual(first);
  expect(await make('{"de_DE":{"tags":"a","size":"b"},"en_GB":{"size":"c"}}')).toMatchObject({
    message: 'IDEMPOTENCY_KEY_REUSED',
  });
  const attribute = (names: readonly string[]) =>
    shop.admin(
      'create_class_attributes',
      { id_class: 1, attributes: names.map((name) => ({ name, type: 'CHAR' })) },
      { key: 'l' },
    );
  expect(await attribute(['x', 'y'])).not.toMatchObject({ object: 'error' });
  expect(await attribute(['y', 'x'])).toMatchObject({ message: 'IDEMPOTENCY_KEY_REUSED' });
});

test('a digest of scalar parameters is what it was: calls remembered before an upgrade are still known', () => {
  const repeats = new IdempotencyKeys({ storeKey: '00'.repeat(32), idempotencyKeysMax: 1, idempotencyKeyTtlMs: 1 });
  const digest = (text: string): string => createHmac('sha256', Buffer.alloc(32)).update(text).digest('base64url');
  const { paramsDigest } = repeats.digestsOf('checkout', { channelId: 1, person: undefined }, 's', 'k', {
    z: 1,
    dry_run: false,
    list: ['b', 'a'],
  });
  expect(paramsDigest).toBe(digest('["params","checkout","s",{"z":1,"dry_run":false,"list":["b","a"]}]'));
});

test('a key belongs to one operation and one channel', async () => {
  const shop = openShop();
  await shop.admin('create_category', { id_parent: 0, name: 'c' }, { key: 'k' });
  expect(await shop.admin('create_class', { name: 'c', type: 'product' }, { key: 'k' })).toMatchObject({
    object: 'create_class',
  });
  const other = { licence_username: 'two', licence_password: 'p' };
  shop.openChannel(other, 's2');
  const fields = { request: 'create_category', ...other, licence_secret_key: 's2', id_parent: '0', name: 'c' };
  expect(JSON.parse((await shop.send(fields, 'k')).text)).toEqual({ object: 'create_category', id: '2' });
});

test('a refusal is repeated, even where the call would now succeed', async () => {
  const goods = await Goods.open();
  const id = await goods.stocked(1);
  const [session, other] = [await goods.shop.session(), await goods.shop.session()];
  for (const one of [session, other]) await goods.shop.call('add_to_cart', line(one, id));
  const { id_order } = await goods.shop.call<Checkout>('checkout', { session: other });
  const failed = await goods.shop.call('checkout', { session }, { key: 'k' });
  expect(failed).toMatchObject({
    object: 'error',
    status: 'error',
    message: 'SHOPOBJECT_NOT_AVAILABLE',
    param: String(id),
  });
  await goods.shop.admin('update_order_details', { id_order, order_state: 'CANCELED' });
  expect(await goods.shop.call('checkout', { session }, { key: 'k' })).toEqual(failed);
  expect(await goods.shop.call('checkout', { session }, { key: 'l' })).toMatchObject({ status: 'success' });
});

test('a repeated checkout sells once and gives the same order and session', async () => {
  const goods = await Goods.open();
  const id = await goods.stocked(5);
  const session = await goods.shop.session();
  await goods.shop.call('add_to_cart', line(session, id, { quantity: 2 }));
  const first = await goods.shop.call('checkout', { session }, { key: 'k' });
  await goods.shop.call('add_to_cart', line(session, id));
  expect(await goods.shop.call('checkout', { session }, { key: 'k' }), 'although the session holds new lines').toEqual(
    first,
  );
  expect(await goods.left(id)).toBe(3);
});

test('a repeated checkout returns a user’s order to that user alone, a guest’s to anybody', async () => {
  // Catches: a shopper on a shared device who repeats the call of the previous one and gets that login.
  const { shop } = await Goods.open();
  const join = async (username: string) => {
    const args = { username, passwd1: 'secret1', passwd2: 'secret1', email: `${username}@example.org` };
    await shop.call('verify_user', await shop.call('register_user', { language: 'de_DE', args }));
  };
  for (const username of ['ada_1', 'bob_1']) await join(username);
  const session = await shop.session();
  const logIn = (username: string) => shop.call('login_user', { session, username, password: 'secret1' });
  const checkout = (key: string) => shop.call('checkout', { session }, { key });
  const place = async (key: string) => {
    await shop.call('add_to_cart', freeLine(session, 5));
    return checkout(key);
  };
  const gone = { object: 'error', status: 'error', session: '', id_order: 0, message: 'IDEMPOTENCY_RESULT_GONE' };
  const guests = await place('g');
  await logIn('ada_1');
  const hers = await place('k');
  expect(hers).toMatchObject({ status: 'success' });
  expect(await checkout('k')).toEqual(hers);
  await shop.call('logout_user', { session });
  expect(await checkout('k')).toMatchObject(gone);
  await logIn('bob_1');
  expect(await checkout('k')).toMatchObject(gone);
  await shop.restart();
  expect(await checkout('g')).toEqual(guests);
  await logIn('ada_1');
  expect(await checkout('k')).toEqual(hers);
});

test('a repeat shows its outcome with the current view', async () => {
  const goods = await Goods.open();
  const id = await goods.product(10);
  const session = await goods.shop.session();
  const add = () => goods.shop.call<{ sum: number }>('add_to_cart', line(session, id), { key: 'k' });
  expect((await add()).sum).toBe(10);
  await goods.shop.call('add_to_cart', line(session, id));
  expect((await add()).sum).toBe(20);
});

test('calls that wait for the first of their key share its refusal, and none waits longer than the first', async () => {
  // Catches: retries behind a dead provider that ask it again one after the other, each for all of its time.
  const paymentMethods: readonly PaymentMethod[] = [
    { id: 8, name: 'Card', provider: 'hosted-page', url: 'https://pay.example.org/' },
  ];
  const payments = paymentServices(
    { ...loadConfig({}, {}, '/nonexistent'), paymentMethods },
    { KONTOR_PAYMENT_8_SECRET: 'page-secret' },
  );
  const asked: ((answer: {
    ok: false;
    code: 'PAYMENT_PROVIDER_UNAVAILABLE';
    param: string;
    detail: string;
  }) => void)[] = [];
  payments.provider(8)!.start = () => new Promise((resolve) => asked.push(resolve));
  const shop = openShop({ config: { paymentMethods }, payments });
  const session = await shop.session();
  await shop.call('add_to_cart', freeLine(session, 5));
  await shop.call('set_order_details', { session, id_payment_method: 8 });
  const { id_order } = await shop.call<Checkout>('checkout', { session });
  const pay = (more: Given = {}) => shop.call('do_payment', { id_order, ...more }, { key: 'k' });
  const same = [pay(), pay(), pay()];
  const other = pay({ args: { success_url: 'https://shop.example.org/' } });
  await new Promise((resolve) => setImmediate(resolve));
  const refusal = { ok: false, code: 'PAYMENT_PROVIDER_UNAVAILABLE', param: String(id_order), detail: 'gone' } as const;
  asked[0]!(refusal);
  for (const reply of await Promise.all(same))
    expect(reply).toMatchObject({ message: 'PAYMENT_PROVIDER_UNAVAILABLE', detail: 'gone' });
  // Other parameters are another call; a later retry asks anew.
  asked[1]!(refusal);
  await other;
  const later = pay();
  await new Promise((resolve) => setImmediate(resolve));
  asked[2]!(refusal);
  expect(await later).toMatchObject({ message: 'PAYMENT_PROVIDER_UNAVAILABLE' });
  expect(asked).toHaveLength(3);
});

test('simultaneous calls under one key act once and get one answer', async () => {
  const shop = openShop();
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => shop.admin('create_category', { id_parent: 0, name: 'c' }, { key: 'k' })),
  );
  expect(replies).toEqual(Array.from({ length: 5 }, () => ({ object: 'create_category', id: '1' })));
});

test('keys hold across restarts, for 24 hours', async () => {
  const shop = openShop();
  const make = () => shop.admin('create_category', { id_parent: 0, name: 'c' }, { key: 'k' });
  expect(await make()).toMatchObject({ id: '1' });
  shop.nowMs += 23 * HOUR_MS;
  await shop.restart();
  expect(await make()).toMatchObject({ id: '1' });
  shop.nowMs += HOUR_MS;
  expect(await make()).toMatchObject({ id: '2' });
  expect(await make()).toMatchObject({ id: '2' });
});

test('get_new_session under a key opens one session', async () => {
  const shop = openShop();
  const first = await shop.call('get_new_session', {}, { key: 'k' });
  shop.nowMs += HOUR_MS;
  expect(await shop.call('get_new_session', {}, { key: 'k' })).toEqual(first);
});

test('credentials come before keys', async () => {
  const shop = openShop();
  await shop.admin('create_category', { id_parent: 0, name: 'c' }, { key: 'k' });
  await shop.refused('create_category', { id_parent: 0, name: 'c' }, 'PERMISSION_DENIED', 'licence_secret_key', {
    key: 'k',
  });
});

describe('keys themselves', () => {
  const params: Given = { id_parent: 0, name: 'c' };

  test('are up to 64 characters long', async () => {
    const shop = openShop();
    expect(await shop.admin('create_category', params, { key: 'x'.repeat(64) })).toMatchObject({ id: '1' });
    await shop.refused('create_category', params, 'PARAMETER_INVALID', 'idempotency_key', {
      key: 'x'.repeat(65),
      secret: true,
    });
    await shop.adminRefused(
      'create_category',
      { ...params, idempotency_key: 'x'.repeat(65) },
      'PARAMETER_INVALID',
      'idempotency_key',
    );
  });

  test('have a limit per channel', async () => {
    const shop = openShop({ config: { idempotencyKeysMax: 2 } });
    for (const key of ['a', 'b']) await shop.admin('create_category', params, { key });
    const reply = await shop.admin('create_category', params, { key: 'c' });
    expect(reply).toMatchObject({ message: 'IDEMPOTENCY_LIMIT_REACHED' });
    expect(await shop.admin('create_category', params, { key: 'a' })).toMatchObject({ id: '1' });
    expect(await shop.admin('create_category', params)).toMatchObject({ id: '3' });
  });

  test('mean nothing to a read, and empty ones nothing at all', async () => {
    const shop = openShop();
    for (const id_parent of [0, 9]) await shop.call('get_categories', { id_parent }, { key: 'k' });
    expect(await shop.call('get_categories', { id_parent: 0 }, { key: 'k' })).toMatchObject({
      object: 'shopcategories',
    });
    await shop.admin('create_category', { ...params, idempotency_key: '' });
    expect(await shop.admin('create_category', { ...params, idempotency_key: '' })).toMatchObject({ id: '2' });
  });

  test('nothing of a kept outcome is a reply, a key, a parameter or a credential', async () => {
    const goods = await Goods.open();
    const session = await goods.shop.session();
    await goods.shop.call('add_to_cart', line(session, await goods.product(10)));
    const placed = await goods.shop.call<Checkout>('checkout', { session }, { key: 'the-key-itself' });
    await goods.shop.engine.whenDurable(goods.shop.engine.headSeq);
    const kept = Buffer.concat([...goods.shop.journal.batchesBySeq.values()]).toString('latin1');
    for (const secret of ['the-key-itself', session, placed.session, SECRET, CREDENTIALS.licence_password])
      expect(kept).not.toContain(secret);
  });
});
