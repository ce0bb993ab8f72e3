import type { Cause, KindEvent } from './journal/record.ts';

/** Follows the engine's records; registered by `Engine.observe`, never removed. Its methods must not throw. */
export interface Observer {
  /** A record was applied. It may still be lost; its events must not be changed. */
  committed(seq: number, events: readonly KindEvent[], cause: Cause): void;
  /** Records up to `seq` can no longer be lost. */
  durable(seq: number): void;
}
