// Expiry: ends sessions, idempotency records and stock holds whose time is over, a few at a time; and stock holds that
// a change which touches very many of them has left to it.
//
// Sessions and those holds go first in turns: either may take a whole slice of the background, and neither waits longer
// than for one.
// Each end is an ordinary command with a record of its own, so that a replay does not depend on the clock.
// Not promised: that an end is recorded at once. A session whose time is over is refused before that.
import type { IdempotencyRecord } from '../../domain/channels/idempotency-record.ts';
import type { Session } from '../../domain/cart/session.ts';
import { isIdle } from '../../domain/cart/session.ts';
import { ALL_HELD, AT_ONCE, cartsHolding, releaseHeld } from '../../domain/catalogue/release-holds.ts';
import type { CartHolder } from '../../domain/stock/hold.ts';
import type { StockItem } from '../../domain/stock/stock-item.ts';
import { maintenanceCause } from '../engine.ts';
import type { Engine } from '../engine.ts';
import type { ActorTable } from '../actor-table.ts';

const SESSION_CAUSE = maintenanceCause('expire_session');
const FORGET_RECORD_CAUSE = maintenanceCause('forget_call');
const HOLD_CAUSE = maintenanceCause('expire_hold');
const HOLD_RELEASE_CAUSE = maintenanceCause('release_hold');

export class ExpirySweeper {
  private readonly engine: Engine;
  private sessionAt = 1;
  /** By slot, what was seen of it last: when its session ends at the earliest, negative where it was not idle. */
  private readonly ends: number[] = [0];
  /** Calls remembered before this start, the one that ends first comes first. */
  private readonly earlierCalls: readonly number[];
  private earlierAt = 0;
  /** The oldest one remembered since. */
  private callAt: number;
  private held: Iterator<number, undefined> = [].values();
  /** Held stock items that carts may hold too much of. */
  private unchecked: number[] = [];
  /** The one that is looked at, and of the carts that held it then those that are left. */
  private checkedId = 0;
  private carts: readonly CartHolder[] = [];
  private holdsFirst = false;

  constructor(engine: Engine) {
    this.engine = engine;
    const { session, idempotency_record: call } = engine.tables;
    // What nobody has looked at yet will be.
    session.onEvict = (id, state) => {
      if (id < this.ends.length) this.rememberEnd(id, state as Session);
    };
    this.earlierCalls = inOrderOfEnd(call, engine.readContext().index('idempotency_record').ids());
    this.callAt = call.nextId;
  }

  /** Looks at the next `looksMax` session slots, round and round, while `goOn`, and at the oldest remembered calls. */
  sweep(looksMax: number, goOn: () => boolean = () => true): void {
    if (this.engine.hasFailed || !this.engine.mayWrite) return;
    const { holdsFirst } = this;
    this.holdsFirst = !holdsFirst;
    if (holdsFirst) this.checkHolds(looksMax, goOn);
    this.sweepSessions(looksMax, goOn);
    this.sweepCalls(looksMax);
    this.sweepHolds(looksMax);
    if (!holdsFirst) this.checkHolds(looksMax, goOn);
  }

  /** In records of their own what a change had no room for (release-holds.ts). */
  private checkHolds(looksMax: number, goOn: () => boolean): void {
    this.takeUnchecked();
    const isLeft = (): boolean => this.carts.length > 0 || this.unchecked.length > 0;
    for (let look = 0; look < looksMax && isLeft() && goOn(); look += 1) this.checkSome();
  }

  /** An item that is looked at already comes once more: it may need less than at its first carts. */
  private takeUnchecked(): void {
    const { heldToCheck } = this.engine;
    if (heldToCheck.size === 0) return;
    const { held } = this.engine.readContext().index('stock');
    this.unchecked = heldToCheck.has(ALL_HELD) ? [...held] : [...new Set([...this.unchecked, ...heldToCheck])];
    heldToCheck.clear();
  }

  /** Some carts of one item. Carts that come to hold it meanwhile hold what they need. */
  private checkSome(): void {
    const { engine } = this;
    const unit = engine.begin();
    const shop = engine.readContext();
    shop.bulkRead = unit.bulkRead = true;
    if (this.carts.length === 0) {
      this.checkedId = this.unchecked.pop()!;
      this.carts = cartsHolding(shop, this.checkedId);
    }
    releaseHeld(unit, shop, this.checkedId, this.carts.slice(0, AT_ONCE.cartsMax));
    this.carts = this.carts.slice(AT_ONCE.cartsMax);
    engine.commit(unit, HOLD_RELEASE_CAUSE);
  }

  /**
   * What nobody holds is not looked at. Round and round as well: an item that comes meanwhile is behind those there
   * are.
   */
  private sweepHolds(looksMax: number): void {
    const nowMs = this.engine.nowMs();
    const { stock } = this.engine.tables;
    const { held } = this.engine.readContext().index('stock');
    for (let look = 0; look < Math.min(looksMax, held.size); look += 1) {
      let next = this.held.next();
      if (next.done) next = (this.held = held.values()).next();
      const id = next.value!;
      const { holds } = stock.peek(id) as StockItem;
      if (holds !== undefined && holds.nextMs <= nowMs)
        this.engine.transact(HOLD_CAUSE, (tx) => tx.ask('stock', id, { type: 'expire_holds' }));
    }
  }

  private sweepSessions(looksMax: number, goOn: () => boolean): void {
    const { session: table } = this.engine.tables;
    const nowMs = this.engine.nowMs();
    // No look changes it: what is ended here takes up its slot until that is on the disk.
    const { idleOnesToEnd } = this;
    const looks = Math.min(looksMax, table.nextId - 1);
    const idleOnes: { readonly id: number; readonly createdMs: number }[] = [];
    for (let look = 0; look < looks && goOn(); look += 1) {
      if (this.sessionAt >= table.nextId) this.sessionAt = 1;
      const id = this.sessionAt;
      this.sessionAt += 1;
      if (!this.mayBeDue(id, nowMs, idleOnesToEnd > 0)) continue;
      const state = table.peek(id) as Session | undefined;
      this.engine.openCarts.read(id, state);
      const idle = this.rememberEnd(id, state);
      if (state === undefined) continue;
      if (nowMs >= state.expiresMs) this.ask(id, 'expire');
      else if (idle) idleOnes.push({ id, createdMs: state.createdMs });
    }
    // Of the older half of every window: near enough to the oldest of all, and fast enough for a flood.
    const endsMax = Math.min(idleOnesToEnd, Math.ceil(idleOnes.length / 2));
    idleOnes.sort((a, b) => a.createdMs - b.createdMs);
    for (const { id } of idleOnes.slice(0, endsMax)) this.ask(id, 'end_if_idle');
  }

  /**
   * As many as there are too many. Where no slot is free although there are not, one: nobody else may make a record,
   * and ends can be truncated only once another one follows.
   */
  private get idleOnesToEnd(): number {
    const { tooMany, noneFree } = this.engine.sessionSlots;
    return Math.max(tooMany, noneFree ? 1 : 0);
  }

  /**
   * Whether the session can have expired, or be ended because slots are short. Most sessions are on the disk only, and
   * reading one there takes a thousand times as long as in memory. The remembered end is a lower bound: use only
   * extends a session, the next one in its slot ends later, and an evicted session stays as idle as it was.
   */
  private mayBeDue(id: number, nowMs: number, endsIdleOnes: boolean): boolean {
    const endMs = this.ends[id] ?? 0;
    if (nowMs >= Math.abs(endMs)) return true;
    return endsIdleOnes && (endMs > 0 || this.engine.tables.session.resident.has(id));
  }

  /** Remembers when the session ends. Returns whether it is idle. */
  private rememberEnd(id: number, state: Session | undefined): boolean {
    const idle = state !== undefined && isIdle(state);
    this.ends[id] =
      Math.min(state?.expiresMs ?? 0, this.engine.nowMs() + this.engine.rules.sessionTtlMs) * (idle ? 1 : -1);
    return idle;
  }

  private ask(id: number, type: 'expire' | 'end_if_idle'): void {
    this.engine.transact(SESSION_CAUSE, (tx) => tx.ask('session', id, { type }));
  }

  /** Records made since the start expire in the order of their ids. */
  private sweepCalls(looksMax: number): void {
    for (let look = 0; look < looksMax; look += 1) {
      const earlier = this.earlierCalls[this.earlierAt];
      if (earlier !== undefined && this.forget(earlier)) this.earlierAt += 1;
      else if (this.callAt < this.engine.tables.idempotency_record.nextId && this.forget(this.callAt)) this.callAt += 1;
      else return;
    }
  }

  /** Forgets the idempotency record. False: it has not expired yet. */
  private forget(id: number): boolean {
    const state = this.engine.tables.idempotency_record.peek(id) as IdempotencyRecord | undefined;
    if (state === undefined) return true;
    if (this.engine.nowMs() < state.expiresMs) return false;
    this.engine.transact(FORGET_RECORD_CAUSE, (tx) => tx.ask('idempotency_record', id, { type: 'forget' }));
    return true;
  }
}

/**
 * How long a call is remembered may have been set anew between two starts, so that ids do not tell which one ends next.
 */
const inOrderOfEnd = (table: ActorTable, ids: readonly number[]): readonly number[] => {
  const ends = ids.map((id) => ({ id, endMs: (table.peek(id) as IdempotencyRecord).expiresMs }));
  return ends.sort((a, b) => a.endMs - b.endMs).map(({ id }) => id);
};
