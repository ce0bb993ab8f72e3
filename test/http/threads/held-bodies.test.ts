// Large bodies on I/O threads: would catch one that is answered otherwise than without threads, a byte of a body of
// somebody unknown that reaches the deciding thread, bodies that are kept beyond their memory or for ever, and a call
// that nobody answers.
import { afterEach, describe, expect, test } from 'vitest';
import { RequestGate } from '../../../src/http/request-gate.ts';
import { requestHandler } from '../../../src/http/request-handler.ts';
import type { Following } from '../../../src/http/request-handler.ts';
import { listenNode } from '../../../src/http/transport/node-transport.ts';
import type {
  HeldBody,
  IncomingRequest,
  ListenOptions,
  Listener,
  Reply,
  RequestHandler,
} from '../../../src/http/transport/transport.ts';
import { must } from '../../../src/kernel/result.ts';
import { CREDENTIALS, Goods, SECRET } from '../../operations/shop.ts';
import { Caller, post, request } from '../caller.ts';
import type { ReceivedReply } from '../caller.ts';
import { digest } from '../transport/both-transports.ts';
import { hasUws } from '../transport/transports.ts';
import { Threaded } from './threaded.ts';

const LIMITS = { host: '127.0.0.1', port: 0, bodyBytesMax: 2_000_000, bodyTimeoutMs: 5000 };
const FORMS = {
  bodyFieldsMax: 200,
  fieldNameBytesMax: 256,
  largeBodiesBytesMax: 64 * 1_048_576,
  jsonValuesMax: 20_000,
};
const [JSON_BODY, FORM_BODY] = [
  ['Content-Type: application/json'],
  ['Content-Type: application/x-www-form-urlencoded'],
];

const open: Pick<Listener, 'close'>[] = [];
const callers: Caller[] = [];
afterEach(async () => {
  await Promise.all(callers.splice(0).map((caller) => caller.cut()));
  await Promise.all(open.splice(0).map((server) => server.close(0)));
});

const calling = ({ port }: { readonly port: number }): Caller => {
  const caller = new Caller(port);
  callers.push(caller);
  return caller;
};
const answerOf = (server: { readonly port: number }, bytes: string): Promise<ReceivedReply> =>
  calling(server).write(bytes).reply();

const TRANSPORTS = hasUws ? (['uws', 'node'] as const) : (['node'] as const);

const onThread = async (
  handle: RequestHandler,
  transport: 'uws' | 'node' = TRANSPORTS[0]!,
  options: Partial<ListenOptions> = {},
): Promise<Threaded> => {
  const server = await Threaded.listen({ ...LIMITS, ...options }, handle, { transport, threads: 1, forms: FORMS });
  open.push(server);
  return server;
};

/** Replies with what it was asked for of a body that is kept. */
const withBytes: RequestHandler = (incoming, reply) => {
  const { held } = incoming;
  must(held !== undefined && incoming.body.length === 0, 'the body is kept');
  held.bytes((body) => reply.send(200, digest(body)));
};

const FILLER = 'x'.repeat(20_000);
const right = { ...CREDENTIALS, licence_secret_key: SECRET, request: 'get_status' };
const wrong = { ...right, licence_password: 'wrong' };
const form = (fields: object): string => String(new URLSearchParams({ ...fields, filler: FILLER }));
const json = (fields: object, more = ''): string =>
  `${JSON.stringify({ ...fields, filler: FILLER }).slice(0, -1)}${more}}`;
const parts = (fields: object): string =>
  `${Object.entries({ ...fields, filler: FILLER })
    .map(([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('')}--b--\r\n`;
const basic = (password: string): string =>
  `Authorization: Basic ${Buffer.from(`${right.licence_username}:${password}`).toString('base64')}`;
const MANY = `,"x":[${'{},'.repeat(21_000)}{}]`;
const DEEP = `,"x":${'['.repeat(70)}${']'.repeat(70)}`;
/** In an order that no object of JavaScript has; the second part fails, so that the order shows. */
const PIPE = '{"7":{"request":"get_status"},"3":{"request":"no_such","args":{}},"1":{"request":"get_status"}}';

/** What a shop is sent, by what is special about it. */
const CASES: { readonly [name: string]: string } = {
  'a form': post('/srv/service/', form(right), FORM_BODY),
  'a form without a type': post('/srv/service/', form(right)),
  'a form of another character set': post('/srv/service/', form({ ...right, x: 'ü' }), [
    `${FORM_BODY[0]}; charset=latin1`,
  ]),
  'a form of an unknown character set': post('/srv/service/', form(right), [`${FORM_BODY[0]}; charset=utf-16`]),
  'a form that is not in its character set': post('/srv/service/', `${form(right)}&x=%ff`, FORM_BODY),
  'a form with an unknown operation': post(
    '/srv/service/',
    form({ ...right, request: 'x'.repeat(100_000) }),
    FORM_BODY,
  ),
  'a form of too many fields': post('/srv/service/', `${form(right)}${'&x=1'.repeat(250)}`, FORM_BODY),
  'a form of somebody unknown': post('/srv/service/', form(wrong), FORM_BODY),
  parts: post('/srv/service/', parts(right), ['Content-Type: multipart/form-data; boundary=b']),
  'parts that are cut': post('/srv/service/', parts(right).slice(0, -10), [
    'Content-Type: multipart/form-data; boundary=b',
  ]),
  JSON: post('/srv/service/', json(right), JSON_BODY),
  'JSON of nobody': post('/srv/service/', json({}), JSON_BODY),
  'JSON of somebody unknown that is none': post('/srv/service/', `${json(wrong)}}`, JSON_BODY),
  'JSON that is none': post('/srv/service/', `${json(right)}}`, JSON_BODY),
  'JSON of too many values': post('/srv/service/', json(right, MANY), JSON_BODY),
  'JSON that is too deep': post('/srv/service/', json(right, DEEP), JSON_BODY),
  'JSON in order': post('/srv/service/', json({ ...right, request: 'aggregate' }, `,"pipe":${PIPE}`), JSON_BODY),
  'another type': post('/srv/service/', form(right), ['Content-Type: text/csv']),
  'a path of its own': post('/srv/service/get_status', json({}), [...JSON_BODY, basic(right.licence_password)]),
  'a path of its own, and who is unknown': post('/srv/service/get_status', json({}), [...JSON_BODY, basic('wrong')]),
  'a path of its own, and another operation': post('/srv/service/get_cart', json(right), JSON_BODY),
  'another method': request('PUT', '/srv/service/', [`Content-Length: ${FILLER.length}`], FILLER),
  'another encoding': post('/srv/service/', FILLER, ['Content-Encoding: gzip']),
  'another path': post('/srv/other', FILLER),
};

describe.each(TRANSPORTS)('a large body over %s on a thread', (transport) => {
  test('is answered byte by byte as without threads', async () => {
    const { shop } = await Goods.open();
    const handle = requestHandler(shop.dispatch, FORMS);
    const plain = await listenNode(LIMITS, handle);
    open.push(plain);
    const threaded = await onThread(handle, transport);
    const sayOf = ({ status, body, headers }: ReceivedReply): readonly unknown[] => [
      status,
      headers['content-type'],
      body,
    ];
    for (const [name, bytes] of Object.entries(CASES))
      expect(sayOf(await answerOf(threaded, bytes)), name).toEqual(sayOf(await answerOf(plain, bytes)));
  });

  test('reaches the deciding thread when it is asked for, of any length, and in turns with small calls', async () => {
    const server = await onThread((incoming, reply) => {
      if (incoming.held === undefined) reply.send(200, digest(incoming.body));
      else withBytes(incoming, reply);
    }, transport);
    const lengths = [16_385, 65_536, 65_537, 300_000, 1_500_000, 100, 16_384];
    const bodies = lengths.map((length, at) => String.fromCharCode(97 + at).repeat(length));
    const replies = await Promise.all(bodies.map((body) => answerOf(server, post('/srv/service/', body))));
    expect(replies.map(({ body }) => body)).toEqual(bodies.map(digest));
  });
});

/** Requests that a handler has, and has not answered; those whose credentials cannot be read it refuses. */
const held = () => {
  const requests: { readonly incoming: IncomingRequest; readonly reply: Reply; readonly body: HeldBody }[] = [];
  const handle: RequestHandler = (incoming, reply) => {
    const { held: body } = incoming;
    must(body !== undefined, 'the body is kept');
    if (body.credentials.ok) requests.push({ incoming, reply, body });
    else reply.send(503, body.credentials.code);
  };
  const next = async (count: number): Promise<(typeof requests)[number]> => {
    await expect.poll(() => requests.length).toBe(count);
    return requests.at(-1)!;
  };
  return { handle, next };
};

test('of a body that nobody asks for, the deciding thread has who sent it and nothing else', async () => {
  const { handle, next } = held();
  const server = await onThread(handle);
  calling(server).write(CASES['JSON of too many values']!);
  const { incoming, body } = await next(1);
  expect([incoming.body.length, body.credentials]).toEqual([0, { ok: true, value: right }]);
});

test('bodies have their memory until they are answered or their clients go; beyond it they are refused', async () => {
  const { handle, next } = held();
  // Two of them, and what a third takes while it arrives.
  const server = await onThread(handle, undefined, { bodyMemoryBytesMax: 55_000 });
  const send = (): Caller => calling(server).write(CASES['JSON']!);
  const first = send();
  const { reply } = await next(1);
  const leaving = send();
  await next(2);
  expect((await send().reply()).status).toBe(503);
  reply.send(200, 'answered');
  expect((await first.reply()).body).toBe('answered');
  send();
  await next(3);
  await leaving.cut();
  await expect.poll(() => server.figures()[0]!.clientsGone).toBe(1);
  send();
  await next(4);
});

test('whose client has gone is not sent any more, and the next one in its place is', async () => {
  const { handle, next } = held();
  const server = await onThread(handle);
  const leaving = calling(server).write(CASES['JSON']!);
  const left = await next(1);
  await leaving.cut();
  await expect.poll(() => left.reply.isGone).toBe(true);
  let arrived = 0;
  left.body.decode(() => (arrived += 1));
  const staying = calling(server).write(CASES['a form']!);
  const { body, reply } = await next(2);
  body.decode(({ read }) => reply.send(200, JSON.stringify(read())));
  expect(JSON.parse((await staying.reply()).body)).toEqual({ ok: true, value: { ...right, filler: FILLER } });
  expect(arrived).toBe(0);
});

test('one that comes before the shop is open is answered once it is', async () => {
  const gate = new RequestGate({ bytesMax: 100_000, timeoutMs: 60_000 });
  const server = await onThread(gate.handle);
  const early = calling(server).write(CASES['JSON']!);
  await expect.poll(() => gate.waiting).toBe(1);
  gate.open(withBytes);
  expect((await early.reply()).body).toBe(digest(json(right)));
});

test('a process that follows passes it on as it came, and refuses what it cannot read', async () => {
  const { shop } = await Goods.open();
  const following: Following = {
    isFollowing: true,
    isLeaving: false,
    whenFresh: (_mayBeStale, run) => run(),
    pass: (passed, reply) => reply.send(200, `passed ${digest(passed.body)}`),
  };
  const server = await onThread(requestHandler(shop.dispatch, { ...FORMS, following }));
  const write = json({ ...right, request: 'create_category' });
  expect((await answerOf(server, post('/srv/service/', write, JSON_BODY))).body).toBe(`passed ${digest(write)}`);
  expect((await answerOf(server, CASES['a form of somebody unknown']!)).body).toBe(`passed ${digest(form(wrong))}`);
  expect(JSON.parse((await answerOf(server, CASES['JSON']!)).body)).toMatchObject({ object: 'status' });
  expect((await answerOf(server, CASES['another type']!)).status).toBe(400);
});
