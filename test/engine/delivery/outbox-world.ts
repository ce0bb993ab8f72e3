// An outbox on an engine in memory, with a receiver and a clock that the test decides about.
import { isInRanges } from '../../../src/domain/privacy/keyring.ts';
import type { KeyRange } from '../../../src/domain/privacy/keyring.ts';
import { createBuiltIns } from '../../../src/domain/webhooks/create-webhook.ts';
import { fire } from '../../../src/domain/webhooks/fire-webhooks.ts';
import { updateWebhook } from '../../../src/domain/webhooks/update-webhook.ts';
import type { Webhook, WebhookEvent } from '../../../src/domain/webhooks/webhook.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import type { KindEvent } from '../../../src/engine/journal/record.ts';
import { MemoryJournal } from '../../../src/engine/journal/memory-journal.ts';
import { keyNumberOf } from '../../../src/domain/privacy/key-number.ts';
import { Outbox } from '../../../src/engine/delivery/outbox.ts';
import type { OutboxOptions } from '../../../src/engine/delivery/outbox.ts';
import { yieldToEventLoop } from '../../../src/kernel/yield-to-event-loop.ts';
import { WebhookSecrets } from '../../../src/engine/delivery/webhook-call.ts';
import { webhookObjects } from '../../../src/operations/views/webhook-objects.ts';
import type { HttpAnswer, HttpCall } from '../../../src/kernel/http-call.ts';
import { SetClock } from '../seeded.ts';
import { RULES, make } from '../shop.ts';
import { engineOn } from '../store/stores.ts';
import { newCipher } from '../privacy/test-cipher.ts';

export const SECRETS = new WebhookSecrets('ab'.repeat(32));
export const DONE: HttpAnswer = { ok: true, status: 200, bytes: Buffer.from('WEBHOOK_EXECUTED') };
export const answer = (status: number, text: string): HttpAnswer => ({ ok: true, status, bytes: Buffer.from(text) });

export interface World {
  readonly engine: Engine;
  readonly outbox: Outbox;
  readonly clock: SetClock;
  readonly calls: HttpCall[];
  readonly complaints: string[];
  /** Hours whose keys were destroyed, of those of which a message was queued. */
  readonly destroyed: number[];
  reply: (call: HttpCall) => HttpAnswer | Promise<HttpAnswer>;
}

export const open = (engine: Engine, clock: SetClock, more: Partial<OutboxOptions> = {}): World => {
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
      objects: webhookObjects,
      bodyBytesMax: 1_048_576,
      callsMax: 4,
      warn: (line) => void world.complaints.push(line),
      ...more,
    }),
  };
  noteDestroyed(world);
  return world;
};

const noteDestroyed = ({ engine, destroyed }: World): void => {
  const hours = new Set<number>();
  const recorded = (_seq: number, events: readonly KindEvent[]): void => {
    for (const { event } of events) {
      const { type, subject, ranges } = event as { type: string; subject: number; ranges: readonly KeyRange[] };
      if (type === 'message_queued' && subject !== 0) hours.add(subject);
      if (type !== 'keys_destroyed') continue;
      const gone = [...hours].filter((hour) => isInRanges(ranges, keyNumberOf(hour, 'contact')));
      destroyed.push(...gone);
      for (const hour of gone) hours.delete(hour);
    }
  };
  engine.observe({ recorded, durable: () => {} });
};

export const fresh = (more: Partial<OutboxOptions> = {}, rules = {}): World => {
  // The official verifier looks at the clock of the machine.
  const clock = new SetClock(Date.now());
  const engine = engineOn(new MemoryJournal(newCipher()), { clock, rules: { ...RULES, ...rules } });
  make(engine, createBuiltIns);
  return open(engine, clock, more);
};

export const aim = (engine: Engine, name: string, url = 'https://receiver.example/hook?own=1'): number =>
  make(engine, (tx) => updateWebhook(tx, name, { url, parameter: '', rotateSecret: false }));

export const tell = (engine: Engine, event: WebhookEvent, order: number): void =>
  make(engine, (tx) => fire(tx, event, { id_order: order }));

export const stateOf = (engine: Engine, id: number): Webhook => engine.tables.webhook.get(id)!.state as Webhook;

/**
 * Ticks until no record is made any more. Only durable records are sent, and a group commit may wait a real millisecond
 * for more of them; a disk that a test holds back is not waited for.
 */
export const tickUntilIdle = async ({
  outbox,
  engine,
}: Pick<World, 'engine'> & { readonly outbox: { tick(): void } }): Promise<void> => {
  for (let quiet = 0, head = -1; quiet < 4; quiet = head === engine.headSeq ? quiet + 1 : 0) {
    head = engine.headSeq;
    outbox.tick();
    for (let at = 0; at < 6; at += 1) await yieldToEventLoop();
    if (engine.journal instanceof MemoryJournal) await engine.whenDurable(engine.headSeq);
  }
};

export const later = async (world: World, ms: number): Promise<void> => {
  world.clock.ms += ms;
  await tickUntilIdle(world);
};

export const orders = (calls: readonly HttpCall[]): number[] =>
  calls.map(({ url }) => Number(new URL(url).searchParams.get('id_order')));
