// Pages of other origins: what they may read, and what a pre-flight is told. It would catch a status or a stream
// without the headers, which a browser then shows to nobody, and a header where none is configured.
import { expect, test } from 'vitest';
import { corsPolicy } from '../../../src/http/transport/cors.ts';
import type { Route } from '../../../src/http/request-handler.ts';
import { requestHandler } from '../../../src/http/request-handler.ts';
import type { Listener } from '../../../src/http/transport/transport.ts';
import { REFUSALS } from '../../../src/kernel/refusals.ts';
import { openShop } from '../../operations/shop.ts';
import { BODY_BYTES_MAX } from './both-transports.ts';
import type { TransportUnderTest } from './both-transports.ts';
import type { ReceivedReply } from '../caller.ts';
import { post, request } from '../caller.ts';

const LISTED = 'https://shop.example';
const FORM = 'Content-Type: application/x-www-form-urlencoded';
/** Any status that a route answers with, and a stream. */
const ROUTES: readonly Route[] = [
  {
    method: 'GET',
    matches: (path) => /^\/status\/\d+$/.test(path),
    handle: ({ path }, reply) => reply.send(Number(path.slice(8)), '{}'),
  },
  {
    method: 'GET',
    matches: (path) => path === '/stream',
    handle: (_incoming, reply) => void reply.eventStream('text/event-stream')!.write('x'),
  },
  {
    method: 'GET',
    matches: (path) => path === '/pieces',
    handle: (_incoming, reply) => void reply.stream('application/json')!.write('['),
  },
];

/** The headers of a reply that are about other origins. */
const crossOrigin = ({ headers }: ReceivedReply): object =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control') || name === 'vary'));

const statuses = [200, ...new Set(Object.values(REFUSALS).map(({ status }) => status))];
/** A request for every way in which a reply is made; each on a connection of its own. */
const requests = (origin: readonly string[]): readonly string[] => [
  post('/srv/service/', 'request=get_status', [FORM, ...origin]),
  post('//srv/service', 'x=%FF', [FORM, ...origin]),
  post('/srv/service/', 'x=1', [FORM, 'Content-Encoding: gzip', ...origin]),
  post('/srv/service/', 'x'.repeat(BODY_BYTES_MAX + 1), [FORM, ...origin]),
  request('POST', '/srv/service/', [FORM, 'Content-Length: 5', ...origin], 'x'),
  request('GET', '/srv/service/', origin),
  request('GET', '/elsewhere', origin),
  request('GET', '/stream', origin),
  request('GET', '/pieces', origin),
  ...statuses.map((status) => request('GET', `/status/${status}`, origin)),
];

export const crossOriginHeaders = ({ serve, call }: TransportUnderTest): void => {
  const opened = async (origins: readonly string[]): Promise<Listener> => {
    const { dispatch } = openShop();
    const options = { bodyFieldsMax: 100, fieldNameBytesMax: 100, isCrossOrigin: origins.length > 0 };
    return serve(requestHandler(dispatch, options, ROUTES), {
      cors: corsPolicy(origins),
      bodyTimeoutMs: 200,
    });
  };
  const heads = async (server: Listener, origin: readonly string[]): Promise<ReceivedReply[]> => {
    const sent = requests(origin);
    const heard = await Promise.all(sent.map((text) => call(server).write(text).reply({ head: true })));
    expect(new Set(heard.map(({ status }) => status))).toEqual(new Set([...statuses, 413, 408, 404, 405]));
    return heard;
  };

  test('a listed origin reads every reply: every status, what never arrived whole, streams', async () => {
    const server = await opened(['https://other.example', LISTED]);
    for (const reply of await heads(server, [`Origin: ${LISTED}`])) {
      expect(crossOrigin(reply), reply.statusLine).toEqual({ 'access-control-allow-origin': LISTED, vary: 'Origin' });
    }
  });

  test('another origin, or none, reads no reply', async () => {
    const server = await opened([LISTED]);
    for (const origin of [
      ['Origin: https://evil.example'],
      ['Origin: null'],
      ['Origin: https://shop.example.evil.example'],
      ['Origin: http://shop.example'],
      [],
    ]) {
      for (const reply of await heads(server, origin))
        expect(crossOrigin(reply), reply.statusLine).toEqual({ vary: 'Origin' });
    }
  });

  test('any origin, where * is configured', async () => {
    const server = await opened(['*']);
    for (const origin of [['Origin: https://some.example'], []]) {
      for (const reply of await heads(server, origin))
        expect(crossOrigin(reply)).toEqual({ 'access-control-allow-origin': '*' });
    }
  });

  test('nothing is said where none is configured', async () => {
    const server = await opened([]);
    for (const reply of await heads(server, [`Origin: ${LISTED}`])) expect(crossOrigin(reply)).toEqual({});
  });

  test('a pre-flight is answered on every path that is served, and the connection goes on', async () => {
    const server = await opened([LISTED]);
    const caller = call(server);
    const asked = (path: string, origin: string): Promise<ReceivedReply> =>
      caller
        .write(
          request('OPTIONS', path, [
            `Origin: ${origin}`,
            'Access-Control-Request-Method: POST',
            'Access-Control-Request-Headers: content-type',
          ]),
        )
        .reply({ head: true });
    for (const [path, method] of [
      ['/srv/service/', 'POST'],
      ['//srv/service', 'POST'],
      ['/stream', 'GET'],
    ] as const) {
      const reply = await asked(path, LISTED);
      expect(reply.statusLine).toBe('HTTP/1.1 204 No Content');
      expect(crossOrigin(reply)).toEqual({
        'access-control-allow-origin': LISTED,
        'access-control-allow-methods': method,
        'access-control-allow-headers': expect.stringMatching(/^content-type, idempotency-key(, [a-z-]+)*$/),
        'access-control-max-age': expect.stringMatching(/^\d+$/),
        vary: 'Origin',
      });
      expect(reply.headers).not.toHaveProperty('content-length');
      expect(reply.headers).not.toHaveProperty('content-type');
      expect(await asked(path, 'https://evil.example')).toMatchObject({
        status: 204,
        headers: expect.not.objectContaining({ 'access-control-allow-origin': expect.anything() }),
      });
    }
    expect((await asked('/elsewhere', LISTED)).status).toBe(404);
  });

  test.each([
    [[], 'POST', 'GET'],
    [[LISTED], 'POST, OPTIONS', 'GET, OPTIONS'],
  ])('405 names the method in Allow, with origins %j', async (origins, endpoint, route) => {
    const server = await opened(origins);
    for (const [path, allow] of [
      ['/srv/service/', endpoint],
      ['//srv//service', undefined],
      ['/srv/service', endpoint],
      ['/stream', route],
    ] as const) {
      for (const method of ['PUT', 'DELETE', 'PATCH', 'HEAD', ...(origins.length === 0 ? ['OPTIONS'] : [])]) {
        const { status, headers } = await call(server).write(request(method, path)).reply({ head: true });
        expect([status, headers['allow']], `${method} ${path}`).toEqual(
          allow === undefined ? [404, undefined] : [405, allow],
        );
      }
    }
  });
};
