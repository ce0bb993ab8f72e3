// The contract of both transports, second half: how exchanges, connections and servers end. Would catch an exchange
// that is never counted as over (a shutdown then waits in vain), and a reply or a request that goes to somebody else.

import { once } from 'node:events';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import type { Reply } from '../../../src/http/transport/transport.ts';
import { reservePort } from '../../harness/ports.ts';
import { DEADLINE_MS, lull } from '../../harness/until.ts';
import { HeldReplies, echoRequest, requestJson } from './both-transports.ts';
import type { TransportUnderTest } from './both-transports.ts';
import { listens, post, request } from '../caller.ts';

/** More than the buffers of a connection take. */
const LARGE_BYTES = 8_000_000;

export const endings = ({ name, isTls, isThreaded, serve, call, hasOpen, stillServes }: TransportUnderTest): void => {
  test('a caller may leave before the body is whole, before the reply and after it', async () => {
    const held = new HeldReplies();
    const server = await serve(held.handle);
    const half = call(server).write(request('POST', '/', ['Content-Length: 10', 'Expect: 100-continue'], 'half'));
    expect((await half.reply()).status).toBe(100);
    await half.cut();

    const early = call(server).write(post('/', 'x'));
    const unread = await held.next();
    await early.cut();
    await hasOpen(server, 0);
    unread.send(200, 'nobody hears this');
    unread.send(200, Buffer.alloc(100_000));

    const patient = call(server).write(post('/', 'x'));
    const reply = await held.next();
    reply.send(200, 'heard');
    expect((await patient.reply()).body).toBe('heard');
    await patient.cut();
    await hasOpen(server, 0);
    reply.send(200, 'again');
    // Nothing of all that is still counted as under way.
    expect(await server.close(5000)).toBe(0);
  });

  test('a caller may leave in the middle of a large reply', async () => {
    const server = await serve((_incoming, reply) => reply.send(200, Buffer.alloc(LARGE_BYTES)));
    const caller = call(server).write(post('/', 'x'));
    await once(caller.socket, 'data');
    caller.socket.pause();
    await caller.cut();
    expect(await server.close(5000)).toBe(0);
  });

  // uWebSockets.js closes the connection without a byte (#277, wontfix); node:http answers in order.
  test('pipelined requests with deferred replies leave a server that answers', async () => {
    const owed: (() => void)[] = [];
    const server = await serve((incoming, reply) => {
      const text = requestJson(incoming);
      if (incoming.path === '/still') reply.send(200, text);
      else owed.push(() => reply.send(200, text));
    });
    const caller = call(server).write(post('/1', 'a') + post('/2', 'b'));
    const inOrder = name === 'node:http' ? ['/1', '/2'] : [];
    if (inOrder.length === 0) await caller.close();
    await expect.poll(() => owed.length).toBe(Math.max(1, inOrder.length));
    for (const answer of owed) answer();
    for (const path of inOrder) expect(JSON.parse((await caller.reply()).body)).toMatchObject({ path });
    await stillServes(server);
    expect(await server.close(5000)).toBe(0);
  });

  // uWebSockets.js closes such a connection; sockets of a thread are not seen from here.
  if (name === 'node:http' && !isThreaded)
    test('a connection that pipelines on and on holds nothing of what was answered', async () => {
      let socket: Socket | undefined;
      const seen = (message: unknown): void => void (socket = (message as { readonly socket: Socket }).socket);
      subscribe('http.server.request.start', seen);
      const server = await serve((_incoming, reply) => void setImmediate(() => reply.send(200, 'x')));
      const caller = call(server);
      const rounds: number[] = [];
      for (let round = 0; round < 3; round += 1) {
        caller.write(post('/', 'a').repeat(50));
        for (let reply = 0; reply < 50; reply += 1) await caller.reply();
        rounds.push(socket!.listenerCount('close'));
      }
      unsubscribe('http.server.request.start', seen);
      expect(rounds[2]).toBe(rounds[0]);
    });

  test('a caller that pipelines and leaves is not waited for', async () => {
    const held = new HeldReplies();
    const server = await serve(held.handle);
    const caller = call(server).write(post('/1', 'a') + post('/2', 'b') + post('/3', 'c'));
    await held.next();
    await caller.cut();
    await hasOpen(server, 0);
    expect(await server.close(5000)).toBe(0);
  });

  // Catches work that goes on for a caller who is no longer there.
  test('a reply knows that its caller has gone, whether others wait beside it or not', async () => {
    const held = new HeldReplies();
    const server = await serve(held.handle);
    const leaving = call(server).write(post('/', 'x'));
    const owed = await held.next();
    const staying = call(server).write(post('/', 'y'.repeat(100_000)));
    const other = await held.next();
    expect([owed.isGone, other.isGone]).toEqual([false, false]);
    await leaving.cut();
    await expect.poll(() => owed.isGone).toBe(true);
    expect(owed.stream('text/plain')).toBeUndefined();
    owed.send(200, 'to nobody');
    expect(other.isGone).toBe(false);
    other.send(200, 'still here');
    expect((await staying.reply()).body).toBe('still here');
  });

  test('lives through garbage', async () => {
    const server = await serve(echoRequest);
    const garbage = [
      '\0\0\0\0\r\n\r\n',
      'GET\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      'GET / HTTP/1.1\r\n\r\n',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\nx',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n',
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`,
      `GET /${'y'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\n\r\n',
      Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 31) % 256)),
      `${post('/', 'x')}\0\0garbage\r\n\r\n`,
    ];
    for (const bytes of garbage) {
      const caller = call(server);
      // Behind them it says that nothing follows, to which every server says the same.
      caller.socket.end(bytes);
      await caller.close();
    }
    await stillServes(server);
  });

  test('a port in use is refused with host and port', async () => {
    const { port } = await serve(echoRequest);
    await expect(serve(echoRequest, { port })).rejects.toThrow(`cannot listen on 127.0.0.1:${port}: `);
  });

  test('a host that is not here is refused with host and port', async () => {
    await expect(serve(echoRequest, { host: '192.0.2.1', port: 8080 })).rejects.toThrow(
      'cannot listen on 192.0.2.1:8080: ',
    );
  });

  test('close stops accepting and frees the port, and may be called twice', async () => {
    // Named, and not 0: uWebSockets.js sets SO_REUSEADDR only then, without which a restart waits a minute.
    const server = await serve(echoRequest, { port: await reservePort() });
    const idle = call(server);
    expect((await idle.write(post('/', 'x')).reply()).status).toBe(200);
    await Promise.all([server.close(1000), server.close(1000)]);
    await idle.close();
    const refused = call(server);
    await refused.close();
    expect(refused.received).toBe('');
    await serve(echoRequest, { port: server.port });
  });

  test('close waits for replies under way, and answers what still arrives on open connections', async () => {
    const held = new HeldReplies();
    const server = await serve(held.handle);
    const slow = call(server).write(post('/', 'slow'));
    const slowReply = await held.next();
    const idle = call(server).write(post('/', 'x'));
    (await held.next()).send(200, 'before');
    expect((await idle.reply()).body).toBe('before');

    let isClosed = false;
    const closed = server.close(5000).then((cut) => (isClosed = cut === 0));
    await expect.poll(() => listens(server.port)).toBe(false);
    idle.write(post('/', 'late'));
    (await held.next()).send(200, 'late but answered');
    const late = await idle.reply();
    expect(late.statusLine).toBe('HTTP/1.1 200 OK');
    expect(late.body).toBe('late but answered');
    expect(late.headers.connection).toBe('close');
    await idle.close();
    expect(isClosed).toBe(false);

    slowReply.send(200, 'slow but whole');
    const reply = await slow.reply();
    expect(reply.body).toBe('slow but whole');
    expect(reply.headers.connection).toBe('close');
    expect(await closed).toBe(true);
    await slow.close();
  });

  // Over TLS a shutdown waits for handshakes, too: there it would end with the grace alone, which never ends here.
  if (!isTls)
    test('a request that crosses the shutdown is answered, though no reply is owed by then', async () => {
      const server = await serve(echoRequest, { idleGraceMs: 2 * DEADLINE_MS });
      const [crossing, idle] = [call(server), call(server)];
      for (const caller of [crossing, idle]) expect((await caller.write(post('/', 'x')).reply()).status).toBe(200);
      const closed = server.close(2 * DEADLINE_MS);
      await expect.poll(() => listens(server.port)).toBe(false);
      const reply = await crossing.write(post('/', 'crossing')).reply();
      expect([reply.status, reply.headers.connection]).toEqual([200, 'close']);
      await crossing.close();
      expect(idle.closed).toBe(false);
      await idle.cut();
      expect(await closed).toBe(0);
    });

  test('idle connections are closed by a shutdown, long before its time is over', async () => {
    const server = await serve(echoRequest);
    const idle = call(server);
    expect((await idle.write(post('/', 'x')).reply()).status).toBe(200);
    const closed = server.close(2 * DEADLINE_MS);
    await idle.close();
    expect(await closed).toBe(0);
  });

  // uWebSockets.js closes a connection with a request behind one that is not answered yet.
  if (name.startsWith('node:http'))
    test('what is pipelined behind a request is answered before a shutdown closes the connection', async () => {
      const held = new HeldReplies();
      const server = await serve(held.handle);
      const caller = call(server).write(post('/1', 'a') + post('/2', 'b'));
      const replies = [await held.next(), await held.next()];
      const closed = server.close(5000);
      await expect.poll(() => listens(server.port)).toBe(false);
      for (const [index, reply] of replies.entries()) reply.send(200, `${index}`);
      expect((await caller.reply()).body).toBe('0');
      expect((await caller.reply()).body).toBe('1');
      expect(await closed).toBe(0);
    });

  test('a server that has drained and resumes is as before', async () => {
    const server = await serve(echoRequest, { port: await reservePort() });
    for (let round = 0; round < 2; round += 1) {
      const open = call(server);
      expect((await open.write(post('/', 'x')).reply()).status).toBe(200);
      const drained = server.drain(5000);
      await expect.poll(() => listens(server.port)).toBe(false);
      await drained;
      await server.resume();
      expect(await listens(server.port)).toBe(true);
      const reply = await call(server).write(post('/', 'x')).reply();
      expect([reply.status, reply.headers.connection]).not.toContain('close');
    }
    await stillServes(server);
    expect(await server.close(5000)).toBe(0);
  });

  test('close waits until a large reply is written, sent before it or after', async () => {
    const held = new HeldReplies();
    const server = await serve(held.handle);
    const body = Buffer.alloc(LARGE_BYTES, 'x');
    const slow = [call(server), call(server)];
    const replies: Reply[] = [];
    for (const caller of slow) {
      caller.write(post('/', 'x'));
      replies.push(await held.next());
      caller.socket.pause();
    }
    replies[0]!.send(200, body);
    const closed = server.close(60_000);
    replies[1]!.send(200, body);
    await lull(50);
    for (const caller of slow) caller.socket.resume();
    for (const caller of slow) expect((await caller.reply()).body.length).toBe(body.length);
    expect(await closed).toBe(0);
  });

  test('close cuts what is not answered in time, and a later send is harmless', async () => {
    const held = new HeldReplies();
    const server = await serve(held.handle);
    const caller = call(server).write(post('/', 'x'));
    const reply = await held.next();
    expect(await server.close(100)).toBe(1);
    await caller.close();
    expect(caller.received).toBe('');
    reply.send(200, 'too late');
    await lull(20);
  });
};
