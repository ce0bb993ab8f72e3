// Open carts: which sessions hold lines now, with the sum of their goods and their age, without reading a session.
//
// A few numbers per session, set where a record changes its lines: a change costs some stores into arrays. Sessions
// that a start leaves on the disk are taken in when their rows are read, by the sweeper's first look at them or by
// `advance`; `isComplete` says when that is done. Totals and the first carts of an order are found by one pass over the
// numbers, in steps: each cart as it is when it is looked at.
// Not promised: that a session whose time is over is left out before the sweeper has ended it.
import type { Session } from '../domain/cart/session.ts';
import type { ActorTable } from './actor-table.ts';
import type { KindEvent } from './journal/record.ts';
import { SortStep, sortInSteps } from './search/sort-in-steps.ts';
import type { Steps } from '../kernel/steps.ts';

/** Sessions whose numbers stand together; they are there only where one of them has held a line. */
const BLOCK_SLOTS = 4096;

interface Block {
  /** Sessions in it that hold lines. */
  open: number;
  readonly isOpen: Uint8Array;
  readonly sumsMinor: Float64Array;
  readonly createdMs: Float64Array;
  readonly usedMs: Float64Array;
}

const newBlock = (): Block => ({
  open: 0,
  isOpen: new Uint8Array(BLOCK_SLOTS),
  sumsMinor: new Float64Array(BLOCK_SLOTS),
  createdMs: new Float64Array(BLOCK_SLOTS),
  usedMs: new Float64Array(BLOCK_SLOTS),
});

/** Events after which a session may hold other lines, or was used. */
const CHANGES: ReadonlySet<string> = new Set([
  'session_extended',
  'line_added',
  'line_changed',
  'lines_removed',
  'lines_taxed',
  'cart_cleared',
  'session_checked_out',
  'session_ended',
]);

/** `sum`: the largest first; `created`, `used`: those that were made, or used last, the longest ago first. */
export type CartOrder = 'sum' | 'created' | 'used';

export interface CartTotals {
  readonly count: number;
  readonly sumMinor: number;
}

interface Candidate {
  readonly id: number;
  /** What comes first has less. */
  readonly key: number;
}

const byKey = (a: Candidate, b: Candidate): number => a.key - b.key || a.id - b.id;

export class OpenCarts {
  private readonly table: ActorTable;
  private readonly sessionTtlMs: number;
  private readonly blocks: (Block | undefined)[] = [];
  /** By slot, of those that were there at the start: 1 once its session is taken in. */
  private readonly isRead: Uint8Array;
  private unread: number;
  private nextUnread = 1;

  /** `table`: of sessions, as recovery left it. `sessionTtlMs`: for how long each use extends one. */
  constructor(table: ActorTable, sessionTtlMs: number) {
    this.table = table;
    this.sessionTtlMs = sessionTtlMs;
    this.isRead = new Uint8Array(table.nextId);
    this.unread = table.nextId - 1;
    for (const actor of table.resident.values())
      this.read(actor.id, actor.ended ? undefined : (actor.state as Session));
  }

  /** Whether every session is taken in. */
  get isComplete(): boolean {
    return this.unread === 0;
  }

  /** A record was applied. */
  committed(events: readonly KindEvent[]): void {
    for (const { kind, id, event } of events) {
      if (kind !== 'session' || !CHANGES.has(event.type)) continue;
      const actor = this.table.resident.get(id);
      const state = actor === undefined || actor.ended ? undefined : (actor.state as Session);
      if (id < this.isRead.length && this.isRead[id] === 0) this.read(id, state);
      else this.set(id, state);
    }
  }

  /** Takes in a session of before the start; undefined: its slot has none. Without effect for any other. */
  read(id: number, state: Session | undefined): void {
    if (id >= this.isRead.length || this.isRead[id] === 1) return;
    this.isRead[id] = 1;
    this.unread -= 1;
    this.set(id, state);
  }

  /** Reads the rows of sessions that nobody has read yet, while `goOn`. Throws RowDamage. */
  advance(goOn: () => boolean): void {
    for (; !this.isComplete && goOn(); this.nextUnread += 1) {
      const id = this.nextUnread;
      if (this.isRead[id] === 0) this.read(id, this.table.peek(id) as Session | undefined);
    }
  }

  private set(id: number, state: Session | undefined): void {
    const at = Math.floor(id / BLOCK_SLOTS);
    const slot = id % BLOCK_SLOTS;
    const isOpen = state !== undefined && state.cart.lines.length > 0;
    let block = this.blocks[at];
    if (block === undefined) {
      if (!isOpen) return;
      while (this.blocks.length < at) this.blocks.push(undefined);
      this.blocks[at] = block = newBlock();
    }
    block.open += Number(isOpen) - block.isOpen[slot]!;
    block.isOpen[slot] = Number(isOpen);
    if (!isOpen) return;
    const { cart, expiresMs } = state;
    block.sumsMinor[slot] = cart.sumMinor;
    block.createdMs[slot] = cart.createdMs;
    block.usedMs[slot] = expiresMs - this.sessionTtlMs;
  }

  /** Of the carts whose sessions were used at `sinceMs` or later, by each of these moments. */
  *totals(sinceMs: readonly number[]): Steps<readonly CartTotals[]> {
    const counts = sinceMs.map(() => 0);
    const sumsMinor = sinceMs.map(() => 0);
    for (const block of this.blocks) {
      if (block === undefined || block.open === 0) continue;
      yield '';
      for (let slot = 0; slot < BLOCK_SLOTS; slot += 1) {
        if (block.isOpen[slot] === 0) continue;
        const usedMs = block.usedMs[slot]!;
        for (let at = 0; at < sinceMs.length; at += 1) {
          if (usedMs < sinceMs[at]!) continue;
          counts[at]! += 1;
          sumsMinor[at]! += block.sumsMinor[slot]!;
        }
      }
    }
    return counts.map((count, at) => ({ count, sumMinor: sumsMinor[at]! }));
  }

  /** Sessions in this order, `count` of them after the first `skipped`. */
  *first(order: CartOrder, count: number, skipped = 0): Steps<readonly number[]> {
    const wanted = count + skipped;
    const sign = order === 'sum' ? -1 : 1;
    const step = new SortStep();
    let found: Candidate[] = [];
    let worst = Infinity;
    for (const [at, block] of this.blocks.entries()) {
      if (block === undefined || block.open === 0) continue;
      yield '';
      const { isOpen } = block;
      const keys = order === 'sum' ? block.sumsMinor : order === 'created' ? block.createdMs : block.usedMs;
      for (let slot = 0; slot < BLOCK_SLOTS; slot += 1) {
        const key = sign * keys[slot]!;
        if (isOpen[slot] === 0 || key > worst) continue;
        found.push({ id: at * BLOCK_SLOTS + slot, key });
        if (found.length < 2 * wanted) continue;
        found = (yield* sortInSteps<Candidate, Candidate[]>(found, byKey, step)).slice(0, wanted);
        worst = found.at(-1)?.key ?? -Infinity;
      }
    }
    const sorted = yield* sortInSteps<Candidate, Candidate[]>(found, byKey, step);
    return sorted.slice(skipped, wanted).map(({ id }) => id);
  }
}
