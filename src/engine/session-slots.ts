// When session slots run out: ended sessions are then needed back at once, and idle ones end.
import type { ActorTable } from './actor-table.ts';
import type { EngineLimits } from './engine-options.ts';

/** Of what one channel may have. */
const HIGH_WATER = 0.95;

export class SessionSlots {
  private readonly table: ActorTable;
  private readonly slotsMax: number;
  private readonly highWater: number;

  constructor(table: ActorTable, { sessionsMax, channelSessionsPercent }: EngineLimits) {
    this.table = table;
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

  /** Whether too few slots are free, counting those that a record up to `truncatedSeq` has freed. */
  isShort(truncatedSeq: number): boolean {
    const { nextId, freeSlots } = this.table;
    const free = this.slotsMax - (nextId - 1) + freeSlots.usableCount(truncatedSeq);
    return free < this.slotsMax - this.highWater;
  }
}
