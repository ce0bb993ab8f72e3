// Erasing a person: the keys of all data about them are destroyed, and with these every copy in rows, journal, audit
// and snapshot files (docs/privacy.md). What the law wants kept of an invoice goes when its time is over.
import type { IssuedInvoice } from '../../domain/orders/issued-invoice.ts';
import type { Order } from '../../domain/orders/order.ts';
import type { Session } from '../../domain/cart/session.ts';
import { isErased } from '../../domain/accounts/user.ts';
import type { User, UserIndex } from '../../domain/accounts/user.ts';
import { messageSubject } from '../../domain/webhooks/message.ts';
import type { Message, MessageIndex } from '../../domain/webhooks/message.ts';
import { DONE, must } from '../../kernel/result.ts';
import type { Engine } from '../engine.ts';
import { maintenanceCause } from '../engine.ts';
import type { ScheduledErasure, SubjectKeys } from '../privacy/subject-keys.ts';
import { keyNumberOf } from '../privacy/encryption.ts';

export interface Erased {
  readonly orders: number;
  readonly sessions: number;
  /** Webhook messages to the person that were still waiting. */
  readonly messages: number;
  /** When the last invoice goes; 0 where there is none. */
  readonly invoicesUntilMs: number;
}

const CAUSE = maintenanceCause('erase');
const AT_ONCE = 500;

/** Ids whose state fits; the store is offline, so that it may take its time. */
const idsOf = <S>(
  engine: Engine,
  kind: 'order' | 'session' | 'message' | 'user',
  fits: (state: S) => boolean,
): number[] => {
  const table = engine.tables[kind];
  const ids: number[] = [];
  for (let id = 1; id < table.nextId; id += 1) {
    const state = table.peek(id) as S | undefined;
    if (state !== undefined && fits(state)) ids.push(id);
  }
  return ids;
};

/** The first day of the year after so many whole years. */
const retainedUntil = (placedMs: number, years: number): number =>
  Date.UTC(new Date(placedMs).getUTCFullYear() + years + 1, 0, 1);

/** In slices, each a record of its own. */
const end = async (engine: Engine, kind: 'session' | 'message', ids: readonly number[]): Promise<void> => {
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    engine.transact(CAUSE, (tx) => {
      for (const id of ids.slice(at, at + AT_ONCE)) {
        if (kind === 'session') tx.ask('session', id, { type: 'end' });
        else tx.ask('message', id, { type: 'end_message' });
      }
      return DONE;
    });
  }
  await engine.whenDurable(engine.headSeq);
};

const messageIndex = (engine: Engine): MessageIndex => engine.tables.message.index as MessageIndex;

/** Hours of messages to others: they keep their keys. */
const waitedFor = (engine: Engine, his: ReadonlySet<number>): number[] =>
  [...messageIndex(engine).bySubject]
    .filter(([, { waiting }]) => [...waiting].some((id) => !his.has(id)))
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
  /** Whose keys nobody else has. */
  readonly subjects: readonly number[];
  readonly orders: readonly number[];
  readonly sessions: readonly number[];
  readonly messages: readonly number[];
  readonly guests: readonly Guest[];
}

const destroy = async (
  engine: Engine,
  keys: SubjectKeys,
  { subjects, orders, sessions, messages, guests }: Person,
  retentionYears: number,
): Promise<Erased> => {
  const [nowMs, scheduled] = [engine.nowMs(), new Map<number, ScheduledErasure>()];
  const schedule = (keyNumber: number, dueMs: number): void =>
    void scheduled.set(keyNumber, { keyNumber, dueMs: Math.max(dueMs, scheduled.get(keyNumber)?.dueMs ?? 0) });
  const scheduleBoth = (subject: number): void => {
    schedule(keyNumberOf(subject, 'contact'), 0);
    schedule(keyNumberOf(subject, 'invoice'), 0);
  };
  subjects.forEach(scheduleBoth);
  let invoicesUntilMs = 0;
  for (const id of orders) {
    const { subject, createdMs } = engine.tables.order.peek(id) as Order;
    // Of an order that said nothing of anybody the call for its invoice may have; then that has keys of its own.
    const { subject: invoiced = 0 } = (engine.tables.issued_invoice.peek(id) as IssuedInvoice | undefined) ?? {};
    const until = retainedUntil(createdMs, retentionYears);
    for (const one of [subject, invoiced]) {
      if (one === 0) continue;
      schedule(keyNumberOf(one, 'contact'), 0);
      schedule(keyNumberOf(one, 'invoice'), until);
      invoicesUntilMs = Math.max(invoicesUntilMs, until);
    }
  }
  // Noted before the first trace of them is ended: whoever is interrupted may begin again, and need not.
  const laterMs = nowMs + engine.rules.sessionTtlMs;
  keys.destroy(
    [...scheduled.values()].map(({ keyNumber, dueMs }) => ({ keyNumber, dueMs: Math.max(dueMs, laterMs) })),
    nowMs,
  );
  // Nobody goes on shopping as somebody erased.
  await end(engine, 'session', sessions);
  // An hour that nobody else waits for is known by its messages alone, so that they end after its key.
  const waiting = waitedFor(engine, new Set(messages));
  const isShared = (id: number): boolean => waiting.includes((engine.tables.message.peek(id) as Message).subject);
  const alone = messages.filter((id) => !isShared(id));
  await end(engine, 'message', messages.filter(isShared));
  [...messageIndex(engine).bySubject.keys()].filter((hour) => !waiting.includes(hour)).forEach(scheduleBoth);
  guests
    .filter(({ subject }) => !keys.cipher.isDestroyed(keyNumberOf(subject, 'contact')))
    .forEach(({ subject }) => scheduleBoth(subject));
  keys.destroy([...scheduled.values()], nowMs, { below: messageSubject(nowMs), waiting });
  await end(engine, 'message', alone);
  await end(
    engine,
    'session',
    guests.map(({ sessionId }) => sessionId),
  );
  return {
    orders: orders.length,
    sessions: sessions.length + guests.length,
    messages: messages.length,
    invoicesUntilMs,
  };
};

export interface Belongings {
  readonly subjects: readonly number[];
  /** Oldest first, including orders placed as a guest before a login. */
  readonly orders: readonly number[];
  readonly sessions: readonly number[];
}

/** Sessions are in no index by user: all of them are looked at, and none is brought into memory. */
export const belongings = (engine: Engine, userId: number): Belongings => {
  const { subject, guestSubjects: guests } = engine.tables.user.peek(userId) as User;
  const subjects = [subject, ...guests];
  const his = (one: { readonly userId: number; readonly subject: number }): boolean =>
    one.userId === userId || subjects.includes(one.subject);
  const placedMs = (id: number): number => (engine.tables.order.peek(id) as Order).createdMs;
  const orders = idsOf<Order>(engine, 'order', his).sort((a, b) => placedMs(a) - placedMs(b) || a - b);
  return { subjects, orders, sessions: idsOf<Session>(engine, 'session', his) };
};

/** Offline only: a running engine has the person in memory. When it resolves, nothing readable is left on the disk. */
export const eraseUser = (
  engine: Engine,
  keys: SubjectKeys,
  userId: number,
  retentionYears: number,
): Promise<Erased> => {
  const { subjects: own, orders, sessions } = belongings(engine, userId);
  const messages = idsOf<Message>(engine, 'message', (one) => one.userId === userId && !one.delivered);
  const entered = sessions.map((id) => (engine.tables.session.peek(id) as Session).subject).filter((one) => one !== 0);
  return destroy(
    engine,
    keys,
    { subjects: [...own, ...entered], orders, sessions, messages, guests: [] },
    retentionYears,
  );
};

/**
 * The user to whom an order belongs, and who is not erased; 0 for a guest's. His is also what was placed in a session
 * that its user had left.
 */
export const ownerOf = (engine: Engine, orderId: number): number => {
  const { userId, subject } = engine.tables.order.peek(orderId) as Order;
  const users =
    userId !== 0 ? [userId] : subject === 0 ? [] : idsOf<User>(engine, 'user', (user) => user.subject === subject);
  return users.find((id) => !isErased(engine.tables.user.peek(id) as User)) ?? 0;
};

/**
 * What a guest has entered in the session that went on after their order. Nothing where it is a user's, or somebody has
 * ordered there: that order is erased by its own number.
 */
const guestsAfter = (engine: Engine, orderId: number): Guest[] => {
  const [, , sessionId = 0, generation] = (engine.tables.order.peek(orderId) as Order).sessions;
  const next = engine.tables.session.peek(sessionId) as Session | undefined;
  if (next === undefined || next.generation !== generation || next.userId !== 0 || next.subject === 0) return [];
  const { subject } = next;
  const isUsers = (engine.tables.user.index as UserIndex).subjects.has(subject);
  return isUsers || idsOf<Order>(engine, 'order', (order) => order.subject === subject).length > 0
    ? []
    : [{ subject, sessionId }];
};

/**
 * A guest's order, or one of a user who is erased, with the session that placed it and the one after it, where they
 * still live.
 */
export const eraseOrder = (
  engine: Engine,
  keys: SubjectKeys,
  orderId: number,
  retentionYears: number,
): Promise<Erased> => {
  must(ownerOf(engine, orderId) === 0, 'keys of a user go with him');
  const { subject } = engine.tables.order.peek(orderId) as Order;
  const sessions = subject === 0 ? [] : idsOf<Session>(engine, 'session', (session) => session.subject === subject);
  const orders = subject === 0 ? [orderId] : idsOf<Order>(engine, 'order', (order) => order.subject === subject);
  return destroy(
    engine,
    keys,
    { subjects: [], orders, sessions, messages: [], guests: orders.flatMap((id) => guestsAfter(engine, id)) },
    retentionYears,
  );
};
