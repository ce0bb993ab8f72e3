/** Source of time: the system's clock in production, a simulated one in tests. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  nowMs(): number;
}
