// What the page of the back office calls: /admin/login, /admin/first-owner, /admin/invitation, /admin/accept,
// /admin/user, /admin/logout, /admin/call, /admin/events, /admin/images, /admin/import, /admin/import-facts,
// /admin/operations and /admin/engine.
//
// Guaranteed: a request that changes something comes from the page itself. It carries a header that no form and no page
// of another origin can send without being asked for, and browsers say that its origin is the same. The cookie is
// HttpOnly, so that no script reads it, and SameSite=Strict, so that no other site sends it.
// What somebody sends who is not logged in has at most 4 KiB, or nothing of it is decoded.
// Failed logins are counted by listener and address (login-throttle.ts), and apart for a browser that the same person
// has logged in from: it keeps a cookie that says so and opens nothing.
// Not promised: to tell the clients of a proxy apart that names none by `clientAddressHeader`.
import type { BackOffice, Login, SendToPage } from '../../operations/dispatch/back-office.ts';
import type { CallFields } from '../../operations/context/operation.ts';
import type { CallOrigin } from '../../operations/dispatch/call-observer.ts';
import type { ImportServices } from '../../operations/context/import-services.ts';
import type { ReadableFeed } from '../../operations/dispatch/change-feed.ts';
import { listOperations } from '../../operations/dispatch/operation-list.ts';
import { clientNetwork } from '../../kernel/client-network.ts';
import { refuseAt } from '../../kernel/limits.ts';
import { statusOutsideOperations } from '../../kernel/refusals.ts';
import type { Code } from '../../kernel/refusals.ts';
import { DONE, refuse } from '../../kernel/result.ts';
import type { Refusal, Result } from '../../kernel/result.ts';
import { decodeForm } from '../form/form.ts';
import type { FormLimits } from '../form/form.ts';
import type { LargeBodies } from '../form/large-bodies.ts';
import type { Route } from '../request-handler.ts';
import { errorBody } from '../transport/error-body.ts';
import { inTurn } from '../transport/in-turn.ts';
import { JSON_TYPE } from '../transport/transport.ts';
import type { IncomingRequest, Reply } from '../transport/transport.ts';
import { browserName } from './browser-name.ts';
import { replyWithFeed } from './change-feed.ts';
import type { ImageQuota } from './image-quota.ts';
import { saveImage } from './image-upload.ts';

export interface BackOfficeOptions extends FormLimits {
  /** Name of the listener; failed logins at different listeners are counted apart. */
  readonly listener: string;
  readonly backOffice: BackOffice;
  readonly feed: ReadableFeed;
  /** Turns of long bodies. */
  readonly large: LargeBodies;
  /** Browsers reach the page by TLS, of this process or of a proxy in front. */
  readonly isSecure: boolean;
  /** Folder of uploaded pictures, and its quota. */
  readonly images: ImageQuota;
  readonly imports: ImportServices;
  /** Why the disk takes no writes now; undefined while it does. */
  readonly writeRefusal: () => Refusal | undefined;
  /** What the engine room shows, as JSON. */
  readonly figures: () => Promise<string>;
}

const COOKIE = 'kontor_back_office';
const COOKIE_VALUE = new RegExp(`(?:^|;\\s*)${COOKIE}=([^;\\s]+)`);
/** Prefix of the cookie of each person who logged in from the browser; the account's id follows. */
const DEVICE_COOKIE = 'kontor_device_';
const DEVICE_VALUES = new RegExp(`(?:^|;\\s*)${DEVICE_COOKIE}\\d{1,15}=([\\w.-]{1,100})(?=\\s*(?:;|$))`, 'g');
/** Device tokens that one call takes. */
const DEVICES_MAX = 8;
/** Seconds of 400 days, the longest that browsers keep a cookie. */
const DEVICE_SECONDS = 34_560_000;
/** Bytes of a body whose sender is not logged in: three names, two passwords and a code. */
const LOGIN_BYTES_MAX = 4096;
/** Header of the page's own requests, in lower case. */
const OWN_HEADER = 'x-kontor-back-office';
const NO_STORE = ['Cache-Control', 'no-store'] as const;

/** Statuses of HTTP for refusals that operations send with 200. */
const STATUSES: { readonly [code in Code]?: number } = {
  LOGIN_PASSWORD_OR_USERNAME_NOT_CORRECT: 401,
  USER_NOT_VERIFIED: 401,
  USER_LOCKED: 401,
  SECOND_FACTOR_CODE_REQUIRED: 401,
  SECOND_FACTOR_CODE_NOT_CORRECT: 401,
  INVITATION_NOT_VALID: 404,
  LOGIN_THROTTLED: 429,
  LOGIN_BUSY: 503,
};

const cookieOf = (headers: IncomingRequest['headers']): string =>
  COOKIE_VALUE.exec(headers.get('cookie') ?? '')?.[1] ?? '';

const browserOf = (headers: IncomingRequest['headers']): string => browserName(headers.get('user-agent') ?? '');

const devicesOf = (headers: IncomingRequest['headers']): string =>
  Array.from((headers.get('cookie') ?? '').matchAll(DEVICE_VALUES), ([, value]) => value)
    .slice(0, DEVICES_MAX)
    .join(' ');

/** Status of a refusal; 401 asks the person to log in. */
const statusOf = ({ code, param }: Refusal): number =>
  code === 'PERMISSION_DENIED' && param === 'session' ? 401 : (STATUSES[code] ?? statusOutsideOperations(code));

const sendRefusal = (reply: Reply, refusal: Refusal): void => {
  const { code, param, detail } = refusal;
  reply.send(statusOf(refusal), errorBody(code, param, detail), JSON_TYPE, [NO_STORE]);
};

const sendJson = (reply: Reply, json: string): void => reply.send(200, json, JSON_TYPE, [NO_STORE]);

/** Headers that set the cookies. */
const cookiesOf = (isSecure: boolean) => {
  const kept = `HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  const device = `Path=/admin/login; Max-Age=${DEVICE_SECONDS}; ${kept}`;
  return {
    cookieHeader: (value: string, end = '') =>
      ['Set-Cookie', `${COOKIE}=${value}; Path=/admin; ${kept}${end}`] as const,
    deviceHeader: (userId: number, token: string) =>
      ['Set-Cookie', `${DEVICE_COOKIE}${userId}=${token}; ${device}`] as const,
  };
};

/** Whether the page of another origin sends this; browsers without Sec-Fetch-Site name the origin. */
const isOfOtherOrigin = (headers: IncomingRequest['headers']): boolean => {
  const site = headers.get('sec-fetch-site');
  if (site !== undefined) return site !== 'same-origin';
  const origin = headers.get('origin');
  return origin !== undefined && origin.replace(/^https?:\/\//, '') !== headers.get('host');
};

/** Refuses: PERMISSION_DENIED for requests that the page has not made. */
const checkPage = ({ headers }: IncomingRequest): Result<void> => {
  if (headers.get(OWN_HEADER) === '1' && !isOfOtherOrigin(headers)) return DONE;
  const detail = `Only the page of the back office may send this; it sends the header ${OWN_HEADER} as well.`;
  return refuse('PERMISSION_DENIED', '', detail);
};

/** Refuses: BODY_TOO_LARGE. */
const checkLength = ({ body }: IncomingRequest): Result<void> => {
  if (body.length <= LOGIN_BYTES_MAX) return DONE;
  const detail = `The body has ${body.length} bytes; before a login it has at most ${LOGIN_BYTES_MAX}.`;
  return refuseAt('login_bytes', 'BODY_TOO_LARGE', '', detail);
};

type Handle = (request: IncomingRequest, reply: Reply, passOn?: () => void) => void;

/** What somebody calls who is not logged in yet. */
const handlesBeforeLogin = (options: BackOfficeOptions) => {
  const { listener, backOffice, isSecure } = options;
  const { cookieHeader, deviceHeader } = cookiesOf(isSecure);
  const before =
    (handle: (sent: CallFields, origin: CallOrigin, request: IncomingRequest, reply: Reply) => void): Handle =>
    (request, reply) => {
      const short = checkLength(request);
      const sent = short.ok ? decodeForm(request.contentType, request.body, options) : short;
      if (!sent.ok) return sendRefusal(reply, sent);
      const { clientAddress, socketAddress, traceparent, body, headers } = request;
      const address = `${listener} ${clientNetwork(clientAddress === '' ? socketAddress : clientAddress)}`;
      const origin = { clientAddress: address, traceparent, body, browser: browserOf(headers) };
      return handle(sent.value, origin, request, reply);
    };
  const entered =
    (reply: Reply) =>
    (result: Result<Login>): void => {
      if (!result.ok) return sendRefusal(reply, result);
      const { user, cookie, device } = result.value;
      const cookies = [cookieHeader(cookie), deviceHeader(user.id_user, device)];
      return reply.send(200, JSON.stringify(user), JSON_TYPE, [NO_STORE, ...cookies]);
    };
  const login = before((sent, origin, { headers }, reply) =>
    backOffice.login(sent, devicesOf(headers), origin, entered(reply)),
  );
  const accept = before((sent, origin, _request, reply) => backOffice.accept(sent, origin, entered(reply)));
  const invitation = before((sent, origin, _request, reply) =>
    backOffice.invitation(sent, origin, (shown) =>
      shown.ok ? sendJson(reply, JSON.stringify(shown.value)) : sendRefusal(reply, shown),
    ),
  );
  const firstOwner = before((sent, origin, { headers }, reply) =>
    backOffice.makeFirstOwner(sent, devicesOf(headers), origin, entered(reply)),
  );
  return { login, firstOwner, accept, invitation };
};

export const backOfficeRoutes = (options: BackOfficeOptions): readonly Route[] => {
  const { backOffice, feed, large, isSecure, figures, imports } = options;
  const { cookieHeader, deviceHeader } = cookiesOf(isSecure);
  const { login, firstOwner, accept, invitation } = handlesBeforeLogin(options);

  const logout: Handle = (request, reply) =>
    backOffice.logout(cookieOf(request.headers), request, (ended) =>
      ended.ok ? reply.send(204, '', '', [NO_STORE, cookieHeader('', '; Max-Age=0')]) : sendRefusal(reply, ended),
    );

  const answerCall = (request: IncomingRequest, cookie: string, reply: Reply): void => {
    const fields = decodeForm(request.contentType, request.body, options);
    if (!fields.ok) return sendRefusal(reply, fields);
    const send: SendToPage = (status, body, type = JSON_TYPE, more = [], device = undefined) => {
      const cookies = device === undefined ? [] : [deviceHeader(device.userId, device.token)];
      reply.send(status, body, type, [NO_STORE, ...more, ...cookies]);
    };
    return backOffice.call(fields.value, request.idempotencyKey, cookie, request, send);
  };
  const call: Handle = (request, reply) => {
    const cookie = cookieOf(request.headers);
    const permitted = backOffice.permits(cookie);
    if (!permitted.ok) return sendRefusal(reply, permitted);
    const run = (taken: IncomingRequest): void => answerCall(taken, cookie, reply);
    return inTurn(large, request, run, (refusal) => sendRefusal(reply, refusal));
  };

  const ofPage = (path: string, handle: Handle): Route => ({
    method: 'POST',
    matches: (asked) => asked === path,
    handle(request, reply) {
      const allowed = checkPage(request);
      return allowed.ok ? handle(request, reply) : sendRefusal(reply, allowed);
    },
  });

  /** Route of something that a logged-in person sees, if they have the way in. */
  const shown = (path: string, handle: Handle, way = ''): Route => ({
    method: 'GET',
    isRead: true,
    matches: (asked) => asked === path,
    handle(request, reply, passOn) {
      const permitted = backOffice.permits(cookieOf(request.headers), way);
      if (permitted.ok) return handle(request, reply, passOn);
      return sendRefusal(reply, permitted);
    },
  });

  const source = {
    feed,
    permits: (headers: IncomingRequest['headers']) => backOffice.permits(cookieOf(headers), 'change_feed'),
  };
  let operations: string | undefined;
  return [
    ofPage('/admin/login', login),
    ofPage('/admin/invitation', invitation),
    ofPage('/admin/accept', accept),
    ofPage('/admin/first-owner', firstOwner),
    ofPage('/admin/logout', logout),
    ofPage('/admin/call', call),
    ofPage('/admin/images', (request, reply) => void upload(options, request, reply)),
    shown('/admin/user', (request, reply, passOn) =>
      backOffice.user(cookieOf(request.headers), request, (user) => {
        if (user.ok) return sendJson(reply, JSON.stringify(user.value));
        // A follower cannot extend the login; its leader can.
        return user.code === 'NOT_LEADER' && passOn !== undefined ? passOn() : sendRefusal(reply, user);
      }),
    ),
    ofPage('/admin/import', (request, reply) => void importRecords(options, request, reply)),
    shown('/admin/import-facts', (_request, reply) => void sendFigures(reply, () => imports.facts())),
    shown('/admin/operations', (_request, reply) => sendJson(reply, (operations ??= JSON.stringify(listOperations())))),
    { ...shown('/admin/engine', (_request, reply) => void sendFigures(reply, figures), 'engine_room'), isOwn: true },
    shown('/admin/events', (request, reply) => replyWithFeed(source, request, reply)),
  ];
};

const upload = async (
  { backOffice, images, writeRefusal }: BackOfficeOptions,
  request: IncomingRequest,
  reply: Reply,
): Promise<void> => {
  const permitted = backOffice.permits(cookieOf(request.headers), 'upload_image');
  const refused = permitted.ok ? writeRefusal() : permitted;
  if (refused !== undefined) return sendRefusal(reply, refused);
  try {
    const name = await saveImage(images, request);
    if (!name.ok) return sendRefusal(reply, name);
    return sendJson(reply, JSON.stringify({ object: 'image', url: `/images/${name.value}` }));
  } catch {
    return sendRefusal(reply, refuse('INTERNAL_ERROR', '', 'The picture could not be written to the disk.'));
  }
};

const importRecords = async (
  { backOffice, imports, writeRefusal }: BackOfficeOptions,
  { headers, body }: IncomingRequest,
  reply: Reply,
): Promise<void> => {
  const cookie = cookieOf(headers);
  const person = backOffice.permits(cookie);
  if (!person.ok) return sendRefusal(reply, person);
  // A batch may wait for others, so the login is checked again when its turn comes.
  const refusal = (): Refusal | undefined => {
    const permitted = backOffice.permits(cookie, 'import');
    return permitted.ok ? writeRefusal() : permitted;
  };
  const refused = refusal();
  if (refused !== undefined) return sendRefusal(reply, refused);
  try {
    const answers = await imports.bring({ body, userId: person.value.userId, refusal });
    return answers.ok ? sendJson(reply, answers.value) : sendRefusal(reply, answers);
  } catch {
    return sendRefusal(reply, refuse('INTERNAL_ERROR'));
  }
};

const sendFigures = async (reply: Reply, figures: () => Promise<string>): Promise<void> => {
  try {
    sendJson(reply, await figures());
  } catch {
    sendRefusal(reply, refuse('INTERNAL_ERROR'));
  }
};
