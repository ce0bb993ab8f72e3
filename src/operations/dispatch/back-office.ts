// The back office: persons log in with the name and the password of an account of level 50 or 100, and call operations
// under the cookie of that login. No credentials of a channel are needed, and none reach the browser.
import type { SessionCodes } from '../../engine/codes/session-codes.ts';
import type { Code } from '../../kernel/refusals.ts';
import { isAbsent } from '../../kernel/params.ts';
import { DONE, ok } from '../../kernel/result.ts';
import type { Refusal, Result } from '../../kernel/result.ts';
import type { CallFields, Person } from '../context/operation.ts';
import type { CallOrigin } from './call-observer.ts';
import type { ReplyHeaders } from '../../kernel/reply-stream.ts';
import type { KnownDevice } from './call-of-person.ts';
import type { Dispatch } from './dispatch.ts';

/** Who is logged in, as the page is told. */
interface BackOfficeUser {
  readonly object: 'back_office_user';
  readonly id_user: number;
  readonly username: string;
  readonly email: string;
  /** First and last name; empty: neither is known. */
  readonly name: string;
  /** 50: a manager, 100: an administrator. */
  readonly level: number;
}

export interface Login {
  readonly user: BackOfficeUser;
  readonly cookie: string;
  /** The token of the device, for its next login. */
  readonly device: string;
}

/** The members of replies that are read here. */
interface Reply {
  readonly object: string;
  /** The code of a refusal; absent in replies of calls that succeed. */
  readonly message?: Code;
  readonly param?: string;
  readonly detail?: string;
  readonly session_id: string;
  readonly id_user: number;
  readonly username: string;
  readonly email: string;
  readonly security_level: number;
  readonly device_token: string;
  readonly attributes: { readonly [name: string]: { readonly value: string } | undefined };
}

const userIn = ({ id_user, username, email, security_level: level, attributes }: Reply): BackOfficeUser => {
  const { firstname, lastname } = attributes;
  const name = [firstname?.value, lastname?.value].filter((part) => part !== undefined && part !== '').join(' ');
  return { object: 'back_office_user', id_user, username, email, name, level };
};

type Origin = Omit<CallOrigin, 'personCookie'>;

/** `device`: the browser of the page, where the call has changed the person's own password. */
export type SendToPage = (
  status: number,
  body: string | Uint8Array,
  contentType?: string,
  headers?: ReplyHeaders,
  device?: KnownDevice,
) => void;

/** Without a session it is about the person who calls: the page does not know the session of its cookie. */
const CHANGE_PASSWORD = 'set_user_password';

export class BackOffice {
  private readonly dispatch: Pick<Dispatch, 'call' | 'personOf' | 'deviceOf'>;
  private readonly codes: Pick<SessionCodes, 'cookie' | 'codeOfCookie'>;

  constructor(dispatch: BackOffice['dispatch'], codes: BackOffice['codes']) {
    this.dispatch = dispatch;
    this.codes = codes;
  }

  /** Whether the login that made the cookie holds. Refuses: PERMISSION_DENIED. */
  permits(cookie: string): Result<Person> {
    return this.dispatch.personOf(cookie);
  }

  /**
   * Refuses as login_user, which knows no account of a customer here. `devices`: tokens that the browser has, with
   * spaces between them. The address of `origin` is that of the guesser, where the password is wrong.
   */
  login(sent: CallFields, devices: string, origin: Origin, done: (login: Result<Login>) => void): void {
    const { username, password } = sent;
    this.ask({ request: 'login_user', username, password, device_token: devices }, '', origin, (reply) => {
      if (!reply.ok) return done(reply);
      const { session_id: session, id_user: userId, device_token: device } = reply.value;
      const cookie = this.codes.cookie(session);
      return this.describe(userId, cookie, origin, (user) =>
        done(user.ok ? ok({ user: user.value, cookie, device }) : user),
      );
    });
  }

  /** Whose cookie it is. Refuses: PERMISSION_DENIED. */
  user(cookie: string, origin: Origin, done: (user: Result<BackOfficeUser>) => void): void {
    const person = this.dispatch.personOf(cookie);
    return person.ok ? this.describe(person.value.userId, cookie, origin, done) : done(person);
  }

  /**
   * Ends the login, so that a copy of the cookie opens nothing either; again is no harm. Refuses while no change is
   * taken: the login holds then.
   */
  logout(cookie: string, origin: Origin, done: (ended: Result<unknown>) => void): void {
    const session = this.codes.codeOfCookie(cookie);
    if (session === undefined || !this.permits(cookie).ok) return done(DONE);
    return this.ask({ request: 'logout_user', session }, cookie, origin, done);
  }

  /**
   * Calls an operation in the name of the person, whose own password `set_user_password` changes where no session is
   * sent. Refuses, besides what the operation does, as `permits`.
   */
  call(fields: CallFields, idempotencyKey: string, cookie: string, origin: Origin, send: SendToPage): void {
    const { dispatch } = this;
    const asked = { ...origin, personCookie: cookie };
    if (fields['request'] !== CHANGE_PASSWORD || !isAbsent(fields['session']))
      return dispatch.call(fields, idempotencyKey, send, '', asked);
    const before = dispatch.deviceOf(cookie);
    const told: SendToPage = (status, body, contentType, headers) => {
      const device = dispatch.deviceOf(cookie);
      const isChanged = device !== undefined && before !== undefined && device.token !== before.token;
      send(status, body, contentType, headers, isChanged ? device : undefined);
    };
    return dispatch.call({ ...fields, session: this.codes.codeOfCookie(cookie) }, idempotencyKey, told, '', asked);
  }

  private describe(userId: number, cookie: string, origin: Origin, done: (user: Result<BackOfficeUser>) => void): void {
    this.ask({ request: 'get_user_by_id', id_user: userId }, cookie, origin, (reply) =>
      done(reply.ok ? ok(userIn(reply.value)) : reply),
    );
  }

  private ask(fields: CallFields, cookie: string, origin: Origin, done: (reply: Result<Reply>) => void): void {
    this.call(fields, '', cookie, origin, (_status, body) => {
      const reply = JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString()) as Reply;
      const { message, param = '', detail = '' } = reply;
      const refusal: Refusal | undefined =
        message === undefined ? undefined : { ok: false, code: message, param, detail };
      return done(refusal ?? ok(reply));
    });
  }
}
