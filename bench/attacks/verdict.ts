// What an attack did to the shop, and what it must not have done.
import type { Outcome } from './hammer.ts';
import type { Witnessed } from './rows.ts';
import type { Stopped } from './server.ts';
import type { Shopping } from './shopper.ts';

export interface Measured {
  readonly quiet: Shopping;
  readonly under: Shopping;
  /** By which a process beside it was late, at its p99. */
  readonly lateMs: number;
  /** The longest turn of the event loop, in milliseconds of its thread's CPU, and that of the quiet. */
  readonly turnMs: number;
  readonly quietTurnMs: number;
  readonly quietMb: number;
  /** The height of its memory under the attack. */
  readonly heightMb: number;
  readonly witnessed: Witnessed;
  readonly stopped: Stopped;
  /** Why the process ended before it was told to; '' if it did not. */
  readonly death: string;
  readonly outcome: Outcome;
}

const [GOOD_SHARE_MIN, STOP_MS_MAX] = [0.95, 3000];
/** CPU between two looks at the event loop, beyond the quiet's, and the factor that collections of the heap explain. */
const [TURN_CPU_MS_MAX, TURN_SLACK] = [50, 1.5];
/** A call waits for a second at most to begin; a checkout may wait longer, under more load than any of these. */
const WAIT_MS_MAX = 2000;
/** Beyond what it has before the attack. */
const GROWTH_MB_MAX = 1024;

/** What a busy machine may do as well as the attack begins with this. */
const SLOW = 'slow: ';

export const isSlowAlone = (wrong: readonly string[]): boolean =>
  wrong.length > 0 && wrong.every((what) => what.startsWith(SLOW));

const p99MsMax = ({ quiet, lateMs }: Measured): number => quiet.p99Ms * 3 + 50 + lateMs;

/** What it must not have done, one line each. */
export const wrongOf = (measured: Measured): string[] => {
  const { under, lateMs, turnMs, quietTurnMs, quietMb, heightMb, witnessed, stopped, death } = measured;
  const [share, turnMsMax] = [under.good / under.calls, TURN_CPU_MS_MAX + quietTurnMs];
  // Two of thirty that waited too long are as many as one pause of the machine refuses.
  const failed = share >= 0.9 && under.complaint.includes('this one has waited') ? SLOW : '';
  return [
    death,
    under.p99Ms > p99MsMax(measured) ? `${SLOW}p99 of ${under.p99Ms.toFixed(0)} ms` : '',
    under.maxMs > WAIT_MS_MAX + lateMs ? `${SLOW}one call took ${under.maxMs.toFixed(0)} ms` : '',
    turnMs > turnMsMax ? `${turnMs > turnMsMax * TURN_SLACK ? '' : SLOW}a turn of ${turnMs.toFixed(0)} ms` : '',
    heightMb - quietMb > GROWTH_MB_MAX ? `${(heightMb - quietMb).toFixed(0)} MB more` : '',
    share < GOOD_SHARE_MIN ? `${failed}${((1 - share) * 100).toFixed(1)} % failed (${under.complaint})` : '',
    ...witnessed.wrong,
    stopped.code !== 0 ? `stopped with ${stopped.code ?? 'a signal'} after ${stopped.tookMs} ms` : '',
    stopped.code === 0 && stopped.tookMs - stopped.waitedMs > STOP_MS_MAX
      ? `${SLOW}a stop of ${stopped.tookMs} ms`
      : '',
  ].filter((what) => what !== '');
};

export const HEADINGS = (
  'attack|what became of it|quiet p99, ms|p99 under it|longest wait|longest turn, CPU|sleeper late|shopper answered|' +
  'memory|stop|'
).split('|');

export const rowOf = (name: string, measured: Measured, wrong: readonly string[]): string[] => {
  const { quiet, under, lateMs, turnMs, quietTurnMs, quietMb, heightMb, witnessed, stopped, outcome } = measured;
  const became = `${outcome.calls} calls, ${outcome.refused} refused ${outcome.refusal}`.trimEnd();
  return [
    name,
    witnessed.told === '' ? became : `${became}; ${witnessed.told}`,
    quiet.p99Ms.toFixed(1),
    `${under.p99Ms.toFixed(1)} of ${p99MsMax(measured).toFixed(0)}`,
    under.maxMs.toFixed(0),
    `${turnMs.toFixed(0)} of ${(TURN_CPU_MS_MAX + quietTurnMs).toFixed(0)}`,
    lateMs.toFixed(1),
    `${((under.good / under.calls) * 100).toFixed(1)} % of ${under.calls}`,
    `${quietMb.toFixed(0)} → ${heightMb.toFixed(0)} MB`,
    `${stopped.tookMs} ms, ${stopped.waitedMs} for a core`,
    wrong.join('; ') || 'holds',
  ];
};
