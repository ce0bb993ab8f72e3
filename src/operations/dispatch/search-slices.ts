// Searches that are interrupted: one slice of one search in each turn of the event loop, channel by channel.
//
// Not promised: when a search ends. A channel with many searches waits longer, and no other channel with it.
import type { Resumable } from '../../kernel/interrupted.ts';

export interface SliceOptions {
  /** Milliseconds of one slice. */
  readonly sliceMs: number;
  /** Searches that may be interrupted at a time. */
  readonly openMax: number;
  readonly nowMs: () => number;
  /** Calls `run` in a later turn of the event loop, after what waits there. */
  readonly soon: (run: () => void) => void;
}

interface Interrupted {
  readonly work: Resumable;
  done(error: unknown): void;
}

export class SearchSlices {
  private readonly options: SliceOptions;
  /** By channel, in the order of their next turn; a channel without searches has no entry. */
  private readonly channels = new Map<number, Interrupted[]>();
  private open = 0;
  private isScheduled = false;

  constructor(options: SliceOptions) {
    this.options = options;
  }

  get full(): boolean {
    return this.open >= this.options.openMax;
  }

  /** `done` is called when the search has its result; `error`: what it threw, else undefined. */
  add(channelId: number, work: Resumable, done: (error: unknown) => void): void {
    const waiting = this.channels.get(channelId);
    const interrupted = { work, done };
    if (waiting === undefined) this.channels.set(channelId, [interrupted]);
    else waiting.push(interrupted);
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
    const next = this.channels.entries().next().value;
    if (next === undefined) return;
    const [channelId, waiting] = next;
    this.channels.delete(channelId);
    const [interrupted, ...others] = waiting;
    const hasEnded = this.slice(interrupted!);
    const left = hasEnded ? others : [...others, interrupted!];
    if (left.length > 0) this.channels.set(channelId, left);
  }

  /** Returns whether the search has ended, and its call was told. */
  private slice({ work, done }: Interrupted): boolean {
    const { sliceMs, nowMs } = this.options;
    const endMs = nowMs() + sliceMs;
    let failure: unknown;
    try {
      if (!work.advance(() => nowMs() >= endMs)) return false;
    } catch (error) {
      failure = error;
    }
    this.open -= 1;
    done(failure);
    return true;
  }
}
