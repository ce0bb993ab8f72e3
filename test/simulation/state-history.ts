// What every record of an engine changed, noted beside it: the state at any record, whatever the engine remembers.
import { KIND_NAMES } from '../../src/domain/kinds.ts';
import type { KindName } from '../../src/domain/kind-types.ts';
import type { ActorTable } from '../../src/engine/actors/actor-table.ts';
import type { Engine } from '../../src/engine/engine.ts';
import type { Cause, KindEvent } from '../../src/engine/journal/record.ts';
import type { Tables } from '../../src/engine/actors/tables.ts';

/** Actors, by kind and id, as the fields of their rows. */
export type State = ReadonlyMap<string, string>;

/** The rows themselves differ with each encryption. */
const textOf = (table: ActorTable, state: object): string => JSON.stringify(table.kind.state.encode(state));

export const stateOf = (tables: Tables): State => {
  const state = new Map<string, string>();
  for (const kind of KIND_NAMES)
    for (let id = 1; id < tables[kind].nextId; id += 1) {
      const actor = tables[kind].peek(id);
      if (actor !== undefined) state.set(`${kind} ${id}`, textOf(tables[kind], actor));
    }
  return state;
};

/** In a sentence; '' for none. */
export const firstDifference = (one: State, other: State): string => {
  for (const key of new Set([...one.keys(), ...other.keys()]))
    if (one.get(key) !== other.get(key)) return `${key}: ${one.get(key)} is not ${other.get(key)}`;
  return '';
};

export const without = (state: State, keys: ReadonlySet<string>): State =>
  keys.size === 0 ? state : new Map([...state].filter(([key]) => !keys.has(key)));

export class StateHistory {
  private readonly changes: (readonly (readonly [key: string, text: string | undefined])[])[] = [];
  private readonly stamps: number[] = [];

  /** Notes the engine's records while `isCurrent` is true: a process without power may still turn round once. */
  watch(
    engine: Engine,
    isCurrent: () => boolean,
    noted: (seq: number, events: readonly KindEvent[], cause: Cause) => void,
  ): void {
    const record = engine.record.bind(engine);
    engine.record = (unit, cause) => {
      const seq = record(unit, cause);
      if (seq === 0 || !isCurrent()) return seq;
      this.changes[seq] = unit.pending.map(({ actor: { table, id } }) => {
        const state = table.peek(id);
        return [`${table.name} ${id}`, state && textOf(table, state)] as const;
      });
      this.stamps[seq] = unit.atMs;
      noted(seq, unit.events, cause);
      return seq;
    };
  }

  /** The time of a record; 0 where there is none. */
  atMs(seq: number): number {
    return this.stamps[seq] ?? 0;
  }

  /** Whether the record is about an actor of this kind. */
  isAbout(seq: number, kind: KindName): boolean {
    return this.changes[seq]?.some(([key]) => key.startsWith(`${kind} `)) === true;
  }

  stateAt(seq: number): State {
    const state = new Map<string, string>();
    for (let at = 1; at <= seq; at += 1)
      for (const [key, text] of this.changes[at] ?? [])
        if (text === undefined) state.delete(key);
        else state.set(key, text);
    return state;
  }

  /** What is erased reads otherwise from now on; the last record stands for all of it. */
  readFrom(seq: number, state: State): void {
    const gone = [...this.stateAt(seq).keys()].filter((key) => !state.has(key));
    this.changes[seq] = [...(this.changes[seq] ?? []), ...gone.map((key) => [key, undefined] as const), ...state];
  }

  /** Later records are gone, and their numbers are given again. */
  endAt(seq: number): void {
    this.changes.length = Math.min(this.changes.length, seq + 1);
    this.stamps.length = Math.min(this.stamps.length, seq + 1);
  }
}
