// Work of a call that may take several turns of the event loop, such as the plan of a dump. It begins once, goes on
// where it stopped, and counts against the meter of its call.
//
// Work that detects an outdated result begins again, reusing what still holds. Each time it may use twice as long in
// one turn, up to the budget of a call, so it ends beside any writer, unless one turn of changes takes longer.
import { refuseSpent } from '../../kernel/call-meter.ts';
import { HeldMemory, ofSearches } from '../../kernel/held-memory.ts';
import type { Resumable } from '../../kernel/interrupted.ts';
import type { Result } from '../../kernel/result.ts';
import type { Steps, Work } from '../../kernel/steps.ts';
import type { Allowance } from './search-run.ts';

/** Present turn of the event loop for the work of a call. */
export interface WorkTurn {
  isOver(): boolean;
}

/** Reader of the work. */
export interface ReadBy {
  /** The highest sequence number read. */
  readonly readSeq: number;
}

export interface WorkLimits extends Allowance {
  /** Milliseconds that it may use in one turn at most. */
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
  private readonly held: HeldMemory;
  /** Least length of a turn in milliseconds; 0 until a result was outdated. */
  private leastMs = 0;

  /** `turn`: tells searches that are part of the work when the turn is over. */
  constructor(work: Work<T>, limits: WorkLimits, turn: WorkTurn, reader: ReadBy) {
    this.reader = reader;
    this.work = work;
    this.limits = limits;
    this.held = new HeldMemory(limits.meter, ofSearches(limits.memory));
    this.turn = turn;
    this.steps = work.steps();
  }

  /** Result of ended work. */
  get result(): Result<T> {
    return this.known!;
  }

  advance(isDue: () => boolean): boolean {
    const { meter, nowMs } = this.limits;
    if (this.known !== undefined && this.isCurrent(this.known)) return true;
    if (meter.isSpent) return this.end(this.tooLong());
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

  private tooLong(): Result<never> {
    const { doing } = this.work;
    return refuseSpent(this.limits.meter, 'request', doing === undefined ? '' : `It was at ${doing}.`);
  }

  private isCurrent(result: Result<T>): boolean {
    return !result.ok || this.work.isCurrent?.() !== false;
  }

  private restart(): void {
    this.known = undefined;
    this.leastMs = Math.min(Math.max(1, 2 * this.leastMs), this.limits.budgetMs);
    this.steps = this.work.steps();
  }

  /** Interrupts the work. Returns whether it has ended, by a refusal if memory is short. */
  private interrupt(): boolean {
    const refusal = this.held.hold(this.work.bytes ?? 0, 'request');
    return refusal !== undefined && this.end(refusal);
  }

  private end(result: Result<T>): true {
    this.known = result;
    this.abandon();
    return true;
  }

  /** Makes its searches under way release what they hold. */
  abandon(): void {
    this.steps.return(undefined as never);
    this.held.giveBack();
  }
}
