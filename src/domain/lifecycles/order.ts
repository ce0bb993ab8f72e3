// Life cycle of an order. Leaving CANCELED takes stock and coupons again, entering it gives them back.
// In lenient mode (D116) every state may be forced, see `forcedBy`.
import { Lifecycle } from './lifecycle.ts';

export const ORDER_STATES = ['OPEN', 'PROCESSING', 'CLOSED', 'CANCELED'] as const;
export type OrderState = (typeof ORDER_STATES)[number];

export const ORDER_EVENTS = ['reopen', 'begin_processing', 'close', 'cancel'] as const;
export type OrderEvent = (typeof ORDER_EVENTS)[number];

export type OrderEffect = 'return_stock' | 'take_stock' | 'free_coupons' | 'redeem_coupons';

/** The event that leads to each state, wherever it is allowed. */
export const ORDER_EVENT_TO: { readonly [State in OrderState]: OrderEvent } = {
  OPEN: 'reopen',
  PROCESSING: 'begin_processing',
  CLOSED: 'close',
  CANCELED: 'cancel',
};

export const orderLifecycle = new Lifecycle<OrderState, OrderEvent, OrderEffect>(
  {
    id: 'order',
    initial: 'OPEN',
    forcedBy: ORDER_EVENT_TO,
    states: {
      OPEN: { on: { begin_processing: 'PROCESSING', close: 'CLOSED', cancel: 'CANCELED' } },
      PROCESSING: { on: { reopen: 'OPEN', close: 'CLOSED', cancel: 'CANCELED' } },
      CLOSED: { on: { begin_processing: 'PROCESSING' } },
      CANCELED: {
        entry: ['return_stock', 'free_coupons'],
        exit: ['take_stock', 'redeem_coupons'],
        on: { reopen: 'OPEN' },
      },
    },
  },
  ORDER_EVENTS,
);
