// When session slots run out: ended sessions are then needed back at once, and idle ones end.
import type { ActorTable } from './actor-table.ts';
import type { EngineLimits } from './engine-options.ts';
import type { Truncation } from './truncation.ts';

/** Of what one channel may have. */
const HIGH_WATER = 0.95;

export class SessionSlots {
  private readonly table: ActorTable;
  private readonly truncation: Truncation;
  private readonly slotsMax: number;
  private readonly highWater: number;

  constructor(table: ActorTable, truncation: Truncation, { sessionsMax, channelSessionsPercent }: EngineLimits) {
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

  /** Slots that the next session may take: those that wait for the journal to be truncated are not among them. */
  private get freeCount(): number {
    const { nextId, freeSlots } = this.table;
    return this.slotsMax - (nextId - 1) + freeSlots.usableCount(this.truncation.truncatedSeq);
  }

  /** Too few are free. */
  get fewFree(): boolean {
    return this.freeCount < this.slotsMax - this.highWater;
  }

  /** No session can be opened. */
  get noneFree(): boolean {
    return this.freeCount <= 0;
  }
}
