// Applies the events of a record to their actors, in the order in which they were decided: recovery has no other, and
// what one kind finds in another at that moment, such as the attributes that are searched, depends on it.
import { must } from '../../kernel/result.ts';
import type { Actor } from '../actors/actor-table.ts';
import type { KindEvent } from '../journal/record.ts';
import type { PendingActor } from '../transactions/pending-actor.ts';

/** Number of actors up to which a scan is faster than a map; most records change a handful. */
const SCAN_MAX = 32;

const scan = (pending: readonly PendingActor[], { kind, id }: KindEvent): Actor | undefined => {
  for (const { actor } of pending) if (actor.id === id && actor.table.name === kind) return actor;
  return undefined;
};

const isOf = (actor: Actor | undefined, { kind, id }: KindEvent): boolean =>
  actor?.id === id && actor.table.name === kind;

const byEvent = (pending: readonly PendingActor[]): ReadonlyMap<KindEvent, Actor> => {
  const actors = new Map<KindEvent, Actor>();
  for (const { actor, events } of pending) for (const one of events) actors.set(one, actor);
  return actors;
};

/** `pending`: the actors of the events, with their own. */
export const applyEvents = (
  events: readonly KindEvent[],
  pending: readonly PendingActor[],
  seq: number,
  atMs: number,
): void => {
  let actors: ReadonlyMap<KindEvent, Actor> | undefined;
  let actor: Actor | undefined;
  let following = 0;
  for (const one of events) {
    // Events of one actor mostly follow each other, and those of thousands come in the order of their actors.
    if (!isOf(actor, one)) {
      actor = pending[following]?.actor;
      if (isOf(actor, one)) following += 1;
      else actor = pending.length > SCAN_MAX ? (actors ??= byEvent(pending)).get(one) : scan(pending, one);
    }
    must(actor !== undefined, 'an event is of an actor that its record changes');
    actor.table.apply(actor, one.event, seq, atMs);
  }
};
