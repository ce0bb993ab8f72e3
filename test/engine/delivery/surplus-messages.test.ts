// Messages that newer ones to the same user leave no place. Catches such that wait for ever, also after a restart, one
// that ends while it may be on its way, and a loss that nobody counts.
import { expect, test } from 'vitest';
import { deleteWebhook } from '../../../src/domain/webhooks/delete-webhook.ts';
import { fire } from '../../../src/domain/webhooks/fire-webhooks.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { RULES, make } from '../shop.ts';
import { closeAndVerify, engineOn } from '../store/stores.ts';
import { SetClock } from '../seeded.ts';
import { DONE, aim, answer, fresh, later, open, stateOf, tickUntilIdle } from './outbox-world.ts';

const HOOK = 'SEND_MESSAGE_TO_USER';
const MAX = 3;
const send = (engine: Engine, count: number): void => {
  for (let at = 0; at < count; at += 1)
    make(engine, (tx) => fire(tx, HOOK, { email: 'a@b.example', message: `${at}` }, 7));
};
const waiting = (engine: Engine, id: number): readonly number[] =>
  engine.readContext().index('message').queues.get(id) ?? [];

test('they end in one record after that of the newer message, but never the first', async () => {
  const world = fresh({}, { webhookMessagesPerUserMax: MAX });
  const { engine } = world;
  const id = aim(engine, HOOK);
  world.reply = () => answer(500, '');
  const records: string[][] = [];
  engine.observe({
    recorded: (_seq, events) => void records.push(events.map(({ event }) => String(event.type))),
    durable: () => {},
  });
  send(engine, 7);
  expect(records).toEqual(Array.from({ length: 7 }, () => ['message_queued']));
  const queued = [...waiting(engine, id)];
  records.length = 0;
  await tickUntilIdle(world);
  expect(records[0]).toEqual(Array.from({ length: 4 }, () => ['message_ended', 'webhook_message_lost']).flat());
  expect(waiting(engine, id)).toEqual([queued[0], queued[5], queued[6]]);
  expect(stateOf(engine, id)).toMatchObject({ health: 'healthy', lost: 4 });
  world.reply = () => DONE;
  await later(world, 5000);
  expect(waiting(engine, id)).toEqual([]);
  await closeAndVerify(engine);
});

test('a start ends what was left, and nothing of a webhook that is gone', async () => {
  const world = fresh({}, { webhookMessagesPerUserMax: MAX });
  const id = aim(world.engine, HOOK);
  send(world.engine, 7);
  const { journal } = world.engine;
  await world.engine.close();
  const clock = new SetClock(world.clock.ms);
  const engine = engineOn(journal, { clock, rules: { ...RULES, webhookMessagesPerUserMax: MAX } });
  const again = open(engine, clock);
  again.reply = () => answer(500, '');
  await tickUntilIdle(again);
  expect(waiting(engine, id)).toHaveLength(MAX);
  send(engine, 7);
  make(engine, (tx) => deleteWebhook(tx, HOOK));
  const { lost } = stateOf(engine, id);
  await tickUntilIdle(again);
  expect([waiting(engine, id).length, stateOf(engine, id).lost]).toEqual([0, lost]);
  await closeAndVerify(engine);
});
