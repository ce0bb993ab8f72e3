// `kontor user erase`: destroys the keys of everything personal about a user or a guest's order (docs/sell/privacy.md).
//
// Not promised: copies. Old copies of subject-keys.json still decrypt what was erased; the command says so.
import { caseless } from '../kernel/text.ts';
import { ConfigError } from '../config/setting.ts';
import type { User, UserIndex } from '../domain/accounts/user.ts';
import { dateTime } from '../domain/date-time.ts';
import { eraseOrder, eraseUser, ownerOf } from '../engine/maintenance/erasure.ts';
import type { Erased } from '../engine/maintenance/erasure.ts';
import { maintenanceCause } from '../engine/engine.ts';
import { beginErasure } from '../operations/access/levels.ts';
import { ROLES } from '../operations/dispatch/role-table.ts';
import type { Shop } from './command.ts';
import { mustTakeChanges, orConfigError } from './decide.ts';
import type { Terminal } from './terminal.ts';

interface EraseFlags {
  readonly name?: string;
  /** The id of an order instead of a user: a guest's, or one of a user who is erased already. */
  readonly order?: string;
}

const erase = (
  { store: { engine }, config: { invoiceRetentionYears: years } }: Shop,
  { name, order }: EraseFlags,
  terminal: Terminal,
): Promise<Erased> => {
  const how = { years, pause: () => terminal.pause() };
  if (order !== undefined) {
    const id = /^[1-9]\d{0,14}$/.test(order) ? Number(order) : 0;
    if (engine.tables.order.peek(id) === undefined) throw new ConfigError(`there is no order ${order}`);
    const owner = engine.tables.user.peek(ownerOf(engine, id)) as User | undefined;
    if (owner !== undefined) throw new ConfigError(`order ${order} is that of a user: erase ${owner.username}`);
    return eraseOrder(engine, id, how);
  }
  const id = (engine.tables.user.index as UserIndex).byName.get(caseless(name!));
  if (id === undefined) throw new ConfigError(`there is no user ${name}`);
  orConfigError(engine.transact(maintenanceCause('erase'), (tx) => beginErasure(tx, ROLES, id)));
  return eraseUser(engine, id, how);
};

/** Throws ConfigError. */
export const erasePerson = async (shop: Shop, flags: EraseFlags, terminal: Terminal): Promise<boolean> => {
  if ((flags.name === undefined) === (flags.order === undefined))
    throw new ConfigError('either the name of a user or --order is wanted');
  await mustTakeChanges(shop.store.engine);
  const { orders, pastOrders, sessions, messages, invoicesUntilMs } = await erase(shop, flags, terminal);
  const late = (await shop.server?.whenDestroyed()) ?? [];
  const until = invoicesUntilMs === 0 ? '' : dateTime(invoicesUntilMs);
  await terminal.show(`kontor: erased, with ${orders} orders, ${sessions} sessions and ${messages} waiting messages`, {
    orders,
    ...(pastOrders > 0 && { past_orders: pastOrders }),
    sessions,
    messages,
    invoices_until: until,
  });
  if (pastOrders > 0) await terminal.show(`kontor: and ${pastOrders} orders of another system`);
  if (until !== '')
    await terminal.show(`kontor: what stands on invoices is kept until ${until} UTC (invoiceRetentionYears)`);
  for (const who of late)
    await terminal.show(`kontor: ${who} does not answer: it destroys the keys when it follows again`, { late: who });
  await terminal.show('kontor: copies of subject-keys.json made before now still open what was erased: destroy them');
  return true;
};
