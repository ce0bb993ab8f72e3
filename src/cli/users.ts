// `kontor user`: accounts in a store that no server has open (Decision 42).
import { randomInt } from 'node:crypto';
import type { Config } from '../config.ts';
import { ConfigError } from '../config.ts';
import type { Session } from '../domain/cart/session.ts';
import type { Transaction } from '../domain/transaction.ts';
import type { SecurityLevel } from '../domain/accounts/user-fields.ts';
import { SECURITY_LEVELS, checkEmail, checkUsername } from '../domain/accounts/user-fields.ts';
import type { Known } from '../domain/accounts/users.ts';
import { registerUser, userNamed } from '../domain/accounts/users.ts';
import { fire } from '../domain/webhooks/webhooks.ts';
import { fieldsOf } from '../domain/cart/order-details.ts';
import { changelog } from '../engine/audit-pages.ts';
import { belongings } from '../engine/maintenance/erasure.ts';
import { housekeeping } from '../engine/engine.ts';
import type { Engine } from '../engine/engine.ts';
import { toJson } from '../kernel/json.ts';
import type { Json } from '../kernel/json.ts';
import { REFUSALS } from '../kernel/refusals.ts';
import { ok, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import { viewChangelog } from '../operations/views/changelog.ts';
import { cartJson } from '../operations/views/cart.ts';
import { dateTime } from '../operations/views/format.ts';
import { orderShown } from '../operations/views/order.ts';
import { viewUser } from '../operations/views/user.ts';
import { PasswordHashing } from '../outside/passwords/password-hash.ts';
import { withKnownStore } from './offline-store.ts';

/** What a command of this kind is stopped by. */
export const insist = <T>(result: Result<T>): T => {
  if (result.ok) return result.value;
  const { code, param, detail } = result;
  throw new ConfigError(
    `${code}${param === '' ? '' : ` (${param})`}: ${detail === '' ? REFUSALS[code].sentence : detail}`,
  );
};

/** Throws ConfigError, StoreLocked, StoreDamage. */
export const onStore = (config: Config, use: (engine: Engine, storeKey: string) => Promise<void>): Promise<void> =>
  withKnownStore(config, ({ engine, identity }) => use(engine, identity.key));

/** Decides, and waits for the disk: nobody is told what a full disk then refuses. */
export const decide = async <T>(
  engine: Engine,
  operation: string,
  decision: (tx: Transaction) => Result<T>,
): Promise<T> => {
  const value = insist(engine.transact(housekeeping(operation), decision));
  await engine.durable(engine.head);
  return value;
};

const LETTERS = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const PASSWORD_LENGTH = 16;
const randomPassword = (): string =>
  Array.from({ length: PASSWORD_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]!).join('');

/** A random password and its hash. */
const newPassword = async (config: Config): Promise<{ readonly password: string; readonly passwordHash: string }> => {
  const hashing = new PasswordHashing(config);
  try {
    const password = randomPassword();
    return { password, passwordHash: insist(await hashing.hash(password)) };
  } finally {
    await hashing.close();
  }
};

const known = (tx: Transaction, username: string, then: (known: Known) => Result<void>): Result<void> => {
  const found = userNamed(tx, username);
  return found === undefined ? refuse('USER_NOT_FOUND', username) : then(found);
};

/** An account that is active at once; its password is shown once. */
export const addUser = async (config: Config, username: string, email: string, level: string): Promise<void> => {
  if (!Object.hasOwn(SECURITY_LEVELS, level))
    throw new ConfigError(`--level: ${level} is none of ${Object.keys(SECURITY_LEVELS).join(', ')}`);
  insist(checkUsername(username));
  insist(checkEmail(email));
  await onStore(config, async (engine) => {
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
    const id = await decide(engine, 'user_add', (tx) => registerUser(tx, account));
    console.log(
      `kontor: user ${username} has the id ${id}, the level ${level} and the password ${password}, which is shown this once`,
    );
  });
};

/** A new random password: sent to the user, where a webhook does so, and shown once. It ends all logins. */
export const resetUser = async (config: Config, username: string): Promise<void> => {
  await onStore(config, async (engine) => {
    const { password, passwordHash } = await newPassword(config);
    await decide(engine, 'user_reset', (tx) =>
      known(tx, username, ([id, { email }]) => {
        const changed = tx.ask('user', id, { type: 'set_password', passwordHash });
        return changed.ok ? fire(tx, 'SEND_NEW_PASSWD_TO_USER', { email, passwd: password }, id) : changed;
      }),
    );
    console.log(
      `kontor: user ${username} has the password ${password}, which is shown this once; all logins are ended`,
    );
  });
};

export const lockUser = async (config: Config, username: string, type: 'lock' | 'unlock'): Promise<void> => {
  await onStore(config, async (engine) => {
    await decide(engine, `user_${type}`, (tx) => known(tx, username, ([id]) => tx.ask('user', id, { type })));
    const [, { status }] = userNamed(engine.look(), username)!;
    console.log(`kontor: user ${username} is ${status}`);
  });
};

/** Living ones. */
const sessionsOf = (engine: Engine, ids: readonly number[]): Json[] => {
  const { session: table } = engine.tables;
  const { atMs, rules } = engine.look();
  const found: Json[] = [];
  for (const id of ids) {
    const { draft, createdMs, expiresMs, cart } = table.peek(id) as Session;
    if (expiresMs > atMs)
      found.push({
        creation_date: dateTime(createdMs),
        expiration_date: dateTime(expiresMs),
        cart: cartJson(cart, rules.currencyDigits),
        order_details: fieldsOf(draft),
        attributes: { ...draft.attributes },
      });
  }
  return found;
};

const CHANGES_PAGE = 1000;

/** What the audit still knows of his account. */
const changesOf = (engine: Engine, userId: number): Json[] => {
  const found: Json[] = [];
  for (let afterSeq = 0, more = true; more;) {
    const page = changelog(engine.journal, {
      object: ['user', userId],
      sinceMs: 0,
      afterSeq,
      entriesMax: CHANGES_PAGE,
    });
    found.push(...viewChangelog(engine.look(), page).records);
    afterSeq = page.next;
    more = page.next !== 0;
  }
  return found;
};

/** All that the shop holds about a user, as JSON: the same that `kontor user erase` destroys. */
export const exportUser = async (config: Config, username: string): Promise<void> => {
  await onStore(config, (engine) => {
    const look = engine.look();
    const found = userNamed(look, username);
    const [id, { language }] = insist(found === undefined ? refuse('USER_NOT_FOUND', username) : ok(found));
    const { orders: orderIds, sessions } = belongings(engine, id);
    const orders = orderIds.toReversed().map((orderId) => orderShown(look, orderId, language));
    const all: Json = {
      user: viewUser(look, id, { object: 'user', code: '' }),
      orders,
      sessions: sessionsOf(engine, sessions),
      changes: changesOf(engine, id),
    };
    console.log(JSON.stringify(JSON.parse(toJson(all)), undefined, 2));
    return Promise.resolve();
  });
};
