// Webhooks by the API, and real calls to real receivers.
import { afterEach, describe, expect, test } from 'vitest';
import { updateWebhook } from '../../../src/domain/webhooks/update-webhook.ts';
import { maintenanceCause } from '../../../src/engine/engine.ts';
import { must } from '../../../src/kernel/result.ts';
import { Webhook as Verifier } from 'standardwebhooks';
import { createMissingWebhooks } from '../../../src/server/parts/webhooks.ts';
import { Outbox } from '../../../src/engine/delivery/outbox.ts';
import { WebhookSecrets } from '../../../src/engine/delivery/webhook-call.ts';
import { webhookObjects } from '../../../src/operations/views/webhook-objects.ts';
import { listenNode } from '../../../src/http/transport/node-transport.ts';
import { requestHandler as receive } from '../../../src/http/request-handler.ts';
import { UndiciClient } from '../../../src/outside/http/http-client.ts';
import { DEADLINE_MS, until } from '../../harness/until.ts';
import { Receiver, executed, flood } from '../../outside/http/receiver.ts';
import type { Behaviour, Received } from '../../outside/http/receiver.ts';
import { loggedIn, verified } from '../accounts/accounts.ts';
import { CREDENTIALS, Goods, STORE_KEY, line, openShop } from '../shop.ts';
import type { Given, Reply, TestShop } from '../shop.ts';
import type { Checkout } from '../cart-reply.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** What the shop shows of the calls of a webhook that has made none. */
const UNUSED = {
  health: 'healthy',
  last_answer: '',
  last_answer_date: '',
  backlog: 0,
  lost: 0,
  first_lost_seq: 0,
};

const listening = async (behave: Behaviour = executed): Promise<Receiver> => {
  const receiver = await Receiver.open(behave);
  closing.push(() => receiver.close());
  return receiver;
};

/** The outbox as the server runs it; the clock of the shop is the machine's. */
const deliver = (shop: TestShop, timeoutMs = DEADLINE_MS): void => {
  shop.nowMs = Date.now();
  const client = new UndiciClient();
  const outbox = new Outbox(shop.engine, {
    client,
    secrets: new WebhookSecrets(STORE_KEY),
    timeoutMs,
    bytesMax: 65_536,
    privateAllowed: true,
    objects: webhookObjects,
    bodyBytesMax: 1_048_576,
    callsMax: 8,
    warn: () => undefined,
  });
  const ticking = setInterval(() => {
    shop.nowMs = Math.max(shop.nowMs, Date.now());
    outbox.tick();
  }, 5);
  closing.push(async () => {
    await outbox.stop(0, () => void client.close());
    clearInterval(ticking);
    await client.close();
  });
};

const withBuiltIns = (config: Given = {}): TestShop => {
  const shop = openShop({ config });
  createMissingWebhooks(shop.engine);
  return shop;
};

const update = (shop: TestShop, name: string, url: string, more: Given = {}): Promise<Reply> =>
  shop.admin('update_webhook', { name, url, parameter: '', ...more });
const ANYWHERE = 'https://receiver.example/hook';

interface Standing {
  readonly name: string;
  readonly health: string;
  readonly backlog: number;
  readonly last_answer: string;
}
const standing = async (shop: TestShop, name: string): Promise<Standing> => {
  const { webhooks } = await shop.admin<{ webhooks: readonly Standing[] }>('get_webhooks');
  return webhooks.find((one) => one.name === name)!;
};

describe('create_webhook and update_webhook', () => {
  test('the replies, and the secret once', async () => {
    const shop = withBuiltIns();
    const made = await shop.admin<{ secret: string }>(
      'create_webhook',
      { name: 'MY_HOOK_1', event: 'ORDER_CREATE' },
      { key: 'once' },
    );
    expect(made).toEqual({
      object: 'create_webhook',
      status: 'success',
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
    await shop.refused(
      'create_webhook',
      { name: 'MY_HOOK_1', event: 'ORDER_CREATE' },
      'IDEMPOTENCY_RESULT_GONE',
      undefined,
      { key: 'once', secret: true },
    );
    const saved = await update(shop, 'MY_HOOK_1', ANYWHERE);
    expect(saved).toEqual({
      object: 'update_webhook',
      status: 'success',
      ...UNUSED,
    });
    const rotated = await shop.admin<{ secret: string }>(
      'update_webhook',
      { name: 'MY_HOOK_1', url: ANYWHERE, parameter: '', rotate_secret: 1 },
      { key: 'twice' },
    );
    expect(rotated.secret).toMatch(/^whsec_/);
    expect(rotated.secret).not.toBe(made.secret);
    const again = await shop.admin(
      'update_webhook',
      { name: 'MY_HOOK_1', url: ANYWHERE, parameter: '', rotate_secret: 1 },
      { key: 'twice' },
    );
    expect(again).toMatchObject({ object: 'update_webhook', status: 'IDEMPOTENCY_RESULT_GONE' });
    const plain = { name: 'MY_HOOK_1', url: ANYWHERE, parameter: '' };
    expect(await shop.admin('update_webhook', plain, { key: 'thrice' })).toEqual(
      await shop.admin('update_webhook', plain, { key: 'thrice' }),
    );
  });

  test('a webhook named like its event exists without being made', async () => {
    const shop = withBuiltIns();
    expect(
      await shop.admin('update_webhook', { name: 'WEBHOOK_CONTENT_UPDATE', url: ANYWHERE, parameter: '1' }),
    ).toMatchObject({ object: 'update_webhook', status: 'success' });
    const { webhooks, ...more } = await shop.admin<{ webhooks: readonly Reply[] }>('get_webhooks');
    expect(more).toEqual({ object: 'webhooks', count: 22 });
    expect(webhooks.find(({ name }) => name === 'WEBHOOK_CONTENT_UPDATE')).toEqual({
      name: 'WEBHOOK_CONTENT_UPDATE',
      event: 'WEBHOOK_CONTENT_UPDATE',
      url: ANYWHERE,
      parameter: '1',
      ...UNUSED,
      seq: expect.any(Number),
      body: 'form',
    });
  });

  test('create_webhook takes a target at once, by the rules of update_webhook', async () => {
    const shop = withBuiltIns();
    const named = { name: 'AIMED', event: 'WEBHOOK_CONTENT_UPDATE' };
    for (const url of ['ftp://x', 'nothing', 'https://me:secret@erp.example/'])
      await shop.adminRefused('create_webhook', { ...named, url }, 'WEBHOOK_URL_NOT_VALID', 'url');
    const target = { url: 'https://erp.example/kontor', parameter: '7' };
    await shop.admin('create_webhook', { ...named, ...target, body: 'view' });
    await shop.restart();
    const { webhooks } = await shop.admin<{ webhooks: object[] }>('get_webhooks');
    expect(webhooks.at(-1)).toMatchObject({ ...named, ...target, body: 'view', health: 'healthy' });
  });

  test('refusals of create_webhook', async () => {
    const shop = withBuiltIns({ webhooksMax: 23 });
    for (const name of ['lower', 'A B', 'Ä', 'A-B', 'A'.repeat(255) + 'Ä']) {
      const code = name.length > 255 ? 'PARAMETER_INVALID' : 'WEBHOOK_NAME_NOT_VALID';
      await shop.adminRefused('create_webhook', { name, event: 'ORDER_CREATE' }, code, 'name');
    }
    await shop.adminRefused('create_webhook', { event: 'ORDER_CREATE' }, 'PARAMETER_MISSING', 'name');
    await shop.adminRefused('create_webhook', { name: 'A' }, 'PARAMETER_MISSING', 'event');
    for (const event of ['ORDER_DELETE', 'order_create', 'constructor', '__proto__']) {
      await shop.adminRefused('create_webhook', { name: 'A', event }, 'WEBHOOK_EVENT_NOT_VALID', 'event');
    }
    await shop.adminRefused(
      'create_webhook',
      { name: 'ORDER_CREATE', event: 'ORDER_CREATE' },
      'WEBHOOK_NAME_ALREADY_IN_USE',
      'ORDER_CREATE',
    );
    await shop.admin('create_webhook', { name: 'A', event: 'ORDER_CREATE' });
    await shop.adminRefused('create_webhook', { name: 'B', event: 'ORDER_CREATE' }, 'WEBHOOK_LIMIT_REACHED', 'B');
    await shop.refused(
      'create_webhook',
      { name: 'C', event: 'ORDER_CREATE' },
      'PERMISSION_DENIED',
      'licence_secret_key',
    );
  });

  test('refusals of update_webhook keep the object and change nothing', async () => {
    const shop = withBuiltIns({ webhookPrivateAddresses: 'off' });
    await update(shop, 'ORDER_CREATE', ANYWHERE);
    const { headSeq } = shop.engine;
    const refused = async (params: Given, code: string, param: string, secret = true): Promise<void> => {
      const reply = await shop.call(
        'update_webhook',
        { name: 'ORDER_CREATE', url: ANYWHERE, parameter: '', ...params },
        { secret },
      );
      expect(reply).toEqual({
        object: 'update_webhook',
        status: code,
        message: code,
        param,
        detail: expect.any(String),
      });
      expect(shop.engine.headSeq).toBe(headSeq);
    };
    await refused({}, 'PERMISSION_DENIED', 'licence_secret_key', false);
    await refused({ name: 'NONE' }, 'WEBHOOK_NOT_FOUND', 'NONE');
    await refused({ name: undefined }, 'PARAMETER_MISSING', 'name');
    await refused({ url: undefined }, 'PARAMETER_MISSING', 'url');
    await refused({ rotate_secret: 'perhaps' }, 'PARAMETER_INVALID', 'rotate_secret');
    for (const url of [
      'ftp://a.example/',
      'a.example',
      'http://',
      'https://user:pass@127.0.0.1/',
      'https://user:pass@a.example/',
      'http://user@a.example/',
      'https://:pass@a.example/',
      'http://127.0.0.1/',
      'http://localhost:1/',
      'http://[::1]/',
      'http://10.0.0.1/',
      'http://169.254.169.254/latest/',
      'http://2130706433/',
      'http://0x7f000001/',
    ]) {
      await refused({ url }, 'WEBHOOK_URL_NOT_VALID', 'url');
    }
    await refused({ url: `https://a.example/${'x'.repeat(2050)}` }, 'PARAMETER_INVALID', 'url');
  });

  test('an empty address ends the sending; private ones are fine while the server itself is private', async () => {
    const shop = withBuiltIns();
    expect(await update(shop, 'ORDER_CREATE', 'http://127.0.0.1:9/')).toMatchObject({ status: 'success' });
    expect(await update(shop, 'ORDER_CREATE', '')).toMatchObject({ status: 'success' });
    const goods = shop.engine.readContext().index('webhook').targets;
    expect(goods.size).toBe(0);
  });
});

describe('real receivers', () => {
  const content = async (shop: TestShop): Promise<number> => {
    await shop.make('create_class', { name: 'page', type: 'content' });
    return shop.make('create_content', { class: 'page', name: 'first', shop_active: 1 });
  };

  /** Addresses with a password are refused now, and were not always. */
  const saveAsBefore = ({ engine }: TestShop, name: string, url: string): void => {
    const saved = engine.transact(maintenanceCause('test'), (tx) =>
      updateWebhook(tx, name, { url, parameter: '', rotateSecret: false }),
    );
    must(saved.ok, 'the webhook is there');
  };

  test('all orders and contents arrive, signed so that the official verifier takes them', async () => {
    const receiver = await listening();
    const goods = await Goods.open({ config: { webhookDelayMs: 0 } });
    const { shop } = goods;
    createMissingWebhooks(shop.engine);
    deliver(shop);
    const secrets = new Map<string, string>();
    for (const name of ['ORDER_CREATE', 'ORDER_PAYMENT_CHANGE', 'WEBHOOK_CONTENT_UPDATE']) {
      const { secret } = await shop.admin<{ secret: string }>('update_webhook', {
        name,
        url: `${receiver.url}/hook?shop=1`,
        parameter: '',
        rotate_secret: 1,
      });
      saveAsBefore(shop, name, `${receiver.url.replace('//', '//shop:p%40ss:word@')}/hook?shop=1`);
      secrets.set(name, secret);
    }
    const session = await shop.session();
    await shop.call('add_to_cart', line(session, await goods.product()));
    const { id_order } = await shop.call<Checkout & Reply>('checkout', { session });
    await shop.admin('update_order_details', { id_order, order_payment_state: 'PAYMENT_RECEIVED' });
    const page = await content(shop);
    const received = await receiver.calls(3);
    expect(received.map(({ target }) => target).sort()).toEqual([
      `/hook?shop=1&id_order=${id_order}`,
      `/hook?shop=1&id_order=${id_order}&state1=PAYMENT_NOT_RECEIVED&state2=PAYMENT_RECEIVED`,
      `/hook?shop=1&id_shopobject=${page}&language=`,
    ]);
    for (const { target, headers } of received) {
      const verifier = new Verifier(secrets.get(String(headers['kontor-event']))!);
      const query = target.slice(target.indexOf('?') + 1);
      expect(() => verifier.verify(query, headers as Record<string, string>, { jsonParse: false })).not.toThrow();
      expect(() => verifier.verify(`${query}1`, headers as Record<string, string>, { jsonParse: false })).toThrow();
    }
    await until(
      'its answer is noted',
      async () => (await standing(shop, 'ORDER_CREATE')).last_answer === 'WEBHOOK_EXECUTED',
    );
    expect(received[0]!.headers.authorization).toBe(`Basic ${Buffer.from('shop:p@ss:word').toString('base64')}`);
    const changes = await shop.admin('get_changelog', {});
    expect(JSON.stringify(changes)).toContain('http://shop:***@127.0.0.1');
    expect(JSON.stringify(changes)).not.toContain('p%40ss');
    const { webhooks } = await shop.admin<{ webhooks: readonly Reply[] }>('get_webhooks');
    const { name, url } = webhooks.find((one) => String(one['url']).includes('p%40ss'))!;
    const again = { name, url, parameter: '' };
    expect(await shop.admin('update_webhook', again), 'it may be written back').toMatchObject({ status: 'success' });
    const changed = { ...again, url: `${String(url)}&x=1` };
    expect(await shop.admin('update_webhook', changed)).toMatchObject({ message: 'WEBHOOK_URL_NOT_VALID' });
    const seqs = received.map(({ headers }) => Number(headers['kontor-seq']));
    expect(Math.max(...seqs)).toBeLessThanOrEqual(shop.engine.headSeq);
    expect(Math.min(...seqs)).toBeGreaterThan(0);
  });

  test.each<[string, Behaviour, RegExp]>([
    ['hangs', () => undefined, /^timeout: no whole answer in 2000 ms$/],
    ['answers 500', (_received, reply) => void reply.writeHead(500).end('WEBHOOK_EXECUTED'), /^HTTP 500$/],
    ['redirects', (_received, reply) => void reply.writeHead(301, { location: '/x' }).end(), /^HTTP 301$/],
    ['sends a gigabyte', (_received, reply) => void flood(reply, 1e9), /^answer_too_large/],
    ['breaks the connection', (_received, reply) => void reply.socket!.destroy(), /^unreachable/],
    [
      'says something else',
      (_received, reply) => void reply.end('ok'),
      /^HTTP 200, and its body is not WEBHOOK_EXECUTED$/,
    ],
  ])('one that %s: the failure is noted, the message kept, and others are served', async (what, behave, said) => {
    const [bad, good] = [await listening(behave), await listening()];
    const shop = withBuiltIns({ webhookDelayMs: 0 });
    deliver(shop, what === 'hangs' ? 2000 : DEADLINE_MS);
    await update(shop, 'WEBHOOK_CONTENT_UPDATE', bad.url);
    await shop.admin('create_webhook', { name: 'OTHER', event: 'WEBHOOK_CONTENT_UPDATE' });
    await update(shop, 'OTHER', good.url);
    await content(shop);
    await good.calls(1);
    await until(
      'the failure is noted',
      async () => (await standing(shop, 'WEBHOOK_CONTENT_UPDATE')).last_answer !== '',
    );
    expect(await standing(shop, 'WEBHOOK_CONTENT_UPDATE')).toMatchObject({
      health: 'healthy',
      backlog: 1,
      last_answer: expect.stringMatching(said),
    });
    bad.behave = executed;
    await update(shop, 'WEBHOOK_CONTENT_UPDATE', bad.url);
    await until('nothing waits', async () => (await standing(shop, 'WEBHOOK_CONTENT_UPDATE')).backlog === 0);
    const first = bad.received[0]!;
    expect(bad.received.at(-1)!.headers['webhook-id'], 'the same message again').toBe(first.headers['webhook-id']);
  });

  test('while they hang, people register and log in', async () => {
    const hanging = await listening(() => undefined);
    const shop = withBuiltIns({ webhookDelayMs: 0, slowCallsMax: 2 });
    deliver(shop);
    const names = Array.from({ length: 12 }, (_, at) => `HANGING_${'ABCDEFGHIJKL'[at]}`);
    for (const name of names) await shop.admin('create_webhook', { name, event: 'SEND_MESSAGE_TO_USER' });
    for (const name of names) await update(shop, name, hanging.url);
    await verified(shop, 'anna');
    // As many as are called at a time.
    await hanging.calls(8);
    for (const name of ['bert', 'carl', 'dora', 'emil']) await verified(shop, name);
    expect(await loggedIn(shop, 'anna')).not.toBe('');
  });

  test('one that calls the API from inside the hook is answered', async () => {
    const shop = withBuiltIns({ webhookDelayMs: 0 });
    const api = await listenNode(
      { host: '127.0.0.1', port: 0, bodyBytesMax: 1_048_576, bodyTimeoutMs: 5000, clientAddressHeader: '' },
      receive(shop.dispatch, { bodyFieldsMax: 200, fieldNameBytesMax: 256 }),
    );
    closing.push(() => api.close(0));
    const answers: string[] = [];
    const ask = async ({ target }: Received): Promise<string> => {
      const id = new URL(target, 'http://a').searchParams.get('id_shopobject') ?? '';
      const body = new URLSearchParams({ ...CREDENTIALS, request: 'get_content_details', id_content: id });
      const reply = await fetch(`http://127.0.0.1:${api.port}/srv/service/`, { method: 'POST', body });
      return ((await reply.json()) as { name: string }).name;
    };
    const receiver = await listening(
      (received, reply) => void ask(received).then((name) => (answers.push(name), reply.end('WEBHOOK_EXECUTED'))),
    );
    deliver(shop);
    await update(shop, 'WEBHOOK_CONTENT_UPDATE', receiver.url);
    await content(shop);
    await until(
      'nothing waits',
      async () => (await standing(shop, 'WEBHOOK_CONTENT_UPDATE')).backlog === 0 && answers.length > 0,
    );
    expect(answers).toEqual(['first']);
  });

  test('what waited goes on after a restart of the shop', async () => {
    const receiver = await listening();
    const shop = withBuiltIns({ webhookDelayMs: 0 });
    await update(shop, 'WEBHOOK_CONTENT_UPDATE', receiver.url);
    await content(shop);
    await shop.restart();
    deliver(shop);
    expect((await receiver.calls(1))[0]!.target).toContain('/?id_shopobject=');
    await until('nothing waits', async () => (await standing(shop, 'WEBHOOK_CONTENT_UPDATE')).backlog === 0);
  });
});
