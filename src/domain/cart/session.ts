// A session: cart, draft order and login of one shopper (Decision 30, 43).
import { DONE, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { decided } from '../actor.ts';
import type { ActorKind, EventOf } from '../actor.ts';
import type { Cart, DeliveryPosition } from './cart.ts';
import type { CartCoupon } from '../coupons/coupon.ts';
import { cartFromRow, cartToRow, emptyCart, staysExact } from './cart.ts';
import { LINE_EVENTS, applyLine, decideLine } from './cart-lines.ts';
import type { LineCommand } from './cart-lines.ts';
import type { DetailsChange, OrderDetails, PersonalChange } from './order-details.ts';
import {
  NO_DETAILS,
  SEALED_DETAILS,
  addressesOf,
  attributesFit,
  changedDetails,
  enteredOf,
  detailsFromRow,
  detailsToRow,
  isAnonymous,
  isBlank,
  methodsOf,
  personalChange,
} from './order-details.ts';

export interface Session {
  /** How often its slot was used before, so that no code of an earlier holder opens it. */
  generation: number;
  nonce: string;
  createdMs: number;
  expiresMs: number;
  /** 0: nobody is logged in. */
  userId: number;
  /** The user's, when he logged in here: once his has moved on, the login is over. */
  loginGeneration: number;
  /** Whose keys seal what the session knows of its shopper; 0 while it knows nothing. */
  subject: number;
  username: string;
  cart: Cart;
  draft: OrderDetails;
  /**
   * The id that the next order of this session will have, as its draft shows it; 0 before the draft's first details.
   */
  orderNumber: number;
  /** The order that this session placed last: a checkout without lines gives it again. 0 for none. */
  placedOrderId: number;
  /** Lines that come and go leave that as it is; false for what was placed before 2026-11-22. */
  staysRepeatable: boolean;
  /** The session that goes on after that order. */
  next: SessionRef | null;
  /** It still shows that order: no draft has begun since. */
  showsPlaced: boolean;
  /** The stock items that its cart held something of when it changed last (Decision 26). */
  held: readonly number[];
}

/** All that a session's code is made of. */
export interface SessionRef {
  readonly id: number;
  readonly generation: number;
  readonly nonce: string;
  readonly createdMs: number;
}

export interface Login {
  readonly userId: number;
  readonly subject: number;
  readonly username: string;
  readonly loginGeneration: number;
}

export type SessionCommand =
  | {
      readonly type: 'start';
      readonly nonce: string;
      readonly lifeMs: number;
      readonly userId: number;
      readonly subject: number;
      readonly username: string;
      readonly loginGeneration?: number;
    }
  /** `keepsDraft`: the user is who entered it as a guest. */
  | ({ readonly type: 'log_in'; readonly keepsDraft: boolean } & Login)
  | { readonly type: 'log_out' }
  | { readonly type: 'touch'; readonly lifeMs: number }
  | { readonly type: 'expire' }
  | { readonly type: 'make_room' }
  | { readonly type: 'end' }
  | LineCommand
  | { readonly type: 'clear_cart' }
  | { readonly type: 'note_holds'; readonly stockIds: readonly number[] }
  | { readonly type: 'set_delivery_costs'; readonly positions: readonly DeliveryPosition[] }
  | { readonly type: 'set_coupons'; readonly coupons: readonly CartCoupon[] }
  /** `orderNumber`: an order id that nobody has, for a draft that has none yet. */
  | ({ readonly type: 'set_details'; readonly subject: number; readonly orderNumber: number } & DetailsChange)
  | { readonly type: 'place'; readonly orderId: number; readonly next: SessionRef };

const EVENTS = {
  session_started: { generation: 0, nonce: '', expiresMs: 0, userId: 0, subject: 0, username: '', loginGeneration: 0 },
  session_logged_in: { userId: 0, subject: 0, username: '', loginGeneration: 0 },
  session_logged_out: {},
  session_touched: { expiresMs: 0 },
  session_ended: {},
  ...LINE_EVENTS,
  cart_cleared: {},
  holds_noted: { stockIds: [] as readonly number[] },
  delivery_costs_set: { positions: [] as readonly DeliveryPosition[] },
  coupons_set: { coupons: [] as readonly CartCoupon[] },
  /** The placed order is no longer shown: addresses stay, methods are unset (Decision 30). */
  draft_renewed: {},
  order_number_reserved: { orderId: 0 },
  /**
   * Somebody else goes on in the session: the draft's methods stay, nothing that is about a person, and no number that
   * was shown.
   */
  draft_forgotten: {},
  details_set: {
    paymentMethodId: null as number | null,
    deliveryMethodId: null as number | null,
    subject: 0,
    contact: null as PersonalChange['contact'],
    attributes: {} as PersonalChange['attributes'],
    invoice: null as PersonalChange['invoice'],
  },
  order_handed_over: { orderId: 0, next: null as SessionRef | null, staysRepeatable: false as boolean },
};
type SessionEvent = EventOf<typeof EVENTS>;

/** What comes before a change that begins the next draft. */
const renewed = ({ showsPlaced }: Session): readonly SessionEvent[] => (showsPlaced ? [{ type: 'draft_renewed' }] : []);

const NOTHING_HELD: readonly number[] = [];
const ERASED_NAME = { purpose: 'contact', erased: 'erased' } as const;

export const session: ActorKind<Session, SessionCommand, typeof EVENTS> = {
  kind: 'session',
  events: EVENTS,
  ends: 'session_ended',
  slots: true,
  reserves: { event: 'order_number_reserved', field: 'orderId', kind: 'order' },
  // Somebody who only looks around, or has bought.
  rests: ({ cart }) => cart.lines.length === 0,
  initial: (generation) => ({
    generation,
    nonce: '',
    createdMs: 0,
    expiresMs: 0,
    userId: 0,
    loginGeneration: 0,
    subject: 0,
    username: '',
    cart: emptyCart(0),
    draft: NO_DETAILS,
    orderNumber: 0,
    placedOrderId: 0,
    staysRepeatable: false,
    next: null,
    showsPlaced: false,
    held: NOTHING_HELD,
  }),

  decide(state, command, atMs) {
    switch (command.type) {
      case 'start':
        return decided({
          type: 'session_started',
          generation: state.generation,
          nonce: command.nonce,
          expiresMs: atMs + command.lifeMs,
          userId: command.userId,
          subject: command.subject,
          username: command.username,
          loginGeneration: command.loginGeneration ?? 0,
        });
      case 'log_in': {
        const { userId, subject, username, loginGeneration } = command;
        if (state.userId === userId && state.loginGeneration === loginGeneration) return decided();
        const login: SessionEvent = { type: 'session_logged_in', userId, subject, username, loginGeneration };
        if (state.subject === 0 || state.subject === subject) return decided(login);
        // What is sealed with other keys from now on is written anew with them: a row knows but one person.
        return command.keepsDraft
          ? decided<SessionEvent>(login, { type: 'details_set', subject, ...enteredOf(state.draft) })
          : decided<SessionEvent>({ type: 'draft_forgotten' }, ...renewed(state), login);
      }
      case 'log_out':
        return state.userId === 0 ? decided() : decided({ type: 'session_logged_out' });
      case 'touch':
        return decided({ type: 'session_touched', expiresMs: atMs + command.lifeMs });
      case 'expire':
        return atMs < state.expiresMs ? decided() : decided({ type: 'session_ended' });
      case 'end':
        return decided({ type: 'session_ended' });
      case 'make_room':
        return isIdle(state) ? decided({ type: 'session_ended' }) : decided();
      case 'add_line':
      case 'decrement_line':
      case 'set_line_quantity':
      case 'remove_line': {
        const event = decideLine(state.cart, command);
        if (!event.ok) return event;
        return !state.showsPlaced || command.type !== 'add_line'
          ? decided(event.value)
          : decided<SessionEvent>({ type: 'draft_renewed' }, event.value);
      }
      case 'clear_cart': {
        const { lines, delivery, coupons } = state.cart;
        return lines.length + delivery.length + coupons.length === 0 ? decided() : decided({ type: 'cart_cleared' });
      }
      case 'note_holds':
        return decided({ type: 'holds_noted', stockIds: command.stockIds });
      case 'set_delivery_costs':
        if (!staysExact(state.cart.volume, command.positions, 0))
          return refuse('AMOUNT_OUT_OF_RANGE', 'delivery_costs');
        return decided({ type: 'delivery_costs_set', positions: command.positions });
      case 'set_coupons':
        if (state.cart.coupons.length + command.coupons.length === 0) return decided();
        return decided({ type: 'coupons_set', coupons: command.coupons });
      case 'set_details': {
        const { paymentMethodId = null, deliveryMethodId = null } = command;
        const isOthers =
          command.subject !== state.subject &&
          !isAnonymous(state.draft) &&
          !isAnonymous(personalChange(state.draft, command));
        const left = isOthers ? methodsOf(state.draft) : state.draft;
        const draft = state.showsPlaced ? addressesOf(left) : left;
        const fit = attributesFit(draft, command);
        if (!fit.ok) return fit;
        const personal = personalChange(draft, command);
        const subject = isAnonymous(personal) && !isOthers ? state.subject : command.subject;
        return decided<SessionEvent>(
          ...(isOthers ? [{ type: 'draft_forgotten' } as const] : []),
          ...renewed(state),
          ...(state.orderNumber === 0 || isOthers
            ? [{ type: 'order_number_reserved', orderId: command.orderNumber } as const]
            : []),
          { type: 'details_set', paymentMethodId, deliveryMethodId, subject, ...personal },
        );
      }
      case 'place':
        if (state.cart.lines.length === 0) return refuse('CART_EMPTY', 'session');
        return decided({
          type: 'order_handed_over',
          orderId: command.orderId,
          next: command.next,
          staysRepeatable: true,
        });
      default:
        return command satisfies never;
    }
  },

  apply(state, event, atMs) {
    const { cart } = state;
    switch (event.type) {
      case 'session_started':
        state.generation = event.generation;
        state.nonce = event.nonce;
        state.createdMs = atMs;
        state.expiresMs = event.expiresMs;
        state.userId = event.userId;
        state.subject = event.subject;
        state.username = event.username;
        state.loginGeneration = event.loginGeneration;
        cart.createdMs = atMs;
        return;
      case 'session_logged_in':
        state.userId = event.userId;
        state.subject = event.subject;
        state.username = event.username;
        state.loginGeneration = event.loginGeneration;
        return;
      case 'session_logged_out':
        state.userId = 0;
        state.username = '';
        state.loginGeneration = 0;
        if (isAnonymous(state.draft)) state.subject = 0;
        return;
      case 'session_touched':
        state.expiresMs = event.expiresMs;
        return;
      case 'session_ended':
        return;
      case 'line_added':
        applyLine(cart, event);
        if (state.staysRepeatable) return;
        state.placedOrderId = 0;
        state.next = null;
        return;
      case 'line_changed':
      case 'lines_removed':
        applyLine(cart, event);
        return;
      case 'cart_cleared':
        state.cart = { ...emptyCart(cart.createdMs), linesMade: cart.linesMade };
        return;
      case 'holds_noted':
        state.held = event.stockIds;
        return;
      case 'delivery_costs_set':
        cart.delivery = event.positions;
        return;
      case 'coupons_set':
        cart.coupons = event.coupons;
        return;
      case 'draft_renewed':
        state.draft = addressesOf(state.draft);
        state.showsPlaced = false;
        return;
      case 'draft_forgotten':
        state.draft = methodsOf(state.draft);
        state.orderNumber = 0;
        return;
      case 'order_number_reserved':
        state.orderNumber = event.orderId;
        return;
      case 'details_set':
        state.subject = event.subject;
        state.draft = changedDetails(state.draft, event);
        return;
      case 'order_handed_over':
        state.placedOrderId = event.orderId;
        state.next = event.next;
        state.staysRepeatable = event.staysRepeatable;
        state.orderNumber = 0;
        state.showsPlaced = true;
        state.cart = emptyCart(atMs);
        state.held = NOTHING_HELD;
        return;
      default:
        event satisfies never;
    }
  },

  toRow: (state) => [
    state.generation,
    state.nonce,
    state.createdMs,
    state.expiresMs,
    state.userId,
    state.subject,
    state.username,
    cartToRow(state.cart),
    ...detailsToRow(state.draft),
    state.placedOrderId,
    state.next,
    state.showsPlaced,
    state.loginGeneration,
    state.held,
    state.orderNumber,
    state.staysRepeatable,
  ],
  fromRow: (row) => ({
    generation: row[0] as number,
    nonce: row[1] as string,
    createdMs: row[2] as number,
    expiresMs: row[3] as number,
    userId: row[4] as number,
    loginGeneration: row[15] as number,
    subject: row[5] as number,
    username: row[6] as string,
    cart: cartFromRow(row[7] as unknown[]),
    draft: detailsFromRow(row.slice(8, 12)),
    placedOrderId: row[12] as number,
    next: row[13] as SessionRef | null,
    showsPlaced: row[14] as boolean,
    held: (row[16] as number[] | undefined)?.length ? (row[16] as number[]) : NOTHING_HELD,
    orderNumber: (row[17] as number | undefined) ?? 0,
    staysRepeatable: (row[18] as boolean | undefined) ?? false,
  }),
  personal: {
    events: {
      session_started: { username: ERASED_NAME },
      session_logged_in: { username: ERASED_NAME },
      details_set: SEALED_DETAILS,
    },
    row: {
      subject: 5,
      sealed: { 6: ERASED_NAME, 9: SEALED_DETAILS.contact, 10: SEALED_DETAILS.attributes, 11: SEALED_DETAILS.invoice },
    },
  },
};

/** Nobody would miss it: an empty cart, nobody logged in, no order to show. */
export const isIdle = ({ cart, draft, userId, placedOrderId }: Session): boolean =>
  cart.lines.length + cart.delivery.length + cart.coupons.length === 0 &&
  isBlank(draft) &&
  userId === 0 &&
  placedOrderId === 0;

/** Refuses: SESSION_INVALID, once its end has passed. */
export const checkLive = (state: Session, atMs: number): Result<void> =>
  atMs < state.expiresMs ? DONE : refuse('SESSION_INVALID', 'session');
