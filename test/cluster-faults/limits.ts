// What a failover and a hand-over may cost callers, judged at the end of a run.
//
// A failover is one lease that ends and one second in which the log says that nobody leads: the limits count leases, so
// that a second election does not fit in. A machine that is busy gives each step of them a processor later than it asks
// for it; the run sees by its own timers how much later, and a limit has so much room for each step.
// A call is refused by a reply that says so, or by a connection that nobody takes. A kept connection that is closed
// between two calls, just when the second one is sent, refuses nothing: that race is HTTP's, and a caller repeats it.
// Not promised: a verdict about the median of fewer kills than `KILLS_MIN`, or about what did not happen in a run.
import type { Pause } from './pauses.ts';
import { median } from './pauses.ts';

/** One fault as callers had it. */
export interface Suffered extends Pause {
  /** What the fault says it was about. */
  readonly about: string;
  /** Calls that were refused, from the fault on until every node was well again. */
  readonly refused: number;
  /** Longest time that a timer of the run was late meanwhile. */
  readonly lateMs: number;
}

const NOBODY_LEADS_MS = 1_000;
/** With a lease of two seconds: 3.2 and 5 seconds. */
const [KILL_LEASES, KILL_LEASES_MAX] = [1.1, 2] as const;
const HAND_OVER_MS_MAX = 300;
/** Writes to the log, one after the other, before the next leader acknowledges a change. */
const STEPS = 4;
/** The moment of a kill within a lease is chance: a median of fewer says little. */
const KILLS_MIN = 5;

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
const roomOf = ({ lateMs }: Suffered): number => STEPS * lateMs;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** What a run judged, a line each, and which of it was missed. */
export interface Verdict {
  readonly judged: readonly string[];
  readonly missed: readonly string[];
}

interface Limit {
  readonly what: string;
  readonly found: number;
  readonly most: number;
  readonly shown: (value: number) => string;
}

/** How many of the calls that failed were refused; `reasons`: how often each reason was given. */
export const refusedOf = (reasons: ReadonlyMap<string, number>): number =>
  sum([...reasons].map(([reason, count]) => (/: (?:\d{3} |ECONNREFUSED)/.test(reason) ? count : 0)));

/** The pause that has least room left, and its limit; the room of a busy machine is its own. */
const tightest = (what: string, suffered: readonly Suffered[], mostMs: number): Limit => {
  const left = (one: Suffered): number => mostMs + roomOf(one) - one.ms;
  const worst = suffered.reduce((least, one) => (left(one) < left(least) ? one : least));
  return { what, found: worst.ms, most: mostMs + roomOf(worst), shown: seconds };
};

const limitsOf = (suffered: readonly Suffered[], leaseMs: number): Limit[] => {
  const kills = suffered.filter(({ fault }) => fault === 'kontor leader killed');
  // One that was refused has changed nothing, and its pause is none of a hand-over.
  const handOvers = suffered.filter(({ fault, about }) => fault === 'hand-over' && about.startsWith('to '));
  const limits: Limit[] = [];
  if (kills.length >= KILLS_MIN)
    limits.push({
      what: `median pause of ${kills.length} kills of the leader`,
      found: median(kills.map(({ ms }) => ms)),
      most: NOBODY_LEADS_MS + KILL_LEASES * leaseMs + median(kills.map(roomOf)),
      shown: seconds,
    });
  if (kills.length > 0)
    limits.push(
      tightest(
        `longest pause of ${kills.length} kills of the leader`,
        kills,
        NOBODY_LEADS_MS + KILL_LEASES_MAX * leaseMs,
      ),
    );
  if (handOvers.length === 0) return limits;
  return [
    ...limits,
    tightest(`longest pause of ${handOvers.length} hand-overs`, handOvers, HAND_OVER_MS_MAX),
    {
      what: `calls refused beside ${handOvers.length} hand-overs`,
      found: sum(handOvers.map(({ refused }) => refused)),
      most: 0,
      shown: String,
    },
  ];
};

/** Judges all faults of a run whose nodes have leases of `leaseMs`. */
export const verdictOf = (suffered: readonly Suffered[], leaseMs: number): Verdict => {
  const limits = limitsOf(suffered, leaseMs);
  const line = ({ what, found, most, shown }: Limit): string => `${what}: ${shown(found)}, at most ${shown(most)}`;
  return {
    judged:
      limits.length === 0 ? ['no leader was killed and no lead handed over: no pause is judged'] : limits.map(line),
    missed: limits.filter(({ found, most }) => found > most).map(line),
  };
};
