// One random call of one of many shoppers, or of the warehouse, or of the back office.
import { placeInventory, takeInventory } from '../../src/domain/catalogue/move-inventory.ts';
import type { Coupon } from '../../src/domain/coupons/coupon.ts';
import { addCoupons } from '../../src/domain/coupons/attach-coupons.ts';
import { changeCart } from '../../src/domain/cart/change-cart.ts';
import { checkout } from '../../src/domain/orders/checkout.ts';
import { changeStates } from '../domain/orders/change-states.ts';
import { ORDER_STATES } from '../../src/domain/lifecycles/order.ts';
import type { Session } from '../../src/domain/cart/session.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import type { Engine } from '../../src/engine/engine.ts';
import type { Result } from '../../src/kernel/result.ts';
import { CAUSE, ENTITY_NUMBER, PRODUCTS, addPiece, remember, startSession } from './shop.ts';
import type { Seeded } from './seeded.ts';

export interface Step {
  readonly name: string;
  /** The reply waits for this record: it made it, or saw it. */
  readonly readSeq: number;
  /** `hand`: what can become one order only, however often it is handed in. */
  readonly order: { readonly orderId: number; readonly hand: string } | undefined;
  /**
   * The number that the draft showed before, or shows now; 0 for none. `draft`: what it is the number of, and of
   * nothing else.
   */
  readonly shown: { readonly number: number; readonly draft: string };
}

type Decide = (tx: Transaction) => Result<unknown>;

export const liveSessions = ({ tables: { session } }: Engine): number[] => {
  const live: number[] = [];
  for (let id = 1; id < session.nextId; id += 1) if (session.peek(id) !== undefined) live.push(id);
  return live;
};

const cartChange = (chance: Seeded, engine: Engine, sessionId: number, { cart }: Session): Decide => {
  const lineId = cart.lines.length === 0 ? 1 : chance.of(cart.lines).id;
  // Without coupons the draws are those that found the seeds of simulation-seeds.json.
  const coupons = engine.tables.coupon.nextId - 1;
  switch (chance.below(coupons === 0 ? 10 : 14)) {
    case 0:
      return (tx) => changeCart(tx, sessionId, { type: 'decrement_line', lineId, currencyDigits: 2 });
    case 1:
      return (tx) => changeCart(tx, sessionId, { type: 'remove_line', lineId, currencyDigits: 2 });
    case 2:
      return (tx) => changeCart(tx, sessionId, { type: 'clear_cart' });
    case 3:
      return (tx) => {
        const touched = tx.ask('session', sessionId, { type: 'touch', lifeMs: tx.rules.sessionTtlMs });
        if (!touched.ok) return touched;
        return tx.ask('session', sessionId, {
          type: 'set_details',
          subject: 0,
          reservedOrderId: tx.nextId('order'),
          bytesMax: 1_048_576,
          fields: {},
          attributes: {},
          deliveryMethodId: 1,
        });
      };
    case 10:
    case 11:
    case 12: {
      const { code } = engine.tables.coupon.peek(1 + chance.below(coupons)) as Coupon;
      return (tx) => addCoupons(tx, sessionId, [{ code, name: '' }]);
    }
    case 13:
      return (tx) => addCoupons(tx, sessionId, []);
    default: {
      const productId = chance.of(PRODUCTS);
      const grouped = chance.chance(0.5);
      return (tx) => addPiece(tx, sessionId, productId, grouped);
    }
  }
};

const movement = (chance: Seeded): Decide => {
  const how = chance.chance(0.6) ? placeInventory : takeInventory;
  const given = {
    storage: chance.of(['north', 'south']),
    elementNumber: ENTITY_NUMBER,
    quantityMilli: 1000 * (1 + chance.below(4)),
    note: '',
  };
  return (tx) => how(tx, given);
};

const orderChange = (chance: Seeded, engine: Engine): Decide => {
  const orderId = 1 + chance.below(Math.max(1, engine.tables.order.nextId - 1));
  const states = { order: chance.of(ORDER_STATES) };
  return (tx) => changeStates(tx, orderId, states);
};

const twoSessions: Decide = (tx) => {
  const first = startSession(tx);
  return first.ok ? startSession(tx) : first;
};

/** Also remembers the call, as an idempotency key makes it. */
const remembered =
  (decide: Decide, key: string, lifeMs: number): Decide =>
  (tx) => {
    const result = decide(tx);
    if (!result.ok) return result;
    const call = remember(tx, key, lifeMs);
    return call.ok ? result : call;
  };

const draw = (engine: Engine, chance: Seeded): { name: string; decide: Decide; sessionId: number } => {
  const live = liveSessions(engine);
  const what = chance.below(100);
  if (live.length === 0 || what < 12) {
    return { name: 'start', decide: chance.chance(0.2) ? twoSessions : startSession, sessionId: 0 };
  }
  const sessionId = chance.of(live);
  if (what < 60) {
    const state = engine.tables.session.peek(sessionId) as Session;
    return { name: 'cart', decide: cartChange(chance, engine, sessionId, state), sessionId };
  }
  if (what < 80) return { name: 'checkout', decide: (tx) => checkout(tx, sessionId), sessionId };
  if (what < 90) return { name: 'movement', decide: movement(chance), sessionId: 0 };
  return { name: 'order', decide: orderChange(chance, engine), sessionId: 0 };
};

/** A cart that was checked out: its session, and how many lines were ever put in. */
const handOf = (engine: Engine, sessionId: number): string => {
  const { nonce, cart, placedOrderId } = engine.tables.session.peek(sessionId) as Session;
  return cart.lines.length === 0
    ? `again ${nonce} ${placedOrderId}`
    : `cart ${nonce} ${cart.createdMs} ${cart.linesCreated}`;
};

/** A draft is a session until its next order. */
const shownOf = (engine: Engine, sessionId: number): Step['shown'] => {
  const {
    nonce,
    reservedOrderId: orderNumber = 0,
    placedOrderId,
  } = (engine.tables.session.peek(sessionId) as Session | undefined) ?? {};
  return { number: orderNumber, draft: `${nonce} after ${placedOrderId}` };
};

export const randomStep = (engine: Engine, chance: Seeded): Step => {
  const { name, decide, sessionId } = draw(engine, chance);
  const wanted = chance.chance(0.15) ? remembered(decide, chance.text(6), 5000 + chance.below(40_000)) : decide;
  const hand = name === 'checkout' ? handOf(engine, sessionId) : '';
  const shownBefore = shownOf(engine, sessionId);
  const unit = engine.begin();
  const result = wanted(unit);
  const seq = result.ok ? engine.record(unit, CAUSE) : 0;
  const readSeq = Math.max(seq, unit.readSeq);
  const placed =
    name === 'checkout' && result.ok && hand.startsWith('cart') ? (result.value as { orderId: number }) : undefined;
  const order = placed === undefined ? undefined : { orderId: placed.orderId, hand: `${hand}` };
  return {
    name,
    readSeq,
    order,
    shown:
      placed !== undefined && shownBefore.number !== 0
        ? { ...shownBefore, number: placed.orderId }
        : shownOf(engine, sessionId),
  };
};
