// Memory that a piece of long work holds between two turns: charged in one place to its call and to the share of all
// work of its kind.
//
// Not promised: exact bytes; work says roughly what it holds.
import { refuseHeld } from './call-meter.ts';
import type { CallMeter } from './call-meter.ts';
import { refuseMemory } from './limits.ts';
import type { LimitName } from './limits.ts';
import type { MemoryShare } from './memory-account.ts';
import type { Refusal } from './result.ts';

export interface HeldShare {
  /** Undefined: nothing bounds all such work together. */
  readonly share: MemoryShare | undefined;
  readonly limit: LimitName;
  /** Subject and verb of what fills the share. */
  readonly what: string;
}

export const ofSearches = (share: MemoryShare | undefined): HeldShare => ({
  share,
  limit: 'memory_searches',
  what: 'Long searches hold',
});

export const ofAggregates = (share: MemoryShare): HeldShare => ({
  share,
  limit: 'memory_aggregates',
  what: 'Aggregates and bulk calls hold',
});

export class HeldMemory {
  bytes = 0;
  private readonly meter: CallMeter;
  private readonly of: HeldShare;

  constructor(meter: CallMeter, of: HeldShare) {
    this.meter = meter;
    this.of = of;
  }

  /** Holds so much from now on. Returns the refusal if that is too much. Refuses: TOO_EXPENSIVE, OVERLOADED. */
  hold(bytes: number, param: string): Refusal | undefined {
    this.set(bytes);
    const { share, limit, what } = this.of;
    if (this.meter.holdsTooMuch) return refuseHeld(this.meter, param);
    return share?.isFull === true ? refuseMemory(limit, what, share, param) : undefined;
  }

  giveBack(): void {
    this.set(0);
  }

  private set(bytes: number): void {
    const more = bytes - this.bytes;
    this.bytes = bytes;
    this.meter.heldBytes += more;
    this.of.share?.take(more);
  }
}
