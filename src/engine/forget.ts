// Forgets in memory what erased persons were: states whose keys are destroyed are read again as the next start would
// read them, and what was made of them, in indexes, search and cached replies, goes with them.
//
// Actors that are not resident matter, too: indexes and search have their values. They are found where the record of
// the destruction names them; resident ones are found by looking at all. Not promised: that V8 has freed the memory,
// which it does with its next full collection.
import type { KindName } from '../domain/kinds.ts';
import { KIND_NAMES } from '../domain/kinds.ts';
import { isInRanges } from '../domain/privacy/keyring.ts';
import type { ErasedActor, KeyRange } from '../domain/privacy/keyring.ts';
import type { ActorTable, State } from './actor-table.ts';
import { keyNumberOf } from '../domain/privacy/key-number.ts';
import type { Tables } from './read-context.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

interface Memory {
  readonly tables: Tables;
  readonly headSeq: number;
}

/** Actors that are looked at before others have their turn. */
const SLICE_ACTORS = 1000;

/** `before`: the state of the actor while its keys were there; `seq`: the last record. */
const reread = (table: ActorTable, id: number, before: State, seq: number): void => {
  const { kind, index, searchRows } = table;
  const actor = table.resident.get(id);
  if (actor?.ended === true) return;
  const bytes = table.currentRowBytes(id);
  if (bytes === undefined) return;
  const { state } = table.decode(id, bytes);
  kind.index?.remove(index, id, before, seq);
  kind.index?.add(index, id, state, seq);
  searchRows?.change(id, before, state);
  if (actor === undefined) return;
  actor.state = state;
  actor.derivedCache = undefined;
  actor.lifetimeCache = undefined;
};

/** States of actors as they are read before keys are destroyed. */
export class RememberedStates {
  private readonly states: (readonly [KindName, number, State])[] = [];
  private readonly memory: Memory;

  constructor(memory: Memory, actors: Iterable<ErasedActor>) {
    this.memory = memory;
    for (const [kind, id] of actors) {
      const state = memory.tables[kind].peek(id);
      if (state !== undefined) this.states.push([kind, id, state]);
    }
  }

  /** To be called once the keys are destroyed. */
  forget(): void {
    const { tables, headSeq } = this.memory;
    for (const [kind, id, state] of this.states) reread(tables[kind], id, state, headSeq);
  }
}

/** Reads every actor in memory again whose keys were destroyed, also one that came while they were being destroyed. */
export const forgetResident = async (memory: Memory, destroyed: readonly KeyRange[]): Promise<void> => {
  let looked = 0;
  for (const kind of KIND_NAMES) {
    const table = memory.tables[kind];
    if (table.kind.state.personalValues.length === 0) continue;
    for (const { id, state, ended } of table.resident.values()) {
      const { subject } = state as { readonly subject: number };
      const isDestroyed =
        isInRanges(destroyed, keyNumberOf(subject, 'contact')) ||
        isInRanges(destroyed, keyNumberOf(subject, 'invoice'));
      if (subject !== 0 && isDestroyed && !ended) reread(table, id, state, memory.headSeq);
      looked += 1;
      if (looked % SLICE_ACTORS === 0) await yieldToEventLoop();
    }
  }
};
