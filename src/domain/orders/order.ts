// A placed order: buyer, frozen cart, states, invoice number, parcels. It shows for ever what it was placed with
// (D113); changes of the catalogue and of settings do not reach it. Not promised: a way to change its lines.
import { refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { composed } from '../../kernel/text.ts';
import { field, schema } from '../schema.ts';
import { decided } from '../actor.ts';
import type { ActorKind, EventOf } from '../actor.ts';
import type { Taken, WantedPieces } from '../stock/pieces.ts';
import type { Cart } from '../cart/cart.ts';
import { CART, emptyCart } from '../cart/cart.ts';
import { ChildList, OrderedChildIndex } from '../ordered-child-index.ts';
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
import { awaitsPayment, isUnpaid } from './awaits-payment.ts';
import { OwedStock } from './stock-owed-by-orders.ts';
import { OrderReports } from './order-reports.ts';
import { PromotionUses } from './promotion-uses.ts';
import { applyPlaced, placedEvent } from './placed-order.ts';
import type { InvoiceNumber, PlacedOrder } from './placed-order.ts';
import { newVersioned } from '../../kernel/versioned.ts';
import { reach } from './last-invoice.ts';
import type { LastInvoice } from './last-invoice.ts';
import { deliveredParcels, isOnItsWay, returnedBy, sentParcel } from './order-parts.ts';
import type { Cancellation, PackedParcel, Parcel, ParcelLine, StaffNote } from './order-parts.ts';

export interface Order extends PlacedOrder {
  createdMs: number;
  modifiedMs: number;
  states: OrderStates;
  parcels: readonly Parcel[];
  /** The back office set the delivery state itself; parcels no longer change it. */
  deliveryByHand: boolean;
  /** The channel whose back office changed it last; 0: only its buyer did. */
  modifierChannelId: number;
  /** The document that cancels its invoice; its number is 0 while there is none. */
  cancellation: Cancellation;
  /** It was cancelled because it was not paid in time, and nobody has moved it since. */
  isExpired: boolean;
  /** What the staff noted, oldest first; the buyer is never shown it. */
  notes: readonly StaffNote[];
  /** So many parcels, the first ones, have come back: staff set the delivery state to PROCESSING after them. */
  parcelsReturned: number;
}

export type { Cancellation, Parcel, ParcelLine };

export type OrderCommand =
  | ({ readonly type: 'place_order' } & PlacedOrder)
  | ({
      readonly type: 'change_details';
      readonly subject: number;
      readonly by: number;
      readonly names: ReturnType<typeof namesChanged>;
    } & DetailsChange)
  /**
   * `byHand`: the back office says so; otherwise the move follows from something that happened. `expired`: that it was
   * not paid in time.
   */
  | ({
      readonly type: 'move';
      readonly mode: Mode;
      readonly byHand: boolean;
      readonly by: number;
      readonly expired?: boolean;
    } & OrderMove)
  /** `untilMs`: 0: it is never cancelled by itself. */
  | { readonly type: 'set_deadline'; readonly untilMs: number; readonly by: number }
  | ({ readonly type: 'add_parcel'; readonly by: number } & PackedParcel)
  | { readonly type: 'deliver_parcel'; readonly parcelId: number; readonly by: number }
  | { readonly type: 'note'; readonly subject: number; readonly userId: number; readonly text: string }
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
    payUntilMs: 0,
    channelId: 0,
    isPrepared: false,
    isTrial: false,
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
  order_invoice_canceled: { prefix: '', number: 0, canceledMs: 0 },
  order_deadline_set: { untilMs: 0, by: 0 },
  order_parcel_delivered: { parcelId: 0, by: 0 },
  order_noted: { subject: 0, userId: 0, text: field('', { personal: 'contact', erased: '' }) },
};

export interface OrderIndex {
  readonly placed: { count: number };
  /** User → orders, oldest first, ties by id: an id may be reserved long before its order is placed. */
  readonly byUser: OrderedChildIndex;
  readonly invoices: LastInvoice;
  /** Numbers of documents that cancel an invoice. */
  readonly cancellations: LastInvoice;
  readonly reports: OrderReports;
  readonly owed: OwedStock;
  readonly promotions: PromotionUses;
  /** Orders that end unless they are paid, by when that is. */
  readonly unpaid: ChildList;
  /** Orders that ended because they were not paid in time, by when they were placed. */
  readonly expired: ChildList;
  /** Trial orders, by when they were placed. */
  readonly trials: ChildList;
  /** Those of them that are not cancelled: they hold stock. */
  readonly openTrials: ChildList;
  /** Attribute name, composed → orders that have it; it may count orders whose details are erased. */
  readonly attributeNames: RefCountIndex<string>;
  /** Payment method id → orders by it that are not paid yet. */
  readonly unpaidByMethod: RefCountIndex;
}

/**
 * Refuses: ORDER_STATE_TRANSITION_INVALID. An event that leads to the state that the order has is no change, but for a
 * person who cancels what has ended unpaid: then no money opens it again.
 */
const decideMove = (
  state: Order,
  { lifecycle, event, mode, byHand, by, expired = false }: Extract<OrderCommand, { type: 'move' }>,
): Result<readonly EventOf<typeof EVENTS>[]> => {
  const life = ORDER_LIFECYCLES[lifecycle];
  const from = state.states[lifecycle];
  const to = life.target(event) ?? '';
  const isForGood = lifecycle === 'order' && state.isExpired && byHand;
  if (to === from && !isForGood) return decided();
  const parcelsReturned = lifecycle === 'delivery' ? returnedBy(state, to, byHand) : state.parcelsReturned;
  if (to === from || life.step(from, event, mode) !== undefined)
    return decided({ type: 'order_state_changed', lifecycle, from, to, byHand, by, expired, parcelsReturned });
  const reachable = life.reachable(from).join(', ');
  return refuse('ORDER_STATE_TRANSITION_INVALID', to, `From ${from} the ${lifecycle} may go to: ${reachable}.`);
};

export const order: ActorKind<Order, OrderCommand, typeof EVENTS, OrderIndex> = {
  kind: 'order',
  firstId: ({ orderIdFirst }) => orderIdFirst,
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
    payUntilMs: 0,
    isExpired: false,
    notes: field<readonly StaffNote[]>([], { personal: 'contact', erased: [] }),
    channelId: 0,
    isPrepared: false,
    isTrial: false,
    parcelsReturned: 0,
  }),
  audit: {
    hidden: [],
    // Keyed by number, so that an audit entry shows the parcel or the note that was added and not all of them.
    view: (state) => ({
      ...state,
      details: shownDetails(state.details),
      parcels: Object.fromEntries(state.parcels.map((parcel, index) => [index + 1, parcel])),
      notes: Object.fromEntries(state.notes.map(({ text }, index) => [index + 1, text])),
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
      'payUntilMs',
      'isExpired',
      'parcelsReturned',
    ],
  },
  events: EVENTS,
  decide(state, command) {
    switch (command.type) {
      case 'place_order':
        return decided(placedEvent(command));
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
      case 'set_deadline': {
        const { untilMs, by } = command;
        return untilMs === state.payUntilMs ? decided() : decided({ type: 'order_deadline_set', untilMs, by });
      }
      case 'add_parcel':
        return decided({ ...command, type: 'order_parcel_added' });
      case 'deliver_parcel':
        if (!isOnItsWay(state, command.parcelId)) return decided();
        return decided({ ...command, type: 'order_parcel_delivered' });
      case 'note':
        return decided({ ...command, type: 'order_noted' });
      case 'cancel_invoice':
        return decided({ ...command, type: 'order_invoice_canceled' });
      case 'set_stock':
        return decided({ ...command, type: 'order_stock_set' });
      default:
        return command satisfies never;
    }
  },

  apply(state, event, atMs) {
    state.modifiedMs = atMs;
    switch (event.type) {
      case 'order_placed':
        return applyPlaced(state, event, atMs);
      case 'order_details_changed':
        state.subject = event.subject;
        state.details = changedDetails(state.details, event);
        state.modifierChannelId = event.by;
        return;
      case 'order_state_changed': {
        const waited = awaitsPayment(state);
        state.states = { ...state.states, [event.lifecycle]: event.to };
        if (event.lifecycle === 'delivery') state.deliveryByHand = event.byHand;
        state.parcelsReturned = event.parcelsReturned;
        if (event.lifecycle === 'order') state.isExpired = event.expired;
        // Its time may be over by now, and it would end at once.
        if (!waited && awaitsPayment(state)) state.payUntilMs = 0;
        if (!event.expired) state.modifierChannelId = event.by;
        return;
      }
      case 'order_parcel_added':
        state.parcels = [...state.parcels, sentParcel(atMs, event)];
        state.modifierChannelId = event.by;
        return;
      case 'order_parcel_delivered':
        state.parcels = deliveredParcels(state, event.parcelId, atMs);
        state.modifierChannelId = event.by;
        return;
      case 'order_invoice_canceled':
        state.cancellation = { prefix: event.prefix, number: event.number, canceledMs: event.canceledMs };
        return;
      case 'order_noted':
        state.subject = event.subject;
        state.notes = [...state.notes, { atMs, userId: event.userId, text: event.text }];
        return;
      case 'order_deadline_set':
        state.payUntilMs = event.untilMs;
        state.modifierChannelId = event.by;
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
      placed: { count: 0 },
      byUser: new OrderedChildIndex(),
      invoices: { last: 0, skippedTo: 0, ...newVersioned() },
      cancellations: { last: 0, skippedTo: 0, ...newVersioned() },
      reports: new OrderReports(),
      owed: new OwedStock(),
      promotions: new PromotionUses(),
      unpaid: new ChildList(),
      expired: new ChildList(),
      trials: new ChildList(),
      openTrials: new ChildList(),
      attributeNames: new RefCountIndex<string>(),
      unpaidByMethod: new RefCountIndex(),
    }),
    add(index, id, state, seq) {
      const { userId, createdMs, invoice, cancellation } = state;
      index.placed.count += 1;
      if (userId !== 0) index.byUser.add(userId, id, createdMs, seq);
      reach(index.invoices, invoice.number, seq);
      reach(index.cancellations, cancellation.number, seq);
      index.reports.add(id, state, seq);
      index.owed.add(state, seq);
      index.promotions.count(state, 1, seq);
      if (state.payUntilMs !== 0 && awaitsPayment(state)) index.unpaid.add(id, state.payUntilMs, seq);
      if (state.isExpired) index.expired.add(id, createdMs, seq);
      if (state.isTrial) index.trials.add(id, createdMs, seq);
      if (state.isTrial && state.states.order !== 'CANCELED') index.openTrials.add(id, createdMs, seq);
      for (const name of Object.keys(state.details.attributes)) index.attributeNames.add(composed(name), 1);
      if (isUnpaid(state)) index.unpaidByMethod.add(state.details.paymentMethodId, 1);
    },
    remove(index, id, state, seq) {
      index.placed.count -= 1;
      if (state.userId !== 0) index.byUser.remove(state.userId, id, seq);
      index.reports.remove(id, state, seq);
      index.owed.remove(state, seq);
      index.promotions.count(state, -1, seq);
      if (state.payUntilMs !== 0) index.unpaid.remove(id, seq);
      if (state.isExpired) index.expired.remove(id, seq);
      if (state.isTrial) for (const list of [index.trials, index.openTrials]) list.remove(id, seq);
      for (const name of Object.keys(state.details.attributes)) index.attributeNames.add(composed(name), -1);
      if (isUnpaid(state)) index.unpaidByMethod.add(state.details.paymentMethodId, -1);
    },
  },
  evictable: () => true,
  residentShare: 0.1,
};

/** Whether the session placed the order, or went on after it. */
export const placedIn = ({ sessions }: Order, id: number, generation: number): boolean =>
  sessions.some((sessionId, index) => index % 2 === 0 && sessionId === id && sessions[index + 1] === generation);

declare module '../kind-types.ts' {
  interface KindTypes {
    readonly order: typeof order;
  }
}
