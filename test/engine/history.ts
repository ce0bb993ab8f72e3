import { KIND_NAMES } from '../../src/domain/kinds.ts';
import type { Engine } from '../../src/engine/engine.ts';
import type { UnitOfWork } from '../../src/engine/transactions/unit-of-work.ts';

interface Change {
  readonly key: string;
  /** Undefined: it has ended. */
  readonly image: string | undefined;
}

/** What every record changed, told apart from the engine: the state at any record, whatever the engine remembers. */
export class History {
  readonly changes: (readonly Change[])[] = [];
  private readonly nextIds: Map<string, string>[] = [];

  watch(engine: Engine, recorded: (unit: UnitOfWork, seq: number) => void = () => {}): void {
    const record = engine.record.bind(engine);
    engine.record = (unit, cause) => {
      const seq = record(unit, cause);
      if (seq === 0) return 0;
      this.changes[seq] = unit.pending.map(({ actor: { table, id } }) => ({
        key: `${table.name} ${id}`,
        image: table.currentRowBytes(id)?.toString('hex'),
      }));
      this.nextIds[seq] = new Map(KIND_NAMES.map((kind) => [`next ${kind}`, String(engine.tables[kind].nextId)]));
      recorded(unit, seq);
      return seq;
    };
  }

  /** Of the shape that stateOf has. */
  stateAt(seq: number): Map<string, string> {
    const state = new Map(this.nextIds[seq]);
    for (let at = 1; at <= seq; at += 1) {
      for (const { key, image } of this.changes[at] ?? []) {
        if (image === undefined) state.delete(key);
        else state.set(key, image);
      }
    }
    return state;
  }

  /** What nobody was told of may be gone, and its number is given again. */
  endAt(seq: number): void {
    this.changes.length = Math.min(this.changes.length, seq + 1);
    this.nextIds.length = Math.min(this.nextIds.length, seq + 1);
  }
}
