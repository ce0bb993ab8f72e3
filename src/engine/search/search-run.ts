// A search that may take several turns of the event loop, with a result as of the turn in which it ends.
//
// Records that change between two turns are judged again before it ends. It begins again only where a class or a
// category has changed in what the query names (query-meaning.ts), which may change what every record means. It is
// refused once it has tested more values than `testsMax`, or at its first interruption if a sample predicts many more.
// Tests are counted, not timed, so that the same search has the same outcome on every machine. The call's time on the
// thread bounds all other work.
import { withoutLanguage } from '../../domain/search/constraint.ts';
import { SEARCH_WORK } from '../../domain/search/search-work.ts';
import { refuseHeld, refuseSpent } from '../../kernel/call-meter.ts';
import type { CallMeter } from '../../kernel/call-meter.ts';
import { HeldMemory, ofSearches } from '../../kernel/held-memory.ts';
import type { Resumable } from '../../kernel/interrupted.ts';
import type { MemoryShare } from '../../kernel/memory-account.ts';
import type { Result } from '../../kernel/result.ts';
import { IndexChanges } from './index-changes.ts';
import type { SearchIndex } from './search-index.ts';
import { TAKEN, withOwnMemory } from './scratch.ts';
import type { QueryMeaning } from './query-meaning.ts';
import { STEPS } from './steps.ts';
import type { Steps } from './steps.ts';
import { totalOf } from './work-estimate.ts';
import type { WorkProbe } from './work-estimate.ts';
import { refuseAt } from '../../kernel/limits.ts';

/** Excess over the allowed tests from which a sample's prediction is trusted. */
const ESTIMATE_FACTOR = 3;

/** Excess of steps without tests over the others from which tests are not what took the time. */
const OTHER_FACTOR = 4;

/** Resources for the long work of a call. */
export interface Allowance {
  /** What its call, including this work, has used of the thread, and holds. */
  readonly meter: CallMeter;
  /** Memory held by all searches that go on in slices. */
  readonly memory: MemoryShare | undefined;
}

export interface SearchTask<T> {
  readonly index: SearchIndex;
  /** Begins the search, or begins it again. */
  steps(changes: IndexChanges, probe: WorkProbe): Steps<Result<T>>;
  /** The last record that may have changed what every record is found by, such as a class. */
  linkedSeq(): number;
  /** What every record is found by now, beside its own values. */
  meaning(): QueryMeaning;
  /** Whether that is as it was. */
  means(before: QueryMeaning): boolean;
  /** Notifies `changes` of changes by other actors. Returns a function that stops it. */
  watch(changes: IndexChanges): () => void;
  readonly allowance: Allowance;
  /** The last record that changed an actor of its own kind. */
  ownSeq(): number;
  /** The last record that changed an actor which a computed field reads. */
  computedSeq(): number;
  /** Number of conditions on a field, and what the longest are. */
  conditionsOn(field: string): string;
  /** What it asks for, as the object of a sentence. */
  readonly asked: string;
  /** Number of values that it may test. */
  readonly testsMax: number;
}

export class SearchRun<T> implements Resumable {
  result: Result<T> | undefined = undefined;
  private readonly task: SearchTask<T>;
  private readonly changes = new IndexChanges();
  private steps: Steps<Result<T>>;
  private isInterrupted = false;
  /** Last change at its first interruption; until then nothing can have changed. */
  private startSeq = 0;
  /** What its query meant at its first interruption. */
  private meaning: QueryMeaning | undefined = undefined;
  /** How often it has begun again. */
  private restarts = 0;
  /** The last change before its result; undefined until the turn of its result ends. */
  private endSeq: number | undefined = undefined;
  private tests = 0;
  private readonly testsByField = new Map<string, number>();
  /** Steps that tested no values: words that were looked up, sets that were joined, records that were sorted. */
  private otherSteps = 0;
  private readonly probe: WorkProbe = {};
  private unwatch: (() => void) | undefined = undefined;
  private readonly held: HeldMemory;
  /** Estimate of the work, begun at the first interruption. */
  private estimate: Steps<ReadonlyMap<string, number>> | undefined = undefined;
  private hasEstimate = false;

  constructor(task: SearchTask<T>) {
    this.task = task;
    this.held = new HeldMemory(task.allowance.meter, ofSearches(task.allowance.memory));
    this.steps = task.steps(this.changes, this.probe);
  }

  /** Goes on until the search has a result or `isDue`; returns whether it has one. One that throws is abandoned. */
  advance(isDue: () => boolean): boolean {
    try {
      return withOwnMemory(this.isInterrupted, () => this.slice(isDue));
    } catch (error) {
      this.abandon();
      this.task.index.vocabulary.scratch.end(0);
      throw error;
    }
  }

  private slice(isDue: () => boolean): boolean {
    const { observers } = this.task.index;
    const takenBytes = TAKEN.bytes;
    observers.delete(this.changes);
    while (this.isInterrupted && !this.hasEstimate) {
      const refusal = this.continueEstimate();
      if (refusal !== undefined) return this.finish(refusal);
      if (!isDue()) continue;
      observers.add(this.changes);
      return false;
    }
    const { meter } = this.task.allowance;
    for (;;) {
      if (meter.isSpent) return this.finish(this.tooLong());
      const workNs = SEARCH_WORK.ns;
      const { done, value } = this.steps.next();
      meter.estimate((SEARCH_WORK.ns - workNs) / 1e6);
      const bytes = meter.heldBytes + TAKEN.bytes - takenBytes;
      if (bytes > meter.bytesMax) return this.finish(refuseHeld(meter, 'constraint', bytes));
      if (done === true) {
        if (!this.isOutdated()) return this.finish(value);
        this.restart();
      } else {
        this.count(value);
        if (this.tests > this.task.testsMax) return this.finish(this.tooExpensive(this.testsByField, 'far'));
      }
      if (isDue()) return this.interrupt(TAKEN.bytes - takenBytes);
    }
  }

  /**
   * Interrupts the search; returns whether it has a result, which is a refusal if memory is short. `bytes`: taken in
   * this turn.
   */
  private interrupt(bytes: number): boolean {
    const { index } = this.task;
    const refusal = this.held.hold(this.held.bytes + bytes, 'constraint');
    if (refusal !== undefined) return this.finish(refusal);
    if (!this.isInterrupted) {
      this.startSeq = this.task.linkedSeq();
      this.meaning = this.task.meaning();
    }
    this.isInterrupted = true;
    this.unwatch ??= this.task.watch(this.changes);
    index.observers.add(this.changes);
    index.vocabulary.scratch.detach();
    return false;
  }

  abandon(): void {
    this.task.index.observers.delete(this.changes);
    this.unwatch?.();
    this.unwatch = undefined;
    this.held.giveBack();
  }

  /** Continues the estimate for a step. Returns a refusal if the search is clearly too much work. */
  private continueEstimate(): Result<never> | undefined {
    const enough = ESTIMATE_FACTOR * this.task.testsMax;
    const step = (this.estimate ??= this.probe.estimate?.(enough))?.next();
    if (step !== undefined && step.done !== true) return undefined;
    this.hasEstimate = true;
    if (step === undefined) return undefined;
    const { value } = step;
    return totalOf(value) >= enough ? this.tooExpensive(value, 'estimated') : undefined;
  }

  private isOutdated(): boolean {
    if (!this.isInterrupted) return false;
    const linkedSeq = this.task.linkedSeq();
    if (linkedSeq === this.startSeq) return false;
    if (!this.task.means(this.meaning!)) return true;
    this.startSeq = linkedSeq;
    return false;
  }

  private restart(): void {
    this.isInterrupted = false;
    this.restarts += 1;
    this.steps = this.task.steps(this.changes, this.probe);
  }

  /** Whether there is a result, and nothing that it was made from has changed since. */
  get isCurrent(): boolean {
    return this.result !== undefined && (this.endSeq ?? this.latestSeq()) === this.latestSeq();
  }

  /** Ends the turn of its result; from now on its records may change. */
  note(): void {
    if (this.result !== undefined) this.endSeq ??= this.latestSeq();
  }

  private latestSeq(): number {
    return Math.max(this.task.ownSeq(), this.task.linkedSeq(), this.task.computedSeq());
  }

  private finish(result: Result<T>): true {
    this.result = result;
    this.abandon();
    // Other searches are noted where their turn ends without a reply.
    if (this.isInterrupted) this.note();
    this.task.index.vocabulary.scratch.end(0);
    return true;
  }

  private count(field: string): void {
    if (field === '') {
      this.otherSteps += 1;
      return;
    }
    this.tests += STEPS.testsMax;
    this.testsByField.set(field, (this.testsByField.get(field) ?? 0) + STEPS.testsMax);
  }

  private tooLong(): Result<never> {
    const { task } = this;
    const [[named, most] = ['', 0]] = [...this.testsByField].sort(([, a], [, b]) => b - a);
    const dearest =
      most === 0 || this.tests * OTHER_FACTOR < this.otherSteps * STEPS.testsMax
        ? `It asks for ${task.asked}.`
        : `Most of its tests were of ${withoutLanguage(named)[0]} (${most}) in ${task.conditionsOn(named)}.`;
    const again =
      this.restarts === 0
        ? ''
        : ` It began again ${this.restarts} times, as a class or category that it names had changed meanwhile.`;
    return refuseSpent(task.allowance.meter, 'constraint', `${dearest}${again}`);
  }

  /** Refuses the search. `tests`: actual or predicted tests by field. */
  private tooExpensive(tests: ReadonlyMap<string, number>, so: 'far' | 'estimated'): Result<never> {
    const { task } = this;
    const [[named, most] = ['', 0]] = [...tests].sort(([, a], [, b]) => b - a);
    const spent = so === 'far' ? `${most} so far` : `about ${most}`;
    return refuseAt(
      'searchScansMax',
      'TOO_EXPENSIVE',
      'constraint',
      `It would test more than ${task.testsMax} values, most of them of ${withoutLanguage(named)[0]} (${spent}) in ` +
        `${task.conditionsOn(named)}.`,
    );
  }
}
