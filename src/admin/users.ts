// `kontor user list`, `add`, `reset`, `verify`, `lock` and `unlock`: accounts.
import { randomInt } from 'node:crypto';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/setting.ts';
import { dateTime } from '../domain/date-time.ts';
import type { Transaction } from '../domain/transaction.ts';
import type { User } from '../domain/accounts/user.ts';
import { isErased, lacksPassword } from '../domain/accounts/user.ts';
import type { SecurityLevel } from '../domain/accounts/user-fields.ts';
import { SECURITY_LEVELS, checkEmail, checkUsername } from '../domain/accounts/user-fields.ts';
import type { Known } from '../domain/accounts/find-user.ts';
import { registerUser } from '../domain/accounts/register-user.ts';
import { userNamed } from '../domain/accounts/find-user.ts';
import { endLogins } from '../domain/accounts/office-logins.ts';
import { DONE, ok, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { leavesOwner } from '../operations/access/levels.ts';
import { sendNewPassword } from '../operations/access/user-messages.ts';
import { ROLES } from '../operations/dispatch/role-table.ts';
import { PasswordHashing } from '../outside/passwords/password-hash.ts';
import { decideDurably, orConfigError } from './decide.ts';
import type { Shop } from './command.ts';
import type { Terminal } from './terminal.ts';

const LETTERS = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const PASSWORD_LENGTH = 16;
const randomPassword = (): string =>
  Array.from({ length: PASSWORD_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]!).join('');

/** A random password and its hash. */
const newPassword = async (config: Config): Promise<{ readonly password: string; readonly passwordHash: string }> => {
  const hashing = new PasswordHashing(config);
  try {
    const password = randomPassword();
    return { password, passwordHash: orConfigError(await hashing.hash(password)) };
  } finally {
    await hashing.close();
  }
};

/** Refuses: USER_NOT_FOUND. */
export const withUser = <T>(tx: Transaction, username: string, then: (user: Known) => Result<T>): Result<T> => {
  const known = userNamed(tx, username);
  return known === undefined ? refuse('USER_NOT_FOUND', username) : then(known);
};

const levelName = (level: number): string =>
  Object.entries(SECURITY_LEVELS).find(([, number]) => number === level)?.[0] ?? String(level);

/** Accounts in the order in which they were made; erased ones are left out. */
export const listUsers = async ({ store }: Shop, _given: object, terminal: Terminal): Promise<boolean> => {
  const { user: table } = store.engine.tables;
  for (let id = 1; id < table.nextId; id += 1) {
    const state = table.peek(id) as User | undefined;
    await terminal.pause();
    if (state === undefined || isErased(state)) continue;
    const { username, email, status, level, role, createdMs, lastLoginMs } = state;
    const without = lacksPassword(state) ? ', without a password' : '';
    const what = role === '' ? levelName(level) : `${levelName(level)} with the role ${role}`;
    const line = `${id}  ${username}  ${email}  ${status}, ${what}, since ${dateTime(createdMs)}${without}`;
    await terminal.show(line, {
      id,
      username,
      email,
      status,
      ...(without !== '' && { unclaimed: true }),
      level: levelName(level),
      ...(role !== '' && { role }),
      created: dateTime(createdMs),
      last_login: lastLoginMs === 0 ? null : dateTime(lastLoginMs),
    });
  }
  return true;
};

interface NewUser {
  readonly name: string;
  readonly email: string;
  readonly level: string;
}

/** Makes an account that is active at once and prints its random password. Throws ConfigError. */
export const addUser = async (
  { store: { engine }, config }: Shop,
  { name: username, email, level }: NewUser,
  terminal: Terminal,
): Promise<boolean> => {
  if (!Object.hasOwn(SECURITY_LEVELS, level))
    throw new ConfigError(`--level: ${level} is none of ${Object.keys(SECURITY_LEVELS).join(', ')}`);
  orConfigError(checkUsername(username));
  orConfigError(checkEmail(email));
  const { password, passwordHash } = await newPassword(config);
  const account = {
    username,
    email,
    passwordHash,
    className: '',
    language: engine.rules.language,
    level: SECURITY_LEVELS[level as SecurityLevel],
    verifyDigest: '',
  };
  const id = await decideDurably(engine, 'user_add', (tx) => registerUser(tx, account));
  await terminal.show(
    `kontor: user ${username} has the id ${id}, the level ${level} and the password ${password}, ` +
      'which is shown this once',
    { id, username, level, password },
  );
  return true;
};

interface Named {
  readonly name: string;
}

/** Prints a new random password and queues it for the webhook that sends it to the user; all logins end. */
export const resetUser = async (
  { store: { engine }, config }: Shop,
  { name: username }: Named,
  terminal: Terminal,
): Promise<boolean> => {
  const { password, passwordHash } = await newPassword(config);
  await decideDurably(engine, 'user_reset', (tx) =>
    withUser(tx, username, ([id]) => {
      const changed = tx.ask('user', id, { type: 'set_password', passwordHash, isByStaff: true });
      return changed.ok ? sendNewPassword(tx, id, password) : changed;
    }),
  );
  await terminal.show(
    `kontor: user ${username} has the password ${password}, which is shown this once; all logins are ended`,
    { username, password },
  );
  return true;
};

const changeStatus =
  (type: 'lock' | 'unlock' | 'verify') =>
  async ({ store: { engine } }: Shop, { name: username }: Named, terminal: Terminal): Promise<boolean> => {
    const status = await decideDurably(engine, `user_${type}`, (tx) =>
      withUser(tx, username, ([id, { status, verifyDigest: digest }]) => {
        // An account that never had to be verified has no digest.
        if (type === 'verify' && status === 'active') return ok(status);
        const stays = type === 'lock' ? leavesOwner(tx, ROLES, id) : DONE;
        if (!stays.ok) return stays;
        const changed = tx.ask('user', id, type === 'verify' ? { type, digest } : { type });
        return changed.ok ? ok(tx.read('user', id)!.status) : changed;
      }),
    );
    await terminal.show(`kontor: user ${username} is ${status}`, { username, status });
    return true;
  };

/** It also ends the logins that the account has. The last one that may do everything stays: LAST_OWNER. */
export const lockUser = changeStatus('lock');
export const unlockUser = changeStatus('unlock');
/** Without the token that was sent to the address. */
export const verifyUser = changeStatus('verify');

/** For somebody who has lost app and recovery codes; all logins end. Throws ConfigError. */
export const endSecondFactor = async (
  { store: { engine } }: Shop,
  { name: username }: Named,
  terminal: Terminal,
): Promise<boolean> => {
  await decideDurably(engine, 'user_end_second_factor', (tx) =>
    withUser(tx, username, ([id]) => {
      const removed = tx.ask('user', id, { type: 'remove_second_factor' });
      return removed.ok ? endLogins(tx, id, 0) : removed;
    }),
  );
  await terminal.show(`kontor: user ${username} has no second factor any more; all logins are ended`, { username });
  return true;
};
