// Memory of large bodies on an I/O thread: would catch memory that is given back while a body still waits for room in
// the ring, a form that is longer than its body and counts as it, and a body that outlives its client because its turn
// has not come.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { DecidingEnd } from '../../../src/http/threads/deciding-end.ts';
import { HeldBodies } from '../../../src/http/threads/held-bodies.ts';
import { CODES, IoEnd } from '../../../src/http/threads/io-end.ts';
import type { PublishedRepliesReader } from '../../../src/http/threads/published-replies.ts';
import { RING_BYTES_MIN, newRing } from '../../../src/http/threads/ring.ts';
import { BodyMemoryBudget } from '../../../src/http/transport/body-buffer.ts';
import { NO_HEADERS, OPERATIONS_PATH } from '../../../src/http/transport/transport.ts';
import type { HeldBody, IncomingRequest, Reply } from '../../../src/http/transport/transport.ts';
import { must } from '../../../src/kernel/result.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const LIMITS = { bodyFieldsMax: 200, fieldNameBytesMax: 256 };
const TURN_BYTES_MAX = 64 * 1_048_576;
const ALL = 1000;
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const requestOf = (text: string): IncomingRequest => ({
  method: 'POST',
  path: OPERATIONS_PATH,
  query: '',
  contentType: 'application/x-www-form-urlencoded',
  contentEncoding: '',
  idempotencyKey: '',
  clientAddress: '',
  socketAddress: '',
  traceparent: '',
  headers: NO_HEADERS,
  body: Buffer.from(text),
});

/** Both ends of an I/O thread in this one; `bodies` are what the deciding end may ask for. */
const newThread = (bytesMax = Infinity) => {
  const [requests, replies] = [newRing(RING_BYTES_MIN), newRing(RING_BYTES_MIN)];
  const budget = new BodyMemoryBudget(bytesMax);
  const bodies: HeldBody[] = [];
  const deciding = new DecidingEnd({
    requests,
    replies,
    codes: CODES,
    handle: ({ held }) => {
      must(held !== undefined, 'the body is kept');
      bodies.push(held);
    },
    refused: () => {},
    wake: () => {},
  });
  const io = new IoEnd({
    requests,
    replies,
    keepsBytes: true,
    cached: { answer: () => false } as unknown as PublishedRepliesReader,
    bodies: new HeldBodies(LIMITS, TURN_BYTES_MAX, budget),
    wake: () => {},
  });
  const send = async (text: string): Promise<Reply> => {
    const reply: Reply = { send: () => {}, stream: () => undefined, eventStream: () => undefined };
    io.handle(requestOf(text), reply);
    await nextTurn();
    deciding.drain(ALL);
    return reply;
  };
  return { io, deciding, bodies, budget, send };
};

test('a body counts until its last byte is in the ring, or its client goes', async () => {
  const { io, deciding, bodies, budget, send } = newThread();
  const length = 300_000;
  const texts = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(length));
  const replies: Reply[] = [];
  for (const text of texts) replies.push(await send(text));
  expect([bodies.length, budget.reservedBytes]).toEqual([4, 4 * length]);
  const arrived: string[] = [];
  for (const held of bodies) held.bytes((bytes) => arrived.push(Buffer.from(bytes).toString()));
  io.drain(ALL);
  expect(budget.reservedBytes, 'the ring has room for one and a part of the next').toBe(3 * length);
  io.gone(replies[1]!);
  expect(budget.reservedBytes).toBe(2 * length);
  for (let turn = 0; turn < 10; turn += 1) {
    deciding.drain(ALL);
    io.drain(ALL);
  }
  expect(arrived).toEqual([texts[0], texts[2], texts[3]]);
  expect(budget.reservedBytes).toBe(0);
});

/** A letter beyond Latin-1 makes every letter of a text take two bytes. */
const WIDE = `${'x'.repeat(200_000)}%E2%82%AC`;

test('a form that is longer than its body counts by its own length', async () => {
  const { io, deciding, bodies, budget, send } = newThread();
  await send('y'.repeat(300_000));
  await send(`request=${WIDE}`);
  const forms: unknown[] = [];
  bodies[0]!.bytes(() => {});
  bodies[1]!.decode(({ read }) => forms.push(read()));
  io.drain(ALL);
  await nextTurn();
  expect(budget.reservedBytes, 'it waits for room').toBeGreaterThan(2 * 200_000);
  for (let turn = 0; turn < 10; turn += 1) {
    deciding.drain(ALL);
    io.drain(ALL);
  }
  expect(forms).toMatchObject([{ ok: true, value: { request: `${'x'.repeat(200_000)}€` } }]);
  expect(budget.reservedBytes).toBe(0);
});

test('one that has no room beside its body is refused', async () => {
  const { io, deciding, bodies, budget, send } = newThread(300_000);
  await send(`request=${WIDE}`);
  const forms: unknown[] = [];
  bodies[0]!.decode(({ read }) => forms.push(read()));
  io.drain(ALL);
  await nextTurn();
  deciding.drain(ALL);
  expect(forms).toMatchObject([{ ok: false, code: 'OVERLOADED' }]);
  expect(budget.reservedBytes).toBe(0);
});

test('a body whose client has gone is no longer held by what waits for its turn', async () => {
  const bodies = new HeldBodies(LIMITS, TURN_BYTES_MAX, new BodyMemoryBudget());
  const waiting = Array.from({ length: 9 }, () => bodies.hold(requestOf('x'.repeat(100_000))));
  let looked = 0;
  for (const held of waiting) bodies.scan(held, () => (looked += 1));
  const [kept, left] = waiting.slice(-2).map(({ body }) => new WeakRef(body!));
  waiting.at(-1)!.release();
  // What was looked at is held until its turn of the event loop ends.
  await nextTurn();
  collectGarbage();
  expect([kept!.deref() !== undefined, left!.deref() !== undefined]).toEqual([true, false]);
  for (let turn = 0; turn < 10; turn += 1) await nextTurn();
  expect(looked).toBe(8);
});
