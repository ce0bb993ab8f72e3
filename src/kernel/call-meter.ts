// What one call, its parts and its work in later turns have used of the thread, and how much they may.
export class CallMeter {
  /** Milliseconds. */
  readonly msMax: number;
  usedMs = 0;

  constructor(msMax: number) {
    this.msMax = msMax;
  }

  use(ms: number): void {
    this.usedMs += ms;
  }

  get isSpent(): boolean {
    return this.usedMs >= this.msMax;
  }
}
