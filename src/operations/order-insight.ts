// What the back office asks about a placed order: how its total came about, and how it was tried to be paid.
import { explanation } from '../domain/cart/explanation.ts';
import { PAYMENT_ATTEMPT_STATES } from '../domain/lifecycles/payment-attempt.ts';
import { rulesOf } from '../domain/orders/shop-profile.ts';
import { attemptsFor } from '../domain/orders/start-payment.ts';
import { decimal } from '../domain/money.ts';
import { nameIn } from '../domain/rules.ts';
import { int, optional, text as textParam } from '../kernel/params.ts';
import { ok, refuse } from '../kernel/result.ts';
import { read } from './context/operation.ts';
import { Explain } from './replies/cart.ts';
import { dateTime as dateTimeMember, id, list, money, oneOf, record, reply, text } from './replies/members.ts';
import { dateTime } from './views/format.ts';

export const explain_order = read({
  area: 'orders',
  isExtension: true,
  summary: 'How every amount of a placed order came about, a sentence each.',
  credential: 'secret',
  session: 'none',
  params: {
    id_order: int('order id'),
    language: optional(textParam('language of the sentences: German for de_DE, English for others'), 'en_GB'),
  },
  refusals: ['ORDER_NOT_FOUND'],
  reply: reply('order_explanation', { id_order: id('order id'), currency: text('ISO 4217'), explain: Explain }),
  view: ({ id_order: orderId, language }, { shop }) => {
    const order = shop.read('order', orderId);
    if (order === undefined) return refuse('ORDER_NOT_FOUND', orderId);
    const { lines, coupons, delivery_costs, total } = explanation(order.cart, order.currencyDigits, language);
    return ok({
      object: 'order_explanation',
      id_order: orderId,
      currency: order.currency,
      explain: { lines: [...lines], coupons: [...coupons], delivery_costs: [...delivery_costs], total },
    } as const);
  },
});

const PaymentAttempt = record('PaymentAttempt', 'One attempt to collect the money of an order.', {
  id: id('number of the attempt'),
  reference: text('what the payment provider knows it by'),
  payment_method: text('payment method, in the shop’s language'),
  amount: money('what is to be paid'),
  currency: text('ISO 4217'),
  state: oneOf('where it is in its life cycle', PAYMENT_ATTEMPT_STATES),
  transaction: text('the provider’s own number; empty: none was sent'),
  creation_date: dateTimeMember('when it was begun'),
  end_date: dateTimeMember('until when it may be paid'),
});

export const get_payment_attempts = read({
  area: 'payment',
  isExtension: true,
  summary: 'The attempts to pay an order, oldest first.',
  credential: 'secret',
  session: 'none',
  params: { id_order: int('order id') },
  refusals: ['ORDER_NOT_FOUND'],
  reply: reply('payment_attempts', {
    id_order: id('order id'),
    attempts: list(PaymentAttempt, 'attempts, oldest first'),
  }),
  view: ({ id_order: orderId }, { shop }) => {
    const order = shop.read('order', orderId);
    if (order === undefined) return refuse('ORDER_NOT_FOUND', orderId);
    const { language, paymentMethods } = rulesOf(shop, order);
    const attempts = attemptsFor(shop, orderId).map((attemptId) => {
      const payment = shop.read('payment', attemptId)!;
      const { methodId, reference, amountMinor, currency, state, transaction, startedMs, expiresMs } = payment;
      return {
        id: attemptId,
        reference,
        payment_method: nameIn(
          paymentMethods.find((method) => method.id === methodId)?.name ?? String(methodId),
          '',
          language,
        ),
        amount: decimal(amountMinor, order.currencyDigits),
        currency,
        state,
        transaction,
        creation_date: dateTime(startedMs),
        end_date: dateTime(expiresMs),
      };
    });
    return ok({ object: 'payment_attempts', id_order: orderId, attempts } as const);
  },
});
