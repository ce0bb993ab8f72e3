// `kontor user add`, `reset`, `lock` and `unlock`: accounts in a store that no server has open.
import { randomInt } from 'node:crypto';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/setting.ts';
import type { Transaction } from '../domain/transaction.ts';
import type { SecurityLevel } from '../domain/accounts/user-fields.ts';
import { SECURITY_LEVELS, checkEmail, checkUsername } from '../domain/accounts/user-fields.ts';
import type { Known } from '../domain/accounts/find-user.ts';
import { registerUser } from '../domain/accounts/register-user.ts';
import { userNamed } from '../domain/accounts/find-user.ts';
import { fire } from '../domain/webhooks/fire-webhooks.ts';
import { refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { PasswordHashing } from '../outside/passwords/password-hash.ts';
import { decideDurably, orConfigError } from './offline/decide.ts';
import { withEngine } from './offline/store.ts';

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
const withUser = (tx: Transaction, username: string, then: (user: Known) => Result<void>): Result<void> => {
  const known = userNamed(tx, username);
  return known === undefined ? refuse('USER_NOT_FOUND', username) : then(known);
};

/**
 * Makes an account that is active at once and prints its random password. Throws ConfigError, StoreLocked, StoreDamage.
 */
export const addUser = async (config: Config, username: string, email: string, level: string): Promise<void> => {
  if (!Object.hasOwn(SECURITY_LEVELS, level))
    throw new ConfigError(`--level: ${level} is none of ${Object.keys(SECURITY_LEVELS).join(', ')}`);
  orConfigError(checkUsername(username));
  orConfigError(checkEmail(email));
  await withEngine(config, async (engine) => {
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
    console.log(
      `kontor: user ${username} has the id ${id}, the level ${level} and the password ${password}, ` +
        'which is shown this once',
    );
  });
};

/**
 * Prints a new random password and queues it for the webhook that sends it to the user; all logins end. Throws
 * ConfigError, StoreLocked, StoreDamage.
 */
export const resetUser = async (config: Config, username: string): Promise<void> => {
  await withEngine(config, async (engine) => {
    const { password, passwordHash } = await newPassword(config);
    await decideDurably(engine, 'user_reset', (tx) =>
      withUser(tx, username, ([id, { email }]) => {
        const changed = tx.ask('user', id, { type: 'set_password', passwordHash });
        return changed.ok ? fire(tx, 'SEND_NEW_PASSWD_TO_USER', { email, passwd: password }, id) : changed;
      }),
    );
    console.log(
      `kontor: user ${username} has the password ${password}, which is shown this once; all logins are ended`,
    );
  });
};

/** `lock` also ends the logins that the account has. Throws ConfigError, StoreLocked, StoreDamage. */
export const lockUser = async (config: Config, username: string, type: 'lock' | 'unlock'): Promise<void> => {
  await withEngine(config, async (engine) => {
    await decideDurably(engine, `user_${type}`, (tx) => withUser(tx, username, ([id]) => tx.ask('user', id, { type })));
    const [, { status }] = userNamed(engine.readContext(), username)!;
    console.log(`kontor: user ${username} is ${status}`);
  });
};
