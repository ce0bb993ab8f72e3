// Reminds shoppers by mail of carts that they have left: once per state of a cart, and only those who agreed (D660).
//
// Guaranteed: a reminder and its mail are one record; none for a cart that was used within `cartReminderHours`, was
// ordered or emptied, or is a draft of the shop. The mail is made when it is sent, and none is sent once the
// cart is gone, the shopper does not agree any more, uses the session or has ordered in another one. However long mails
// wait for their server, one reminder waits for an address (D681).
// Not promised: the moment, which is that of a sweep; a reminder that is a day late is left out.
import { ok } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { caseless } from '../../kernel/text.ts';
import { own } from '../by-language.ts';
import { fieldOf } from '../cart/order-details.ts';
import { cartMark, lastUsedMs } from '../cart/session-use.ts';
import type { Session } from '../cart/session.ts';
import { mailLane } from '../mail.ts';
import type { ShopRules } from '../rules.ts';
import type { Reader, Transaction } from '../transaction.ts';
import type { Message } from '../webhooks/message.ts';
import { queueMail } from '../webhooks/queue-mail.ts';
import { classOfUser } from './user-class.ts';
import { isErased } from './user.ts';
import type { User } from './user.ts';

const HOUR_MS = 3_600_000;
/** A shop that was down, or begins to remind, writes about no carts of long ago. */
const LATE_MS_MAX = 24 * HOUR_MS;

/** The attribute by which a shopper agrees: of the draft of the order, else of the account. */
const CONSENT = 'cart_reminder';

const saysYes = (value: unknown): boolean => ['1', 'true'].includes(String(value).trim().toLowerCase());

/** Whether the shop reminds anybody. */
export const remindsOfCarts = ({ cartReminderHours, sendsMail, mail }: ShopRules): boolean =>
  cartReminderHours > 0 && sendsMail && mail.sends.includes('cart_reminder');

/**
 * Between which last uses a cart is due now. The last use is known to within `sessionTouchIntervalMs`, so a reminder
 * comes that much later and never too early.
 */
export const remindedUses = (
  { cartReminderHours, sessionTouchIntervalMs }: ShopRules,
  atMs: number,
): { readonly afterMs: number; readonly untilMs: number } => {
  const untilMs = atMs - cartReminderHours * HOUR_MS - sessionTouchIntervalMs;
  return { afterMs: untilMs - LATE_MS_MAX, untilMs };
};

/** A default of the class is nobody's word. */
const accountAgrees = (shop: Reader, user: User): boolean => {
  const [, shopClass] = classOfUser(shop, user) ?? [];
  const attribute = shopClass?.attributes.find(({ name }) => name === CONSENT);
  return attribute !== undefined && saysYes(own(user.attributes, String(attribute.number)));
};

/** Where the shopper of a cart may be reminded of it; '': nowhere. */
const addressOf = (shop: Reader, session: Session): string => {
  const { userId, loginGeneration, draft, cart, isPrepared, expiresMs } = session;
  if (isPrepared || cart.lines.length === 0 || shop.atMs >= expiresMs) return '';
  const account = userId === 0 ? undefined : shop.read('user', userId);
  // A login that has ended is nobody's.
  const holds = account !== undefined && !isErased(account) && account.loginGeneration === loginGeneration;
  if (userId !== 0 && !holds) return '';
  const said = own(draft.attributes, CONSENT);
  const ownEmail = account?.email ?? '';
  // Who agreed by the account agreed for its address; another one, which the draft has, is somebody's who said nothing.
  if (said === undefined) return account !== undefined && accountAgrees(shop, account) ? ownEmail : '';
  return saysYes(said) ? fieldOf(draft, 'email').trim() || ownEmail : '';
};

/** Whether the user has ordered since, in whichever session. */
const hasOrderedSince = (shop: Reader, userId: number, sinceMs: number): boolean => {
  const orders = userId === 0 ? undefined : shop.index('order').byUser.find(userId);
  const newest = orders?.ids.at(-1);
  return orders !== undefined && newest !== undefined && orders.position(newest) >= sinceMs;
};

const isDue = (shop: Reader, session: Session): boolean => {
  const { rules, atMs } = shop;
  const { userId, reminded, cart } = session;
  const usedMs = lastUsedMs(session, rules.sessionTtlMs);
  const { afterMs, untilMs } = remindedUses(rules, atMs);
  if (!remindsOfCarts(rules) || usedMs <= afterMs || usedMs > untilMs) return false;
  if (reminded !== null && (usedMs <= reminded[0] || cartMark(cart) === reminded[1])) return false;
  return !hasOrderedSince(shop, userId, usedMs);
};

/** Whether a reminder to the address waits for the mail server, of whichever cart. */
const isReminderWaiting = (shop: Reader, email: string): boolean =>
  (shop.index('message').mails.lanes.get(mailLane(email)) ?? []).some((id) => {
    const message = shop.read('message', id);
    const reminded = message?.mail === 'cart_reminder' ? remindedSession(shop, message) : undefined;
    return reminded !== undefined && caseless(reminded.email) === caseless(email);
  });

/**
 * Records that a shopper is reminded of the cart, and queues the mail. Returns its address; '' where none is due, one
 * waits already, or `mayWrite` says no to the address.
 */
export const remindOfCart = (
  tx: Transaction,
  sessionId: number,
  mayWrite: (email: string) => boolean,
): Result<string> => {
  const session = tx.read('session', sessionId);
  if (session === undefined || !isDue(tx, session)) return ok('');
  const email = addressOf(tx, session);
  if (email === '' || !mayWrite(email) || isReminderWaiting(tx, email)) return ok('');
  const { generation, userId } = session;
  const noted = tx.ask('session', sessionId, { type: 'note_reminder' });
  if (!noted.ok) return noted;
  const parameters = { id_session: sessionId, generation };
  const queued = queueMail(tx, { mail: 'cart_reminder', email, parameters, userId });
  return queued.ok ? ok(email) : queued;
};

/**
 * The session that a reminder is about, and where it goes; undefined: there is nothing to be reminded of any more, or a
 * later reminder of the cart takes its place.
 */
export const remindedSession = (
  shop: Reader,
  { atMs, parameters }: Pick<Message, 'atMs' | 'parameters'>,
): { readonly session: Session; readonly email: string } | undefined => {
  const session = shop.read('session', Number(parameters['id_session'] ?? 0));
  if (session === undefined || session.generation !== Number(parameters['generation'])) return undefined;
  const { reminded, userId } = session;
  // A mail and what the session keeps of it are one record.
  if (reminded === null || reminded[0] !== atMs) return undefined;
  const usedMs = lastUsedMs(session, shop.rules.sessionTtlMs);
  // A mail may wait for the server, and a shopper who shops, or has ordered, needs none.
  if (usedMs > atMs || hasOrderedSince(shop, userId, usedMs)) return undefined;
  const email = addressOf(shop, session);
  return email === '' ? undefined : { session, email };
};
