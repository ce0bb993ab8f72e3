// I/O threads: would catch a reply that reaches another caller than its own, one that is lost where rings are full,
// a fault of one thread that ends the shop or the connections of others, and a thread that nobody replaces.
import { Agent } from 'node:http';
import { describe, expect, test } from 'vitest';
import { canShareNode } from '../../../src/http/transport/node-transport.ts';
import type { RequestHandler } from '../../../src/http/transport/transport.ts';
import { ConnectionLimit } from '../../../src/http/transport/connection-limit.ts';
import { HandshakeCount } from '../../../src/http/transport/handshakes.ts';
import { Meter } from '../../../src/engine/maintenance/usage-counter.ts';
import { newVersioned, touch } from '../../../src/kernel/versioned.ts';
import { startThread } from '../../../src/outside/threads/start-thread.ts';
import type { ReplyPublisher } from '../../../src/operations/dispatch/reply-publisher.ts';
import { sample, size } from '../../harness/effort.ts';
import { Caller, post } from '../caller.ts';
import { newCertificate } from '../certificates.ts';
import { halfOpen } from '../half-open.ts';
import { digest } from '../transport/both-transports.ts';
import { hasUws } from '../transport/transports.ts';
import { sent } from './sent.ts';
import { Threaded } from './threaded.ts';

const LIMITS = { host: '127.0.0.1', port: 0, bodyBytesMax: 2_000_000, bodyTimeoutMs: 5000 };

/** Answers with what it got, after a while that differs, so that replies leave in another order. */
const echo: RequestHandler = ({ body }, reply) => {
  const bytes = Buffer.from(body);
  const answer = (): void => reply.send(200, bytes, 'application/octet-stream');
  if (bytes.length % 3 === 0) answer();
  else setTimeout(answer, bytes.length % 7);
};

const TRANSPORTS = (['uws', 'node'] as const).filter((transport) => (transport === 'uws' ? hasUws : canShareNode()));

describe.each(TRANSPORTS)('%s on threads', (transport) => {
  test('give every caller its own reply, of any length, also while rings are full', async () => {
    const server = await Threaded.listen(LIMITS, echo, { transport, threads: 3 });
    const agent = new Agent({ keepAlive: true, maxSockets: 30 });
    // Together many times what a ring holds.
    const lengths = [0, 1, 200, 2000, 65_535, 65_536, 65_537, 300_000, 1_500_000];
    const lengthOf = (index: number): number => lengths[Math.floor(index / 3) % lengths.length]!;
    const calls = sample(Array.from({ length: size(81, 180) }, (_, index) => Buffer.alloc(lengthOf(index), index)));
    const replies = await Promise.all(calls.map((body) => sent(server.port, agent, body)));
    expect(replies.map(digest)).toEqual(calls.map(digest));
    agent.destroy();
    await server.close();
  });

  // Catches a request, or the connection that brought it, that is lost because nobody reads the ring for a while.
  test('keep what has no room while the deciding thread is busy', async () => {
    const server = await Threaded.listen(LIMITS, echo, { transport, threads: 2 });
    const agent = new Agent({ keepAlive: true, maxSockets: 200 });
    await sent(server.port, agent, Buffer.from('first'));
    // Together several times what both rings hold.
    const calls = Array.from({ length: 200 }, (_, index) => Buffer.alloc(15_000, index));
    const gate = new Int32Array(new SharedArrayBuffer(4));
    const worker = startThread(new URL('./calling-thread.ts', import.meta.url), { port: server.port, calls, gate });
    await new Promise((resolve) => worker.once('message', resolve));
    // Not before: this thread would read some of them, and the rings would lack as many.
    Atomics.store(gate, 0, 1);
    Atomics.notify(gate, 0);
    server.blockUntilFull(15_000);
    const replies = await new Promise<Uint8Array[]>((resolve) => worker.once('message', resolve));
    expect(replies.map(digest)).toEqual(calls.map(digest));
    await worker.terminate();
    agent.destroy();
    await server.close();
  });

  test('a caller that leaves at any moment harms nobody', async () => {
    const server = await Threaded.listen(LIMITS, echo, { transport, threads: 2 });
    const bytes = Buffer.from(post('/srv/service/', 'x'.repeat(500)));
    const agent = new Agent({ keepAlive: true });
    for (let length = 1; length <= bytes.length; length += 17) {
      const leaving = new Caller(server.port);
      leaving.write(bytes.subarray(0, length));
      const body = Buffer.from(`still ${length}`);
      expect((await sent(server.port, agent, body)).equals(body)).toBe(true);
      await leaving.cut();
    }
    agent.destroy();
    expect(await server.close()).toBe(0);
  });

  // Catches a flood of idle connections that keeps others out, on whichever thread those arrive.
  test('make room for new connections by closing idle ones', async () => {
    const connections = new ConnectionLimit(size(30, 120));
    const server = await Threaded.listen({ ...LIMITS, connections }, echo, { transport, threads: 3 });
    const callers: Caller[] = [];
    for (let count = 0; count < size(150, 600); count += 1) {
      const caller = new Caller(server.port).write(post('/srv/service/', 'x'));
      callers.push(caller);
      expect((await caller.reply()).status).toBe(200);
      expect(connections.open).toBeLessThanOrEqual(size(30, 120));
    }
    // How many of those that are open are a thread's is a random walk; how many came to it is not.
    await expect.poll(() => server.figures().every(({ requests }) => requests > size(20, 100))).toBe(true);
    await Promise.all(callers.map((caller) => caller.cut()));
    await server.close();
  });

  test('one that faults takes its own connections with it, and another one takes its place', async () => {
    const lost: string[] = [];
    const server = await Threaded.listen(LIMITS, echo, { transport, threads: 2, lost: (reason) => lost.push(reason) });
    const agents = Array.from({ length: 12 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
    const ask = (agent: Agent): Promise<string> =>
      sent(server.port, agent, Buffer.from('abc')).then(String, (error: Error) => error.message);
    for (const agent of agents) expect(await ask(agent)).toBe('abc');
    // A record that no version writes.
    server.breakThread(0);
    await expect.poll(() => lost.length).toBe(1);
    expect(lost[0]).toContain('a record of kind 99');
    await expect.poll(() => server.figures().length).toBe(2);
    // Connections of the other thread go on, those that were cut are opened again.
    for (const agent of agents) if ((await ask(agent)) !== 'abc') expect(await ask(agent)).toBe('abc');
    await expect
      .poll(async () => {
        await Promise.all(agents.map((agent) => (agent.destroy(), ask(agent))));
        return server.figures().every(({ requests }) => requests > 0);
      })
      .toBe(true);
    for (const agent of agents) agent.destroy();
    await server.close();
    expect(server.connections.open).toBe(0);
  });
});

// Catches a read that a thread answers before the write in front of it is decided: uWebSockets.js closes instead.
test.each(hasUws ? (['uws', 'node'] as const) : (['node'] as const))(
  'over %s a published reply is not sent in front of a write of its own connection',
  async (transport) => {
    const [node, meter] = [newVersioned(), new Meter()];
    let value = 0;
    let publisher: ReplyPublisher | undefined = undefined;
    const receive: RequestHandler = ({ body }, reply) => {
      const call = Buffer.from(body).toString('latin1');
      if (call.startsWith('request=set')) touch(node, (value += 1));
      const bytes = Buffer.from(`value ${value}`);
      if (call.startsWith('request=get')) publisher?.publish({ call, bytes, readSet: [node], operation: 'get', meter });
      reply.send(200, bytes);
    };
    const server = await Threaded.listen(LIMITS, receive, { transport, threads: 1 });
    ({ publisher } = server.asListener);
    const form = (body: string): string =>
      post('/srv/service/', body, ['Content-Type: application/x-www-form-urlencoded']);
    const caller = new Caller(server.port);
    for (let times = 0; times < 3; times += 1)
      expect((await caller.write(form('request=get_value')).reply()).body).toBe('value 0');
    // A thread counts what it has sent after it has sent it.
    let counted = 0;
    await expect
      .poll(() => (server.asListener.publisher.takeCounts((_operation, _meter, calls) => (counted += calls)), counted))
      .toBe(2);
    caller.write(form('request=set') + form('request=get_value'));
    if (transport === 'node') {
      expect((await caller.reply()).body).toBe('value 1');
      expect((await caller.reply()).body).toBe('value 1');
    }
    await caller.cut();
    await server.close();
  },
);

test('a port that is taken is refused, by a thread as by the shop', async () => {
  const transport = hasUws ? 'uws' : 'node';
  const server = await Threaded.listen(LIMITS, echo, { transport, threads: 1 });
  await expect(Threaded.listen({ ...LIMITS, port: server.port }, echo, { transport, threads: 2 })).rejects.toThrow(
    `cannot listen on 127.0.0.1:${server.port}`,
  );
  await server.close();
});

test('a thread on node:https counts its handshakes for the shop', async () => {
  const handshakes = new HandshakeCount();
  const tls = await newCertificate('thread');
  const server = await Threaded.listen({ ...LIMITS, tls, handshakes }, echo, { transport: 'node', threads: 1 });
  const half = await halfOpen(server.port);
  await expect.poll(() => handshakes.open).toBe(1);
  half.destroy();
  await expect.poll(() => handshakes.open).toBe(0);
  await server.close();
});
