// Work that takes longer than its call may hold the thread: one slice in each turn of the event loop, caller by caller.
//
// Among one caller's work, the piece that has used the least time goes first, so that a short search never waits for a
// long one; in every eighth turn it is the oldest, so that each comes to its end. Not promised: when that is.
import type { CallMeter } from '../../kernel/call-meter.ts';
import type { Resumable } from '../../kernel/interrupted.ts';
import { refuseAt } from '../../kernel/limits.ts';
import type { Refusal } from '../../kernel/result.ts';

export interface SliceOptions {
  /** Milliseconds of one slice. */
  readonly sliceMs: number;
  /** Pieces of work that may be open at a time; one caller may have half of them. */
  readonly openMax: number;
  readonly nowMs: () => number;
  /** Calls `run` in a later turn of the event loop, after what waits there. */
  readonly soon: (run: () => void) => void;
}

/** The call whose work it is. */
export interface WorkOwner {
  /** Counts what the work takes. */
  readonly meter?: CallMeter | undefined;
  /** False once nobody waits for it: it is cancelled in its next turn. */
  isWanted?(): boolean;
  /** Answers the call of work that is cancelled. Absent: it is never cancelled. */
  cancel?(): void;
  /** The work is cancelled when the server stops, although its caller waits: with a successor too, or without one. */
  readonly endsWithServer?: 'always' | 'without successor';
}

interface OpenWork {
  readonly work: Resumable;
  done(error: unknown): void;
  readonly owner: WorkOwner;
  /** Milliseconds that it has had. */
  ms: number;
}

/** Milliseconds of a slice while other calls wait to begin. */
const BUSY_SLICE_MS = 1;
/** One of this many turns goes to the oldest. */
const OLDEST_EVERY = 8;

export class SearchSlices {
  private readonly options: SliceOptions;
  private readonly isBusy: () => boolean;
  /** Counts milliseconds of the thread that a caller has used. */
  readonly charge: (caller: string, ms: number) => void;
  /** By caller, oldest first, in the order of their next turn; a caller without work has no entry. */
  private readonly callers = new Map<string, OpenWork[]>();
  open = 0;
  private turns = 0;
  private isScheduled = false;
  /** Kinds of work that are cancelled at once, since the server stops. */
  private readonly ending = new Set<WorkOwner['endsWithServer']>();

  /** `isBusy`: other calls wait to begin. */
  constructor(options: SliceOptions, isBusy: () => boolean, charge: (caller: string, ms: number) => void) {
    this.options = options;
    this.isBusy = isBusy;
    this.charge = charge;
  }

  /** Undefined if the caller may have one more. Refuses: OVERLOADED. */
  refusalFor(caller: string): Refusal | undefined {
    const { openMax } = this.options;
    if (!this.isFullFor(caller)) return undefined;
    this.cancelWhere(({ owner }) => owner.cancel !== undefined && owner.isWanted?.() === false);
    if (!this.isFullFor(caller)) return undefined;
    const own = this.callers.get(caller)?.length ?? 0;
    const isFull = this.open >= openMax;
    const [open, whose, max] = isFull ? [this.open, '', openMax] : [own, ' of this caller', Math.ceil(openMax / 2)];
    const detail = `${open} long searches and bulk calls${whose} are under way, of at most ${max}; try again.`;
    return refuseAt('searchesInterruptedMax', 'OVERLOADED', 'request', detail);
  }

  private isFullFor(caller: string): boolean {
    const { openMax } = this.options;
    return this.open >= openMax || (this.callers.get(caller)?.length ?? 0) * 2 >= openMax;
  }

  /** `done` is called when the work has ended, unless it is cancelled; `error`: what it threw, else undefined. */
  add(caller: string, work: Resumable, done: (error: unknown) => void, owner: WorkOwner = {}): void {
    const added = { work, done, owner, ms: 0 };
    if (this.endsNow(owner)) {
      work.abandon?.();
      return owner.cancel?.();
    }
    const waiting = this.callers.get(caller);
    if (waiting === undefined) this.callers.set(caller, [added]);
    else waiting.push(added);
    this.open += 1;
    this.schedule();
  }

  private schedule(): void {
    if (this.isScheduled || this.open === 0) return;
    this.isScheduled = true;
    this.options.soon(() => {
      this.isScheduled = false;
      this.turn();
      this.schedule();
    });
  }

  private turn(): void {
    const next = this.callers.entries().next().value;
    if (next === undefined) return;
    const [caller, waiting] = next;
    this.turns += 1;
    this.callers.delete(caller);
    const chosen = this.turns % OLDEST_EVERY === 0 ? waiting[0]! : leastServed(waiting);
    // Its reply may begin more work of the same caller.
    const ended = this.slice(caller, chosen);
    const left = ended === undefined ? waiting : waiting.filter((other) => other !== chosen);
    // A slice may have begun more work of the caller: the next part of an aggregate.
    const all = [...left, ...(this.callers.get(caller) ?? [])];
    this.callers.delete(caller);
    if (all.length > 0) this.callers.set(caller, all);
    ended?.();
  }

  /** Returns what ends the work and answers its call; undefined: the work goes on. */
  private slice(caller: string, open: OpenWork): (() => void) | undefined {
    const { sliceMs, nowMs } = this.options;
    const startedMs = nowMs();
    const endMs = startedMs + (this.isBusy() ? Math.min(BUSY_SLICE_MS, sliceMs) : sliceMs);
    let [hasEnded, failure]: [boolean, unknown] = [true, undefined];
    if (open.owner.cancel !== undefined && open.owner.isWanted?.() === false) return this.cancelled(open);
    try {
      hasEnded = open.work.advance(() => nowMs() >= endMs);
    } catch (error) {
      failure = error;
      open.work.abandon?.();
    }
    const ms = nowMs() - startedMs;
    open.ms += ms;
    open.owner.meter?.use(ms);
    this.charge(caller, ms);
    if (!hasEnded) return undefined;
    this.open -= 1;
    return () => open.done(failure);
  }

  private cancelled({ work, owner }: OpenWork): () => void {
    this.open -= 1;
    work.abandon?.();
    return () => owner.cancel!();
  }

  /** Cancels all that ends with the server, also what is added from now on. */
  cancelAll(hasSuccessor: boolean): void {
    this.ending.add('always');
    if (!hasSuccessor) this.ending.add('without successor');
    this.cancelWhere(({ owner }) => this.endsNow(owner));
  }

  /** The server stops, and nobody answers in its place. */
  get isStopping(): boolean {
    return this.ending.has('without successor');
  }

  private endsNow({ endsWithServer }: WorkOwner): boolean {
    return endsWithServer !== undefined && this.ending.has(endsWithServer);
  }

  private cancelWhere(isCancelled: (open: OpenWork) => boolean): void {
    const all = [...this.callers.values()].flat().filter(isCancelled);
    if (all.length === 0) return;
    for (const [caller, waiting] of this.callers) {
      const left = waiting.filter((open) => !all.includes(open));
      if (left.length > 0) this.callers.set(caller, left);
      else this.callers.delete(caller);
    }
    for (const cancel of all.map((open) => this.cancelled(open))) {
      try {
        cancel();
      } catch {
        // Others are to be answered all the same.
      }
    }
  }
}

const leastServed = (waiting: readonly OpenWork[]): OpenWork =>
  waiting.reduce((least, open) => (open.ms < least.ms ? open : least));
