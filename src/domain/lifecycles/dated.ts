// What has days of the shop, such as price lists and promotions: planned until the first one, ended after the last one.
// The leader makes a record when one begins or ends, so that every process changes at the same record.

export const DATED_STATES = ['planned', 'running', 'ended'] as const;
export type DatedState = (typeof DATED_STATES)[number];

/** The moments at which the first day begins and the last one is over; 0: no bound. */
interface Days {
  readonly fromMs: number;
  readonly untilMs: number;
}

export const stateAt = ({ fromMs, untilMs }: Days, atMs: number): DatedState =>
  untilMs !== 0 && atMs >= untilMs ? 'ended' : atMs >= fromMs ? 'running' : 'planned';

/** The event of a life cycle that leads to a state. */
export const LEADS_TO = { planned: 'postpone', running: 'begin', ended: 'end' } as const;

/** When which actor begins or ends next by itself. */
export class DueTimes {
  private readonly due = new Map<number, number>();
  /** The first of them; Infinity: none does by itself. */
  nextMs = Infinity;

  dueAt(nowMs: number): readonly number[] {
    return [...this.due].filter(([, ms]) => ms <= nowMs).map(([id]) => id);
  }

  set(id: number, { fromMs, untilMs }: Days, state: DatedState): void {
    const ms = state === 'planned' ? fromMs : state === 'running' && untilMs !== 0 ? untilMs : Infinity;
    if (ms === Infinity) this.due.delete(id);
    else this.due.set(id, ms);
    this.nextMs = Math.min(Infinity, ...this.due.values());
  }

  remove(id: number): void {
    this.due.delete(id);
    this.nextMs = Math.min(Infinity, ...this.due.values());
  }
}
