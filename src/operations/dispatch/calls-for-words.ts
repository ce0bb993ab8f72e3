// Calls with MATCH that come after a start, before all words are indexed: they wait, and what they wait for gets the
// slices of a long search, which are longer than those of the background.
//
// They hold no thread and no search; how many may wait, and for how long, is bounded.
import type { MissingWords } from '../../engine/search/search-index.ts';
import { refuse } from '../../kernel/result.ts';
import type { Refusal } from '../../kernel/result.ts';
import type { SearchSlices, SliceOptions } from './search-slices.ts';

/** A call that waits takes some kilobytes. */
const WAITING_MAX = 1000;
/** A client gives up about then, and repeats the call. */
const WAIT_MS_MAX = 30_000;

interface WaitingCall {
  readonly untilMs: number;
  /** Handles the call again; `refusal`: it is refused instead. */
  readonly goOn: (refusal?: Refusal) => void;
}

export class CallsForWords {
  private readonly waiting = new Map<MissingWords, WaitingCall[]>();
  private readonly slices: SearchSlices;
  private readonly options: Pick<SliceOptions, 'nowMs' | 'soon'>;

  constructor(slices: SearchSlices, options: Pick<SliceOptions, 'nowMs' | 'soon'>) {
    this.slices = slices;
    this.options = options;
  }

  /** `goOn` is called once; with a refusal SEARCH_WARMING_UP where too many wait or the words take too long. */
  add(words: MissingWords, goOn: WaitingCall['goOn']): void {
    const known = this.waiting.get(words);
    const calls = known ?? [];
    if (calls.length >= WAITING_MAX) return goOn(refuse('SEARCH_WARMING_UP'));
    calls.push({ untilMs: this.options.nowMs() + WAIT_MS_MAX, goOn });
    if (known !== undefined) return undefined;
    this.waiting.set(words, calls);
    return this.slices.add('', { advance: (isDue) => this.advance(words, calls, isDue) }, () => {
      this.waiting.delete(words);
      this.release(calls);
    });
  }

  private advance(words: MissingWords, calls: WaitingCall[], isDue: () => boolean): boolean {
    const nowMs = this.options.nowMs();
    while (calls.length > 0 && calls[0]!.untilMs < nowMs) calls.shift()!.goOn(refuse('SEARCH_WARMING_UP'));
    return calls.length === 0 || words.advance(isDue);
  }

  /** One in each turn of the event loop: each is a search. */
  private release(calls: WaitingCall[]): void {
    calls.shift()?.goOn();
    if (calls.length > 0) this.options.soon(() => this.release(calls));
  }
}
