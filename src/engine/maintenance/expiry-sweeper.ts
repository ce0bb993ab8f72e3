// Ends expired sessions, idempotency records, stock holds, unpaid orders and invitations, a few at a time. It also
// releases the stock holds that a change of very many of them left to it, and reminds shoppers of carts.
//
// Sessions and these holds take turns to go first: either may use a whole background slice, and neither waits longer
// than one. Each end is an ordinary command with a record of its own, so a replay does not depend on the clock.
// Not promised: that an end is recorded at once; an expired session is refused before that.
import { isOpen } from '../../domain/accounts/invitation.ts';
import { endInvitation } from '../../domain/accounts/invite.ts';
import type { IdempotencyRecord } from '../../domain/channels/idempotency-record.ts';
import type { Session } from '../../domain/cart/session.ts';
import { isIdle } from '../../domain/cart/session-use.ts';
import { endMs, expireOrder } from '../../domain/orders/unpaid-order.ts';
import { ALL_HELD, AT_ONCE, cartsHolding, releaseHeld, salesFrom } from '../../domain/catalogue/release-holds.ts';
import type { Sales } from '../../domain/catalogue/release-holds.ts';
import type { CartHolder } from '../../domain/stock/hold.ts';
import type { StockItem } from '../../domain/stock/stock-item.ts';
import { maintenanceCause } from '../engine.ts';
import type { Engine } from '../engine.ts';
import type { ActorTable } from '../actors/actor-table.ts';
import { CartReminders } from './cart-reminders.ts';

const SESSION_CAUSE = maintenanceCause('expire_session');
const FORGET_RECORD_CAUSE = maintenanceCause('forget_call');
const HOLD_CAUSE = maintenanceCause('expire_hold');
const ORDER_CAUSE = maintenanceCause('expire_order');
const INVITATION_CAUSE = maintenanceCause('expire_invitation');
const HOLD_RELEASE_CAUSE = maintenanceCause('release_hold');

export class ExpirySweeper {
  private readonly engine: Engine;
  private sessionAt = 1;
  /** By slot: earliest end of its session as last seen; negative if the session was not idle. */
  private readonly ends: number[] = [0];
  /** Idempotency records from before this start, in the order of their ends. */
  private readonly earlierCalls: readonly number[];
  private earlierAt = 0;
  /** The oldest idempotency record made since. */
  private callAt: number;
  private held: Iterator<number, undefined> = [].values();
  /** Stock items of which carts may hold too much. */
  private unchecked: number[] = [];
  /** The item being checked, and the carts that held it and are still to be checked. */
  private checkedId = 0;
  private carts: readonly CartHolder[] = [];
  /** How products are sold from the item being checked, while `seq` is the newest record: any other may change it. */
  private sold: { readonly sales: Sales; seq: number } = { sales: new Map(), seq: -1 };
  private holdsFirst = false;
  /** Place of the unpaid order to look at next. */
  private orderAt = 0;
  private readonly reminders: CartReminders;

  constructor(engine: Engine) {
    this.engine = engine;
    this.reminders = new CartReminders(engine);
    const { session, idempotency_record: call } = engine.tables;
    // The sweep reaches sessions not seen yet.
    session.onEvict = (id, state) => {
      if (id < this.ends.length) this.rememberEnd(id, state as Session);
    };
    this.earlierCalls = inOrderOfEnd(call, engine.readContext().index('idempotency_record').ids());
    this.callAt = call.nextId;
  }

  /** Checks the next `looksMax` session slots, in a circle, while `goOn`, and the oldest idempotency records. */
  sweep(looksMax: number, goOn: () => boolean = () => true): void {
    if (this.engine.hasFailed || !this.engine.mayWrite) return;
    const { holdsFirst } = this;
    this.holdsFirst = !holdsFirst;
    if (holdsFirst) this.checkHolds(looksMax, goOn);
    this.sweepSessions(looksMax, goOn);
    this.sweepCalls(looksMax);
    this.sweepHolds(looksMax);
    if (!holdsFirst) this.checkHolds(looksMax, goOn);
    this.sweepOrders(looksMax, goOn);
    this.sweepInvitations();
    this.reminders.sweep(looksMax, goOn);
  }

  /**
   * Ends invitations, and with them the keys of persons: by confirmed time, because a clock that was wrong for a while
   * brings none back. What is over is refused before that. There are at most some hundred.
   */
  private sweepInvitations(): void {
    const { engine } = this;
    const { ends } = engine.readContext().index('invitation');
    if (ends.size === 0) return;
    const { confirmedMs, isConfirmed } = engine.time;
    const nowMs = engine.nowMs();
    // Sent ahead of the present time, before a step back.
    const isAhead = (expiresMs: number): boolean => nowMs < expiresMs && !isOpen({ expiresMs }, nowMs);
    for (const [id, expiresMs] of ends)
      if (expiresMs <= confirmedMs || (isConfirmed && isAhead(expiresMs)))
        engine.transact(INVITATION_CAUSE, (tx) => endInvitation(tx, id, 'expired'));
  }

  /** Releases, in records of their own, holds that a change had no room for (release-holds.ts). */
  private checkHolds(looksMax: number, goOn: () => boolean): void {
    this.takeUnchecked();
    const isLeft = (): boolean => this.carts.length > 0 || this.unchecked.length > 0;
    for (let look = 0; look < looksMax && isLeft() && goOn(); look += 1) this.checkSome();
  }

  /** Takes new items to check. An item under way is checked again, because its first carts may need less by now. */
  private takeUnchecked(): void {
    const { heldToCheck } = this.engine;
    if (heldToCheck.size === 0) return;
    const { held } = this.engine.readContext().index('stock');
    this.unchecked = heldToCheck.has(ALL_HELD) ? [...held] : [...new Set([...this.unchecked, ...heldToCheck])];
    heldToCheck.clear();
  }

  /** Checks some carts of one item. Carts that begin to hold it meanwhile hold what they need. */
  private checkSome(): void {
    const { engine } = this;
    const unit = engine.begin();
    const shop = engine.readContext();
    shop.bulkRead = unit.bulkRead = true;
    if (this.carts.length === 0) {
      this.checkedId = this.unchecked.pop()!;
      this.carts = cartsHolding(shop, this.checkedId);
      this.sold.seq = -1;
    }
    const stockId = this.checkedId;
    if (this.sold.seq !== engine.headSeq) this.sold = { sales: salesFrom(shop, stockId), seq: engine.headSeq };
    releaseHeld(unit, shop, { stockId, sales: this.sold.sales }, this.carts.slice(0, AT_ONCE.cartsMax));
    this.carts = this.carts.slice(AT_ONCE.cartsMax);
    engine.record(unit, HOLD_RELEASE_CAUSE);
    // What carts hold changes no sale.
    this.sold.seq = engine.headSeq;
  }

  /** Checks held items in a circle; an item held since goes behind the others. */
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

  /**
   * Ends orders whose time is over, in a circle: money on its way lets some of them wait, and one whose end is refused
   * is tried again in the next round.
   */
  private sweepOrders(looksMax: number, goOn: () => boolean): void {
    const { engine } = this;
    const nowMs = engine.nowMs();
    const shop = engine.readContext();
    const { unpaid } = shop.index('order');
    for (let look = 0; look < looksMax && goOn(); look += 1) {
      const at = this.orderAt;
      const id = unpaid.ids.at(at);
      if (id === undefined || unpaid.position(id) > nowMs) {
        this.orderAt = 0;
        return;
      }
      this.orderAt += 1;
      // Without a look at the order, which may be on the disk.
      if (endMs(shop, id, unpaid.position(id)) > nowMs) continue;
      engine.transact(ORDER_CAUSE, (tx) => expireOrder(tx, id));
      if (unpaid.ids.at(at) !== id) this.orderAt = at;
    }
  }

  private sweepSessions(looksMax: number, goOn: () => boolean): void {
    const { session: table } = this.engine.tables;
    const nowMs = this.engine.nowMs();
    // The number stays the same during a sweep, because an ended session takes up its slot until its end is on the
    // disk.
    const { idleOnesToEnd } = this;
    const looks = Math.min(looksMax, table.nextId - 1);
    const idleOnes: { readonly id: number; readonly createdMs: number }[] = [];
    for (let look = 0; look < looks; look += 1) {
      if (this.sessionAt >= table.nextId) this.sessionAt = 1;
      const id = this.sessionAt;
      const mayBeDue = this.mayBeDue(id, nowMs, idleOnesToEnd > 0);
      // Only a session that is read takes time.
      if (mayBeDue && !goOn()) break;
      this.sessionAt += 1;
      if (!mayBeDue) continue;
      const state = table.peek(id) as Session | undefined;
      this.engine.openCarts.read(id, state);
      const idle = this.rememberEnd(id, state);
      if (state === undefined) continue;
      if (nowMs >= state.expiresMs) this.ask(id, 'expire');
      else if (idle) idleOnes.push({ id, createdMs: state.createdMs });
    }
    // The older half of each window ends: close enough to the oldest of all, and fast enough for a flood.
    const endsMax = Math.min(idleOnesToEnd, Math.ceil(idleOnes.length / 2));
    idleOnes.sort((a, b) => a.createdMs - b.createdMs);
    for (const { id } of idleOnes.slice(0, endsMax)) this.ask(id, 'end_if_idle');
  }

  /**
   * Number of idle sessions to end: those above the mark. One if no slot is free otherwise, because ends can be
   * truncated only once another record follows, which no other caller may make.
   */
  private get idleOnesToEnd(): number {
    const { tooMany, noneFree } = this.engine.sessionSlots;
    return Math.max(tooMany, noneFree ? 1 : 0);
  }

  /**
   * Whether the session may have expired, or may end because slots are short. It avoids reading sessions on the disk,
   * which takes a thousand times as long as in memory. The remembered end is a lower bound: use only extends a session,
   * the next one in its slot ends later, and an evicted session stays idle.
   */
  private mayBeDue(id: number, nowMs: number, endsIdleOnes: boolean): boolean {
    const endMs = this.ends[id] ?? 0;
    if (nowMs >= Math.abs(endMs)) return true;
    return endsIdleOnes && (endMs > 0 || this.engine.tables.session.resident.has(id));
  }

  /** Remembers the end of the session. Returns whether it is idle. */
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

  /** Ends an idempotency record. Returns false if it has not expired yet. */
  private forget(id: number): boolean {
    const state = this.engine.tables.idempotency_record.peek(id) as IdempotencyRecord | undefined;
    if (state === undefined) return true;
    if (this.engine.nowMs() < state.expiresMs) return false;
    this.engine.transact(FORGET_RECORD_CAUSE, (tx) => tx.ask('idempotency_record', id, { type: 'forget' }));
    return true;
  }
}

/** Ids in the order of their ends: the time that a call is remembered may have changed between two starts. */
const inOrderOfEnd = (table: ActorTable, ids: readonly number[]): readonly number[] => {
  const ends = ids.map((id) => ({ id, endMs: (table.peek(id) as IdempotencyRecord).expiresMs }));
  return ends.sort((a, b) => a.endMs - b.endMs).map(({ id }) => id);
};
