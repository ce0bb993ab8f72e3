// Time that one call, with its parts and its work in later turns, has used of the thread, bytes that it holds, and the
// limits of both.
//
// It is measured by the clock, slice by slice, and estimated by what steps do where that is predictable: the length of
// texts that are read or written. What is estimated counts at once, within a slice, and alike on every machine.
import { mebibytes, refuseAt } from './limits.ts';
import type { Refusal } from './result.ts';

export class CallMeter {
  /** Milliseconds. */
  readonly msMax: number;
  usedMs = 0;
  private estimatedMs = 0;
  readonly bytesMax: number;
  /** Bytes that its work and its lists hold now (held-memory.ts). */
  heldBytes = 0;

  constructor(msMax: number, bytesMax = Infinity) {
    this.msMax = msMax;
    this.bytesMax = bytesMax;
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

  get holdsTooMuch(): boolean {
    return this.heldBytes > this.bytesMax;
  }
}

/** Returns the refusal of a call that has used its time. `more`: a sentence on what used it. */
export const refuseSpent = ({ spentMs, msMax }: CallMeter, param: string, more = ''): Refusal => {
  const used = `It has used ${Math.round(spentMs)} ms of the thread, and may use ${msMax}.`;
  return refuseAt('callWorkMsMax', 'TOO_EXPENSIVE', param, more === '' ? used : `${used} ${more}`);
};

/** Returns the refusal of a call that holds too much. `bytes`: what it holds, or would hold. */
export const refuseHeld = ({ heldBytes, bytesMax }: CallMeter, param: string, bytes = heldBytes): Refusal => {
  const [held, most] = [mebibytes(bytes), mebibytes(bytesMax)];
  const detail = `Its searches and lists hold ${held} of memory, and may hold ${most}; ask for less at a time.`;
  return refuseAt('callBytesMax', 'TOO_EXPENSIVE', param, detail);
};
