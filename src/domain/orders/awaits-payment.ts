// Whether an order may end for want of money, and whether somebody may still pay it.
import type { OrderStates } from '../lifecycles/order-lifecycles.ts';
import { outstandingOf } from './credits.ts';

interface Unpaid {
  readonly states: OrderStates;
  readonly parcels: readonly object[];
  readonly partials: readonly object[];
}

/** Whether nothing has left the warehouse or was invoiced, and nobody has closed, cancelled or paid it. */
export const awaitsPayment = ({ states, parcels, partials }: Unpaid): boolean =>
  (states.order === 'OPEN' || states.order === 'PROCESSING') &&
  states.payment === 'PAYMENT_NOT_RECEIVED' &&
  states.delivery === 'PROCESSING' &&
  parcels.length + partials.length === 0;

/** Whether it awaits payment and something is still to be paid: the orders that may be given a time for it. */
export const awaitsMoney = (order: Unpaid & Parameters<typeof outstandingOf>[0]): boolean =>
  awaitsPayment(order) && outstandingOf(order) > 0;

/** Whether money for it is still expected: it may be on its way to the customer already. */
export const isUnpaid = ({ states }: Pick<Unpaid, 'states'>): boolean =>
  (states.order === 'OPEN' || states.order === 'PROCESSING') && states.payment === 'PAYMENT_NOT_RECEIVED';
