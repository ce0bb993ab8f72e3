// How long the searches of one call may hold the thread in one go. A longer one interrupts the call, which is handled
// again from the top when the search has its result.
//
// Guaranteed: the reply shows one moment. A result is used only while nothing has changed that it was made from.
import type { Within } from '../../domain/search/query.ts';
import { Interrupted } from '../../kernel/interrupted.ts';
import type { Result } from '../../kernel/result.ts';
import { SearchRun } from './search-run.ts';
import type { SearchTask } from './search-run.ts';

export interface PaceOptions {
  /** Milliseconds for which a search may run before it is interrupted. */
  readonly budgetMs: number;
  /** Plain scans, each a test of one value of every record, that the work of a search may be worth. */
  readonly scansMax: number;
  readonly nowMs: () => number;
}

/** A search as its call asks for it. */
export interface PacedSearch<T> extends SearchTask<T> {
  /** Two searches with the same key and list are the same. */
  readonly key: string;
  readonly within: Within | undefined;
}

/** Milliseconds for a call whose caller has used more than its part of the thread. */
const OVERDRAWN_MS = 1;
/** Searches of one call that are interrupted; a call with more runs them to their end. */
const PAUSES_MAX = 3;

export class CallPace {
  private readonly options: PaceOptions;
  private readonly hasCredit: () => boolean;
  private readonly paused: { readonly search: PacedSearch<unknown>; readonly run: SearchRun<unknown> }[] = [];

  /** `hasCredit`: the caller has not used more of the thread than its part. */
  constructor(options: PaceOptions, hasCredit: () => boolean) {
    this.options = options;
    this.hasCredit = hasCredit;
  }

  /** Throws Interrupted. */
  result<T>(search: PacedSearch<T>): Result<T> {
    const known = this.paused.find(({ search: { key, within } }) => key === search.key && within === search.within);
    const run = known?.run.isCurrent === true ? (known.run as SearchRun<T>) : new SearchRun(search);
    const { nowMs, budgetMs } = this.options;
    const firstMs = this.hasCredit() ? budgetMs : Math.min(budgetMs, OVERDRAWN_MS);
    const endMs = nowMs() + (this.paused.length < PAUSES_MAX ? firstMs : Infinity);
    if (run.result === undefined && !run.advance(() => nowMs() >= endMs)) {
      this.paused.push({ search, run });
      throw new Interrupted(run);
    }
    return run.result!;
  }

  get scansMax(): number {
    return this.options.scansMax;
  }
}
