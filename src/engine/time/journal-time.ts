// The time of records. It follows the system's clock except for jumps: steps beyond `clockJumpMs` against the time
// since boot.
//
//   agreed   the time is the system's clock
//   jumped   the time goes on by the time since boot, until the clock has come back, or the difference has lasted
//            `clockFollowMs`, or an operator confirms the clock: then it is followed, also back
//
// Guaranteed: at every moment the time errs by no more than the system's clock did at some moment of the last
// `clockFollowMs` for which the process ran, plus `clockJumpMs`. Confirmed time, by which data is destroyed, is never
// ahead of the true time unless the clock was ahead for `clockConfirmMs` without a jump, or an operator confirmed it.
// Not promised: a correct time where the time since boot stops, as in a virtual machine that is paused; the clock's
// step is then a jump, and followed late.
import type { Clock } from '../../kernel/clock.ts';

export interface TimeLimits {
  /** Largest step of the system's clock against the time since boot that is followed at once. */
  readonly clockJumpMs: number;
  /** How long a difference must last before it is followed. */
  readonly clockFollowMs: number;
  /** Running time without a jump after which the time counts as confirmed. */
  readonly clockConfirmMs: number;
  /** Days by which the clock may be after the last record when a store is opened. */
  readonly clockAheadDaysMax: number;
}

/** Time saved for a later start of the same store. */
export interface SavedTime {
  /** Time of records minus time since boot; valid during the same boot only. */
  readonly offsetMs: number;
  /** How long both clocks have agreed, over all runs. */
  readonly agreedMs: number;
  /** The true time is certainly not before this; 0: nothing is certain. */
  readonly confirmedMs: number;
}

/** Advance of a clock between two looks up to which it has not jumped. */
const TRUSTED_MS = 1000;

export class JournalTime {
  /** Time of the last record; no record has an earlier time than the one before, until the clock is followed back. */
  lastMs = 0;
  agreedMs: number;
  private lowestTrueMs: number;
  private offsetMs: number;
  /** The offset at which the present agreement began: many small steps are no agreement. */
  private anchorMs: number;
  /** Time since boot when a difference was first seen; undefined while both agree. */
  private jumpedAtMs: number | undefined = undefined;
  private clockMs: number;
  private sinceBootMs: number;
  private readonly clock: Clock;
  private readonly limits: TimeLimits;

  /** `saved`: with an offset of the same boot only. */
  constructor(clock: Clock, limits: TimeLimits, saved?: Partial<SavedTime>) {
    this.clock = clock;
    this.limits = limits;
    this.clockMs = clock.nowMs();
    this.sinceBootMs = clock.sinceBootMs();
    this.offsetMs = saved?.offsetMs ?? this.clockOffsetMs;
    this.anchorMs = this.offsetMs;
    // Another boot may have begun with another clock.
    this.agreedMs = saved?.offsetMs === undefined ? 0 : (saved.agreedMs ?? 0);
    this.lowestTrueMs = saved?.confirmedMs ?? 0;
    this.observe();
  }

  nowMs(): number {
    return Math.max(this.ownMs(), this.lastMs);
  }

  private ownMs(): number {
    if (this.jumpedAtMs === undefined) {
      const clockMs = this.clock.nowMs();
      if (clockMs >= this.clockMs && clockMs < this.clockMs + TRUSTED_MS) return clockMs;
    }
    this.observe();
    return this.lineMs;
  }

  /** Compares both clocks. Called several times a second. */
  observe(): void {
    const { clockJumpMs, clockConfirmMs } = this.limits;
    const sinceBootMs = this.clock.sinceBootMs();
    const elapsedMs = Math.max(0, sinceBootMs - this.sinceBootMs);
    this.clockMs = this.clock.nowMs();
    this.sinceBootMs = sinceBootMs;
    const clockOffsetMs = this.clockOffsetMs;
    if (Math.abs(clockOffsetMs - this.offsetMs) > clockJumpMs) {
      this.jumpedAtMs ??= sinceBootMs;
      this.agreedMs = 0;
    } else {
      const isBack = this.jumpedAtMs !== undefined;
      this.jumpedAtMs = undefined;
      this.offsetMs = clockOffsetMs;
      const isSteady = !isBack && Math.abs(clockOffsetMs - this.anchorMs) <= clockJumpMs;
      this.agreedMs = isSteady ? this.agreedMs + elapsedMs : 0;
      if (!isSteady) this.anchorMs = clockOffsetMs;
    }
    if (this.lowestTrueMs > 0) this.lowestTrueMs += elapsedMs;
    if (this.agreedMs >= clockConfirmMs) this.lowestTrueMs = Math.max(this.lowestTrueMs, this.lineMs);
  }

  /** A time that the true time has certainly reached. Data is destroyed by this time only. */
  get confirmedMs(): number {
    this.observe();
    return Math.floor(this.lowestTrueMs);
  }

  get isConfirmed(): boolean {
    return this.agreedMs >= this.limits.clockConfirmMs;
  }

  /** The system's clock minus the time of records, while it is not followed; 0 while it is. */
  get jumpMs(): number {
    return this.jumpedAtMs === undefined ? 0 : this.clockMs - this.lineMs;
  }

  get mustFollow(): boolean {
    return this.jumpedAtMs !== undefined && this.sinceBootMs - this.jumpedAtMs >= this.limits.clockFollowMs;
  }

  /** Follows the system's clock, forwards or back. */
  follow(): void {
    this.clockMs = this.clock.nowMs();
    this.sinceBootMs = this.clock.sinceBootMs();
    this.offsetMs = this.clockOffsetMs;
    this.anchorMs = this.offsetMs;
    this.jumpedAtMs = undefined;
    this.agreedMs = 0;
    this.lowestTrueMs = Math.min(this.lowestTrueMs, this.clockMs);
    this.lastMs = Math.min(this.lastMs, this.clockMs);
  }

  /** As `follow`, with a clock that is certainly right. */
  confirm(): void {
    this.follow();
    this.agreedMs = this.limits.clockConfirmMs;
    this.lowestTrueMs = this.clockMs;
  }

  get saved(): SavedTime {
    const { offsetMs, agreedMs, confirmedMs } = this;
    return { offsetMs: Math.round(offsetMs), agreedMs: Math.round(agreedMs), confirmedMs };
  }

  private get clockOffsetMs(): number {
    return this.clockMs - this.sinceBootMs;
  }

  private get lineMs(): number {
    return Math.round(this.offsetMs + this.sinceBootMs);
  }
}
