// Forgets erased persons in memory: states whose keys are destroyed are read again as the next start would read them,
// and indexes, search and cached replies follow.
//
// Actors on the disk matter too, because indexes and search have their values. The record of the destruction names
// them; a scan finds resident ones. Not promised: that V8 has freed the memory, which its next full collection does.
import type { KindName } from '../../domain/kind-types.ts';
import { KIND_NAMES } from '../../domain/kinds.ts';
import { isInRanges } from '../../domain/privacy/keyring.ts';
import type { ErasedActor, KeyRange } from '../../domain/privacy/keyring.ts';
import type { ActorTable, State } from '../actors/actor-table.ts';
import { keyNumberOf } from '../../domain/privacy/key-number.ts';
import type { Tables } from '../actors/tables.ts';
import { yieldToEventLoop } from '../../kernel/yield-to-event-loop.ts';

interface Memory {
  readonly tables: Tables;
  readonly headSeq: number;
}

/** Actors checked before other work has its turn. */
const SLICE_ACTORS = 1000;

/** Reads an actor again. `before`: its state while its keys existed; `seq`: the last record. */
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

/** States of actors, read before keys are destroyed. */
export class RememberedStates {
  private readonly states: { readonly kind: KindName; readonly id: number; readonly state: State }[] = [];
  private readonly memory: Memory;

  constructor(memory: Memory, actors: Iterable<ErasedActor>) {
    this.memory = memory;
    for (const [kind, id] of actors) {
      const state = memory.tables[kind].peek(id);
      if (state !== undefined) this.states.push({ kind, id, state });
    }
  }

  /** Reads the actors again. Called once the keys are destroyed. */
  forget(): void {
    const { tables, headSeq } = this.memory;
    for (const { kind, id, state } of this.states) reread(tables[kind], id, state, headSeq);
  }
}

/** Reads every resident actor again whose keys were destroyed, also one that became resident meanwhile. */
export const forgetResident = async (memory: Memory, destroyed: readonly KeyRange[]): Promise<void> => {
  let looked = 0;
  for (const kind of KIND_NAMES) {
    const table = memory.tables[kind];
    if (table.kind.state.personalValues.length === 0) continue;
    for (const { id, state, ended } of table.resident.values('slices of SLICE_ACTORS')) {
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
