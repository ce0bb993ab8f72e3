// Bounds how long searches and other long work of one call may hold the thread in one go. Longer work interrupts the
// call, which is handled again from the top once the work has a result; earlier results are reused.
//
// Guaranteed: searches find the state of one moment. A result is used only while nothing that it was made from has
// changed.
import type { Within } from '../../domain/search/query.ts';
import type { CallMeter } from '../../kernel/call-meter.ts';
import { Interrupted } from '../../kernel/interrupted.ts';
import type { MemoryShare } from '../../kernel/memory-account.ts';
import type { Result } from '../../kernel/result.ts';
import type { Steps, Work } from '../../kernel/steps.ts';
import { SearchRun } from './search-run.ts';
import type { Allowance, SearchTask } from './search-run.ts';
import { WorkRun } from './work-run.ts';
import type { ReadBy, WorkTurn } from './work-run.ts';

export interface PaceOptions {
  /** Milliseconds for which the searches of a call may run before it is interrupted. */
  readonly budgetMs: number;
  /** Limit of the work of a search, in plain scans: tests of one value of every record. */
  readonly scansMax: number;
  readonly nowMs: () => number;
}

/** A search of a call. */
export interface PacedSearch<T> extends SearchTask<T> {
  /** Two searches with the same key and list are the same. */
  readonly key: string;
  readonly within: Within | undefined;
}

/** Milliseconds in a later turn, and in the first where the call may not take its budget. */
const SHORT_MS = 1;

interface Known {
  readonly search: PacedSearch<unknown>;
  readonly run: SearchRun<unknown>;
}

export class CallPace implements Allowance {
  readonly meter: CallMeter;
  readonly memory: MemoryShare | undefined;
  private readonly options: PaceOptions;
  private readonly mayTakeBudget: () => boolean;
  /** Searches of this call by the list searched; undefined until there is one, because most calls have none. */
  private known: Map<Within | undefined, Known[]> | undefined = undefined;
  /** Other work of this call, by name; undefined until there is some. */
  private works: Map<string, WorkRun<unknown>> | undefined = undefined;
  private turn: WorkTurn | undefined = undefined;
  /** Start of the first search of this turn, and the time at which searches have used the turn. */
  private beganMs: number | undefined = undefined;
  private endMs: number | undefined = undefined;
  private isFirstTurn = true;
  /**
   * Milliseconds of a later turn. They double each time a change has outdated a result, so that searches end beside any
   * writer.
   */
  private laterMs = SHORT_MS;

  /**
   * `mayTakeBudget`: whether nobody else waits for the thread, and the caller has used no more than its part of it.
   * `memory`: share of all long searches.
   */
  constructor(options: PaceOptions, meter: CallMeter, mayTakeBudget: () => boolean, memory?: MemoryShare) {
    this.options = options;
    this.memory = memory;
    this.meter = meter;
    this.mayTakeBudget = mayTakeBudget;
  }

  /** Returns the result of a search. Throws Interrupted. */
  result<T>(search: PacedSearch<T>): Result<T> {
    const { nowMs } = this.options;
    this.beganMs ??= nowMs();
    const run = this.runOf(search);
    if (run.result !== undefined) return run.result;
    if (!run.advance(() => nowMs() >= (this.endMs ??= this.end()))) {
      this.endTurn();
      throw new Interrupted(run);
    }
    return run.result!;
  }

  /** Returns the ended work of this name. `reader`: reads for the work when it begins. Throws Interrupted. */
  work<T>(name: string, begin: () => Work<T>, reader: ReadBy): WorkRun<T> {
    const { nowMs, budgetMs } = this.options;
    const { meter, memory } = this;
    this.beganMs ??= nowMs();
    const works = (this.works ??= new Map());
    let run = works.get(name) as WorkRun<T> | undefined;
    if (run === undefined) {
      this.turn ??= { isOver: () => false };
      works.set(name, (run = new WorkRun(begin(), { meter, memory, nowMs, budgetMs }, this.turn, reader)));
    }
    if (!run.advance(() => nowMs() >= (this.endMs ??= this.end()))) {
      this.endTurn();
      throw new Interrupted(run);
    }
    return run;
  }

  /** Runs a search as a part of such work, in the turns of the work. */
  *searching<T>(search: PacedSearch<T>): Steps<Result<T>> {
    const run = new SearchRun(search);
    try {
      while (!run.advance(() => this.turn!.isOver())) yield '';
      return run.result!;
    } finally {
      run.abandon();
    }
  }

  /**
   * End of this turn's searches. A later turn lasts at least as long as the call took to reach the same point, so a
   * call is not begun for ever.
   */
  private end(): number {
    const { budgetMs, nowMs } = this.options;
    const now = nowMs();
    const shortMs = Math.min(budgetMs, this.laterMs);
    return now + (this.isFirstTurn && this.mayTakeBudget() ? budgetMs : Math.max(shortMs, now - this.beganMs!));
  }

  /** Ends the turn: results of this turn are current until something changes. */
  endTurn(): void {
    this.beganMs = undefined;
    this.endMs = undefined;
    this.isFirstTurn = false;
    for (const searches of this.known?.values() ?? []) for (const { run } of searches) run.note();
  }

  private runOf<T>(search: PacedSearch<T>): SearchRun<T> {
    const { within } = search;
    const all = (this.known ??= new Map<Within | undefined, Known[]>());
    const searches = all.get(within);
    const at = searches?.findIndex((known) => known.search.key === search.key) ?? -1;
    if (at >= 0 && searches![at]!.run.isCurrent) return searches![at]!.run as SearchRun<T>;
    if (at >= 0 && searches![at]!.run.result !== undefined) this.laterMs *= 2;
    const run = new SearchRun(search);
    // Only an interrupted call asks for the search again.
    if (searches === undefined) all.set(within, [{ search, run }]);
    else searches[at < 0 ? searches.length : at] = { search, run };
    return run;
  }

  get scansMax(): number {
    return this.options.scansMax;
  }
}
