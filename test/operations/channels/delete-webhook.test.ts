// delete_webhook and test_webhook. Catches a deleted webhook that is still shown or replayed, and a test that a
// receiver cannot tell from a real call, that counts as delivery, or that shows what a terminal or XML would choke on.
import { expect, test } from 'vitest';
import { Webhook as Verifier } from 'standardwebhooks';
import { WEBHOOK_EVENTS, WEBHOOK_EVENT_NAMES } from '../../../src/domain/webhooks/webhook.ts';
import type { HttpAnswer, HttpCall } from '../../../src/kernel/http-call.ts';
import { createMissingWebhooks } from '../../../src/server/parts/webhooks.ts';
import { openShop } from '../shop.ts';
import type { Given, Reply, TestShop } from '../shop.ts';

const opened = (config: Given = {}): TestShop => {
  const shop = openShop({ config });
  createMissingWebhooks(shop.engine);
  return shop;
};
const aimed = (name: string): Given => ({ name, url: 'https://a.example/hook?own=1', parameter: '' });
const names = async (shop: TestShop): Promise<readonly string[]> =>
  (await shop.admin<{ webhooks: readonly { name: string }[] }>('get_webhooks')).webhooks.map(({ name }) => name);

const answering = (shop: TestShop, answer: HttpAnswer): HttpCall[] => {
  const calls: HttpCall[] = [];
  shop.http = { call: (call) => (calls.push(call), Promise.resolve(answer)) };
  return calls;
};
const ok = (status: number, text: string | Buffer): HttpAnswer => ({ ok: true, status, bytes: Buffer.from(text) });

test('a deleted webhook is gone, also for a repeated call and after a start; its name may be used again', async () => {
  const shop = opened();
  expect(await shop.admin('update_webhook', aimed('ORDER_CREATE'), { key: 'k' })).toMatchObject({ status: 'success' });
  expect(await shop.admin('delete_webhook', { name: 'ORDER_CREATE' })).toEqual({
    object: 'delete_webhook',
    status: 'success',
  });
  expect(await shop.admin('update_webhook', aimed('ORDER_CREATE'), { key: 'k' })).toMatchObject({
    status: 'WEBHOOK_NOT_FOUND',
  });
  for (const request of ['delete_webhook', 'get_webhook_attempts', 'test_webhook'])
    await shop.adminRefused(request, { name: 'ORDER_CREATE' }, 'WEBHOOK_NOT_FOUND', 'ORDER_CREATE');
  createMissingWebhooks(shop.engine);
  const others = WEBHOOK_EVENT_NAMES.filter((name) => name !== 'ORDER_CREATE');
  expect(await names(shop)).toEqual(others);
  await shop.admin('create_webhook', { name: 'ORDER_CREATE', event: 'ORDER_CREATE' });
  expect(await names(shop)).toEqual([...others, 'ORDER_CREATE']);
  await shop.refused('delete_webhook', { name: 'ORDER_CREATE' }, 'PERMISSION_DENIED', 'licence_secret_key');
});

test.each(WEBHOOK_EVENT_NAMES)(
  'a test of %s is signed, marked in content and header, and changes nothing',
  async (name) => {
    const shop = opened();
    const { secret } = await shop.admin<{ secret: string }>('update_webhook', { ...aimed(name), rotate_secret: 1 });
    const { headSeq } = shop.engine;
    const before = await shop.admin('get_webhooks');
    const calls = answering(shop, ok(200, 'WEBHOOK_EXECUTED\n'));
    expect(await shop.admin('test_webhook', { name })).toEqual({
      object: 'test_webhook',
      name,
      accepted: 1,
      answer: 'WEBHOOK_EXECUTED',
      status: 200,
      body: 'WEBHOOK_EXECUTED\n',
      duration_ms: expect.any(Number),
    });
    await shop.admin('test_webhook', { name });
    const [{ method, url, headers, body }, second] = calls as [HttpCall, HttpCall];
    expect(method).toBe(WEBHOOK_EVENTS[name].method);
    expect(headers).toMatchObject({ 'kontor-test': '1', 'kontor-event': name, 'kontor-seq': '0' });
    expect(headers['webhook-id']).toMatch(/^msg_test_[0-9a-f]+$/);
    expect(second.headers['webhook-id']).not.toBe(headers['webhook-id']);
    const content = method === 'GET' ? url.slice(url.indexOf('?') + 1) : body;
    expect(new URLSearchParams(content).get('kontor_test')).toBe('1');
    const sentAt = new Date(Number(headers['webhook-timestamp']) * 1000);
    expect(new Verifier(secret).sign(headers['webhook-id']!, sentAt, content)).toBe(headers['webhook-signature']);
    expect([shop.engine.headSeq, await shop.admin('get_webhooks')]).toEqual([headSeq, before]);
  },
);

test.each<readonly [string, HttpAnswer, Partial<Reply>]>([
  ['another body', ok(200, 'no'), { accepted: 0, status: 200, body: 'no' }],
  [
    'another status',
    ok(500, 'x'.repeat(1000)),
    { accepted: 0, answer: 'HTTP 500', status: 500, body: 'x'.repeat(500) },
  ],
  ['control characters', ok(404, Buffer.from('a\u001b[2J\n\u0000b')), { body: 'a\ufffd[2J\n\ufffdb' }],
  ['bytes that are no text', ok(404, Buffer.from([0xff, 0x41])), { body: '\ufffdA' }],
  [
    'no answer',
    { ok: false, failure: 'timeout', detail: 'no answer within 10000 ms' },
    { accepted: 0, answer: 'timeout: no answer within 10000 ms', status: 0, body: '' },
  ],
])('%s is shown, and is no delivery', async (_what, answer, shown) => {
  const shop = opened();
  await shop.admin('update_webhook', aimed('ORDER_CREATE'));
  answering(shop, answer);
  expect(await shop.admin('test_webhook', { name: 'ORDER_CREATE' })).toMatchObject(shown);
});

test('the rule about private addresses goes with the call; a webhook without a target is refused', async () => {
  const shop = opened({ webhookPrivateAddresses: 'off' });
  await shop.adminRefused('test_webhook', { name: 'ORDER_CREATE' }, 'WEBHOOK_URL_NOT_VALID', 'ORDER_CREATE');
  await shop.admin('update_webhook', aimed('ORDER_CREATE'));
  const calls = answering(shop, ok(200, 'WEBHOOK_EXECUTED'));
  await shop.admin('test_webhook', { name: 'ORDER_CREATE' });
  expect(calls.map(({ privateAllowed }) => privateAllowed)).toEqual([false]);
  await shop.refused('test_webhook', { name: 'ORDER_CREATE' }, 'PERMISSION_DENIED', 'licence_secret_key');
});
