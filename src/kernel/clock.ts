/** The calendar's time: the system's clock at the edge, a simulated one in tests. It may be set back. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  nowMs(): number;
  /** Milliseconds since the machine was started, suspension included. Nobody can set it; differences alone count. */
  sinceBootMs(): number;
}

/** Time for durations. It is never set back and has nothing to do with the calendar. */
export interface Stopwatch {
  /** Milliseconds since some fixed moment. */
  nowMs(): number;
  /** Milliseconds for which the thread has been busy, in all. */
  activeMs(): number;
}
