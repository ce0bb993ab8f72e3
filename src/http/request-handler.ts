// What happens to a request once a transport has it whole:
//
//   path → method → content encoding → response cache → form → dispatch
//
// A long body is decoded only after one pass over it has found right credentials. A turn of the event loop looks at one
// large body; an I/O thread scans and decodes the bodies that it keeps.
//
// An operation has a path of its own, too. Other paths belong to routes: the change feed, payment notices, the
// description of the API. Every request gets one reply; the status of a refusal is that of its code (D2).
import { textOf } from '../operations/access/channel-keys.ts';
import { credentialsOf } from '../operations/access/http-credentials.ts';
import type { Dispatch } from '../operations/dispatch/dispatch.ts';
import type { SendReply } from '../operations/dispatch/incoming-call.ts';
import { OPERATIONS } from '../operations/dispatch/registry.ts';
import { isAbsent } from '../kernel/params.ts';
import { REFUSALS } from '../kernel/refusals.ts';
import type { Code } from '../kernel/refusals.ts';
import type { Refusal, Result } from '../kernel/result.ts';
import { ok, refuse, shown } from '../kernel/result.ts';
import { preflight } from './transport/cors.ts';
import { errorBody } from './transport/error-body.ts';
import { cacheKeyOf, isSessionless } from './cache-key.ts';
import { decodeForm } from './form/form.ts';
import { emptyFields } from './form/fields.ts';
import { CREDENTIALS, LARGE_BYTES, LONG_BYTES, LargeBodies, tooManyBodies } from './form/large-bodies.ts';
import type { Fields, FormLimits } from './form/form.ts';
import { inTurn } from './transport/in-turn.ts';
import { operationOf } from './transport/operation-path.ts';
import { JSON_TYPE, copyOfRequest, requestWithBody } from './transport/transport.ts';
import type { HeldBody, IncomingRequest, RequestHandler, Reply } from './transport/transport.ts';

/**
 * The fields of a call whose operation is `request`; credentials in headers stand for those that the body lacks.
 * Refuses: PARAMETER_INVALID where the body names another operation.
 */
const fieldsAt = (request: string, fields: Fields, headers: ReadonlyMap<string, string>): Result<Fields> => {
  const { request: named = request } = fields;
  if (named !== request) {
    const detail = `The path names ${shown(request)}, the body ${shown(named)}.`;
    return refuse('PARAMETER_INVALID', 'request', detail);
  }
  const given = credentialsOf(headers.get('authorization') ?? '', headers.get('x-licence-secret-key') ?? '');
  const lacking = Object.entries(given).filter(([name, value]) => value !== '' && fields[name] === undefined);
  return ok(Object.assign(emptyFields(), fields, Object.fromEntries(lacking), { request }));
};

/** The fields of a body together with what path and headers say. */
const withHead = (fields: Result<Fields>, { request, operation }: Arrived): Result<Fields> =>
  fields.ok && operation !== '' ? fieldsAt(operation, fields.value, request.headers) : fields;

/**
 * Returns the fields by which a long body with wrong credentials is denied, or why even those cannot be read; undefined
 * where the credentials are right or the body is short.
 */
const deniedFields = (arrived: Arrived, limits: FormLimits, dispatch: Dispatch): Result<Fields> | undefined => {
  const { contentType, held, body } = arrived.request;
  if (held === undefined && body.length <= LONG_BYTES) return undefined;
  const fields = withHead(held?.credentials ?? decodeForm(contentType, body, limits, CREDENTIALS), arrived);
  return fields.ok && dispatch.callers.knows(fields.value) ? undefined : fields;
};

const fieldsOf = (arrived: Arrived, limits: FormLimits): Result<Fields> =>
  withHead(decodeForm(arrived.request.contentType, arrived.request.body, limits), arrived);

/** Returns what a process that shares its shop must know of a call. */
const shareableOf = (
  { idempotencyKey }: IncomingRequest,
  fields: Fields,
): { readonly isWrite: boolean; readonly mayRepeat: boolean; readonly mayBeStale: boolean } => {
  const operation = OPERATIONS.get(textOf(fields['request']));
  const isRead = operation?.effect === 'read';
  const isKeyed = idempotencyKey !== '' || !isAbsent(fields['idempotency_key']);
  return {
    isWrite: operation !== undefined && !isRead,
    mayRepeat: isRead || isKeyed,
    mayBeStale: isRead && operation.cacheable && operation.session === 'none' && isAbsent(fields['session']),
  };
};

const isPlain = ({ contentEncoding }: IncomingRequest): boolean =>
  contentEncoding === '' || /^[ \t]*identity[ \t]*$/i.test(contentEncoding);

interface Arrived {
  readonly request: IncomingRequest;
  /** See `operationOf`. */
  readonly operation: string;
  /** See `cacheKeyOf`. */
  readonly cacheKey: string;
}

/** A path other than the endpoint of operations. */
export interface Route {
  /** The one method that the path takes; others get 405. */
  readonly method: 'GET' | 'POST';
  /** The route reads, so a standby answers it; absent: a standby passes it on. */
  readonly isRead?: true;
  /** The route is about this process, which answers at once even if it follows. */
  readonly isOwn?: true;
  matches(path: string): boolean;
  /** `passOn`: asks the leader of a standby where this process cannot answer. */
  readonly handle: (request: IncomingRequest, reply: Reply, passOn?: () => void) => void;
}

/** How a process that shares its shop treats requests: it answers reads, and passes on all else unless it leads. */
export interface Following {
  /** False while this process leads, and may answer by itself. */
  readonly isFollowing: boolean;
  /** The process has given the lead away and ends: reads are passed on as well. */
  readonly isLeaving: boolean;
  /**
   * Calls `run` once everything promised before now is folded, or `refuse`; at once or later. `mayBeStale`: what was
   * promised a moment ago need not be folded.
   */
  whenFresh(mayBeStale: boolean, run: () => void, refuse: () => void): void;
  /** Passes on a request that outlives the handler. `mayRepeat`: the call acts once, however often it is sent. */
  pass(request: IncomingRequest, reply: Reply, mayRepeat: boolean): void;
}

export interface HandlerOptions extends FormLimits {
  readonly following?: Following | undefined;
  /** Turns of bodies over 16 KiB, shared by the handlers and routes of a process; by default the handler's own. */
  readonly large?: LargeBodies;
  /** Pages of other origins may call, so pre-flights are answered; false by default. */
  readonly isCrossOrigin?: boolean;
  /** Called for each request that is refused before dispatch has a call. */
  readonly refused?: (code: Code) => void;
}

const replyRefused = (options: HandlerOptions, reply: Reply, { code, param, detail }: Refusal): void => {
  options.refused?.(code);
  reply.send(REFUSALS[code].status, errorBody(code, param, detail));
};

const replyToOtherMethod = (
  { isCrossOrigin = false, refused }: HandlerOptions,
  request: IncomingRequest,
  reply: Reply,
  taken: Route['method'],
): void => {
  if (request.method === 'OPTIONS' && isCrossOrigin) return reply.send(204, '', '', preflight(taken));
  const { code, param, detail } = refuse('METHOD_NOT_ALLOWED', '', `This path takes ${taken} only.`);
  refused?.(code);
  const allow = [['Allow', isCrossOrigin ? `${taken}, OPTIONS` : taken]] as const;
  return reply.send(REFUSALS[code].status, errorBody(code, param, detail), JSON_TYPE, allow);
};

/** Returns a handler of the paths of routes, and no others. */
export const routeHandler = (options: HandlerOptions, routes: readonly Route[]): RequestHandler => {
  const { following } = options;
  const refused = (reply: Reply, refusal: Refusal): void => replyRefused(options, reply, refusal);
  const notLeader = (reply: Reply) => (): void => refused(reply, refuse('NOT_LEADER'));
  const take = (route: Route, given: IncomingRequest, reply: Reply): void => {
    if (following?.isFollowing !== true || route.isOwn === true) return route.handle(given, reply);
    const request = copyOfRequest(given);
    // A write has a key of its own, or may not be sent twice.
    if (route.isRead !== true) return following.pass(request, reply, request.idempotencyKey !== '');
    const passOn = (): void => following.pass(request, reply, true);
    if (following.isLeaving) return passOn();
    return following.whenFresh(false, () => route.handle(request, reply, passOn), notLeader(reply));
  };
  return (request, reply) => {
    const route = routes.find(({ matches }) => matches(request.path));
    if (route === undefined) return refused(reply, refuse('PATH_NOT_FOUND'));
    if (request.method !== route.method) return replyToOtherMethod(options, request, reply, route.method);
    return isPlain(request) ? take(route, request, reply) : refused(reply, refuse('CONTENT_ENCODING_NOT_SUPPORTED'));
  };
};

/** Returns the handler that both transports call. */
export const requestHandler = (
  dispatch: Dispatch,
  options: HandlerOptions,
  routes: readonly Route[] = [],
): RequestHandler => {
  const { following, large = new LargeBodies() } = options;
  const answerRoute = routeHandler(options, routes);
  const refused = (reply: Reply, refusal: Refusal): void => replyRefused(options, reply, refusal);
  const notLeader = (reply: Reply) => (): void => refused(reply, refuse('NOT_LEADER'));
  const tooMany = (reply: Reply) => (bytes: number, max: number) => refused(reply, tooManyBodies(bytes, max));
  const call = (arrived: Arrived, reply: Reply, decoded: Fields | undefined, passOn?: () => void): void => {
    const { request, cacheKey } = arrived;
    const send: SendReply = (status, body, contentType, headers) => reply.send(status, body, contentType, headers);
    if (cacheKey !== '' && dispatch.sendCached(cacheKey, send, request)) return undefined;
    const fields = decoded === undefined ? fieldsOf(arrived, options) : ok(decoded);
    if (!fields.ok) return refused(reply, fields);
    const { clientAddress, traceparent, body } = request;
    const origin = passOn === undefined ? request : { clientAddress, traceparent, body, passOn };
    return dispatch.call(fields.value, request.idempotencyKey, send, cacheKey, origin, reply);
  };
  /** Copies the request: the process may have to give the lead away before the call begins. */
  const answerAsLeader = (known: Following, given: Arrived, reply: Reply): void => {
    const { cacheKey } = given;
    const send: SendReply = (status, body, contentType, headers) => reply.send(status, body, contentType, headers);
    if (cacheKey !== '' && dispatch.sendCached(cacheKey, send, given.request)) return undefined;
    const request = copyOfRequest(given.request);
    const fields = fieldsOf(given, options);
    if (!fields.ok) return refused(reply, fields);
    const { mayRepeat } = shareableOf(request, fields.value);
    return call({ ...given, request }, reply, fields.value, () => known.pass(request, reply, mayRepeat));
  };
  /** Copies the request, which must outlive the handler: a read waits until the process is fresh. */
  const answerAsFollower = (known: Following, given: Arrived, reply: Reply): void => {
    const { cacheKey } = given;
    const request = copyOfRequest(given.request);
    const arrived = { ...given, request };
    // A call in the cache is a read; its body need not be decoded to know that.
    if (cacheKey !== '' && dispatch.isCached(cacheKey)) {
      const passOn = (): void => known.pass(request, reply, true);
      if (known.isLeaving) return passOn();
      return known.whenFresh(isSessionless(cacheKey), () => call(arrived, reply, undefined, passOn), notLeader(reply));
    }
    const fields = fieldsOf(arrived, options);
    if (!fields.ok) return refused(reply, fields);
    const { isWrite, mayRepeat, mayBeStale } = shareableOf(request, fields.value);
    const passOn = (): void => known.pass(request, reply, mayRepeat);
    if (isWrite || known.isLeaving) return passOn();
    return known.whenFresh(mayBeStale, () => call(arrived, reply, fields.value, passOn), notLeader(reply));
  };
  /** Answers a call whose body another thread keeps. */
  const answerHeld = (held: HeldBody, arrived: Arrived, reply: Reply): void =>
    held.decode(({ bytes, read }) => {
      const request = requestWithBody(arrived.request, bytes);
      const run = (): void => {
        const fields = withHead(read(), arrived);
        return fields.ok ? call({ ...arrived, request }, reply, fields.value) : refused(reply, fields);
      };
      large.take({ bytes: bytes.length, run, refuse: tooMany(reply) });
    });
  const answer = (arrived: Arrived, reply: Reply): void => {
    const { request } = arrived;
    const denied = deniedFields(arrived, options, dispatch);
    // A follower may not know the channel yet.
    if (denied?.ok === true && following?.isFollowing === true)
      return following.pass(copyOfRequest(request), reply, false);
    if (denied !== undefined) return denied.ok ? call(arrived, reply, denied.value) : refused(reply, denied);
    if (request.held !== undefined) return answerHeld(request.held, arrived, reply);
    if (following === undefined) return call(arrived, reply, undefined);
    return (following.isFollowing ? answerAsFollower : answerAsLeader)(following, arrived, reply);
  };
  const receive: RequestHandler = (request, reply) => {
    const operation = operationOf(request.path);
    if (operation === undefined) return answerRoute(request, reply);
    if (request.method !== 'POST') return replyToOtherMethod(options, request, reply, 'POST');
    if (!isPlain(request)) return refused(reply, refuse('CONTENT_ENCODING_NOT_SUPPORTED'));
    // A request is passed on with its body as it came.
    if (request.held?.credentials.ok === true && following !== undefined)
      return request.held.bytes((bytes) => receive(requestWithBody(request, bytes), reply));
    const arrived = { request, operation, cacheKey: operation === '' ? cacheKeyOf(request) : '' };
    if (request.body.length <= LARGE_BYTES) return answer(arrived, reply);
    const run = (taken: IncomingRequest): void => answer({ ...arrived, request: taken }, reply);
    return inTurn(large, request, run, (refusal) => refused(reply, refusal));
  };
  return receive;
};
