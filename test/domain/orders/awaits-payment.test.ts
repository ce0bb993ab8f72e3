// Whether an order still waits for its money. It would catch one that ends for want of money although something of it
// has left, and one that nobody may pay any more.
import { expect, test } from 'vitest';
import { awaitsMoney, awaitsPayment, isUnpaid } from '../../../src/domain/orders/awaits-payment.ts';
import type { OrderStates } from '../../../src/domain/lifecycles/order-lifecycles.ts';
import { cartOf } from './simple-cart.ts';

const states: OrderStates = { order: 'OPEN', payment: 'PAYMENT_NOT_RECEIVED', delivery: 'PROCESSING' };

const order = {
  states,
  parcels: [],
  partials: [],
  cart: cartOf([1000]),
  credits: [],
  receivedMinor: -1,
  refundedMinor: 0,
  exchangedMinor: 0,
};

/** [it awaits payment, it awaits money, it is unpaid]. */
const facts = (more: Partial<typeof order> & { readonly to?: Partial<OrderStates> }) => {
  const { to = {}, ...of } = more;
  const one = { ...order, ...of, states: { ...states, ...to } };
  return [awaitsPayment(one), awaitsMoney(one), isUnpaid(one)];
};

test.each([
  ['open', {}, [true, true, true]],
  ['processed', { to: { order: 'PROCESSING' } }, [true, true, true]],
  ['closed', { to: { order: 'CLOSED' } }, [false, false, false]],
  ['cancelled', { to: { order: 'CANCELED' } }, [false, false, false]],
  ['paid', { to: { payment: 'PAYMENT_RECEIVED' } }, [false, false, false]],
  ['sent in part', { to: { delivery: 'PARTIAL' } }, [false, false, true]],
  ['with a parcel', { parcels: [{}] as never[] }, [false, false, true]],
  ['with an invoice of a part', { partials: [{}] as never[] }, [false, false, true]],
  ['paid by an exchange', { exchangedMinor: 1000 }, [true, false, true]],
] as const)('an order that is %s', (_what, more, expected) => {
  expect(facts(more as never)).toEqual(expected);
});
