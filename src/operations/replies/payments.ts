// Attempts to pay an order, and money without a claim, as replies show them.
import { PAYMENT_ATTEMPT_STATES } from '../../domain/lifecycles/payment-attempt.ts';
import { UNCLAIMED_REASONS } from '../../domain/orders/payment-notice.ts';
import type { Static } from '../../kernel/params.ts';
import { dateTime, id, money, oneOf, record, text } from './members.ts';

/** Members of a reply that shows by which link an order is paid. */
export const PAYMENT_LINK = {
  code: text('for do_payment: opens the payment of this order to the one who has it, and nothing else'),
  link: text(
    'page of the storefront that begins the payment; empty: paymentPage names none, or no provider collects it',
  ),
};

export const PaymentAttempt = record('PaymentAttempt', 'One attempt to collect the money of an order.', {
  id: id('number of the attempt'),
  reference: text('what the payment provider knows it by'),
  payment_method: text('payment method, in the shop’s language'),
  amount: money('what is to be paid'),
  currency: text('ISO 4217'),
  state: oneOf('where it is in its life cycle', PAYMENT_ATTEMPT_STATES),
  transaction: text('the provider’s own number; empty: none was sent'),
  creation_date: dateTime('when it was begun'),
  end_date: dateTime('until when it may be paid'),
});

export const UnclaimedMoney = record('UnclaimedMoney', 'Money that came and that no order has a claim to.', {
  id: id('its number'),
  id_order: id('the order that it came for; 0: none is known'),
  id_attempt: id('the attempt to pay that it came for; 0: none is known'),
  payment_method: text('payment method, in the shop’s language'),
  reference: text('what the payment provider knows the payment by'),
  transaction: text('the provider’s own number of what came'),
  amount: money('what came, with the decimals of its currency'),
  currency: text('ISO 4217'),
  reason: oneOf(
    'why there is no claim: no such payment was begun, another amount was asked for, the order is paid already, ' +
      'the order is cancelled',
    UNCLAIMED_REASONS,
  ),
  creation_date: dateTime('when it was reported'),
  settled_date: dateTime('when somebody said what became of it; empty: nobody has'),
  note: text('what became of it'),
});
export type UnclaimedMoney = Static<typeof UnclaimedMoney>;
