// Time that one call, with its parts and its work in later turns, has used of the thread, and its limit.
//
// It is measured by the clock, slice by slice, and estimated by what steps do where that is predictable: the length of
// texts that are read or written. What is estimated counts at once, within a slice, and alike on every machine.
import { refuseAt } from './limits.ts';
import type { Refusal } from './result.ts';

export class CallMeter {
  /** Milliseconds. */
  readonly msMax: number;
  usedMs = 0;
  private estimatedMs = 0;

  constructor(msMax: number) {
    this.msMax = msMax;
  }

  use(ms: number): void {
    this.usedMs += ms;
  }

  /** Counts work of a slice that goes on, whose time will be counted at its end. */
  estimate(ms: number): void {
    this.estimatedMs += ms;
  }

  /** The larger of both: the clock counts what the estimate leaves out. */
  get spentMs(): number {
    return Math.max(this.usedMs, this.estimatedMs);
  }

  get isSpent(): boolean {
    return this.usedMs >= this.msMax || this.estimatedMs >= this.msMax;
  }
}

/** Returns the refusal of a call that has used its time. `more`: a sentence on what used it. */
export const refuseSpent = ({ spentMs, msMax }: CallMeter, param: string, more = ''): Refusal => {
  const used = `It has used ${Math.round(spentMs)} ms of the thread, and may use ${msMax}.`;
  return refuseAt('callWorkMsMax', 'TOO_EXPENSIVE', param, more === '' ? used : `${used} ${more}`);
};
