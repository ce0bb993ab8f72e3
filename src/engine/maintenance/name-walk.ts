// Finds names of files that no state of the shop mentions, by reading every actor in time slices.
//
// Guaranteed: a name is found wherever it ends a word of any text, whatever precedes it, also in changes during the
// walk and until it is closed.
// Not promised: names in other encodings, and past states: a snapshot file may mention what no state does.
import { KIND_NAMES } from '../../domain/kinds.ts';
import type { KindName } from '../../domain/kind-types.ts';
import type { State } from '../actors/actor-table.ts';
import type { Engine } from '../engine.ts';
import type { Pause } from './erasure.ts';

/** Matches a character of a name before its ending. */
const CHARACTER = /[a-z0-9_-]/;

export class NameWalk {
  readonly unnamed: Set<string>;
  private readonly engine: Engine;
  private readonly hiddenIn: (kind: KindName, state: State) => readonly string[];
  /** Lengths of the names by their ending. */
  private readonly lengths = new Map<string, Set<number>>();
  private readonly watchers = KIND_NAMES.map((kind) => [kind, (state: State) => this.note(kind, state)] as const);

  /**
   * `names`: lower-case letters, digits, _ and -, then a dot and an ending. `hiddenIn`: texts that a state holds
   * packed.
   */
  constructor(engine: Engine, names: Iterable<string>, hiddenIn: NameWalk['hiddenIn'] = () => []) {
    this.engine = engine;
    this.hiddenIn = hiddenIn;
    this.unnamed = new Set(names);
    for (const name of this.unnamed) {
      const ending = name.slice(name.lastIndexOf('.') + 1);
      const lengths = this.lengths.get(ending) ?? new Set();
      this.lengths.set(ending, lengths.add(name.length));
    }
    for (const [kind, watch] of this.watchers) engine.tables[kind].watchers.add(watch);
  }

  /** Reads every actor; `pause` is called after each. Rejects if a row is damaged, because its names are unknown. */
  async run(pause: Pause): Promise<void> {
    for (const kind of KIND_NAMES) {
      const table = this.engine.tables[kind];
      for (let id = 1; id < table.nextId && this.unnamed.size > 0; id += 1) {
        const state = table.peek(id);
        if (state !== undefined) this.note(kind, state);
        await pause();
      }
    }
  }

  close(): void {
    for (const [kind, watch] of this.watchers) this.engine.tables[kind].watchers.delete(watch);
  }

  noteText(text: string): void {
    for (let dot = text.indexOf('.'); dot >= 0; dot = text.indexOf('.', dot + 1))
      for (const [ending, lengths] of this.lengths)
        if (text.startsWith(ending, dot + 1)) this.found(text, dot, dot + 1 + ending.length, lengths);
  }

  /**
   * Handles a word that ends at `end`, with an ending behind `dot`. `lengths`: lengths of the names with this ending.
   */
  private found(text: string, dot: number, end: number, lengths: ReadonlySet<number>): void {
    const longest = Math.max(...lengths);
    let from = dot;
    while (from > 0 && end - from < longest && CHARACTER.test(text[from - 1]!)) from -= 1;
    for (const length of lengths) if (end - length >= from) this.unnamed.delete(text.slice(end - length, end));
  }

  private note(kind: KindName, state: State): void {
    for (const text of this.hiddenIn(kind, state)) this.noteText(text);
    const values: unknown[] = [state];
    for (let value = values.pop(); value !== undefined; value = values.pop()) {
      if (typeof value === 'string') this.noteText(value);
      else if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value))
        for (const member of value instanceof Map ? value.values() : Object.values(value))
          if (member !== undefined) values.push(member);
    }
  }
}
