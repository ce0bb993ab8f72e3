// Counts calls by operation and outcome, and how long they took.
import { Histogram, SECONDS } from '../../kernel/histogram.ts';
import type { Code } from '../../kernel/refusals.ts';
import { outcomeOf } from '../../operations/dispatch/call-observer.ts';
import type { AnsweredCall } from '../../operations/dispatch/call-observer.ts';

/** The calls of one operation. */
export interface OperationCalls {
  readonly seconds: Histogram;
  /** `ok`, or why they were refused. */
  readonly outcomes: ReadonlyMap<string, number>;
}

interface Counted extends OperationCalls {
  readonly outcomes: Map<string, number>;
}

const increment = <K>(counts: Map<K, number>, key: K, by = 1): void =>
  void counts.set(key, (counts.get(key) ?? 0) + by);

export class CallMetrics {
  private readonly operations = new Map<string, Counted>();
  /** Requests that were refused before they were calls, by refusal. */
  readonly refusedRequests = new Map<Code, number>();

  answered(call: AnsweredCall, times = 1): void {
    let counted = this.operations.get(call.operation);
    if (counted === undefined) {
      counted = { seconds: new Histogram(SECONDS), outcomes: new Map() };
      this.operations.set(call.operation, counted);
    }
    increment(counted.outcomes, outcomeOf(call), times);
    counted.seconds.observe(call.tookMs / 1000, times);
  }

  requestRefused(code: Code): void {
    increment(this.refusedRequests, code);
  }

  get calls(): ReadonlyMap<string, OperationCalls> {
    return this.operations;
  }
}
