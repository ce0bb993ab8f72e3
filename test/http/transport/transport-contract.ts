// The contract of both transports, first half: one request and its reply. Would catch a body, header or reply that is
// not the one that was sent, and a limit that does not hold. Where the transports differ by nature the test says so.

import { expect, test } from 'vitest';
import { errorBody } from '../../../src/http/transport/error-body.ts';
import { JSON_TYPE, OPERATIONS_PATH } from '../../../src/http/transport/transport.ts';
import { BodyMemoryBudget } from '../../../src/http/transport/body-buffer.ts';
import type { Reply } from '../../../src/http/transport/transport.ts';
import { clientNetwork } from '../../../src/kernel/client-network.ts';
import { lull } from '../../harness/until.ts';
import { BODY_BYTES_MAX, HeldReplies, digest, echoRequest, inPieces, requestJson } from './both-transports.ts';
import type { TransportUnderTest } from './both-transports.ts';
import type { Caller } from '../caller.ts';
import { post, request } from '../caller.ts';

/** That ask at a time. */
const CALLERS = 20;
/** More than the buffers of a connection take, and less. */
const LARGE = 'äbcdefg'.repeat(1_000_000);
const SMALL = LARGE.slice(0, 100_000);

export const exchanges = ({ isThreaded, isTls, name, serve, call, stillServes }: TransportUnderTest): void => {
  test('hands over method, path, query, headers and body as sent', async () => {
    const caller = call(await serve(echoRequest));
    caller.write(post('//srv/service/?a=%41&b=?', 'ü=1', ['Content-type: text/X; y="Z"', 'idempotency-KEY: k-1']));
    const reply = await caller.reply();
    expect(reply.statusLine).toBe('HTTP/1.1 200 OK');
    expect(reply.headers['content-type']).toBe(JSON_TYPE);
    expect(JSON.parse(reply.body)).toEqual({
      method: 'POST',
      path: '//srv/service/',
      query: 'a=%41&b=?',
      contentType: 'text/X; y="Z"',
      idempotencyKey: 'k-1',
      length: 4,
      sha256: digest('ü=1'),
    });
  });

  test('absent headers, query and body are empty', async () => {
    const caller = call(await serve(echoRequest));
    for (const method of ['GET', 'OPTIONS', 'DELETE', 'PUT']) {
      const reply = await caller.write(request(method, '/x')).reply();
      expect(JSON.parse(reply.body)).toEqual({
        method,
        path: '/x',
        query: '',
        contentType: '',
        idempotencyKey: '',
        length: 0,
        sha256: digest(''),
      });
    }
  });

  test('says where the connection comes from, except of operations, and never by a header', async () => {
    const server = await serve(({ socketAddress, clientAddress }, reply) =>
      reply.send(200, JSON.stringify([clientNetwork(socketAddress), clientAddress])),
    );
    const forged = ['X-Forwarded-For: 192.0.2.1', 'X-Real-IP: 192.0.2.1', 'Forwarded: for=192.0.2.1'];
    const ask = async (path: string) =>
      (
        await call(server)
          .write(post(path, 'a=1', forged))
          .reply()
      ).body;
    expect([await ask('/admin/login'), await ask(OPERATIONS_PATH)]).toEqual(['["127.0.0.1",""]', '["",""]']);
  });

  test('sends every cookie that a reply has', async () => {
    const cookies = [
      ['Set-Cookie', 'a=1'],
      ['Set-Cookie', 'b=2'],
    ] as const;
    const { port } = await serve((_request, reply) => reply.send(200, 'x', 'text/plain', cookies));
    if (isTls) return;
    const reply = await fetch(`http://127.0.0.1:${port}/x`);
    expect(reply.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  });

  test('HEAD gets the length and no body, and the connection goes on', async () => {
    const caller = call(await serve((incoming, reply) => reply.send(incoming.method === 'HEAD' ? 404 : 200, 'äbc')));
    for (let round = 0; round < 2; round++) {
      const head = await caller.write(request('HEAD', '/x')).reply({ head: true });
      expect(head.statusLine).toBe('HTTP/1.1 404 Not Found');
      expect(head.headers['content-length']).toBe('4');
      expect((await caller.write(request('GET', '/x')).reply()).body).toBe('äbc');
    }
  });

  test('status lines, content types, text and bytes', async () => {
    const caller = call(
      await serve((incoming, reply) => {
        const status = Number(incoming.path.slice(1));
        reply.send(status, status % 2 === 0 ? 'text' : Buffer.from('bytes'), 'text/plain');
      }),
    );
    const lines = [
      '400 Bad Request',
      '404 Not Found',
      '405 Method Not Allowed',
      '429 Too Many Requests',
      '503 Service Unavailable',
      '201 Created',
    ];
    for (const line of lines) {
      const reply = await caller.write(request('GET', `/${line.slice(0, 3)}`)).reply();
      expect(reply.statusLine).toBe(`HTTP/1.1 ${line}`);
      expect(reply.headers['content-type']).toBe('text/plain');
      expect(reply.body).toBe(Number(line.slice(0, 3)) % 2 === 0 ? 'text' : 'bytes');
    }
  });

  test('only the first send counts', async () => {
    const replies: Reply[] = [];
    const server = await serve(({ path }, reply) => {
      replies.push(reply);
      reply.send(200, `first of ${path}`);
      reply.send(200, 'second');
    });
    const caller = call(server);
    expect((await caller.write(request('GET', '/1')).reply()).body).toBe('first of /1');
    replies[0]!.send(200, 'third');
    expect((await caller.write(request('GET', '/2')).reply()).body).toBe('first of /2');
    expect(caller.received).toBe('');
    await stillServes(server);
  });

  test('keeps a connection alive through a hundred calls', async () => {
    const caller = call(await serve(echoRequest));
    for (let index = 0; index < 100; index++) {
      const reply = await caller.write(post(`/${index}`, 'x'.repeat(index))).reply();
      expect(JSON.parse(reply.body)).toMatchObject({ path: `/${index}`, length: index });
    }
  });

  test('answers many connections, each with its own reply, whatever the order of the answers', async () => {
    const owed: (() => void)[] = [];
    const server = await serve((incoming, reply) => {
      const text = requestJson(incoming);
      owed.push(() => reply.send(200, text));
      // The last that came is answered first.
      if (owed.length === CALLERS) for (const answer of owed.splice(0).toReversed()) answer();
    });
    await Promise.all(
      Array.from({ length: CALLERS }, async (_, index) => {
        const caller = call(server);
        for (let round = 0; round < 3; round++) {
          const reply = await caller.write(post(`/${index}/${round}`, `${index}`)).reply();
          expect(JSON.parse(reply.body)).toMatchObject({ path: `/${index}/${round}`, sha256: digest(`${index}`) });
        }
      }),
    );
  });

  test('gathers a large body that comes in pieces', async () => {
    const caller = call(await serve(echoRequest));
    const body = Buffer.from(Array.from({ length: BODY_BYTES_MAX }, (_, index) => (index * 7) % 251));
    const pieces = Array.from({ length: 7 }, (_, index) => body.subarray(index * 33_333, (index + 1) * 33_333));
    await inPieces(caller, [request('POST', '/', [`Content-Length: ${body.length}`]), ...pieces]);
    expect(JSON.parse((await caller.reply()).body)).toMatchObject({ length: body.length, sha256: digest(body) });
    await caller.write(post('/', 'and on')).reply();
  });

  test('reads chunked bodies, one byte a chunk too', async () => {
    const caller = call(await serve(echoRequest));
    const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
    caller.write(request('POST', '/', ['Transfer-Encoding: chunked']));
    for (const letter of 'hell') caller.write(chunk(letter));
    await inPieces(caller, [chunk('o'), `${chunk(' world'.repeat(1000))}0\r\n\r\n`]);
    expect(JSON.parse((await caller.reply()).body)).toMatchObject({ sha256: digest(`hello${' world'.repeat(1000)}`) });
    caller.write(`${request('POST', '/', ['Transfer-Encoding: chunked'])}0\r\n\r\n`);
    expect(JSON.parse((await caller.reply()).body)).toMatchObject({ length: 0 });
  });

  test('tells a caller that expects 100-continue to go on', async () => {
    const caller = call(await serve(echoRequest));
    caller.write(request('POST', '/', ['Content-Length: 4', 'Expect: 100-continue']));
    expect((await caller.reply()).status).toBe(100);
    expect(JSON.parse((await caller.write('body').reply()).body)).toMatchObject({ sha256: digest('body') });
  });

  test.each([
    ['in one piece', BODY_BYTES_MAX + 1],
    ['a few times over', BODY_BYTES_MAX * 3],
  ])('a body over the limit, %s, is answered 413 and the connection closed', async (_title, length) => {
    let received = 0;
    const server = await serve((_incoming, reply) => {
      received++;
      reply.send(200, '');
    });
    const caller = call(server).write(post('/', 'x'.repeat(length)));
    const reply = await caller.reply();
    expect(reply.statusLine).toBe('HTTP/1.1 413 Payload Too Large');
    expect(JSON.parse(reply.body)).toMatchObject({
      message: 'BODY_TOO_LARGE',
      detail: expect.stringMatching(new RegExp(`^The body has \\d+ bytes or more, of at most ${BODY_BYTES_MAX}\\.$`)),
    });
    expect(reply.headers['content-type']).toBe(JSON_TYPE);
    expect(reply.headers.connection).toBe('close');
    await caller.close();
    expect(received).toBe(0);
    await stillServes(server);
  });

  test('a small body over a small limit is answered 413, one at the limit is not', async () => {
    const server = await serve(echoRequest, { bodyBytesMax: 10 });
    const caller = call(server);
    expect((await caller.write(post('/', '0123456789')).reply()).status).toBe(200);
    expect((await caller.write(post('/', '0123456789+')).reply()).status).toBe(413);
    await caller.close();
  });

  test('bodies on their way take no more than they may together', async () => {
    // Catches: a thousand callers with a body of the largest size each, and no memory left for the shop.
    const bodyBudget = new BodyMemoryBudget(BODY_BYTES_MAX);
    const server = await serve(echoRequest, { bodyBudget, bodyMemoryBytesMax: BODY_BYTES_MAX });
    const begun = (): Caller =>
      call(server).write(request('POST', '/', [`Content-Length: ${BODY_BYTES_MAX}`], 'x'.repeat(BODY_BYTES_MAX - 1)));
    const reserved = (): number => Number(bodyBudget.reserved[0]);
    const isTaken = (): Promise<void> => expect.poll(reserved).toBeGreaterThan(BODY_BYTES_MAX / 2);
    const isFree = (): Promise<void> => expect.poll(reserved).toBe(0);
    const first = begun();
    await isTaken();
    expect(await begun().write('x').reply()).toMatchObject({
      status: 503,
      headers: { connection: 'close', 'retry-after': '1' },
      body: expect.stringMatching(
        new RegExp(`"OVERLOADED".*hold \\d+ bytes of memory, and may hold ${BODY_BYTES_MAX};`),
      ),
    });
    await stillServes(server);
    expect((await first.write('x').reply()).status).toBe(200);
    // What was answered and what was cut off leaves its room to others.
    await isFree();
    const gone = begun();
    await isTaken();
    await gone.cut();
    await isFree();
    expect((await begun().write('x').reply()).status).toBe(200);
  });

  test('an endless body is cut', async () => {
    const server = await serve(echoRequest, { bodyBytesMax: 1000 });
    const caller = call(server).write(request('POST', '/', ['Transfer-Encoding: chunked']));
    while (!caller.closed) await inPieces(caller, [`400\r\n${'x'.repeat(1024)}\r\n`]);
    await stillServes(server);
  });

  test.each([
    ['never begins', ''],
    ['stops halfway', 'half'],
  ])('a body that %s is answered 408 and the connection closed', async (_title, sent) => {
    const server = await serve(echoRequest, { bodyTimeoutMs: 100 });
    const caller = call(server).write(request('POST', '/', ['Content-Length: 10'], sent));
    const reply = await caller.reply();
    expect(reply.statusLine).toBe('HTTP/1.1 408 Request Timeout');
    expect(reply.body).toBe(
      errorBody('BODY_TOO_SLOW', '', `Within 100 ms, which a body has, ${sent.length} bytes of it have arrived.`),
    );
    await caller.close();
    await stillServes(server);
  });

  test('the time limit is for the body, not for the reply', async () => {
    const held = new HeldReplies();
    const caller = call(await serve(held.handle, { bodyTimeoutMs: 50 })).write(post('/', 'x'));
    const reply = await held.next();
    await lull(300);
    reply.send(200, 'late');
    expect((await caller.reply()).body).toBe('late');
  });

  test.each(
    [SMALL, LARGE].flatMap((text) =>
      ['/now?text', '/now?bytes', '/later?text', '/later?bytes'].map((target) => [text.length, target, text] as const),
    ),
  )('a reply of %d bytes arrives whole, at once or deferred, as bytes or text: %s', async (_length, target, text) => {
    const server = await serve((incoming, reply) => {
      const whole = incoming.path === '/on' ? SMALL : text;
      const body = incoming.query === 'text' ? whole : Buffer.from(whole);
      if (incoming.path === '/now') reply.send(200, body);
      else setImmediate(() => reply.send(200, body));
    });
    const caller = call(server);
    // By itself: what differs is not to be printed.
    const isWhole = async (asked: string, wanted: string): Promise<boolean> =>
      (await caller.write(request('GET', asked)).reply()).body === wanted;
    expect([await isWhole(target, text), await isWhole(target.replace(/^.*\?/, '/on?'), SMALL)]).toEqual([true, true]);
  });

  // No reply of a thread is synchronous, and uWebSockets.js closes a connection that pipelines behind an open one.
  if (!isThreaded || name === 'node:http')
    test('pipelined requests with synchronous replies are answered in order', async () => {
      const caller = call(await serve(echoRequest));
      caller.write(Array.from({ length: 20 }, (_, index) => post(`/${index}`, `${index}`)).join(''));
      for (let index = 0; index < 20; index++) {
        expect(JSON.parse((await caller.reply()).body)).toMatchObject({
          path: `/${index}`,
          sha256: digest(`${index}`),
        });
      }
    });
};
