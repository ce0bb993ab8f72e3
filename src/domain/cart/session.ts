// A session: cart, order draft and login of one shopper, from get_new_session to its expiry.
//
// Its id is a slot: it is used again, under the next generation, once the journal is truncated past its end, so that
// no code of an earlier holder opens it (D32). A checkout empties the cart and lets a next session go on; this one
// shows the placed order until its next draft begins (D111).
// Glossary (docs/internals/glossary.md): order draft.
import { refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { decided } from '../actor.ts';
import type { ActorKind } from '../actor.ts';
import { heldCoupon } from '../coupons/coupon.ts';
import { derived, field, schema } from '../schema.ts';
import { CHOSEN, NOTHING_CHOSEN, chosenOf } from './chosen.ts';
import type { OrderEdit, SessionCommand } from './session-commands.ts';
import { CART, emptyCart, heldPosition } from './cart.ts';
import { staysExact } from '../calculation/calculate.ts';
import { applyLine, decideLine, priceLines } from './cart-lines.ts';
import { cartMark, isIdle } from './session-use.ts';
import { ERASED_NAME, EVENTS } from './session-events.ts';
import type { SessionEvent } from './session-events.ts';
import { sessionStateOf } from './session-state.ts';
import type { Session } from './session-state.ts';
import { bytesFit, changedBytes, linesBytes, otherBytes, tooLarge } from './session-size.ts';
import { sessionLifecycle } from '../lifecycles/session.ts';
import type { SessionLifeEvent } from '../lifecycles/session.ts';
import {
  DETAILS,
  NO_DETAILS,
  addressesOf,
  attributesFit,
  changedDetails,
  enteredOf,
  isAnonymous,
  methodsOf,
  personalChange,
  saysAnything,
} from './order-details.ts';

export { sessionStateOf };
export type { Session };

const NOTHING_HELD: readonly number[] = [];
/** Most sessions hold nothing and share one list. */
const HELD = { decode: (stockIds: readonly number[]) => (stockIds.length === 0 ? NOTHING_HELD : stockIds) };
const allows = (state: Session, event: SessionLifeEvent): boolean =>
  sessionLifecycle.allows(sessionStateOf(state), event);

/** What comes before a change that begins the next draft. After an order that was prepared it is a new guest's. */
const startedDraft = (state: Session): readonly SessionEvent[] =>
  !allows(state, 'begin_draft')
    ? []
    : state.preparedFor === 0
      ? [{ type: 'next_draft_started' }]
      : [{ type: 'draft_anonymized' }, { type: 'next_draft_started' }];

const ended = (state: Session, event: 'expire' | 'evict' | 'end'): Result<readonly SessionEvent[]> =>
  allows(state, event) ? decided({ type: 'session_ended' }) : decided();

export const session: ActorKind<Session, SessionCommand, typeof EVENTS> = {
  kind: 'session',
  state: schema<Session>(
    {
      generation: 0,
      nonce: '',
      createdMs: 0,
      expiresMs: 0,
      userId: 0,
      loginGeneration: 0,
      subject: 0,
      username: field('', ERASED_NAME),
      cart: CART,
      draft: field(NO_DETAILS, DETAILS),
      reservedOrderId: 0,
      placedOrderId: 0,
      nextSession: null,
      showsPlacedOrder: false,
      heldStockIds: field(NOTHING_HELD, HELD),
      isPrepared: false,
      preparedBy: 0,
      preparedFor: 0,
      isTrial: false,
      chosen: field(NOTHING_CHOSEN, CHOSEN),
      lifeMs: 0,
      channelId: 0,
      edits: null as OrderEdit | null,
      reminded: null as Session['reminded'],
      linesBytes: derived(0),
      otherBytes: derived(0),
    },
    (state) => {
      state.linesBytes = linesBytes(state.cart.lines);
      state.otherBytes = otherBytes(state);
    },
  ),
  events: EVENTS,
  ends: 'session_ended',
  slots: true,
  slotGuarantee: 'afterCheckout',
  reserves: { event: 'order_id_reserved', field: 'orderId', kind: 'order' },
  // The shopper only looks around, or has bought.
  evictable: ({ cart }) => cart.lines.length === 0,
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
          chosen: command.chosen ?? NOTHING_CHOSEN,
          lifeMs: command.lifeMs,
          channelId: command.channelId ?? 0,
        });
      case 'log_in': {
        const { userId, subject, username, loginGeneration, nonce } = command;
        if (nonce === '' && state.userId === userId && state.loginGeneration === loginGeneration) return decided();
        if (!allows(state, 'log_in')) return refuse('SESSION_INVALID', 'session');
        const login: SessionEvent = { type: 'session_logged_in', userId, subject, username, loginGeneration, nonce };
        if (state.subject === 0 || state.subject === subject) return decided(login);
        // From now on another person's keys encrypt the row, which has one subject: the draft is written with them.
        return command.keepsDraft
          ? decided<SessionEvent>(login, { type: 'draft_details_set', subject, ...enteredOf(state.draft) })
          : decided<SessionEvent>({ type: 'draft_anonymized' }, ...startedDraft(state), login);
      }
      case 'log_out':
        if (!allows(state, 'log_out')) return decided();
        return decided<SessionEvent>(
          ...(isAnonymous(state.draft) ? [] : [{ type: 'draft_anonymized' } as const]),
          { type: 'session_logged_out' },
          ...startedDraft(state),
        );
      case 'choose': {
        const { currency, country } = command.chosen;
        return command.chosen === state.chosen ? decided() : decided({ type: 'context_chosen', currency, country });
      }
      case 'touch':
        return decided({ type: 'session_extended', expiresMs: atMs + command.lifeMs, lifeMs: command.lifeMs });
      case 'prepare':
        return decided({ ...command, type: 'session_prepared' });
      case 'begin_edit':
        return decided({ ...command, type: 'edit_begun' });
      case 'limit_life': {
        const latestMs = atMs + command.lifeMs;
        if (state.expiresMs <= latestMs) return decided();
        return decided({ type: 'session_extended', expiresMs: latestMs, lifeMs: command.lifeMs });
      }
      case 'note_reminder':
        return decided({ type: 'cart_reminded', cart: cartMark(state.cart) });
      case 'expire':
        return atMs < state.expiresMs ? decided() : ended(state, 'expire');
      case 'end':
        return ended(state, 'end');
      case 'end_if_idle':
        return isIdle(state) ? ended(state, 'evict') : decided();
      case 'add_line':
      case 'decrement_line':
      case 'set_line_quantity':
      case 'remove_line': {
        const events = decideLine(state.cart, command);
        if (!events.ok) return events;
        const more = command.type === 'add_line' ? changedBytes(state.cart, events.value[0]!) : 0;
        if (command.type === 'add_line' && !bytesFit(state, more, command)) return tooLarge(state, more, command);
        return command.type === 'add_line' && state.showsPlacedOrder
          ? decided<SessionEvent>(...startedDraft(state), ...events.value)
          : events;
      }
      case 'tax_lines':
      case 'price_lines':
        return priceLines(state.cart, command);
      case 'clear_cart': {
        const { lines, deliveryPositions, coupons, isDeliveryGiven } = state.cart;
        return lines.length + deliveryPositions.length + coupons.length === 0 && !isDeliveryGiven
          ? decided()
          : decided({ type: 'cart_cleared' });
      }
      case 'note_price':
        return decided({ ...command, type: 'line_price_answered' });
      case 'record_stock_holds':
        return decided({ type: 'stock_holds_recorded', stockIds: command.stockIds });
      case 'set_delivery_costs':
        if (!staysExact(state.cart.volumeMinor, command.positions, 0))
          return refuse('AMOUNT_OUT_OF_RANGE', 'delivery_costs');
        return decided({ type: 'delivery_costs_set', positions: command.positions, isGiven: command.isGiven ?? true });
      case 'set_delivery':
        return decided({ ...command, type: 'cart_delivery_set' });
      case 'set_promotions':
        return decided({ ...command, type: 'cart_promotions_set' });
      case 'set_coupons':
        if (state.cart.coupons.length + command.coupons.length === 0) return decided();
        return decided({ type: 'cart_coupons_set', coupons: command.coupons });
      case 'set_details': {
        const { paymentMethodId = null, deliveryMethodId = null } = command;
        if (state.edits !== null && saysAnything(state.draft, command))
          return refuse('SESSION_IS_EDIT', 'session', 'Addresses of a placed order are changed by update_order.');
        const isForeignDraft =
          command.subject !== state.subject && !isAnonymous(state.draft) && saysAnything(state.draft, command);
        const left = isForeignDraft ? methodsOf(state.draft) : state.draft;
        const draft = state.showsPlacedOrder ? addressesOf(left) : left;
        const fit = attributesFit(draft, command);
        if (!fit.ok) return fit;
        const personal = personalChange(draft, command);
        const after = changedDetails(draft, { paymentMethodId, deliveryMethodId, ...personal });
        const moreBytes = otherBytes({ draft: after, cart: state.cart }) - state.otherBytes;
        if (!bytesFit(state, moreBytes, command)) return tooLarge(state, moreBytes, command);
        const subject = isAnonymous(personal) && !isForeignDraft ? state.subject : command.subject;
        return decided<SessionEvent>(
          ...(isForeignDraft ? [{ type: 'draft_anonymized' } as const] : []),
          ...startedDraft(state),
          ...(state.reservedOrderId === 0 || isForeignDraft
            ? [{ type: 'order_id_reserved', orderId: command.reservedOrderId } as const]
            : []),
          { type: 'draft_details_set', paymentMethodId, deliveryMethodId, subject, ...personal },
        );
      }
      case 'place':
        if (state.cart.lines.length === 0 || !allows(state, 'place')) return refuse('CART_EMPTY', 'session');
        return decided({
          type: 'session_checked_out',
          orderId: command.orderId,
          nextSession: command.nextSession,
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
        state.chosen = event.chosen;
        state.lifeMs = event.lifeMs;
        state.channelId = event.channelId;
        cart.createdMs = atMs;
        return;
      case 'session_logged_in':
        state.userId = event.userId;
        state.subject = event.subject;
        state.username = event.username;
        state.loginGeneration = event.loginGeneration;
        if (event.nonce !== '') state.nonce = event.nonce;
        return;
      case 'context_chosen':
        state.chosen = chosenOf(event.currency, event.country);
        return;
      case 'session_prepared':
        state.isPrepared = true;
        state.preparedBy = event.by;
        state.preparedFor = event.userId;
        state.subject = event.subject;
        state.isTrial = event.isTrial;
        return;
      case 'edit_begun':
        state.edits = event.edits;
        state.isPrepared = true;
        state.preparedBy = event.by;
        state.preparedFor = event.userId;
        state.subject = event.subject;
        state.chosen = event.chosen;
        // Its details show the id of the order that it edits.
        state.reservedOrderId = event.edits!.orderId;
        state.cart = CART.copy(event.cart);
        state.draft = event.details;
        state.linesBytes = linesBytes(state.cart.lines);
        state.otherBytes = otherBytes(state);
        return;
      case 'session_logged_out':
        state.userId = 0;
        state.username = '';
        state.loginGeneration = 0;
        if (isAnonymous(state.draft)) state.subject = 0;
        return;
      case 'session_extended':
        state.expiresMs = event.expiresMs;
        state.lifeMs = event.lifeMs;
        return;
      case 'session_ended':
        return;
      case 'cart_reminded':
        state.reminded = [atMs, event.cart];
        return;
      case 'line_added':
      case 'line_changed':
      case 'lines_removed':
        state.linesBytes += changedBytes(cart, event);
        applyLine(cart, event);
        return;
      case 'lines_taxed':
      case 'lines_priced':
        applyLine(cart, event);
        state.otherBytes = otherBytes(state);
        return;
      case 'cart_cleared':
        state.cart = { ...emptyCart(cart.createdMs), linesCreated: cart.linesCreated };
        state.linesBytes = 0;
        state.otherBytes = otherBytes(state);
        return;
      case 'line_price_answered': {
        const others = cart.answered.filter(([id]) => id !== event.lineId);
        const { lineId, name, version, ownE4, listed } = event;
        const said = [lineId, name, version, ownE4] as const;
        cart.answered = name === '' ? others : [...others, listed === null ? said : [...said, listed]];
        return;
      }
      case 'stock_holds_recorded':
        state.heldStockIds = event.stockIds;
        return;
      case 'delivery_costs_set':
        cart.deliveryPositions = event.positions.map(heldPosition);
        cart.isDeliveryGiven = event.isGiven;
        if (cart.answered.length > 0) cart.answered = cart.answered.filter(([lineId]) => lineId !== 0);
        cart.undelivered = null;
        state.otherBytes = otherBytes(state);
        return;
      case 'cart_delivery_set':
        cart.deliveryPositions = event.positions.map(heldPosition);
        cart.undelivered = event.undelivered;
        state.otherBytes = otherBytes(state);
        return;
      case 'cart_promotions_set':
        cart.promotions = event.promotions;
        cart.nearly = event.nearly;
        return;
      case 'cart_coupons_set':
        cart.coupons = event.coupons.map(heldCoupon);
        state.otherBytes = otherBytes(state);
        return;
      case 'next_draft_started':
        state.draft = addressesOf(state.draft);
        state.showsPlacedOrder = false;
        if (state.preparedFor !== 0) state.subject = 0;
        state.preparedFor = 0;
        state.otherBytes = otherBytes(state);
        return;
      case 'draft_anonymized':
        state.draft = methodsOf(state.draft);
        state.reservedOrderId = 0;
        state.otherBytes = otherBytes(state);
        return;
      case 'order_id_reserved':
        state.reservedOrderId = event.orderId;
        return;
      case 'draft_details_set':
        state.subject = event.subject;
        state.draft = changedDetails(state.draft, event);
        state.otherBytes = otherBytes(state);
        return;
      case 'session_checked_out':
        state.placedOrderId = event.orderId;
        state.nextSession = event.nextSession;
        state.reservedOrderId = 0;
        state.showsPlacedOrder = true;
        state.cart = emptyCart(atMs);
        state.linesBytes = 0;
        state.otherBytes = otherBytes(state);
        state.heldStockIds = NOTHING_HELD;
        state.isPrepared = false;
        state.isTrial = false;
        state.reminded = null;
        return;
      default:
        event satisfies never;
    }
  },
};

declare module '../kind-types.ts' {
  interface KindTypes {
    readonly session: typeof session;
  }
}
