// Tells when session slots run out: slots of ended sessions must then be freed at once, and idle sessions end.
import type { ActorTable } from './actor-table.ts';
import type { Truncation } from '../journal/truncation.ts';

interface SlotLimits {
  readonly sessionsMax: number;
  /** The share of `sessionsMax` that sessions opened by one channel may have. */
  readonly channelSessionsPercent: number;
}

/** Part of one channel's share above which sessions are too many. */
const HIGH_WATER = 0.95;

export class SessionSlots {
  private readonly table: ActorTable;
  private readonly truncation: Truncation;
  private readonly slotsMax: number;
  private readonly highWater: number;

  constructor(table: ActorTable, truncation: Truncation, { sessionsMax, channelSessionsPercent }: SlotLimits) {
    this.table = table;
    this.truncation = truncation;
    this.slotsMax = sessionsMax;
    this.highWater = (sessionsMax * channelSessionsPercent * HIGH_WATER) / 100;
  }

  /** Sessions above the high-water mark. */
  get tooMany(): number {
    return Math.max(0, Math.ceil(this.table.idsInUse - this.highWater));
  }

  get nearlyFull(): boolean {
    return this.tooMany > 0;
  }

  /** Slots that the next session may take, without those that wait for a truncation. */
  private get freeCount(): number {
    const { nextId, freeSlots } = this.table;
    return this.slotsMax - (nextId - 1) + freeSlots.usableCount(this.truncation.truncatedSeq);
  }

  /** Whether too few slots are free. */
  get fewFree(): boolean {
    return this.freeCount < this.slotsMax - this.highWater;
  }

  /** Whether no session can be opened. */
  get noneFree(): boolean {
    return this.freeCount <= 0;
  }
}
