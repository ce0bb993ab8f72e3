// Sessions opened per channel. A channel may have a part of all sessions, so that others find a place.
//
// Counted in memory, from the records since the start. Not promised: a count of sessions from before the start; only
// the limit for all sessions covers them.
import { refuseAt } from '../../kernel/limits.ts';
import type { Refusal } from '../../kernel/result.ts';
import type { Engine } from '../engine.ts';
import type { Cause, KindEvent } from '../journal/record.ts';

export class SessionShares {
  private readonly sessionsMax: number;
  /** By slot: channel that opened its session. */
  private readonly openedBy: number[] = [];
  private readonly counts = new Map<number, number>();
  private readonly ends: string;

  constructor(engine: Engine) {
    const { sessionsMax, channelSessionsPercent } = engine.limits;
    this.sessionsMax = Math.max(1, Math.floor((sessionsMax * channelSessionsPercent) / 100));
    this.ends = engine.tables.session.kind.ends!;
    engine.observe({
      recorded: (_seq, events, cause) => this.noteRecord(events, cause),
      durable: () => {},
    });
  }

  /** Returns the refusal if the channel may not open another session. Refuses: SESSION_LIMIT_REACHED. */
  refusal(channelId: number): Refusal | undefined {
    const count = this.counts.get(channelId) ?? 0;
    if (count < this.sessionsMax) return undefined;
    const detail = `The channel has opened ${count} of the sessions there are, of at most ${this.sessionsMax}; try again.`;
    return refuseAt('channelSessionsPercent', 'SESSION_LIMIT_REACHED', '', detail);
  }

  private noteRecord(events: readonly KindEvent[], { channelId }: Cause): void {
    for (const { kind, id, event } of events) {
      if (kind !== 'session') continue;
      if (event.type === 'session_started') this.opened(id, channelId);
      else if (event.type === this.ends) this.ended(id);
    }
  }

  private opened(id: number, channelId: number): void {
    while (this.openedBy.length < id) this.openedBy.push(0);
    this.openedBy[id] = channelId;
    this.counts.set(channelId, (this.counts.get(channelId) ?? 0) + 1);
  }

  private ended(id: number): void {
    const channelId = this.openedBy[id] ?? 0;
    if (channelId === 0) return;
    this.openedBy[id] = 0;
    this.counts.set(channelId, this.counts.get(channelId)! - 1);
  }
}
