import { ok, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { decided } from './actor.ts';
import type { ActorKind } from './actor.ts';
import type { Taken, Wanted } from './availability.ts';
import { pick, putBack } from './availability.ts';
import type { Cart } from './cart.ts';
import { cartFromRow, cartToRow, emptyCart } from './cart.ts';
import { freeCoupons, redeemAgain } from './coupons.ts';
import type { DeliveryState, Effect, OrderLifecycle, OrderState, PaymentState } from './lifecycles.ts';
import { moveOf, regularTargets } from './lifecycles.ts';
import type { DetailsChange, OrderDetails } from './order-details.ts';
import { NO_DETAILS, changedDetails, detailsFromRow, detailsToRow } from './order-details.ts';
import type { Transaction } from './transaction.ts';

export interface States {
  readonly order: OrderState;
  readonly payment: PaymentState;
  readonly delivery: DeliveryState;
}

export interface Order {
  createdMs: number;
  modifiedMs: number;
  userId: number;
  username: string;
  /** ISO 4217 code, and the decimals of its minor unit, at the time of the order. */
  currency: string;
  currencyDigits: number;
  details: OrderDetails;
  /** Frozen at checkout; delivery positions are lines as well (Decision 30). */
  cart: Cart;
  states: States;
  /** What it holds of the stock; empty while canceled. */
  taken: readonly Taken[];
  backordered: readonly Wanted[];
}

export type PlacedOrder = Omit<Order, 'createdMs' | 'modifiedMs' | 'states'>;

export type OrderCommand =
  | ({ readonly type: 'place_order' } & PlacedOrder)
  | ({ readonly type: 'change_details' } & DetailsChange)
  | { readonly type: 'set_state'; readonly lifecycle: OrderLifecycle; readonly state: string }
  | { readonly type: 'set_stock'; readonly taken: readonly Taken[]; readonly backordered: readonly Wanted[] };

const EVENTS = {
  order_placed: {
    userId: 0,
    username: '',
    currency: '',
    currencyDigits: 2,
    details: [] as readonly unknown[],
    cart: [] as readonly unknown[],
    taken: [] as readonly Taken[],
    backordered: [] as readonly Wanted[],
  },
  order_details_changed: {
    paymentMethodId: null as number | null,
    deliveryMethodId: null as number | null,
    fields: {} as OrderDetails['fields'],
    attributes: {} as OrderDetails['attributes'],
  },
  order_state_changed: { lifecycle: 'order' as OrderLifecycle, from: '', to: '' },
  order_stock_set: { taken: [] as readonly Taken[], backordered: [] as readonly Wanted[] },
};

export const order: ActorKind<Order, OrderCommand, typeof EVENTS> = {
  kind: 'order',
  events: EVENTS,
  initial: () => ({
    createdMs: 0,
    modifiedMs: 0,
    userId: 0,
    username: '',
    currency: '',
    currencyDigits: 2,
    details: NO_DETAILS,
    cart: emptyCart(0),
    states: { order: 'OPEN', payment: 'PAYMENT_NOT_RECEIVED', delivery: 'PROCESSING' },
    taken: [],
    backordered: [],
  }),

  decide(state, command) {
    switch (command.type) {
      case 'place_order': {
        const { userId, username, currency, currencyDigits, taken, backordered } = command;
        return decided({
          type: 'order_placed',
          userId,
          username,
          currency,
          currencyDigits,
          details: detailsToRow(command.details),
          cart: cartToRow(command.cart),
          taken,
          backordered,
        });
      }
      case 'change_details': {
        const { paymentMethodId = null, deliveryMethodId = null, fields, attributes } = command;
        return decided({ type: 'order_details_changed', paymentMethodId, deliveryMethodId, fields, attributes });
      }
      case 'set_state': {
        const { lifecycle, state: to } = command;
        const from = state.states[lifecycle];
        return from === to ? decided() : decided({ type: 'order_state_changed', lifecycle, from, to });
      }
      case 'set_stock':
        return decided({ type: 'order_stock_set', taken: command.taken, backordered: command.backordered });
      default:
        return command satisfies never;
    }
  },

  apply(state, event, atMs) {
    state.modifiedMs = atMs;
    switch (event.type) {
      case 'order_placed':
        state.createdMs = atMs;
        state.userId = event.userId;
        state.username = event.username;
        state.currency = event.currency;
        state.currencyDigits = event.currencyDigits;
        state.details = detailsFromRow(event.details);
        state.cart = cartFromRow(event.cart);
        state.taken = event.taken;
        state.backordered = event.backordered;
        return;
      case 'order_details_changed': {
        const { paymentMethodId, deliveryMethodId, fields, attributes } = event;
        state.details = changedDetails(state.details, {
          ...(paymentMethodId !== null && { paymentMethodId }),
          ...(deliveryMethodId !== null && { deliveryMethodId }),
          fields,
          attributes,
        });
        return;
      }
      case 'order_state_changed':
        state.states = { ...state.states, [event.lifecycle]: event.to };
        return;
      case 'order_stock_set':
        state.taken = event.taken;
        state.backordered = event.backordered;
        return;
      default:
        event satisfies never;
    }
  },

  toRow: (state) => [
    state.createdMs,
    state.modifiedMs,
    state.userId,
    state.username,
    state.currency,
    state.currencyDigits,
    detailsToRow(state.details),
    cartToRow(state.cart),
    [state.states.order, state.states.payment, state.states.delivery],
    state.taken,
    state.backordered,
  ],
  fromRow: (row) => {
    const [orderState, payment, delivery] = row[8] as [OrderState, PaymentState, DeliveryState];
    return {
      createdMs: row[0] as number,
      modifiedMs: row[1] as number,
      userId: row[2] as number,
      username: row[3] as string,
      currency: row[4] as string,
      currencyDigits: row[5] as number,
      details: detailsFromRow(row[6] as unknown[]),
      cart: cartFromRow(row[7] as unknown[]),
      states: { order: orderState, payment, delivery },
      taken: row[9] as Taken[],
      backordered: row[10] as Wanted[],
    };
  },
};

export const wantedOf = (cart: Cart): Wanted[] =>
  cart.lines
    .filter(({ type }) => type === 'PRODUCT')
    .map(({ productId, quantity }) => ({ productId, quantityMilli: quantity }));

const setState = (tx: Transaction, orderId: number, lifecycle: OrderLifecycle, to: string): Result<void> => {
  const state = tx.read('order', orderId)!;
  const from = state.states[lifecycle];
  if (from === to) return ok(undefined);
  const move = moveOf(lifecycle, from, to, tx.rules.orderTransitions);
  if (move === undefined) {
    const allowed = regularTargets(lifecycle, from).join(', ');
    return refuse('ORDER_STATE_TRANSITION_INVALID', to, `From ${from} the ${lifecycle} may go to: ${allowed}.`);
  }
  for (const effect of move.effects) {
    const done = EFFECTS[effect](tx, orderId);
    if (!done.ok) return done;
  }
  return tx.ask('order', orderId, { type: 'set_state', lifecycle, state: to });
};

const returnStock = (tx: Transaction, orderId: number): Result<void> => {
  const returned = putBack(tx, orderId, tx.read('order', orderId)!.taken);
  return returned.ok ? tx.ask('order', orderId, { type: 'set_stock', taken: [], backordered: [] }) : returned;
};

const takeStock = (tx: Transaction, orderId: number): Result<void> => {
  const picked = pick(tx, orderId, wantedOf(tx.read('order', orderId)!.cart));
  return picked.ok ? tx.ask('order', orderId, { type: 'set_stock', ...picked.value }) : picked;
};

/** What the order machine's arrows bring about. */
const EFFECTS: { readonly [E in Effect]: (tx: Transaction, orderId: number) => Result<void> } = {
  return_stock: returnStock,
  take_stock: takeStock,
  free_coupons: freeCoupons,
  redeem_coupons: redeemAgain,
};

export interface OrderUpdate {
  readonly orderId: number;
  readonly details: DetailsChange;
  readonly states: Partial<States>;
}

/**
 * Changes details and states of a placed order, all or nothing (Decision 33).
 *
 * Refuses: ORDER_NOT_FOUND, ORDER_STATE_TRANSITION_INVALID, SHOPOBJECT_NOT_AVAILABLE when stock cannot be taken again,
 * COUPON_USED when a coupon cannot be redeemed again.
 */
export const updateOrder = (tx: Transaction, { orderId, details, states }: OrderUpdate): Result<void> => {
  if (tx.read('order', orderId) === undefined) return refuse('ORDER_NOT_FOUND', orderId);
  const { fields, attributes, paymentMethodId, deliveryMethodId } = details;
  const anything = paymentMethodId !== undefined || deliveryMethodId !== undefined;
  if (anything || Object.keys(fields).length + Object.keys(attributes).length > 0) {
    const changed = tx.ask('order', orderId, { type: 'change_details', ...details });
    if (!changed.ok) return changed;
  }
  for (const lifecycle of ['order', 'payment', 'delivery'] as const) {
    const to = states[lifecycle];
    if (to === undefined) continue;
    const moved = setState(tx, orderId, lifecycle, to);
    if (!moved.ok) return moved;
  }
  return ok(undefined);
};
