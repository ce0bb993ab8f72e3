// Catches a checkpoint that forgets a changed actor, lets the replay of a restart grow without bound, or asks too much
// of one commit.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { MemoryAccount, NO_LIMITS, unboundedMemory } from '../../../src/kernel/memory-account.ts';
import { RowDigests } from '../../../src/engine/journal/row-digests.ts';
import { MemoryJournal } from '../../../src/engine/journal/memory-journal.ts';
import { CHECKPOINT, Checkpoint } from '../../../src/engine/commit/checkpoint.ts';
import { ActorTable } from '../../../src/engine/actors/actor-table.ts';
import type { Actor } from '../../../src/engine/actors/actor-table.ts';

// Would catch a checkpoint that starves the oldest change (replay grows without bound) or forgets a changed actor.
test('the checkpoint writes the oldest change first and keeps replay within its limit', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ actor: fc.nat(8), take: fc.nat(3) }), { maxLength: 60 }), (steps) => {
      const table = new ActorTable('session', new MemoryJournal());
      const actors = Array.from({ length: 9 }, (_, id) => table.make(id + 1, 0));
      const checkpoint = new Checkpoint(
        { replayRecordsMax: 1, checkpointRowsMax: 1, checkpointPauseMs: 0 },
        unboundedMemory().actors,
        new RowDigests(),
      );
      const since = new Map<number, number>();
      for (const [at, { actor: which, take }] of steps.entries()) {
        const actor = actors[which]!;
        actor.seq = at + 1;
        checkpoint.markDirty(actor, at + 1, 0);
        if (!since.has(actor.id)) since.set(actor.id, at + 1);
        const { rows } = checkpoint.takeRows(take, at);
        const oldest = [...since].sort(([, a], [, b]) => a - b).slice(0, take);
        expect(rows.map(({ id }) => id)).toEqual(oldest.map(([id]) => id));
        for (const [id] of oldest) since.delete(id);
        expect(checkpoint.checkpointSeq(at + 1)).toBe(Math.min(at + 2, ...since.values()) - 1);
        expect(checkpoint.size).toBe(since.size);
      }
    }),
  );
});

// Would catch a checkpoint that lets a restart become longer and longer, or one that asks a single commit for the rows
// of all before it.
test('the replay debt of a restart becomes constant, and every commit pays its share of it', () => {
  const MAX = 100;
  fc.assert(
    fc.property(
      fc.array(fc.record({ records: fc.integer({ min: 1, max: 10 }), each: fc.nat(10), fresh: fc.boolean() }), {
        minLength: 50,
        maxLength: 200,
      }),
      (commits) => {
        const table = new ActorTable('session', new MemoryJournal());
        const checkpoint = new Checkpoint(
          { replayRecordsMax: MAX, checkpointRowsMax: 1, checkpointPauseMs: 0 },
          unboundedMemory().actors,
          new RowDigests(),
        );
        const actors: Actor[] = [];
        let head = 0;
        for (const { records, each, fresh } of commits) {
          let added = 0;
          for (let record = 0; record < records; record += 1) {
            head += 1;
            for (let one = 0; one < each; one += 1) {
              if (fresh || actors.length < each) actors.push(table.make(actors.length + 1, 0));
              const actor = actors[fresh ? actors.length - 1 : one]!;
              if (actor.dirtySince === 0) added += 1;
              checkpoint.markDirty(actor, head, 0);
            }
          }
          const debt = head - checkpoint.checkpointSeq(head);
          const wanted = checkpoint.rowsToWrite(head, records, 0, false);
          const over = Math.max(0, debt / MAX - 1);
          const share = Math.ceil(CHECKPOINT.commitRowsMax * over);
          expect(wanted).toBeLessThanOrEqual(Math.max(added, records) * Math.ceil(1 + over) + share);
          checkpoint.takeRows(wanted, 1);
          // Ten actors per record at first and one later is the worst of these: then 4.6 times the limit.
          expect(debt).toBeLessThanOrEqual(5 * MAX);
        }
      },
    ),
  );
});

// Would catch a commit with the rows of all actors that one record has made, and a debt that grows with such records.
test.each([
  ['the first record makes 200 actors', (nth: number) => (nth === 1 ? 200 : 1), 2],
  ['every ninth record makes 200 actors', (nth: number) => (nth % 9 === 0 ? 200 : 1), 2.5],
  ['every record makes 60 actors', () => 60, 2.5],
])('no commit carries what later ones can, and the replay stays within its bounds, where %s', (_, made, bound) => {
  const MAX = 100;
  const { commitRowsMax } = CHECKPOINT;
  const table = new ActorTable('session', new MemoryJournal());
  const checkpoint = new Checkpoint(
    { replayRecordsMax: MAX, checkpointRowsMax: 1, checkpointPauseMs: 0 },
    unboundedMemory().actors,
    new RowDigests(),
  );
  let [id, full] = [0, 0];
  try {
    CHECKPOINT.commitRowsMax = 5;
    for (let head = 1; head <= 600; head += 1) {
      for (let one = 0; one < made(head); one += 1) checkpoint.markDirty(table.make((id += 1), 0), head, 0);
      const debt = head - checkpoint.checkpointSeq(head);
      const wanted = checkpoint.rowsToWrite(head, 1, 0, false);
      if (debt <= 1.5 * MAX) expect(wanted).toBeLessThanOrEqual(CHECKPOINT.commitRowsMax);
      if (wanted === CHECKPOINT.commitRowsMax) full += 1;
      checkpoint.takeRows(wanted, 1);
      expect(debt).toBeLessThanOrEqual(bound * MAX);
    }
    expect(full).toBeGreaterThan(10);
  } finally {
    CHECKPOINT.commitRowsMax = commitRowsMax;
  }
});

// Would catch a flood of large carts that fills the memory with actors which cannot be evicted.
test('dirty actors are bounded in bytes, however few records they have', () => {
  const [KILOBYTE, MAX] = [1024, 100];
  const { actors: memory } = new MemoryAccount({ ...NO_LIMITS, actors: MAX * KILOBYTE * 4 });
  const limits = { replayRecordsMax: 1_000_000, checkpointRowsMax: 1, checkpointPauseMs: 0 };
  const table = new ActorTable('session', new MemoryJournal());
  const checkpoint = new Checkpoint(limits, memory, new RowDigests());
  for (let head = 1; head <= 2000; head += 1) {
    const actor = table.make(head, 0);
    table.keep(actor);
    checkpoint.markDirty(actor, head, table.grow(actor, KILOBYTE));
    checkpoint.takeRows(checkpoint.rowsToWrite(head, 1, 0, false), 1);
    expect(checkpoint.size).toBeLessThanOrEqual(MAX + 1);
  }
  expect(checkpoint.size).toBeGreaterThan(MAX / 4);
});
