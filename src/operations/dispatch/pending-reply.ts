// A reply that waits in the durability gate until what it shows is on the disk.
import type { Waiter } from '../../engine/commit/durability-gate.ts';
import type { Stopwatch } from '../../kernel/clock.ts';
import type { Histogram } from '../../kernel/histogram.ts';
import type { MemoryShare } from '../../kernel/memory-account.ts';
import { toJson } from '../../kernel/json.ts';
import { REFUSALS } from '../../kernel/refusals.ts';
import { errorRecord, refuse } from '../../kernel/result.ts';
import type { SendReply } from './incoming-call.ts';

export class PendingReply implements Waiter {
  private readonly send: SendReply;
  private readonly status: number;
  private readonly body: string | Uint8Array;
  private readonly memory: MemoryShare;
  private readonly waited: Histogram;
  private readonly stopwatch: Stopwatch;
  private readonly sinceMs: number;

  /** `memory`: share of all replies that wait. `waited`: gets the seconds that they waited. */
  constructor(
    send: SendReply,
    status: number,
    body: string | Uint8Array,
    memory: MemoryShare,
    waited: Histogram,
    stopwatch: Stopwatch,
  ) {
    this.send = send;
    this.status = status;
    this.body = body;
    this.memory = memory;
    this.waited = waited;
    this.stopwatch = stopwatch;
    this.sinceMs = stopwatch.nowMs();
    memory.take(body.length);
  }

  release(): void {
    this.waited.observe((this.stopwatch.nowMs() - this.sinceMs) / 1000);
    this.memory.give(this.body.length);
    this.send(this.status, this.body);
  }

  fail(): void {
    this.memory.give(this.body.length);
    const refusal = refuse('JOURNAL_FAILED');
    this.send(REFUSALS.JOURNAL_FAILED.status, toJson(errorRecord(refusal)));
  }
}
