/** Where time comes from: the system's clock at the edge, a simulated one in tests. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  nowMs(): number;
}
