// Erasure of a person: destroys the keys of all data about them, so that every copy in rows, journal, audit and
// snapshot files becomes unreadable (docs/sell/privacy.md). Keys of invoices are scheduled for the end of their legal
// retention. What is destroyed is a record, which every process with the store carries out (destruction.ts).
//
// The shop may be served meanwhile: a second pass finds what the person did until their last session ended. Running it
// again finishes an interrupted erasure; so does the passing of time. Not promised: older copies of the key file, which
// decrypt what was erased.
import type { IssuedInvoice } from '../../domain/orders/issued-invoice.ts';
import type { Order } from '../../domain/orders/order.ts';
import { allCredits, cartSinceMs } from '../../domain/orders/past-carts.ts';
import { returnsOf } from '../../domain/orders/order-return.ts';
import { fieldOf } from '../../domain/cart/order-details.ts';
import type { Session } from '../../domain/cart/session.ts';
import type { StateOf } from '../../domain/kind-types.ts';
import { forgetPersons, messagesTo, waitingFor } from '../../domain/accounts/forget-persons.ts';
import { isErased } from '../../domain/accounts/user.ts';
import type { User, UserIndex } from '../../domain/accounts/user.ts';
import { unclaimedOf } from '../../domain/history/find-past-orders.ts';
import type { PastOrder, PastOrderIndex } from '../../domain/history/past-order.ts';
import { destroyKeys, scheduleKeys } from '../../domain/privacy/destroy-keys.ts';
import { retainedUntil } from '../../domain/privacy/retention.ts';
import type { ErasedActor } from '../../domain/privacy/keyring.ts';
import type { Transaction } from '../../domain/transaction.ts';
import { messageSubject } from '../../domain/webhooks/message.ts';
import type { Message, MessageIndex } from '../../domain/webhooks/message.ts';
import { DONE, must } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Engine } from '../engine.ts';
import { maintenanceCause } from '../engine.ts';
import { keyNumberOf } from '../../domain/privacy/key-number.ts';
import type { Cause } from '../journal/record.ts';
import { pastMessageKeys } from '../privacy/message-keys.ts';
import { yieldToEventLoop } from '../../kernel/yield-to-event-loop.ts';
import { NONE, atOnce } from '../../kernel/many.ts';
import { DueTimes } from './due-times.ts';

export interface Erased {
  readonly orders: number;
  /** Number of orders of other systems. */
  readonly pastOrders: number;
  readonly sessions: number;
  /** Number of webhook messages to the person that were waiting. */
  readonly messages: number;
  /** Time at which the key of the last invoice is destroyed; 0 without one. */
  readonly invoicesUntilMs: number;
}

/** Returns a promise that resolves when the work may go on, and rejects when nothing more may be decided. */
export type Pause = () => Promise<void> | undefined;

interface ErasureOptions {
  /** Years that invoices are kept after the one in which they were issued. */
  readonly years: number;
  /** Called between two steps, so that other calls are served. */
  readonly pause?: Pause;
  /** Cause of the records made, so that the audit log names who erased. */
  readonly cause?: Cause;
}

type Erasing = Required<ErasureOptions>;

const erasing = ({ years, pause = yieldToEventLoop, cause = maintenanceCause('erase') }: ErasureOptions): Erasing => ({
  years,
  pause,
  cause,
});

/** Highest number of actors that one record ends. */
const RECORD_ACTORS_MAX = 500;

/** Ids of actors whose state fits, found by a scan. `pause` is called after each, so that other calls are served. */
const idsOf = async <S>(
  engine: Engine,
  kind: 'order' | 'session' | 'message' | 'user',
  fits: (state: S) => boolean,
  pause: Pause,
): Promise<number[]> => {
  const table = engine.tables[kind];
  const ids: number[] = [];
  for (let id = 1; id < table.nextId; id += 1) {
    const state = table.peek(id) as S | undefined;
    if (state !== undefined && fits(state)) ids.push(id);
    await pause();
  }
  return ids;
};

/** Ends actors that are still the person's, RECORD_ACTORS_MAX per record, and waits until that is durable. */
const end = async <K extends 'session' | 'message'>(
  engine: Engine,
  kind: K,
  ids: readonly number[],
  isTheirs: (state: StateOf<K>) => boolean,
  { pause, cause }: Erasing,
): Promise<void> => {
  for (let start = 0; start < ids.length; start += RECORD_ACTORS_MAX) {
    await pause();
    engine.transact(cause, (tx) => {
      for (const id of ids.slice(start, start + RECORD_ACTORS_MAX)) {
        // The actor may have ended since the scan, and its id may belong to another one.
        const state = engine.tables[kind].peek(id) as StateOf<K> | undefined;
        if (state === undefined || !isTheirs(state)) continue;
        if (kind === 'session') tx.ask('session', id, { type: 'end' });
        else tx.ask('message', id, { type: 'end_message' });
      }
      return DONE;
    });
  }
  await engine.whenDurable(engine.headSeq);
};

const pastIndex = (engine: Engine): PastOrderIndex => engine.tables.past_order.index as PastOrderIndex;

const messageIndex = (engine: Engine): MessageIndex => engine.tables.message.index as MessageIndex;

/** Hours in which messages to other persons wait, so that their keys must stay. `ownIds`: messages to the person. */
const hoursOfOthers = (engine: Engine, ownIds: ReadonlySet<number>): number[] =>
  [...messageIndex(engine).bySubject]
    .filter(([, { waiting }]) => [...waiting].some((id) => !ownIds.has(id)))
    .map(([hour]) => hour);

/**
 * A guest to be erased. Their session names them, so it ends only after their keys are destroyed: they may order again
 * while an erasure is interrupted.
 */
interface Guest {
  readonly subject: number;
  readonly sessionId: number;
}

interface Person {
  /** The account; empty for a guest. */
  readonly users: readonly number[];
  /** Data subjects of this person alone. */
  readonly subjects: readonly number[];
  readonly orders: readonly number[];
  readonly pastOrders: readonly number[];
  readonly sessions: readonly number[];
  readonly messages: readonly number[];
  readonly guests: readonly Guest[];
  /** Addresses of a guest; an account has its own. */
  readonly emails: readonly string[];
  readonly ownsSession: (session: Session) => boolean;
  readonly ownsMessage: (message: Message) => boolean;
}

/** Adds the keys of orders. Returns the time at which the key of the last invoice is destroyed; 0 without one. */
const addOrders = (engine: Engine, orders: readonly number[], nowMs: number, years: number, due: DueTimes): number => {
  const { tables } = engine;
  let invoicesUntilMs = 0;
  for (const id of orders) {
    const order = tables.order.peek(id) as Order;
    const { subject, createdMs, cancellation, partials } = order;
    // An order without personal data may have an invoice with such data, given by the call for it, under a data subject
    // of its own.
    const { subject: invoiced = 0 } = (tables.issued_invoice.peek(id) as IssuedInvoice | undefined) ?? {};
    // A document that takes an invoice back, or a part of it, is kept by its own year.
    const notedMs = [...partials, ...allCredits(order).filter(({ note }) => note.number > 0)].map(({ atMs }) => atMs);
    const issuedMs = Math.max(createdMs, cartSinceMs(order), cancellation.canceledMs, ...notedMs);
    const until = retainedUntil(Math.min(issuedMs, nowMs), years);
    const noted = returnsOf(engine.readContext(), id).map(([, of]) => of.subject);
    for (const dataSubject of new Set([subject, invoiced, ...noted])) {
      if (dataSubject === 0) continue;
      due.add(keyNumberOf(dataSubject, 'contact'), 0);
      due.add(keyNumberOf(dataSubject, 'invoice'), until);
      invoicesUntilMs = Math.max(invoicesUntilMs, until);
    }
  }
  return invoicesUntilMs;
};

/** Makes a record. Resolves when the keys that it destroys are gone from the disk and from memory. */
const record = async (engine: Engine, cause: Cause, decide: (tx: Transaction) => Result<void>): Promise<void> => {
  must(engine.transact(cause, decide).ok, 'keys can be destroyed');
  await engine.destruction.whenDone(engine.headSeq);
};

const destroy = async (
  engine: Engine,
  { users, subjects, orders, pastOrders, sessions, messages, guests, emails, ownsSession, ownsMessage }: Person,
  how: Erasing,
): Promise<Erased> => {
  const { years, pause, cause } = how;
  const { confirmedMs } = engine.time;
  const [nowMs, due] = [engine.nowMs(), new DueTimes()];
  for (const subject of subjects) due.addBoth(subject);
  // The law binds the other system to keep its invoices; here nothing outlives the erasure.
  for (const id of pastOrders) due.addBoth((engine.tables.past_order.peek(id) as PastOrder).subject);
  addOrders(engine, orders, nowMs, years, due);
  // The schedule is written before the first session ends, so that keys are destroyed in time even if the erasure is
  // interrupted and never run again.
  await pause();
  await record(engine, cause, (tx) => scheduleKeys(tx, due.from(nowMs + engine.rules.sessionTtlMs)));
  // No session of the person may stay open.
  await end(engine, 'session', sessions, ownsSession, how);
  // Only its messages show that an hour has a key to destroy. Messages of hours without other waiting ones therefore
  // end after the key.
  const own = new Set(messages);
  const shared = hoursOfOthers(engine, own);
  const isShared = (id: number): boolean => {
    const message = engine.tables.message.peek(id) as Message | undefined;
    return message !== undefined && shared.includes(message.subject);
  };
  const unshared = messages.filter((id) => !isShared(id));
  await end(engine, 'message', messages.filter(isShared), ownsMessage, how);
  await pause();
  // New messages and cancellations may have come meanwhile. From here to the record no other work has its turn.
  const invoicesUntilMs = addOrders(engine, orders, engine.nowMs(), years, due);
  const waiting = hoursOfOthers(engine, own);
  for (const hour of messageIndex(engine).bySubject.keys()) if (!waiting.includes(hour)) due.addBoth(hour);
  const isGone = (subject: number): boolean =>
    engine.journal.cipher?.isDestroyed(keyNumberOf(subject, 'contact')) === true;
  for (const { subject } of guests) if (!isGone(subject)) due.addBoth(subject);
  const actors: ErasedActor[] = users.map((id) => ['user', id]);
  for (const id of orders) actors.push(['order', id], ['issued_invoice', id]);
  for (const id of pastOrders) actors.push(['past_order', id]);
  await record(engine, cause, (tx) => {
    const forgotten = forgetPersons(tx, users, emails);
    if (!forgotten.ok) return forgotten;
    const scheduled = scheduleKeys(tx, due.later(confirmedMs));
    const ranges = [...due.due(confirmedMs), ...pastMessageKeys(messageSubject(nowMs), waiting)];
    return scheduled.ok ? destroyKeys(tx, ranges, actors) : scheduled;
  });
  await end(engine, 'message', unshared, ownsMessage, how);
  await end(
    engine,
    'session',
    guests.map(({ sessionId }) => sessionId),
    ({ subject }) => guests.some((guest) => guest.subject === subject),
    how,
  );
  return {
    orders: orders.length,
    pastOrders: pastOrders.length,
    sessions: sessions.length + guests.length,
    messages: messages.length,
    invoicesUntilMs,
  };
};

export interface Belongings {
  /** Data subjects of the account, of orders before a login, and of data entered in sessions. */
  readonly subjects: readonly number[];
  /** Orders, oldest first, including those placed as a guest before a login. */
  readonly orders: readonly number[];
  /** Orders of other systems, oldest first; then those that an interrupted import has not yet given to the account. */
  readonly pastOrders: readonly number[];
  readonly sessions: readonly number[];
  /** Also where an order is prepared for them. */
  readonly isTheirSession: (session: Session) => boolean;
}

/** Orders and sessions of a user, found by a scan, because no index has sessions by user. None becomes resident. */
export const belongings = async (
  engine: Engine,
  userId: number,
  pause: Pause = yieldToEventLoop,
): Promise<Belongings> => {
  const user = (): User => engine.tables.user.peek(userId) as User;
  const { subject, guestSubjects: guests } = user();
  const subjects = new Set([subject, ...guests]);
  const isTheirs = (state: { readonly userId: number; readonly subject: number }): boolean =>
    state.userId === userId || subjects.has(state.subject);
  const placedMs = (id: number): number => (engine.tables.order.peek(id) as Order).createdMs;
  const orders = await idsOf<Order>(engine, 'order', isTheirs, pause);
  const entered: number[] = [];
  const isTheirSession = (session: Session): boolean => isTheirs(session) || session.preparedFor === userId;
  const found = (session: Session): boolean => {
    const is = isTheirSession(session);
    if (is && session.subject !== 0) entered.push(session.subject);
    return is;
  };
  const sessions = await idsOf(engine, 'session', found, pause);
  const sorted = orders.sort((a, b) => placedMs(a) - placedMs(b) || a - b);
  const index = pastIndex(engine);
  const pastOrders = [
    ...atOnce(index.byUser.find(userId)?.ids ?? NONE, 'past orders of one person'),
    ...unclaimedOf(index, user()),
  ];
  return { subjects: [...subjects, ...entered], orders: sorted, pastOrders, sessions, isTheirSession };
};

const personOf = async (engine: Engine, userId: number, pause: Pause): Promise<Person> => {
  const ownsMessage = waitingFor(engine.readContext(), userId);
  const messages = await idsOf(engine, 'message', ownsMessage, pause);
  // This comes last: a past order whose address changes before its keys are read is another person's.
  const { isTheirSession, ...found } = await belongings(engine, userId, pause);
  return { ...found, users: [userId], messages, guests: [], emails: [], ownsSession: isTheirSession, ownsMessage };
};

/** Passes at most: the first ends all logins, the second finds what was done until then, the third finds nothing. */
const PASSES_MAX = 3;

/**
 * Erases a user with their orders, sessions and messages. Once it resolves, nothing readable is left on disk or in
 * memory, except invoices until their retention ends.
 */
export const eraseUser = async (engine: Engine, userId: number, options: ErasureOptions): Promise<Erased> => {
  const how = erasing(options);
  const { pause } = how;
  const first = await personOf(engine, userId, pause);
  let all = await destroy(engine, first, how);
  // Once the address is gone, it no longer finds past orders that the account had not received yet.
  const past = new Set(first.pastOrders);
  for (let pass = 1; pass < PASSES_MAX; pass += 1) {
    const left = await personOf(engine, userId, pause);
    const isSame = left.orders.length === all.orders && left.pastOrders.every((id) => past.has(id));
    if (isSame && left.sessions.length === 0 && left.messages.length === 0) break;
    for (const id of left.pastOrders) past.add(id);
    const { orders, sessions, messages, invoicesUntilMs } = await destroy(engine, left, how);
    all = {
      orders,
      pastOrders: past.size,
      sessions: all.sessions + sessions,
      messages: all.messages + messages,
      invoicesUntilMs: Math.max(all.invoicesUntilMs, invoicesUntilMs),
    };
  }
  return all;
};

/** User to whom an order belongs; 0 for a guest's order, or an erased user's. */
export const ownerOf = (engine: Engine, orderId: number): number => {
  const { userId } = engine.tables.order.peek(orderId) as Order;
  return userId === 0 || isErased(engine.tables.user.peek(userId) as User) ? 0 : userId;
};

/**
 * Data that a guest entered in the session after their order. Empty if the session is a user's, or has another order,
 * which is erased by its own number.
 */
const guestsAfter = async (engine: Engine, orderId: number, pause: Pause): Promise<Guest[]> => {
  const [, , sessionId = 0, generation] = (engine.tables.order.peek(orderId) as Order).sessions;
  const next = engine.tables.session.peek(sessionId) as Session | undefined;
  if (next === undefined || next.generation !== generation || next.userId !== 0 || next.subject === 0) return [];
  const { subject } = next;
  if ((engine.tables.user.index as UserIndex).subjects.has(subject)) return [];
  const orders = await idsOf<Order>(engine, 'order', (order) => order.subject === subject, pause);
  return orders.length > 0 ? [] : [{ subject, sessionId }];
};

const guestOf = async (engine: Engine, orderId: number, pause: Pause): Promise<Person> => {
  must(ownerOf(engine, orderId) === 0, 'a user is erased as a whole');
  const { subject } = engine.tables.order.peek(orderId) as Order;
  const isTheirs = (state: { readonly subject: number }): boolean => state.subject === subject;
  const sessions = subject === 0 ? [] : await idsOf(engine, 'session', isTheirs, pause);
  const orders = subject === 0 ? [orderId] : await idsOf(engine, 'order', isTheirs, pause);
  const guests: Guest[] = [];
  for (const id of orders) guests.push(...(await guestsAfter(engine, id, pause)));
  const emails = orders.map((id) => fieldOf((engine.tables.order.peek(id) as Order).details, 'email'));
  const found = { orders, pastOrders: [], sessions, guests, emails, ...messagesTo(engine.readContext(), emails) };
  return { users: [], subjects: [], ownsSession: isTheirs, ...found };
};

/**
 * Erases a guest's order, or one of an erased user, with the session that placed it and the one after it, if they are
 * open, and an invitation of its address.
 */
export const eraseOrder = async (engine: Engine, orderId: number, options: ErasureOptions): Promise<Erased> => {
  const how = erasing(options);
  return destroy(engine, await guestOf(engine, orderId, how.pause), how);
};

/** Orders of another system with one address, without an account. */
const pastGuestOf = (engine: Engine, pastOrderId: number): Person => {
  const { person } = engine.tables.past_order.peek(pastOrderId) as PastOrder;
  const ids = person === null ? [] : pastIndex(engine).withEmail(person.email);
  const isGuests = (id: number): boolean => {
    const owner = engine.tables.user.peek((engine.tables.past_order.peek(id) as PastOrder).userId) as User | undefined;
    return owner === undefined || isErased(owner);
  };
  const pastOrders = ids.includes(pastOrderId) ? ids.filter(isGuests) : [pastOrderId];
  const emails = person === null ? [] : [person.email];
  const none = { users: [], subjects: [], orders: [], sessions: [], guests: [], ownsSession: () => false };
  return { ...none, pastOrders, emails, ...messagesTo(engine.readContext(), emails) };
};

/** Erases an order of another system without an account, with all others of its address without one. */
export const erasePastOrder = (engine: Engine, pastOrderId: number, options: ErasureOptions): Promise<Erased> =>
  destroy(engine, pastGuestOf(engine, pastOrderId), erasing(options));

/** Finds what an erasure would erase now. */
export const toBeErased = async (
  engine: Engine,
  kind: 'user' | 'order' | 'past_order',
  id: number,
  options: ErasureOptions,
): Promise<Erased> => {
  const { years, pause } = erasing(options);
  const person =
    kind === 'past_order' ? pastGuestOf(engine, id) : await (kind === 'user' ? personOf : guestOf)(engine, id, pause);
  const { orders, pastOrders, sessions, messages, guests } = person;
  return {
    orders: orders.length,
    pastOrders: pastOrders.length,
    sessions: sessions.length + guests.length,
    messages: messages.length,
    invoicesUntilMs: addOrders(engine, orders, engine.nowMs(), years, new DueTimes()),
  };
};
