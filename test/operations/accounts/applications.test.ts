// Applications of the back office, and the messages that accounts are sent.
import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { addApplication } from '../../../src/domain/accounts/add-application.ts';
import { issueLogin } from '../../../src/domain/accounts/application-login.ts';
import { createWebhook } from '../../../src/domain/webhooks/create-webhook.ts';
import { updateWebhook } from '../../../src/domain/webhooks/update-webhook.ts';
import { maintenanceCause } from '../../../src/engine/engine.ts';
import type { HttpAnswer, HttpCall } from '../../../src/kernel/http-call.ts';
import { must } from '../../../src/kernel/result.ts';
import { UndiciClient } from '../../../src/outside/http/http-client.ts';
import { OWN, addBilling } from './application-shop.ts';
import { isLoggedIn, register, registration, verified } from './accounts.ts';
import { CREDENTIALS, START_MS, openShop } from '../shop.ts';
import type { TestShop } from '../shop.ts';
import { listening } from '../../harness/ports.ts';

const DAY_MS = 86_400_000;
const CAUSE = maintenanceCause('test');

/** An application, and a manager called boss with a token for it. */
const opened = async (url = 'https://app.example.org/shop/index.php'): Promise<TestShop> => {
  const shop = openShop({ config: { applicationChannels: { billing: ['test'], nothing: ['test'] } } });
  await verified(shop, 'boss');
  addBilling(shop, url);
  return shop;
};

describe('instant_login', () => {
  test('again and again within a day; the remote session is an ordinary one', async () => {
    const shop = await opened();
    const login = () => shop.call('instant_login', { token: 'token', application_token: OWN });
    const first = await login();
    expect(first).toMatchObject({
      object: 'login_user',
      status: 'SUCCESS',
      id_user: 2,
      username: 'chef',
      email: 'chef@example.org',
      default_language: 'en_GB',
    });
    expect(Object.keys(first)).toEqual(
      expect.arrayContaining(['session_id', 'remote_session', 'reg_date', 'first_login', 'last_login']),
    );
    shop.nowMs = START_MS + DAY_MS - 1;
    const second = await login();
    expect(second['remote_session']).not.toBe(first['remote_session']);
    expect(await shop.call('get_user_data', { session: second['remote_session'] })).toMatchObject({
      object: 'get_user_data',
      username: 'chef',
      security_level: 50,
    });
    shop.nowMs += 1;
    await shop.refused('instant_login', { token: 'token', application_token: OWN }, 'LOGIN_TOKEN_INVALID', 'token');
  });

  test('any other pair of tokens opens nothing', async () => {
    const shop = await opened();
    for (const [token, application_token] of [
      ['wrong', OWN],
      ['token', 'wrong'],
      [OWN, 'token'],
      ['constructor', '__proto__'],
    ]) {
      await shop.refused('instant_login', { token, application_token }, 'LOGIN_TOKEN_INVALID', 'token');
    }
    await shop.refused('instant_login', { token: '', application_token: OWN }, 'PARAMETER_MISSING', 'token');
    await shop.refused('instant_login', { token: 'token' }, 'PARAMETER_MISSING', 'application_token');
  });

  test('a changed password and a lock end the tokens and the sessions', async () => {
    const shop = await opened();
    const { remote_session: session } = await shop.call<{ remote_session: string }>('instant_login', {
      token: 'token',
      application_token: OWN,
    });
    shop.engine.transact(CAUSE, (tx) => tx.ask('user', 2, { type: 'lock' }));
    expect(await isLoggedIn(shop, session)).toBe(false);
    await shop.refused('instant_login', { token: 'token', application_token: OWN }, 'LOGIN_TOKEN_INVALID');
  });

  test('tokens are for the back office', async () => {
    const { engine } = await opened();
    const issue = (application: string, username: string) =>
      engine.transact(CAUSE, (tx) => issueLogin(tx, application, username, 'd'));
    expect(issue('billing', 'boss')).toMatchObject({ code: 'PERMISSION_DENIED', param: 'boss' });
    expect(issue('billing', 'nobody')).toMatchObject({ code: 'USER_NOT_FOUND' });
    expect(issue('nothing', 'chef')).toMatchObject({ code: 'APPLICATION_NOT_FOUND' });
    expect(
      engine.transact(CAUSE, (tx) =>
        addApplication(tx, { name: 'billing', url: 'https://x.example', nonce: 'n', tokenDigest: 'd' }),
      ),
    ).toMatchObject({ code: 'APPLICATION_NAME_ALREADY_IN_USE' });
  });

  test('expired tokens make room', async () => {
    const shop = await opened();
    const { engine } = shop;
    const issue = (count: number) =>
      engine.transact(CAUSE, (tx) => issueLogin(tx, 'billing', 'chef', `digest ${count}`));
    for (let count = 1; count < 10; count += 1) must(issue(count).ok, 'there is room');
    shop.nowMs += DAY_MS;
    expect(issue(1001).ok).toBe(true);
    expect(engine.readContext().read('application', 1)!.logins).toHaveLength(1);
  });
});

describe('application_api_call', () => {
  const answering = (shop: TestShop, answer: HttpAnswer): HttpCall[] => {
    const calls: HttpCall[] = [];
    shop.http = { call: (call) => (calls.push(call), Promise.resolve(answer)) };
    return calls;
  };
  const answer = (text: string, status = 200): HttpAnswer => ({ ok: true, status, bytes: Buffer.from(text) });

  test('is forwarded with the shop’s own fields, and the answer is the reply', async () => {
    const shop = await opened();
    const calls = answering(shop, answer('{"obj":"done","msg":"grüß","list":[1,null,{"10":1,"9":2}]}'));
    const args = {
      receiver: 'a+b&c',
      list: [1],
      none: null,
      request: 'other',
      username: 'other',
      token: 'other',
      constructor: 'x',
    };
    expect(await shop.call('application_api_call', { application: 'billing', app_request: 'send', args })).toEqual({
      obj: 'done',
      msg: 'grüß',
      list: [1, null, { 9: 2, 10: 1 }],
    });
    expect(calls).toEqual([
      {
        method: 'POST',
        url: 'https://app.example.org/shop/srv/service/',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'kontor' },
        body: expect.any(String),
        timeoutMs: 10_000,
        bytesMax: 1_048_576,
        privateAllowed: true,
      },
    ]);
    expect([...new URLSearchParams(calls[0]!.body)].sort()).toEqual([
      ['constructor', 'x'],
      ['list', '[1]'],
      ['none', ''],
      ['receiver', 'a+b&c'],
      ['request', 'send'],
      ['token', OWN],
      ['username', CREDENTIALS.licence_username.split('_')[0]],
    ]);
  });

  test.each<[string, HttpAnswer]>([
    ['it is not there', { ok: false, failure: 'unreachable', detail: 'ECONNREFUSED' }],
    ['it takes too long', { ok: false, failure: 'timeout', detail: 'no whole answer in 10000 ms' }],
    ['it answers with a list', answer('[1]')],
    ['it answers with no JSON', answer('<html>')],
    ['it answers with nothing', answer('')],
    ['it answers with an error', answer('{}', 500)],
    ['it redirects', answer('{}', 302)],
    ['it answers with JSON nested too deep', answer('{"a":'.repeat(5000) + '1' + '}'.repeat(5000))],
    ['it answers with a prototype', answer('{"__proto__":{"a":1}}')],
    ['it answers with no text', { ok: true, status: 200, bytes: Buffer.from([0x7b, 0xff, 0x7d]) }],
  ])('refused when %s', async (_name, given) => {
    const shop = await opened();
    answering(shop, given);
    await shop.refused(
      'application_api_call',
      { application: 'billing', app_request: 'send' },
      'APPLICATION_FAILED',
      'billing',
    );
  });

  test('an application that is not there is called by nobody', async () => {
    const shop = await opened();
    const calls = answering(shop, answer('{}'));
    await shop.refused(
      'application_api_call',
      { application: 'nothing', app_request: 'send' },
      'APPLICATION_NOT_FOUND',
      'nothing',
    );
    await shop.refused(
      'application_api_call',
      { application: 'billing', app_request: 'send', args: 'x' },
      'PARAMETER_INVALID',
      'args',
    );
    expect(await shop.call('application_api_call', { application: 'billing', app_request: 'send', args: [] })).toEqual(
      {},
    );
    answering(shop, answer('[]'));
    expect(
      await shop.call('application_api_call', { application: 'billing', app_request: 'send' }),
      'PHP’s empty object',
    ).toEqual({});
    expect(calls).toHaveLength(1);
  });

  test('by the real client, to a real server', async () => {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const form = new URLSearchParams(Buffer.concat(chunks).toString());
        const filler = form.get('request') === 'much' ? 'x'.repeat(2_000_000) : '';
        response.end(JSON.stringify({ obj: request.url, msg: form.get('text'), filler }));
      });
    });
    const port = await listening(server);
    const client = new UndiciClient();
    try {
      const shop = await opened(`http://127.0.0.1:${port}/a/index.php`);
      shop.http = client;
      const call = { application: 'billing', app_request: 'little', args: { text: 'ü&=' } };
      expect(await shop.call('application_api_call', call)).toEqual({ obj: '/a/srv/service/', msg: 'ü&=', filler: '' });
      await shop.refused('application_api_call', { ...call, app_request: 'much' }, 'APPLICATION_FAILED', 'billing');
    } finally {
      await client.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  test('so many at a time are called, and no more', async () => {
    const shop = await opened();
    const waiting: (() => void)[] = [];
    shop.http = { call: () => new Promise((resolve) => waiting.push(() => resolve(answer('{"a":1}')))) };
    const call = () => shop.call('application_api_call', { application: 'billing', app_request: 'x' });
    const calls = Array.from({ length: 150 }, call);
    const { status, text } = await shop.send({
      ...CREDENTIALS,
      request: 'application_api_call',
      application: 'billing',
      app_request: 'x',
    });
    expect([status, (JSON.parse(text) as { message: string }).message]).toEqual([503, 'OVERLOADED']);
    expect(waiting).toHaveLength(150);
    for (const answerIt of waiting.splice(0)) answerIt();
    for (const reply of await Promise.all(calls)) expect(reply).toEqual({ a: 1 });
    const last = call();
    waiting[0]!();
    expect(await last).toEqual({ a: 1 });
  });

  test('the answer of an application may stand in an aggregate', async () => {
    const shop = await opened();
    answering(shop, answer('{"a":1}'));
    const pipe = {
      one: { request: 'application_api_call', args: { application: 'billing', app_request: 'x' } },
      two: { request: 'get_status' },
    };
    expect(await shop.call('aggregate', { pipe })).toMatchObject({
      aggregate_one: { a: 1 },
      aggregate_two: { object: 'status' },
    });
  });
});

describe('messages', () => {
  const listening = (shop: TestShop): void => {
    must(
      shop.engine.transact(CAUSE, (tx) => createWebhook(tx, 'MAIL', 'SEND_MESSAGE_TO_USER')).ok,
      'a webhook can be created',
    );
    must(
      shop.engine.transact(CAUSE, (tx) =>
        updateWebhook(tx, 'MAIL', { url: 'https://mail.example.org/', parameter: '', rotateSecret: false }),
      ).ok,
      'it can be given a target',
    );
  };
  const messages = (shop: TestShop): unknown[] => {
    const reader = shop.engine.readContext();
    return Array.from(
      { length: shop.engine.tables.message.nextId - 1 },
      (_, at) => reader.read('message', at + 1)!.secrets,
    );
  };

  test('go out on registration and on a reset, with what the token needs', async () => {
    const shop = openShop();
    listening(shop);
    const { id, token } = await register(shop, 'anna');
    const { session_id: reset } = await shop.call<{ session_id: string }>('reset_user_password', {
      args: { email: 'anna@example.org' },
    });
    await shop.call('register_user', { ...registration('john'), language: 'en_GB' });
    await shop.call('reset_user_password', { args: { email: 'nobody@example.org' } });
    await shop.call('register_user', registration('anna', { passwd1: 'Other2', passwd2: 'Other2' }));
    // That of the message is another one: it proves the mailbox.
    expect(JSON.stringify(messages(shop))).not.toContain(reset);
    expect(messages(shop)).toEqual([
      { email: 'anna@example.org', message: `Bitte bestätigen Sie Ihr Konto anna: id_user ${id}, session_id ${token}` },
      {
        email: 'anna@example.org',
        message: expect.stringMatching(
          new RegExp(`^Hier setzen Sie ein neues Passwort für Ihr Konto anna: id_user ${id}, session_id [\\w-]{32}$`),
        ),
      },
      {
        email: 'john@example.org',
        message: expect.stringMatching(/^Please verify your account john: id_user 2, session_id [\w-]{32}$/),
      },
    ]);
    const kept = [...shop.journal.batches(1)].map(({ bytes }) => bytes.toString('latin1')).join();
    for (const secret of [token, reset]) expect(kept.includes(secret), 'sealed where they wait').toBe(false);
  });

  test('hold a link where the shop says which page takes it', async () => {
    const shop = openShop({
      config: {
        verifyUrl: 'https://shop.example/v?u={id_user}&t={session_id}',
        resetUrl: 'https://shop.example/r/{session_id}',
      },
    });
    listening(shop);
    const { token } = await register(shop, 'anna');
    await shop.call('reset_user_password', { args: { email: 'anna@example.org' } });
    expect(messages(shop)).toMatchObject([
      { message: `Bitte bestätigen Sie Ihr Konto anna: https://shop.example/v?u=1&t=${token}` },
      {
        message: expect.stringMatching(
          /^Hier setzen Sie ein neues Passwort für Ihr Konto anna: https:\/\/shop\.example\/r\/[\w-]{32}$/,
        ),
      },
    ]);
  });
});

test('an application that sends its secret key along is served as well', async () => {
  const shop = await opened();
  expect(await shop.admin('instant_login', { token: 'token', application_token: OWN })).toMatchObject({
    status: 'SUCCESS',
  });
});
