// `kontor user erase`: destroys the keys of everything personal about a user or a guest's order (docs/privacy.md).
//
// Not promised: copies. Old copies of subject-keys.json still decrypt what was erased; the command says so.
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/setting.ts';
import type { User, UserIndex } from '../domain/accounts/user.ts';
import { folded } from '../domain/accounts/user-fields.ts';
import { dateTime } from '../domain/date-time.ts';
import { eraseOrder, eraseUser, ownerOf } from '../engine/maintenance/erasure.ts';
import type { Erased } from '../engine/maintenance/erasure.ts';
import type { Store } from '../engine/store/store.ts';
import { withExistingStore } from './offline/store.ts';

export interface EraseFlags {
  /** The id of an order instead of a user: a guest's, or one of a user who is erased already. */
  readonly order?: string;
}

const erase = (
  { engine, keys }: Store,
  name: string | undefined,
  { order }: EraseFlags,
  years: number,
): Promise<Erased> => {
  if (order !== undefined) {
    const id = /^[1-9]\d{0,14}$/.test(order) ? Number(order) : 0;
    if (engine.tables.order.peek(id) === undefined) throw new ConfigError(`there is no order ${order}`);
    const owner = engine.tables.user.peek(ownerOf(engine, id)) as User | undefined;
    if (owner !== undefined) throw new ConfigError(`order ${order} is that of a user: erase ${owner.username}`);
    return eraseOrder(engine, keys, id, years);
  }
  const id = (engine.tables.user.index as UserIndex).byName.get(folded(name!));
  if (id === undefined) throw new ConfigError(`there is no user ${name}`);
  return eraseUser(engine, keys, id, years);
};

/** Throws ConfigError, StoreLocked, StoreDamage. */
export const erasePerson = async (name: string | undefined, flags: EraseFlags, config: Config): Promise<void> => {
  if ((name === undefined) === (flags.order === undefined))
    throw new ConfigError('either the name of a user or --order is wanted');
  await withExistingStore(config, async (store) => {
    const { orders, sessions, messages, invoicesUntilMs } = await erase(
      store,
      name,
      flags,
      config.invoiceRetentionYears,
    );
    console.log(`kontor: erased, with ${orders} orders, ${sessions} sessions and ${messages} waiting messages`);
    if (invoicesUntilMs > 0)
      console.log(
        `kontor: what stands on invoices is kept until ${dateTime(invoicesUntilMs)} UTC (invoiceRetentionYears)`,
      );
    console.log('kontor: copies of subject-keys.json made before now still open what was erased: destroy them');
  });
};
