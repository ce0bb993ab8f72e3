// Long lists that are being written, all of a shop together: one chunk of one list in each turn of the event loop,
// caller by caller. What a chunk takes of the thread counts for its caller and its call.
//
//   view → ReplyChunks → chunk → durability gate → transport → next chunk, once the client has read this one
//
// What is in a list is fixed when the list is made. A record that is deleted or renamed before it is written is frozen
// first, so the reply shows it as it was. Memory holds ids, frozen records and one chunk per list.
import type { KindName } from '../../domain/kind-types.ts';
import type { Engine } from '../../engine/engine.ts';
import type { PendingActor } from '../../engine/transactions/pending-actor.ts';
import type { Refusal } from '../../kernel/result.ts';
import { ListPlaces, nameOf } from './list-places.ts';
import type { ListHolder, PlaceOptions, PlacedList } from './list-places.ts';
import { SERVER_STOPS } from './given-up.ts';
import { refuseOutOfMemory } from '../../kernel/limits.ts';

export interface LongListOptions extends PlaceOptions {
  /** Milliseconds that a client may read nothing before its reply is aborted. */
  readonly stallTimeoutMs: number;
  /** Calls `run` in a later turn of the event loop, after what waits there. */
  readonly soon: (run: () => void) => void;
  /** Calls `run` after `ms` milliseconds, unless the function that it returns is called before. */
  readonly after: (ms: number, run: () => void) => () => void;
}

/**
 * Why a list was ended before its last record. `gave_way`: another list needed its place, and its reader read nothing.
 * `stalled`: its reader read nothing for as long as it may. `left`: its reader has gone. `fault`, `too_large`: it could
 * not be written. `too_expensive`: the parts of its aggregate have used all that they may of the thread. `disk`: the
 * disk failed. `server_stops`: its last chunk is the one that was being read.
 */
export type ListEnd =
  | 'gave_way'
  | 'stalled'
  | 'left'
  | 'fault'
  | 'too_large'
  | 'too_expensive'
  | 'disk'
  | 'server_stops';

/** What became of long lists since the start. */
export interface ListCounts {
  readonly open: number;
  /** Refused: no place, or no memory. */
  readonly refused: number;
  readonly ended: ReadonlyMap<ListEnd, number>;
}

/** A list that is being written. */
export interface OpenList extends PlacedList {
  /** Writes the next chunk. */
  step(): void;
  /** Counts milliseconds of the thread that the list has used. */
  use(ms: number): void;
  /** Whether its call has used all its time, and it is written all the same; it then has half of the thread at most. */
  readonly isSpent: boolean;
  /** Ends the list, as the server stops. */
  stop(): void;
  /** Called before an actor is deleted or renamed: a record of it that is still to be written shows it as it is. */
  freeze(kind: KindName, id: number, isDeleted: boolean): void;
}

/** Milliseconds of spent lists of one caller after which they rest for as long. */
const REST_MS = 5;

/** Spent lists of one caller. */
interface Spent {
  /** What they have used of the thread since they last rested. */
  ms: number;
  /** Those that rest; undefined: they take turns. */
  resting: OpenList[] | undefined;
}

const ADVICE = 'try again, or ask for fewer records.';

export class ListScheduler {
  readonly engine: Engine;
  readonly options: LongListOptions;
  private readonly places: ListPlaces<OpenList>;
  /** Lists that wait for a turn, by caller, in the order of their next turn; a caller without one has no entry. */
  private readonly ready = new Map<string, OpenList[]>();
  private readonly spent = new Map<string, Spent>();
  private readonly charge: (caller: string, ms: number) => void;
  private isScheduled = false;
  /** The server stops: no list begins any more. */
  private isEnding = false;
  private refused = 0;
  private readonly ended = new Map<ListEnd, number>();

  /** `charge`: counts milliseconds of the thread that a caller has used. */
  constructor(engine: Engine, options: LongListOptions, charge: (caller: string, ms: number) => void) {
    this.charge = charge;
    this.engine = engine;
    this.options = options;
    this.places = new ListPlaces(options);
  }

  get counts(): ListCounts {
    return { open: this.places.open.size, refused: this.refused, ended: this.ended };
  }

  /** Undefined if one more list of the caller may be written. Refuses: OVERLOADED. */
  refusal(holder: ListHolder): Refusal | undefined {
    if (this.isEnding) return SERVER_STOPS;
    const { memory } = this.engine;
    const isOut = memory.level === 'out';
    const refusal = isOut ? refuseOutOfMemory(memory, 'right_limit', ADVICE) : this.places.refusal(holder);
    if (refusal !== undefined) this.refused += 1;
    return refusal;
  }

  add(list: OpenList): void {
    this.places.add(list);
    this.engine.beforeApply ??= (pending) => this.beforeChange(pending);
  }

  /** `why`: undefined if it was written to its end. */
  remove(list: OpenList, why: ListEnd | undefined): void {
    this.places.remove(list);
    if (why !== undefined) this.ended.set(why, (this.ended.get(why) ?? 0) + 1);
    if (this.places.open.size > 0) return;
    this.engine.beforeApply = undefined;
    for (const [caller, { resting }] of this.spent) if (resting === undefined) this.spent.delete(caller);
  }

  /** Notes that the reader of a list reads nothing now. */
  stall(list: OpenList): void {
    this.places.stall(list);
  }

  /** Notes that the reader of a list reads again. */
  resume(list: OpenList): void {
    this.places.resume(list);
  }

  /** Asks for a turn. No caller, and no list of a caller, gets a second turn while another waits for its first. */
  enqueue(list: OpenList): void {
    const caller = nameOf(list.holder);
    const resting = list.isSpent ? this.spent.get(caller)?.resting : undefined;
    if (resting !== undefined) return void resting.push(list);
    const waiting = this.ready.get(caller);
    if (waiting === undefined) this.ready.set(caller, [list]);
    else waiting.push(list);
    this.schedule();
  }

  /** Ends all lists, and those that would begin. */
  endAll(): void {
    this.isEnding = true;
    for (const list of this.places.open) list.stop();
  }

  private schedule(): void {
    if (this.isScheduled || this.ready.size === 0) return;
    this.isScheduled = true;
    this.options.soon(() => {
      this.isScheduled = false;
      this.turn();
      this.schedule();
    });
  }

  private turn(): void {
    const next = this.ready.entries().next().value;
    if (next === undefined) return;
    const [caller, waiting] = next;
    const list = waiting.shift()!;
    this.ready.delete(caller);
    if (waiting.length > 0) this.ready.set(caller, waiting);
    const { nowMs } = this.options;
    const startedMs = nowMs();
    list.step();
    const ms = nowMs() - startedMs;
    list.use(ms);
    this.charge(list.holder.caller, ms);
    if (list.isSpent) this.rest(caller, ms);
  }

  /**
   * Lists whose calls have used their time rest as long as they work, those of one caller together: the status of a
   * streamed list has been sent, so that none can be refused.
   */
  private rest(caller: string, ms: number): void {
    const spent = this.spent.get(caller) ?? { ms: 0, resting: undefined };
    this.spent.set(caller, spent);
    spent.ms += ms;
    if (spent.ms < REST_MS || spent.resting !== undefined) return;
    const waiting = this.ready.get(caller) ?? [];
    const others = waiting.filter((list) => !list.isSpent);
    if (others.length > 0) this.ready.set(caller, others);
    else this.ready.delete(caller);
    spent.resting = waiting.filter((list) => list.isSpent);
    this.options.after(spent.ms, () => {
      const { resting = [] } = spent;
      this.spent.delete(caller);
      for (const list of resting) this.enqueue(list);
    });
  }

  /** Called by the engine before it applies a record; never throws. */
  private beforeChange(pending: readonly PendingActor[]): void {
    for (const { actor, events } of pending) {
      const { ends, renames } = actor.table.kind;
      const isDeleted = events.some(({ event }) => event.type === ends);
      if (!isDeleted && !events.some(({ event }) => event.type === renames)) continue;
      for (const list of this.places.open) list.freeze(actor.table.name, actor.id, isDeleted);
    }
  }
}
