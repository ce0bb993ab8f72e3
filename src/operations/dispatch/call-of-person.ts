// Calls of persons in the back office: instead of a channel's credentials they have the cookie of a login.
import type { Session } from '../../domain/cart/session.ts';
import { userOf } from '../../domain/accounts/find-user.ts';
import { SECURITY_LEVELS } from '../../domain/accounts/user-fields.ts';
import { BACK_OFFICE_CHANNEL } from '../../domain/channels/back-office.ts';
import type { DeviceTokens } from '../../engine/codes/device-tokens.ts';
import type { SessionCodes } from '../../engine/codes/session-codes.ts';
import type { Engine } from '../../engine/engine.ts';
import type { ReadContext } from '../../engine/read-context.ts';
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { mayCall } from '../access/levels.ts';
import type { Caller, Operation, Person } from '../context/operation.ts';
import { loggedInSession, sessionOfCall } from './session-of-call.ts';

/** The one operation that is called without a cookie, to get one. */
const LOGIN = 'login_user';
/** Whoever has logged in may end that. */
const LOGOUT = 'logout_user';

const NOT_LOGGED_IN = refuse('PERMISSION_DENIED', 'session', 'Nobody is logged in, or the login has ended.');

const callerOf = (person: Caller['person'], address: string): Caller => ({
  channelId: BACK_OFFICE_CHANNEL,
  person,
  backOffice: person !== undefined,
  output: 'json',
  username: '',
  address,
});

/** The account of a login that holds; `least`: its security level. Refuses: PERMISSION_DENIED. */
const personBehind = (reader: ReadContext, userId: number, least: number): Result<Person> => {
  const user = userOf(reader, userId);
  if (!user.ok) return NOT_LOGGED_IN;
  const { level } = user.value;
  return level < least ? refuse('PERMISSION_DENIED') : ok({ userId, level });
};

/**
 * The person whose login made the cookie; only looked at, so that a page that is left open does not keep its login
 * alive. Refuses: PERMISSION_DENIED.
 */
export const personOfCookie = (codes: SessionCodes, cookie: string, reader: ReadContext): Result<Person> => {
  const code = codes.codeOfCookie(cookie);
  const session = code === undefined ? undefined : loggedInSession(codes, reader, code);
  return session === undefined ? NOT_LOGGED_IN : personBehind(reader, session.userId, SECURITY_LEVELS.manager);
};

/** A browser that the person is logged in with. */
export interface KnownDevice {
  readonly userId: number;
  /** For its next login. */
  readonly token: string;
}

/** The browser that has the cookie, by the password that holds now; undefined where no login does. */
export const deviceOfCookie = (
  codes: SessionCodes,
  devices: DeviceTokens,
  cookie: string,
  reader: ReadContext,
): KnownDevice | undefined => {
  const code = codes.codeOfCookie(cookie);
  const session = code === undefined ? undefined : loggedInSession(codes, reader, code);
  const user = session === undefined ? undefined : reader.read('user', session.userId);
  if (user === undefined) return undefined;
  const { userId } = session!;
  const { loginGeneration } = user;
  return { userId, token: devices.token(devices.newDevice(code!), 'back office', { userId, loginGeneration }) };
};

export interface PersonCall {
  /** '': none. */
  readonly cookie: string;
  readonly request: string;
  /** Undefined for a name that is no operation's. */
  readonly operation: Operation | undefined;
  readonly address: string;
}

/**
 * The caller whose login made the cookie. A login ends with the session's life, a logout, a new password and a lock;
 * its session is kept alive by calls. Refuses: PERMISSION_DENIED, with `session` as the parameter where no login holds;
 * NOT_LEADER where a follower would have to write.
 */
export const callerOfPerson = (
  engine: Engine,
  codes: SessionCodes,
  { cookie, request, operation, address }: PersonCall,
  reader: ReadContext,
): Result<Caller> => {
  if (cookie === '' && request === LOGIN) return ok(callerOf(undefined, address));
  const code = codes.codeOfCookie(cookie);
  if (code === undefined) return NOT_LOGGED_IN;
  const nobody = callerOf(undefined, address);
  const session = sessionOfCall(engine, codes, { session: 'required' }, { session: code }, nobody, reader);
  if (!session.ok) return session.code === 'SESSION_INVALID' ? NOT_LOGGED_IN : session;
  const { userId } = session.value!.state as Session;
  const person = personBehind(reader, userId, request === LOGOUT ? 0 : SECURITY_LEVELS.manager);
  if (!person.ok) return person;
  const allowed = operation === undefined ? ok(undefined) : mayCall(person.value.level, operation);
  return allowed.ok ? ok(callerOf(person.value, address)) : allowed;
};
