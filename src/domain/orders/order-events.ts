// The events of an order, and the records that an order begins with, as they are on the disk.
import type { Cart } from '../cart/cart.ts';
import { CART, emptyCart } from '../cart/cart.ts';
import { DETAILS, DETAILS_CHANGE, NO_DETAILS } from '../cart/order-details.ts';
import type { OrderDetails } from '../cart/order-details.ts';
import type { OrderLifecycleName, OrderStates } from '../lifecycles/order-lifecycles.ts';
import { field, schema } from '../schema.ts';
import type { RecordedAnswer } from '../../kernel/extensions.ts';
import type { Taken, WantedPieces } from '../stock/pieces.ts';
import type { CreditKind, CreditedLine } from './credits.ts';
import type { Cancellation, ParcelLine } from './order-parts.ts';
import type { LineAmount } from './partial-invoice.ts';
import type { InvoiceNumber } from './placed-order.ts';

const NO_CART: Cart = Object.freeze(emptyCart(0));

const ERASED_NAME = { personal: 'contact', erased: 'erased' } as const;

export const STATES = schema<OrderStates>({ order: 'OPEN', payment: 'PAYMENT_NOT_RECEIVED', delivery: 'PROCESSING' });

export const INVOICE_NUMBER = schema<InvoiceNumber>({ prefix: '', number: 0 });
export const CANCELLATION = schema<Cancellation>({ prefix: '', number: 0, canceledMs: 0, day: -1 });

/** Who ordered, in which currency, and the details: an order begins with them, as the event that places it has them. */
export const BUYER = {
  userId: 0,
  subject: 0,
  username: field('', ERASED_NAME),
  currency: '',
  currencyDigits: 2,
  details: field(NO_DETAILS, DETAILS),
};

export const EVENTS = {
  order_placed: {
    ...BUYER,
    cart: field(NO_CART, CART),
    taken: [] as readonly Taken[],
    backordered: [] as readonly WantedPieces[],
    invoicePrefix: '',
    invoiceNumber: 0,
    day: 0,
    sessions: [] as readonly number[],
    profileId: 0,
    payUntilMs: 0,
    channelId: 0,
    isPrepared: false,
    isTrial: false,
    products: [] as readonly number[],
    isInvoicedByParcel: false,
    language: '',
  },
  order_details_changed: {
    ...DETAILS_CHANGE,
    paymentMethod: null as OrderDetails['paymentMethod'],
    deliveryMethod: null as OrderDetails['deliveryMethod'],
    by: 0,
  },
  order_state_changed: {
    lifecycle: 'order' as OrderLifecycleName,
    from: '',
    to: '',
    byHand: true,
    by: 0,
    expired: false,
    parcelsReturned: 0,
    receivedMinor: -1,
    day: -1,
    methodId: 0,
    isLate: false,
  },
  order_parcel_added: {
    lines: [] as readonly ParcelLine[],
    provider: '',
    trackingNumber: '',
    by: 0,
    weightE6: 0,
    trackingUrl: '',
    measuresMm: [] as readonly number[],
  },
  order_stock_set: { taken: [] as readonly Taken[], backordered: [] as readonly WantedPieces[] },
  order_invoice_canceled: { prefix: '', number: 0, canceledMs: 0, day: -1 },
  order_credited: {
    kind: 'canceled' as CreditKind,
    day: 0,
    lines: [] as readonly CreditedLine[],
    reason: '',
    notePrefix: '',
    noteNumber: 0,
    by: 0,
    partialId: 0,
    isContinued: false,
  },
  order_refunded: { minor: 0, by: 0, day: -1, methodId: 0 },
  order_received: { minor: 0, day: -1, methodId: 0 },
  order_exchanged: { returnId: 0, minor: 0, by: 0 },
  order_edited: {
    cart: field(NO_CART, CART),
    invoicePrefix: '',
    invoiceNumber: 0,
    products: [] as readonly number[],
  },
  order_answered: { answers: [] as readonly RecordedAnswer[] },
  order_deadline_set: { untilMs: 0, by: 0 },
  order_parcel_delivered: { parcelId: 0, by: 0 },
  order_noted: { subject: 0, userId: 0, text: field('', { personal: 'contact', erased: '' }) },
  order_part_invoiced: { prefix: '', number: 0, day: 0, parcelId: 0, lines: [] as readonly LineAmount[] },
};
