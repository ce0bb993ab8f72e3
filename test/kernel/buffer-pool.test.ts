import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { releaseBuffer, acquireBuffer } from '../../src/kernel/buffer-pool.ts';

interface Cut {
  readonly bytes: Buffer;
  readonly mark: number;
}

const isWhole = ({ bytes, mark }: Cut): boolean => bytes.every((byte) => byte === mark);

// Would catch: a piece that is cut again while one of its replies still waits for the disk, a count that is off by one
// where a piece is full, a piece among the spares twice.
test('no reply is written over before it is sent, whatever the order', () => {
  const step = fc.record({
    bytes: fc.oneof(fc.nat(3000), fc.integer({ min: 10_000, max: 20_000 })),
    send: fc.nat(3),
    from: fc.nat(),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 200 }), (steps) => {
      const waiting: Cut[] = [];
      steps.forEach(({ bytes: length, send, from }, at) => {
        const bytes = acquireBuffer(length);
        expect(bytes.length).toBe(length);
        const mark = (at % 255) + 1;
        waiting.push({ bytes: bytes.fill(mark), mark });
        for (let sent = 0; sent < send && waiting.length > 0; sent += 1) {
          const [cut] = waiting.splice(from % waiting.length, 1);
          expect(isWhole(cut!)).toBe(true);
          releaseBuffer(cut!.bytes);
        }
      });
      expect(waiting.every(isWhole)).toBe(true);
      for (const { bytes } of waiting) releaseBuffer(bytes);
    }),
    { numRuns: 500 },
  );
});

test('memory is cut again once all of it has passed', () => {
  const memories = new Set<ArrayBufferLike>();
  for (let at = 0; at < 1000; at += 1) {
    const bytes = acquireBuffer(2000);
    memories.add(bytes.buffer);
    releaseBuffer(bytes);
  }
  expect(memories.size).toBe(1);
});

test('bytes from elsewhere pass without a trace', () => {
  releaseBuffer(Buffer.from('reply'));
  releaseBuffer(new Uint8Array(8));
  releaseBuffer(acquireBuffer(100_000));
});
