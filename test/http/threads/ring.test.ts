// Rings in shared memory: would catch a record that is lost, cut, doubled, out of order or overwritten under its
// reader, also where the ring wraps around or is full, and a sleeper that nobody wakes.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RING_BYTES_MIN, RingReader, RingWriter, newRing } from '../../../src/http/threads/ring.ts';
import { startThread } from '../../../src/outside/threads/start-thread.ts';
import { runs } from '../../harness/effort.ts';
import '../../outside/threads/compiled-threads.ts';
import { fill, lengthOf } from './written-records.ts';
import type { Writing } from './written-records.ts';

const SMALL = 4096;

const isFilled = (bytes: Buffer, start: number, length: number, seed: number): boolean => {
  for (let at = 0; at < length; at += 1) if (bytes[start + at] !== ((seed * 31 + at * 7) & 255)) return false;
  return true;
};

const step = fc.oneof(
  fc.record({ type: fc.constant('write' as const), length: fc.integer({ min: 0, max: 900 }), spare: fc.nat(100) }),
  fc.record({ type: fc.constant('drain' as const), max: fc.integer({ min: 1, max: 20 }) }),
  fc.record({ type: fc.constant('sleep' as const) }),
);

describe('a ring', () => {
  test('gives its reader every record, once, whole and in order, and says truly whether there is room', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 50, maxLength: 400 }), fc.nat(2 ** 32 - 1), (steps, start) => {
        const memory = newRing(SMALL);
        // Positions are numbers modulo 2^32: begin anywhere, also just before they wrap around.
        const begin = (start & ~7) | 0;
        new Int32Array(memory)[0] = begin;
        new Int32Array(memory)[16] = begin;
        let [wokenReader, wokenWriter, isAsleep, isStarved] = [0, 0, false, false];
        const writer = new RingWriter(memory, () => (wokenReader += 1));
        const reader = new RingReader(memory, () => (wokenWriter += 1));
        const model: { readonly number: number; readonly length: number }[] = [];
        let number = 0;
        const take = (kind: number, exchange: number, generation: number, at: number, length: number): void => {
          const expected = model.shift()!;
          expect([kind, exchange, generation, length]).toEqual([
            1 + (expected.number % 5),
            expected.number,
            ~expected.number,
            expected.length,
          ]);
          expect(isFilled(reader.bytes, at, length, expected.number)).toBe(true);
        };
        for (const given of steps)
          switch (given.type) {
            case 'write': {
              // More is reserved than is used, as for texts whose length in bytes is not known before.
              const at = writer.reserve(given.length + given.spare);
              if (at < 0) {
                // No room is said only where a record could not be placed, wherever the ring wraps around.
                expect(writer.usedBytes + 2 * (given.length + given.spare + 32)).toBeGreaterThan(SMALL);
                isStarved = true;
                break;
              }
              isStarved = false;
              fill(writer.bytes, at, given.length, number);
              const before = wokenReader;
              writer.publish(1 + (number % 5), number, ~number, given.length);
              expect(wokenReader - before).toBe(isAsleep ? 1 : 0);
              isAsleep = false;
              model.push({ number, length: given.length });
              number += 1;
              break;
            }
            case 'drain': {
              const [before, waiting] = [wokenWriter, model.length];
              const count = reader.drain(take, given.max);
              expect(count).toBe(Math.min(given.max, waiting));
              // One that found room after all is woken once too often, which harms nobody.
              if (isStarved && waiting > 0) expect(wokenWriter - before).toBe(1);
              else expect(wokenWriter - before).toBeLessThanOrEqual(1);
              if (waiting > 0) isStarved = false;
              break;
            }
            case 'sleep':
              expect(reader.sleep()).toBe(model.length === 0);
              isAsleep = model.length === 0;
              break;
            default:
              given satisfies never;
          }
        while (model.length > 0) reader.drain(take, 3);
        expect(reader.drain(take, 1)).toBe(0);
        expect(writer.usedBytes).toBe(0);
      }),
      { numRuns: runs(100) },
    );
  });

  test('between two threads loses nothing, whoever is faster, and wakes who sleeps', async () => {
    const count = runs(100) * 1000;
    const memory = newRing(RING_BYTES_MIN);
    const file = new URL('./writing-thread.ts', import.meta.url);
    const worker = startThread(file, { memory, count } satisfies Writing);
    const reader = new RingReader(memory, () => worker.postMessage('go'));
    let [next, wrong] = [0, 0];
    const take = (_kind: number, exchange: number, _generation: number, at: number, length: number): void => {
      if (exchange !== next || length !== lengthOf(next) || !isFilled(reader.bytes, at, length, next)) wrong += 1;
      next += 1;
    };
    await new Promise<void>((resolve, reject) => {
      const go = (): void => {
        reader.drain(take, 1 + (next % 40));
        if (next >= count) return resolve();
        if (!reader.sleep()) setImmediate(go);
      };
      worker.on('message', (text: string) => text === 'wake' && go());
      worker.on('error', reject);
      go();
    });
    await worker.terminate();
    expect([next, wrong]).toEqual([count, 0]);
  });
});
