// What a refusal looks like, for every operation of the table: alone, as XML, as a part of an aggregate, and repeated
// under an idempotency key. It would catch an operation that fails in a shape of its own, which clients take for a
// success.
import { describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../../src/operations/dispatch/registry.ts';
import { PASSWORD, loggedIn, registration, verified } from '../accounts/accounts.ts';
import { channel, raw } from '../channels/channel-calls.ts';
import { openShop } from '../shop.ts';
import type { Given, Reply, TestShop } from '../shop.ts';
import { parsed, twinOf } from '../xml-twin.ts';

/** Whose `status` is the code. */
const VERDICTS = ['register_user', 'set_user_password', 'verify_user', 'update_webhook'];
/** Who keeps an `object` of its own: clients look at it. */
const KEEPS_OBJECT = ['verify_user', 'update_webhook'];

const expected = (request: string, message: string) => ({
  object: KEEPS_OBJECT.includes(request) ? request : 'error',
  status: VERDICTS.includes(request) ? message : 'error',
  message,
  param: expect.any(String),
  detail: expect.stringMatching(/\.$/),
  ...(request === 'checkout' && { id_order: 0, session: '' }),
});

/** A call that the operation refuses for a reason of its own, where it has one. */
const refusedCall = (request: string): { readonly params: Given; readonly code: string } | undefined => {
  const { session, params } = OPERATIONS.get(request)!;
  if (session === 'required') return { params: { session: 'nobody' }, code: 'SESSION_INVALID' };
  const isRequired = Object.values(params).some(({ absent }) => absent === undefined);
  return isRequired ? { params: {}, code: 'PARAMETER_MISSING' } : undefined;
};

describe('every operation', () => {
  test('without the right credentials', async () => {
    const shop = openShop();
    for (const request of OPERATIONS.keys()) {
      const { text } = await shop.send({ request, licence_username: 'nobody' });
      expect(JSON.parse(text), request).toEqual(expected(request, 'PERMISSION_DENIED'));
    }
  });

  test('for a reason of its own: alone, as XML, in an aggregate, and again under its key', async () => {
    const shop = openShop();
    const [xml, json] = [await channel(shop, 'xml'), await channel(shop, 'json')];
    for (const request of OPERATIONS.keys()) {
      const call = refusedCall(request);
      if (call === undefined) continue;
      const alone = await shop.admin(request, call.params);
      expect(alone, request).toEqual(expected(request, call.code));
      expect(await shop.admin(request, call.params, { key: 'k' }), request).toEqual(alone);
      expect(await shop.admin(request, call.params, { key: 'k' }), request).toEqual(alone);
      const { text } = await raw(shop, { ...xml, ...call.params, request });
      expect(parsed(text), request).toEqual(twinOf(JSON.stringify(alone)));
      if (request === 'aggregate') continue;
      const bundle = {
        request: 'aggregate',
        pipe: JSON.stringify({ a: { request: 'get_status' }, b: { request, args: call.params } }),
      };
      const reply = JSON.parse((await raw(shop, { ...json, ...bundle })).text) as Reply;
      expect(reply, request).toEqual({
        ...expected('aggregate', call.code),
        param: 'b',
        aggregate_a: { ...(reply['aggregate_a'] as Reply), object: 'status' },
        aggregate_b: alone,
      });
      expect(
        parsed((await raw(shop, { ...xml, ...bundle })).text).children.map(({ name }) => name),
        request,
      ).toContain('aggregate_b');
    }
  });
});

/** A refusal that is remembered with its key: each operation with a shape of its own, and one without. */
const REMEMBERED: readonly [request: string, params: (shop: TestShop, session: string) => Given, code: string][] = [
  ['checkout', (_shop, session) => ({ session }), 'CART_EMPTY'],
  ['register_user', () => registration('anna'), 'USERNAME_IN_USE'],
  [
    'set_user_password',
    (_shop, session) => ({ session, old_passwd: 'wrong', new_passwd1: 'Secret2', new_passwd2: 'Secret2' }),
    'OLD_PASSWORD_IS_WRONG',
  ],
  ['verify_user', () => ({ id_user: 1, session_id: 'x' }), 'SESSION_INVALID'],
  ['update_webhook', () => ({ name: 'NONE', url: 'https://shop.example/', parameter: '' }), 'WEBHOOK_NOT_FOUND'],
  ['login_user', () => ({ username: 'anna', password: 'wrong' }), 'LOGIN_PASSWORD_OR_USERNAME_NOT_CORRECT'],
];

test.each(REMEMBERED)('%s refused under a key looks the same when it is repeated', async (request, params, code) => {
  const shop = openShop();
  await verified(shop, 'anna');
  const session = await loggedIn(shop, 'anna', '', PASSWORD);
  const given = params(shop, session);
  const first = await shop.admin(request, given, { key: 'k' });
  expect(first).toEqual(expected(request, code));
  expect(await shop.admin(request, given, { key: 'k' })).toEqual(expected(request, code));
  const aggregate = await shop.admin('aggregate', { pipe: { a: { request, args: given } } }, { key: 'other' });
  expect(await shop.admin('aggregate', { pipe: { a: { request, args: given } } }, { key: 'other' })).toEqual({
    ...aggregate,
    detail: expect.any(String),
    aggregate_a: expected(request, code),
  });
});

describe('an XML channel', () => {
  test('is refused in XML wherever its username and password are right', async () => {
    const shop = openShop();
    const [xml, closed] = [await channel(shop, 'xml'), await channel(shop, 'xml', { shop_active: 0 })];
    const { licence_secret_key: _, ...withoutKey } = xml;
    const denied = parsed(twinText('PERMISSION_DENIED'));
    for (const [request, { credential }] of OPERATIONS) {
      const calls = [{ ...xml, licence_secret_key: 'wrong' }, closed, ...(credential === 'secret' ? [withoutKey] : [])];
      for (const credentials of calls) {
        const { text, type } = await raw(shop, { ...credentials, request });
        expect(type, request).toBe('application/xml; charset=utf-8');
        expect(
          parsed(text).children.find(({ name }) => name === 'message'),
          request,
        ).toEqual(denied);
      }
      for (const wrong of [{ licence_username: 'nobody' }, { licence_password: 'wrong' }]) {
        expect((await raw(shop, { ...xml, ...wrong, request })).text, request).toMatch(/^\{/);
      }
    }
  });

  test('refused calls are not counted as its usage', async () => {
    const shop = openShop();
    const xml = await channel(shop, 'xml', { name: 'feed' });
    for (let at = 0; at < 3; at += 1) await raw(shop, { ...xml, licence_secret_key: 'wrong', request: 'get_status' });
    await raw(shop, { ...xml, request: 'get_status' });
    const report = await shop.admin<{ records: { value: number }[] }>('get_report', {
      statistic: 'requests',
      channel: 'feed',
    });
    expect(report.records.reduce((sum, { value }) => sum + value, 0)).toBe(1);
  });
});

const twinText = (message: string): string => `<?xml version="1.0" encoding="UTF-8"?><message>${message}</message>`;
