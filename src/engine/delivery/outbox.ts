// The outbox: calls webhooks with what waits for them, one message after another, and writes down how it went. It keeps
// no state of its own on the disk: a restart goes on from the rows of webhooks and messages.
import { messageSubject } from '../../domain/webhooks/message.ts';
import type { Message, MessageIndex } from '../../domain/webhooks/message.ts';
import { isErased } from '../../domain/accounts/user.ts';
import type { User } from '../../domain/accounts/user.ts';
import type { Webhook } from '../../domain/webhooks/webhook.ts';
import { endMessages, noteDelivered, noteFailed } from '../../domain/webhooks/record-delivery.ts';
import type { HttpAnswer, HttpClient } from '../../kernel/http-call.ts';
import { Fault } from '../../kernel/result.ts';
import { maintenanceCause } from '../engine.ts';
import type { Engine } from '../engine.ts';
import type { PastMessageKeys } from '../privacy/subject-keys.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';
import { callOf } from './webhook-call.ts';
import type { Sending } from './webhook-call.ts';

/** Milliseconds between attempts. After the last one the webhook is unhealthy. */
export const RETRIES_MS = [5000, 60_000, 600_000, 3_600_000, 14_400_000] as const;
const EXPECTED = 'WEBHOOK_EXECUTED';
/** Messages that one webhook sends before others have their turn. */
const TURN_MAX = 100;
const SWEEP_MS = 60_000;

export interface OutboxOptions extends Sending {
  readonly client: HttpClient;
  readonly callsMax: number;
  /** Destroys keys of messages for good. Throws where they cannot be destroyed on the disk. */
  readonly destroyKeys: (hours: PastMessageKeys) => void;
  /** A webhook has become unhealthy. */
  readonly warn: (line: string) => void;
}

/** What the answer says in one line; '' when the receiver has the message. */
const complaintOf = (answer: HttpAnswer): string => {
  if (!answer.ok) return `${answer.failure}: ${answer.detail}`.slice(0, 200);
  if (answer.status !== 200) return `HTTP ${answer.status}`;
  // PHP files often end with a line end, which then ends the body, too.
  return Buffer.from(answer.bytes).toString('latin1').trim() === EXPECTED
    ? ''
    : `HTTP 200, and its body is not ${EXPECTED}`;
};

export class Outbox {
  private readonly engine: Engine;
  private readonly options: OutboxOptions;
  private readonly busy = new Map<number, Promise<void>>();
  /** The webhook that was served last: the next turn begins behind it. */
  private last = 0;
  private sweptMs = -Infinity;
  /** What was destroyed last, so that nothing is asked for again each minute. */
  private swept = '';
  private stopping = false;
  private turns = Promise.resolve();

  constructor(engine: Engine, options: OutboxOptions) {
    this.engine = engine;
    this.options = options;
  }

  /** Begins what is due; called every few milliseconds by the loop's owner. */
  tick(): void {
    if (this.stopping || this.engine.hasFailed) return;
    const nowMs = this.engine.nowMs();
    const ids = [...this.messages.queues.keys()].sort((a, b) => a - b);
    const from = ids.findIndex((id) => id > this.last);
    for (const id of from < 0 ? ids : [...ids.slice(from), ...ids.slice(0, from)]) {
      if (this.busy.size >= this.options.callsMax) break;
      if (this.busy.has(id) || this.due(id) === undefined) continue;
      this.last = id;
      this.busy.set(
        id,
        this.serve(id).finally(() => this.busy.delete(id)),
      );
    }
    if (nowMs - this.sweptMs >= SWEEP_MS) this.sweep(nowMs);
  }

  /** No new calls; those under way have so long, then they are broken off, to be made again after the next start. */
  async stop(waitMs: number, breakOff: () => void): Promise<void> {
    this.stopping = true;
    const waited = setTimeout(breakOff, waitMs);
    while (this.busy.size > 0) await Promise.all(this.busy.values());
    clearTimeout(waited);
  }

  /**
   * Resolves in a turn of the loop that no other call or answer has: however many there are, readers are served in
   * between.
   */
  private ownTurn(): Promise<void> {
    this.turns = this.turns.then(yieldToEventLoop);
    return this.turns;
  }

  private get messages(): MessageIndex {
    return this.engine.tables.message.index as MessageIndex;
  }

  /** The message that a webhook may be called with now, as both are now: whoever has waited asks again. */
  private due(
    webhookId: number,
  ): { readonly id: number; readonly message: Message; readonly seq: number; readonly webhook: Webhook } | undefined {
    const id = this.stopping ? undefined : this.messages.queues.get(webhookId)?.[0];
    const { webhook: webhooks, message: messages } = this.engine.tables;
    const [actor, target] = [id === undefined ? undefined : messages.get(id), webhooks.get(webhookId)];
    if (id === undefined || actor === undefined || target === undefined) return undefined;
    const [message, webhook] = [actor.state as Message, target.state as Webhook];
    const fit = webhook.health === 'healthy' && webhook.url !== '';
    if (!fit || Math.max(message.dueMs, webhook.nextMs) > this.engine.nowMs()) return undefined;
    return { id, message, seq: Math.max(actor.seq, target.seq), webhook };
  }

  private async serve(webhookId: number): Promise<void> {
    try {
      for (let sent = 0; sent < TURN_MAX; sent += 1) {
        await this.ownTurn();
        const due = this.due(webhookId);
        if (due === undefined) return;
        // Nobody is told what a crash can undo. What came of the call before is among it, so that a crash repeats one
        // at most.
        await this.engine.whenDurable(due.seq);
        // Settings that were saved meanwhile may have been answered with the same commit: nobody is called as they were
        // before.
        const now = this.due(webhookId);
        if (now?.seq === due.seq && !(await this.send(webhookId, now))) return;
      }
    } catch (error) {
      // The engine has failed or is closed, and says so itself.
      if (!(error instanceof Fault)) throw error;
    }
  }

  /** One call, and a record of what came of it; false where none was made. */
  private async send(
    webhookId: number,
    { id, message, webhook }: NonNullable<ReturnType<Outbox['due']>>,
  ): Promise<boolean> {
    const { engine, options } = this;
    // Its key is destroyed: it was delivered, and only the note of that was lost.
    const gone = message.secrets === null;
    const { seq } = engine.tables.message.get(id)!;
    const complaint = gone
      ? ''
      : complaintOf(await options.client.call(callOf(webhook, id, message, seq, engine.nowMs(), options)));
    await this.ownTurn();
    if (complaint !== '' && this.stopping) return false;
    // Settings that were saved during the call have begun the attempts anew.
    const { attempts } = engine.tables.webhook.get(webhookId)!.state as Webhook;
    const retryMs = RETRIES_MS[attempts] ?? null;
    engine.transact(maintenanceCause('webhook'), (tx) =>
      complaint === '' ? noteDelivered(tx, webhookId, id, EXPECTED) : noteFailed(tx, webhookId, complaint, retryMs),
    );
    if (complaint !== '' && retryMs === null)
      options.warn(`the webhook ${webhook.name} is unhealthy: ${complaint}; update_webhook makes it healthy again`);
    return true;
  }

  /**
   * Destroys the keys of past hours of which nothing waits, and then what is left of the messages: also of hours that
   * no message is left of, because an erasure that was interrupted has ended them.
   */
  private sweep(nowMs: number): void {
    const isFirst = this.sweptMs === -Infinity;
    this.sweptMs = nowMs;
    if (isFirst) this.end(this.toErased());
    const below = messageSubject(nowMs);
    const past = [...this.messages.bySubject].filter(([hour]) => hour < below);
    const waiting = past.filter(([, together]) => together.waiting.size > 0).map(([hour]) => hour);
    const over = past.filter(([, together]) => together.waiting.size === 0);
    const now = [below, ...waiting].join(' ');
    if (over.length === 0 && now === this.swept) return;
    this.options.destroyKeys({ below, waiting });
    this.swept = now;
    this.end(over.flatMap(([, { delivered }]) => [...delivered]));
  }

  /**
   * Messages that wait for users whose erasure was interrupted before it came to them; their keys went with a start
   * since.
   */
  private toErased(): number[] {
    const { message, user } = this.engine.tables;
    const waiting = [...this.messages.bySubject.values()].flatMap((together) => [...together.waiting]);
    return waiting.filter((id) => {
      const reader = user.peek((message.peek(id) as Message).userId) as User | undefined;
      return reader !== undefined && isErased(reader);
    });
  }

  private end(ids: readonly number[]): void {
    if (ids.length > 0) this.engine.transact(maintenanceCause('webhook'), (tx) => endMessages(tx, ids));
  }
}
