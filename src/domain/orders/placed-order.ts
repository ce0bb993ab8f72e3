// How an order begins: the event that places it, and the state after that event. Both are one literal or one assignment
// per member, because objects that are spread or cut from others took a tenth of a checkout.
import type { Cart } from '../cart/cart.ts';
import type { OrderDetails } from '../cart/order-details.ts';
import type { Taken, WantedPieces } from '../stock/pieces.ts';

export interface InvoiceNumber {
  /** As set in the shop at the time. */
  readonly prefix: string;
  readonly number: number;
}

/** No document has it. */
export const NO_NUMBER: InvoiceNumber = Object.freeze({ prefix: '', number: 0 });

/** What an order is placed with. */
export interface PlacedOrder {
  userId: number;
  /** The data subject whose keys encrypt what the order says of its buyer; 0 while it says nothing. */
  subject: number;
  username: string;
  /** ISO 4217 code, and the decimals of its minor unit, at the time of the order. */
  currency: string;
  currencyDigits: number;
  details: OrderDetails;
  /** Frozen at checkout; delivery positions are lines as well (D112). */
  cart: Cart;
  /** Stock that it took; empty while cancelled. */
  taken: readonly Taken[];
  backordered: readonly WantedPieces[];
  /**
   * As on its invoice; counts up by one per order of the shop, whatever becomes of the order (D134). Where it is
   * invoiced by parcel: that of the last partial invoice, 0 before the first one.
   */
  invoice: InvoiceNumber;
  /** Day of the shop's calendar when it was placed, in days since 1970-01-01 (D11). */
  day: number;
  /** Sessions that it belongs to, slot and generation in turn: the one that placed it and the one after that. */
  sessions: readonly number[];
  /** The `ShopProfile` with the settings of the time that its documents need; 0: the present settings. */
  profileId: number;
  /** When it is cancelled unless it is paid; 0: never. */
  payUntilMs: number;
  /** Whose call placed it; BACK_OFFICE_CHANNEL: a person's of the back office; 0: an older version did. */
  channelId: number;
  /** The shop prepared it for its customer, as a draft. */
  isPrepared: boolean;
  /** It tries the shop out: no figure counts it. */
  isTrial: boolean;
  /** Products that it has, each once and in place of its variations; empty: an older version placed it. */
  products: readonly number[];
  /** Each parcel has an invoice of its own (D640). */
  isInvoicedByParcel: boolean;
  /** In which the buyer is written to, as the checkout named it; '': that of the account, or of the shop. */
  language: string;
}

type OrderPlaced = {
  readonly type: 'order_placed';
  readonly invoicePrefix: string;
  readonly invoiceNumber: number;
} & Readonly<Omit<PlacedOrder, 'invoice'>>;

export const placedEvent = (order: PlacedOrder): OrderPlaced => ({
  type: 'order_placed',
  userId: order.userId,
  subject: order.subject,
  username: order.username,
  currency: order.currency,
  currencyDigits: order.currencyDigits,
  details: order.details,
  cart: order.cart,
  taken: order.taken,
  backordered: order.backordered,
  invoicePrefix: order.invoice.prefix,
  invoiceNumber: order.invoice.number,
  day: order.day,
  sessions: order.sessions,
  profileId: order.profileId,
  payUntilMs: order.payUntilMs,
  channelId: order.channelId,
  isPrepared: order.isPrepared,
  isTrial: order.isTrial,
  products: order.products,
  isInvoicedByParcel: order.isInvoicedByParcel,
  language: order.language,
});

export const applyPlaced = (state: PlacedOrder & { createdMs: number }, event: OrderPlaced, atMs: number): void => {
  state.createdMs = atMs;
  state.userId = event.userId;
  state.subject = event.subject;
  state.username = event.username;
  state.currency = event.currency;
  state.currencyDigits = event.currencyDigits;
  state.details = event.details;
  state.cart = event.cart;
  state.taken = event.taken;
  state.backordered = event.backordered;
  state.invoice = { prefix: event.invoicePrefix, number: event.invoiceNumber };
  state.day = event.day;
  state.sessions = event.sessions;
  state.profileId = event.profileId;
  state.payUntilMs = event.payUntilMs;
  state.channelId = event.channelId;
  state.isPrepared = event.isPrepared;
  state.isTrial = event.isTrial;
  state.products = event.products;
  state.isInvoicedByParcel = event.isInvoicedByParcel;
  state.language = event.language;
  // Views cached something of these lines while they were in a session's cart.
  for (const line of event.cart.lines) line.derivedCache = undefined;
};
