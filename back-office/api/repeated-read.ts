// One thing that is read again whenever it may have changed, by one call at a time.
//
// Guaranteed: however fast changes come, every read ends and its value is shown. A change during a read is remembered,
// and one more read follows. A value stays while it is read again, and beside the refusal of such a read.
// Not promised: that a read ends before the next login, or without a connection. `end` aborts it.
import { Refused } from './refused.ts';

export interface ReadState<T> {
  /** Undefined until the first answer. */
  readonly value: T | undefined;
  /** Refusal of the last read; the value, if any, is older. */
  readonly refused: Refused | undefined;
  /** Number of the read that gave the value, from 1; 0: none yet. */
  readonly ofRead: number;
}

export class RepeatedRead<T> {
  state: ReadState<T> = { value: undefined, refused: undefined, ofRead: 0 };
  /** Number of reads begun: each later read shows what is saved by now. */
  begun = 0;
  private readonly ending = new AbortController();
  private readonly load: (signal: AbortSignal) => Promise<T>;
  private readonly redraw: () => void;
  private isReading = false;
  /** A change came after the read under way had begun. */
  private isStale = false;

  constructor(load: (signal: AbortSignal) => Promise<T>, redraw: () => void) {
    this.load = load;
    this.redraw = redraw;
  }

  /** Reads now, or once more after the read under way. */
  readonly again = (): void => {
    this.isStale = true;
    if (!this.isReading) this.read();
  };

  /** Aborts the read under way, and reads nothing from now on. */
  end(): void {
    this.ending.abort();
  }

  private read(): void {
    const { signal } = this.ending;
    if (signal.aborted) return;
    this.isReading = true;
    this.isStale = false;
    this.begun += 1;
    const ofRead = this.begun;
    this.load(signal).then(
      (value) => this.settle({ value, refused: undefined, ofRead }),
      (error: unknown) => {
        if (signal.aborted) return;
        this.settle({ ...this.state, refused: error instanceof Refused ? error : undefined });
        if (!(error instanceof Refused)) throw error;
      },
    );
  }

  private settle(state: ReadState<T>): void {
    if (this.ending.signal.aborted) return;
    this.isReading = false;
    this.state = state;
    this.redraw();
    if (this.isStale) this.read();
  }
}
