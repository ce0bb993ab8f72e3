// A shop whose webhooks call a receiver of the test; its clock is the test's.
import { expect } from 'vitest';
import { Outbox } from '../../../src/engine/delivery/outbox.ts';
import type { OutboxOptions } from '../../../src/engine/delivery/outbox.ts';
import { WebhookSecrets } from '../../../src/engine/delivery/webhook-call.ts';
import type { HttpAnswer, HttpCall } from '../../../src/kernel/http-call.ts';
import { webhookObjects } from '../../../src/operations/views/webhook-objects.ts';
import { WEBHOOK_PAYLOADS } from '../../../src/operations/replies/webhook-payloads.ts';
import { Compile } from '../../../src/kernel/params.ts';
import { createMissingWebhooks } from '../../../src/server/parts/webhooks.ts';
import { DONE, tickUntilIdle } from '../../engine/delivery/outbox-world.ts';
import { STORE_KEY } from '../shop.ts';
import type { Given, Json, Reply, TestShop } from '../shop.ts';

/** The JSON of a call. */
export interface Payload {
  readonly event: string;
  readonly webhook: string;
  readonly id: string;
  readonly seq: number;
  readonly time: string;
  readonly parameters: { readonly [name: string]: Json };
  readonly view_seq: number;
  readonly gone: 0 | 1;
  readonly too_large: 0 | 1;
  readonly object: Reply | null;
}

const DECLARED = new Map([...WEBHOOK_PAYLOADS].map(([event, schema]) => [event as string, Compile(schema)]));

/** The JSON of a call that holds a whole object; one that is not as its event declares it fails the test. */
export const payloadOf = ({ body }: HttpCall, isWhole = true): Payload => {
  const payload = JSON.parse(body) as Payload;
  const declared = DECLARED.get(payload.event)!;
  if (isWhole) expect(declared.Check(payload), JSON.stringify(declared.Errors(payload)[1])).toBe(true);
  return payload;
};

export const TARGET = 'https://receiver.example/hook?own=1';

export class ViewWorld {
  readonly shop: TestShop;
  readonly calls: HttpCall[] = [];
  reply: (call: HttpCall) => HttpAnswer = () => DONE;
  private readonly more: Partial<OutboxOptions>;
  private outbox!: Outbox;

  constructor(shop: TestShop, more: Partial<OutboxOptions> = {}) {
    this.shop = shop;
    this.more = more;
    createMissingWebhooks(shop.engine);
    this.start();
  }

  /** After a restart of the shop as well. */
  start(): void {
    this.outbox = new Outbox(this.shop.engine, {
      client: { call: (call) => (this.calls.push(call), Promise.resolve(this.reply(call))) },
      secrets: new WebhookSecrets(STORE_KEY),
      timeoutMs: 1000,
      bytesMax: 65_536,
      privateAllowed: true,
      objects: webhookObjects,
      bodyBytesMax: 1_048_576,
      callsMax: 4,
      warn: () => undefined,
      ...this.more,
    });
  }

  /** Gives the webhook that is named like an event a target; its new secret. */
  async aim(name: string, more: Given = {}): Promise<string> {
    const given = { name, url: TARGET, parameter: '', rotate_secret: 1, ...more };
    const reply = await this.shop.admin<{ status: string; secret: string; detail?: string }>('update_webhook', given);
    if (reply.status !== 'success') throw new Error(JSON.stringify(reply));
    return reply.secret;
  }

  /** Calls what is due by then. */
  async deliver(ms = 10_000): Promise<void> {
    this.shop.nowMs += ms;
    await tickUntilIdle({ outbox: this.outbox, engine: this.shop.engine });
  }

  /** The calls since the last time. */
  taken(): HttpCall[] {
    return this.calls.splice(0);
  }
}
