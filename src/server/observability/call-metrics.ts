// Counts calls by operation and outcome, and how long they took.
import { Histogram, SECONDS } from '../../kernel/histogram.ts';
import type { Code } from '../../kernel/refusals.ts';
import type { AnsweredCall } from '../../operations/dispatch/call-observer.ts';

/** The calls of one operation. */
export interface OperationCalls {
  readonly seconds: Histogram;
  /** `ok`, or why they were refused. */
  readonly outcomes: ReadonlyMap<string, number>;
}

interface Counted extends OperationCalls {
  ok: number;
  readonly refused: Map<string, number>;
}

const increment = <K>(counts: Map<K, number>, key: K): void => void counts.set(key, (counts.get(key) ?? 0) + 1);

export class CallMetrics {
  private readonly operations = new Map<string, Counted>();
  /** Requests that were refused before they were calls, by refusal. */
  readonly refusedRequests = new Map<Code, number>();

  answered({ operation, code, tookMs }: AnsweredCall): void {
    let counted = this.operations.get(operation);
    if (counted === undefined) {
      counted = newlyCounted();
      this.operations.set(operation, counted);
    }
    if (code === '') counted.ok += 1;
    else increment(counted.refused, code);
    counted.seconds.observe(tookMs / 1000);
  }

  requestRefused(code: Code): void {
    increment(this.refusedRequests, code);
  }

  get calls(): ReadonlyMap<string, OperationCalls> {
    return this.operations;
  }
}

const newlyCounted = (): Counted => {
  const refused = new Map<string, number>();
  const counted = {
    ok: 0,
    refused,
    seconds: new Histogram(SECONDS),
    get outcomes(): ReadonlyMap<string, number> {
      return new Map(counted.ok === 0 ? refused : [['ok', counted.ok], ...refused]);
    },
  };
  return counted;
};
