// Life cycle of an order's delivery: nothing, part or all of it is on its way.
import { Lifecycle } from './lifecycle.ts';

export const DELIVERY_STATES = ['PROCESSING', 'PARTIAL', 'CLOSED'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** `recall`: what was sent came back, so that nothing is on its way. */
export const DELIVERY_EVENTS = ['recall', 'ship_part', 'ship'] as const;
export type DeliveryEvent = (typeof DELIVERY_EVENTS)[number];

export type DeliveryEffect = 'fire_delivery_change';

/** The event that leads to each state, wherever it is allowed. */
export const DELIVERY_EVENT_TO: { readonly [State in DeliveryState]: DeliveryEvent } = {
  PROCESSING: 'recall',
  PARTIAL: 'ship_part',
  CLOSED: 'ship',
};

export const deliveryLifecycle = new Lifecycle<DeliveryState, DeliveryEvent, DeliveryEffect>(
  {
    id: 'delivery',
    initial: 'PROCESSING',
    forcedBy: DELIVERY_EVENT_TO,
    states: {
      PROCESSING: { entry: ['fire_delivery_change'], on: { ship_part: 'PARTIAL', ship: 'CLOSED' } },
      PARTIAL: { entry: ['fire_delivery_change'], on: { recall: 'PROCESSING', ship: 'CLOSED' } },
      CLOSED: { entry: ['fire_delivery_change'], on: { ship_part: 'PARTIAL' } },
    },
  },
  DELIVERY_EVENTS,
);
