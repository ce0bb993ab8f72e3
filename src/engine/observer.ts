import type { Cause, KindEvent } from './journal/record.ts';

/** Follows the engine's records; registered by `Engine.observe`, never removed. Its methods must not throw. */
export interface Observer {
  /** Called when a record was applied. It may still be lost; its events must not be changed. */
  recorded(seq: number, events: readonly KindEvent[], cause: Cause): void;
  /** Called when records up to `seq` can no longer be lost. */
  durable(seq: number): void;
}
