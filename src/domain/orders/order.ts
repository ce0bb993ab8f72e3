// A placed order: buyer, frozen cart, states, invoice number, parcels. It shows for ever what it was placed with
// (D113); changes of the catalogue and of settings do not reach it. Not promised: a way to change its lines.
import { refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { field, schema } from '../schema.ts';
import { decided } from '../actor.ts';
import type { ActorKind, EventOf } from '../actor.ts';
import type { Taken, WantedPieces } from '../stock/pieces.ts';
import type { Cart } from '../cart/cart.ts';
import { CART, emptyCart } from '../cart/cart.ts';
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
import { awaitsPayment } from './awaits-payment.ts';
import { creditMade, receivedBy } from './credits.ts';
import type { Credit, CreditKind, CreditedLine } from './credits.ts';
import { addOrder, createOrderIndex, removeOrder } from './order-index.ts';
import type { OrderIndex } from './order-index.ts';
import { applyPlaced, placedEvent } from './placed-order.ts';
import type { InvoiceNumber, PlacedOrder } from './placed-order.ts';
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
  /** What of it no longer counts, oldest first. */
  credits: readonly Credit[];
  /** What came when its payment was received; −1, of older versions: what it came to. */
  receivedMinor: number;
  /** What of that went back, also to the exchange of one of its returns. */
  refundedMinor: number;
  /** The return that it is the exchange of; 0: none. */
  returnId: number;
  /** What pays it of what is owed for the returned order. */
  exchangedMinor: number;
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
      /** What came; absent: what it comes to. */
      readonly receivedMinor?: number;
    } & OrderMove)
  /** `untilMs`: 0: it is never cancelled by itself. */
  | { readonly type: 'set_deadline'; readonly untilMs: number; readonly by: number }
  | ({ readonly type: 'add_parcel'; readonly by: number } & PackedParcel)
  | { readonly type: 'deliver_parcel'; readonly parcelId: number; readonly by: number }
  | { readonly type: 'note'; readonly subject: number; readonly userId: number; readonly text: string }
  | ({ readonly type: 'cancel_invoice' } & Cancellation)
  | ({ readonly type: 'credit' } & Omit<Credit, 'atMs'>)
  /** Below 0: what had gone back is here after all. */
  | { readonly type: 'refund'; readonly minor: number; readonly by: number }
  | { readonly type: 'exchange'; readonly returnId: number; readonly minor: number; readonly by: number }
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
    products: [] as readonly number[],
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
  order_credited: {
    kind: 'canceled' as CreditKind,
    day: 0,
    lines: [] as readonly CreditedLine[],
    reason: '',
    notePrefix: '',
    noteNumber: 0,
    by: 0,
  },
  order_refunded: { minor: 0, by: 0 },
  order_exchanged: { returnId: 0, minor: 0, by: 0 },
  order_deadline_set: { untilMs: 0, by: 0 },
  order_parcel_delivered: { parcelId: 0, by: 0 },
  order_noted: { subject: 0, userId: 0, text: field('', { personal: 'contact', erased: '' }) },
};

/**
 * Refuses: ORDER_STATE_TRANSITION_INVALID. An event that leads to the state that the order has is no change, but for a
 * person who cancels what has ended unpaid: then no money opens it again.
 */
const decideMove = (
  state: Order,
  command: Extract<OrderCommand, { type: 'move' }>,
): Result<readonly EventOf<typeof EVENTS>[]> => {
  const { lifecycle, event, mode, byHand, by, expired = false } = command;
  const life = ORDER_LIFECYCLES[lifecycle];
  const from = state.states[lifecycle];
  const to = life.target(event) ?? '';
  const isForGood = lifecycle === 'order' && state.isExpired && byHand;
  if (to === from && !isForGood) return decided();
  const parcelsReturned = lifecycle === 'delivery' ? returnedBy(state, to, byHand) : state.parcelsReturned;
  const receivedMinor = lifecycle === 'payment' ? receivedBy(state, to, command.receivedMinor) : state.receivedMinor;
  if (to === from || life.step(from, event, mode) !== undefined) {
    const moved = { type: 'order_state_changed' as const, lifecycle, from, to, byHand, by, expired };
    return decided({ ...moved, parcelsReturned, receivedMinor });
  }
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
    credits: [],
    receivedMinor: -1,
    products: [],
    refundedMinor: 0,
    returnId: 0,
    exchangedMinor: 0,
  }),
  audit: {
    hidden: [],
    // Keyed by number, so that an audit entry shows the parcel or the note that was added and not all of them.
    view: (state) => ({
      ...state,
      details: shownDetails(state.details),
      credits: Object.fromEntries(state.credits.map((credit, index) => [index + 1, credit])),
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
      'credits',
      'receivedMinor',
      'refundedMinor',
      'returnId',
      'exchangedMinor',
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
        const event = {
          type: 'order_details_changed' as const,
          paymentMethodId,
          deliveryMethodId,
          subject,
          ...personal,
          ...command.names,
          by: command.by,
        };
        return sameDetails(state.details, changedDetails(state.details, event)) ? decided() : decided(event);
      }
      case 'move':
        return decideMove(state, command);
      case 'set_deadline':
        if (command.untilMs === state.payUntilMs) return decided();
        return decided({ ...command, type: 'order_deadline_set' });
      case 'add_parcel':
        return decided({ ...command, type: 'order_parcel_added' });
      case 'deliver_parcel':
        if (!isOnItsWay(state, command.parcelId)) return decided();
        return decided({ ...command, type: 'order_parcel_delivered' });
      case 'note':
        return decided({ ...command, type: 'order_noted' });
      case 'cancel_invoice':
        return decided({ ...command, type: 'order_invoice_canceled' });
      case 'credit': {
        const { note, ...rest } = command;
        return decided({ ...rest, type: 'order_credited', notePrefix: note.prefix, noteNumber: note.number });
      }
      case 'refund':
        return decided({ ...command, type: 'order_refunded' });
      case 'exchange':
        return decided({ ...command, type: 'order_exchanged' });
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
        if (event.lifecycle === 'payment') {
          state.receivedMinor = event.receivedMinor;
          // Money of an exchange is here, and may have gone back, before any other comes.
          if (event.to !== 'PAYMENT_RECEIVED') state.refundedMinor = 0;
        }
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
      case 'order_credited':
        state.credits = [...state.credits, creditMade(atMs, event)];
        state.modifierChannelId = event.by;
        return;
      case 'order_refunded':
        state.refundedMinor += event.minor;
        state.modifierChannelId = event.by;
        return;
      case 'order_exchanged':
        state.returnId = event.returnId;
        state.exchangedMinor += event.minor;
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
    create: createOrderIndex,
    add: addOrder,
    remove: removeOrder,
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
