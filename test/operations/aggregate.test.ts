// Several operations in one call (Decision 13).
import { beforeEach, describe, expect, test } from 'vitest';
import { freeLine, openShop } from './shop.ts';

let shop: ReturnType<typeof openShop>;
beforeEach(() => {
  shop = openShop();
});

const call = (request: string, args?: unknown): object => ({ request, ...(args !== undefined && { args }) });

describe('aggregate', () => {
  test('parts run in order, each reply under its key', async () => {
    const session = await shop.session();
    const reply = await shop.call('aggregate', {
      pipe: {
        first: call('get_status'),
        cart: call('get_cart', { session }),
        list: call('get_categories', { id_parent: '0' }),
      },
    });
    expect(Object.keys(reply)).toEqual(['object', 'aggregate_first', 'aggregate_cart', 'aggregate_list']);
    expect(reply.object).toBe('aggregate');
    expect(reply.aggregate_first).toEqual(await shop.call('get_status'));
    expect(reply.aggregate_cart).toEqual(await shop.call('get_cart', { session }));
  });

  test('a later part sees what an earlier one wrote', async () => {
    const session = await shop.session();
    const line = freeLine(session, '1.50', { quantity: '2' });
    const reply = await shop.call<{ aggregate_b: { sum: number } }>('aggregate', { pipe: { a: call('add_to_cart', line), b: call('get_cart', { session }) } });
    expect(reply.aggregate_b.sum).toBe(3);
  });

  test('what runs after the failing part does not run, what ran before is shown', async () => {
    const before = await shop.call<{ changelog_count: number }>('get_status');
    const reply = await shop.call('aggregate', {
      pipe: { one: call('get_new_session'), two: call('get_cart', { session: 'nobody' }), three: call('get_new_session') },
    });
    expect(reply).toMatchObject({ object: 'error', status: 'error', message: 'SESSION_INVALID', param: 'two', aggregate_one: { object: 'session' } });
    expect(reply).not.toHaveProperty('aggregate_two');
    expect(reply).not.toHaveProperty('aggregate_three');
    expect((await shop.call('get_status')).changelog_count).toBe(before.changelog_count + 1);
  });

  test('a verdict of no is a failure too', async () => {
    const session = await shop.session();
    expect(await shop.call('aggregate', { pipe: { a: call('checkout', { session }), b: call('get_status') } })).toMatchObject({
      object: 'error',
      message: 'CART_EMPTY',
      param: 'a',
    });
  });

  test('the secret key is inherited, and never gained', async () => {
    const pipe = { a: call('get_status', { licence_secret_key: 'wrong' }), b: call('create_category', { id_parent: 0, name: 'Hats', labels: {}, seo: {}, attributes: {} }) };
    expect(await shop.call('aggregate', { pipe })).toMatchObject({ message: 'PERMISSION_DENIED', param: 'b' });
    expect(await shop.call('aggregate', { pipe }, { secret: true })).toMatchObject({ object: 'aggregate' });
  });

  test('repeated with its key it has the outcome of the first', async () => {
    const pipe = { a: call('get_new_session'), b: call('create_category', { id_parent: 0, name: 'Hats', labels: {}, seo: {}, attributes: {} }) };
    const first = await shop.call('aggregate', { pipe }, { secret: true, key: 'k1' });
    expect(first.object).toBe('aggregate');
    expect(await shop.call('aggregate', { pipe }, { secret: true, key: 'k1' })).toEqual(first);
  });

  test.each([
    ['no pipe', undefined, 'PARAMETER_MISSING', 'pipe'],
    ['no JSON', '{"a":', 'PARAMETER_INVALID', 'pipe'],
    ['a part without a request', { a: { args: {} } }, 'PARAMETER_INVALID', 'pipe'],
    ['51 parts', Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`p${at}`, call('get_status')])), 'PARAMETER_INVALID', 'pipe'],
    ['an aggregate inside', { a: call('get_status'), b: call('aggregate', { pipe: {} }) }, 'PARAMETER_INVALID', 'b'],
    ['an unknown request', { a: call('get_nothing') }, 'REQUEST_NOT_VALID', 'a'],
  ])('refuses %s', async (_what, pipe, message, param) => {
    expect(await shop.call('aggregate', { pipe })).toMatchObject({ object: 'error', message, param });
  });

  test('50 parts are allowed, an empty pipe answers nothing', async () => {
    const pipe = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`p${at}`, call('get_status')]));
    expect(Object.keys(await shop.call('aggregate', { pipe }))).toHaveLength(51);
    expect(await shop.call('aggregate', { pipe: {} })).toEqual({ object: 'aggregate' });
  });
});
