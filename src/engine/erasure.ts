// Erasing a person: the keys of all that is about him are destroyed, and with them every copy in rows, journal, audit and
// snapshot files (docs/privacy.md). What the law wants kept of an invoice goes when its time is over.
import type { Order } from '../domain/order.ts';
import type { Session } from '../domain/session.ts';
import type { User } from '../domain/user.ts';
import type { Message, MessageIndex } from '../domain/message.ts';
import { DONE } from '../kernel/result.ts';
import type { Engine } from './engine.ts';
import { housekeeping } from './engine.ts';
import type { Doomed, SubjectKeys } from './subject-keys.ts';
import { leafOf } from './vault.ts';

export interface Erased {
  readonly orders: number;
  readonly sessions: number;
  /** Webhook messages to the person that were still waiting. */
  readonly messages: number;
  /** When the last invoice goes; 0 where there is none. */
  readonly invoicesUntilMs: number;
}

const CAUSE = housekeeping('erase');
const AT_ONCE = 500;

/** Ids whose state fits; the store is offline, so that it may take its time. */
const idsOf = <S>(engine: Engine, kind: 'order' | 'session' | 'message', fits: (state: S) => boolean): number[] => {
  const table = engine.tables[kind];
  const ids: number[] = [];
  for (let id = 1; id < table.nextId; id += 1) {
    const state = table.peek(id) as S | undefined;
    if (state !== undefined && fits(state)) ids.push(id);
  }
  return ids;
};

/** The first day of the year after so many whole years. */
const retainedUntil = (placedMs: number, years: number): number => Date.UTC(new Date(placedMs).getUTCFullYear() + years + 1, 0, 1);

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
  await engine.durable(engine.head);
};

const destroy = async (
  engine: Engine,
  keys: SubjectKeys,
  { subjects, orders, sessions, messages }: { readonly subjects: readonly number[]; readonly orders: readonly number[]; readonly sessions: readonly number[]; readonly messages: readonly number[] },
  retentionYears: number,
): Promise<Erased> => {
  // First, so that nobody goes on shopping as somebody erased; whoever is interrupted here begins again.
  await end(engine, 'session', sessions);
  await end(engine, 'message', messages);
  const [nowMs, doomed] = [engine.nowMs(), new Map<number, Doomed>()];
  const doom = (leaf: number, dueMs: number): void => void doomed.set(leaf, { leaf, dueMs: Math.max(dueMs, doomed.get(leaf)?.dueMs ?? 0) });
  for (const subject of subjects) {
    doom(leafOf(subject, 'contact'), 0);
    doom(leafOf(subject, 'invoice'), 0);
  }
  let invoicesUntilMs = 0;
  for (const id of orders) {
    const { subject, createdMs } = engine.tables.order.peek(id) as Order;
    if (subject === 0) continue;
    const until = retainedUntil(createdMs, retentionYears);
    doom(leafOf(subject, 'contact'), 0);
    doom(leafOf(subject, 'invoice'), until);
    invoicesUntilMs = Math.max(invoicesUntilMs, until);
  }
  keys.destroy([...doomed.values()], nowMs);
  return { orders: orders.length, sessions: sessions.length, messages: messages.length, invoicesUntilMs };
};

/** Offline only: what runs has the person in memory. When it resolves, nothing on the disk tells of him any more. */
export const eraseUser = (engine: Engine, keys: SubjectKeys, userId: number, retentionYears: number): Promise<Erased> => {
  const { subject, email } = engine.tables.user.peek(userId) as User;
  const orders = idsOf<Order>(engine, 'order', (order) => order.userId === userId);
  const sessions = idsOf<Session>(engine, 'session', (session) => session.userId === userId);
  const messages = idsOf<Message>(engine, 'message', ({ secrets }) => secrets !== null && secrets['email'] === email);
  // Messages to several people share a key; it goes with the last of them, which may be one of these.
  const shared = (engine.tables.message.index as MessageIndex).sealed;
  const alone = messages
    .map((id) => (engine.tables.message.peek(id) as Message).subject)
    .filter((one) => [...(shared.get(one)?.waiting ?? [])].every((id) => messages.includes(id)));
  const subjects = [subject, ...sessions.map((id) => (engine.tables.session.peek(id) as Session).subject), ...alone];
  return destroy(engine, keys, { subjects: subjects.filter((one) => one !== 0), orders, sessions, messages }, retentionYears);
};

/** A guest's order, with the session that placed it where it still lives. */
export const eraseOrder = (engine: Engine, keys: SubjectKeys, orderId: number, retentionYears: number): Promise<Erased> => {
  const { subject } = engine.tables.order.peek(orderId) as Order;
  const sessions = subject === 0 ? [] : idsOf<Session>(engine, 'session', (session) => session.subject === subject);
  const orders = subject === 0 ? [orderId] : idsOf<Order>(engine, 'order', (order) => order.subject === subject);
  return destroy(engine, keys, { subjects: [], orders, sessions, messages: [] }, retentionYears);
};
