// Catches: a listener with more connections than it may have, one that closes a connection whose reply is owed, or one
// that keeps a new caller out while others are idle.
import { expect, test } from 'vitest';
import { ConnectionLimit } from '../../../src/http/transport/connection-limit.ts';
import type { Reply } from '../../../src/http/transport/transport.ts';
import type { Caller } from '../caller.ts';
import { post } from '../caller.ts';
import { lull } from '../../harness/until.ts';
import { HeldReplies, echoRequest } from './both-transports.ts';
import type { TransportUnderTest } from './both-transports.ts';

/** uWebSockets.js closes idle ones in groups of a 32nd. */
const MAX = 64;
/** Where it makes no difference how many a group has. */
const FEW = 32;

const open = (callers: readonly Caller[]): number => callers.filter(({ closed }) => !closed).length;

export const connectionLimit = ({ name, isThreaded, isShared, serve, call }: TransportUnderTest): void => {
  // Several threads close idle connections of their own: test/http/threads/io-threads.test.ts.
  if (!isShared)
    test('idle connections are closed for new ones, the oldest first', async () => {
      const connections = new ConnectionLimit(MAX);
      const server = await serve(echoRequest, { connections });
      const callers: Caller[] = [];
      for (let caller = 0; caller < MAX; caller++) {
        callers.push(call(server).write(post('/', 'x')));
        expect((await callers.at(-1)!.reply()).status).toBe(200);
      }
      expect(open(callers)).toBe(MAX);
      expect((await call(server).write(post('/', 'x')).reply()).status).toBe(200);
      const left = MAX - (name === 'node:http' ? 1 : 2);
      expect(connections.open).toBe(left + 1);
      await expect.poll(() => open(callers)).toBe(left);
      expect(callers[0]!.closed).toBe(true);
      for (let more = 0; more < MAX; more++)
        expect((await call(server).write(post('/', 'x')).reply()).status).toBe(200);
      await expect.poll(() => open(callers)).toBe(0);
    });

  test('a connection that is owed a reply stays, and where all are, a new one is closed', async () => {
    const held = new HeldReplies();
    const connections = new ConnectionLimit(FEW);
    const server = await serve(held.handle, { connections });
    const busy: Caller[] = [];
    const replies: Reply[] = [];
    while (busy.length < FEW) {
      busy.push(call(server).write(post('/', 'x')));
      replies.push(await held.next());
    }
    const refused = call(server).write(post('/', 'x'));
    await refused.close();
    expect(refused.received).toBe('');
    expect(open(busy)).toBe(FEW);
    expect(connections.cut).toBe(1);

    for (const reply of replies.slice(FEW / 2)) reply.send(200, 'done');
    for (const caller of busy.slice(FEW / 2)) expect((await caller.reply()).body).toBe('done');
    const next = held.next();
    let taken: Caller;
    let reply: Reply | undefined;
    let tries = 0;
    do {
      taken = call(server).write(post('/', 'x'));
      reply = await Promise.race([next, taken.close().then(() => undefined)]);
    } while (reply === undefined && ++tries < 100);
    // The thread that the system gives it to may have no idle connection of its own.
    if (!isShared) expect(tries).toBe(0);
    reply!.send(200, 'taken');
    expect((await taken.reply()).body).toBe('taken');
    expect(open(busy.slice(0, FEW / 2))).toBe(FEW / 2);
    for (const reply of replies.slice(0, FEW / 2)) reply.send(200, 'late');
    for (const caller of busy.slice(0, FEW / 2)) expect((await caller.reply()).body).toBe('late');
  });

  test('connections that have gone leave their room', async () => {
    const connections = new ConnectionLimit(FEW);
    const held = new HeldReplies();
    const server = await serve(held.handle, { connections });
    for (let round = 0; round < 3; round += 1) {
      const callers = Array.from({ length: FEW }, () => call(server).write(post('/', 'x')));
      for (const _ of callers) await held.next();
      for (const caller of callers) await caller.cut();
      await expect.poll(() => connections.open).toBe(0);
    }
    const last = call(server).write(post('/', 'x'));
    (await held.next()).send(200, 'room');
    expect((await last.reply()).body).toBe('room');
  });

  // Idle connections of another thread stay.
  if (!isThreaded)
    test('the limit is one for all listeners', async () => {
      const connections = new ConnectionLimit(FEW);
      const first = await serve(echoRequest, { connections });
      const second = await serve(echoRequest, { connections });
      const callers = Array.from({ length: FEW }, () => call(first));
      await expect.poll(() => connections.open).toBe(FEW);
      expect((await call(second).write(post('/', 'x')).reply()).status).toBe(200);
      await expect.poll(() => open(callers)).toBeLessThan(FEW);
      expect(open(callers)).toBeGreaterThan(0);
    });

  test('an event stream is no idle connection while others are', async () => {
    // Each of several threads is to have idle ones.
    const max = isShared ? MAX : FEW;
    const connections = new ConnectionLimit(max);
    const server = await serve(
      (incoming, reply) =>
        void (incoming.path === '/events'
          ? reply.eventStream('text/event-stream')?.write(':\n\n')
          : reply.send(200, '')),
      { connections },
    );
    const stream = call(server).write(post('/events', ''));
    for (let more = 0; more < max + 8; more++)
      expect((await call(server).write(post('/', 'x')).reply()).status).toBe(200);
    await lull(50);
    expect(stream.closed).toBe(false);
  });
};
