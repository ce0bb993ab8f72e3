// A placed order: buyer, frozen cart, states, invoice number, parcels. It shows for ever what it was placed with
// (D113); changes of the catalogue and of settings do not reach it. Not promised: a way to change its lines.
import { refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { composed } from '../../kernel/text.ts';
import { field, schema } from '../schema.ts';
import { decided } from '../actor.ts';
import type { ActorKind, EventOf } from '../actor.ts';
import type { Taken, WantedPieces } from '../stock/availability.ts';
import type { Cart } from '../cart/cart.ts';
import { CART, emptyCart } from '../cart/cart.ts';
import { OrderedChildIndex } from '../ordered-child-index.ts';
import type { Mode } from '../lifecycles/lifecycle.ts';
import { ORDER_LIFECYCLES } from '../lifecycles/order-lifecycles.ts';
import type { OrderLifecycleName, OrderMove, OrderStates } from '../lifecycles/order-lifecycles.ts';
import type { DetailsChange, OrderDetails, namesChanged } from '../cart/order-details.ts';
import {
  DETAILS,
  NO_DETAILS,
  DETAILS_CHANGE,
  attributesFit,
  changedDetails,
  isAnonymous,
  personalChange,
  sameDetails,
  shownDetails,
} from '../cart/order-details.ts';
import { RefCountIndex } from '../unique-index.ts';
import { OwedStock } from './stock-owed-by-orders.ts';
import { OrderReports } from './order-reports.ts';
import { newVersioned, touch } from '../../kernel/versioned.ts';
import type { Versioned } from '../../kernel/versioned.ts';

export interface Order {
  createdMs: number;
  modifiedMs: number;
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
  states: OrderStates;
  /** Stock that it took; empty while cancelled. */
  taken: readonly Taken[];
  backordered: readonly WantedPieces[];
  /** As on its invoice; counts up by one per order of the shop, whatever becomes of the order (D134). */
  invoice: InvoiceNumber;
  parcels: readonly Parcel[];
  /** The back office set the delivery state itself; parcels no longer change it. */
  deliveryByHand: boolean;
  /** Day of the shop's calendar when it was placed, in days since 1970-01-01 (D11). */
  day: number;
  /** Sessions that it belongs to, slot and generation in turn: the one that placed it and the one after that. */
  sessions: readonly number[];
  /** The `ShopProfile` with the settings of the time that its documents need; 0: the present settings. */
  profileId: number;
  /** The channel whose back office changed it last; 0: the buyer did, by placing or paying it. */
  modifierChannelId: number;
  /** Of the document that cancels its invoice; its number is 0 while there is none. */
  cancellation: Cancellation;
}

export interface Cancellation extends InvoiceNumber {
  readonly canceledMs: number;
}

export interface InvoiceNumber {
  /** As set in the shop at the time. */
  readonly prefix: string;
  readonly number: number;
}

/** Goods that left the warehouse together. */
export interface Parcel {
  readonly sentMs: number;
  readonly lines: readonly ParcelLine[];
  readonly provider: string;
  readonly trackingNumber: string;
}

export interface ParcelLine {
  readonly lineId: number;
  readonly quantityMilli: number;
}

type PlacedOrder = Omit<
  Order,
  'createdMs' | 'modifiedMs' | 'states' | 'parcels' | 'deliveryByHand' | 'modifierChannelId' | 'cancellation'
>;

export type OrderCommand =
  | ({ readonly type: 'place_order' } & PlacedOrder)
  | ({
      readonly type: 'change_details';
      readonly subject: number;
      readonly by: number;
      readonly names: ReturnType<typeof namesChanged>;
    } & DetailsChange)
  /** `byHand`: the back office says so; otherwise the move follows from something that happened. */
  | ({ readonly type: 'move'; readonly mode: Mode; readonly byHand: boolean; readonly by: number } & OrderMove)
  | ({ readonly type: 'add_parcel'; readonly by: number } & Omit<Parcel, 'sentMs'>)
  | ({ readonly type: 'cancel_invoice' } & Cancellation)
  | { readonly type: 'set_stock'; readonly taken: readonly Taken[]; readonly backordered: readonly WantedPieces[] };

const NO_CART: Cart = Object.freeze(emptyCart(0));

const ERASED_NAME = { personal: 'contact', erased: 'erased' } as const;

const STATES = schema<OrderStates>({ order: 'OPEN', payment: 'PAYMENT_NOT_RECEIVED', delivery: 'PROCESSING' });

const INVOICE_NUMBER = schema<InvoiceNumber>({ prefix: '', number: 0 });
const CANCELLATION = schema<Cancellation>({ prefix: '', number: 0, canceledMs: 0 });

/** Who ordered, in which currency, and the details: an order begins with them, as the event that places it has them. */
const BUYER = {
  userId: 0,
  subject: 0,
  username: field('', ERASED_NAME),
  currency: '',
  currencyDigits: 2,
  details: field(NO_DETAILS, DETAILS),
};

const EVENTS = {
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
  },
  order_details_changed: {
    ...DETAILS_CHANGE,
    paymentMethod: null as OrderDetails['paymentMethod'],
    deliveryMethod: null as OrderDetails['deliveryMethod'],
    by: 0,
  },
  order_state_changed: { lifecycle: 'order' as OrderLifecycleName, from: '', to: '', byHand: true, by: 0 },
  order_parcel_added: { lines: [] as readonly ParcelLine[], provider: '', trackingNumber: '', by: 0 },
  order_stock_set: { taken: [] as readonly Taken[], backordered: [] as readonly WantedPieces[] },
  order_invoice_canceled: { prefix: '', number: 0, canceledMs: 0 },
};

export interface OrderIndex {
  /** User → orders, oldest first, ties by id: an id may be reserved long before its order is placed. */
  readonly byUser: OrderedChildIndex;
  readonly invoices: LastInvoice;
  /** Numbers of documents that cancel an invoice. */
  readonly cancellations: LastInvoice;
  readonly reports: OrderReports;
  readonly owed: OwedStock;
  /** Attribute name, composed → orders that have it; it may count orders whose details are erased. */
  readonly attributeNames: RefCountIndex<string>;
}

export interface LastInvoice extends Versioned {
  /** The highest number of any order. */
  last: number;
  /** The highest number that was lost with its order; 0: none was. */
  skippedTo: number;
}

const reach = (series: LastInvoice, number: number, seq: number): void => {
  if (number <= series.last) return;
  series.last = number;
  touch(series, seq);
};

/** Refuses: ORDER_STATE_TRANSITION_INVALID. An event that leads to the state that the order has is no change. */
const decideMove = (
  { states }: Order,
  { lifecycle, event, mode, byHand, by }: Extract<OrderCommand, { type: 'move' }>,
): Result<readonly EventOf<typeof EVENTS>[]> => {
  const life = ORDER_LIFECYCLES[lifecycle];
  const from = states[lifecycle];
  const to = life.target(event) ?? '';
  if (to === from) return decided();
  if (life.step(from, event, mode) !== undefined)
    return decided({ type: 'order_state_changed', lifecycle, from, to, byHand, by });
  const reachable = life.reachable(from).join(', ');
  return refuse('ORDER_STATE_TRANSITION_INVALID', to, `From ${from} the ${lifecycle} may go to: ${reachable}.`);
};

export const order: ActorKind<Order, OrderCommand, typeof EVENTS, OrderIndex> = {
  kind: 'order',
  state: schema<Order>({
    createdMs: 0,
    modifiedMs: 0,
    ...BUYER,
    cart: CART,
    states: STATES,
    taken: [],
    backordered: [],
    invoice: INVOICE_NUMBER,
    parcels: [],
    deliveryByHand: false,
    day: 0,
    sessions: [],
    profileId: 0,
    modifierChannelId: 0,
    cancellation: CANCELLATION,
  }),
  audit: {
    hidden: [],
    // Keyed by number, so that an audit entry shows the parcel that was added and not all of them.
    view: (state) => ({
      ...state,
      details: shownDetails(state.details),
      parcels: Object.fromEntries(state.parcels.map((parcel, index) => [index + 1, parcel])),
    }),
    unencrypted: [
      'modifiedMs',
      'modifierChannelId',
      'states',
      'taken',
      'backordered',
      'parcels',
      'deliveryByHand',
      'cancellation',
    ],
  },
  events: EVENTS,
  decide(state, command) {
    switch (command.type) {
      case 'place_order': {
        const { userId, subject, username, currency, currencyDigits, taken, backordered, details } = command;
        return decided({
          type: 'order_placed',
          userId,
          subject,
          username,
          currency,
          currencyDigits,
          details,
          cart: command.cart,
          taken,
          backordered,
          invoicePrefix: command.invoice.prefix,
          invoiceNumber: command.invoice.number,
          day: command.day,
          sessions: command.sessions,
          profileId: command.profileId,
        });
      }
      case 'change_details': {
        const { paymentMethodId = null, deliveryMethodId = null } = command;
        const fit = attributesFit(state.details, command);
        if (!fit.ok) return fit;
        const personal = personalChange(state.details, command);
        const subject = isAnonymous(personal) ? state.subject : command.subject;
        const { by, names } = command;
        const event = {
          type: 'order_details_changed' as const,
          paymentMethodId,
          deliveryMethodId,
          subject,
          ...personal,
          ...names,
          by,
        };
        return sameDetails(state.details, changedDetails(state.details, event)) ? decided() : decided(event);
      }
      case 'move':
        return decideMove(state, command);
      case 'add_parcel': {
        const { lines, provider, trackingNumber, by } = command;
        return decided({ type: 'order_parcel_added', lines, provider, trackingNumber, by });
      }
      case 'cancel_invoice':
        return decided({
          type: 'order_invoice_canceled',
          prefix: command.prefix,
          number: command.number,
          canceledMs: command.canceledMs,
        });
      case 'set_stock':
        return decided({ type: 'order_stock_set', taken: command.taken, backordered: command.backordered });
      default:
        return command satisfies never;
    }
  },

  apply(state, event, atMs) {
    state.modifiedMs = atMs;
    switch (event.type) {
      case 'order_placed':
        state.createdMs = atMs;
        state.userId = event.userId;
        state.subject = event.subject;
        state.username = event.username;
        state.currency = event.currency;
        state.currencyDigits = event.currencyDigits;
        state.details = event.details;
        state.cart = event.cart;
        // Views cached something of these lines while they were in a session's cart.
        for (const line of event.cart.lines) line.derivedCache = undefined;
        state.taken = event.taken;
        state.backordered = event.backordered;
        state.invoice = { prefix: event.invoicePrefix, number: event.invoiceNumber };
        state.day = event.day;
        state.sessions = event.sessions;
        state.profileId = event.profileId;
        return;
      case 'order_details_changed':
        state.subject = event.subject;
        state.details = changedDetails(state.details, event);
        state.modifierChannelId = event.by;
        return;
      case 'order_state_changed':
        state.states = { ...state.states, [event.lifecycle]: event.to };
        if (event.lifecycle === 'delivery') state.deliveryByHand = event.byHand;
        state.modifierChannelId = event.by;
        return;
      case 'order_parcel_added': {
        const { lines, provider, trackingNumber } = event;
        state.parcels = [...state.parcels, { sentMs: atMs, lines, provider, trackingNumber }];
        state.modifierChannelId = event.by;
        return;
      }
      case 'order_invoice_canceled':
        state.cancellation = { prefix: event.prefix, number: event.number, canceledMs: event.canceledMs };
        return;
      case 'order_stock_set':
        state.taken = event.taken;
        state.backordered = event.backordered;
        return;
      default:
        event satisfies never;
    }
  },

  index: {
    create: () => ({
      byUser: new OrderedChildIndex(),
      invoices: { last: 0, skippedTo: 0, ...newVersioned() },
      cancellations: { last: 0, skippedTo: 0, ...newVersioned() },
      reports: new OrderReports(),
      owed: new OwedStock(),
      attributeNames: new RefCountIndex<string>(),
    }),
    add(index, id, state, seq) {
      const { userId, createdMs, invoice, cancellation } = state;
      if (userId !== 0) index.byUser.add(userId, id, createdMs, seq);
      reach(index.invoices, invoice.number, seq);
      reach(index.cancellations, cancellation.number, seq);
      index.reports.add(id, state, seq);
      index.owed.add(state, seq);
      for (const name of Object.keys(state.details.attributes)) index.attributeNames.add(composed(name), 1);
    },
    remove(index, id, state, seq) {
      if (state.userId !== 0) index.byUser.remove(state.userId, id, seq);
      index.reports.remove(state, seq);
      index.owed.remove(state, seq);
      for (const name of Object.keys(state.details.attributes)) index.attributeNames.add(composed(name), -1);
    },
  },
  evictable: () => true,
  residentShare: 0.1,
};

/** Whether the session placed the order, or went on after it. */
export const placedIn = ({ sessions }: Order, id: number, generation: number): boolean =>
  sessions.some((sessionId, index) => index % 2 === 0 && sessionId === id && sessions[index + 1] === generation);
