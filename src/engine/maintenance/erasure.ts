// Erasure of a person: destroys the keys of all data about them, so that every copy in rows, journal, audit and
// snapshot files becomes unreadable (docs/sell/privacy.md). Keys of invoices are scheduled for the end of their legal
// retention. What is destroyed is a record, which every process with the store carries out (destruction.ts).
//
// The shop may be served meanwhile: what the person still does until their last session has ended, a second pass finds.
// An erasure that is interrupted is finished by running it again, or by the passing of time. Not promised: copies of
// the key file made before; they decrypt what was erased.
import type { IssuedInvoice } from '../../domain/orders/issued-invoice.ts';
import type { Order } from '../../domain/orders/order.ts';
import type { Session } from '../../domain/cart/session.ts';
import type { StateOf } from '../../domain/kinds.ts';
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
import { yieldToEventLoop } from '../yield-to-event-loop.ts';
import { DueTimes } from './due-times.ts';

export interface Erased {
  readonly orders: number;
  /** Orders of other systems. */
  readonly pastOrders: number;
  readonly sessions: number;
  /** Webhook messages to the person that were still waiting. */
  readonly messages: number;
  /** When the key of the last invoice is destroyed; 0 where there is none. */
  readonly invoicesUntilMs: number;
}

/** Resolves when the work may go on; rejects where nothing more may be decided. */
export type Pause = () => Promise<void> | undefined;

interface ErasureOptions {
  /** Years that invoices are kept after the one in which they were issued. */
  readonly years: number;
  /** Called between two steps: others are served meanwhile. */
  readonly pause?: Pause;
  /** Of its records, so that the audit log names who has erased. */
  readonly cause?: Cause;
}

type Erasing = Required<ErasureOptions>;

const erasing = ({ years, pause = yieldToEventLoop, cause = maintenanceCause('erase') }: ErasureOptions): Erasing => ({
  years,
  pause,
  cause,
});

/** Actors that one record ends. */
const RECORD_ACTORS_MAX = 500;

/** Ids of actors whose state fits, by a scan. `pause` is called after each: others are served meanwhile. */
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

/** Ends actors that are still the person's, so many with each record, and waits until that is durable. */
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
        // It may have ended since it was found, and its id be somebody else's.
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

/** Hours in which messages to other persons wait: these keys must stay. `ownIds`: messages to the person. */
const hoursOfOthers = (engine: Engine, ownIds: ReadonlySet<number>): number[] =>
  [...messageIndex(engine).bySubject]
    .filter(([, { waiting }]) => [...waiting].some((id) => !ownIds.has(id)))
    .map(([hour]) => hour);

/**
 * A guest may order again while an erasure is interrupted. Their session therefore ends after their keys are destroyed:
 * until then it names them.
 */
interface Guest {
  readonly subject: number;
  readonly sessionId: number;
}

interface Person {
  /** The account; none for a guest. */
  readonly users: readonly number[];
  /** Data subjects of this person alone. */
  readonly subjects: readonly number[];
  readonly orders: readonly number[];
  readonly pastOrders: readonly number[];
  readonly sessions: readonly number[];
  readonly messages: readonly number[];
  readonly guests: readonly Guest[];
  readonly ownsSession: (session: Session) => boolean;
  readonly ownsMessage: (message: Message) => boolean;
}

/** Adds the keys of orders. Returns when the key of the last invoice is destroyed; 0 where there is none. */
const addOrders = (
  { tables }: Engine,
  orders: readonly number[],
  nowMs: number,
  years: number,
  due: DueTimes,
): number => {
  let invoicesUntilMs = 0;
  for (const id of orders) {
    const { subject, createdMs, cancellation } = tables.order.peek(id) as Order;
    // An order without personal data may have an invoice with such data, given by the call for it. That invoice then
    // has a data subject of its own.
    const { subject: invoiced = 0 } = (tables.issued_invoice.peek(id) as IssuedInvoice | undefined) ?? {};
    // The document that cancels an invoice is kept by its own year.
    const issuedMs = Math.max(createdMs, cancellation.canceledMs);
    const until = retainedUntil(Math.min(issuedMs, nowMs), years);
    for (const dataSubject of [subject, invoiced]) {
      if (dataSubject === 0) continue;
      due.add(keyNumberOf(dataSubject, 'contact'), 0);
      due.add(keyNumberOf(dataSubject, 'invoice'), until);
      invoicesUntilMs = Math.max(invoicesUntilMs, until);
    }
  }
  return invoicesUntilMs;
};

/** Resolves when what the record destroys is gone from the disk and from memory. */
const record = async (engine: Engine, cause: Cause, decide: (tx: Transaction) => Result<void>): Promise<void> => {
  must(engine.transact(cause, decide).ok, 'keys can be destroyed');
  await engine.destruction.whenDone(engine.headSeq);
};

const destroy = async (
  engine: Engine,
  { users, subjects, orders, pastOrders, sessions, messages, guests, ownsSession, ownsMessage }: Person,
  how: Erasing,
): Promise<Erased> => {
  const { years, pause, cause } = how;
  const { confirmedMs } = engine.time;
  const [nowMs, due] = [engine.nowMs(), new DueTimes()];
  for (const subject of subjects) due.addBoth(subject);
  // The law has the other system keep what it has issued: here nothing outlives the erasure.
  for (const id of pastOrders) due.addBoth((engine.tables.past_order.peek(id) as PastOrder).subject);
  addOrders(engine, orders, nowMs, years, due);
  // Scheduled before the first session ends: if the erasure is interrupted now, the keys are destroyed in time even
  // when nobody runs it again.
  await pause();
  await record(engine, cause, (tx) => scheduleKeys(tx, due.from(nowMs + engine.rules.sessionTtlMs)));
  // No session of the person may go on.
  await end(engine, 'session', sessions, ownsSession, how);
  // Only its messages say that an hour has a key to destroy. Those of hours without other waiting messages therefore
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
  // Others may have been written to meanwhile, and orders cancelled. From here to the record nothing else has its turn.
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
  /** Data subjects: of the account, of orders before a login, of what was entered in the sessions. */
  readonly subjects: readonly number[];
  /** Oldest first, including orders placed as a guest before a login. */
  readonly orders: readonly number[];
  /** Of other systems, oldest first; behind them those that an interrupted import has not given to the account yet. */
  readonly pastOrders: readonly number[];
  readonly sessions: readonly number[];
  readonly isTheirs: (state: { readonly userId: number; readonly subject: number }) => boolean;
}

/** Orders and sessions of a user, by a scan: sessions are in no index by user. None is made resident. */
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
  const isTheirSession = (session: Session): boolean => {
    const is = isTheirs(session);
    if (is && session.subject !== 0) entered.push(session.subject);
    return is;
  };
  const sessions = await idsOf(engine, 'session', isTheirSession, pause);
  const sorted = orders.sort((a, b) => placedMs(a) - placedMs(b) || a - b);
  const index = pastIndex(engine);
  const pastOrders = [...(index.byUser.find(userId)?.ids ?? []), ...unclaimedOf(index, user())];
  return { subjects: [...subjects, ...entered], orders: sorted, pastOrders, sessions, isTheirs };
};

const personOf = async (engine: Engine, userId: number, pause: Pause): Promise<Person> => {
  const ownsMessage = (message: Message): boolean => message.userId === userId && !message.delivered;
  const messages = await idsOf(engine, 'message', ownsMessage, pause);
  // Last: a past order that gets another address before its keys are read is another person's.
  const { isTheirs, ...found } = await belongings(engine, userId, pause);
  return { ...found, users: [userId], messages, guests: [], ownsSession: isTheirs, ownsMessage };
};

/** The first pass ends all logins, so that the second finds what was done until then, and the third nothing. */
const PASSES_MAX = 3;

/**
 * Erases a user with their orders, sessions and messages. When it resolves, nothing readable is left on the disk and in
 * memory, except invoices until their retention ends.
 */
export const eraseUser = async (engine: Engine, userId: number, options: ErasureOptions): Promise<Erased> => {
  const how = erasing(options);
  const { pause } = how;
  const first = await personOf(engine, userId, pause);
  let all = await destroy(engine, first, how);
  // Once the address is gone, it leads no more to those that the account was still to get.
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

/** The user to whom an order belongs, unless erased; 0 for a guest's order. */
export const ownerOf = (engine: Engine, orderId: number): number => {
  const { userId } = engine.tables.order.peek(orderId) as Order;
  return userId === 0 || isErased(engine.tables.user.peek(userId) as User) ? 0 : userId;
};

/**
 * Data that a guest has entered in the session that went on after their order. Empty where the session is a user's, or
 * another order was placed in it: that order is erased by its own number.
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
  return {
    users: [],
    subjects: [],
    orders,
    pastOrders: [],
    sessions,
    messages: [],
    guests,
    ownsSession: isTheirs,
    ownsMessage: () => false,
  };
};

/**
 * Erases a guest's order, or one of an erased user, with the session that placed it and the one after it, where these
 * have not ended.
 */
export const eraseOrder = async (engine: Engine, orderId: number, options: ErasureOptions): Promise<Erased> => {
  const how = erasing(options);
  return destroy(engine, await guestOf(engine, orderId, how.pause), how);
};

/** Orders of another system that have one address and are nobody's account. */
const pastGuestOf = (engine: Engine, pastOrderId: number): Person => {
  const { person } = engine.tables.past_order.peek(pastOrderId) as PastOrder;
  const ids = person === null ? [] : pastIndex(engine).withEmail(person.email);
  const isGuests = (id: number): boolean => {
    const owner = engine.tables.user.peek((engine.tables.past_order.peek(id) as PastOrder).userId) as User | undefined;
    return owner === undefined || isErased(owner);
  };
  const pastOrders = ids.includes(pastOrderId) ? ids.filter(isGuests) : [pastOrderId];
  const none = { users: [], subjects: [], orders: [], sessions: [], messages: [], guests: [] };
  return { ...none, pastOrders, ownsSession: () => false, ownsMessage: () => false };
};

/** Erases an order of another system that is nobody's account, with all others of its address that are not. */
export const erasePastOrder = (engine: Engine, pastOrderId: number, options: ErasureOptions): Promise<Erased> =>
  destroy(engine, pastGuestOf(engine, pastOrderId), erasing(options));

/** What an erasure would erase now. */
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
