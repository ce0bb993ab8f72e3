// Slow bodies at the default limit. uWebSockets.js has a clock of its own for them that goes in steps of 4 s, so
// callers begin at every second of one; all wait at once.

import { describe, expect, test } from 'vitest';
import type { Listener } from '../../../src/http/transport/transport.ts';
import { BODY_BYTES_MAX, tell, transports, wait } from './both-transports.ts';
import { Caller, request } from '../caller.ts';

const BODY_MS_MAX = 10_000;

const drip = async (caller: Caller, bytes: number, everyMs: number, times: number): Promise<void> => {
  for (let sent = 0; sent < times && !caller.closed; sent++) {
    await wait(everyMs);
    if (!caller.closed) caller.write('x'.repeat(bytes));
  }
};

describe.concurrent.each(transports)('$name', ({ listen }) => {
  const serving = async (bodyTimeoutMs: number, use: (server: Listener) => Promise<unknown>): Promise<void> => {
    const server = await listen({ host: '127.0.0.1', port: 0, bodyBytesMax: BODY_BYTES_MAX, bodyTimeoutMs }, tell);
    await use(server);
    // Nothing is still counted as under way.
    const start = performance.now();
    await server.close(5000);
    expect(performance.now() - start).toBeLessThan(1000);
  };
  const begun = ({ port }: Listener, length: number): Caller =>
    new Caller(port).write(request('POST', '/', [`Content-Length: ${length}`]));

  test('every slow body is answered 408 when its time is over, whenever it began', () =>
    serving(BODY_MS_MAX, async (server) => {
      const late = async (afterMs: number, bytes: number, everyMs: number): Promise<void> => {
        await wait(afterMs);
        const start = performance.now();
        const caller = begun(server, BODY_BYTES_MAX);
        const [reply] = await Promise.all([caller.reply(), drip(caller, bytes, everyMs, Infinity)]);
        const tookMs = performance.now() - start;
        expect(reply).toMatchObject({
          status: 408,
          headers: { connection: 'close' },
          body: expect.stringContaining('"BODY_TOO_SLOW"'),
        });
        expect(tookMs).toBeGreaterThan(BODY_MS_MAX - 100);
        // A drip ends with its pause.
        expect(tookMs).toBeLessThan(BODY_MS_MAX + 1500 + everyMs);
        await caller.close();
      };
      const senders = [
        [0, 1000],
        [1, 200],
        [1, 2000],
        [1000, 200],
      ] as const;
      await Promise.all(
        [0, 1000, 2000, 3000].flatMap((afterMs) => senders.map(([bytes, everyMs]) => late(afterMs, bytes, everyMs))),
      );
    }));

  test('a longer limit is kept too: what arrives slowly within it is answered', () =>
    serving(2 * BODY_MS_MAX, async (server) => {
      const caller = begun(server, 28);
      await drip(caller, 1, 500, 28);
      expect(JSON.parse((await caller.reply()).body)).toMatchObject({ length: 28 });
      await drip(caller.write(request('POST', '/', ['Content-Length: 2'])), 1, 100, 2);
      expect((await caller.reply()).status).toBe(200);
      await caller.cut();
    }));
});
