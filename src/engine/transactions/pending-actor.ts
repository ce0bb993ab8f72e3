// An actor that a transaction has asked to change, with the events that it has decided.
import type { Actor, State } from '../actors/actor-table.ts';
import type { KindEvent } from '../journal/record.ts';

export interface PendingActor {
  readonly actor: Actor;
  readonly created: boolean;
  /** Created under an id that the caller chose, such as a reserved one. */
  readonly hasGivenId: boolean;
  readonly events: KindEvent[];
  /** State with the events applied; made by the first read. */
  pendingState: State | undefined;
}
