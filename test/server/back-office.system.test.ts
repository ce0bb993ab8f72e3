// Would catch a back office that another site can use through a person's browser, one whose cookie a script or the
// network can read, and one that opens without a login.
import { request as send } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Place } from '../harness/program.ts';
import { reservePort } from '../harness/ports.ts';

const place = new Place();
afterAll(() => place.clean());

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Sent {
  readonly body?: object | string;
  readonly headers?: { readonly [name: string]: string };
  /** Another address of this machine, as if it were another one. */
  readonly from?: string;
}

const PAGE = { 'Content-Type': 'application/json', 'X-Kontor-Back-Office': '1', 'Sec-Fetch-Site': 'same-origin' };

const ask = (
  port: number,
  method: string,
  path: string,
  { body, headers = {}, from = '127.0.0.1' }: Sent = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const to = { host: '127.0.0.1', localAddress: from, port, method, path, headers, agent: false };
    const call = send(to, (reply) => {
      let text = '';
      reply.setEncoding('utf8');
      reply.on('data', (chunk: string) => (text += chunk));
      reply.on('end', () => resolve({ status: reply.statusCode!, headers: reply.headers, body: text }));
    });
    call.on('error', reject);
    call.end(typeof body === 'object' ? JSON.stringify(body) : body);
  });

const addUser = async (data: string, name: string, level: string): Promise<string> => {
  const args = ['user', 'add', name, '--email', `${name}@example.org`, '--level', level, '--data', data, '--json'];
  const { out } = await place.run(args);
  return (JSON.parse(out.join('')) as { password: string }).password;
};

const start = async (
  data: string,
  more: readonly string[] = [],
): Promise<{ readonly port: number; readonly shop: number }> => {
  const port = await reservePort();
  const args = ['serve', '--demo', '--data', data, '--port', '0', '--admin-port', String(port), ...more];
  const { port: shop } = await place.serveHere(args);
  return { port, shop };
};

let port: number;
let shopPort: number;
let passwords: { readonly [name: string]: string };

beforeAll(async () => {
  ({ port, shop: shopPort } = await start('shop'));
  passwords = {
    maria: await addUser('shop', 'maria', 'manager'),
    adam: await addUser('shop', 'adam', 'administrator'),
    carla: await addUser('shop', 'carla', 'customer'),
    petra: await addUser('shop', 'petra', 'manager'),
  };
});

const logIn = (username: string, headers = PAGE as Sent['headers'], password = passwords[username]): Promise<Answer> =>
  ask(port, 'POST', '/admin/login', { body: { username, password }, headers: headers! });

const cookieOf = async (username: string): Promise<string> =>
  String((await logIn(username)).headers['set-cookie']![0]).split(';')[0]!;

const call = (cookie: string, body: object, headers: Sent['headers'] = PAGE): Promise<Answer> =>
  ask(port, 'POST', '/admin/call', { body, headers: { ...headers, Cookie: cookie } });

describe('the back office on the administration listener', () => {
  test('a login sets a cookie that no script reads and no other site sends', async () => {
    const { status, headers, body } = await logIn('maria');
    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({ username: 'maria', level: 50 });
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(/^kontor_back_office=[\w.-]+; Path=\/admin; HttpOnly; SameSite=Strict$/),
      expect.stringMatching(
        /^kontor_device_\d+=[\w.-]+; Path=\/admin\/login; Max-Age=34560000; HttpOnly; SameSite=Strict$/,
      ),
    ]);
    expect(headers['cache-control']).toBe('no-store');
  });

  test('wrong passwords and bodies that are none are refused', async () => {
    expect((await logIn('maria', PAGE, 'wrong')).status).toBe(401);
    expect((await logIn('nobody', PAGE, 'wrong')).status).toBe(401);
    const statuses = ['', '{', '[]', '{"username":1}', '{"username":"maria"}'].map(async (body) => {
      const { status, headers } = await ask(port, 'POST', '/admin/login', { body, headers: PAGE });
      expect(headers['set-cookie']).toBeUndefined();
      return status;
    });
    for (const status of await Promise.all(statuses)) expect(status).toBeLessThan(500);
  });

  test.runIf(process.platform === 'linux')('guesses delay their address, and not a browser that is known', async () => {
    const attempt = (from: string, Cookie = '', password = passwords['adam']) => {
      const headers = { ...PAGE, Cookie };
      return ask(port, 'POST', '/admin/login', { body: { username: 'adam', password }, headers, from });
    };
    const { headers } = await attempt('127.0.0.1');
    const cookies = headers['set-cookie']!.map((cookie) => cookie.split(';')[0]).join('; ');
    for (let guess = 0; guess < 20; guess += 1) await attempt('127.0.0.2', '', 'wrong');
    expect((await attempt('127.0.0.2')).status, 'an unknown browser there').toBe(429);
    expect((await attempt('127.0.0.2', 'kontor_device_2=x; kontor_device_2=1.a.b')).status).toBe(429);
    expect((await attempt('127.0.0.2', cookies)).status, 'a known one').toBe(200);
    expect((await attempt('127.0.0.1')).status, 'an unknown one elsewhere').toBe(200);
  });

  test('a new password ends the logins of other browsers, and the one that set it stays known', async () => {
    const [own, other] = [await cookieOf('petra'), await cookieOf('petra')];
    const change = { old_passwd: passwords['petra'], new_passwd1: 'walnut1002', new_passwd2: 'walnut1002' };
    const { body, headers } = await call(own, { request: 'set_user_password', ...change });
    expect(JSON.parse(body)).toEqual({ object: 'set_user_password', status: 'SUCCESS', device_token: '' });
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(/^kontor_device_\d+=[\w.-]+; Path=\/admin\/login; Max-Age=34560000; HttpOnly; SameSite=/),
    ]);
    const statuses = [own, other].map(async (cookie) => (await call(cookie, { request: 'get_status' })).status);
    expect(await Promise.all(statuses)).toEqual([200, 401]);
  });

  test('the right password of a customer is answered as a wrong one', async () => {
    const [right, wrong] = [await logIn('carla'), await logIn('carla', PAGE, 'wrong')];
    expect(JSON.parse(right.body)).toMatchObject({ message: 'LOGIN_PASSWORD_OR_USERNAME_NOT_CORRECT' });
    expect([right.status, right.body]).toEqual([401, wrong.body]);
  });

  test('what another site makes a browser send is refused, a login as well', async () => {
    const cookie = await cookieOf('maria');
    const own = { 'Content-Type': 'application/json', 'X-Kontor-Back-Office': '1' };
    const foreign: readonly NonNullable<Sent['headers']>[] = [
      { 'Content-Type': 'application/json' },
      { 'Content-Type': 'application/x-www-form-urlencoded' },
      { ...own, 'Sec-Fetch-Site': 'cross-site' },
      { ...own, 'Sec-Fetch-Site': 'same-site' },
      { ...own, Origin: 'https://elsewhere.example' },
      { ...own, Origin: 'null' },
      { ...own, Origin: `http://127.0.0.1:${port + 1}` },
    ];
    for (const headers of foreign) {
      expect((await call(cookie, { request: 'get_channels' }, headers)).status, JSON.stringify(headers)).toBe(403);
      expect((await logIn('maria', headers)).status).toBe(403);
    }
    for (const headers of [own, { ...own, Origin: `http://127.0.0.1:${port}` }])
      expect((await call(cookie, { request: 'get_channels' }, headers)).status).toBe(200);
    const preflight = await ask(port, 'OPTIONS', '/admin/call', { headers: { Origin: 'https://elsewhere.example' } });
    expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([405, undefined]);
  });

  test('without a login nothing is shown', async () => {
    for (const path of ['/admin/user', '/admin/operations', '/admin/engine', '/admin/events'])
      for (const cookie of ['', 'kontor_back_office=', 'kontor_back_office=x', 'other=1'])
        expect((await ask(port, 'GET', path, { headers: { Cookie: cookie } })).status, path).toBe(401);
    expect((await call('', { request: 'get_channels' })).status).toBe(401);
    expect((await ask(port, 'GET', '/admin/call')).status).toBe(405);
    expect((await ask(port, 'GET', '/admin/nothing')).status).toBe(404);
  });

  test('levels, and a logout after which a copy of the cookie opens nothing', async () => {
    const [maria, adam] = [await cookieOf('maria'), await cookieOf('adam')];
    const denied = await call(maria, { request: 'rotate_channel', id_channel: 1 });
    expect(JSON.parse(denied.body)).toMatchObject({ message: 'PERMISSION_DENIED', param: 'request' });
    expect(JSON.parse((await call(adam, { request: 'get_channels' })).body)).toMatchObject({ object: 'channels' });
    const left = await ask(port, 'POST', '/admin/logout', { headers: { ...PAGE, Cookie: maria } });
    expect(left.status).toBe(204);
    expect(left.headers['set-cookie']![0]).toContain('Max-Age=0');
    expect((await call(maria, { request: 'get_channels' })).status).toBe(401);
  });

  test('pictures: kept once under the digest of their bytes, and served on both ports', async () => {
    const cookie = await cookieOf('maria');
    const send = (type: string, body: string, more: Sent['headers'] = {}) =>
      ask(port, 'POST', '/admin/images', { body, headers: { ...PAGE, Cookie: cookie, 'Content-Type': type, ...more } });
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="1"></svg>';
    const { url } = JSON.parse((await send('image/svg+xml', svg)).body) as { url: string };
    expect(url).toMatch(/^\/images\/[0-9a-f]{32}\.svg$/);
    expect(JSON.parse((await send('image/svg+xml', svg)).body)).toEqual({ object: 'image', url });
    for (const at of [port, shopPort]) {
      const { status, headers, body } = await ask(at, 'GET', url);
      expect([status, headers['content-type'], body]).toEqual([200, 'image/svg+xml', svg]);
      expect(headers['content-security-policy']).toContain("default-src 'none'");
    }
    for (const [type, body] of [
      ['image/png', svg],
      ['image/svg+xml', '<html><script>1</script></html>'],
      ['text/html', svg],
      ['image/svg+xml', ''],
    ] as const)
      expect((await send(type, body)).status, `${type} ${body}`).toBe(400);
    expect((await send('image/svg+xml', `${svg}${' '.repeat(4_200_000)}`)).status).toBe(413);
    expect((await send('image/svg+xml', svg, { Cookie: '' })).status).toBe(401);
    expect((await send('image/svg+xml', svg, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
  });

  test('operations and figures of the process', async () => {
    const headers = { Cookie: await cookieOf('maria') };
    const operations = JSON.parse((await ask(port, 'GET', '/admin/operations', { headers })).body) as object[];
    expect(operations).toContainEqual({
      name: 'update_order_details',
      area: 'Orders',
      summary: expect.any(String),
      effect: 'write',
      level: 50,
      isExtension: false,
      hasDryRun: true,
    });
    const engine = JSON.parse((await ask(port, 'GET', '/admin/engine', { headers })).body) as {
      metrics: { name: string; values: { value: number }[] }[];
      settings: { setting: string; value: unknown }[];
    };
    expect(engine.metrics.find(({ name }) => name === 'kontor_calls_total')!.values.length).toBeGreaterThan(0);
    expect(engine.settings).toContainEqual(expect.objectContaining({ setting: 'durability', value: 'fsync' }));
  });

  test('the change feed, by the cookie', async () => {
    const cookie = await cookieOf('maria');
    const told = new Promise<string>((resolve, reject) => {
      const headers = { Cookie: cookie };
      const call = send({ host: '127.0.0.1', port, path: '/admin/events', headers, agent: false }, (reply) => {
        let text = '';
        reply.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
          if (!text.includes('product')) return;
          resolve(text);
          reply.destroy();
        });
        void change();
      });
      call.on('error', reject);
      call.end();
    });
    const change = () => call(cookie, { request: 'update_product', id_product: '3', shop_active: '0' });
    expect(await told).toMatch(/^id: \d+/m);
  });
});

describe('where it is', () => {
  test('off: nowhere, and the pages of the listener are as before', async () => {
    const other = await start('off', ['--back-office', 'off']);
    expect((await ask(other.port, 'GET', '/')).status).toBe(404);
    expect((await ask(other.port, 'POST', '/admin/login', { headers: PAGE, body: {} })).status).toBe(404);
    expect((await ask(other.port, 'GET', '/healthz')).status).toBe(200);
  });

  test('an address of the network without TLS is refused; with auto it is not there', async () => {
    const args = ['serve', '--demo', '--data', 'open', '--port', '0', '--admin-host', '0.0.0.0', '--admin-port'];
    const refused = await place.refusedHere([...args, String(await reservePort()), '--back-office', 'admin']);
    expect(refused.err.join('\n')).toContain('the back office on adminHost 0.0.0.0 would be served without TLS');
    const openPort = await reservePort();
    await place.serveHere([...args, String(openPort)]);
    expect((await ask(openPort, 'POST', '/admin/login', { headers: PAGE, body: {} })).status).toBe(404);
    expect((await ask(openPort, 'GET', '/healthz')).status).toBe(200);
  });

  test('public: on the port of the shop as well', async () => {
    const serve = ['serve', '--port', '0', '--back-office', 'public'];
    const { port: shop } = await place.serveHere([...serve, '--demo', '--data', 'public']);
    const password = await addUser('public', 'maria', 'manager');
    const login = { body: { username: 'maria', password }, headers: PAGE };
    if (process.platform === 'linux') {
      const guess = { ...login, body: { username: 'maria', password: 'wrong' }, from: '127.0.0.2' };
      for (let count = 0; count < 20; count += 1) await ask(shop, 'POST', '/admin/login', guess);
      expect((await ask(shop, 'POST', '/admin/login', { ...login, from: '127.0.0.2' })).status).toBe(429);
    }
    expect((await ask(shop, 'POST', '/admin/login', login)).status).toBe(200);
    const open = await place.refusedHere([...serve, '--data', 'open2', '--host', '0.0.0.0']);
    expect(open.err.join('\n')).toContain('backOffice is public, and on 0.0.0.0 it would be served without TLS');
  });
});
