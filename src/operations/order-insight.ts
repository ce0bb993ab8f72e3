// What the back office asks about a placed order: how its total came about, and how it was tried to be paid.
import { orderExplanation } from '../domain/cart/explanation.ts';
import { rulesOf } from '../domain/orders/shop-profile.ts';
import { attemptsFor } from '../domain/orders/payment.ts';
import { unclaimedMoney } from '../domain/orders/unclaimed-money.ts';
import { decimal } from '../domain/money.ts';
import { int, optional, text as textParam } from '../kernel/params.ts';
import { ok, refuse } from '../kernel/result.ts';
import { read } from './context/operation.ts';
import { Explain } from './replies/cart.ts';
import { PaymentAttempt, UnclaimedMoney } from './replies/payments.ts';
import { id, list, reply, text } from './replies/members.ts';
import { dateTime } from './views/format.ts';
import { methodTitle, viewMoney } from './views/payments.ts';

export const explain_order = read({
  area: 'orders',
  isExtension: true,
  leaks: ['amounts'],
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
    const { lines, promotions, coupons, delivery_costs, worth, total } = orderExplanation(
      order.cart,
      order.currencyDigits,
      language,
    );
    return ok({
      object: 'order_explanation',
      id_order: orderId,
      currency: order.currency,
      explain: {
        lines: [...lines],
        ...(promotions && { promotions: [...promotions] }),
        coupons: [...coupons],
        delivery_costs: [...delivery_costs],
        ...(worth && { worth: [...worth] }),
        total,
      },
    } as const);
  },
});

export const get_payment_attempts = read({
  area: 'payment',
  isExtension: true,
  summary: 'The attempts to pay an order, oldest first, and what came for it without a claim.',
  credential: 'secret',
  session: 'none',
  params: { id_order: int('order id') },
  refusals: ['ORDER_NOT_FOUND'],
  reply: reply('payment_attempts', {
    id_order: id('order id'),
    attempts: list(PaymentAttempt, 'attempts, oldest first'),
    unclaimed: list(UnclaimedMoney, 'money that came for the order and that it has no claim to, newest first'),
  }),
  view: ({ id_order: orderId }, { shop }) => {
    const order = shop.read('order', orderId);
    if (order === undefined) return refuse('ORDER_NOT_FOUND', orderId);
    const rules = rulesOf(shop, order);
    const attempts = attemptsFor(shop, orderId).map((attemptId) => {
      const payment = shop.read('payment', attemptId)!;
      const { methodId, reference, amountMinor, currency, state, transaction, startedMs, expiresMs } = payment;
      return {
        id: attemptId,
        reference,
        payment_method: methodTitle(rules, methodId),
        amount: decimal(amountMinor, order.currencyDigits),
        currency,
        state,
        transaction,
        creation_date: dateTime(startedMs),
        end_date: dateTime(expiresMs),
      };
    });
    const all = { orderId, isSettledToo: true, after: 0, limit: Infinity };
    const unclaimed = unclaimedMoney(shop, all).map((id) => viewMoney(shop, id));
    return ok({ object: 'payment_attempts', id_order: orderId, attempts, unclaimed } as const);
  },
});
