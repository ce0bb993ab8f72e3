// Cached replies that I/O threads send by themselves: would catch one that is found although something it was made from
// has changed, or after whoever was told of a change has asked, the reply to another call, bytes that are overwritten
// while they are sent, and replies that nobody counts.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  PublishedRepliesReader,
  PublishedRepliesWriter,
  newPublishedReplies,
} from '../../../src/http/threads/published-replies.ts';
import type { PublishedReplyMemory } from '../../../src/http/threads/published-replies.ts';
import type { ReplyPublisher } from '../../../src/operations/dispatch/reply-publisher.ts';
import { Meter } from '../../../src/engine/maintenance/usage-counter.ts';
import { forsake, newVersioned, touch } from '../../../src/kernel/versioned.ts';
import type { Versioned } from '../../../src/kernel/versioned.ts';
import { startThread } from '../../../src/outside/threads/start-thread.ts';
import { runs, size } from '../../harness/effort.ts';
import '../../outside/threads/compiled-threads.ts';
import type { Reading, Sent } from './reading-thread.ts';

const MIB = 1_048_576;

const answered = (reader: PublishedRepliesReader, call: string): string | undefined => {
  let text: string | undefined;
  const isAnswered = reader.answer(Buffer.from(call), (bytes) => (text = bytes.toString('latin1')));
  expect(isAnswered).toBe(text !== undefined);
  return text;
};

const published = (writer: ReplyPublisher, call: string, reply: string, readSet: readonly Versioned[], meter: Meter) =>
  writer.publish({ call, bytes: Buffer.from(reply, 'latin1'), readSet, operation: 'get', meter });

const call = fc.nat(9).map((number) => `request=get_${number}`);
const step = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      publish: call,
      bytes: fc.integer({ min: 0, max: 32_000 }),
      from: fc.array(fc.nat(30), { maxLength: 4 }),
    }),
  },
  { weight: 20, arbitrary: fc.record({ ask: call, thread: fc.nat(2) }) },
  { weight: 5, arbitrary: fc.record({ change: fc.nat(30), isEnd: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ clear: true }) },
);

describe('shared replies', () => {
  test('are found as long as nothing that they were made from has changed, and each is counted', () => {
    let found = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 50, maxLength: 400 }), (steps) => {
        const memory = newPublishedReplies(3, MIB);
        const writer = new PublishedRepliesWriter(memory);
        const readers = [0, 1, 2].map((thread) => new PublishedRepliesReader(memory, thread, 0));
        const nodes = Array.from({ length: 31 }, newVersioned);
        const model = new Map<string, { readonly reply: string; readonly from: readonly number[] }>();
        const [meter, sent] = [new Meter(), { calls: 0, bytes: 0 }];
        let number = 0;
        const collected = (): void =>
          writer.takeCounts((operation, counted, calls, bytes) => {
            expect([operation, counted]).toEqual(['get', meter]);
            meter.requests += calls;
            meter.bytes += bytes;
          });
        for (const given of steps) {
          number += 1;
          if ('publish' in given) {
            const reply = `${number} ${'x'.repeat(given.bytes)}`;
            const from = given.from.map((index) => nodes[index]!);
            published(writer, given.publish, reply, from, meter);
            model.set(given.publish, { reply, from: given.from });
          } else if ('change' in given) {
            if (given.isEnd) forsake(nodes[given.change]!);
            else touch(nodes[given.change]!, number);
            for (const [name, { from }] of model) if (from.includes(given.change)) model.delete(name);
          } else if ('clear' in given) {
            writer.clear();
            collected();
            model.clear();
          } else {
            const reply = answered(readers[given.thread]!, given.ask);
            if (reply === undefined) continue;
            expect(reply).toBe(model.get(given.ask)?.reply);
            found += 1;
            sent.calls += 1;
            sent.bytes += reply.length;
          }
        }
        collected();
        expect([meter.requests, meter.bytes]).toEqual([sent.calls, sent.bytes]);
      }),
      { numRuns: runs(50) },
    );
    // Not all are lost, or nothing was tried.
    expect(found).toBeGreaterThan(runs(50) * 5);
  });

  test('stay as they are while they are sent, whatever the other side does', () => {
    const memory = newPublishedReplies(1, MIB);
    const writer = new PublishedRepliesWriter(memory);
    const reader = new PublishedRepliesReader(memory, 0, 0);
    const meter = new Meter();
    const reply = 'a'.repeat(30_000);
    for (let round = 0; round < 20; round += 1) {
      published(writer, 'request=get_one', reply, [newVersioned()], meter);
      reader.answer(Buffer.from('request=get_one'), (bytes) => {
        if (round % 2 === 0) writer.clear();
        // More than all that there is room for.
        for (let other = 0; other < 100; other += 1)
          published(writer, `request=get_${other}`, 'b'.repeat(30_000), [newVersioned()], meter);
        writer.takeCounts(() => {});
        expect(bytes.toString('latin1') === reply).toBe(true);
      });
      // Nobody reads any more: there is room again.
      published(writer, 'request=get_next', 'c', [newVersioned()], meter);
      expect(answered(reader, 'request=get_next')).toBe('c');
    }
  });

  // Catches an entry that ends where a segment ends, and the next one, put where others are still found.
  test('of sizes that fill a segment to the last byte are what was published', () => {
    const memory = newPublishedReplies(1, MIB);
    const writer = new PublishedRepliesWriter(memory);
    const reader = new PublishedRepliesReader(memory, 0, 0);
    // A segment has a word that stays empty, and then exactly seven of them.
    const entryBytes = (MIB / 8 - 4) / 7;
    const nameOf = (number: number): string => `request=get_${String(number).padStart(4, '0')}`;
    const replies: Buffer[] = [];
    let found = 0;
    for (let number = 0; number < size(150, 200); number += 1) {
      const reply = `${number}`.padEnd(entryBytes - 5 * 4 - nameOf(number).length);
      replies.push(Buffer.from(reply));
      published(writer, nameOf(number), reply, [], new Meter());
      for (const [other, expected] of replies.entries()) {
        reader.answer(Buffer.from(nameOf(other)), (bytes) => {
          if (!expected.equals(bytes))
            throw new Error(`of ${other} once ${number} is there: ${bytes.toString().trimEnd()}`);
          found += 1;
        });
      }
    }
    expect(found).toBeGreaterThan(size(150, 200) * 30);
  });

  test('leave no byte behind a moment after they were cleared', () => {
    const memory = newPublishedReplies(2, MIB);
    const writer = new PublishedRepliesWriter(memory);
    published(writer, 'request=get_one', 'somebody', [newVersioned()], new Meter());
    expect(Buffer.from(memory.slab).includes('somebody')).toBe(true);
    writer.clear();
    writer.takeCounts(() => {});
    expect(Buffer.from(memory.slab).includes('somebody')).toBe(false);
  });

  test('pass one of so many calls on', () => {
    const memory = newPublishedReplies(1, MIB);
    const writer = new PublishedRepliesWriter(memory);
    const reader = new PublishedRepliesReader(memory, 0, 10);
    published(writer, 'request=get_one', 'a', [], new Meter());
    const all = Array.from({ length: 100 }, () => answered(reader, 'request=get_one'));
    expect(all.filter((reply) => reply === undefined)).toHaveLength(10);
  });

  test('of more nodes than there are versions begin anew', () => {
    const memory = newPublishedReplies(1, MIB);
    const writer = new PublishedRepliesWriter(memory);
    const reader = new PublishedRepliesReader(memory, 0, 0);
    const meter = new Meter();
    const nodes = Array.from({ length: 200_000 }, newVersioned);
    for (let at = 0; at < nodes.length; at += 200)
      published(writer, `request=get_${at}`, `${at}`, nodes.slice(at, at + 200), meter);
    const last = nodes.length - 200;
    expect(answered(reader, `request=get_${last}`)).toBe(`${last}`);
    touch(nodes.at(-1)!, 1);
    expect(answered(reader, `request=get_${last}`)).toBeUndefined();
    expect(nodes.filter(({ watcher }) => watcher !== undefined).length).toBeLessThan(65_536);
  });
});

/**
 * Changes a value, tells of it and publishes it, while threads ask, for as long as `goesOn` says. Returns what they
 * were sent, and sent too late.
 */
const race = async (tellsFirst: boolean, goesOn: (changes: number, found: number, late: number) => boolean) => {
  const memory: PublishedReplyMemory = newPublishedReplies(2, MIB);
  const told = new Int32Array(new SharedArrayBuffer(8));
  const counted = new Int32Array(new SharedArrayBuffer(8));
  const writer = new PublishedRepliesWriter(memory);
  const meter = new Meter();
  const file = new URL('./reading-thread.ts', import.meta.url);
  const workers = [0, 1].map((thread) => startThread(file, { memory, thread, told, counted } satisfies Reading));
  await Promise.all(workers.map((worker) => new Promise((resolve) => worker.once('message', resolve))));
  const results = workers.map((worker) => new Promise<Sent>((resolve) => worker.once('message', resolve)));
  const node = newVersioned();
  const takeCounts = (): void =>
    writer.takeCounts((_operation, _meter, calls, bytes) => {
      meter.requests += calls;
      meter.bytes += bytes;
    });
  const spin = (turns: number): void => {
    for (let turn = 0; turn < turns; turn += 1) Atomics.load(told, 1);
  };
  /** Until the threads were sent what is published, if anything is, often enough for the next to be published, too. */
  const waitUntilSent = (): void => {
    const enough = Atomics.load(counted, 0) + 20;
    for (let tries = 0; tries < 50 && Atomics.load(counted, 0) < enough; tries += 1) Atomics.wait(told, 1, 0, 1);
  };
  for (let value = 1; goesOn(value - 1, Atomics.load(counted, 0), Atomics.load(counted, 1)); value += 1) {
    if (tellsFirst) {
      Atomics.store(told, 0, value);
      waitUntilSent();
    }
    touch(node, value);
    Atomics.store(told, 0, value);
    published(writer, 'request=get_value', `${value}`.padEnd(20 + (value % 3000)), [node], meter);
    spin(value % 4000);
    takeCounts();
  }
  Atomics.store(told, 1, 1);
  const all = await Promise.all(results);
  await Promise.all(workers.map((worker) => worker.terminate()));
  takeCounts();
  const sum = (pick: (sent: Sent) => number): number => all.reduce((total, one) => total + pick(one), 0);
  expect([meter.requests, meter.bytes]).toEqual([sum(({ found }) => found), sum(({ bytes }) => bytes)]);
  return { late: sum(({ late }) => late), found: sum(({ found }) => found) };
};

describe('whoever was told of a change', () => {
  test('is not sent what was before', async () => {
    const changesMin = runs(10, 100, 10_000) * 1000;
    const { late, found } = await race(false, (changes, sent) => changes < changesMin || sent <= 1000);
    expect(late).toBe(0);
    expect(found).toBeGreaterThan(1000);
  });

  // The canary of the test above.
  test('would be, if it were told before the version is raised', async () => {
    const isEnough = (changes: number, late: number): boolean => late > 0 || changes === 100;
    expect((await race(true, (changes, _found, late) => !isEnough(changes, late))).late).toBeGreaterThan(0);
  });
});
