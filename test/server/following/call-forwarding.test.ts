// Would catch a call sent twice without a key, one that is lost while no server leads, a wrong reply, and none at all.
import { Agent, createServer, request as httpRequest } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NO_HEADERS } from '../../../src/http/transport/transport.ts';
import type { IncomingRequest, Reply, RequestHandler } from '../../../src/http/transport/transport.ts';
import type { ReplyHeaders, ReplyStream } from '../../../src/kernel/reply-stream.ts';
import { CLIENT_ADDRESS, CallForwarding, NOT_BEGUN } from '../../../src/server/following/call-forwarding.ts';
import type { CallTarget } from '../../../src/server/following/call-forwarding.ts';
import { newDirectory } from '../../harness/directories.ts';

interface Given {
  readonly status: number;
  readonly body: string;
  readonly contentType?: string | undefined;
  readonly headers?: ReplyHeaders | undefined;
  readonly kind: 'whole' | 'stream' | 'events';
  readonly isCut?: boolean;
}

/** The way back to a client that reads everything. */
class Client implements Reply {
  readonly given: Promise<Given>;
  answers = 0;
  private resolve!: (given: Given) => void;

  constructor() {
    this.given = new Promise((resolve) => (this.resolve = resolve));
  }

  private end(given: Given): void {
    this.answers += 1;
    this.resolve(given);
  }

  send(status: number, body: Uint8Array | string, contentType?: string, headers?: ReplyHeaders): void {
    this.end({ status, body: Buffer.from(body as string).toString('utf8'), contentType, headers, kind: 'whole' });
  }

  private streamed(kind: 'stream' | 'events', contentType: string, headers?: ReplyHeaders): ReplyStream {
    let body = '';
    const end = (isCut: boolean): void => this.end({ status: 200, body, contentType, headers, kind, isCut });
    const stream: Partial<ReplyStream> = {
      write: (piece: string) => {
        body += piece;
        // Full, and read in a moment.
        setImmediate(() => stream.onDrain?.());
        return false;
      },
      end: () => end(false),
      abort: () => end(true),
    };
    return stream as ReplyStream;
  }

  stream(contentType: string, headers?: ReplyHeaders): ReplyStream {
    return this.streamed('stream', contentType, headers);
  }

  eventStream(contentType: string): ReplyStream {
    return this.streamed('events', contentType);
  }
}

const requestOf = (more: Partial<IncomingRequest> = {}): IncomingRequest => ({
  method: 'POST',
  path: '/srv/service/',
  query: '',
  contentType: 'application/x-www-form-urlencoded',
  contentEncoding: '',
  idempotencyKey: '',
  clientAddress: '',
  socketAddress: '',
  traceparent: '',
  headers: NO_HEADERS,
  body: Buffer.from('request=get_new_session'),
  ...more,
});

type Behaviour = (request: IncomingMessage, response: ServerResponse, body: string) => void;

let path: string;
let server: Server | undefined;
let calls: CallForwarding;
let target: CallTarget | undefined;
const agent = new Agent({ keepAlive: true });
const waits = { target: () => target, broken: () => {}, waitMsMax: 1000, waitingMax: 3 };
const newCalls = (nowMs: () => number): CallForwarding => new CallForwarding({ ...waits, nowMs });
const clock = { nowMs: 0 };
const received: { readonly request: IncomingMessage; readonly body: string }[] = [];

const listen = (behave: Behaviour): Promise<void> => {
  server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ request, body });
      behave(request, response, body);
    });
  });
  return new Promise((resolve) => server!.listen(path, resolve));
};
const unlisten = (): Promise<void> => {
  const closing = server;
  server = undefined;
  closing?.closeAllConnections();
  return new Promise((resolve) => (closing === undefined ? resolve() : closing.close(() => resolve())));
};
const pass = (request = requestOf(), isKeyed = false): Client => {
  const client = new Client();
  calls.pass(request, client, isKeyed);
  return client;
};
const json = (response: ServerResponse, status = 200, body = '{"object":"session"}'): void => {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
};
/** Ends the connection behind what was written: Node 26 gives it to the socket only when this turn is over. */
const cutOnceSent = ({ socket }: ServerResponse): void => void setImmediate(() => socket!.destroySoon());
const codeOf = async (client: Client): Promise<string> =>
  String((JSON.parse((await client.given).body) as { readonly message: unknown }).message);

beforeEach(() => {
  path = join(newDirectory(), 'service.sock');
  received.length = 0;
  clock.nowMs = 0;
  target = { there: (options) => httpRequest({ ...options, agent, socketPath: path }) };
  calls = newCalls(() => clock.nowMs);
});
afterEach(async () => {
  calls.close();
  await unlisten();
});

describe('what is passed on', () => {
  test('method, path, query, body and headers arrive as they were sent, and once', async () => {
    await listen((_request, response) => json(response));
    const body = Buffer.from('{"ä":1}\u0000');
    const headers = new Map(
      Object.entries({ host: 'shop', 'content-length': '9', connection: 'close', 'x-own': 'a, b' }),
    );
    const more = {
      contentType: 'application/json',
      contentEncoding: 'identity',
      idempotencyKey: 'k',
      traceparent: '00-a-b-01',
    };
    const sent = requestOf({ path: '/srv/bulk', query: 'a=%20&b', body, headers, clientAddress: '192.0.2.7', ...more });
    const client = pass(sent);
    expect((await client.given).status).toBe(200);
    const [{ request, body: arrived }] = received as [(typeof received)[number]];
    expect([received.length, request.method, request.url, arrived]).toEqual([
      1,
      'POST',
      '/srv/bulk?a=%20&b',
      body.toString(),
    ]);
    expect(request.headers).toMatchObject({
      'content-type': 'application/json',
      'content-encoding': 'identity',
      'content-length': String(body.length),
      'idempotency-key': 'k',
      traceparent: '00-a-b-01',
      'x-own': 'a, b',
      [CLIENT_ADDRESS]: '192.0.2.7',
      connection: 'keep-alive',
    });
    expect(calls.passed).toBe(1);
  });

  test('a login goes with the address of its connection, unless a trusted header says one; its cookies come back', async () => {
    const cookies = ['a=1; Path=/', 'b=2; Path=/'];
    await listen((_request, response) => json(response.setHeader('Set-Cookie', cookies)));
    const asked = { path: '/admin/login', socketAddress: '192.0.2.8' };
    expect((await pass(requestOf(asked)).given).headers).toEqual(cookies.map((cookie) => ['set-cookie', cookie]));
    for (const more of [{ clientAddress: '192.0.2.7' }, { path: '/srv/bulk' }])
      await pass(requestOf({ ...asked, ...more })).given;
    const passed = received.map(({ request }) => request.headers[CLIENT_ADDRESS]);
    expect(passed).toEqual(['192.0.2.8', '192.0.2.7', undefined]);
  });

  test('nobody else says whose address a client has', async () => {
    await listen((_request, response) => json(response));
    await pass(requestOf({ headers: new Map([['kontor-client-address', 'forged']]) })).given;
    expect(received[0]!.request.headers).not.toHaveProperty('kontor-client-address');
  });

  test('status, content type, headers and bytes come back; those of the hop alone do not', async () => {
    await listen((_request, response) => {
      const body = Buffer.from('Grüße');
      const own = {
        'x-total': '5',
        'content-disposition': 'attachment',
        'retry-after': '1',
        'content-length': body.length,
      };
      response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8', ...own });
      response.end(body);
    });
    const given = await pass().given;
    expect(given).toMatchObject({
      status: 503,
      body: 'Grüße',
      contentType: 'text/plain; charset=utf-8',
      kind: 'whole',
    });
    expect(Object.fromEntries(given.headers ?? [])).toEqual({ 'x-total': '5', 'content-disposition': 'attachment' });
  });

  test('a reply to HEAD is whole without a body, and so is one without a length that refuses', async () => {
    await listen((request, response) => {
      response.writeHead(request.method === 'HEAD' ? 405 : 400, {
        'content-type': 'application/json',
        ...(request.method === 'HEAD' && { 'content-length': 20 }),
      });
      response.end(request.method === 'HEAD' ? undefined : '{"message":"X"}');
    });
    expect(await pass(requestOf({ method: 'HEAD', body: Buffer.alloc(0) })).given).toMatchObject({
      status: 405,
      body: '',
    });
    expect(await pass().given).toMatchObject({ status: 400, body: '{"message":"X"}', kind: 'whole' });
  });

  test.each([
    ['stream', 'application/x-ndjson'],
    ['events', 'text/event-stream; charset=utf-8'],
  ] as const)(
    'a reply in pieces is given on as %s, characters whole, and cut where it is cut',
    async (kind, contentType) => {
      const pieces = Buffer.from('aäö€'.repeat(5000));
      await listen((_request, response, body) => {
        response.writeHead(200, { 'content-type': contentType });
        for (let at = 0; at < pieces.length; at += 4099) response.write(pieces.subarray(at, at + 4099));
        if (body === 'cut') cutOnceSent(response);
        else response.end();
      });
      expect(await pass().given).toMatchObject({ kind, contentType, body: pieces.toString(), isCut: false });
      expect(await pass(requestOf({ body: Buffer.from('cut') })).given).toMatchObject({ kind, isCut: true });
    },
  );
});

describe('a leader that is not there', () => {
  test('a call waits for it, and is sent once', async () => {
    const client = pass();
    await expect.poll(() => calls.waiting).toBe(1);
    await listen((_request, response) => json(response));
    expect((await client.given).status).toBe(200);
    expect([received.length, calls.waiting, client.answers]).toEqual([1, 0, 1]);
  });

  test('after its time it is refused, and nothing was begun', async () => {
    const clients = [pass(), pass(), pass()];
    await expect.poll(() => calls.waiting).toBe(3);
    clock.nowMs = 1000;
    expect(await Promise.all(clients.map(codeOf))).toEqual(['NOT_LEADER', 'NOT_LEADER', 'NOT_LEADER']);
    expect((await clients[0]!.given).status).toBe(503);
    expect(received).toEqual([]);
  });

  test('one that listens nowhere is waited for as well, by so many at once; a close refuses who waits', async () => {
    target = undefined;
    calls = newCalls(() => 0);
    const waiting = [pass(), pass(), pass()];
    expect(calls.waiting).toBe(3);
    expect(await codeOf(pass())).toBe('NOT_LEADER');
    expect(waiting.map(({ answers }) => answers)).toEqual([0, 0, 0]);
    calls.close();
    expect(await Promise.all(waiting.map(codeOf))).toEqual(['NOT_LEADER', 'NOT_LEADER', 'NOT_LEADER']);
  });
});

test('one that does not answer keeps so many calls, and no more', async () => {
  await listen((_request, response) => void (received.length > 3 && json(response)));
  const hung = [pass(), pass(), pass()];
  await expect.poll(() => received.length).toBe(3);
  expect(await codeOf(pass())).toBe('NOT_LEADER');
  expect(hung.map(({ answers }) => answers)).toEqual([0, 0, 0]);
});

test('one that has not begun the call is asked again, also without a key', async () => {
  await listen((_request, response) => {
    if (received.length > 2) return json(response);
    response.writeHead(503, { [NOT_BEGUN]: '1', 'content-length': 0 });
    response.end();
  });
  const client = pass();
  expect((await client.given).status).toBe(200);
  expect([received.length, client.answers]).toEqual([3, 1]);
});

describe('a connection that breaks', () => {
  test('after the call was sent: it is sent no second time, and the outcome is open', async () => {
    await listen((request) => request.socket.destroy());
    const client = pass();
    expect([await codeOf(client), (await client.given).status]).toEqual(['LEADER_LOST', 503]);
    expect([received.length, client.answers]).toEqual([1, 1]);
  });

  test('with a key it is sent until there is a reply', async () => {
    await listen((request, response) => (received.length < 3 ? void request.socket.destroy() : json(response)));
    const client = pass(requestOf({ idempotencyKey: 'k' }), true);
    expect((await client.given).status).toBe(200);
    expect([received.length, client.answers]).toEqual([3, 1]);
  });

  test('with a key, and nobody comes back: the outcome is open', async () => {
    await listen((request) => {
      request.socket.destroy();
      clock.nowMs = 2000;
    });
    expect(await codeOf(pass(requestOf(), true))).toBe('LEADER_LOST');
  });

  test('in the middle of a whole reply: the same', async () => {
    await listen((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
      response.write('{"object":');
      cutOnceSent(response);
    });
    const client = pass();
    expect(await codeOf(client)).toBe('LEADER_LOST');
    expect(client.answers).toBe(1);
  });
});

describe('a connection that loses everything and does not break', () => {
  /** The first answers nothing, the others do. */
  const silentAtFirst: Behaviour = (_request, response) => void (received.length > 1 && json(response));

  test('another one leads: with a key the call is sent there at once', async () => {
    await listen(silentAtFirst);
    const client = pass(requestOf(), true);
    await expect.poll(() => received.length).toBe(1);
    calls.setLeader('another');
    expect((await client.given).status).toBe(200);
    expect([received.length, client.answers]).toEqual([2, 1]);
  });

  test('another one leads: without a key the reply of the first counts for a while, and is given up then', async () => {
    const replies: ServerResponse[] = [];
    await listen((_request, response) => void replies.push(response));
    const [early, never] = [pass(), pass()];
    await expect.poll(() => received.length).toBe(2);
    calls.setLeader('another');
    json(replies[0]!);
    expect((await Promise.race([early.given, never.given])).status).toBe(200);
    clock.nowMs = 2000;
    const late = await (early.answers === 1 ? never : early).given;
    expect([late.status, received.length]).toEqual([503, 2]);
    expect(late.body).toContain('LEADER_LOST');
  });

  test('the same one leads: its call is given up once it is not there, and not before', async () => {
    await listen(() => {});
    let asked = 0;
    let isThere = true;
    const isThereNow = (): Promise<boolean> => {
      asked += 1;
      return Promise.resolve(isThere);
    };
    calls.close();
    calls = new CallForwarding({ ...waits, nowMs: () => clock.nowMs, isThere: isThereNow });
    const client = pass(requestOf(), true);
    await expect.poll(() => received.length).toBe(1);
    clock.nowMs = 2000;
    await expect.poll(() => asked).toBeGreaterThan(1);
    expect(client.answers).toBe(0);
    isThere = false;
    expect(await codeOf(client)).toBe('LEADER_LOST');
    expect(received.length).toBe(1);
  });
});

describe('once this process leads', () => {
  const here: RequestHandler = (_request, reply) => reply.send(200, 'here');

  test('it answers what waits, and what is still passed on', async () => {
    const client = pass();
    await expect.poll(() => calls.waiting).toBe(1);
    target = { here };
    calls.retry();
    expect([(await client.given).body, (await pass().given).body]).toEqual(['here', 'here']);
    expect(calls.waiting).toBe(0);
  });

  test('a call that the old leader has is not begun here without a key', async () => {
    await listen(() => {});
    const [open, keyed] = [pass(), pass(requestOf(), true)];
    await expect.poll(() => received.length).toBe(2);
    target = { here };
    calls.retry();
    await unlisten();
    expect(await codeOf(open)).toBe('LEADER_LOST');
    expect((await keyed.given).body).toBe('here');
  });
});
