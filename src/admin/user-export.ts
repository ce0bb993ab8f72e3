// `kontor user export`: everything that the shop holds about a user, as JSON; the same that `kontor user erase`
// destroys.
import type { Session } from '../domain/cart/session.ts';
import { userNamed } from '../domain/accounts/find-user.ts';
import { fieldsOf } from '../domain/cart/order-details.ts';
import { changelog } from '../engine/audit-pages.ts';
import { belongings } from '../engine/maintenance/erasure.ts';
import type { Engine } from '../engine/engine.ts';
import { toJson } from '../kernel/json.ts';
import type { Json } from '../kernel/json.ts';
import { ok, refuse } from '../kernel/result.ts';
import { viewChangelog } from '../operations/views/changelog.ts';
import { cartJson } from '../operations/views/cart.ts';
import { dateTime } from '../operations/views/format.ts';
import { orderShown } from '../operations/views/order.ts';
import { viewUser } from '../operations/views/user.ts';
import type { Shop } from './command.ts';
import { orConfigError } from './decide.ts';
import type { Terminal } from './terminal.ts';

/** Sessions of the user that have not expired, each with its cart and its order draft. */
const sessionsOf = (engine: Engine, ids: readonly number[]): Json[] => {
  const { session: table } = engine.tables;
  const { atMs, rules } = engine.readContext();
  const sessions: Json[] = [];
  for (const id of ids) {
    const { draft, createdMs, expiresMs, cart } = table.peek(id) as Session;
    if (expiresMs > atMs)
      sessions.push({
        creation_date: dateTime(createdMs),
        expiration_date: dateTime(expiresMs),
        cart: cartJson(cart, rules.currencyDigits),
        order_details: fieldsOf(draft),
        attributes: { ...draft.attributes },
      });
  }
  return sessions;
};

const CHANGES_PAGE = 1000;

/** Entries of the audit log about the account, oldest first; the log forgets the oldest of the shop. */
const changesOf = (engine: Engine, userId: number): Json[] => {
  const changes: Json[] = [];
  for (let afterSeq = 0, more = true; more;) {
    const page = changelog(engine.audit, {
      object: ['user', userId],
      sinceMs: 0,
      afterSeq,
      entriesMax: CHANGES_PAGE,
    });
    changes.push(...viewChangelog(engine.readContext(), page).records);
    afterSeq = page.next;
    more = page.next !== 0;
  }
  return changes;
};

/** Everything that the shop holds about a user, as JSON. Throws ConfigError. */
export const exportUser = async (
  { store: { engine } }: Shop,
  { name: username }: { readonly name: string },
  terminal: Terminal,
): Promise<boolean> => {
  const reader = engine.readContext();
  const known = userNamed(reader, username);
  const [id, { language }] = orConfigError(known === undefined ? refuse('USER_NOT_FOUND', username) : ok(known));
  const { orders: orderIds, sessions } = await belongings(engine, id, () => terminal.pause());
  const orders = orderIds.toReversed().map((orderId) => orderShown(engine.readContext(), orderId, language));
  const all: Json = {
    user: viewUser(engine.readContext(), id, { object: 'user', code: '' }),
    orders,
    sessions: sessionsOf(engine, sessions),
    changes: changesOf(engine, id),
  };
  const data = JSON.parse(toJson(all)) as object;
  await terminal.show(JSON.stringify(data, undefined, 2), data);
  return true;
};
