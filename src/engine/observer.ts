import type { KindEvent } from './journal/record.ts';

/** Hears of records as they become facts, and when they have reached the journal. */
export interface Observer {
  committed(seq: number, events: readonly KindEvent[]): void;
  durable(): void;
}

/** Both of them, the one that was there first at first. */
export const joined = (earlier: Observer | undefined, later: Observer): Observer =>
  earlier === undefined
    ? later
    : {
        committed(seq, events) {
          earlier.committed(seq, events);
          later.committed(seq, events);
        },
        durable() {
          earlier.durable();
          later.durable();
        },
      };
