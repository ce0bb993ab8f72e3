// Turns of receivers that messages wait for: webhooks, or addresses of mail. One delivery of each is under way at a
// time, so that it hears of things in order; and each makes room for others after some of them.
//
// Guaranteed: only what is durable is delivered, and the record of one delivery is durable before the next one begins,
// so that a crash repeats at most one of each receiver.
import { Fault } from '../../kernel/result.ts';
import { yieldToEventLoop } from '../../kernel/yield-to-event-loop.ts';
import type { Engine } from '../engine.ts';
import { CallsUnderWay } from './calls-under-way.ts';

/** Deliveries to one receiver before it makes room for others. */
const TURN_MAX = 100;

export interface Due {
  /** The message. */
  readonly id: number;
  /** The last record that changed the message or its receiver. */
  readonly seq: number;
}

/** `D`: what is due; `P`: what is to be delivered, and the newest record that it was read from. */
export interface Deliveries<D extends Due, P extends { readonly seq: number }> {
  /** The receivers for whom something waits. */
  receivers(): Iterable<number>;
  /** What is due for a receiver now. Asked again after every `await`. */
  due(receiver: number): D | undefined;
  prepare(due: D): P | Promise<P>;
  /** Delivers and records the outcome; false where nothing more is to be delivered in this turn. */
  deliver(receiver: number, due: D, prepared: P): Promise<boolean>;
}

export class DeliveryTurns<D extends Due, P extends { readonly seq: number }> {
  private readonly engine: Engine;
  private readonly deliveries: Deliveries<D, P>;
  private readonly callsMax: number;
  private readonly calls = new CallsUnderWay();
  /** The receiver that was served last; the next tick starts with the one after it. */
  private lastServed = 0;
  private turns = Promise.resolve();

  constructor(engine: Engine, deliveries: Deliveries<D, P>, callsMax: number) {
    this.engine = engine;
    this.deliveries = deliveries;
    this.callsMax = callsMax;
  }

  /** Starts the deliveries that are due. */
  begin(): void {
    const receivers = [...this.deliveries.receivers()].sort((a, b) => a - b);
    const from = receivers.findIndex((receiver) => receiver > this.lastServed);
    for (const receiver of from < 0 ? receivers : [...receivers.slice(from), ...receivers.slice(0, from)]) {
      if (this.calls.count >= this.callsMax) break;
      if (this.calls.has(receiver) || this.deliveries.due(receiver) === undefined) continue;
      this.lastServed = receiver;
      this.calls.begin(receiver, this.serve(receiver));
    }
  }

  /** Whether deliveries are under way. */
  get isCalling(): boolean {
    return this.calls.count > 0;
  }

  get isStopping(): boolean {
    return this.calls.isStopping;
  }

  /** Starts no new ones. Those under way may take `waitMs`, then `breakOff` ends them; the next start repeats them. */
  stop(waitMs: number, breakOff: () => void): Promise<void> {
    return this.calls.stop(waitMs, breakOff);
  }

  /** Whether the moment has come; one set before a step back of time, and so ahead of the present, has. */
  hasCome(setMs: number, dueMs: number): boolean {
    const nowMs = this.engine.nowMs();
    return setMs > nowMs || dueMs <= nowMs;
  }

  /** Resolves in a turn of its own of the event loop, so that requests are served between any number of calls. */
  ownTurn(): Promise<void> {
    this.turns = this.turns.then(yieldToEventLoop);
    return this.turns;
  }

  private async serve(receiver: number): Promise<void> {
    const { engine, deliveries } = this;
    try {
      for (let sent = 0; sent < TURN_MAX; sent += 1) {
        await this.ownTurn();
        const due = deliveries.due(receiver);
        if (due === undefined) return;
        const preparing = deliveries.prepare(due);
        const prepared = preparing instanceof Promise ? await preparing : preparing;
        // Only durable records are sent. The result of the previous call is one of them, so a crash repeats at most one
        // call.
        await engine.whenDurable(Math.max(due.seq, prepared.seq));
        // New settings may have become durable with the same commit; the call must use them.
        const now = deliveries.due(receiver);
        if (now?.id !== due.id || now.seq !== due.seq) continue;
        if (!(await deliveries.deliver(receiver, now, prepared))) return;
      }
    } catch (error) {
      // The engine has failed or is closed, and reports that itself.
      if (!(error instanceof Fault)) throw error;
    }
  }
}
