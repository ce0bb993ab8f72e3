// Bodies that arrive slowly. Would catch: one that is closed without the reply 408, one within its limit that is not
// answered, and one that is counted as under way for ever.
//
// That uWebSockets.js's own clock of 8 to 12 s ends no body is shown by body-timeouts.test.ts in ticks, and here in
// seconds in the long run.
import { describe, expect, test } from 'vitest';
import type { Listener } from '../../../src/http/transport/transport.ts';
import { EFFORT } from '../../harness/effort.ts';
import { BODY_BYTES_MAX, echoRequest, transports, wait } from './both-transports.ts';
import { Caller, request } from '../caller.ts';

/** One step of a slow sender; a limit is a number of them. */
const STEP_MS = EFFORT === 'full' || EFFORT === 'nightly' ? 1000 : 60;
const LIMIT_STEPS = 10;

const drip = async (caller: Caller, bytes: number, everySteps: number, times: number): Promise<void> => {
  for (let sent = 0; sent < times && !caller.closed; sent++) {
    await wait(everySteps * STEP_MS);
    if (!caller.closed) caller.write('x'.repeat(bytes));
  }
};

describe.concurrent.each(transports)('$name', ({ listen }) => {
  const serving = async (limitSteps: number, use: (server: Listener) => Promise<unknown>): Promise<void> => {
    const bodyTimeoutMs = limitSteps * STEP_MS;
    const server = await listen(
      { host: '127.0.0.1', port: 0, bodyBytesMax: BODY_BYTES_MAX, bodyTimeoutMs },
      echoRequest,
    );
    await use(server);
    expect(await server.close(5000)).toBe(0);
  };
  const begun = ({ port }: Listener, length: number): Caller =>
    new Caller(port).write(request('POST', '/', [`Content-Length: ${length}`]));

  test('every slow body is answered 408, whenever it began', () =>
    serving(LIMIT_STEPS, async (server) => {
      const late = async (afterSteps: number, bytes: number, everySteps: number): Promise<void> => {
        await wait(afterSteps * STEP_MS);
        const caller = begun(server, BODY_BYTES_MAX);
        const [reply] = await Promise.all([caller.reply(), drip(caller, bytes, everySteps, Infinity)]);
        expect(reply).toMatchObject({
          status: 408,
          headers: { connection: 'close' },
          body: expect.stringContaining('"BODY_TOO_SLOW"'),
        });
        await caller.close();
      };
      const senders = [
        [0, 1],
        [1, 0.2],
        [1, 2],
        [1000, 0.2],
      ] as const;
      await Promise.all(
        [0, 1, 2, 3].flatMap((afterSteps) => senders.map(([bytes, every]) => late(afterSteps, bytes, every))),
      );
    }));

  test('what arrives slowly within a longer limit is answered', () =>
    serving(10 * LIMIT_STEPS, async (server) => {
      const caller = begun(server, 28);
      await drip(caller, 1, 0.5, 28);
      expect(JSON.parse((await caller.reply()).body)).toMatchObject({ length: 28 });
      await drip(caller.write(request('POST', '/', ['Content-Length: 2'])), 1, 0.1, 2);
      expect((await caller.reply()).status).toBe(200);
      await caller.cut();
    }));
});
