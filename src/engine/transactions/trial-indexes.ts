// Indexes of a transaction that has parts: a part finds in them what the parts before it have changed.
//
// Guaranteed: `takeBack` leaves every index as it was. How: after each part the index of a kind is changed as the
// record would change it, without a number, and changed back before the record is made or given up. Nobody else looks
// meanwhile: a decision is one piece of work of the thread.
// Not here: search indexes, which a part does not ask.
import { must } from '../../kernel/result.ts';
import type { State } from '../actors/actor-table.ts';
import type { PendingActor } from './pending-actor.ts';

/** Number of a change that no record has made: what depends on an index is not outdated by it. */
const NO_RECORD = 0;

export class TrialIndexes {
  /** State by which an actor stands in its index; undefined: it has ended. */
  private readonly held = new Map<PendingActor, State | undefined>();

  has(pending: PendingActor): boolean {
    return this.held.has(pending);
  }

  /** Whether a part has ended the actor. */
  hasEnded(pending: PendingActor): boolean {
    return this.held.has(pending) && this.held.get(pending) === undefined;
  }

  /** Brings an index to the state of an actor after a part. */
  hold(pending: PendingActor, state: State): void {
    const { actor, created, events } = pending;
    const { kind } = actor.table;
    const before = this.held.has(pending) ? this.held.get(pending) : created ? undefined : actor.state;
    // A pending state changes with the next part; its members are replaced, and nothing within them.
    const after = events.at(-1)?.event.type === kind.ends ? undefined : { ...state };
    this.change(pending, before, after);
    this.held.set(pending, after);
  }

  takeBack(): void {
    for (const [pending, state] of [...this.held].toReversed())
      this.change(pending, state, pending.created ? undefined : pending.actor.state);
    this.held.clear();
  }

  private change({ actor: { id, table } }: PendingActor, before: State | undefined, after: State | undefined): void {
    const { index } = table.kind;
    if (index === undefined) return;
    must(index.isOneWay !== true, 'an index that keeps what it has seen is not changed on trial');
    if (before !== undefined) index.remove(table.index, id, before, NO_RECORD);
    if (after !== undefined) index.add(table.index, id, after, NO_RECORD);
  }
}
