// Bodies that arrive slowly. Would catch: one that is closed without the reply 408, one within its limit that is not
// answered, and one that is counted as under way for ever.
//
// That uWebSockets.js's own clock of 8 to 12 s ends no body is shown by body-timeouts.test.ts in ticks, and by
// slow-body.long.test.ts in seconds.
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Listen, Listener } from '../../../src/http/transport/transport.ts';
import { BODY_BYTES_MAX, echoRequest } from './both-transports.ts';
import { Caller, request } from '../caller.ts';

const LIMIT_STEPS = 10;

const dripping =
  (stepMs: number) =>
  async (caller: Caller, bytes: number, everySteps: number, times: number): Promise<void> => {
    for (let sent = 0; sent < times && !caller.closed; sent++) {
      await pause(everySteps * stepMs);
      if (!caller.closed) caller.write('x'.repeat(bytes));
    }
  };

/** `stepMs`: one step of a slow sender; a limit is a number of them. */
export const slowBodies = (
  transports: readonly { readonly name: string; readonly listen: Listen }[],
  stepMs: number,
): void =>
  describe.concurrent.each(transports)('$name', ({ listen }) => {
    const drip = dripping(stepMs);
    const serving = async (limitSteps: number, use: (server: Listener) => Promise<unknown>): Promise<void> => {
      const bodyTimeoutMs = limitSteps * stepMs;
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
          await pause(afterSteps * stepMs);
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
      serving(100 * LIMIT_STEPS, async (server) => {
        const caller = begun(server, 28);
        await drip(caller, 1, 0.5, 28);
        expect(JSON.parse((await caller.reply()).body)).toMatchObject({ length: 28 });
        await drip(caller.write(request('POST', '/', ['Content-Length: 2'])), 1, 0.1, 2);
        expect((await caller.reply()).status).toBe(200);
        await caller.cut();
      }));
  });
