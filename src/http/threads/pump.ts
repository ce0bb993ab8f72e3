// Empties rings whenever there is something in them, in turns of bounded length, and sleeps when there is nothing.
//
// Guaranteed: each end has its share of a turn, however much the others bring, and whatever else the event loop has to
// do comes between two turns.
import type { RingReader } from './ring.ts';

export interface PumpedEnd {
  readonly reader: RingReader;
  /** Handles at most `recordsMax` records. Returns their number. */
  drain(recordsMax: number): number;
}

/** Records of one end before another has its turn. */
const SHARE = 32;
/** Rounds of one turn of the event loop. */
const ROUNDS = 8;

export class Pump {
  private ends: PumpedEnd[] = [];
  private isPlanned = false;

  add(end: PumpedEnd): void {
    this.ends.push(end);
  }

  remove(end: PumpedEnd): void {
    this.ends = this.ends.filter((other) => other !== end);
  }

  /** Must be called when somebody wakes this thread, and once at the beginning. */
  run(): void {
    let isEmpty = false;
    for (let round = 0; round < ROUNDS && !isEmpty; round += 1) {
      isEmpty = true;
      for (const end of this.ends) {
        if (end.drain(SHARE) === SHARE) isEmpty = false;
      }
    }
    // Every end is asked, so that each has its flag.
    const mayRest = isEmpty && this.ends.filter(({ reader }) => !reader.sleep()).length === 0;
    if (!mayRest) this.plan();
  }

  private plan(): void {
    if (this.isPlanned) return;
    this.isPlanned = true;
    setImmediate(() => {
      this.isPlanned = false;
      this.run();
    });
  }
}
