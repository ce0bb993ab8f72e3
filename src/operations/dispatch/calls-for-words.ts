// Calls with MATCH that come before all words are indexed after a start. They wait, and the indexing gets the slices of
// a long search, which are longer than those of the background.
//
// They hold no thread and no search; how many may wait, and for how long, is bounded.
import type { Resumable, WordsMissing } from '../../kernel/interrupted.ts';
import type { Refusal } from '../../kernel/result.ts';
import type { SearchSlices, SliceOptions } from './search-slices.ts';

/** A call that waits takes some kilobytes. */
const WAITING_MAX = 1000;
/** Six times what the words of 100,000 products take; most clients have given up by then. */
const WAIT_MS_MAX = 60_000;

interface WaitingCall {
  readonly untilMs: number;
  readonly refusal: Refusal;
  /** Handles the call again, or refuses it with `refusal`. */
  readonly goOn: (refusal?: Refusal) => void;
}

export class CallsForWords {
  private readonly waiting = new Map<Resumable, WaitingCall[]>();
  private readonly slices: SearchSlices;
  private readonly options: Pick<SliceOptions, 'nowMs' | 'soon'>;

  constructor(slices: SearchSlices, options: Pick<SliceOptions, 'nowMs' | 'soon'>) {
    this.slices = slices;
    this.options = options;
  }

  /** `goOn` is called once; with the refusal where too many wait or the words take too long. */
  add({ work, refusal }: WordsMissing, goOn: WaitingCall['goOn']): void {
    const known = this.waiting.get(work);
    const calls = known ?? [];
    if (calls.length >= WAITING_MAX) return goOn(refusal);
    calls.push({ untilMs: this.options.nowMs() + WAIT_MS_MAX, refusal, goOn });
    if (known !== undefined) return undefined;
    this.waiting.set(work, calls);
    return this.slices.add('', { advance: (isDue) => this.advance(work, calls, isDue) }, () => {
      this.waiting.delete(work);
      this.release(calls);
    });
  }

  private advance(work: Resumable, calls: WaitingCall[], isDue: () => boolean): boolean {
    const nowMs = this.options.nowMs();
    while (calls.length > 0 && calls[0]!.untilMs < nowMs) {
      const { goOn, refusal } = calls.shift()!;
      goOn(refusal);
    }
    return calls.length === 0 || work.advance(isDue);
  }

  /** Releases one call in each turn of the event loop: each is a search. */
  private release(calls: WaitingCall[]): void {
    calls.shift()?.goOn();
    if (calls.length > 0) this.options.soon(() => this.release(calls));
  }
}
