// A search that may take several turns of the event loop, with a result as of the turn in which it ends.
//
// Records that change between two turns are judged again before it ends. Where more than they may have changed the
// result (a class or category, an actor that a computed field reads, any record for MATCH and for distinct values), it
// begins again; the last attempt runs to its end without a pause. It is refused once it has tested more values than
// `testsMax`: the work is counted, not measured, so that the same search has the same fate on every machine.
import type { Resumable } from '../../kernel/interrupted.ts';
import { refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { IndexChanges } from './index-changes.ts';
import type { SearchIndex } from './search-index.ts';
import { STEPS } from './steps.ts';
import type { Steps } from './steps.ts';

/** The last attempt is not interrupted. */
const ATTEMPTS_MAX = 3;

export interface SearchTask<T> {
  readonly index: SearchIndex;
  /** Begins the search, or begins it again. */
  steps(changes: IndexChanges): Steps<Result<T>>;
  /** Any change of a record means another result, not only of that record. */
  readonly isWhole: boolean;
  /** The last record that changed an actor of another kind that the search reads. */
  linkedSeq(): number;
  /** The last record that changed an actor of its own kind. */
  ownSeq(): number;
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
  private startSeq: number;
  private endSeq = 0;
  private tests = 0;
  private readonly testsByField = new Map<string, number>();

  constructor(task: SearchTask<T>) {
    this.task = task;
    this.startSeq = task.linkedSeq();
    this.steps = task.steps(this.changes);
  }

  /** Goes on until the search has a result or `isDue`; returns whether it has one. */
  advance(isDue: () => boolean): boolean {
    const { observers, vocabulary } = this.task.index;
    observers.delete(this.changes);
    for (;;) {
      const { done, value } = this.steps.next();
      if (done === true) {
        if (!this.isOutdated) return this.finish(value);
        this.restart();
      } else {
        this.count(value);
        if (this.tests > this.task.testsMax) return this.finish(this.tooExpensive());
      }
      if (this.attempts >= ATTEMPTS_MAX || !isDue()) continue;
      this.isInterrupted = true;
      observers.add(this.changes);
      vocabulary.scratch.detach();
      return false;
    }
  }

  private get isOutdated(): boolean {
    if (!this.isInterrupted) return false;
    return this.task.linkedSeq() > this.startSeq || (this.task.isWhole && this.changes.docIds.size > 0);
  }

  private restart(): void {
    this.attempts += 1;
    this.isInterrupted = false;
    this.changes = new IndexChanges();
    this.startSeq = this.task.linkedSeq();
    this.steps = this.task.steps(this.changes);
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
    this.endSeq = this.latestSeq();
    this.task.index.vocabulary.scratch.end(0);
    return true;
  }

  private count(field: string): void {
    if (field === '') return;
    this.tests += STEPS.testsMax;
    this.testsByField.set(field, (this.testsByField.get(field) ?? 0) + STEPS.testsMax);
  }

  private tooExpensive(): Result<never> {
    const [[field, most] = ['', 0]] = [...this.testsByField].sort(([, a], [, b]) => b - a);
    return refuse(
      'TOO_EXPENSIVE',
      'constraint',
      `It would test more than ${this.task.testsMax} values, most of them of ${field} (${most} so far).`,
    );
  }
}
