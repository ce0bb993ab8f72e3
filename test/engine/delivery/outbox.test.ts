// Catches a webhook that is called too early, too often or not at all, one that holds up the others, and secrets of a
// message that outlive its delivery.
import { describe, expect, test } from 'vitest';
import { MESSAGE_KEY_MS } from '../../../src/domain/webhooks/message.ts';
import { createBuiltIns, createWebhook } from '../../../src/domain/webhooks/create-webhook.ts';
import { fire } from '../../../src/domain/webhooks/fire-webhooks.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { MemoryJournal } from '../../../src/engine/journal/memory-journal.ts';
import { WEBHOOK_RETRIES_MS } from '../../../src/engine/delivery/outbox.ts';
import { replayWebhook } from '../../../src/engine/delivery/replay-webhook.ts';
import { yieldToEventLoop } from '../../../src/kernel/yield-to-event-loop.ts';
import { keyNumberOf } from '../../../src/domain/privacy/key-number.ts';
import type { HttpAnswer } from '../../../src/kernel/http-call.ts';
import { ok, refuse } from '../../../src/kernel/result.ts';
import { DONE, aim, answer, fresh, later, open, orders, tickUntilIdle, stateOf, tell } from './outbox-world.ts';
import { stepTime } from '../../../src/engine/step-time.ts';
import { SetClock } from '../seeded.ts';
import { RULES, make } from '../shop.ts';
import { SimulatedDisk } from '../journal/simulated-disk.ts';
import { closeAndVerify, engineOn } from '../store/stores.ts';
import { newCipher } from '../privacy/test-cipher.ts';
import { refuseWrites } from '../refuse-writes.ts';

const HOUR_MS = 3_600_000;

describe('time', () => {
  test('delayed events wait their seconds, instant ones do not', async () => {
    const world = fresh();
    for (const name of ['ORDER_CREATE', 'ORDER_DELIVERY_CHANGE'] as const) {
      aim(world.engine, name);
      tell(world.engine, name, 1);
    }
    await tickUntilIdle(world);
    expect(world.calls.map(({ headers }) => headers['kontor-event'])).toEqual(['ORDER_DELIVERY_CHANGE']);
    await later(world, RULES.webhookDelayMs - 1);
    expect(world.calls).toHaveLength(1);
    await later(world, 1);
    expect(world.calls).toHaveLength(2);
    await closeAndVerify(world.engine);
  });

  test('what was to be sent in ten years by a wrong clock is sent when the clock is right', async () => {
    const world = fresh();
    const { engine, clock } = world;
    aim(engine, 'ORDER_CREATE');
    const id = aim(engine, 'ORDER_DELIVERY_CHANGE');
    clock.errorMs = 315_360_000_000;
    stepTime(engine, 'confirmed', true);
    world.reply = () => answer(500, '');
    tell(engine, 'ORDER_CREATE', 1);
    tell(engine, 'ORDER_DELIVERY_CHANGE', 2);
    await tickUntilIdle(world);
    expect(orders(world.calls)).toEqual([2]);
    expect(stateOf(engine, id).nextMs).toBeGreaterThan(clock.ms + 315_000_000_000);
    clock.errorMs = 0;
    world.reply = () => DONE;
    stepTime(engine, 'confirmed', true);
    await tickUntilIdle(world);
    expect(orders(world.calls).sort()).toEqual([1, 2, 2]);
    await closeAndVerify(engine);
  });

  test('attempts come at 0 s, 5 s, 1 min, 10 min, 1 h and 4 h; then it is unhealthy with its events kept, until its settings are saved', async () => {
    const world = fresh();
    const id = aim(world.engine, 'ORDER_DELIVERY_CHANGE');
    world.reply = () => answer(500, '');
    tell(world.engine, 'ORDER_DELIVERY_CHANGE', 1);
    await tickUntilIdle(world);
    for (const [at, waitMs] of WEBHOOK_RETRIES_MS.entries()) {
      expect(world.calls).toHaveLength(at + 1);
      await later(world, waitMs - 1);
      expect(world.calls, `before ${waitMs} ms`).toHaveLength(at + 1);
      await later(world, 1);
    }
    expect(WEBHOOK_RETRIES_MS).toEqual([5000, 60_000, 600_000, HOUR_MS, 4 * HOUR_MS]);
    expect(new Set(world.calls.map(({ headers }) => headers['webhook-id'])).size, 'one message keeps its id').toBe(1);
    expect(
      new Set(world.calls.map(({ headers }) => headers['webhook-timestamp'])).size,
      'each attempt has its time',
    ).toBe(6);
    expect(stateOf(world.engine, id)).toMatchObject({ health: 'unhealthy', attempts: 6, answer: 'HTTP 500' });
    expect(world.complaints).toEqual([expect.stringContaining('ORDER_DELIVERY_CHANGE is unhealthy: HTTP 500')]);
    tell(world.engine, 'ORDER_DELIVERY_CHANGE', 2);
    await later(world, 100 * HOUR_MS);
    expect(world.calls).toHaveLength(6);
    world.reply = () => DONE;
    aim(world.engine, 'ORDER_DELIVERY_CHANGE');
    await tickUntilIdle(world);
    expect(orders(world.calls.slice(6))).toEqual([1, 2]);
    expect(stateOf(world.engine, id)).toMatchObject({ health: 'healthy', attempts: 0, answer: 'WEBHOOK_EXECUTED' });
    await closeAndVerify(world.engine);
  });

  test('settings saved during a call begin the attempts anew', async () => {
    const world = fresh();
    const id = aim(world.engine, 'ORDER_DELIVERY_CHANGE');
    world.reply = () => answer(500, '');
    tell(world.engine, 'ORDER_DELIVERY_CHANGE', 1);
    await tickUntilIdle(world);
    for (const waitMs of WEBHOOK_RETRIES_MS.slice(0, -1)) await later(world, waitMs);
    let fail: (given: HttpAnswer) => void = () => undefined;
    world.reply = () => new Promise((resolve) => (fail = resolve));
    await later(world, WEBHOOK_RETRIES_MS.at(-1)!);
    aim(world.engine, 'ORDER_DELIVERY_CHANGE', 'https://other.example/');
    fail(answer(500, ''));
    await tickUntilIdle(world);
    expect(stateOf(world.engine, id)).toMatchObject({ health: 'healthy', attempts: 1, url: 'https://other.example/' });
    await closeAndVerify(world.engine);
  });
});

describe('many webhooks', () => {
  test('one that hangs holds up none of the others, and no more are called at a time than the limit', async () => {
    const world = fresh({ callsMax: 2 });
    const names = ['ORDER_DELIVERY_CHANGE', 'SEND_MESSAGE_TO_USER', 'SEND_NEW_PASSWD_TO_USER'] as const;
    for (const name of names) aim(world.engine, name, `https://${name.toLowerCase().replaceAll('_', '-')}.example/`);
    let atOnce = 0;
    let most = 0;
    const hanging: (() => void)[] = [];
    world.reply = async ({ headers }) => {
      most = Math.max(most, (atOnce += 1));
      if (headers['kontor-event'] === 'ORDER_DELIVERY_CHANGE')
        await new Promise<void>((resolve) => hanging.push(resolve));
      else await yieldToEventLoop();
      atOnce -= 1;
      return DONE;
    };
    for (const name of names) for (let order = 1; order <= 5; order += 1) tell(world.engine, name, order);
    for (let at = 0; at < 12; at += 1) await tickUntilIdle(world);
    expect(world.calls.filter(({ headers }) => headers['kontor-event'] === 'ORDER_DELIVERY_CHANGE')).toHaveLength(1);
    expect(world.calls).toHaveLength(11);
    expect(most).toBe(2);
    const stopped = world.outbox.stop(60_000, () => undefined);
    for (const release of hanging) release();
    await stopped;
    await closeAndVerify(world.engine);
  });
});

describe('turns of the event loop', () => {
  test('no two calls and no two answers share one, however many webhooks an event has', async () => {
    const world = fresh({ callsMax: 100 });
    for (let at = 0; at < 20; at += 1) {
      const name = `HOOK_${at}`;
      make(world.engine, (tx) => createWebhook(tx, name, 'ORDER_DELIVERY_CHANGE'));
      aim(world.engine, name);
    }
    for (let order = 1; order <= 3; order += 1) tell(world.engine, 'ORDER_DELIVERY_CHANGE', order);
    const heads: number[] = [];
    let counting = true;
    const count = (): void => {
      heads.push(world.engine.headSeq);
      if (counting) setImmediate(count);
    };
    setImmediate(count);
    const called: number[] = [];
    world.reply = () => {
      called.push(heads.length);
      return DONE;
    };
    for (let tries = 0; tries < 20; tries += 1) await tickUntilIdle(world);
    counting = false;
    expect([called.length, new Set(called).size], 'calls, and turns with one').toEqual([60, 60]);
    expect(Math.max(...heads.map((head, at) => head - (heads[at - 1] ?? head))), 'records of a turn').toBe(1);
    await closeAndVerify(world.engine);
  });
});

describe('stopping', () => {
  test('a call that is broken off is no failure of the receiver: the message waits for the next start', async () => {
    const world = fresh();
    const id = aim(world.engine, 'ORDER_DELIVERY_CHANGE');
    let breakOff = (): void => undefined;
    world.reply = () =>
      new Promise((resolve) => (breakOff = () => resolve({ ok: false, failure: 'closed', detail: '' })));
    tell(world.engine, 'ORDER_DELIVERY_CHANGE', 1);
    await tickUntilIdle(world);
    expect(world.calls).toHaveLength(1);
    await world.outbox.stop(1, () => breakOff());
    expect(stateOf(world.engine, id)).toMatchObject({ attempts: 0, answer: '' });
    expect(world.engine.readContext().index('message').waiting(id)).toBe(1);
    world.outbox.tick();
    await yieldToEventLoop();
    expect(world.calls, 'nothing is begun any more').toHaveLength(1);
    await closeAndVerify(world.engine);
  });

  test('what the receiver of a call under way answers is recorded, a failure too', async () => {
    const world = fresh();
    const id = aim(world.engine, 'ORDER_DELIVERY_CHANGE');
    let fail = (): void => undefined;
    world.reply = () =>
      new Promise((resolve) => (fail = () => resolve({ ok: true, status: 500, bytes: new Uint8Array() })));
    tell(world.engine, 'ORDER_DELIVERY_CHANGE', 1);
    await tickUntilIdle(world);
    const stopped = world.outbox.stop(60_000, () => undefined);
    fail();
    await stopped;
    expect(stateOf(world.engine, id)).toMatchObject({ attempts: 1, answer: 'HTTP 500' });
    await closeAndVerify(world.engine);
  });

  test('a call that waits for the disk is not begun any more', async () => {
    const disk = new SimulatedDisk();
    const clock = new SetClock();
    const world = open(engineOn(disk.plugIn(), { clock, fatal: () => undefined }), clock);
    make(world.engine, createBuiltIns);
    aim(world.engine, 'ORDER_DELIVERY_CHANGE');
    tell(world.engine, 'ORDER_DELIVERY_CHANGE', 1);
    await tickUntilIdle(world);
    const stopped = world.outbox.stop(60_000, () => undefined);
    for (let at = 0; at < 4; at += 1) await disk.completeNext().then(yieldToEventLoop);
    await stopped;
    expect([disk.head, world.calls]).toEqual([world.engine.headSeq, []]);
    await disk.cutPower(0);
  });
});

describe('secrets and replay', () => {
  test('keys are destroyed when all of an hour is delivered, and what is left of the messages with them', async () => {
    const world = fresh();
    aim(world.engine, 'SEND_NEW_PASSWD_TO_USER');
    const send = (passwd: string): void =>
      make(world.engine, (tx) => fire(tx, 'SEND_NEW_PASSWD_TO_USER', { email: 'a@b.example', passwd }));
    send('one');
    send('two');
    await tickUntilIdle(world);
    const { bySubject } = world.engine.readContext().index('message');
    const [subject] = [...bySubject.keys()];
    expect(world.calls.map(({ body }) => new URLSearchParams(body).get('passwd'))).toEqual(['one', 'two']);
    expect(world.destroyed).toEqual([]);
    await later(world, MESSAGE_KEY_MS);
    expect(world.destroyed).toEqual([subject]);
    expect(bySubject.size).toBe(0);
    await closeAndVerify(world.engine);
  });

  test('a key lives while one of its hour still waits', async () => {
    const world = fresh();
    for (const name of ['SEND_NEW_PASSWD_TO_USER', 'SEND_MESSAGE_TO_USER'] as const) {
      aim(world.engine, name);
      make(world.engine, (tx) => fire(tx, name, { email: 'a@b.example', message: name }));
    }
    world.reply = ({ headers }) => (headers['kontor-event'] === 'SEND_MESSAGE_TO_USER' ? answer(500, '') : DONE);
    await tickUntilIdle(world);
    expect(world.engine.readContext().index('message').bySubject.size, 'one key for both').toBe(1);
    await later(world, MESSAGE_KEY_MS);
    expect(world.destroyed).toEqual([]);
    world.reply = () => DONE;
    aim(world.engine, 'SEND_MESSAGE_TO_USER');
    await tickUntilIdle(world);
    await later(world, 60_000);
    expect(world.destroyed).toHaveLength(1);
    expect(new URLSearchParams(world.calls.at(-1)!.body).get('message')).toBe('SEND_MESSAGE_TO_USER');
    await closeAndVerify(world.engine);
  });

  test('a message whose key is gone was delivered: it is not sent again, and nothing waits behind it', async () => {
    const clock = new SetClock();
    const cipher = newCipher();
    const journal = new MemoryJournal(cipher);
    const first = engineOn(journal, { clock });
    make(first, createBuiltIns);
    aim(first, 'SEND_NEW_PASSWD_TO_USER');
    const send = (engine: Engine, passwd: string): void =>
      make(engine, (tx) => fire(tx, 'SEND_NEW_PASSWD_TO_USER', { email: 'a@b.example', passwd }));
    send(first, 'one');
    const [subject] = [...first.readContext().index('message').bySubject.keys()];
    await first.close();
    cipher.destroy(keyNumberOf(subject!, 'contact'));
    const world = open(engineOn(journal, { clock }), clock);
    clock.ms += MESSAGE_KEY_MS;
    send(world.engine, 'two');
    await tickUntilIdle(world);
    expect(world.calls.map(({ body }) => new URLSearchParams(body).get('passwd'))).toEqual(['two']);
    await world.engine.close();
  });

  test('replay: messages queued and messages lost since a record, in order, with the ids and numbers of the first time', async () => {
    const world = fresh({}, { webhookBacklogMax: 3 });
    const { engine } = world;
    const id = aim(engine, 'ORDER_DELIVERY_CHANGE');
    world.reply = () => answer(500, '');
    const seqs = [1, 2, 3, 4, 5].map((order) => (tell(engine, 'ORDER_DELIVERY_CHANGE', order), engine.headSeq));
    expect(stateOf(engine, id)).toMatchObject({ health: 'suspended', lost: 2, firstLostSeq: seqs[3] });
    world.reply = () => DONE;
    aim(engine, 'ORDER_DELIVERY_CHANGE');
    await tickUntilIdle(world);
    expect(orders(world.calls)).toEqual([1, 2, 3]);
    expect(world.calls[0]!.headers['kontor-first-lost-seq']).toBe(String(seqs[3]));
    await engine.whenDurable(engine.headSeq);
    expect(await replayWebhook(engine, id, { fromSeq: 0 })).toMatchObject({ ok: false, code: 'RESUME_TOO_OLD' });
    expect(await replayWebhook(engine, id, { fromSeq: seqs[1]! })).toEqual(ok({ queued: 4, nextSeq: 0 }));
    expect(stateOf(engine, id)).toMatchObject({ lost: 0, firstLostSeq: 0 });
    await tickUntilIdle(world);
    const again = world.calls.slice(3);
    expect(orders(again)).toEqual([2, 3, 4, 5]);
    expect(again.map(({ headers }) => headers['kontor-seq'])).toEqual(seqs.slice(1).map(String));
    expect(again[0]!.headers['webhook-id']).toBe(world.calls[1]!.headers['webhook-id']);
    expect(again[0]!.headers['kontor-first-lost-seq']).toBeUndefined();
    await engine.whenDurable(engine.headSeq);
    expect(await replayWebhook(engine, id, { fromSeq: seqs[0]! }), 'repeats are not repeated').toEqual(
      ok({ queued: 5, nextSeq: 0 }),
    );
    await tickUntilIdle(world);
    expect(orders(world.calls.slice(7))).toEqual([1, 2, 3, 4, 5]);
    await closeAndVerify(engine);
  });
});

describe('while the disk is short of space', () => {
  // Broken, a receiver is called again and again, because nothing notes that it was.
  test('no webhook is called; a call that was under way is noted, and all others are made later, in order', async () => {
    const world = fresh();
    aim(world.engine, 'ORDER_DELIVERY_CHANGE');
    const held: ((reply: HttpAnswer) => void)[] = [];
    world.reply = () => new Promise((resolve) => held.push(resolve));
    for (const order of [1, 2, 3]) tell(world.engine, 'ORDER_DELIVERY_CHANGE', order);
    await tickUntilIdle(world);
    expect(orders(world.calls)).toEqual([1]);
    refuseWrites(world.engine, refuse('DISK_FULL'));
    world.reply = () => DONE;
    held[0]!(DONE);
    const { headSeq } = world.engine;
    await tickUntilIdle(world);
    expect([orders(world.calls), world.engine.headSeq]).toEqual([[1], headSeq + 1]);
    await later(world, 3_600_000);
    expect([orders(world.calls), world.engine.headSeq]).toEqual([[1], headSeq + 1]);
    refuseWrites(world.engine, undefined);
    await tickUntilIdle(world);
    expect(orders(world.calls)).toEqual([1, 2, 3]);
    await closeAndVerify(world.engine);
  });
});
