// A search that may take several turns of the event loop, with a result as of the turn in which it ends.
//
// Records that change between two turns are judged again before it ends. Where more than they may have changed the
// result (a class or category, an actor that a computed field reads, any record for MATCH and for distinct values), it
// begins again; the last attempt runs to its end without a pause. It is refused once it has tested more values than
// `testsMax`, or at its first interruption where a sample says that it will test many more: the work is counted, not
// measured, so that the same search has the same fate on every machine.
import type { Resumable } from '../../kernel/interrupted.ts';
import { refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { IndexChanges } from './index-changes.ts';
import type { SearchIndex } from './search-index.ts';
import { STEPS } from './steps.ts';
import type { Steps } from './steps.ts';
import { totalOf } from './work-estimate.ts';
import type { WorkProbe } from './work-estimate.ts';

/** A sample is believed where it says that there are so many times more tests than are allowed. */
const ESTIMATE_FACTOR = 3;
/** The last attempt is not interrupted. */
const ATTEMPTS_MAX = 3;

export interface SearchTask<T> {
  readonly index: SearchIndex;
  /** Begins the search, or begins it again. */
  steps(changes: IndexChanges, probe: WorkProbe): Steps<Result<T>>;
  /** Any change of a record means another result, not only of that record. */
  readonly isWhole: boolean;
  /** The last record that changed an actor of another kind that the search reads. */
  linkedSeq(): number;
  /** The last record that changed an actor of its own kind. */
  ownSeq(): number;
  /** How many conditions name a field. */
  conditionsOn(field: string): number;
  /** Values that it may test. */
  readonly testsMax: number;
}

export class SearchRun<T> implements Resumable {
  result: Result<T> | undefined = undefined;
  private readonly task: SearchTask<T>;
  private changes = new IndexChanges();
  private steps: Steps<Result<T>>;
  private attempts = 1;
  private isInterrupted = false;
  private wasInterrupted = false;
  /** When it was interrupted first: until then nothing can have changed. */
  private startSeq = 0;
  private endSeq = 0;
  private tests = 0;
  private readonly testsByField = new Map<string, number>();
  private readonly probe: WorkProbe = {};
  /** Begun at the first interruption. */
  private estimate: Steps<ReadonlyMap<string, number>> | undefined = undefined;
  private hasEstimate = false;

  constructor(task: SearchTask<T>) {
    this.task = task;
    this.steps = task.steps(this.changes, this.probe);
  }

  /** Goes on until the search has a result or `isDue`; returns whether it has one. */
  advance(isDue: () => boolean): boolean {
    const { observers, vocabulary } = this.task.index;
    observers.delete(this.changes);
    while (this.isInterrupted && !this.hasEstimate) {
      const refusal = this.continueEstimate();
      if (refusal !== undefined) return this.finish(refusal);
      if (!isDue()) continue;
      observers.add(this.changes);
      return false;
    }
    for (;;) {
      const { done, value } = this.steps.next();
      if (done === true) {
        if (!this.isOutdated) return this.finish(value);
        this.restart();
      } else {
        this.count(value);
        if (this.tests > this.task.testsMax) return this.finish(this.tooExpensive(this.testsByField, 'far'));
      }
      if (this.attempts >= ATTEMPTS_MAX || !isDue()) continue;
      if (!this.isInterrupted) this.startSeq = this.task.linkedSeq();
      this.isInterrupted = true;
      this.wasInterrupted = true;
      observers.add(this.changes);
      vocabulary.scratch.detach();
      return false;
    }
  }

  /** The next step of the estimate; a refusal where the search is clearly too much work. */
  private continueEstimate(): Result<never> | undefined {
    const enough = ESTIMATE_FACTOR * this.task.testsMax;
    const step = (this.estimate ??= this.probe.estimate?.(enough))?.next();
    if (step !== undefined && step.done !== true) return undefined;
    this.hasEstimate = true;
    if (step === undefined) return undefined;
    const { value } = step;
    return totalOf(value) >= enough ? this.tooExpensive(value, 'estimated') : undefined;
  }

  private get isOutdated(): boolean {
    if (!this.isInterrupted) return false;
    return this.task.linkedSeq() > this.startSeq || (this.task.isWhole && this.changes.docIds.size > 0);
  }

  private restart(): void {
    this.attempts += 1;
    this.isInterrupted = false;
    this.changes = new IndexChanges();
    this.steps = this.task.steps(this.changes, this.probe);
  }

  /** Whether there is a result, and nothing has changed since that it was made from. */
  get isCurrent(): boolean {
    return this.result !== undefined && this.endSeq === this.latestSeq();
  }

  private latestSeq(): number {
    return Math.max(this.task.ownSeq(), this.task.linkedSeq());
  }

  private finish(result: Result<T>): true {
    this.result = result;
    // Only an interrupted search is looked at again.
    if (this.wasInterrupted) this.endSeq = this.latestSeq();
    this.task.index.vocabulary.scratch.end(0);
    return true;
  }

  private count(field: string): void {
    if (field === '') return;
    this.tests += STEPS.testsMax;
    this.testsByField.set(field, (this.testsByField.get(field) ?? 0) + STEPS.testsMax);
  }

  /** `tests`: by field, those that there were or would be. */
  private tooExpensive(tests: ReadonlyMap<string, number>, so: 'far' | 'estimated'): Result<never> {
    const { task } = this;
    const [[field, most] = ['', 0]] = [...tests].sort(([, a], [, b]) => b - a);
    const conditions = task.conditionsOn(field);
    const named = conditions === 1 ? '1 condition' : `${conditions} conditions`;
    const spent = so === 'far' ? `${most} so far` : `about ${most}`;
    return refuse(
      'TOO_EXPENSIVE',
      'constraint',
      `It would test more than ${task.testsMax} values, most of them of ${field} in ${named} (${spent}).`,
    );
  }
}
