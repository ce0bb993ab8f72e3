// The three life cycles of one order, and how the states that the API sets are read as events of them.
import { DELIVERY_EVENT_TO, deliveryLifecycle } from './delivery.ts';
import type { DeliveryEffect, DeliveryEvent, DeliveryState } from './delivery.ts';
import type { Lifecycle } from './lifecycle.ts';
import { ORDER_EVENT_TO, orderLifecycle } from './order.ts';
import type { OrderEffect, OrderEvent, OrderState } from './order.ts';
import { PAYMENT_EVENT_TO, paymentLifecycle } from './payment.ts';
import type { PaymentEffect, PaymentEvent, PaymentState } from './payment.ts';

/** An event of one of an order's life cycles. */
export type OrderMove =
  | { readonly lifecycle: 'order'; readonly event: OrderEvent }
  | { readonly lifecycle: 'payment'; readonly event: PaymentEvent }
  | { readonly lifecycle: 'delivery'; readonly event: DeliveryEvent };
export type OrderLifecycleName = OrderMove['lifecycle'];

export interface OrderStates {
  readonly order: OrderState;
  readonly payment: PaymentState;
  readonly delivery: DeliveryState;
}

/** What a step of an order may bring about. */
export type MoveEffect = OrderEffect | PaymentEffect | DeliveryEffect;

export const ORDER_LIFECYCLES: { readonly [L in OrderLifecycleName]: Lifecycle<string, string, MoveEffect> } = {
  order: orderLifecycle,
  payment: paymentLifecycle,
  delivery: deliveryLifecycle,
};

/** The API sets states; each is read as the event that leads to it. */
export const movesTo = ({ order, payment, delivery }: Partial<OrderStates>): readonly OrderMove[] => [
  ...(order === undefined ? [] : [{ lifecycle: 'order' as const, event: ORDER_EVENT_TO[order] }]),
  ...(payment === undefined ? [] : [{ lifecycle: 'payment' as const, event: PAYMENT_EVENT_TO[payment] }]),
  ...(delivery === undefined ? [] : [{ lifecycle: 'delivery' as const, event: DELIVERY_EVENT_TO[delivery] }]),
];
