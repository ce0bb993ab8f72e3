// The life cycles, declared once as XState machines and flattened into tables that the engine runs
// (a table look-up costs nanoseconds, a machine microseconds). A test proves table = machine, and
// docs/life-cycles.md is drawn from the machines.
import { createMachine, transition } from 'xstate';
import type { AnyStateMachine } from 'xstate';

export const ORDER_STATES = ['OPEN', 'PROCESSING', 'CLOSED', 'CANCELED'] as const;
export type OrderState = (typeof ORDER_STATES)[number];
export const PAYMENT_STATES = ['PAYMENT_NOT_RECEIVED', 'PAYMENT_RECEIVED'] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];
export const DELIVERY_STATES = ['PROCESSING', 'PARTIAL', 'CLOSED'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const COUPON_STATES = ['OPEN', 'REDEEMED', 'FREED'] as const;
export type CouponState = (typeof COUPON_STATES)[number];

export const USER_STATES = ['unverified', 'active', 'locked'] as const;
export type UserState = (typeof USER_STATES)[number];
export const RESET_STATES = ['none', 'pending'] as const;
export type ResetState = (typeof RESET_STATES)[number];

export const WEBHOOK_HEALTHS = ['healthy', 'unhealthy', 'suspended'] as const;
export type WebhookHealth = (typeof WEBHOOK_HEALTHS)[number];

export type Effect =
  | 'return_stock'
  | 'take_stock'
  | 'free_coupons'
  | 'redeem_coupons'
  | 'fire_payment_change'
  | 'fire_delivery_change';

/** Of the setting orderTransitions. */
export type Mode = 'lenient' | 'strict';

/** `SET_x` is a regular arrow; `FORCE_x` is what a lenient shop lets its back office do from anywhere. */
const forced = <S extends string>(states: readonly S[]) =>
  Object.fromEntries(states.map((state) => [`FORCE_${state}`, { target: `.${state}`, guard: 'is_lenient' } as const]));

interface Shop {
  readonly mode: Mode;
}
const ofOrder = {
  types: {} as { context: Shop; input: Shop },
  context: ({ input }: { readonly input: Shop }): Shop => input,
};
const guards = { is_lenient: ({ context: { mode } }: { readonly context: Shop }): boolean => mode === 'lenient' };

export const orderMachine = createMachine(
  {
    ...ofOrder,
    id: 'order',
    initial: 'OPEN',
    on: forced(ORDER_STATES),
    states: {
      OPEN: { on: { SET_PROCESSING: 'PROCESSING', SET_CLOSED: 'CLOSED', SET_CANCELED: 'CANCELED' } },
      PROCESSING: { on: { SET_OPEN: 'OPEN', SET_CLOSED: 'CLOSED', SET_CANCELED: 'CANCELED' } },
      CLOSED: { on: { SET_PROCESSING: 'PROCESSING' } },
      CANCELED: {
        entry: ['return_stock', 'free_coupons'],
        exit: ['take_stock', 'redeem_coupons'],
        on: { SET_OPEN: 'OPEN' },
      },
    },
  },
  { guards },
);

export const paymentMachine = createMachine(
  {
    ...ofOrder,
    id: 'payment',
    initial: 'PAYMENT_NOT_RECEIVED',
    on: forced(PAYMENT_STATES),
    states: {
      PAYMENT_NOT_RECEIVED: { entry: 'fire_payment_change', on: { SET_PAYMENT_RECEIVED: 'PAYMENT_RECEIVED' } },
      PAYMENT_RECEIVED: { entry: 'fire_payment_change', on: { SET_PAYMENT_NOT_RECEIVED: 'PAYMENT_NOT_RECEIVED' } },
    },
  },
  { guards },
);

export const deliveryMachine = createMachine(
  {
    ...ofOrder,
    id: 'delivery',
    initial: 'PROCESSING',
    on: forced(DELIVERY_STATES),
    states: {
      PROCESSING: { entry: 'fire_delivery_change', on: { SET_PARTIAL: 'PARTIAL', SET_CLOSED: 'CLOSED' } },
      PARTIAL: { entry: 'fire_delivery_change', on: { SET_PROCESSING: 'PROCESSING', SET_CLOSED: 'CLOSED' } },
      CLOSED: { entry: 'fire_delivery_change', on: { SET_PARTIAL: 'PARTIAL' } },
    },
  },
  { guards },
);

/** Of a coupon that is redeemed once ever; nobody sets its state, so nothing forces it. */
export const couponMachine = createMachine({
  id: 'coupon',
  initial: 'OPEN',
  states: {
    OPEN: { on: { SET_REDEEMED: 'REDEEMED' } },
    REDEEMED: { on: { SET_FREED: 'FREED' } },
    FREED: { on: { SET_REDEEMED: 'REDEEMED' } },
  },
});

/** Of an account; what has no arrow is refused. */
export const userMachine = createMachine({
  id: 'user',
  initial: 'unverified',
  states: {
    unverified: { on: { SET_active: 'active', SET_locked: 'locked' } },
    active: { on: { SET_locked: 'locked' } },
    locked: { on: { SET_active: 'active' } },
  },
});

/** Of a forgotten password, beside the account's own state. A later request replaces an earlier one and is no move. */
export const passwordResetMachine = createMachine({
  id: 'password_reset',
  initial: 'none',
  states: {
    none: { on: { SET_pending: 'pending' } },
    pending: { on: { SET_none: 'none' } },
  },
});

/** Of a webhook: `healthy` is called; saved settings make it so again. */
export const webhookMachine = createMachine({
  id: 'webhook',
  initial: 'healthy',
  states: {
    healthy: { on: { SET_unhealthy: 'unhealthy', SET_suspended: 'suspended' } },
    unhealthy: { on: { SET_healthy: 'healthy', SET_suspended: 'suspended' } },
    suspended: { on: { SET_healthy: 'healthy' } },
  },
});

interface Move {
  readonly regular: boolean;
  readonly effects: readonly Effect[];
}

/** A machine as a table: from → to → move; where states can be forced, every pair of different states is in it. */
export type LifecycleTable = ReadonlyMap<string, ReadonlyMap<string, Move>>;

const flatten = (machine: AnyStateMachine, states: readonly string[]): LifecycleTable => {
  return new Map(
    states.map((from) => {
      const [strict, lenient] = (['strict', 'lenient'] as const).map((mode) =>
        machine.resolveState({ value: from, context: { mode } }),
      );
      const moves = states.flatMap((to): [string, Move][] => {
        const types = [`FORCE_${to}`, `SET_${to}`];
        const regular = types.some((type) => strict!.can({ type }));
        const type = types.find((one) => lenient!.can({ type: one }));
        if (to === from || type === undefined) return [];
        return [
          [to, { regular, effects: transition(machine, lenient!, { type })[1].map((action) => action.type as Effect) }],
        ];
      });
      return [from, new Map(moves)];
    }),
  );
};

export const LIFECYCLES = Object.freeze({
  order: flatten(orderMachine, ORDER_STATES),
  payment: flatten(paymentMachine, PAYMENT_STATES),
  delivery: flatten(deliveryMachine, DELIVERY_STATES),
  coupon: flatten(couponMachine, COUPON_STATES),
  user: flatten(userMachine, USER_STATES),
  password_reset: flatten(passwordResetMachine, RESET_STATES),
  webhook: flatten(webhookMachine, WEBHOOK_HEALTHS),
});
export type LifecycleName = keyof typeof LIFECYCLES;
/** Those of an order. */
export type OrderLifecycle = Extract<LifecycleName, 'order' | 'payment' | 'delivery'>;

/** The move from one state to another; undefined where the mode does not allow it. */
export const moveOf = (name: LifecycleName, from: string, to: string, mode: Mode): Move | undefined => {
  const move = LIFECYCLES[name].get(from)?.get(to);
  return move !== undefined && (mode === 'lenient' || move.regular) ? move : undefined;
};

/** Where the regular arrows lead. */
export const regularTargets = (name: LifecycleName, from: string): string[] =>
  [...(LIFECYCLES[name].get(from) ?? [])].filter(([, { regular }]) => regular).map(([to]) => to);

/** Whether a coupon that is redeemed once ever may go from one state to another. */
export const couponMove = (from: CouponState, to: CouponState): boolean =>
  moveOf('coupon', from, to, 'strict') !== undefined;

/** Whether an account may go from one state to another. */
export const userMove = (from: UserState, to: UserState): boolean => moveOf('user', from, to, 'strict') !== undefined;

/** Whether the password may be reset from here. */
export const resetMove = (from: ResetState, to: ResetState): boolean =>
  moveOf('password_reset', from, to, 'strict') !== undefined;

/** Whether a webhook's health may change so. */
export const webhookMove = (from: WebhookHealth, to: WebhookHealth): boolean =>
  moveOf('webhook', from, to, 'strict') !== undefined;
