// The unmodified JavaScript SDK: every method of server, webhooks, aggregation and applications, over both listeners.
import { describe, expect, test } from 'vitest';
import { createMissingWebhooks } from '../../../src/server/parts/webhooks.ts';
import type { HttpAnswer, HttpCall } from '../../../src/kernel/http-call.ts';
import { OWN, addBilling } from '../accounts/application-shop.ts';
import { LISTENERS, served } from './served.ts';
import { CREDENTIALS, line } from '../shop.ts';

const error = (message: string, param: string) => ({
  object: 'error',
  status: 'error',
  message,
  param,
  detail: expect.any(String),
});
describe.each(LISTENERS)('$name', (listener) => {
  test('server: status, and a channel that works at once', async () => {
    const { goods, call } = await served(listener);
    await goods.product();
    expect(await call('server.getStatus')).toMatchObject({
      object: 'status',
      server_status: 'running',
      products_count: 1,
      contents_count: 0,
    });
    const channel = { name: 'connector', description: 'für die Wawi', shop_active: 1, server_output: 'json' };
    const made = await call('server.createChannel', channel);
    expect(made).toEqual({
      object: 'create_channel',
      status: 'success',
      licence_username: expect.any(String),
      licence_password: expect.any(String),
      licence_secret_key: expect.any(String),
    });
    const { licence_username, licence_password } = made as unknown as typeof CREDENTIALS;
    expect(
      JSON.parse((await goods.shop.send({ licence_username, licence_password, request: 'get_status' })).text),
    ).toMatchObject({ object: 'status' });
    expect(await call('server.createChannel', channel)).toEqual(error('CHANNEL_NAME_ALREADY_IN_USE', 'connector'));
    expect(
      await call('server.createChannel', { name: 'closed', description: '', shop_active: 0 }),
      'json is what the SDK sends by default',
    ).toMatchObject({ status: 'success' });
    expect(await call('server.createChannel', { ...channel, name: '' })).toEqual(
      error('CHANNEL_NAME_NOT_VALID', 'name'),
    );
    expect(await call('server.createChannel', { ...channel, name: 'x', server_output: 'yaml' })).toEqual(
      error('PARAMETER_INVALID', 'server_output'),
    );
  });

  test('webhooks: made, aimed, refused', async () => {
    const { goods, call } = await served(listener);
    createMissingWebhooks(goods.shop.engine);
    expect(await call('webhooks.createWebhook', { name: 'NEW_ORDER', event: 'ORDER_CREATE' })).toEqual({
      object: 'create_webhook',
      status: 'success',
      secret: expect.stringMatching(/^whsec_/),
    });
    for (const name of ['NEW_ORDER', 'WEBHOOK_CATEGORY_UPDATE']) {
      expect(
        await call('webhooks.updateWebhook', { name, url: 'https://receiver.example/hook', parameter: '1' }),
      ).toMatchObject({ object: 'update_webhook', status: 'success', health: 'healthy' });
    }
    expect(await call('webhooks.createWebhook', { name: 'new', event: 'ORDER_CREATE' })).toEqual(
      error('WEBHOOK_NAME_NOT_VALID', 'name'),
    );
    expect(await call('webhooks.createWebhook', { name: 'NEW', event: 'ORDER_DELETE' })).toEqual(
      error('WEBHOOK_EVENT_NOT_VALID', 'event'),
    );
    expect(
      await call('webhooks.updateWebhook', { name: 'NONE', url: 'https://receiver.example/', parameter: '' }),
    ).toEqual({ ...error('WEBHOOK_NOT_FOUND', 'NONE'), object: 'update_webhook', status: 'WEBHOOK_NOT_FOUND' });
    const session = await goods.shop.session();
    await goods.shop.call('add_to_cart', line(session, await goods.product()));
    await goods.shop.call('checkout', { session });
    const { webhooks } = await goods.shop.admin<{ webhooks: { name: string; backlog: number }[] }>('get_webhooks');
    expect(webhooks.find(({ name }) => name === 'NEW_ORDER')).toMatchObject({ backlog: 1 });
  });

  test('aggregation: parts in the order sent, each under its key', async () => {
    const { goods, call } = await served(listener);
    const id = await goods.product(9.5, { name: 'lamp' });
    const session = await goods.shop.session();
    const pipe = {
      lamp: { request: 'get_product_details', args: { id_product: id, language: 'de_DE', needed_attributes: '[]' } },
      added: { request: 'add_to_cart', args: line(session, id) },
      cart: { request: 'get_cart', args: { session } },
      countries: { request: 'get_delivery_countries', args: [] },
    };
    const reply = await call('aggregation.aggregate', { pipe });
    expect(Object.keys(reply)).toEqual([
      'object',
      'aggregate_lamp',
      'aggregate_added',
      'aggregate_cart',
      'aggregate_countries',
    ]);
    expect(reply).toMatchObject({
      object: 'aggregate',
      aggregate_lamp: { object: 'product', name: 'lamp' },
      aggregate_cart: { object: 'cart', sum: 9.5 },
    });
    const failing = { a: pipe.cart, b: { request: 'get_cart', args: { session: 'undefined' } }, c: pipe.added };
    expect(await call('aggregation.aggregate', { pipe: failing })).toEqual({
      ...error('SESSION_INVALID', 'b'),
      aggregate_a: reply['aggregate_cart'],
      aggregate_b: error('SESSION_INVALID', 'session'),
    });
    expect(
      await call('aggregation.aggregate', {
        pipe: { a: { request: 'create_category', args: { id_parent: 0, name: 'x' } } },
      }),
      'the SDK sends no secret key with it',
    ).toEqual({
      ...error('PERMISSION_DENIED', 'a'),
      aggregate_a: error('PERMISSION_DENIED', 'licence_secret_key'),
    });
    for (const nothing of [{}, []])
      expect(await call('aggregation.aggregate', { pipe: nothing })).toEqual({ object: 'aggregate' });
  });

  test('applications: forwarded, and the answer is the reply; a token logs in', async () => {
    const config = { applicationChannels: { billing: ['test'], none: ['test'] } };
    const { goods, call } = await served(listener, { config });
    addBilling(goods.shop, 'https://app.example.org/index.php');
    const calls: HttpCall[] = [];
    let answer: HttpAnswer = { ok: true, status: 200, bytes: Buffer.from('{"obj":"sent","msg":"grüß"}') };
    goods.shop.http = { call: (one) => (calls.push(one), Promise.resolve(answer)) };
    const order = { application: 'billing', app_request: 'send', args: { receiver: 'a+b&c' } };
    expect(await call('applications.applicationApiCall', order)).toEqual({ obj: 'sent', msg: 'grüß' });
    expect(calls[0]!.url).toBe('https://app.example.org/srv/service/');
    expect(Object.fromEntries(new URLSearchParams(calls[0]!.body))).toEqual({
      receiver: 'a+b&c',
      request: 'send',
      username: CREDENTIALS.licence_username.split('_')[0],
      token: OWN,
    });
    expect(await call('applications.applicationApiCall', { ...order, args: [] })).toMatchObject({ obj: 'sent' });
    expect(await call('applications.applicationApiCall', { ...order, application: 'none' })).toEqual(
      error('APPLICATION_NOT_FOUND', 'none'),
    );
    answer = { ok: false, failure: 'timeout', detail: 'no whole answer in 10000 ms' };
    expect(await call('applications.applicationApiCall', order)).toEqual(error('APPLICATION_FAILED', 'billing'));
    const login = { token: 'token', application_token: OWN };
    const { remote_session: session } = await call('user.instantLogin', login);
    expect(await call('user.getUserData', { session })).toMatchObject({
      object: 'get_user_data',
      username: 'chef',
      security_level: 50,
    });
    expect(await call('user.instantLogin', login), 'tokens work again').toMatchObject({ status: 'SUCCESS' });
    expect(await call('user.instantLogin', { ...login, token: 'x' })).toEqual(error('LOGIN_TOKEN_INVALID', 'token'));
  });
});
