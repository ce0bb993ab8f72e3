// The outbox: calls webhooks with the messages queued for them and records the result of each call.
//
// Guaranteed: each webhook receives its messages in order and at least once, and only messages whose record is durable.
// A crash repeats one call of each webhook at most. The outbox has no state of its own on the disk: a restart goes on
// from the webhooks and messages of the store. Not promised: delivery exactly once, and order between webhooks.
// Glossary (docs/internals/glossary.md): outbox.
import { destroyKeys } from '../../domain/privacy/destroy-keys.ts';
import { messageSubject } from '../../domain/webhooks/message.ts';
import type { Message, MessageIndex } from '../../domain/webhooks/message.ts';
import { isErased } from '../../domain/accounts/user.ts';
import type { User } from '../../domain/accounts/user.ts';
import { WEBHOOK_ANSWER } from '../../domain/webhooks/webhook.ts';
import type { Webhook, WebhookIndex } from '../../domain/webhooks/webhook.ts';
import { orphanedMessages } from '../../domain/webhooks/delete-webhook.ts';
import { endSurplus, surplusMessages } from '../../domain/webhooks/surplus-messages.ts';
import { endMessages, noteDelivered, noteFailed } from '../../domain/webhooks/record-delivery.ts';
import type { HttpAnswer, HttpCall, HttpClient } from '../../kernel/http-call.ts';
import { maintenanceCause } from '../engine.ts';
import type { Engine } from '../engine.ts';
import { pastMessageKeys } from '../privacy/message-keys.ts';
import type { CallFollowers } from './call-followers.ts';
import { DeliveryTurns } from './delivery-turns.ts';
import type { Due } from './delivery-turns.ts';
import { judge } from './message-content.ts';
import type { Judged } from './message-content.ts';
import { callOf, complaintOf } from './webhook-call.ts';
import type { CallSettings } from './webhook-call.ts';

/** Milliseconds between attempts; after the last attempt the webhook is unhealthy. */
export const WEBHOOK_RETRIES_MS = [5000, 60_000, 600_000, 3_600_000, 14_400_000] as const;
const SWEEP_MS = 60_000;
/** Messages ended by one tick, in one record: those of deleted webhooks, and those displaced by newer ones. */
const ENDS_MAX = 500;

export interface OutboxOptions extends CallSettings {
  readonly client: HttpClient;
  readonly callsMax: number;
  /** Receives one line for each webhook that has become unhealthy. */
  readonly warn: (line: string) => void;
  /** Absent: nobody watches. */
  readonly followers?: CallFollowers;
}

/** A message of a webhook that may be called now. */
interface DueCall extends Due {
  readonly message: Message;
  readonly webhook: Webhook;
}

export class Outbox {
  private readonly engine: Engine;
  private readonly options: OutboxOptions;
  private readonly turns: DeliveryTurns<DueCall, Judged>;
  private sweptMs = -Infinity;
  /** Hours of the last sweep as a text; unchanged hours are not swept again. */
  private sweptHours = '';

  constructor(engine: Engine, options: OutboxOptions) {
    this.engine = engine;
    this.options = options;
    const deliveries = {
      receivers: () => this.messages.queues.keys(),
      due: (webhookId: number) => this.due(webhookId),
      prepare: ({ webhook, message }: DueCall) => judge(engine, webhook, message, options.objects),
      deliver: (webhookId: number, due: DueCall, judged: Judged) => this.send(webhookId, due, judged),
    };
    this.turns = new DeliveryTurns(engine, deliveries, options.callsMax);
  }

  /** Starts the calls that are due; the server calls it every few milliseconds. */
  tick(): void {
    if (this.turns.isStopping || this.engine.hasFailed || !this.engine.mayWrite) return;
    this.end(orphanedMessages(this.engine.readContext(), ENDS_MAX));
    const surplus = surplusMessages(this.engine.readContext(), ENDS_MAX);
    if (surplus.length > 0) this.engine.transact(maintenanceCause('surplus_messages'), (tx) => endSurplus(tx, surplus));
    this.turns.begin();
    const sinceBootMs = this.engine.clock.sinceBootMs();
    if (sinceBootMs - this.sweptMs >= SWEEP_MS) this.sweep(sinceBootMs);
  }

  /** Whether calls are under way. */
  get isCalling(): boolean {
    return this.turns.isCalling;
  }

  /** Starts no new calls. Those under way may take `waitMs`, then `breakOff` ends them; the next start repeats them. */
  stop(waitMs: number, breakOff: () => void): Promise<void> {
    return this.turns.stop(waitMs, breakOff);
  }

  private get messages(): MessageIndex {
    return this.engine.tables.message.index as MessageIndex;
  }

  /** The webhook and its next message, if it may be called now. Read it again after every `await`. */
  private due(webhookId: number): DueCall | undefined {
    const id = this.turns.isStopping || !this.engine.mayWrite ? undefined : this.messages.queues.get(webhookId)?.[0];
    const { webhook: webhooks, message: messages } = this.engine.tables;
    const [actor, target] = [id === undefined ? undefined : messages.get(id), webhooks.get(webhookId)];
    if (id === undefined || actor === undefined || target === undefined) return undefined;
    const [message, webhook] = [actor.state as Message, target.state as Webhook];
    if (webhook.health !== 'healthy' || webhook.url === '') return undefined;
    const { turns } = this;
    const isDue = turns.hasCome(message.atMs, message.dueMs) && turns.hasCome(webhook.answeredMs, webhook.nextMs);
    if (!isDue) return undefined;
    return { id, message, seq: Math.max(actor.seq, target.seq), webhook };
  }

  private isCallRecorded(webhookId: number, messageId: number): boolean {
    const { webhook, message } = this.engine.tables;
    return (webhook.index as WebhookIndex).ids.has(webhookId) && message.get(messageId) !== undefined;
  }

  /** Makes one call and records its result; false where nothing was recorded. */
  private async send(webhookId: number, { id, message, webhook }: DueCall, judged: Judged): Promise<boolean> {
    const { engine, options } = this;
    if (judged.isLeftOut) {
      this.end([id]);
      return true;
    }
    // Keys are destroyed only after delivery, so this message was delivered and only the record of it was lost.
    const wasDelivered = message.secrets === null;
    const { seq } = engine.tables.message.get(id)!;
    const answer =
      wasDelivered || judged.complaint !== ''
        ? undefined
        : await this.call(webhook, callOf(webhook, id, message, seq, engine.nowMs(), options, judged.shown));
    await this.turns.ownTurn();
    // A stop broke the call off, which says nothing about the receiver.
    if (answer?.ok === false && answer.failure === 'closed') return false;
    // The webhook was deleted meanwhile, or the message ended with its user.
    if (!this.isCallRecorded(webhookId, id)) return false;
    const complaint = answer === undefined ? judged.complaint : complaintOf(answer);
    // Read after the call: settings saved meanwhile have reset the attempts to 0.
    const { attempts } = engine.tables.webhook.get(webhookId)!.state as Webhook;
    const retryMs = WEBHOOK_RETRIES_MS[attempts] ?? null;
    engine.transact(maintenanceCause('webhook'), (tx) =>
      complaint === ''
        ? noteDelivered(tx, webhookId, id, WEBHOOK_ANSWER)
        : noteFailed(tx, webhookId, complaint, retryMs),
    );
    if (complaint !== '' && retryMs === null)
      options.warn(`the webhook ${webhook.name} is unhealthy: ${complaint}; update_webhook makes it healthy again`);
    return true;
  }

  /** Makes a call, and tells watchers of it. */
  private async call({ name, event }: Webhook, call: HttpCall): Promise<HttpAnswer> {
    const { engine, options } = this;
    const beganMs = engine.stopwatch.nowMs();
    const answer = await options.client.call(call);
    options.followers?.tell({
      atMs: engine.nowMs(),
      webhook: name,
      event,
      id: call.headers['webhook-id']!,
      status: answer.ok ? answer.status : 0,
      answer: complaintOf(answer) || WEBHOOK_ANSWER,
      durationMs: Math.round(engine.stopwatch.nowMs() - beganMs),
    });
    return answer;
  }

  /**
   * Destroys the keys of past hours without waiting messages, and ends their delivered messages with the same record.
   * Hours without any message are included, because an interrupted erasure may have ended their messages.
   */
  private sweep(sinceBootMs: number): void {
    const isFirst = this.sweptMs === -Infinity;
    this.sweptMs = sinceBootMs;
    if (isFirst) this.end(this.messagesToErased());
    const below = messageSubject(this.engine.time.confirmedMs);
    const past = [...this.messages.bySubject].filter(([hour]) => hour < below);
    const waiting = past.filter(([, { waiting: ids }]) => ids.size > 0).map(([hour]) => hour);
    const completed = past.filter(([, { waiting: ids }]) => ids.size === 0);
    const now = [below, ...waiting].join(' ');
    if (completed.length === 0 && now === this.sweptHours) return;
    this.engine.transact(maintenanceCause('webhook'), (tx) => {
      const destroyed = destroyKeys(tx, pastMessageKeys(below, waiting));
      if (!destroyed.ok) return destroyed;
      return endMessages(
        tx,
        completed.flatMap(([, { delivered }]) => [...delivered]),
      );
    });
    this.sweptHours = now;
  }

  /**
   * Waiting messages to users whose erasure was interrupted before it ended them; a later start destroyed the users'
   * keys.
   */
  private messagesToErased(): number[] {
    const { message, user } = this.engine.tables;
    const waiting = [...this.messages.bySubject.values()].flatMap((hour) => [...hour.waiting]);
    return waiting.filter((id) => {
      const recipient = user.peek((message.peek(id) as Message).userId) as User | undefined;
      return recipient !== undefined && isErased(recipient);
    });
  }

  private end(ids: readonly number[]): void {
    if (ids.length > 0) this.engine.transact(maintenanceCause('webhook'), (tx) => endMessages(tx, ids));
  }
}
