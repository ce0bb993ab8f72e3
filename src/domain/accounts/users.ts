// Decisions over accounts, and who is logged in where (S 4.9, Decision 38-42).
import { DONE, ok, refuse, shown } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { AttributeValue } from '../attributes/attributes.ts';
import { fitChanges } from '../attributes/attributes.ts';
import { own } from '../by-language.ts';
import { classNamed } from '../catalogue/classes.ts';
import { sameValue } from '../same-value.ts';
import type { Session, SessionRef } from '../cart/session.ts';
import type { ShopClass } from '../catalogue/shop-class.ts';
import type { Reader, Transaction } from '../transaction.ts';
import type { Registered, User } from './user.ts';
import { isErased } from './user.ts';
import { PROFILE_FIELDS, checkEmail, folded } from './user-fields.ts';

export type Known = readonly [id: number, state: User];

/** The account of a name or an address; undefined, which was looked at as well, where there is none. */
const knownBy = (shop: Reader, key: 'byName' | 'byEmail', text: string): Known | undefined => {
  const id = shop.index('user')[key].get(folded(text));
  const state = id === undefined ? undefined : shop.read('user', id);
  if (id === undefined || state === undefined) {
    shop.missed('user');
    return undefined;
  }
  return [id, state];
};

export const userNamed = (shop: Reader, username: string): Known | undefined => knownBy(shop, 'byName', username);

export const userWithEmail = (shop: Reader, email: string): Known | undefined => knownBy(shop, 'byEmail', email);

/** One that has not been erased. Refuses: USER_NOT_FOUND. */
export const userOf = (shop: Reader, userId: number): Result<User> => {
  const state = shop.read('user', userId);
  return state === undefined || isErased(state) ? refuse('USER_NOT_FOUND', userId) : ok(state);
};

/** Refuses: USERNAME_IN_USE, EMAIL_IS_IN_USE. */
export const checkFree = (shop: Reader, username: string, email: string): Result<void> => {
  if (userNamed(shop, username) !== undefined) return refuse('USERNAME_IN_USE', 'username');
  return userWithEmail(shop, email) === undefined ? DONE : refuse('EMAIL_IS_IN_USE', 'email');
};

/** The account of this name and this address, while it waits for its verification. */
export const unverifiedAs = (shop: Reader, username: string, email: string): Known | undefined => {
  const known = userNamed(shop, username);
  return known !== undefined && known[1].status === 'unverified' && folded(known[1].email) === folded(email)
    ? known
    : undefined;
};

const DEFAULT_CLASS = 'user';

/** The class that gives an account its additional attributes; none is needed. */
export const classOfUser = (shop: Reader, { classId }: User): readonly [id: number, state: ShopClass] | undefined => {
  const id = classId || (shop.index('class').byName.get(DEFAULT_CLASS) ?? 0);
  const state = shop.read('class', id);
  return state?.type === 'user' ? [id, state] : undefined;
};

/** A class is needed only where one other than `user` is named. Refuses: CLASS_NOT_FOUND, CLASS_TYPE_NOT_VALID. */
const classFor = (tx: Transaction, name: string): Result<number> => {
  const found = classNamed(tx, name, 'user');
  if (found.ok) return ok(found.value[0]);
  return found.code === 'CLASS_NOT_FOUND' && name === DEFAULT_CLASS ? ok(0) : found;
};

export interface Registration extends Omit<Registered, 'classId'> {
  /** '' for `user`. */
  readonly className: string;
}

/** The id of the account. Refuses: USERNAME_IN_USE, EMAIL_IS_IN_USE, CLASS_NOT_FOUND, CLASS_TYPE_NOT_VALID. */
export const registerUser = (tx: Transaction, { className, ...registration }: Registration): Result<number> => {
  const free = checkFree(tx, registration.username, registration.email);
  if (!free.ok) return free;
  const classId = classFor(tx, className || DEFAULT_CLASS);
  if (!classId.ok) return classId;
  return tx.create('user', { type: 'register', subject: tx.newSubject(), classId: classId.value, ...registration });
};

/**
 * Logs a user in to a session, or to a new one where `sessionId` is 0.
 *
 * Refuses: USER_NOT_VERIFIED, USER_LOCKED, SESSION_LIMIT_REACHED.
 */
export const logIn = (tx: Transaction, userId: number, sessionId: number): Result<SessionRef> => {
  const session = tx.read('session', sessionId);
  const guest = session === undefined ? 0 : guestOf(tx, session);
  // What he entered there before is his, too: whoever erases him finds it by its number.
  const recorded = tx.ask('user', userId, { type: 'record_login', guest });
  return recorded.ok ? attach(tx, userId, sessionId, guest) : recorded;
};

/** Lets a session hold the user's login as it is now. `guest`: as whom he was there before; 0 for nobody. */
export const attach = (tx: Transaction, userId: number, sessionId: number, guest = 0): Result<SessionRef> => {
  const { username, loginGeneration, subject } = tx.read('user', userId)!;
  const login = { userId, username, loginGeneration, subject };
  const { sessionTtlMs: lifeMs } = tx.rules;
  const id =
    sessionId === 0
      ? tx.create('session', { type: 'start', nonce: tx.random(12), lifeMs, ...login })
      : given(
          tx.ask('session', sessionId, { type: 'log_in', keepsDraft: guest !== 0 && !tx.isErased(guest), ...login }),
          sessionId,
        );
  if (!id.ok) return id;
  const { generation, nonce, createdMs } = tx.read('session', id.value)!;
  return ok({ id: id.value, generation, nonce, createdMs });
};

type Shopper = Pick<Session, 'userId' | 'subject'>;

/** Whose keys seal what a guest entered in a session; 0 where nobody has, or it is a user's. */
const guestOf = (tx: Transaction, { userId, subject }: Shopper): number =>
  userId !== 0 || tx.index('user').subjects.has(subject) ? 0 : subject;

/** Whose keys seal what is entered in a session now: its user's, or those of a guest, who is nobody known at first. */
export const enteringSubject = (tx: Transaction, session: Shopper): number => {
  const known = session.userId === 0 ? guestOf(tx, session) : session.subject;
  return known === 0 || tx.isErased(known) ? tx.newSubject() : known;
};

const given = (done: Result<void>, id: number): Result<number> => (done.ok ? ok(id) : done);

/** Whether the login that a session remembers still counts. */
export const loginHolds = (
  shop: Reader,
  { userId, loginGeneration }: { readonly userId: number; readonly loginGeneration: number },
): boolean => {
  const user = userOf(shop, userId);
  return user.ok && user.value.loginGeneration === loginGeneration;
};

/** As callers write them; '' and absent members stay, null clears (Decision 5). */
export type GivenProfile = { readonly [name: string]: unknown };

const TEXT_LENGTH_MAX = 255;

/** What get_user_data shows may be sent back as it is. */
const valueOf = (sent: unknown): unknown =>
  typeof sent === 'object' && sent !== null && 'value' in sent ? sent.value : sent;

const asProfileText = (sent: unknown): string | undefined => {
  const value = valueOf(sent);
  if (value === null) return '';
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  return typeof text === 'string' && text.length <= TEXT_LENGTH_MAX ? text : undefined;
};

interface ReadProfile {
  readonly email: string;
  readonly profile: { readonly [field: string]: string };
  readonly others: { readonly [name: string]: unknown };
}

const readProfile = (sent: GivenProfile): Result<ReadProfile> => {
  const profile: { [field: string]: string } = {};
  const others: { [name: string]: unknown } = {};
  let email = '';
  for (const [name, value] of Object.entries(sent)) {
    if (value === undefined || valueOf(value) === '') continue;
    if (name !== 'email' && !PROFILE_FIELDS.includes(name)) {
      others[name] = value;
      continue;
    }
    const text = asProfileText(value);
    if (text === undefined)
      return refuse('PARAMETER_INVALID', name, `${shown(value)} is no text of at most ${TEXT_LENGTH_MAX} characters.`);
    if (name !== 'email') profile[name] = text;
    else if (checkEmail(text).ok) email = text;
    else return refuse('EMAIL_IS_INVALID', 'email');
  }
  return ok({ email, profile, others });
};

/**
 * Changes what was sent, all or nothing.
 *
 * Refuses: USER_NOT_FOUND, PARAMETER_INVALID, EMAIL_IS_INVALID, EMAIL_IS_IN_USE, SHOPOBJECT_ATTRIBUTE_UNKNOWN,
 * SHOPOBJECT_ATTRIBUTE_INVALID; with the attribute's name.
 */
export const changeUser = (tx: Transaction, userId: number, sent: GivenProfile): Result<void> => {
  const found = userOf(tx, userId);
  if (!found.ok) return found;
  const state = found.value;
  const read = readProfile(sent);
  if (!read.ok) return read;
  const { email, profile, others } = read.value;
  const holder = email === '' ? undefined : userWithEmail(tx, email);
  if (holder !== undefined && holder[0] !== userId) return refuse('EMAIL_IS_IN_USE', 'email');
  const shopClass = classOfUser(tx, state);
  const fitted = fitChanges(shopClass?.[1].attributes ?? [], { '': others });
  if (!fitted.ok) return fitted;
  const kept: { readonly [number: string]: AttributeValue } = state.attributes;
  const attributes = Object.fromEntries(
    Object.entries(fitted.value['']!).filter(([number, value]) => !sameValue(own(kept, number) ?? null, value)),
  );
  const changed = Object.fromEntries(
    Object.entries(profile).filter(([field, value]) => (own(state.profile, field) ?? '') !== value),
  );
  const real = email === state.email ? '' : email;
  if (real === '' && Object.keys(changed).length + Object.keys(attributes).length === 0) return DONE;
  // The class is remembered with its first value: numbers of attributes mean something within one class only.
  const classId = Object.keys(attributes).length > 0 ? shopClass![0] : state.classId;
  return tx.ask('user', userId, {
    type: 'change',
    ...(real !== '' && { email: real }),
    profile: changed,
    attributes,
    classId,
  });
};
