// Catches a replay that cannot be resumed after a kill, sells an item twice, or measures durations wrongly.
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { forEachConcurrently } from '../../bench/replay/concurrent.ts';
import { Histogram } from '../../bench/replay/latency.ts';
import { readyUrl } from '../../bench/replay/own-server.ts';
import { StateFile } from '../../bench/replay/state-file.ts';

const directory = mkdtempSync(join(tmpdir(), 'kontor-replay-test-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe('the state file', () => {
  const header = { replay: 1, file: 'f.csv', sha256: 'x', limit: 0, store: '', url: 'http://x', pid: 1 } as const;

  // Catches a state that does not survive a kill in the middle of a write.
  test('is the same after being cut off in the middle of a record', () => {
    const path = join(directory, 'cut.jsonl');
    const state = StateFile.create(path, header);
    state.record({ product: 'A 1.00', id: 4 });
    state.record({ ready: true });
    state.record({ sale: '1', session: 's' });
    state.record({ sale: '1', order: 10_001 });
    state.record({ sale: '2', session: 't' });
    state.close();
    appendFileSync(path, '{"sale":"2","ord');
    const again = StateFile.open(path);
    expect(again).toMatchObject({ header, ready: true, finished: false, pid: 1 });
    again?.record({ sale: '2', order: 10_002 });
    again?.close();
    const last = StateFile.open(path);
    expect([...(last?.orders ?? [])]).toEqual([
      ['1', 10_001],
      ['2', 10_002],
    ]);
    expect([...(last?.sessions ?? [])]).toEqual([
      ['1', 's'],
      ['2', 't'],
    ]);
    expect(last?.productIds.get('A 1.00')).toBe(4);
    last?.close();
  });

  test('a new run puts the old file aside', () => {
    const path = join(directory, 'aside.jsonl');
    StateFile.create(path, header).close();
    StateFile.create(path, { ...header, sha256: 'y' }).close();
    expect(readFileSync(`${path}.previous`, 'utf8')).toContain('"sha256":"x"');
    expect(StateFile.open(join(directory, 'none.jsonl'))).toBeUndefined();
  });

  test('another file is refused', () => {
    const path = join(directory, 'other.jsonl');
    writeFileSync(path, '{"a":1}\n');
    expect(() => StateFile.open(path)).toThrow(/no state file/);
    writeFileSync(path, 'text\n');
    expect(() => StateFile.open(path)).toThrow(/line 1 is no JSON/);
  });
});

const someDurationsUs = fc.array(fc.double({ min: 0.01, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 300 });

describe('measuring and running', () => {
  // Catches a bucket border that is off by one.
  test('a quantile is at most 1/64 above the exact one', () => {
    fc.assert(
      fc.property(someDurationsUs, fc.constantFrom(0.5, 0.99, 0.999, 1), (durations, share) => {
        const histogram = new Histogram();
        for (const duration of durations) histogram.record(duration);
        const exact = durations.toSorted((a, b) => a - b)[Math.ceil(share * durations.length) - 1] ?? 0;
        expect(histogram.count).toBe(durations.length);
        expect(histogram.quantileUs(share)).toBeGreaterThanOrEqual(exact);
        expect(histogram.quantileUs(share)).toBeLessThanOrEqual(exact + Math.max(1, exact / 64) + 1);
      }),
    );
  });

  // Catches an item that is skipped, done twice, or begun beyond the allowed number.
  test('every item is done once, so many at a time, until one fails', async () => {
    const done: number[] = [];
    let running = 0;
    let runningMost = 0;
    const task = async (item: number): Promise<void> => {
      running += 1;
      runningMost = Math.max(runningMost, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      done.push(item);
      if (item === 30) throw new Error('thirty');
    };
    const items = Array.from({ length: 25 }, (_, index) => index);
    await forEachConcurrently(items, 4, task);
    expect(done.toSorted((a, b) => a - b)).toEqual(items);
    expect(runningMost).toBe(4);
    await expect(forEachConcurrently([30, 31, 32, 33], 2, task)).rejects.toThrow('thirty');
    expect(done).not.toContain(33);
  });

  test('the ready line is told from others', () => {
    expect(readyUrl('kontor: ready at http://127.0.0.1:43211')).toBe('http://127.0.0.1:43211');
    expect(readyUrl('{"msg":"ready","url":"http://[::1]:80/"}')).toBe('http://[::1]:80/');
    expect(readyUrl('docs: http://127.0.0.1/docs')).toBeUndefined();
  });
});
