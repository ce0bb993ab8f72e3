// The back office: persons log in with the name and the password of an account of level 50 or 100, and call operations
// under the cookie of that login. No credentials of a channel are needed, and none reach the browser.
import type { FieldGroup } from '../../domain/accounts/role.ts';
import type { SessionCodes } from '../../engine/codes/session-codes.ts';
import type { Code } from '../../kernel/refusals.ts';
import { isAbsent } from '../../kernel/params.ts';
import { DONE, ok } from '../../kernel/result.ts';
import type { Refusal, Result } from '../../kernel/result.ts';
import { mayCall } from '../access/levels.ts';
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
  /** Name of the role; '': none. */
  readonly role: string;
  /** 1: logins want a code as well. */
  readonly second_factor: number;
  /** 1: until a second factor is set up, nothing but one's own account is open. */
  readonly second_factor_missing: number;
  /** Number of recovery codes that are left. */
  readonly recovery_codes: number;
  /** What the person may call. */
  readonly operations: readonly string[];
  /** Groups of fields that replies do not show them. */
  readonly hidden: readonly FieldGroup[];
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
  readonly device_token: string;
  readonly operations: readonly string[];
  readonly hidden: readonly FieldGroup[];
  readonly person: Omit<BackOfficeUser, 'object' | 'operations' | 'hidden'>;
}

const userIn = ({ person, operations, hidden }: Reply): BackOfficeUser => ({
  object: 'back_office_user',
  ...person,
  operations,
  hidden,
});

type Origin = Omit<CallOrigin, 'personCookie'>;

/** `device`: the browser of the page, where the call has changed the person's own password. */
export type SendToPage = (
  status: number,
  body: string | Uint8Array,
  contentType?: string,
  headers?: ReplyHeaders,
  device?: KnownDevice,
) => void;

const CHANGE_PASSWORD = 'set_user_password';
/** Without a session they are about the person who calls: the page does not know the session of its cookie. */
const OF_OWN_LOGIN: ReadonlySet<unknown> = new Set([
  CHANGE_PASSWORD,
  'begin_second_factor',
  'confirm_second_factor',
  'end_second_factor',
]);
/** Ends the tokens of devices, this browser's among them. */
const END_LOGINS = 'end_logins';

export class BackOffice {
  private readonly dispatch: Pick<Dispatch, 'call' | 'callers'>;
  private readonly codes: Pick<SessionCodes, 'cookie' | 'codeOfCookie'>;

  constructor(dispatch: BackOffice['dispatch'], codes: BackOffice['codes']) {
    this.dispatch = dispatch;
    this.codes = codes;
  }

  /**
   * Whether the login that made the cookie holds, and its person has a way in (role-table.ts); '': no one of them.
   * Refuses: PERMISSION_DENIED.
   */
  permits(cookie: string, way = ''): Result<Person> {
    const person = this.dispatch.callers.personOf(cookie);
    const allowed = !person.ok || way === '' ? person : mayCall(person.value.rights, way);
    return allowed.ok ? person : allowed;
  }

  /**
   * Refuses as login_user, which knows no account of a customer here. `devices`: tokens that the browser has, with
   * spaces between them. The address of `origin` is that of the guesser, where the password is wrong.
   */
  login(sent: CallFields, devices: string, origin: Origin, done: (login: Result<Login>) => void): void {
    const { username, password, code } = sent;
    return this.enter({ request: 'login_user', username, password, code, device_token: devices }, origin, done);
  }

  /** Makes the account of who is invited, and logs it in. Refuses as accept_invitation. */
  accept(sent: CallFields, origin: Origin, done: (login: Result<Login>) => void): void {
    const { code, username, password, password_again, language } = sent;
    return this.enter(
      { request: 'accept_invitation', code, username, password, password_again, language },
      origin,
      done,
    );
  }

  /** What a code invites to, as the page is told. Refuses as get_invitation. */
  invitation({ code }: CallFields, origin: Origin, done: (invitation: Result<object>) => void): void {
    return this.ask({ request: 'get_invitation', code }, '', origin, done);
  }

  private enter(fields: CallFields, origin: Origin, done: (login: Result<Login>) => void): void {
    this.ask(fields, '', origin, (reply) => {
      if (!reply.ok) return done(reply);
      const { session_id: session, device_token: device } = reply.value;
      const cookie = this.codes.cookie(session);
      return this.describe(cookie, origin, (user) => done(user.ok ? ok({ user: user.value, cookie, device }) : user));
    });
  }

  /** Makes the first owner and logs them in. Refuses as make_first_owner, and as `login`. */
  makeFirstOwner(sent: CallFields, devices: string, origin: Origin, done: (login: Result<Login>) => void): void {
    const { code, username, email, password } = sent;
    this.ask({ request: 'make_first_owner', code, username, email, password }, '', origin, (made) =>
      made.ok ? this.login({ username, password }, devices, origin, done) : done(made),
    );
  }

  /** Whose cookie it is. Refuses: PERMISSION_DENIED. */
  user(cookie: string, origin: Origin, done: (user: Result<BackOfficeUser>) => void): void {
    const person = this.dispatch.callers.personOf(cookie);
    return person.ok ? this.describe(cookie, origin, done) : done(person);
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
   * Calls an operation in the name of the person, whose own password and second factor are meant where no session is
   * sent. Refuses, besides what the operation does, as `permits`.
   */
  call(fields: CallFields, idempotencyKey: string, cookie: string, origin: Origin, send: SendToPage): void {
    const { dispatch } = this;
    const asked = { ...origin, personCookie: cookie };
    const { request, session } = fields;
    const isOwn = OF_OWN_LOGIN.has(request) && isAbsent(session);
    const sent = isOwn ? { ...fields, session: this.codes.codeOfCookie(cookie) } : fields;
    const endsDevices = (isOwn && request === CHANGE_PASSWORD) || request === END_LOGINS;
    if (!endsDevices) return dispatch.call(sent, idempotencyKey, send, '', asked);
    const before = dispatch.callers.deviceOf(cookie);
    const told: SendToPage = (status, body, contentType, headers) => {
      const device = dispatch.callers.deviceOf(cookie);
      const isChanged = device !== undefined && before !== undefined && device.token !== before.token;
      send(status, body, contentType, headers, isChanged ? device : undefined);
    };
    return dispatch.call(sent, idempotencyKey, told, '', asked);
  }

  private describe(cookie: string, origin: Origin, done: (user: Result<BackOfficeUser>) => void): void {
    this.ask({ request: 'get_rights' }, cookie, origin, (reply) => done(reply.ok ? ok(userIn(reply.value)) : reply));
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
