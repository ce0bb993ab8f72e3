// What memory this process has. It would catch garbage that is taken for what is in use, buffers outside the heap that
// are not counted, and a limit of the control group that is overlooked. By itself: it sets a flag of V8, and collects a
// heap that other tests would have filled.
import { totalmem } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, test, vi } from 'vitest';
import { ProcessMemory, memoryBytes } from '../../src/outside/process-memory.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const MIB = 2 ** 20;
const opened: ProcessMemory[] = [];
afterEach(() => {
  for (const memory of opened.splice(0)) memory.close();
  vi.restoreAllMocks();
});
const open = (counted: () => number): ProcessMemory => {
  const memory = new ProcessMemory(0, counted);
  opened.push(memory);
  return memory;
};

test('the smallest of what is set, what the control group allows, and what the machine has', () => {
  const constrained = vi.spyOn(process, 'constrainedMemory').mockReturnValue(512 * MIB);
  expect(memoryBytes(0)).toBe(512 * MIB);
  expect(memoryBytes(100 * MIB)).toBe(100 * MIB);
  expect(memoryBytes(1024 * MIB)).toBe(512 * MIB);
  for (const none of [0, 2 ** 64]) {
    constrained.mockReturnValue(none);
    expect(memoryBytes(0)).toBe(totalmem());
  }
});

test('garbage is not in use, and what the caller has counted since the last collection is', async () => {
  let counted = 0;
  const memory = open(() => counted);
  collect();
  await expect.poll(() => memory.use().heapBytes).toBeGreaterThan(MIB);
  const live = memory.use().heapBytes;
  expect(Array.from({ length: 200_000 }, (_, at) => ({ at })).length).toBe(200_000);
  expect(memory.use().heapBytes).toBeLessThan(live + 2 * MIB);
  counted = 3 * MIB;
  expect(memory.use().heapBytes).toBeGreaterThan(live + 2 * MIB);
});

test('buffers are outside the heap and in use', async () => {
  const memory = open(() => 0);
  const outside = (): number => {
    const { allBytes, heapBytes } = memory.use();
    return allBytes - heapBytes;
  };
  collect();
  // What other tests of this worker left is given back meanwhile.
  const grown = (): number => {
    const before = outside();
    const buffer = Buffer.alloc(64 * MIB, 1);
    return outside() - before + (buffer.length - 64 * MIB);
  };
  await expect.poll(grown).toBeGreaterThanOrEqual(63 * MIB);
});
