// Calls of persons in the back office: instead of a channel's credentials they have the cookie of a login.
import type { Session } from '../../domain/cart/session.ts';
import { userOf } from '../../domain/accounts/find-user.ts';
import { SECURITY_LEVELS } from '../../domain/accounts/user-fields.ts';
import { BACK_OFFICE_CHANNEL } from '../../domain/channels/back-office.ts';
import type { Actor } from '../../engine/actors/actor-table.ts';
import type { DeviceTokens } from '../../engine/codes/device-tokens.ts';
import type { SessionCodes } from '../../engine/codes/session-codes.ts';
import type { Engine } from '../../engine/engine.ts';
import type { ReadContext } from '../../engine/transactions/read-context.ts';
import { DONE, ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { mayCall } from '../access/levels.ts';
import type { Caller, Operation, Person } from '../context/operation.ts';
import { ALL_RIGHTS, ROLES } from './role-table.ts';
import { loggedInSession, sessionOfCall } from './session-of-call.ts';

/** What is called without a cookie, to get one. */
const BEFORE_LOGIN: ReadonlySet<string> = new Set([
  'login_user',
  'make_first_owner',
  'get_invitation',
  'accept_invitation',
]);
/** Every person may end their login, whatever their level. */
const LOGOUT = 'logout_user';

const NOT_LOGGED_IN = refuse('PERMISSION_DENIED', 'session', 'Nobody is logged in, or the login has ended.');

const callerOf = (person: Caller['person'], { address, browser }: Pick<Caller, 'address' | 'browser'>): Caller => ({
  channelId: BACK_OFFICE_CHANNEL,
  person,
  rights: person?.rights ?? ALL_RIGHTS,
  backOffice: person !== undefined,
  output: 'json',
  username: '',
  address,
  browser,
});

/** Returns the account of a login that holds; `least`: its least security level. Refuses: PERMISSION_DENIED. */
const personBehind = (reader: ReadContext, session: Actor, least: number): Result<Person> => {
  const { userId } = session.state as Session;
  const user = userOf(reader, userId);
  if (!user.ok) return NOT_LOGGED_IN;
  const { level } = user.value;
  return level < least
    ? refuse('PERMISSION_DENIED')
    : ok({ userId, level, rights: ROLES.ofPerson(reader, user.value), sessionId: session.id });
};

/**
 * Returns the person whose login made the cookie, without extending the login: a page that is left open does not keep
 * it alive. Refuses: PERMISSION_DENIED.
 */
export const personOfCookie = (codes: SessionCodes, cookie: string, reader: ReadContext): Result<Person> => {
  const code = codes.codeOfCookie(cookie);
  const session = code === undefined ? undefined : loggedInSession(codes, reader, code);
  return session === undefined ? NOT_LOGGED_IN : personBehind(reader, session, SECURITY_LEVELS.manager);
};

/** A browser that the person is logged in with. */
export interface KnownDevice {
  readonly userId: number;
  /** Token for the next login of the device. */
  readonly token: string;
}

/** Returns the browser that has the cookie, under the present password; undefined if no login holds. */
export const deviceOfCookie = (
  codes: SessionCodes,
  devices: DeviceTokens,
  cookie: string,
  reader: ReadContext,
): KnownDevice | undefined => {
  const code = codes.codeOfCookie(cookie);
  const session = code === undefined ? undefined : loggedInSession(codes, reader, code);
  if (session === undefined) return undefined;
  const { userId } = session.state as Session;
  const user = reader.read('user', userId);
  if (user === undefined) return undefined;
  const { loginGeneration } = user;
  return { userId, token: devices.token(devices.newDevice(code!), 'back office', { userId, loginGeneration }) };
};

export interface PersonCall {
  /** Cookie of a login; '': none. */
  readonly cookie: string;
  readonly request: string;
  /** Undefined for a name that is no operation's. */
  readonly operation: Operation | undefined;
  readonly address: string;
  readonly browser: string;
}

/**
 * The caller whose login made the cookie. A login ends with the session's life, a logout, a new password and a lock;
 * its session is kept alive by calls. Refuses: PERMISSION_DENIED, with `session` as the parameter where no login holds;
 * SECOND_FACTOR_REQUIRED; NOT_LEADER where a follower would have to write.
 */
export const callerOfPerson = (
  engine: Engine,
  codes: SessionCodes,
  { cookie, request, operation, ...from }: PersonCall,
  reader: ReadContext,
): Result<Caller> => {
  if (cookie === '' && BEFORE_LOGIN.has(request)) return ok(callerOf(undefined, from));
  const code = codes.codeOfCookie(cookie);
  if (code === undefined) return NOT_LOGGED_IN;
  const nobody = callerOf(undefined, from);
  const session = sessionOfCall(engine, codes, { session: 'required' }, { session: code }, nobody, reader);
  if (!session.ok) return session.code === 'SESSION_INVALID' ? NOT_LOGGED_IN : session;
  const person = personBehind(reader, session.value!, request === LOGOUT ? 0 : SECURITY_LEVELS.manager);
  if (!person.ok) return person;
  const isFree = operation === undefined || request === LOGOUT;
  const allowed = isFree ? DONE : mayCall(person.value.rights, request);
  return allowed.ok ? ok(callerOf(person.value, from)) : allowed;
};
