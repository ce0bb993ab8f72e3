// What carts hold of one stock item, where `cartHoldMs` lets carts hold stock (D105). A hold ends at its moment,
// whether or not anything removes it then.
import { refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { decided } from '../actor.ts';
import type { EventOf } from '../actor.ts';

/** A hold as the row of its stock item keeps it. */
export type HoldEntry = readonly [sessionId: number, generation: number, quantityMilli: number, expiresMs: number];

/** The session whose cart holds pieces; the same slot under another generation is another session. */
export interface CartHolder {
  readonly sessionId: number;
  readonly generation: number;
}

/** For whose cart pieces are counted. */
export interface CartBuyer extends CartHolder {
  /** Stock item → pieces that come free with the cart's checkout, in 1/1,000; absent: none. */
  readonly freed?: ReadonlyMap<number, number>;
}

export interface Hold extends CartHolder {
  readonly quantityMilli: number;
  readonly expiresMs: number;
}

/** Holds of one stock item: bounds its row. */
export const HOLDS_MAX = 10_000;

/** The holds of one stock item. */
export class Holds {
  private readonly bySession = new Map<number, Hold>();
  /** The sum of all. */
  heldMilli = 0;

  static from(entries: readonly HoldEntry[]): Holds {
    const holds = new Holds();
    for (const [sessionId, generation, quantityMilli, expiresMs] of entries)
      holds.set({ sessionId, generation }, quantityMilli, expiresMs);
    return holds;
  }

  get size(): number {
    return this.bySession.size;
  }

  get entries(): HoldEntry[] {
    return this.all.map(({ sessionId, generation, quantityMilli, expiresMs }) => [
      sessionId,
      generation,
      quantityMilli,
      expiresMs,
    ]);
  }

  /** Holds in the order in which they were set. */
  get all(): Hold[] {
    return [...this.bySession.values()];
  }

  find({ sessionId, generation }: CartHolder): Hold | undefined {
    const hold = this.bySession.get(sessionId);
    return hold?.generation === generation ? hold : undefined;
  }

  /** Replaces what the session held before; 0 ends its hold. */
  set({ sessionId, generation }: CartHolder, quantityMilli: number, expiresMs: number): void {
    this.heldMilli += quantityMilli - (this.bySession.get(sessionId)?.quantityMilli ?? 0);
    this.bySession.delete(sessionId);
    if (quantityMilli > 0) this.bySession.set(sessionId, { sessionId, generation, quantityMilli, expiresMs });
  }

  /** When the next hold expires; Infinity: none does. */
  get nextMs(): number {
    let next = Infinity;
    for (const { expiresMs } of this.bySession.values()) if (expiresMs < next) next = expiresMs;
    return next;
  }
}

/** The part of a stock item that holds need. */
interface Held {
  readonly quantityMilli: number;
  /** Undefined where no cart holds anything: most items of most shops. */
  holds: Holds | undefined;
}

const heldBy = ({ holds }: Held, holder: CartHolder): number => holds?.find(holder)?.quantityMilli ?? 0;

/** The quantity that no other cart holds. */
export const freeMilli = (state: Held, holder: CartHolder | undefined): number => {
  const { quantityMilli, holds } = state;
  if (holds === undefined) return quantityMilli;
  return quantityMilli - holds.heldMilli + (holder === undefined ? 0 : heldBy(state, holder));
};

/** The lower quantity that a cart is to hold; 0 releases it. */
export type LoweredHold = readonly [sessionId: number, generation: number, quantityMilli: number];

export type HoldCommand =
  /** Replaces what the holder held before; 0 releases it. */
  | { readonly type: 'hold'; readonly holder: CartHolder; readonly quantityMilli: number; readonly lifeMs: number }
  /** Lowers holds of any number of carts; their ends stay. */
  | { readonly type: 'lower_holds'; readonly holds: readonly LoweredHold[] }
  | { readonly type: 'expire_holds' }
  /** After a step back of time: every hold ends no later than if it were made now. */
  | { readonly type: 'limit_holds'; readonly lifeMs: number };

export const HOLD_EVENTS = {
  stock_held: { sessionId: 0, generation: 0, quantityMilli: 0, expiresMs: 0 },
  stock_holds_lowered: { holds: [] as readonly LoweredHold[] },
  stock_holds_expired: {},
  stock_holds_limited: { expiresMs: 0 },
};
type HoldEvent = EventOf<typeof HOLD_EVENTS>;

/** The event that releases the hold of a cart; none without a hold. */
export const releaseEvents = (state: Held, holder: CartHolder | undefined): HoldEvent[] =>
  holder === undefined || heldBy(state, holder) === 0
    ? []
    : [{ type: 'stock_held', ...holder, quantityMilli: 0, expiresMs: 0 }];

const isLower = (state: Held, [sessionId, generation, quantityMilli]: LoweredHold): boolean =>
  quantityMilli < heldBy(state, { sessionId, generation });

/** Beyond HOLDS_MAX no further cart holds anything, and the checkout decides. Refuses: INSUFFICIENT_STOCK. */
export const decideHold = (state: Held, command: HoldCommand, atMs: number): Result<readonly HoldEvent[]> => {
  if (command.type === 'expire_holds')
    return (state.holds?.nextMs ?? Infinity) <= atMs ? decided<HoldEvent>({ type: 'stock_holds_expired' }) : decided();
  if (command.type === 'limit_holds') {
    const latestMs = atMs + command.lifeMs;
    const isBeyond = state.holds?.all.some(({ expiresMs }) => expiresMs > latestMs) === true;
    return isBeyond ? decided<HoldEvent>({ type: 'stock_holds_limited', expiresMs: latestMs }) : decided();
  }
  if (command.type === 'lower_holds') {
    const holds = command.holds.filter((hold) => isLower(state, hold));
    return holds.length > 0 ? decided<HoldEvent>({ type: 'stock_holds_lowered', holds }) : decided();
  }
  const { holder, quantityMilli, lifeMs } = command;
  if (quantityMilli === 0) return decided(...releaseEvents(state, holder));
  if (quantityMilli > freeMilli(state, holder)) return refuse('INSUFFICIENT_STOCK', 'quantity');
  if ((state.holds?.size ?? 0) >= HOLDS_MAX && heldBy(state, holder) === 0) return decided();
  return decided<HoldEvent>({ type: 'stock_held', ...holder, quantityMilli, expiresMs: atMs + lifeMs });
};

export const applyHold = (state: Held, event: HoldEvent, atMs: number): void => {
  state.holds ??= new Holds();
  const { holds } = state;
  if (event.type === 'stock_held') holds.set(event, event.quantityMilli, event.expiresMs);
  else if (event.type === 'stock_holds_lowered')
    for (const [sessionId, generation, quantityMilli] of event.holds) {
      const holder = { sessionId, generation };
      const hold = holds.find(holder);
      if (hold !== undefined) holds.set(holder, quantityMilli, hold.expiresMs);
    }
  else
    for (const hold of holds.all) {
      const { quantityMilli, expiresMs } = hold;
      if (event.type === 'stock_holds_limited') holds.set(hold, quantityMilli, Math.min(expiresMs, event.expiresMs));
      else if (expiresMs <= atMs) holds.set(hold, 0, 0);
    }
  if (holds.heldMilli === 0) state.holds = undefined;
};
