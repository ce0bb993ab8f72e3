import type { Clock, Stopwatch } from '../../src/kernel/clock.ts';
import type { Random } from '../../src/kernel/random.ts';

/** Chance that a seed repeats (mulberry32). */
export class Seeded implements Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** 0 ≤ x < 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** 0 ≤ n < below. */
  below(below: number): number {
    return Math.floor(this.next() * below);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  of<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)]!;
  }

  text(bytes: number): string {
    return Buffer.from(Array.from({ length: bytes }, () => this.below(256))).toString('base64url');
  }
}

export class SetClock implements Clock {
  /** The true time. */
  ms: number;
  /** What the system's clock shows beyond it. */
  errorMs = 0;
  private bootedMs = 0;

  constructor(ms = 1_700_000_000_000) {
    this.ms = ms;
  }

  nowMs(): number {
    return this.ms + this.errorMs;
  }

  /** Whoever sets the true time lets as much time pass. */
  sinceBootMs(): number {
    return this.ms - this.bootedMs;
  }

  boot(): void {
    this.bootedMs = this.ms;
  }
}

/** A stopwatch that a seed repeats: every look at it takes a tenth of a millisecond. */
export class TickingStopwatch implements Stopwatch {
  private ms = 0;

  nowMs(): number {
    this.ms += 0.1;
    return this.ms;
  }

  activeMs(): number {
    return this.ms;
  }
}
