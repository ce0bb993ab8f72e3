// Would catch: a reply that is overwritten before it was sent, memory that is never used again, and a poison mode that
// does not notice the mistakes which it is there for.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BufferPool, acquireBuffer, releaseBuffer } from '../../src/kernel/buffer-pool.ts';
import { POISON, PoisonedBufferPool } from './poisoned-buffer-pool.ts';

interface Held {
  readonly bytes: Buffer;
  readonly mark: number;
}

const isIntact = ({ bytes, mark }: Held): boolean => bytes.every((byte) => byte === mark);

describe.each([
  ['the pool', BufferPool],
  ['the poisoned pool', PoisonedBufferPool],
])('%s', (_name, Pool) => {
  test('never hands out memory that is in use, whatever the order of releases', () => {
    const step = fc.record({
      length: fc.oneof(
        fc.nat(3000),
        fc.integer({ min: 10_000, max: 20_000 }),
        fc.integer({ min: 30_000, max: 70_000 }),
      ),
      releases: fc.nat(3),
      from: fc.nat(),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 200 }), (steps) => {
        const pool = new Pool();
        const held: Held[] = [];
        steps.forEach(({ length, releases, from }, index) => {
          const bytes = pool.acquire(length);
          expect(bytes.length).toBe(length);
          const mark = (index % 200) + 1;
          held.push({ bytes: bytes.fill(mark), mark });
          for (let count = 0; count < releases && held.length > 0; count += 1) {
            const [sent] = held.splice(from % held.length, 1);
            expect(isIntact(sent!)).toBe(true);
            releaseBuffer(sent!.bytes);
          }
        });
        expect(held.every(isIntact)).toBe(true);
        for (const { bytes } of held) releaseBuffer(bytes);
      }),
    );
  });
});

test.each([2000, 50_000])('memory of %i bytes is used again once all of it was released', (length) => {
  const pool = new BufferPool();
  const blocks = new Set<ArrayBufferLike>();
  for (let round = 0; round < 1000; round += 1) {
    const bytes = pool.acquire(length);
    blocks.add(bytes.buffer);
    releaseBuffer(bytes);
  }
  expect(blocks.size).toBe(1);
});

test('bytes that are from no pool may be released', () => {
  releaseBuffer(Buffer.from('reply'));
  releaseBuffer(new Uint8Array(8));
  releaseBuffer(acquireBuffer(100_000));
});

describe('a planted mistake is found in poison mode', () => {
  test('all tests run in it', () => {
    const bytes = acquireBuffer(10).fill(1);
    releaseBuffer(bytes);
    expect([...bytes]).toEqual(Array.from({ length: 10 }, () => POISON));
    expect(() => releaseBuffer(bytes)).toThrow('a buffer was released twice');
  });

  test('a read after release gives nothing that can be taken for a reply', () => {
    const pool = new PoisonedBufferPool();
    const bytes = pool.acquire(20);
    bytes.write('{"status":"success"}');
    releaseBuffer(bytes);
    // Others go on using the pool.
    for (let round = 0; round < 30; round += 1) releaseBuffer(pool.acquire(20).fill('{'));
    expect(bytes.toString()).toBe('\ufffd'.repeat(20));
  });

  test('a second release throws, also through another view and after others went on', () => {
    const pool = new PoisonedBufferPool();
    const [first, second] = [pool.acquire(20), pool.acquire(20)];
    releaseBuffer(first);
    expect(() => releaseBuffer(first.subarray())).toThrow('a buffer was released twice');
    releaseBuffer(second);
    expect(() => releaseBuffer(second)).toThrow('a buffer was released twice');
  });

  test('a write after release throws when the memory is to be used again', () => {
    const pool = new PoisonedBufferPool();
    const bytes = pool.acquire(20);
    releaseBuffer(bytes);
    bytes[7] = 1;
    const goOn = (): void => {
      for (let round = 0; round < 100; round += 1) releaseBuffer(pool.acquire(20));
    };
    expect(goOn).toThrow('a buffer was written to after its release, at byte 7 of its block');
  });
});
