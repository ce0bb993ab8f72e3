// Forgets in memory what erased persons were: states whose keys are destroyed are read again as the next start would
// read them, and what was made of them, in indexes, search and cached replies, goes with them.
//
// Not promised: that V8 has freed the memory, which it does with its next full collection.
import type { KindName } from '../../domain/kinds.ts';
import { KIND_NAMES } from '../../domain/kinds.ts';
import type { ActorTable, State } from '../actor-table.ts';
import type { Engine } from '../engine.ts';
import { keyNumberOf } from '../privacy/encryption.ts';

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
  private readonly engine: Engine;

  constructor(engine: Engine) {
    this.engine = engine;
  }

  add(kind: KindName, id: number): void {
    const state = this.engine.tables[kind].peek(id);
    if (state !== undefined) this.states.push([kind, id, state]);
  }

  /** To be called once the keys are destroyed. */
  forget(): void {
    const { tables, headSeq } = this.engine;
    for (const [kind, id, state] of this.states.splice(0)) reread(tables[kind], id, state, headSeq);
  }
}

/** Reads every actor in memory again whose keys are destroyed, also one that came while they were being destroyed. */
export const forgetDestroyed = async (engine: Engine, pause: () => Promise<void>): Promise<void> => {
  const { cipher } = engine.journal;
  if (cipher === undefined) return;
  for (const kind of KIND_NAMES) {
    const table = engine.tables[kind];
    if (table.kind.state.personalValues.length === 0) continue;
    for (const { id, state, ended } of table.resident.values()) {
      const { subject } = state as { readonly subject: number };
      const isDestroyed =
        subject !== 0 &&
        (cipher.isDestroyed(keyNumberOf(subject, 'contact')) || cipher.isDestroyed(keyNumberOf(subject, 'invoice')));
      if (isDestroyed && !ended) reread(table, id, state, engine.headSeq);
      await pause();
    }
  }
  for (const forget of engine.erasedObservers) forget();
};
