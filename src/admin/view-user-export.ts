// Everything that the shop holds about a user: the same that an erasure destroys.
import { cartRules } from '../domain/cart/chosen.ts';
import { chosenBy } from '../domain/accounts/choose-preference.ts';
import type { Session } from '../domain/cart/session.ts';
import { fieldsOf } from '../domain/cart/order-details.ts';
import type { User } from '../domain/accounts/user.ts';
import { changelog } from '../engine/audit/audit-pages.ts';
import { belongings } from '../engine/maintenance/erasure.ts';
import type { Belongings, Pause } from '../engine/maintenance/erasure.ts';
import type { Engine } from '../engine/engine.ts';
import type { Shown, ShownRecord } from '../kernel/json.ts';
import type { Change } from '../operations/replies/changelog.ts';
import type { Order } from '../operations/replies/orders.ts';
import type * as Replies from '../operations/replies/users.ts';
import { cartJson } from '../operations/views/cart.ts';
import { viewChangelog } from '../operations/views/changelog.ts';
import { dateTime } from '../operations/views/format.ts';
import { returnsOf } from '../domain/orders/order-return.ts';
import { staffNotes } from '../operations/views/order-notes.ts';
import { orderShown } from '../operations/views/order.ts';
import { viewReturn } from '../operations/views/returns.ts';
import { viewPastOrder } from '../operations/views/past-order.ts';
import { viewUser } from '../operations/views/user.ts';

/** Sessions that have not ended or expired, each with its cart and its order draft. */
const sessionsOf = (
  engine: Engine,
  { sessions: ids, isTheirSession }: Belongings,
): Shown<Replies.UserExport['sessions'][number]>[] => {
  const { atMs, rules } = engine.readContext();
  return ids
    .flatMap((id) => {
      const session = engine.tables.session.peek(id) as Session | undefined;
      return session !== undefined && isTheirSession(session) && session.expiresMs > atMs ? [session] : [];
    })
    .map(({ draft, createdMs, expiresMs, cart, chosen }) => ({
      creation_date: dateTime(createdMs),
      expiration_date: dateTime(expiresMs),
      cart: cartJson(cart, cartRules(rules, { chosen })),
      order_details: { ...fieldsOf(draft) },
      attributes: { ...draft.attributes },
    }));
};

const CHANGES_PAGE = 1000;

/** Entries of the audit log about the account, oldest first; the log forgets the oldest of the shop. */
const changesOf = async (engine: Engine, userId: number, pause: Pause): Promise<Shown<Change>[]> => {
  const changes: Shown<Change>[] = [];
  for (let afterSeq = 0, more = true; more;) {
    const object = ['user', userId] as const;
    const page = changelog(engine.audit, { object, sinceMs: 0, afterSeq, entriesMax: CHANGES_PAGE });
    changes.push(...viewChangelog(engine.readContext(), page).records);
    afterSeq = page.next;
    more = page.next !== 0;
    await pause();
  }
  return changes;
};

/** For an account that exists. `pause` is called between two steps: others are served meanwhile. */
export const viewUserExport = async (
  engine: Engine,
  userId: number,
  pause: Pause,
): Promise<ShownRecord<Replies.UserExport>> => {
  const { language, formerEmail, officeLogins, hasSecondFactor } = engine.tables.user.peek(userId) as User;
  const found = await belongings(engine, userId, pause);
  const orders: Shown<Order>[] = [];
  for (const id of found.orders.toReversed()) {
    orders.push(orderShown(engine.readContext(), id, language));
    await pause();
  }
  const noted = found.orders.toReversed().flatMap((id) => {
    const reader = engine.readContext();
    const order = reader.read('order', id);
    return order === undefined || order.notes.length === 0 ? [] : [{ id_order: id, notes: staffNotes(reader, order) }];
  });
  const returns = found.orders.toReversed().flatMap((id) => {
    const reader = engine.readContext();
    return returnsOf(reader, id).map(([returnId]) => viewReturn(reader, returnId, undefined));
  });
  const past = found.pastOrders.toReversed().map((id) => viewPastOrder(engine.readContext(), id));
  const chosen = chosenBy(engine.readContext(), userId);
  const changes = await changesOf(engine, userId, pause);
  return {
    object: 'user_export',
    user: viewUser(engine.readContext(), userId, { object: 'user', code: '' }),
    ...(formerEmail !== '' && { former_email: formerEmail }),
    ...(hasSecondFactor && { second_factor: 1 as const }),
    orders,
    ...(noted.length > 0 && { order_notes: noted }),
    ...(returns.length > 0 && { returns }),
    ...(past.length > 0 && { past_orders: past }),
    sessions: sessionsOf(engine, found),
    ...(officeLogins.length > 0 && {
      office_logins: officeLogins.map(({ address, browser }) => ({ address, browser })),
    }),
    ...(Object.keys(chosen).length > 0 && { preferences: chosen }),
    changes,
  };
};
