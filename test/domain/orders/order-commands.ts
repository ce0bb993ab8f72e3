// Random commands for orders, their payments and their issued invoices, well-formed as the operations make them.
import * as fc from 'fast-check';
import { EXTENSION_POINTS } from '../../../src/kernel/extensions.ts';
import { CREDIT_KINDS } from '../../../src/domain/orders/credits.ts';
import { DELIVERY_EVENTS } from '../../../src/domain/lifecycles/delivery.ts';
import { ORDER_EVENTS } from '../../../src/domain/lifecycles/order.ts';
import { PAYMENT_ATTEMPT_EVENTS } from '../../../src/domain/lifecycles/payment-attempt.ts';
import { UNCLAIMED_REASONS } from '../../../src/domain/orders/payment-notice.ts';
import { REFUND_EVENTS, REFUND_STATES } from '../../../src/domain/lifecycles/refund.ts';
import { RETURN_WISHES } from '../../../src/domain/orders/order-return.ts';
import { REFUND_ORIGINS, REFUND_WAYS } from '../../../src/domain/orders/refund.ts';
import { PAYMENT_EVENTS } from '../../../src/domain/lifecycles/payment.ts';
import { NO_DETAILS, changedDetails, personalChange } from '../../../src/domain/cart/order-details.ts';
import { change, lineId, cart } from '../cart/cart-values.ts';
import { text, id, milli, as, first } from '../command-values.ts';
import type { Commands } from '../command-values.ts';

const wanted = fc.array(fc.record({ productId: id, quantityMilli: milli }), { maxLength: 2 });
const taken = fc.array(fc.record({ stockId: id, quantityMilli: milli }), { maxLength: 2 });

/** Names of payment and delivery methods, as a change of an order carries them. */
const methodNames = fc.constantFrom(null, '', 'Cash', { de_DE: 'Bar', en_GB: 'Cash' });

const pastAddress = fc.dictionary(fc.constantFrom('name', 'city'), text, { noNullPrototype: true });

const broughtOrder = fc.record({
  type: as('bring_past_order'),
  subject: id,
  userId: id,
  source: text,
  number: fc.constantFrom('#1', '1', 'A-2'),
  placedMs: id,
  canceledMs: id,
  currency: fc.constantFrom('EUR', 'JPY'),
  currencyDigits: fc.constantFrom(0, 2),
  paymentState: text,
  deliveryState: text,
  paymentMethod: text,
  deliveryMethod: text,
  discountCode: text,
  goodsMinor: id,
  deliveryMinor: id,
  taxMinor: id,
  discountMinor: id,
  totalMinor: id,
  refundedMinor: id,
  taxes: fc.array(fc.record({ name: text, amountMinor: id }, { noNullPrototype: true }), { maxLength: 2 }),
  lines: fc.array(
    fc.record(
      { name: text, elementNumber: text, quantityMilli: milli, priceMinor: id, discountMinor: id },
      { noNullPrototype: true },
    ),
    { maxLength: 2 },
  ),
  person: fc.record(
    { email: text, phone: text, note: text, delivery: pastAddress, invoice: pastAddress },
    { noNullPrototype: true },
  ),
});

export const ORDER_COMMANDS: Pick<
  Commands,
  | 'order'
  | 'payment'
  | 'refund'
  | 'payment_notice'
  | 'order_return'
  | 'return_picture'
  | 'issued_invoice'
  | 'shop_currency'
  | 'past_order'
> = {
  past_order: {
    first: broughtOrder,
    rest: fc.oneof(broughtOrder, fc.record({ type: as('assign_past_order'), userId: id })),
  },
  order: {
    first: fc.record({
      type: as('place_order'),
      userId: id,
      subject: id,
      username: text,
      currency: fc.constantFrom('EUR', 'JPY'),
      currencyDigits: fc.constantFrom(0, 2, 3),
      details: change.map((given) =>
        changedDetails(NO_DETAILS, {
          paymentMethodId: 0,
          deliveryMethodId: 0,
          ...given,
          ...personalChange(NO_DETAILS, given),
        }),
      ),
      cart,
      taken,
      backordered: wanted,
      invoice: fc.record({ prefix: text, number: id }),
      day: fc.integer({ min: 20_000, max: 20_100 }),
      sessions: fc.constantFrom([], [1, 0, 2, 1]),
      profileId: id,
      payUntilMs: id,
      channelId: fc.constantFrom(-1, 0, 1),
      isPrepared: fc.boolean(),
      isTrial: fc.boolean(),
      products: fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 4 }),
      isInvoicedByParcel: fc.boolean(),
      language: fc.constantFrom('', 'de_DE'),
    }),
    rest: fc.oneof(
      fc.record({ type: as('set_deadline'), untilMs: id, by: id }),
      fc.record({
        type: as('note_answers'),
        answers: fc.array(fc.tuple(fc.constantFrom(...EXTENSION_POINTS), text, text), { maxLength: 2 }),
      }),
      fc.tuple(change, id, methodNames, methodNames).map(([given, by, paymentMethod, deliveryMethod]) => ({
        type: 'change_details' as const,
        subject: 3,
        by,
        names: { paymentMethod, deliveryMethod },
        ...given,
      })),
      fc.record({
        type: as('move'),
        lifecycle: as('order'),
        event: fc.constantFrom(...ORDER_EVENTS),
        expired: fc.boolean(),
        day: id,
        isLate: fc.boolean(),
        mode: fc.constantFrom('lenient' as const, 'strict' as const),
        byHand: fc.boolean(),
        by: id,
      }),
      fc.record({
        type: as('move'),
        lifecycle: as('payment'),
        event: fc.constantFrom(...PAYMENT_EVENTS),
        day: id,
        methodId: id,
        mode: fc.constantFrom('lenient' as const, 'strict' as const),
        byHand: fc.boolean(),
        by: id,
      }),
      fc.record({
        type: as('move'),
        lifecycle: as('delivery'),
        event: fc.constantFrom(...DELIVERY_EVENTS),
        mode: fc.constantFrom('lenient' as const, 'strict' as const),
        byHand: fc.boolean(),
        by: id,
      }),
      fc.record({
        type: as('add_parcel'),
        lines: fc.array(fc.record({ lineId, quantityMilli: milli }), { maxLength: 2 }),
        provider: text,
        trackingNumber: text,
        weightE6: fc.constantFrom(0, 250_000),
        trackingUrl: fc.constantFrom('', 'https://carrier.example/1'),
        measuresMm: fc.constantFrom([], [400, 300, 125]),
        by: id,
      }),
      fc.record({ type: as('deliver_parcel'), parcelId: fc.constantFrom(1, 1, 2), by: id }),
      fc.record({ type: as('note'), subject: fc.constant(3), userId: id, text }),
      fc.record({ type: as('set_stock'), taken, backordered: wanted }),
      fc.record({
        type: as('credit'),
        kind: fc.constantFrom(...CREDIT_KINDS),
        day: id,
        lines: fc.array(fc.record({ lineId, quantityMilli: milli, minor: id, taxMinor: id }), { maxLength: 2 }),
        reason: text,
        note: fc.record({ prefix: text, number: id }),
        by: id,
        partialId: fc.constantFrom(0, 0, 1),
        isContinued: fc.boolean(),
      }),
      fc.record({
        type: as('invoice_part'),
        invoice: fc.record({ prefix: text, number: id }),
        day: id,
        parcelId: fc.nat({ max: 2 }),
        lines: fc.array(fc.record({ lineId, quantityMilli: milli, minor: id, taxMinor: id }), { maxLength: 2 }),
      }),
      fc.record({
        type: as('edit'),
        cart,
        invoice: fc.record({ prefix: text, number: id }),
        products: fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 4 }),
      }),
      fc.record({ type: as('refund'), minor: fc.integer({ min: -9, max: 9 }), by: id, day: id, methodId: id }),
      fc.record({ type: as('exchange'), returnId: id, minor: id, by: id }),
      fc.record({ type: as('receive'), minor: id, day: id, methodId: id }),
      fc.record({ type: as('cancel_invoice'), prefix: text, number: id, canceledMs: id, day: id }),
    ),
  },
  refund: {
    first: fc.record({
      type: as('make_refund'),
      orderId: id,
      paymentId: id,
      creditId: id,
      amountMinor: id,
      countedMinor: id,
      currency: fc.constantFrom('EUR', 'JPY'),
      currencyDigits: fc.constantFrom(0, 2),
      to: fc.constantFrom(...REFUND_WAYS),
      origin: fc.constantFrom(...REFUND_ORIGINS),
      reason: text,
      note: text,
      transaction: text,
      state: fc.constantFrom(...REFUND_STATES),
      by: id,
      isApart: fc.boolean(),
    }),
    rest: fc.oneof(
      fc.record({
        type: fc.constantFrom(...REFUND_EVENTS),
        transaction: text,
        failure: text,
        countedMinor: id,
        byHand: fc.boolean(),
      }),
      fc.record({ type: as('count_refund'), countedMinor: id }),
      fc.record({ type: as('defer_refund'), failure: text, nextMs: fc.constantFrom(-1, 0, 5000) }),
      fc.record({ type: as('clear_refund') }),
    ),
  },
  payment: {
    first: fc.record({
      type: as('start_payment'),
      orderId: id,
      methodId: id,
      reference: text,
      redirect: text,
      token: text,
      amountMinor: id,
      currency: fc.constantFrom('EUR', 'JPY'),
      expiresMs: id,
      successUrl: text,
      cancelUrl: text,
      beforeMinor: id,
    }),
    rest: fc.oneof(
      fc.record({ type: fc.constantFrom(...PAYMENT_ATTEMPT_EVENTS), transaction: text }),
      fc.record({ type: as('return_money') }),
    ),
  },
  order_return: {
    first: fc.record({
      type: as('announce'),
      orderId: id,
      subject: id,
      note: text,
      lines: fc.array(fc.record({ lineId: id, quantityMilli: milli, reason: text }), { maxLength: 2 }),
      by: id,
      wish: fc.constantFrom('' as const, ...RETURN_WISHES),
      wished: fc.array(id, { maxLength: 2 }),
    }),
    rest: fc.oneof(
      fc.record({
        type: as('receive'),
        lines: fc.array(
          fc.record({ lineId: id, quantityMilli: milli, reason: text, isKept: fc.boolean(), storageId: id }),
          { maxLength: 2 },
        ),
        creditId: id,
        by: id,
      }),
      fc.record({ type: as('withdraw'), by: id }),
      fc.record({ type: as('begin_exchange'), draftId: id, draftGeneration: id, by: id }),
      fc.record({ type: as('place_exchange'), orderId: id, by: id }),
      fc.record({ type: as('add_picture'), subject: id, pictureId: id, bytes: id, by: id }),
    ),
  },
  return_picture: first(
    fc.record({
      type: as('keep'),
      subject: id,
      returnId: id,
      kind: fc.constantFrom('png' as const, 'jpg' as const, 'webp' as const),
      content: text,
      by: id,
    }),
  ),
  payment_notice: {
    first: fc.record({
      type: as('keep_notice'),
      methodId: id,
      reference: text,
      transaction: text,
      amountMinor: id,
      currency: fc.constantFrom('EUR', 'JPY'),
      currencyDigits: fc.constantFrom(0, 2),
      reason: fc.constantFrom('ended' as const, ...UNCLAIMED_REASONS),
      orderId: id,
      paymentId: id,
    }),
    rest: fc.oneof(
      fc.record({
        type: as('assign_notice'),
        orderId: id,
        paymentId: id,
        reason: fc.constantFrom(...UNCLAIMED_REASONS),
      }),
      fc.record({ type: as('settle_notice'), note: text, by: id, isRefunded: fc.boolean() }),
      fc.record({ type: as('reopen_notice') }),
      fc.record({ type: as('drop_notice') }),
    ),
  },
  shop_currency: first(
    fc.record({ type: as('record_currency'), currency: fc.constantFrom('EUR', 'JPY'), digits: fc.constantFrom(0, 2) }),
  ),
  issued_invoice: {
    first: fc.record({
      type: as('issue_invoice'),
      subject: id,
      language: text,
      content: fc.record({ data: text, html: fc.constantFrom('', 'aGk='), pdf: fc.constant('') }),
    }),
    rest: fc.oneof(
      fc.record({
        type: as('add_format'),
        format: fc.constantFrom('html' as const, 'pdf' as const),
        bytes: fc.constantFrom('aGE=', 'aG8='),
        number: fc.integer({ min: 1, max: 3 }),
      }),
      fc.record({
        type: as('supersede'),
        invoice: fc.record({ prefix: text, number: fc.integer({ min: 1, max: 3 }) }),
      }),
      fc.record({
        type: as('issue_part'),
        subject: id,
        number: fc.integer({ min: 1, max: 2 }),
        language: text,
        data: text,
        format: fc.constantFrom('html' as const, 'pdf' as const),
        bytes: fc.constantFrom('aGE=', 'aG8='),
      }),
      fc.record({
        type: as('add_credit_note'),
        creditId: fc.integer({ min: 1, max: 2 }),
        data: text,
        format: fc.constantFrom('html' as const, 'pdf' as const),
        bytes: fc.constantFrom('aGE=', 'aG8='),
      }),
      fc.record({
        type: as('add_cancellation'),
        data: text,
        format: fc.constantFrom('html' as const, 'pdf' as const),
        bytes: fc.constantFrom('aGE=', 'aG8='),
      }),
    ),
  },
};
