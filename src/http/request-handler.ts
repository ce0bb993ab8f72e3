// What happens to a request once a transport has it whole:
//
//   path → method → content encoding → response cache → credentials → admission → form → operation
//
// A body is decoded once its call begins, and only where one pass over it has found right credentials. A turn of the
// event loop looks at one large body; an I/O thread scans and decodes the bodies that it keeps.
//
// An operation has a path of its own, too. Other paths belong to routes: the change feed, payment notices, the
// description of the API. Every request gets one reply; the status of a refusal is that of its code (D2).
import { textOf } from '../operations/access/channel-keys.ts';
import type { Dispatch } from '../operations/dispatch/dispatch.ts';
import type { SendReply } from '../operations/dispatch/incoming-call.ts';
import { OPERATIONS } from '../operations/dispatch/registry.ts';
import { isAbsent } from '../kernel/params.ts';
import { REFUSALS } from '../kernel/refusals.ts';
import type { Code } from '../kernel/refusals.ts';
import type { Refusal } from '../kernel/result.ts';
import { refuse } from '../kernel/result.ts';
import { preflight } from './transport/cors.ts';
import { errorBody } from './transport/error-body.ts';
import { cacheKeyOf, isSessionless } from './cache-key.ts';
import { ArrivedBody, headOf } from './arrived-call.ts';
import type { ArrivedCall } from './arrived-call.ts';
import { LARGE_BYTES, LONG_BYTES, LargeBodies } from './form/large-bodies.ts';
import type { Fields, FormLimits } from './form/form.ts';
import { KnownSenders } from './known-senders.ts';
import { inTurn } from './transport/in-turn.ts';
import { operationOf } from './transport/operation-path.ts';
import { JSON_TYPE, copyOfRequest, requestWithBody } from './transport/transport.ts';
import type { IncomingRequest, RequestHandler, Reply } from './transport/transport.ts';

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
  const senders = new KnownSenders(dispatch.callers);
  const answerRoute = routeHandler(options, routes);
  const refused = (reply: Reply, refusal: Refusal): void => replyRefused(options, reply, refusal);
  const notLeader = (reply: Reply) => (): void => refused(reply, refuse('NOT_LEADER'));
  const begin = (arrived: ArrivedCall, reply: Reply, passOn?: () => void, isLater = false): void => {
    const { request, cacheKey } = arrived;
    const send: SendReply = (status, body, contentType, headers) => reply.send(status, body, contentType, headers);
    if (cacheKey !== '' && dispatch.sendCached(cacheKey, send, request)) return undefined;
    const { clientAddress, traceparent, body } = request;
    const origin = passOn === undefined ? request : { clientAddress, traceparent, body, passOn };
    const unread = new ArrivedBody(arrived, options, senders, large, (refusal) => refused(reply, refusal));
    unread.hasTurn = !isLater;
    return dispatch.receive(unread, request.idempotencyKey, send, cacheKey, origin, reply);
  };
  /** Copies the request: the process may have to give the lead away before the call begins. */
  const answerAsLeader = (known: Following, given: ArrivedCall, reply: Reply): void => {
    const { cacheKey } = given;
    const send: SendReply = (status, body, contentType, headers) => reply.send(status, body, contentType, headers);
    if (cacheKey !== '' && dispatch.sendCached(cacheKey, send, given.request)) return undefined;
    const request = copyOfRequest(given.request);
    const arrived = { ...given, request };
    const passOn = (): void => {
      const head = headOf(arrived, options);
      known.pass(request, reply, head.ok && shareableOf(request, head.value).mayRepeat);
    };
    return begin(arrived, reply, passOn);
  };
  /** Copies the request, which must outlive the handler: a read waits until the process is fresh. */
  const answerAsFollower = (known: Following, given: ArrivedCall, reply: Reply): void => {
    const { cacheKey } = given;
    const request = copyOfRequest(given.request);
    const arrived = { ...given, request };
    // A call in the cache is a read; its body need not be scanned to know that.
    if (cacheKey !== '' && dispatch.isCached(cacheKey)) {
      const passOn = (): void => known.pass(request, reply, true);
      if (known.isLeaving) return passOn();
      return known.whenFresh(isSessionless(cacheKey), () => begin(arrived, reply, passOn, true), notLeader(reply));
    }
    const head = headOf(arrived, options);
    if (!head.ok) return refused(reply, head);
    // A follower may not know the channel yet.
    if (request.body.length > LONG_BYTES && dispatch.callers.open(head.value) === undefined)
      return known.pass(request, reply, false);
    const { isWrite, mayRepeat, mayBeStale } = shareableOf(request, head.value);
    const passOn = (): void => known.pass(request, reply, mayRepeat);
    if (isWrite || known.isLeaving) return passOn();
    return known.whenFresh(mayBeStale, () => begin(arrived, reply, passOn, true), notLeader(reply));
  };
  const answer = (arrived: ArrivedCall, reply: Reply): void => {
    if (following === undefined) return begin(arrived, reply);
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
