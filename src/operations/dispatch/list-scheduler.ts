// Long lists that are being written, all of a shop together: one chunk of one list in each turn of the event loop.
//
//   view → ReplyChunks → chunk → durability gate → transport → next chunk, once the client has read this one
//
// What is in a list is fixed when the list is made. A record that is deleted or renamed before it is written is frozen
// first, so the reply shows it as it was. Memory holds ids, frozen records and one chunk per list.
import type { KindName } from '../../domain/kinds.ts';
import type { Engine } from '../../engine/engine.ts';
import type { PendingActor } from '../../engine/unit-of-work.ts';

export interface LongListOptions {
  /** Lists that are written at a time. */
  readonly openMax: number;
  /** Milliseconds that a client may read nothing before its reply is aborted. */
  readonly stallTimeoutMs: number;
  /** Calls `run` in a later turn of the event loop, after what waits there. */
  readonly soon: (run: () => void) => void;
  /** Calls `run` after `ms` milliseconds, unless the function that it returns is called before. */
  readonly after: (ms: number, run: () => void) => () => void;
}

/** A list that is being written. */
export interface OpenList {
  /** Writes the next chunk. */
  step(): void;
  /** Before an actor is deleted, or renamed: a record of it that is still to be written shows it as it is now. */
  freeze(kind: KindName, id: number, isDeleted: boolean): void;
}

export class ListScheduler {
  readonly engine: Engine;
  readonly options: LongListOptions;
  private readonly open = new Set<OpenList>();
  private readonly ready: OpenList[] = [];
  private isScheduled = false;

  constructor(engine: Engine, options: LongListOptions) {
    this.engine = engine;
    this.options = options;
  }

  get openCount(): number {
    return this.open.size;
  }

  get full(): boolean {
    return this.open.size >= this.options.openMax;
  }

  add(list: OpenList): void {
    this.open.add(list);
    this.engine.beforeApply ??= (pending) => this.beforeChange(pending);
  }

  remove(list: OpenList): void {
    this.open.delete(list);
    if (this.open.size === 0) this.engine.beforeApply = undefined;
  }

  /** Asks for a turn. No list gets a second one while another list waits for its first. */
  enqueue(list: OpenList): void {
    this.ready.push(list);
    this.schedule();
  }

  private schedule(): void {
    if (this.isScheduled || this.ready.length === 0) return;
    this.isScheduled = true;
    this.options.soon(() => {
      this.isScheduled = false;
      this.ready.shift()?.step();
      this.schedule();
    });
  }

  /** Called by the engine before it applies a record; never throws. */
  private beforeChange(pending: readonly PendingActor[]): void {
    for (const { actor, events } of pending) {
      const { ends, renames } = actor.table.kind;
      const isDeleted = events.some(({ event }) => event.type === ends);
      if (!isDeleted && !events.some(({ event }) => event.type === renames)) continue;
      for (const list of this.open) list.freeze(actor.table.name, actor.id, isDeleted);
    }
  }
}
