// Decides the time with which a store is opened. A clock before the last record, or long after it, is probably wrong,
// and its effects are permanent: the start is refused until the clock is corrected or an operator confirms it. Ordinary
// downtime is no jump.
import type { Clock } from '../../kernel/clock.ts';
import { JournalTime } from '../time/journal-time.ts';
import type { SavedTime, TimeLimits } from '../time/journal-time.ts';

const DAY_MS = 86_400_000;

/** The clock is not trusted. The message says what can be done. */
export class ClockRefused extends Error {
  override name = 'ClockRefused';
}

/** A length of time as operators read it: `3 d 4 h`, `4 h 5 min`, `5 min`. */
export const spanText = (ms: number): string => {
  const minutes = Math.floor(Math.abs(ms) / 60_000);
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)];
  return days > 0 ? `${days} d ${hours} h` : hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
};

const whyRefused = (clockMs: number, lastMs: number, { clockJumpMs, clockAheadDaysMax }: TimeLimits): string => {
  const [clock, last] = [clockMs, lastMs].map((ms) => new Date(ms).toISOString());
  const aheadMs = clockMs - lastMs;
  if (aheadMs < -clockJumpMs)
    return (
      `the system's clock says ${clock}, ${spanText(aheadMs)} before the last record, which was made at ${last}: ` +
      'set the clock; or, if it is right and the records ran ahead, run `kontor time repair`, ' +
      'or start with --accept-time'
    );
  if (aheadMs > clockAheadDaysMax * DAY_MS)
    return (
      `the system's clock says ${clock}, ${spanText(aheadMs)} after the last record, which was made at ${last}: ` +
      'set the clock; or, if it is right, start with --accept-time'
    );
  return '';
};

export interface StartTime {
  readonly time: JournalTime;
  /** Why a start without confirmation is refused; '' if it is not. */
  readonly why: string;
}

/**
 * `lastMs`: time of the last record, 0 without one. `saved`: with the offset of the same boot, or without any.
 */
export const startTime = (clock: Clock, limits: TimeLimits, lastMs: number, saved: Partial<SavedTime>): StartTime => {
  const why = lastMs === 0 ? '' : whyRefused(clock.nowMs(), lastMs, limits);
  const { offsetMs, ...rest } = saved;
  // A time since boot that was set back, as in a new container, proves nothing.
  const continues = offsetMs !== undefined && offsetMs + clock.sinceBootMs() >= lastMs - limits.clockJumpMs;
  return { time: new JournalTime(clock, limits, continues ? saved : rest), why };
};
