// The events of a session.
import type { EventOf } from '../actor.ts';
import type { CartCoupon } from '../coupons/coupon.ts';
import type { PriceE4 } from '../money.ts';
import { field } from '../schema.ts';
import type { Listed } from './line.ts';
import { CART, emptyCart } from './cart.ts';
import type { CartPromotion, Nearly, NewDeliveryPosition, Undelivered } from './cart.ts';
import { LINE_EVENTS } from './cart-lines.ts';
import { CHOSEN, NOTHING_CHOSEN } from './chosen.ts';
import { DETAILS, DETAILS_CHANGE, NO_DETAILS } from './order-details.ts';
import type { OrderEdit, SessionRef } from './session-commands.ts';

const NO_CART = Object.freeze(emptyCart(0));

export const ERASED_NAME = { personal: 'contact', erased: 'erased' } as const;

export const EVENTS = {
  session_started: {
    generation: 0,
    nonce: '',
    expiresMs: 0,
    userId: 0,
    subject: 0,
    username: field('', ERASED_NAME),
    loginGeneration: 0,
    chosen: field(NOTHING_CHOSEN, CHOSEN),
    lifeMs: 0,
    channelId: 0,
  },
  session_logged_in: { userId: 0, subject: 0, username: field('', ERASED_NAME), loginGeneration: 0, nonce: '' },
  session_logged_out: {},
  context_chosen: { currency: '', country: '' },
  session_extended: { expiresMs: 0, lifeMs: 0 },
  session_ended: {},
  ...LINE_EVENTS,
  cart_cleared: {},
  /** An extension has said the price of a line, or with `lineId` 0 of the delivery; `name` '': no more. */
  line_price_answered: { lineId: 0, name: '', version: '', ownE4: 0 as PriceE4, listed: null as Listed | null },
  stock_holds_recorded: { stockIds: [] as readonly number[] },
  session_prepared: { by: 0, userId: 0, subject: 0, isTrial: false },
  delivery_costs_set: { positions: [] as readonly NewDeliveryPosition[], isGiven: false },
  /** By the rules of the delivery method. */
  cart_delivery_set: {
    positions: [] as readonly NewDeliveryPosition[],
    undelivered: null as Undelivered | null,
  },
  cart_promotions_set: { promotions: [] as readonly CartPromotion[], nearly: [] as readonly Nearly[] },
  cart_coupons_set: { coupons: [] as readonly CartCoupon[] },
  /** The placed order is no longer shown: addresses stay, methods are unset (D111). */
  next_draft_started: {},
  order_id_reserved: { orderId: 0 },
  /**
   * The user has gone, or another person goes on in the session: the draft keeps its methods, and loses all that is
   * about a person and the order id that was shown.
   */
  draft_anonymized: {},
  draft_details_set: DETAILS_CHANGE,
  edit_begun: {
    edits: null as OrderEdit | null,
    by: 0,
    userId: 0,
    subject: 0,
    chosen: field(NOTHING_CHOSEN, CHOSEN),
    cart: field(NO_CART, CART),
    details: field(NO_DETAILS, DETAILS),
  },
  /** `cart`: what its lines were (session-use.ts). */
  cart_reminded: { cart: 0 },
  session_checked_out: { orderId: 0, nextSession: null as SessionRef | null },
};
export type SessionEvent = EventOf<typeof EVENTS>;
