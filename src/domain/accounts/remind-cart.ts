// Reminds shoppers by mail of carts that they have left: once per state of a cart, and only those who agreed (D660).
//
// Guaranteed: a reminder and its mail are one record; none for a cart that was used within `cartReminderHours`, was
// ordered or emptied, or is a draft of the shop. The mail is made when it is sent, and none is sent once the
// cart is gone, the shopper does not agree any more, uses the session or has ordered in another one. However long mails
// wait for their server, one reminder waits for an address (D681), also where an account got another one since (D678).
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
import { reminderKey } from '../webhooks/mail-queue.ts';
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

const isSame = (one: string, other: string): boolean => caseless(one.trim()) === caseless(other.trim());

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

/** Whom a reminder goes to. */
export interface Receiver {
  /** '': nobody. */
  readonly email: string;
  /** The account whose own address it is; 0: none. */
  readonly accountId: number;
}

const NOBODY: Receiver = { email: '', accountId: 0 };

/** Where the shopper of a cart may be reminded of it. */
const receiverOf = (shop: Reader, session: Session): Receiver => {
  const { userId, loginGeneration, draft, cart, isPrepared, expiresMs } = session;
  if (isPrepared || cart.lines.length === 0 || shop.atMs >= expiresMs) return NOBODY;
  const account = userId === 0 ? undefined : shop.read('user', userId);
  // A login that has ended is nobody's.
  const holds = account !== undefined && !isErased(account) && account.loginGeneration === loginGeneration;
  if (userId !== 0 && !holds) return NOBODY;
  const said = own(draft.attributes, CONSENT);
  const its: Receiver = { email: account?.email ?? '', accountId: userId };
  // Who agreed by the account agreed for its address; another one, which the draft has, is somebody's who said nothing.
  if (said === undefined) return account !== undefined && accountAgrees(shop, account) ? its : NOBODY;
  if (!saysYes(said)) return NOBODY;
  const email = fieldOf(draft, 'email').trim();
  return email === '' || isSame(email, its.email) ? its : { email, accountId: 0 };
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

/** The reminders among these mails that are sent to the address as things are. */
const remindersTo = (shop: Reader, mails: readonly number[], email: string): Message[] =>
  mails.flatMap((id) => {
    const message = shop.read('message', id);
    const reminded = message?.mail === 'cart_reminder' ? remindedSession(shop, message) : undefined;
    return message !== undefined && reminded !== undefined && isSame(reminded.email, email) ? [message] : [];
  });

/**
 * A reminder to the address that waits for the mail server, of whichever cart. One of the same account may wait in
 * another queue: it was queued before the account got this address.
 */
const waitingReminder = (shop: Reader, email: string, userId: number): Message | undefined => {
  const { mails } = shop.index('message');
  return (
    remindersTo(shop, mails.lanes.get(mailLane(email)) ?? [], email)[0] ??
    remindersTo(shop, mails.remindersFor(userId), email)[0]
  );
};

/** What became of a look at a cart. */
export interface Looked extends Receiver {
  /** Key of the reminder that was queued, or that waits for the address; '': none. */
  readonly reminder: string;
  readonly isQueued: boolean;
}

/**
 * Records that a shopper is reminded of the cart, and queues the mail, unless none is due, one waits already, or
 * `mayWrite` says no to the receiver.
 */
export const remindOfCart = (
  tx: Transaction,
  sessionId: number,
  mayWrite: (receiver: Receiver) => boolean,
): Result<Looked> => {
  const session = tx.read('session', sessionId);
  const receiver = session !== undefined && isDue(tx, session) ? receiverOf(tx, session) : NOBODY;
  const { email } = receiver;
  if (session === undefined || email === '') return ok({ ...NOBODY, reminder: '', isQueued: false });
  const { generation, userId } = session;
  const waiting = waitingReminder(tx, email, userId);
  if (waiting !== undefined) return ok({ ...receiver, reminder: reminderKey(waiting), isQueued: false });
  if (!mayWrite(receiver)) return ok({ ...receiver, reminder: '', isQueued: false });
  const noted = tx.ask('session', sessionId, { type: 'note_reminder' });
  if (!noted.ok) return noted;
  const parameters = { id_session: sessionId, generation };
  const queued = queueMail(tx, { mail: 'cart_reminder', email, parameters, userId });
  return queued.ok ? ok({ ...receiver, reminder: reminderKey({ atMs: tx.atMs, parameters }), isQueued: true }) : queued;
};

/**
 * Where a reminder is sent; undefined: nowhere. Where an account has got the address of another reminder to it, the
 * older one is sent.
 */
export const reminderAddress = (shop: Reader, message: Message): string | undefined => {
  const email = remindedSession(shop, message)?.email;
  if (email === undefined || message.userId === 0) return email;
  const [first = message] = remindersTo(shop, shop.index('message').mails.remindersFor(message.userId), email);
  return reminderKey(first) === reminderKey(message) ? email : undefined;
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
  const { email } = receiverOf(shop, session);
  return email === '' ? undefined : { session, email };
};
