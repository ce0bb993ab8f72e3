// Catches a stream whose lines depend on how its bytes were cut, and a line without an end that fills the memory.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { linesOf } from '../../../src/outside/etcd/lines.ts';
import { runs } from '../../harness/effort.ts';

async function* streamOf(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks;
}

const read = async (chunks: readonly Buffer[], bytesMax = 1_000): Promise<string[]> => {
  const lines: string[] = [];
  for await (const line of linesOf(streamOf(chunks), bytesMax)) lines.push(line);
  return lines;
};

test('lines are the same wherever the stream is cut; the last one may lack its end', async () => {
  const line = fc.string({ unit: fc.constantFrom(...'ab{}"'), maxLength: 12 });
  const cuts = fc.array(fc.nat({ max: 60 }), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 6 }), line, cuts, async (lines, rest, places) => {
      const bytes = Buffer.from(lines.map((one) => `${one}\n`).join('') + rest);
      const sorted = [0, ...places, bytes.length].map((at) => Math.min(at, bytes.length)).sort((a, b) => a - b);
      const chunks = sorted.slice(1).map((end, index) => bytes.subarray(sorted[index], end));
      expect(await read(chunks)).toEqual(rest === '' ? lines : [...lines, rest]);
    }),
    { numRuns: runs(200) },
  );
});

test('a line that is too long ends the stream', async () => {
  const chunks = Array.from({ length: 5 }, () => Buffer.alloc(300, 'x'));
  await expect(read(chunks)).rejects.toThrow('a line is longer than 1000 bytes');
  expect(await read([...chunks.slice(0, 3), Buffer.from('\n'), ...chunks.slice(0, 3), Buffer.from('\n')])).toHaveLength(
    2,
  );
});
