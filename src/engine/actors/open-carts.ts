// Open carts: which sessions hold lines now, with the sum of their goods and their age, without reading a session.
//
// A few numbers per session, set where a record changes its lines: a change costs some stores into arrays. Sessions
// that a start leaves on the disk are added when their rows are read, by the sweeper or by `advance`; `isComplete` says
// when that is done. One pass over the numbers, in steps, finds totals and the first carts of an order, each cart as of
// its step.
//
// Sums are of carts in the shop's own currency; one in another counts as a cart, and adds nothing.
// A draft, an order that the shop prepares for a customer, is no shopper's cart: it is kept in a list of its own.
// Not promised: that an expired session is left out before the sweeper has ended it.
import { lastUsedMs } from '../../domain/cart/session-use.ts';
import type { Session } from '../../domain/cart/session.ts';
import type { ActorTable } from './actor-table.ts';
import type { KindEvent } from '../journal/record.ts';
import { SortStep, sortInSteps } from '../search/sort-in-steps.ts';
import type { Steps } from '../../kernel/steps.ts';

/** Sessions whose numbers share a block, which exists once one of them has held a line. */
const BLOCK_SLOTS = 4096;

interface Block {
  /** Sessions in it that hold lines. */
  open: number;
  readonly isOpen: Uint8Array;
  readonly sumsMinor: Float64Array;
  readonly createdMs: Float64Array;
  readonly usedMs: Float64Array;
  /** The last use after which `takeLeft` has given it. */
  readonly takenMs: Float64Array;
}

const newBlock = (): Block => ({
  open: 0,
  isOpen: new Uint8Array(BLOCK_SLOTS),
  sumsMinor: new Float64Array(BLOCK_SLOTS),
  createdMs: new Float64Array(BLOCK_SLOTS),
  usedMs: new Float64Array(BLOCK_SLOTS),
  takenMs: new Float64Array(BLOCK_SLOTS),
});

/** Events after which a session may hold other lines, or was used. */
const CHANGES: ReadonlySet<string> = new Set([
  'session_prepared',
  'session_extended',
  'line_added',
  'line_changed',
  'lines_removed',
  'lines_taxed',
  'lines_priced',
  'context_chosen',
  'cart_cleared',
  'session_checked_out',
  'session_ended',
]);

/** Lines of a cart are numbered from 1, and those of the next cart of a session anew. */
const isFirstLine = (event: KindEvent['event']): boolean =>
  event.type === 'line_added' && (event as { readonly lineId?: unknown }).lineId === 1;

/** `sum`: largest first; `created`, `used`: oldest creation, or oldest last use, first. */
export type CartOrder = 'sum' | 'created' | 'used';

export interface CartTotals {
  readonly count: number;
  readonly sumMinor: number;
}

interface Candidate {
  readonly id: number;
  /** Sort key, ascending. */
  readonly key: number;
}

const byKey = (a: Candidate, b: Candidate): number => a.key - b.key || a.id - b.id;

export class OpenCarts {
  private readonly table: ActorTable;
  private readonly sessionTtlMs: number;
  private readonly blocks: (Block | undefined)[] = [];
  /** By slot that existed at the start: 1 once its session was added. */
  private readonly isRead: Uint8Array;
  private unread: number;
  private nextUnread = 1;
  private readonly prepared = new Map<number, number>();
  private begun = 0;
  /** The slot that `takeLeft` looks at next. */
  private takenAt = 0;

  /** `table`: sessions as recovery left them. `sessionTtlMs`: by how much a use extends one of an older version. */
  constructor(table: ActorTable, sessionTtlMs: number) {
    this.table = table;
    this.sessionTtlMs = sessionTtlMs;
    this.isRead = new Uint8Array(table.nextId);
    this.unread = table.nextId - 1;
    for (const actor of table.resident.values('at the start'))
      this.read(actor.id, actor.ended ? undefined : (actor.state as Session));
  }

  /** Whether every session was added. */
  get isComplete(): boolean {
    return this.unread === 0;
  }

  /** Follows a record that was applied. `isOwn`: this process has decided it. */
  noteRecord(events: readonly KindEvent[], isOwn: boolean): void {
    for (const { kind, id, event } of events) {
      if (kind !== 'session' || !CHANGES.has(event.type)) continue;
      const actor = this.table.resident.get(id);
      const state = actor === undefined || actor.ended ? undefined : (actor.state as Session);
      if (isOwn && isFirstLine(event) && state?.isPrepared !== true) this.begun += 1;
      if (id < this.isRead.length && this.isRead[id] === 0) this.read(id, state);
      else this.set(id, state);
    }
  }

  /** Carts that have got their first line since the last time. */
  takeBegun(): number {
    const { begun } = this;
    this.begun = 0;
    return begun;
  }

  /** Adds a session from before the start; undefined: its slot has none. Has no effect for any other. */
  read(id: number, state: Session | undefined): void {
    if (id >= this.isRead.length || this.isRead[id] === 1) return;
    this.isRead[id] = 1;
    this.unread -= 1;
    this.set(id, state);
  }

  /** Reads rows of sessions not read yet, while `goOn`. Throws RowDamage. */
  advance(goOn: () => boolean): void {
    for (; !this.isComplete && goOn(); this.nextUnread += 1) {
      const id = this.nextUnread;
      if (this.isRead[id] === 0) this.read(id, this.table.peek(id) as Session | undefined);
    }
  }

  private set(id: number, state: Session | undefined): void {
    if (state?.isPrepared === true && state.edits === null) this.prepared.set(id, state.createdMs);
    else this.prepared.delete(id);
    const at = Math.floor(id / BLOCK_SLOTS);
    const slot = id % BLOCK_SLOTS;
    const isOpen = state !== undefined && !state.isPrepared && state.cart.lines.length > 0;
    let block = this.blocks[at];
    if (block === undefined) {
      if (!isOpen) return;
      while (this.blocks.length < at) this.blocks.push(undefined);
      this.blocks[at] = block = newBlock();
    }
    block.open += Number(isOpen) - block.isOpen[slot]!;
    block.isOpen[slot] = Number(isOpen);
    if (!isOpen) return;
    const { cart, chosen } = state;
    block.sumsMinor[slot] = chosen.currency === '' ? cart.sumMinor : 0;
    block.createdMs[slot] = cart.createdMs;
    block.usedMs[slot] = lastUsedMs(state, this.sessionTtlMs);
  }

  /**
   * The next session, in a circle, whose cart was used last after the one and until the other of these moments: each
   * once per last use. Undefined at the end of each block, so that a look costs a block at most.
   */
  takeLeft({ afterMs, untilMs }: { readonly afterMs: number; readonly untilMs: number }): number | undefined {
    if (this.takenAt >= this.blocks.length * BLOCK_SLOTS) this.takenAt = 0;
    const at = Math.floor(this.takenAt / BLOCK_SLOTS);
    const block = this.blocks[at];
    const endAt = (at + 1) * BLOCK_SLOTS;
    if (block === undefined || block.open === 0) this.takenAt = endAt;
    while (this.takenAt < endAt) {
      const id = this.takenAt;
      const slot = id % BLOCK_SLOTS;
      const usedMs = block!.usedMs[slot]!;
      this.takenAt += 1;
      if (block!.isOpen[slot] === 0 || usedMs <= afterMs || usedMs > untilMs || usedMs === block!.takenMs[slot])
        continue;
      block!.takenMs[slot] = usedMs;
      return id;
    }
    return undefined;
  }

  /** Lets `takeLeft` give a session that it gave once more, in its next round. */
  giveBack(id: number): void {
    const block = this.blocks[Math.floor(id / BLOCK_SLOTS)];
    if (block !== undefined) block.takenMs[id % BLOCK_SLOTS] = 0;
  }

  /** Sessions in which orders are prepared for customers, the newest first. */
  drafts(): readonly number[] {
    return [...this.prepared].sort(([a, aMs], [b, bMs]) => bMs - aMs || b - a).map(([id]) => id);
  }

  /** Totals of the carts whose sessions were used at or after each of these moments. */
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
