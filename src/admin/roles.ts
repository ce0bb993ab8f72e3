// `kontor user role` and `kontor channel role`: give a role, or take it away. The command line asks no role, but that
// somebody stays who may do everything.
import { ConfigError } from '../config/setting.ts';
import { giveChannelRole, giveUserRole, nameOfRole } from '../domain/accounts/change-role.ts';
import { leavesOwner } from '../operations/access/levels.ts';
import { ROLES } from '../operations/dispatch/role-table.ts';
import { channelMeant } from './channels.ts';
import type { Shop } from './command.ts';
import { decideDurably } from './decide.ts';
import type { Terminal } from './terminal.ts';
import { withUser } from './users.ts';

interface Given {
  readonly role?: string;
  readonly none?: string;
}

/** '' for none. Throws ConfigError. */
const roleOf = ({ role, none }: Given): string => {
  if ((role === undefined) === (none === undefined))
    throw new ConfigError('either the name of a role or --none is wanted');
  return role ?? '';
};

/** Gives an account of the back office a role. Throws ConfigError. */
export const setUserRole = async (
  { store: { engine } }: Shop,
  given: Given & { readonly name: string },
  terminal: Terminal,
): Promise<boolean> => {
  const wanted = roleOf(given);
  const { name: username } = given;
  const role = await decideDurably(engine, 'user_role', (tx) =>
    withUser(tx, username, ([id, { level }]) => {
      const named = nameOfRole(tx, wanted);
      if (!named.ok) return named;
      const stays = leavesOwner(tx, ROLES, id, { level, role: named.value });
      const done = stays.ok ? giveUserRole(tx, id, named.value) : stays;
      return done.ok ? named : done;
    }),
  );
  const line = role === '' ? 'has no role: its level says what it may do' : `has the role ${role}`;
  await terminal.show(`kontor: user ${username} ${line}`, { username, role });
  return true;
};

/** Gives a channel a role. Throws ConfigError. */
export const setChannelRole = async (
  shop: Shop,
  given: Given & { readonly channel: string },
  terminal: Terminal,
): Promise<boolean> => {
  const wanted = roleOf(given);
  const id = channelMeant(shop, given.channel);
  const role = await decideDurably(shop.store.engine, 'set_channel_role', (tx) => {
    const named = nameOfRole(tx, wanted);
    const done = named.ok ? giveChannelRole(tx, id, named.value) : named;
    return done.ok ? named : done;
  });
  const line = role === '' ? 'has no role: its credentials say what it may call' : `has the role ${role}`;
  await terminal.show(`kontor: channel ${id} ${line}`, { id, role });
  return true;
};
