// Work that goes on in later turns. Catches work that is begun again in each turn, a result that is older than the last
// change, work that never ends beside a writer, and memory that is not given back.
import { expect, test } from 'vitest';
import { WorkRun } from '../../../src/engine/search/work-run.ts';
import { CallMeter } from '../../../src/kernel/call-meter.ts';
import { MemoryAccount, NO_LIMITS } from '../../../src/kernel/memory-account.ts';
import { ok } from '../../../src/kernel/result.ts';
import type { Work } from '../../../src/kernel/steps.ts';

const READER = { readSeq: 0 };
const everyStep = (): boolean => true;

/** Work of ten parts that are made one after the other; `change` outdates one of them. A step is a millisecond. */
const inParts = (msMax = Infinity, searches = NO_LIMITS.searches, bytesMax = Infinity) => {
  const made = Array.from({ length: 10 }, () => false);
  const seen = { begun: 0, parts: 0, ended: 0, nowMs: 0 };
  const work: Work<number> = {
    *steps() {
      seen.begun += 1;
      try {
        for (let part = 0; part < made.length; part += 1) {
          if (made[part] === true) continue;
          made[part] = true;
          seen.parts += 1;
          seen.nowMs += 1;
          yield '';
        }
      } finally {
        seen.ended += 1;
      }
      return ok(seen.parts);
    },
    isCurrent: () => made.every((one) => one),
    get doing() {
      return `part ${seen.parts}`;
    },
    bytes: 1000,
  };
  const memory = new MemoryAccount({ ...NO_LIMITS, searches }).searches;
  const meter = new CallMeter(msMax, bytesMax);
  const limits = { meter, memory, budgetMs: 50, nowMs: () => seen.nowMs };
  const run = new WorkRun(work, limits, { isOver: () => false }, READER);
  return { run, seen, memory, meter, change: (part: number) => void (made[part] = false) };
};

test('it is begun once, and goes on where it stopped', () => {
  const { run, seen, memory } = inParts();
  let turns = 1;
  for (; !run.advance(everyStep); turns += 1) expect(memory.bytes).toBe(1000);
  expect([turns, seen.begun, run.result]).toEqual([11, 1, ok(10)]);
  expect(memory.bytes).toBe(0);
});

test('where its result is outdated it makes again what has changed, and nothing else', () => {
  const { run, seen, change } = inParts();
  for (let turn = 0; turn < 5; turn += 1) run.advance(everyStep);
  change(2);
  while (!run.advance(everyStep));
  expect([seen.begun, seen.parts]).toEqual([2, 11]);
  expect(run.advance(everyStep), 'asked again, and nothing has changed').toBe(true);
  expect(seen.begun).toBe(2);
  change(3);
  while (!run.advance(everyStep));
  expect([seen.begun, run.result]).toEqual([3, ok(12)]);
});

test('it ends beside a writer that changes parts of it in every turn, because its turns grow', () => {
  const { run, change } = inParts();
  let turns = 0;
  while (!run.advance(everyStep)) {
    turns += 1;
    for (let part = 0; part < 4; part += 1) change((turns + part) % 10);
    expect(turns).toBeLessThan(60);
  }
  expect(run.result.ok).toBe(true);
});

test('a call that has used its time, or holds too much, or memory that is full, ends it with a refusal, and what it began ends too', () => {
  const dear = inParts(20);
  dear.run.advance(everyStep);
  dear.meter.use(20);
  expect(dear.run.advance(everyStep)).toBe(true);
  expect(dear.run.result).toMatchObject({
    code: 'TOO_EXPENSIVE',
    param: 'request',
    detail: 'It has used 20 ms of the thread, and may use 20. It was at part 1.',
  });
  const large = inParts(Infinity, 1000);
  expect(large.run.advance(everyStep)).toBe(true);
  expect(large.run.result).toMatchObject({ code: 'OVERLOADED', param: 'request' });
  const own = inParts(Infinity, NO_LIMITS.searches, 999);
  expect(own.run.advance(everyStep)).toBe(true);
  expect(own.run.result).toMatchObject({ code: 'TOO_EXPENSIVE', param: 'request' });
  for (const { seen, memory, meter } of [dear, large, own])
    expect([seen.ended, memory.bytes, meter.heldBytes]).toEqual([1, 0, 0]);
});

test('nobody wants it any more: it gives back what it holds', () => {
  const { run, seen, memory } = inParts();
  run.advance(everyStep);
  run.abandon();
  expect([seen.ended, memory.bytes]).toEqual([1, 0]);
});
