// A placed order: buyer, frozen cart, states, invoice number, parcels. It shows for ever what it was placed with
// (D113); changes of the catalogue and of settings do not reach it, and an edit keeps the cart before it.
import type { RecordedAnswer } from '../../kernel/extensions.ts';
import { refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { field, list, schema } from '../schema.ts';
import { decided } from '../actor.ts';
import type { ActorKind, EventOf } from '../actor.ts';
import { CART } from '../cart/cart.ts';
import { ORDER_LIFECYCLES } from '../lifecycles/order-lifecycles.ts';
import type { OrderStates } from '../lifecycles/order-lifecycles.ts';
import {
  attributesFit,
  changedDetails,
  isAnonymous,
  personalChange,
  restoredDetails,
  sameDetails,
  shownDetails,
} from '../cart/order-details.ts';
import { productsAfterEdit } from './bought-together.ts';
import { awaitsPayment } from './awaits-payment.ts';
import { BUYER, CANCELLATION, EVENTS, INVOICE_NUMBER, STATES } from './order-events.ts';
import { NO_MONEY, moneyAfter, turnsAfter } from './bookings.ts';
import type { OrderMoney } from './bookings.ts';
import { creditMade, creditedPieces, keptMinor, moneyReceivedOf, receivedBy } from './credits.ts';
import type { Credit } from './credits.ts';
import type { OrderCommand } from './order-commands.ts';
import { addOrder, createOrderIndex, removeOrder } from './order-index.ts';
import type { OrderIndex } from './order-index.ts';
import { partialMade } from './partial-invoice.ts';
import type { PartialInvoice } from './partial-invoice.ts';
import { applyPlaced, placedEvent } from './placed-order.ts';
import type { PlacedOrder } from './placed-order.ts';
import { deliveredParcels, isOnItsWay, returnedBy, sentParcel } from './order-parts.ts';
import type { Cancellation, Parcel, ParcelLine, StaffNote, Turn } from './order-parts.ts';
import { PAST_CART, pastCartOf } from './past-carts.ts';
import type { PastCart } from './past-carts.ts';

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
  /** What came since its payment is received; −1, of older versions: what it came to. */
  receivedMinor: number;
  /** What of that went back, also to the exchange of one of its returns. */
  refundedMinor: number;
  /** Carts that it had before edits, oldest first. */
  past: readonly PastCart[];
  /** Cancelled, or opened again, after the month of its invoice was closed, oldest first; then it is edited no more. */
  turns: readonly Turn[];
  /** What came and went back, oldest first; older versions noted nothing. */
  money: readonly OrderMoney[];
  /** The return that it is the exchange of; 0: none. */
  returnId: number;
  /** What pays it of what is owed for the returned order. */
  exchangedMinor: number;
  /** Extensions that were asked about it when it was placed. */
  answers: readonly RecordedAnswer[];
  /** Its invoices where it is invoiced by parcel, oldest first. */
  partials: readonly PartialInvoice[];
}

export type { Cancellation, OrderCommand, Parcel, ParcelLine };

/**
 * Refuses: ORDER_STATE_TRANSITION_INVALID. An event that leads to the state that the order has is no change, but for a
 * person who cancels what has ended unpaid: then no money opens it again.
 */
const decideMove = (
  state: Order,
  command: Extract<OrderCommand, { type: 'move' }>,
): Result<readonly EventOf<typeof EVENTS>[]> => {
  const { lifecycle, event, mode, byHand, by, expired = false, day = -1, methodId = 0, isLate = false } = command;
  const life = ORDER_LIFECYCLES[lifecycle];
  const from = state.states[lifecycle];
  const to = life.target(event) ?? '';
  const isForGood = lifecycle === 'order' && state.isExpired && byHand;
  if (to === from && !isForGood) return decided();
  const parcelsReturned =
    lifecycle === 'delivery'
      ? returnedBy(state, to, byHand, creditedPieces(state, ['canceled']))
      : state.parcelsReturned;
  const receivedMinor = lifecycle === 'payment' ? receivedBy(state, to, command.receivedMinor) : state.receivedMinor;
  if (to === from || life.step(from, event, mode) !== undefined) {
    const moved = { type: 'order_state_changed' as const, lifecycle, from, to, byHand, by, expired };
    const late = lifecycle === 'order' && (isLate || state.turns.length > 0);
    return decided({ ...moved, parcelsReturned, receivedMinor, day, methodId, isLate: late });
  }
  const reachable = life.reachable(from).join(', ');
  return refuse('ORDER_STATE_TRANSITION_INVALID', to, `From ${from} the ${lifecycle} may go to: ${reachable}.`);
};

const applyEdited = (state: Order, event: Extract<EventOf<typeof EVENTS>, { type: 'order_edited' }>): void => {
  state.products = productsAfterEdit(state, event.products);
  // Money of before counts as what it was.
  state.receivedMinor = moneyReceivedOf(state);
  state.past = [...state.past, pastCartOf(state)];
  state.cart = event.cart;
  state.credits = [];
  state.invoice = { prefix: event.invoicePrefix, number: event.invoiceNumber };
};

const applyInvoiced = (state: Order, partial: PartialInvoice): void => {
  state.invoice = partial.invoice;
  state.partials = [...state.partials, partial];
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
    past: list(PAST_CART),
    turns: [],
    money: [],
    returnId: 0,
    exchangedMinor: 0,
    answers: [],
    isInvoicedByParcel: false,
    partials: [],
    language: '',
  }),
  audit: {
    hidden: [],
    stamps: ['modifiedMs', 'modifierChannelId'],
    // Keyed by number, so that an audit entry shows the parcel or the note that was added and not all of them.
    view: (state) => ({
      ...state,
      details: shownDetails(state.details),
      credits: Object.fromEntries(state.credits.map((credit, index) => [index + 1, credit])),
      past: Object.fromEntries(state.past.map((cart, index) => [index + 1, cart])),
      parcels: Object.fromEntries(state.parcels.map((parcel, index) => [index + 1, parcel])),
      partials: Object.fromEntries(state.partials.map((partial, index) => [index + 1, partial])),
      notes: Object.fromEntries(state.notes.map(({ text }, index) => [index + 1, text])),
    }),
    restored: (seen, now) => {
      const state = seen as Order;
      return {
        ...state,
        details: restoredDetails(state.details, now.details),
        credits: Object.values(state.credits),
        past: Object.values(state.past),
        parcels: Object.values(state.parcels),
        partials: Object.values(state.partials),
        notes: now.notes.slice(0, Object.keys(state.notes).length),
      };
    },
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
      'past',
      'turns',
      'money',
      'returnId',
      'exchangedMinor',
      'answers',
      'isInvoicedByParcel',
      'partials',
      'language',
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
        const { note, partialId = 0, isContinued = false, ...rest } = command;
        const of = { notePrefix: note.prefix, noteNumber: note.number, partialId, isContinued };
        return decided({ ...rest, ...of, type: 'order_credited' });
      }
      case 'invoice_part': {
        const { invoice, ...rest } = command;
        return decided({ ...rest, ...invoice, type: 'order_part_invoiced' });
      }
      case 'refund':
        return decided({ day: -1, methodId: 0, ...command, type: 'order_refunded' });
      case 'note_answers':
        return decided({ type: 'order_answered', answers: command.answers });
      case 'exchange':
        return decided({ ...command, type: 'order_exchanged' });
      case 'edit': {
        const { cart, invoice, products } = command;
        const event = { type: 'order_edited' as const, cart, products };
        return decided({ ...event, invoicePrefix: invoice.prefix, invoiceNumber: invoice.number });
      }
      case 'receive':
        return decided({ ...command, type: 'order_received' });
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
        const kept = keptMinor(state);
        if (event.lifecycle === 'order') state.turns = turnsAfter(state, event.to, event.isLate, event.day);
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
          state.money = moneyAfter(state.money, { ...event, minor: keptMinor(state) - kept, kind: 'received' });
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
        state.cancellation = CANCELLATION.copy(event);
        return;
      case 'order_credited':
        state.credits = [...state.credits, creditMade(atMs, event)];
        state.modifierChannelId = event.by;
        return;
      case 'order_part_invoiced':
        return applyInvoiced(state, partialMade(atMs, event));
      case 'order_refunded':
        state.refundedMinor += event.minor;
        if (event.methodId !== NO_MONEY)
          state.money = moneyAfter(state.money, { ...event, minor: -event.minor, kind: 'refunded' });
        state.modifierChannelId = event.by;
        return;
      case 'order_edited':
        return applyEdited(state, event);
      case 'order_received':
        state.receivedMinor = moneyReceivedOf(state) + event.minor;
        state.money = moneyAfter(state.money, { ...event, kind: 'received' });
        return;
      case 'order_answered':
        state.answers = event.answers;
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
    isOneWay: true,
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
