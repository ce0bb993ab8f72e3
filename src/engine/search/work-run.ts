// Work of a call that may take several turns of the event loop, such as the plan of a dump: it is begun once, goes on
// where it stopped, and counts against the meter of its call.
//
// Work that says when its result is outdated begins again then, with what it knows. Each time it may go on for twice as
// long in one turn, up to the budget of a call: so it ends beside any writer, unless one turn of changes takes longer.
import { refuseSpent } from '../../kernel/call-meter.ts';
import type { Resumable } from '../../kernel/interrupted.ts';
import type { Result } from '../../kernel/result.ts';
import type { Steps, Work } from '../../kernel/steps.ts';
import { noMemory } from './search-run.ts';
import type { Allowance } from './search-run.ts';

/** The turn of the event loop that the work of a call has now. */
export interface WorkTurn {
  isOver(): boolean;
}

/** What the work reads with. */
export interface ReadBy {
  /** The highest sequence number read. */
  readonly readSeq: number;
}

export interface WorkLimits extends Allowance {
  /** Milliseconds that it may go on for in one turn at most. */
  readonly budgetMs: number;
  readonly nowMs: () => number;
}

export class WorkRun<T> implements Resumable {
  private readonly work: Work<T>;
  private readonly limits: WorkLimits;
  private readonly turn: WorkTurn;
  readonly reader: ReadBy;
  private steps: Steps<Result<T>>;
  private known: Result<T> | undefined = undefined;
  /** Charged to the memory of searches. */
  private bytes = 0;
  /** For how long a turn goes on at least; 0 until a result was outdated. */
  private leastMs = 0;

  /** `turn`: where searches that are a part of the work find out that its turn is over. */
  constructor(work: Work<T>, limits: WorkLimits, turn: WorkTurn, reader: ReadBy) {
    this.reader = reader;
    this.work = work;
    this.limits = limits;
    this.turn = turn;
    this.steps = work.steps();
  }

  /** Once it has ended. */
  get result(): Result<T> {
    return this.known!;
  }

  advance(isDue: () => boolean): boolean {
    const { meter, nowMs } = this.limits;
    if (this.known !== undefined && this.isCurrent(this.known)) return true;
    if (meter.isSpent) return this.end(refuseSpent(meter, 'request'));
    if (this.known !== undefined) this.restart();
    const leastMs = nowMs() + this.leastMs;
    this.turn.isOver = this.leastMs === 0 ? isDue : () => isDue() && nowMs() >= leastMs;
    for (;;) {
      const { done, value } = this.steps.next();
      if (done === true) {
        if (this.isCurrent(value)) return this.end(value);
        this.restart();
      }
      if (this.turn.isOver()) return this.interrupt();
    }
  }

  private isCurrent(result: Result<T>): boolean {
    return !result.ok || this.work.isCurrent?.() !== false;
  }

  private restart(): void {
    this.known = undefined;
    this.leastMs = Math.min(Math.max(1, 2 * this.leastMs), this.limits.budgetMs);
    this.steps = this.work.steps();
  }

  /** Whether it has ended: it is refused where memory is short. */
  private interrupt(): boolean {
    const { memory } = this.limits;
    const bytes = this.work.bytes ?? 0;
    memory?.take(bytes - this.bytes);
    this.bytes = bytes;
    return memory?.isFull === true && this.end(noMemory(memory, 'request'));
  }

  private end(result: Result<T>): true {
    this.known = result;
    this.abandon();
    return true;
  }

  /** Searches under way in it give back what they hold. */
  abandon(): void {
    this.steps.return(undefined as never);
    this.limits.memory?.give(this.bytes);
    this.bytes = 0;
  }
}
