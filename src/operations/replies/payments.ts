// Attempts to pay an order, and money without a claim, as replies show them.
import { PAYMENT_ATTEMPT_STATES } from '../../domain/lifecycles/payment-attempt.ts';
import { UNCLAIMED_REASONS } from '../../domain/orders/payment-notice.ts';
import type { Static } from '../../kernel/params.ts';
import { REFUND_STATES } from '../../domain/lifecycles/refund.ts';
import { REFUND_ORIGINS, REFUND_WAYS } from '../../domain/orders/refund.ts';
import { dateTime, id, money, oneOf, record, text, whole } from './members.ts';

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
  left: money('what of it is still here: refunds of a cancelled order take it back; 0 once it is settled'),
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

export const Refund = record('Refund', 'Money that went back to a buyer, or goes.', {
  id: id('its number'),
  id_order: id('the order whose money it is'),
  id_attempt: id('the attempt to pay that brought it; 0: it goes back by hand'),
  id_credit: id('number within the order of the (first) credit that was made with it; 0: none was'),
  amount: money('what goes back'),
  counted: money('what of it counts, or will, in the balance: less where more went back than came'),
  currency: text('ISO 4217'),
  to: oneOf('by the payment that brought it, by hand, or no money: to the exchange of a return', REFUND_WAYS),
  origin: oneOf(
    'who had it made: the shop, the provider’s own pages, or a buyer who disputes the payment',
    REFUND_ORIGINS,
  ),
  reason: text('code of the reason; empty: none was given'),
  note: text('for the staff'),
  transaction: text('the provider’s own number of the refund; empty: none was sent'),
  state: oneOf('where it is in its life cycle', REFUND_STATES),
  failure: text('why it failed, or why the provider has not taken it yet; empty: neither'),
  attempts: whole('calls of the provider that brought no answer'),
  creation_date: dateTime('when it was asked for'),
  next_date: dateTime('when the provider is asked again; empty: it is not'),
  end_date: dateTime('when it was done, or failed; empty: neither yet'),
});
export type Refund = Static<typeof Refund>;
