// Time that one call, with its parts and its work in later turns, has used of the thread, and its limit.
import { refuseAt } from './limits.ts';
import type { Refusal } from './result.ts';

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

/** Returns the refusal of a call that has used its time. `more`: a sentence on what used it. */
export const refuseSpent = ({ usedMs, msMax }: CallMeter, param: string, more = ''): Refusal => {
  const used = `It has used ${Math.round(usedMs)} ms of the thread, and may use ${msMax}.`;
  return refuseAt('callWorkMsMax', 'TOO_EXPENSIVE', param, more === '' ? used : `${used} ${more}`);
};
