// Catches a replay of a webhook that miscounts its lost messages when it is run several times, and a message that is
// sent again under another id (docs/build/webhooks.md).
import { describe, expect, test } from 'vitest';
import { createWebhook } from '../../../src/domain/webhooks/create-webhook.ts';
import { fire } from '../../../src/domain/webhooks/fire-webhooks.ts';
import { replayWebhook } from '../../../src/engine/delivery/replay-webhook.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { DONE as MADE, must } from '../../../src/kernel/result.ts';
import { sample } from '../../harness/effort.ts';
import { DONE, aim, answer, fresh, orders, tickUntilIdle, stateOf } from './outbox-world.ts';
import type { World } from './outbox-world.ts';
import { make } from '../shop.ts';
import { closeAndVerify } from '../store/stores.ts';

const HOOK = 'ORDER_DELIVERY_CHANGE';

/** In one record; its number. */
const told = (engine: Engine, order: readonly number[]): number => {
  make(engine, (tx) => order.map((id_order) => fire(tx, HOOK, { id_order })).find(({ ok }) => !ok) ?? MADE);
  return engine.headSeq;
};

const oneByOne = (count: number): number[][] => Array.from({ length: count }, (_, at) => [at + 1]);

/**
 * Orders, record by record, for a receiver that takes none, with room for the first few; then it is well, and has
 * these.
 */
const lossy = async (room: number, records: readonly (readonly number[])[], hooks: readonly string[] = [HOOK]) => {
  const world = fresh({}, { webhookBacklogMax: room });
  const { engine } = world;
  for (const name of hooks) if (name !== HOOK) make(engine, (tx) => createWebhook(tx, name, HOOK));
  const ids = hooks.map((name) => aim(engine, name));
  world.reply = () => answer(500, '');
  const seqs = records.map((one) => told(engine, one));
  world.reply = () => DONE;
  for (const name of hooks) aim(engine, name);
  await tickUntilIdle(world);
  expect(world.calls).toHaveLength(room * hooks.length);
  // The room that the saved settings gave is taken back.
  for (const name of hooks) aim(engine, name);
  return { world, engine, ids, id: ids[0]!, seqs };
};

/** Replays once; returns what the receiver has then got of it. */
const go = async (world: World, id: number, fromSeq: number) => {
  await world.engine.whenDurable(world.engine.headSeq);
  const replayed = await replayWebhook(world.engine, id, { fromSeq });
  must(replayed.ok, 'the journal still holds the record');
  const { nextSeq } = replayed.value;
  const before = world.calls.length;
  await tickUntilIdle(world);
  return { nextSeq, heard: world.calls.slice(before) };
};

describe('a range of records', () => {
  test('queues its own messages alone; what was lost outside of it stays counted', async () => {
    const { world, engine, id, seqs } = await lossy(5, oneByOne(10));
    expect(stateOf(engine, id)).toMatchObject({ lost: 5, firstLostSeq: seqs[5] });
    const again = async (from: number, to: number): Promise<number[]> => {
      await engine.whenDurable(engine.headSeq);
      const before = world.calls.length;
      const range = { fromSeq: seqs[from]!, toSeq: seqs[to]! };
      expect((await replayWebhook(engine, id, range)).ok).toBe(true);
      await tickUntilIdle(world);
      return orders(world.calls.slice(before));
    };
    expect(await again(1, 2)).toEqual([2, 3]);
    expect(stateOf(engine, id)).toMatchObject({ lost: 5, firstLostSeq: seqs[5] });
    expect(await again(5, 6)).toEqual([6, 7]);
    expect(stateOf(engine, id)).toMatchObject({ lost: 3, firstLostSeq: seqs[7] });
    expect(await again(8, 8)).toEqual([9]);
    expect(stateOf(engine, id)).toMatchObject({ lost: 3, firstLostSeq: seqs[7] });
    expect(await again(5, 9)).toEqual([6, 7, 8, 9, 10]);
    expect(stateOf(engine, id)).toMatchObject({ lost: 0, firstLostSeq: 0 });
    await closeAndVerify(engine);
  });
});

describe('a loss', () => {
  test('is made good replay by replay: the rest is counted, and its first record is in the header', async () => {
    // Catches a second go that begins behind the first lost record and therefore forgets nothing.
    const { world, engine, id, seqs } = await lossy(3, oneByOne(10));
    expect(stateOf(engine, id)).toMatchObject({ lost: 7, firstLostSeq: seqs[3] });
    const first = await go(world, id, seqs[1]!);
    expect([orders(first.heard), first.nextSeq]).toEqual([[2, 3, 4], seqs[4]]);
    expect(stateOf(engine, id)).toMatchObject({ lost: 6, firstLostSeq: seqs[4] });
    expect(new Set(first.heard.map(({ headers }) => headers['kontor-first-lost-seq']))).toEqual(
      new Set([String(seqs[4])]),
    );
    const second = await go(world, id, first.nextSeq);
    expect([orders(second.heard), second.nextSeq]).toEqual([[5, 6, 7], seqs[7]]);
    expect(stateOf(engine, id)).toMatchObject({ lost: 3, firstLostSeq: seqs[7] });
    const third = await go(world, id, second.nextSeq);
    expect([orders(third.heard), third.nextSeq]).toEqual([[8, 9, 10], 0]);
    expect(stateOf(engine, id)).toMatchObject({ lost: 0, firstLostSeq: 0 });
    expect(third.heard.map(({ headers }) => headers['kontor-first-lost-seq'])).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    await closeAndVerify(engine);
  });

  test('is unchanged by a replay that ends before it, or begins behind its first record', async () => {
    const { world, engine, id, seqs } = await lossy(2, oneByOne(6));
    const loss = { lost: 4, firstLostSeq: seqs[2]! };
    expect(stateOf(engine, id)).toMatchObject(loss);
    expect((await go(world, id, seqs[0]!)).nextSeq).toBe(seqs[2]);
    expect(stateOf(engine, id)).toMatchObject(loss);
    expect((await go(world, id, seqs[3]!)).nextSeq).toBe(seqs[5]);
    expect(stateOf(engine, id)).toMatchObject(loss);
    expect((await go(world, id, seqs[5]!)).nextSeq).toBe(0);
    expect(stateOf(engine, id)).toMatchObject(loss);
    await closeAndVerify(engine);
  });

  test('that was made good does not come back with a replay that ends within it', async () => {
    const { world, engine, id, seqs } = await lossy(2, oneByOne(4));
    expect((await go(world, id, seqs[2]!)).nextSeq).toBe(0);
    world.reply = () => answer(500, '');
    const [, , lostAgain] = [[5], [6], [7]].map((one) => told(engine, one));
    world.reply = () => DONE;
    expect(stateOf(engine, id)).toMatchObject({ lost: 1, firstLostSeq: lostAgain });
    aim(engine, HOOK);
    await tickUntilIdle(world);
    aim(engine, HOOK);
    expect((await go(world, id, seqs[1]!)).nextSeq).toBe(seqs[3]);
    expect(stateOf(engine, id)).toMatchObject({ lost: 1, firstLostSeq: lostAgain });
    await closeAndVerify(engine);
  });

  test.each(sample([150, 1500]))(
    'is counted by whole records, as they are queued: one of %d messages',
    async (count) => {
      // Catches a record that is counted in two goes, and one with more messages than there is room for, which no go
      // comes past. The second of them is more than one part of a replay.
      const many = Array.from({ length: count }, (_, at) => 6 + at);
      const { world, engine, id, seqs } = await lossy(2, [[1], [2], [3, 4, 5], many, [9999]]);
      for (const [heard, at, lost] of [
        [[3, 4, 5], 3, count + 1],
        [many, 4, 1],
        [[9999], 5, 0],
      ] as const) {
        const { heard: calls, nextSeq } = await go(world, id, seqs[at - 1]!);
        expect([orders(calls), nextSeq]).toEqual([heard, seqs[at] ?? 0]);
        expect(stateOf(engine, id)).toMatchObject({ lost, firstLostSeq: nextSeq });
      }
      await closeAndVerify(engine);
    },
  );
});

describe('the webhook-id', () => {
  test('of a lost message is the same each time that it is sent, and differs from all others', async () => {
    // Two webhooks lose the same records: a receiver of both must be able to tell their messages apart.
    const hooks = [HOOK, 'SECOND'];
    const { world, engine, ids, seqs } = await lossy(1, [[1], [2, 3]], hooks);
    const [, fromSeq] = seqs as [number, number];
    const sent: (readonly unknown[])[][] = [];
    for (let at = 0; at < 2; at += 1) {
      const calls = [...(await go(world, ids[0]!, fromSeq)).heard, ...(await go(world, ids[1]!, fromSeq)).heard];
      sent.push(
        calls.map(({ headers }, which) => [headers['webhook-id'], headers['kontor-seq'], orders(calls)[which]]),
      );
    }
    expect(sent[0]!.map(([, seq, order]) => [seq, order])).toEqual(
      [2, 3, 2, 3].map((order) => [String(fromSeq), order]),
    );
    expect(sent[1]).toEqual(sent[0]);
    const all = world.calls.map(({ headers }) => headers['webhook-id']);
    expect(new Set(all).size, 'of two that were told and four that were lost').toBe(2 + 4);
    // What is signed is the id, the time and the content with dots between them.
    for (const one of all) expect(one).toMatch(/^msg_[0-9a-z]+_[0-9]+(-[0-9]+)?$/);
    await closeAndVerify(engine);
  });
});
