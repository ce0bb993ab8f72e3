// A webhook that is deleted while messages wait for it. Catches one that is still called, a call on its way whose
// outcome is recorded for nobody or ends the process, a backlog that ends in one huge record, and a key that stays.
import { expect, test } from 'vitest';
import { createWebhook } from '../../../src/domain/webhooks/create-webhook.ts';
import { deleteWebhook } from '../../../src/domain/webhooks/delete-webhook.ts';
import { fire } from '../../../src/domain/webhooks/fire-webhooks.ts';
import { MESSAGE_KEY_MS } from '../../../src/domain/webhooks/message.ts';
import { keyNumberOf } from '../../../src/domain/privacy/key-number.ts';
import { replayWebhook } from '../../../src/engine/delivery/replay-webhook.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import type { HttpAnswer } from '../../../src/kernel/http-call.ts';
import { DONE as MADE } from '../../../src/kernel/result.ts';
import { make } from '../shop.ts';
import { closeAndVerify } from '../store/stores.ts';
import { DONE, aim, answer, fresh, later, orders, tell, tickUntilIdle } from './outbox-world.ts';
import { sample } from '../../harness/effort.ts';

const HOOK = 'ORDER_DELIVERY_CHANGE';
const remove = (engine: Engine, name: string): void => make(engine, (tx) => deleteWebhook(tx, name));
const queues = (engine: Engine): ReadonlyMap<number, readonly number[]> => engine.readContext().index('message').queues;

test.each([DONE, answer(500, '')])(
  'a call that is on its way records nothing, whatever it is answered',
  async (reply) => {
    const world = fresh();
    const { engine } = world;
    aim(engine, HOOK);
    const held: ((reply: HttpAnswer) => void)[] = [];
    world.reply = () => new Promise((resolve) => held.push(resolve));
    tell(engine, HOOK, 1);
    tell(engine, HOOK, 2);
    await tickUntilIdle(world);
    expect(orders(world.calls)).toEqual([1]);
    remove(engine, HOOK);
    await tickUntilIdle(world);
    expect(queues(engine).size).toBe(0);
    const { headSeq } = engine;
    held[0]!(reply);
    await later(world, 86_400_000);
    // One record: the keys of the hours that are over.
    expect([world.calls.length, engine.headSeq, world.complaints]).toEqual([1, headSeq + 1, []]);
    await closeAndVerify(engine);
  },
);

// Of one record, and of several.
test.each(
  sample([
    { messages: 200, ends: [200] },
    { messages: 1200, ends: [500, 500, 200] },
  ]),
)(
  'a backlog of $messages ends in records of bounded size, and others are called meanwhile',
  async ({ messages, ends }) => {
    const world = fresh({}, { webhookBacklogMax: 2000 });
    const { engine } = world;
    make(engine, (tx) => createWebhook(tx, 'MINE', HOOK));
    aim(engine, HOOK);
    aim(engine, 'MINE');
    world.reply = () => answer(500, '');
    for (let at = 0; at < messages / 100; at += 1)
      make(engine, (tx) => {
        for (let order = 0; order < 100; order += 1) fire(tx, HOOK, { id_order: at * 100 + order });
        return MADE;
      });
    const sizes: number[] = [];
    engine.observe({
      recorded: (_seq, events) => {
        const ended = events.filter(({ event }) => event.type === 'message_ended').length;
        if (ended > 1) sizes.push(ended);
      },
      durable: () => {},
    });
    remove(engine, 'MINE');
    world.reply = () => DONE;
    await tickUntilIdle(world);
    expect([sizes, queues(engine).size]).toEqual([ends, 0]);
    expect(orders(world.calls)).toEqual(Array.from({ length: messages }, (_, order) => order));
    await closeAndVerify(engine);
  },
);

test('the key of secrets that waited for it is destroyed once their hour is over', async () => {
  const world = fresh();
  const { engine } = world;
  const secret = 'SEND_NEW_PASSWD_TO_USER';
  make(engine, (tx) => createWebhook(tx, 'MINE', secret));
  aim(engine, 'MINE');
  world.reply = () => answer(500, '');
  make(engine, (tx) => fire(tx, secret, { email: 'a@b.example', passwd: 'one' }));
  await tickUntilIdle(world);
  const [hour] = [...engine.readContext().index('message').bySubject.keys()];
  const isDestroyed = (): boolean => engine.journal.cipher!.isDestroyed(keyNumberOf(hour!, 'contact'));
  await later(world, MESSAGE_KEY_MS);
  expect(isDestroyed()).toBe(false);
  remove(engine, 'MINE');
  await later(world, 60_000);
  await engine.whenDurable(engine.headSeq);
  expect([isDestroyed(), engine.readContext().index('message').bySubject.size]).toEqual([true, 0]);
  await closeAndVerify(engine);
});

test('a replay ends with the webhook, and one of the same name begins empty', async () => {
  const world = fresh();
  const { engine } = world;
  const id = aim(engine, HOOK);
  tell(engine, HOOK, 1);
  await tickUntilIdle(world);
  const replayed = await replayWebhook(
    engine,
    id,
    { fromSeq: 1 },
    {
      pause: () => {
        if (engine.readContext().index('webhook').ids.has(id)) remove(engine, HOOK);
        return undefined;
      },
    },
  );
  expect(replayed.ok).toBe(true);
  await tickUntilIdle(world);
  expect([orders(world.calls), queues(engine).size]).toEqual([[1], 0]);
  const next = make(engine, (tx) => createWebhook(tx, HOOK, HOOK));
  expect(next).not.toBe(id);
  aim(engine, HOOK);
  await engine.whenDurable(engine.headSeq);
  expect(await replayWebhook(engine, next, { fromSeq: 1 })).toEqual({ ok: true, value: { queued: 0, nextSeq: 0 } });
  tell(engine, HOOK, 2);
  await tickUntilIdle(world);
  expect(orders(world.calls)).toEqual([1, 2]);
  await closeAndVerify(engine);
});
