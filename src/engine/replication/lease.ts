// Decides when a leader may answer reads at once, and when another node may take the lead.
//
// A lease counts from the first sending of a request that the log accepted, and is over when either of two clocks says
// so. A candidate counts from its first sight of a head, which is later than the sending, and waits a quarter longer:
// no two leases overlap as long as the two clocks' speeds differ by less than that. Writes need no lease: the log
// fences them.
// Not promised: anything where both clocks stop, as in a virtual machine that is migrated. There a read may be up to
// `leaseMs` old, unless the loop notices the gap first.
import type { Clock } from '../../kernel/clock.ts';

/** A moment, by both clocks. */
export interface Moment {
  readonly wallMs: number;
  readonly sinceBootMs: number;
}

export const momentOf = (clock: Clock): Moment => ({ wallMs: clock.nowMs(), sinceBootMs: clock.sinceBootMs() });

/** Longest time between two turns of the loop; after a longer one it stood still for an unknown time. */
const GAP_MS_MAX = 250;
/** Interval at which `Lease.noteTurn` is called. */
export const TURN_MS = 50;

export class Lease {
  private sentAt: Moment | undefined;
  /** The loop's last turn, by the monotonic clock. */
  private turnedMs: number;
  /** End of the last gap; a request sent before it renews nothing. */
  private gapEndedMs = -Infinity;
  private isGivenUp = false;
  private readonly clock: Clock;
  private readonly leaseMs: number;

  constructor(clock: Clock, leaseMs: number) {
    this.clock = clock;
    this.leaseMs = leaseMs;
    this.turnedMs = clock.sinceBootMs();
  }

  /** Renews the lease by a request that the log accepted; `sentAt`: moment of its first sending. */
  renew(sentAt: Moment): void {
    this.noteTurn();
    if (sentAt.sinceBootMs < this.gapEndedMs) return;
    if (this.sentAt === undefined || sentAt.sinceBootMs > this.sentAt.sinceBootMs) this.sentAt = sentAt;
  }

  /** Ends the lease for good, because the lead is handed to another node; later renewals have no effect. */
  giveUp(): void {
    this.isGivenUp = true;
  }

  /** Notes a turn of the event loop. */
  noteTurn(): void {
    const nowMs = this.clock.sinceBootMs();
    if (nowMs - this.turnedMs > GAP_MS_MAX) {
      this.gapEndedMs = nowMs;
      this.sentAt = undefined;
    }
    this.turnedMs = nowMs;
  }

  isValid(): boolean {
    this.noteTurn();
    if (this.isGivenUp || this.sentAt === undefined) return false;
    const now = momentOf(this.clock);
    return now.sinceBootMs - this.sentAt.sinceBootMs < this.leaseMs && now.wallMs - this.sentAt.wallMs < this.leaseMs;
  }
}

/** How long the log must answer before the silence counts as the leader's; the log may have been away itself. */
const ANSWERING_MS = 1_000;

/** Measures how long a candidate has seen the same head, by its monotonic clock. */
export class Silence {
  private version: string | undefined;
  private firstSeenMs = 0;
  private answeringMs: number | undefined;
  private readonly clock: Clock;
  private readonly silenceMs: number;

  /** `leaseMs`: lease of the leader. */
  constructor(clock: Clock, leaseMs: number) {
    this.clock = clock;
    this.silenceMs = leaseMs * 1.25;
  }

  /** Notes a head that was seen in any way. */
  noteHead(version: string): void {
    if (version === this.version) return;
    this.version = version;
    this.firstSeenMs = this.clock.sinceBootMs();
  }

  /** Notes a head by which the log itself has answered. */
  noteAnswer(version: string): void {
    this.noteHead(version);
    this.answeringMs ??= this.clock.sinceBootMs();
  }

  /** Notes that the log was asked and gave no answer. */
  noteNoAnswer(): void {
    this.answeringMs = undefined;
  }

  /** Whether a candidate may campaign behind the head of this version, which the log has just answered with. */
  isOver(version: string): boolean {
    const nowMs = this.clock.sinceBootMs();
    return (
      version === this.version &&
      nowMs - this.firstSeenMs >= this.silenceMs &&
      this.answeringMs !== undefined &&
      nowMs - this.answeringMs >= ANSWERING_MS
    );
  }
}
