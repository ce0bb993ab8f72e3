// Which of some names of files no state of the shop names: every actor is read, in time slices.
//
// Guaranteed: a name counts as named wherever it ends a word of any text, whatever stands before it; also one that a
// change names while the walk is under way, and afterwards until it is closed.
// Not promised: names that are encoded otherwise, and states of before: a snapshot file may name what no state does.
import { KIND_NAMES } from '../../domain/kinds.ts';
import type { KindName } from '../../domain/kinds.ts';
import type { State } from '../actor-table.ts';
import type { Engine } from '../engine.ts';
import type { Pause } from './erasure.ts';

/** Of a name before its ending, on the way back from the ending. */
const CHARACTER = /[a-z0-9_-]/;

export class NameWalk {
  readonly unnamed: Set<string>;
  private readonly engine: Engine;
  private readonly hiddenIn: (kind: KindName, state: State) => readonly string[];
  /** Lengths of the names that end so. */
  private readonly lengths = new Map<string, Set<number>>();
  private readonly watchers = KIND_NAMES.map((kind) => [kind, (state: State) => this.note(kind, state)] as const);

  /** `names`: small letters, digits, _ and -, then a dot and an ending. `hiddenIn`: texts that a state holds packed. */
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

  /** `pause`: called after each actor. Rejects where a row is damaged: what it names is not known. */
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

  /** A word that ends at `end`, and whose ending begins behind `dot`. `lengths`: of the names that end so. */
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
