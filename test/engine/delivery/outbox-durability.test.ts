// Catches a webhook call about a record that a crash can undo, one made with settings that are replaced already, and
// calls that are lost or out of order after the process dies at random.
import { runs } from '../../harness/effort.ts';
import * as fc from 'fast-check';
import { Webhook as Verifier } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { createBuiltIns } from '../../../src/domain/webhooks/create-webhook.ts';
import { updateWebhook } from '../../../src/domain/webhooks/update-webhook.ts';
import { readBatch } from '../../../src/engine/journal/record.ts';
import { yieldToEventLoop } from '../../../src/kernel/yield-to-event-loop.ts';
import { DONE, SECRETS, aim, answer, open, orders, tickUntilIdle, stateOf, tell } from './outbox-world.ts';
import type { World } from './outbox-world.ts';
import { SetClock } from '../seeded.ts';
import { make } from '../shop.ts';
import { SimulatedDisk } from '../journal/simulated-disk.ts';
import { engineOn } from '../store/stores.ts';

describe('durability', () => {
  test('no call is made about a record that is not durable', async () => {
    const disk = new SimulatedDisk();
    const clock = new SetClock();
    const fatal = (): void => undefined;
    const engine = engineOn(disk.plugIn(), { clock, fatal });
    make(engine, createBuiltIns);
    aim(engine, 'ORDER_DELIVERY_CHANGE');
    tell(engine, 'ORDER_DELIVERY_CHANGE', 1);
    const world = open(engine, clock);
    await tickUntilIdle(world);
    expect(world.calls).toEqual([]);
    while (world.calls.length === 0) {
      await disk.completeNext();
      await yieldToEventLoop();
    }
    expect(orders(world.calls)).toEqual([1]);
    await disk.cutPower(0);
  });

  test.each([
    ['an end', { url: '' }],
    ['a new target', { url: 'https://other.example/' }],
    ['a new secret', { rotateSecret: true }],
  ])(
    'nobody is called with what is no more: %s that was answered while a call waited for the disk',
    async (_what, change) => {
      // Catches settings that were read before the wait: both changes are in one commit, and its replies come before
      // the call.
      const disk = new SimulatedDisk();
      const clock = new SetClock(Date.now());
      const world = open(engineOn(disk.plugIn(), { clock, fatal: () => undefined }), clock);
      const { engine } = world;
      const turns = async (): Promise<void> => {
        for (let at = 0; at < 4; at += 1) await yieldToEventLoop();
      };
      make(engine, createBuiltIns);
      const id = aim(engine, 'ORDER_DELIVERY_CHANGE', 'https://former.example/');
      while (disk.head < engine.headSeq) await disk.completeNext().then(yieldToEventLoop);
      await turns();
      // A commit is on its way; what comes now is in the next one.
      aim(engine, 'ORDER_PAYMENT_CHANGE');
      await turns();
      tell(engine, 'ORDER_DELIVERY_CHANGE', 2);
      world.outbox.tick();
      await turns();
      make(engine, (tx) =>
        updateWebhook(tx, 'ORDER_DELIVERY_CHANGE', {
          url: 'https://former.example/',
          parameter: '',
          rotateSecret: false,
          ...change,
        }),
      );
      const { url, nonce } = stateOf(engine, id);
      const heard: string[] = [];
      engine.releaseWhenDurable(engine.headSeq, { release: () => void heard.push('answered'), fail: () => undefined });
      world.reply = () => (heard.push('called'), DONE);
      for (let at = 0; at < 20; at += 1) {
        await disk.completeNext();
        await yieldToEventLoop();
        world.outbox.tick();
      }
      expect(heard).toEqual(url === '' ? ['answered'] : ['answered', 'called']);
      for (const { url: called, headers } of world.calls) {
        expect(called).toBe(`${url}?id_order=2`);
        expect(() =>
          new Verifier(SECRETS.of(nonce)).verify('id_order=2', { ...headers }, { jsonParse: false }),
        ).not.toThrow();
      }
      await disk.cutPower(0);
    },
  );

  test('complete, in order, at least once, whatever fails and however often the power goes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ fires: fc.nat(3), failing: fc.nat(3), commits: fc.nat(6), crash: fc.boolean(), kept: fc.nat(2) }),
          { maxLength: 12 },
        ),
        async (rounds) => {
          const disk = new SimulatedDisk();
          const clock = new SetClock();
          const heard: number[] = [];
          const durable = new Set<number>();
          let order = 0;
          let failing = 0;
          let world: World | undefined;
          const start = (): World => {
            const opened = open(engineOn(disk.plugIn(), { clock, fatal: () => undefined }), clock);
            opened.reply = (call) => {
              if (failing > 0) return ((failing -= 1), answer(503, ''));
              heard.push(...orders([call]));
              return DONE;
            };
            return opened;
          };
          const run = async (steps: number): Promise<void> => {
            for (let at = 0; at < steps; at += 1) {
              world!.outbox.tick();
              await disk.completeNext();
              for (let step = 0; step < 6; step += 1) await yieldToEventLoop();
            }
          };
          world = start();
          make(world.engine, createBuiltIns);
          aim(world.engine, 'ORDER_DELIVERY_CHANGE');
          await run(4);
          for (const round of rounds) {
            failing = round.failing;
            for (let at = 0; at < round.fires; at += 1) {
              const number = (order += 1);
              tell(world.engine, 'ORDER_DELIVERY_CHANGE', number);
              void world.engine
                .whenDurable(world.engine.headSeq)
                .then(() => durable.add(number))
                .catch(() => undefined);
            }
            await run(round.commits);
            clock.ms += 60_000;
            if (!round.crash) continue;
            await disk.cutPower(round.kept);
            for (let step = 0; step < 6; step += 1) await yieldToEventLoop();
            await world.outbox.stop(0, () => undefined);
            world = start();
          }
          failing = 0;
          for (let at = 0; at < 60; at += 1) {
            clock.ms += 600_000;
            await run(1);
            // A record may wait for others, by the machine's own clock, for longer than all of these turns take.
            while (world.engine.headSeq > disk.head && disk.waiting === 0) await yieldToEventLoop();
          }
          const recorded = new Set<number>();
          for (const { bytes } of disk.durable.batches(1)) {
            for (const { events } of readBatch(bytes, disk.durable.cipher)) {
              for (const { event } of events)
                if (event.type === 'message_queued')
                  recorded.add((event as unknown as { parameters: { id_order: number } }).parameters.id_order);
            }
          }
          expect(
            heard.filter((one) => !recorded.has(one)),
            'told and not recorded',
          ).toEqual([]);
          // Each is first heard after all that were before it, and what is heard again follows in order again.
          const firsts = heard.filter((one, at) => heard.indexOf(one) === at);
          expect(firsts).toEqual([...firsts].sort((a, b) => a - b));
          for (const [at, one] of heard.entries())
            if (at > 0) expect(one - heard[at - 1]!, heard.join(' ')).toBeGreaterThanOrEqual(0);
          for (const one of durable) expect(heard, `order ${one} was durable`).toContain(one);
          // The outcome is on the disk before the next call: a crash repeats one call at most.
          const crashes = rounds.filter(({ crash }) => crash).length;
          expect(heard.length - firsts.length).toBeLessThanOrEqual(crashes);
          await disk.cutPower(0);
        },
      ),
      { numRuns: runs(10) },
    );
  });
});
