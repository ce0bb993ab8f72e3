// Would catch a request that is held for ever, held beyond the memory for it, answered twice, or answered with another
// body than it came with.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RequestGate } from '../../src/http/request-gate.ts';
import type { IncomingRequest, Reply } from '../../src/http/transport/transport.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

class Caller implements Reply {
  readonly replies: (readonly [status: number, body: string])[] = [];
  readonly body: Buffer;

  constructor(gate: RequestGate, text: string) {
    this.body = Buffer.from(text);
    gate.handle({ method: 'POST', path: '/', headers: new Map(), body: this.body } as unknown as IncomingRequest, this);
    // As the buffer of a transport, which serves the next request.
    this.body.fill('-');
  }

  send(status: number, body: Uint8Array | string): void {
    this.replies.push([status, String(body)]);
  }

  eventStream(): undefined {}
  stream(): undefined {}
}

const echo = (request: IncomingRequest, reply: Reply): void => reply.send(200, Buffer.from(request.body).toString());
const gateOf = (limits: Partial<ConstructorParameters<typeof RequestGate>[0]> = {}): RequestGate =>
  new RequestGate({ bytesMax: 1_000_000, timeoutMs: 1000, ...limits });

test('what waits is answered in order once it opens, a few in each turn, and what comes then at once', async () => {
  const gate = gateOf();
  const early = Array.from({ length: 200 }, (_, index) => new Caller(gate, `early ${index}`));
  expect(gate.waiting).toBe(200);
  gate.open(echo);
  const answered = (): number => early.filter(({ replies }) => replies.length > 0).length;
  expect(answered()).toBeLessThan(200);
  expect(new Caller(gate, 'late').replies).toEqual([[200, 'late']]);
  await vi.runAllTimersAsync();
  for (const [index, { replies }] of early.entries()) expect(replies).toEqual([[200, `early ${index}`]]);
  expect(vi.getTimerCount()).toBe(0);
});

test('who waits for too long, or finds the memory used up, is told to try again, and others are not', async () => {
  const codes: string[] = [];
  const gate = gateOf({ bytesMax: 10_000, refused: (code) => codes.push(code) });
  const [patient, large] = [new Caller(gate, 'x'), new Caller(gate, 'x'.repeat(9000))];
  expect(large.replies).toEqual([[503, expect.stringContaining('STARTING_UP')]]);
  await vi.advanceTimersByTimeAsync(600);
  const later = new Caller(gate, 'y');
  await vi.advanceTimersByTimeAsync(600);
  expect(patient.replies).toEqual([[503, expect.stringContaining('STARTING_UP')]]);
  expect(gate.waiting).toBe(1);
  // What was refused gives its memory back.
  const again = Array.from({ length: 3 }, () => new Caller(gate, 'z'));
  gate.open(echo);
  await vi.runAllTimersAsync();
  expect(patient.replies).toHaveLength(1);
  expect([later, ...again].map(({ replies }) => replies)).toEqual([[[200, 'y']], ...again.map(() => [[200, 'z']])]);
  expect(codes).toEqual(['STARTING_UP', 'STARTING_UP']);
});

test('a shop that does not open refuses what waits and what still comes', () => {
  const gate = gateOf();
  const early = new Caller(gate, 'x');
  gate.refuse('SHUTTING_DOWN');
  const late = new Caller(gate, 'x');
  for (const { replies } of [early, late]) expect(replies).toEqual([[503, expect.stringContaining('SHUTTING_DOWN')]]);
  expect(gate.waiting).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});
