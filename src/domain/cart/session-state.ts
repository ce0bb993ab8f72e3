// What a session knows.
import type { SessionState } from '../lifecycles/session.ts';
import type { Cart } from './cart.ts';
import type { Chosen } from './chosen.ts';
import type { OrderDetails } from './order-details.ts';
import type { OrderEdit, SessionRef } from './session-commands.ts';

export interface Session {
  /** How often its slot was used before, so that no code of an earlier holder opens it. */
  generation: number;
  nonce: string;
  createdMs: number;
  expiresMs: number;
  /** 0: nobody is logged in. */
  userId: number;
  /** The user's `loginGeneration` at the login here; the login is over once the user's has moved on. */
  loginGeneration: number;
  /** The data subject whose keys encrypt what the session knows of its shopper; 0 while it knows nothing. */
  subject: number;
  username: string;
  cart: Cart;
  draft: OrderDetails;
  /**
   * The id that the next order of this session will have, as its draft shows it; 0 before the draft's first details
   * (D114).
   */
  reservedOrderId: number;
  /** The order that this session placed last: a checkout of an empty cart returns it again (D25). 0: none. */
  placedOrderId: number;
  /** The session that the shopper goes on with after that order. */
  nextSession: SessionRef | null;
  /** Whether it still shows that order: no draft has begun since. */
  showsPlacedOrder: boolean;
  /** Stock items that the cart held something of when it changed last (D105). */
  heldStockIds: readonly number[];
  /** It is an order that a person or a program of the shop prepares for a customer (prepare-order.ts). */
  isPrepared: boolean;
  /** The user who prepares it; 0: a channel does. */
  preparedBy: number;
  /** The user whom its order will belong to, who is not logged in here; 0: a guest. */
  preparedFor: number;
  /** What is prepared is a trial order. */
  isTrial: boolean;
  chosen: Chosen;
  /** The placed order that it edits, as it was then (orders/begin-edit.ts); null: it is none. */
  edits: OrderEdit | null;
  /** By how much its last use put off its end; 0: by the setting, in a session of an older version. */
  lifeMs: number;
  /** The channel that it was begun through; 0: unknown, of an older version. */
  channelId: number;
  /** When its shopper was reminded of the cart last, and what its lines were then (session-use.ts); null: never. */
  reminded: readonly [atMs: number, cart: number] | null;
  /** Bytes of the cart's lines (session-size.ts); derived. */
  linesBytes: number;
  /** Bytes of draft, coupons and delivery positions; derived. */
  otherBytes: number;
}

/** Where a session is in its life cycle. An ended one is no actor any more. */
export const sessionStateOf = ({ userId, showsPlacedOrder }: Session): SessionState => {
  if (userId === 0) return showsPlacedOrder ? 'ordered' : 'open';
  return showsPlacedOrder ? 'ordered_logged_in' : 'logged_in';
};
