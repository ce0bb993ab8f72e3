// The outbox against a receiver that fails at random and a process that dies at random: what is told is complete, in
// order, at least once, and only what a crash cannot undo (Decision 44).
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Webhook as Verifier } from 'standardwebhooks';
import { SEALED_TOGETHER_MS, createBuiltIns, fire, updateWebhook } from '../../src/domain/webhooks.ts';
import type { Webhook, WebhookEvent } from '../../src/domain/webhook.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { MemoryJournal } from '../../src/engine/memory-journal.ts';
import { Outbox, RETRIES_MS } from '../../src/engine/outbox.ts';
import type { OutboxOptions } from '../../src/engine/outbox.ts';
import { turn } from '../../src/engine/turn.ts';
import { leafOf } from '../../src/engine/vault.ts';
import { WebhookSecrets } from '../../src/engine/webhook-call.ts';
import type { HttpAnswer, HttpCall } from '../../src/kernel/http-call.ts';
import { replayAll } from '../../src/cli/webhooks.ts';
import { SetClock } from './seeded.ts';
import { RULES, make } from './shop.ts';
import { SimulatedDisk } from './simulated-disk.ts';
import { closeAndVerify, engineOn } from './stores.ts';
import { newVault } from './vault.ts';

const SECRETS = new WebhookSecrets('ab'.repeat(32));
const DONE: HttpAnswer = { ok: true, status: 200, bytes: Buffer.from('WEBHOOK_EXECUTED') };
const answer = (status: number, text: string): HttpAnswer => ({ ok: true, status, bytes: Buffer.from(text) });
const HOUR_MS = 3_600_000;

interface World {
  readonly engine: Engine;
  readonly outbox: Outbox;
  readonly clock: SetClock;
  readonly calls: HttpCall[];
  readonly complaints: string[];
  readonly destroyed: number[];
  reply: (call: HttpCall) => HttpAnswer | Promise<HttpAnswer>;
}

const open = (engine: Engine, clock: SetClock, more: Partial<OutboxOptions> = {}): World => {
  const world: World = {
    engine,
    clock,
    calls: [],
    complaints: [],
    destroyed: [],
    reply: () => DONE,
    outbox: new Outbox(engine, {
      client: { call: (call) => (world.calls.push(call), Promise.resolve(world.reply(call))) },
      secrets: SECRETS,
      timeoutMs: 10_000,
      bytesMax: 65_536,
      privateAllowed: false,
      callsMax: 4,
      destroyKeys: (subjects) => void world.destroyed.push(...subjects),
      complain: (line) => void world.complaints.push(line),
      ...more,
    }),
  };
  return world;
};

const fresh = (more: Partial<OutboxOptions> = {}, rules = {}): World => {
  // The official verifier looks at the clock of the machine.
  const clock = new SetClock(Date.now());
  const engine = engineOn(new MemoryJournal(newVault()), { clock, rules: { ...RULES, ...rules } });
  make(engine, createBuiltIns);
  return open(engine, clock, more);
};

const aim = (engine: Engine, name: string, url = 'https://receiver.example/hook?own=1'): number => make(engine, (tx) => updateWebhook(tx, name, { url, parameter: '', rotateSecret: false }));
const tell = (engine: Engine, event: WebhookEvent, order: number): void => make(engine, (tx) => fire(tx, event, { id_order: order }));
const stateOf = (engine: Engine, id: number): Webhook => engine.tables.webhook.get(id)!.state as Webhook;

/** Ticks until nothing changes any more. */
const settle = async ({ outbox, engine }: World): Promise<void> => {
  for (let quiet = 0, head = -1; quiet < 4; quiet = head === engine.head ? quiet + 1 : 0) {
    head = engine.head;
    outbox.tick();
    for (let at = 0; at < 6; at += 1) await turn();
  }
};
const later = async (world: World, ms: number): Promise<void> => {
  world.clock.ms += ms;
  await settle(world);
};
const orders = (calls: readonly HttpCall[]): number[] => calls.map(({ url }) => Number(new URL(url).searchParams.get('id_order')));

describe('a call', () => {
  test('GET: the parameters behind the configured query, signed as it is sent, with the number of its record', async () => {
    const world = fresh();
    const id = aim(world.engine, 'ORDER_DELIVERY_CHANGE');
    make(world.engine, (tx) => fire(tx, 'ORDER_DELIVERY_CHANGE', { id_order: 7, state1: 'PROCESSING', state2: 'ä & b' }));
    const seq = world.engine.head;
    await settle(world);
    const [{ method, url, headers, body }] = world.calls as [HttpCall];
    expect([method, url, body]).toEqual(['GET', 'https://receiver.example/hook?own=1&id_order=7&state1=PROCESSING&state2=%C3%A4+%26+b', '']);
    expect(headers).toMatchObject({ 'kontor-seq': String(seq), 'kontor-event': 'ORDER_DELIVERY_CHANGE' });
    const verifier = new Verifier(SECRETS.of(stateOf(world.engine, id).nonce));
    const verify = (query: string): unknown => verifier.verify(query, { ...headers }, { jsonParse: false });
    expect(() => verify(url.split('?')[1]!)).not.toThrow();
    for (const forged of ['id_order=7&state1=PROCESSING&state2=%C3%A4+%26+b', 'own=1&id_order=8&state1=PROCESSING&state2=%C3%A4+%26+b', '']) expect(() => verify(forged)).toThrow('No matching signature');
    await closeAndVerify(world.engine);
  });

  test('POST: a form, and nothing of it in the URL', async () => {
    const world = fresh();
    aim(world.engine, 'SEND_MESSAGE_TO_USER');
    make(world.engine, (tx) => fire(tx, 'SEND_MESSAGE_TO_USER', { email: 'a+b@c.example', message: 'x=1&y\nz' }));
    await settle(world);
    const [{ method, url, headers, body }] = world.calls as [HttpCall];
    expect([method, url]).toEqual(['POST', 'https://receiver.example/hook?own=1']);
    expect(headers['content-type']).toBe('application/x-www-form-urlencoded');
    const { nonce } = stateOf(world.engine, world.engine.look().index('webhook').byName.get('SEND_MESSAGE_TO_USER')!);
    expect(() => new Verifier(SECRETS.of(nonce)).verify(body, { ...headers }, { jsonParse: false })).not.toThrow();
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({ email: 'a+b@c.example', message: 'x=1&y\nz' });
    await closeAndVerify(world.engine);
  });

  test('only HTTP 200 with exactly the expected body is success', async () => {
    for (const wrong of [answer(200, 'webhook_executed'), answer(200, 'WEBHOOK_EXECUTED\n'), answer(200, ''), answer(201, 'WEBHOOK_EXECUTED'), answer(302, ''), answer(500, 'WEBHOOK_EXECUTED')]) {
      const world = fresh();
      const id = aim(world.engine, 'ORDER_DELIVERY_CHANGE');
      world.reply = () => wrong;
      tell(world.engine, 'ORDER_DELIVERY_CHANGE', 1);
      await settle(world);
      expect(stateOf(world.engine, id)).toMatchObject({ attempts: 1, health: 'healthy' });
      expect(stateOf(world.engine, id).answer).not.toBe('WEBHOOK_EXECUTED');
      await closeAndVerify(world.engine);
    }
  });
});

describe('time', () => {
  test('delayed events wait their seconds, instant ones do not', async () => {
    const world = fresh();
    for (const name of ['ORDER_CREATE', 'ORDER_DELIVERY_CHANGE'] as const) {
      aim(world.engine, name);
      tell(world.engine, name, 1);
    }
    await settle(world);
    expect(world.calls.map(({ headers }) => headers['kontor-event'])).toEqual(['ORDER_DELIVERY_CHANGE']);
    await later(world, RULES.webhookDelayMs - 1);
    expect(world.calls).toHaveLength(1);
    await later(world, 1);
    expect(world.calls).toHaveLength(2);
    await closeAndVerify(world.engine);
  });

  test('attempts come at 0 s, 5 s, 1 min, 10 min, 1 h and 4 h; then it is unhealthy with its events kept, until its settings are saved', async () => {
    const world = fresh();
    const id = aim(world.engine, 'ORDER_DELIVERY_CHANGE');
    world.reply = () => answer(500, '');
    tell(world.engine, 'ORDER_DELIVERY_CHANGE', 1);
    await settle(world);
    for (const [at, waitMs] of RETRIES_MS.entries()) {
      expect(world.calls).toHaveLength(at + 1);
      await later(world, waitMs - 1);
      expect(world.calls, `before ${waitMs} ms`).toHaveLength(at + 1);
      await later(world, 1);
    }
    expect(RETRIES_MS).toEqual([5000, 60_000, 600_000, HOUR_MS, 4 * HOUR_MS]);
    expect(new Set(world.calls.map(({ headers }) => headers['webhook-id'])).size, 'one message keeps its id').toBe(1);
    expect(new Set(world.calls.map(({ headers }) => headers['webhook-timestamp'])).size, 'each attempt has its time').toBe(6);
    expect(stateOf(world.engine, id)).toMatchObject({ health: 'unhealthy', attempts: 6, answer: 'HTTP 500' });
    expect(world.complaints).toEqual([expect.stringContaining('ORDER_DELIVERY_CHANGE is unhealthy: HTTP 500')]);
    tell(world.engine, 'ORDER_DELIVERY_CHANGE', 2);
    await later(world, 100 * HOUR_MS);
    expect(world.calls).toHaveLength(6);
    world.reply = () => DONE;
    aim(world.engine, 'ORDER_DELIVERY_CHANGE');
    await settle(world);
    expect(orders(world.calls.slice(6))).toEqual([1, 2]);
    expect(stateOf(world.engine, id)).toMatchObject({ health: 'healthy', attempts: 0, answer: 'WEBHOOK_EXECUTED' });
    await closeAndVerify(world.engine);
  });

  test('settings saved during a call begin the attempts anew', async () => {
    const world = fresh();
    const id = aim(world.engine, 'ORDER_DELIVERY_CHANGE');
    world.reply = () => answer(500, '');
    tell(world.engine, 'ORDER_DELIVERY_CHANGE', 1);
    await settle(world);
    for (const waitMs of RETRIES_MS.slice(0, -1)) await later(world, waitMs);
    let fail: (given: HttpAnswer) => void = () => undefined;
    world.reply = () => new Promise((resolve) => (fail = resolve));
    await later(world, RETRIES_MS.at(-1)!);
    aim(world.engine, 'ORDER_DELIVERY_CHANGE', 'https://other.example/');
    fail(answer(500, ''));
    await settle(world);
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
      if (headers['kontor-event'] === 'ORDER_DELIVERY_CHANGE') await new Promise<void>((resolve) => hanging.push(resolve));
      else await turn();
      atOnce -= 1;
      return DONE;
    };
    for (const name of names) for (let order = 1; order <= 5; order += 1) tell(world.engine, name, order);
    for (let at = 0; at < 12; at += 1) await settle(world);
    expect(world.calls.filter(({ headers }) => headers['kontor-event'] === 'ORDER_DELIVERY_CHANGE')).toHaveLength(1);
    expect(world.calls).toHaveLength(11);
    expect(most).toBe(2);
    const stopped = world.outbox.stop(60_000, () => undefined);
    for (const release of hanging) release();
    await stopped;
    await closeAndVerify(world.engine);
  });
});

describe('durability', () => {
  test('nobody is told what is not on the disk', async () => {
    const disk = new SimulatedDisk();
    const clock = new SetClock();
    const fatal = (): void => undefined;
    const engine = engineOn(disk.plugIn(), { clock, fatal });
    make(engine, createBuiltIns);
    aim(engine, 'ORDER_DELIVERY_CHANGE');
    tell(engine, 'ORDER_DELIVERY_CHANGE', 1);
    const world = open(engine, clock);
    await settle(world);
    expect(world.calls).toEqual([]);
    while (world.calls.length === 0) {
      await disk.settleOne();
      await turn();
    }
    expect(orders(world.calls)).toEqual([1]);
    await disk.cutPower(0);
  });

  test('complete, in order, at least once, whatever fails and however often the power goes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ fires: fc.nat(3), failing: fc.nat(3), commits: fc.nat(6), crash: fc.boolean(), kept: fc.nat(2) }), { maxLength: 12 }), async (rounds) => {
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
            if (failing > 0) return (failing -= 1), answer(503, '');
            heard.push(...orders([call]));
            return DONE;
          };
          return opened;
        };
        const run = async (steps: number): Promise<void> => {
          for (let at = 0; at < steps; at += 1) {
            world!.outbox.tick();
            await disk.settleOne();
            for (let step = 0; step < 6; step += 1) await turn();
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
            void world.engine.durable(world.engine.head).then(() => durable.add(number)).catch(() => undefined);
          }
          await run(round.commits);
          clock.ms += 60_000;
          if (!round.crash) continue;
          await disk.cutPower(round.kept);
          for (let step = 0; step < 6; step += 1) await turn();
          await world.outbox.stop(0, () => undefined);
          world = start();
        }
        failing = 0;
        for (let at = 0; at < 60; at += 1) {
          clock.ms += 600_000;
          await run(1);
        }
        // Each is first heard after all that were before it, and what is heard again follows in order again.
        const firsts = heard.filter((one, at) => heard.indexOf(one) === at);
        expect(firsts).toEqual([...firsts].sort((a, b) => a - b));
        for (const [at, one] of heard.entries()) if (at > 0) expect(one - heard[at - 1]!, heard.join(' ')).toBeGreaterThanOrEqual(0);
        for (const one of durable) expect(heard, `order ${one} was durable`).toContain(one);
        // The outcome is on the disk before the next call: a crash repeats one call at most.
        const crashes = rounds.filter(({ crash }) => crash).length;
        expect(heard.length - firsts.length).toBeLessThanOrEqual(crashes);
        await disk.cutPower(0);
      }),
      { numRuns: 60 },
    );
  });
});

describe('secrets and what was missed', () => {
  test('keys are destroyed when all of an hour is delivered, and what is left of the messages with them', async () => {
    const world = fresh();
    aim(world.engine, 'SEND_NEW_PASSWD_TO_USER');
    const send = (passwd: string): void => make(world.engine, (tx) => fire(tx, 'SEND_NEW_PASSWD_TO_USER', { email: 'a@b.example', passwd }));
    send('one');
    send('two');
    await settle(world);
    const { sealed } = world.engine.look().index('message');
    const [subject] = [...sealed.keys()];
    expect(world.calls.map(({ body }) => new URLSearchParams(body).get('passwd'))).toEqual(['one', 'two']);
    expect(world.destroyed).toEqual([]);
    await later(world, SEALED_TOGETHER_MS);
    expect(world.destroyed).toEqual([subject]);
    expect(sealed.size).toBe(0);
    await closeAndVerify(world.engine);
  });

  test('a message whose key is gone was delivered: it is not sent again, and nothing waits behind it', async () => {
    const clock = new SetClock();
    const vault = newVault();
    const journal = new MemoryJournal(vault);
    const first = engineOn(journal, { clock });
    make(first, createBuiltIns);
    aim(first, 'SEND_NEW_PASSWD_TO_USER');
    const send = (engine: Engine, passwd: string): void => make(engine, (tx) => fire(tx, 'SEND_NEW_PASSWD_TO_USER', { email: 'a@b.example', passwd }));
    send(first, 'one');
    const [subject] = [...first.look().index('message').sealed.keys()];
    await first.close();
    vault.destroy(leafOf(subject!, 'contact'));
    const world = open(engineOn(journal, { clock }), clock);
    clock.ms += SEALED_TOGETHER_MS;
    send(world.engine, 'two');
    await settle(world);
    expect(world.calls.map(({ body }) => new URLSearchParams(body).get('passwd'))).toEqual(['two']);
    await world.engine.close();
  });

  test('replay: what was told and what was lost since a record, in order, with the ids and numbers of the first time', async () => {
    const world = fresh({}, { webhookBacklogMax: 3 });
    const { engine } = world;
    const id = aim(engine, 'ORDER_DELIVERY_CHANGE');
    world.reply = () => answer(500, '');
    const seqs = [1, 2, 3, 4, 5].map((order) => (tell(engine, 'ORDER_DELIVERY_CHANGE', order), engine.head));
    expect(stateOf(engine, id)).toMatchObject({ health: 'suspended', lost: 2, firstLostSeq: seqs[3] });
    world.reply = () => DONE;
    aim(engine, 'ORDER_DELIVERY_CHANGE');
    await settle(world);
    expect(orders(world.calls)).toEqual([1, 2, 3]);
    expect(world.calls[0]!.headers['kontor-first-lost-seq']).toBe(String(seqs[3]));
    await engine.durable(engine.head);
    expect(() => replayAll(engine, id, 0)).toThrow(/RESUME_TOO_OLD/);
    expect(replayAll(engine, id, seqs[1]!)).toEqual({ queued: 4, nextSeq: 0 });
    expect(stateOf(engine, id)).toMatchObject({ lost: 0, firstLostSeq: 0 });
    await settle(world);
    const again = world.calls.slice(3);
    expect(orders(again)).toEqual([2, 3, 4, 5]);
    expect(again.map(({ headers }) => headers['kontor-seq'])).toEqual(seqs.slice(1).map(String));
    expect(again[0]!.headers['webhook-id']).toBe(world.calls[1]!.headers['webhook-id']);
    expect(again[0]!.headers['kontor-first-lost-seq']).toBeUndefined();
    await engine.durable(engine.head);
    expect(replayAll(engine, id, seqs[0]!), 'repeats are not repeated').toEqual({ queued: 5, nextSeq: 0 });
    await settle(world);
    expect(orders(world.calls.slice(7))).toEqual([1, 2, 3, 4, 5]);
    await closeAndVerify(engine);
  });
});
