// A path that calls another operation than it names, credentials in headers that are not looked at or count for more
// than they should, and a description of the API that a slow reader can hold in memory.
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openApiRoute } from '../../src/http/routes/open-api.ts';
import { requestHandler } from '../../src/http/request-handler.ts';
import type { IncomingRequest, Listener, Reply } from '../../src/http/transport/transport.ts';
import type { ReplyStream } from '../../src/kernel/reply-stream.ts';
import { LISTENERS } from '../operations/clients/served.ts';
import { CREDENTIALS, Goods, SECRET } from '../operations/shop.ts';

const { licence_username: username, licence_password: password } = CREDENTIALS;
const API = readFileSync(new URL('../../docs/reference/openapi.json', import.meta.url), 'utf8');
const basicOf = (name: string, secret: string): string =>
  `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`;
const BASIC = { Authorization: basicOf(username, password) };

const open: Listener[] = [];
afterEach(async () => {
  for (const listening of open.splice(0)) await listening.close(0);
});

describe.each(LISTENERS)('$name', ({ listen }) => {
  const serve = async (): Promise<{ goods: Goods; port: number }> => {
    const goods = await Goods.open();
    const limits = { bodyFieldsMax: 100, fieldNameBytesMax: 100 };
    const handle = requestHandler(goods.shop.dispatch, limits, [openApiRoute(() => API)]);
    const server = await listen({ host: '127.0.0.1', port: 0, bodyBytesMax: 10_000, bodyTimeoutMs: 1000 }, handle);
    open.push(server);
    return { goods, port: server.port };
  };
  type Body = { readonly [member: string]: unknown };
  const post = async (
    port: number,
    path: string,
    body?: object | string,
    headers: Record<string, string> = {},
  ): Promise<Body> => {
    const type = typeof body === 'object' ? { 'content-type': 'application/json' } : {};
    const text = typeof body === 'object' ? JSON.stringify(body) : body;
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { ...type, ...headers },
      ...(text !== undefined && { body: text }),
    });
    return { status: answer.status, ...((await answer.json()) as Body) };
  };

  test('the path names the operation; credentials come as fields or as headers', async () => {
    const { goods, port } = await serve();
    const id = await goods.product(10);
    expect(await post(port, '/srv/service/get_status', undefined, BASIC)).toMatchObject({ object: 'status' });
    expect(await post(port, '//srv/service/get_status/', CREDENTIALS)).toMatchObject({ object: 'status' });
    const details = { id_product: id };
    expect(await post(port, '/srv/service/get_product_details', details, BASIC)).toMatchObject({
      object: 'product',
      id,
    });
    const form = { ...BASIC, 'content-type': 'application/x-www-form-urlencoded' };
    expect(await post(port, '/srv/service/get_product_details', `id_product=${id}`, form)).toMatchObject({ id });
  });

  test('the secret key is a header, too, and opens what needs it', async () => {
    const { port } = await serve();
    const given = { name: 'page', type: 'content' };
    const refused = { object: 'error', message: 'PERMISSION_DENIED' };
    expect(await post(port, '/srv/service/create_class', given, BASIC)).toMatchObject(refused);
    const wrong = { ...BASIC, 'X-Licence-Secret-Key': `${SECRET}x` };
    expect(await post(port, '/srv/service/create_class', given, wrong)).toMatchObject(refused);
    const right = { ...BASIC, 'X-Licence-Secret-Key': SECRET };
    expect(await post(port, '/srv/service/create_class', given, right)).toMatchObject({ object: 'create_class' });
  });

  test('wrong credentials and none are refused; fields count for more than headers', async () => {
    const { port } = await serve();
    const refused = { status: 'error', message: 'PERMISSION_DENIED' };
    for (const Authorization of [basicOf(username, 'wrong'), 'Bearer x', 'Basic !', basicOf('', '')])
      expect(await post(port, '/srv/service/get_status', undefined, { Authorization })).toMatchObject(refused);
    expect(await post(port, '/srv/service/get_status')).toMatchObject(refused);
    const wrong = { ...CREDENTIALS, licence_password: 'wrong' };
    expect(await post(port, '/srv/service/get_status', wrong, BASIC)).toMatchObject(refused);
    // On the common path headers are not read.
    expect(await post(port, '/srv/service/', { request: 'get_status' }, BASIC)).toMatchObject(refused);
  });

  test('a body that names another operation is refused, one that names the same is not', async () => {
    const { goods, port } = await serve();
    const id = await goods.product(10);
    const before = goods.shop.engine.headSeq;
    const headers = { ...BASIC, 'X-Licence-Secret-Key': SECRET };
    expect(
      await post(port, '/srv/service/get_status', { request: 'delete_product', id_product: id }, headers),
    ).toMatchObject({ message: 'PARAMETER_INVALID', param: 'request' });
    expect(goods.shop.engine.headSeq).toBe(before);
    expect(await post(port, '/srv/service/get_status', { request: 'get_status' }, BASIC)).toMatchObject({
      object: 'status',
    });
    expect(await post(port, '/srv/service/get_nothing', undefined, BASIC)).toMatchObject({
      message: 'REQUEST_NOT_VALID',
    });
    expect(await post(port, '/srv/service/get_status/more', undefined, BASIC)).toMatchObject({
      message: 'PATH_NOT_FOUND',
    });
    const got = await fetch(`http://127.0.0.1:${port}/srv/service/get_status`);
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST']);
  });

  test('a key of the header is that of the call', async () => {
    const { goods, port } = await serve();
    const headers = { ...BASIC, 'Idempotency-Key': 'once' };
    const one = await post(port, '/srv/service/get_new_session', {}, headers);
    const head = goods.shop.engine.headSeq;
    expect(await post(port, '/srv/service/get_new_session', {}, headers)).toEqual(one);
    expect(goods.shop.engine.headSeq).toBe(head);
  });

  test('GET /openapi.json is docs/reference/openapi.json', async () => {
    const { port } = await serve();
    const answer = await fetch(`http://127.0.0.1:${port}/openapi.json`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(await answer.json()).toEqual(JSON.parse(API));
  });
});

describe('readers of the description that read nothing', () => {
  class Stalled implements ReplyStream {
    isAborted = false;
    write = (): boolean => false;
    end = (): void => {};
    onDrain = (): void => {};
    onClose = (): void => {};
    abort = (): void => {
      this.isAborted = true;
      this.onClose();
    };
  }

  test('are few at a time, and not for long; others are told', () => {
    vi.useFakeTimers();
    const route = openApiRoute(() => '{}');
    const stalled: Stalled[] = [];
    const statuses: number[] = [];
    const ask = (): void =>
      route.handle(
        {} as IncomingRequest,
        {
          send: (status: number) => void statuses.push(status),
          stream: () => stalled[stalled.push(new Stalled()) - 1],
        } as unknown as Reply,
      );
    for (let at = 0; at < 20; at += 1) ask();
    expect([stalled.length, statuses]).toEqual([16, [503, 503, 503, 503]]);
    vi.advanceTimersByTime(10_000);
    expect(stalled.every(({ isAborted }) => isAborted)).toBe(true);
    ask();
    expect([stalled.length, statuses.length]).toEqual([17, 4]);
    vi.useRealTimers();
  });
});
