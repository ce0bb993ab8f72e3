// What happens to a request once a transport has it whole:
//
//   path → method → content encoding → response cache → form → dispatch
//
// An operation has a path of its own, too. Other paths belong to routes: the change feed, payment notices, the
// description of the API. Every request gets one reply. Errors of HTTP have a status of their own; once dispatch has a
// call, the status is 200 (D2).
import { credentialsOf } from '../operations/access/http-credentials.ts';
import type { Dispatch } from '../operations/dispatch/dispatch.ts';
import type { SendReply } from '../operations/dispatch/incoming-call.ts';
import { REFUSALS } from '../kernel/refusals.ts';
import type { Code } from '../kernel/refusals.ts';
import type { Refusal, Result } from '../kernel/result.ts';
import { ok, refuse, shown } from '../kernel/result.ts';
import { isFoundByBytes } from './transport/call-bytes.ts';
import { preflight } from './transport/cors.ts';
import { errorBody } from './transport/error-body.ts';
import { bufferOf, decodeForm } from './form/form.ts';
import { emptyFields } from './form/fields.ts';
import type { Fields, FormLimits } from './form/form.ts';
import { JSON_TYPE, OPERATIONS_PATH } from './transport/transport.ts';
import type { IncomingRequest, RequestHandler, Reply } from './transport/transport.ts';

/** Also without the trailing slash and with several leading slashes, as clients in use write it (D1). */
const isEndpoint = (path: string): boolean => path === OPERATIONS_PATH || /^\/+srv\/service\/?$/.test(path);

/** `/srv/service/get_cart`: the operation is named by the path, and headers may have the credentials. */
const OPERATION_PATH = /^\/+srv\/service\/([^/]+)\/?$/;

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

/** The body as a key of the response cache; '' where an equal body will hardly come again. */
const cacheKeyOf = (request: IncomingRequest): string =>
  isFoundByBytes(request) ? bufferOf(request.body).toString('latin1') : '';

const isPlain = ({ contentEncoding }: IncomingRequest): boolean =>
  contentEncoding === '' || /^[ \t]*identity[ \t]*$/i.test(contentEncoding);

/** A path other than the endpoint of operations. */
export interface Route {
  /** The one method that the path takes; others get 405. */
  readonly method: 'GET' | 'POST';
  matches(path: string): boolean;
  readonly handle: RequestHandler;
}

export interface HandlerOptions extends FormLimits {
  /** Pages of other origins may call, so pre-flights are answered; false by default. */
  readonly isCrossOrigin?: boolean;
  /** Called for each request that is refused before dispatch has a call. */
  readonly refused?: (code: Code) => void;
}

/** The handler that both transports call. */
export const requestHandler = (
  dispatch: Dispatch,
  options: HandlerOptions,
  routes: readonly Route[] = [],
): RequestHandler => {
  const { isCrossOrigin = false } = options;
  const refused = (reply: Reply, { code, param, detail }: Refusal): void => {
    options.refused?.(code);
    reply.send(REFUSALS[code].status, errorBody(code, param, detail));
  };
  const replyToOtherMethod = (request: IncomingRequest, reply: Reply, taken: Route['method']): void => {
    if (request.method === 'OPTIONS' && isCrossOrigin) return reply.send(204, '', '', preflight(taken));
    const { code, param, detail } = refuse('METHOD_NOT_ALLOWED', '', `This path takes ${taken} only.`);
    options.refused?.(code);
    const allow = [['Allow', isCrossOrigin ? `${taken}, OPTIONS` : taken]] as const;
    return reply.send(REFUSALS[code].status, errorBody(code, param, detail), JSON_TYPE, allow);
  };
  return (request, reply) => {
    const isCommon = isEndpoint(request.path);
    const [, operation] = isCommon ? [] : (OPERATION_PATH.exec(request.path) ?? []);
    if (!isCommon && operation === undefined) {
      const route = routes.find(({ matches }) => matches(request.path));
      if (route === undefined) return refused(reply, refuse('PATH_NOT_FOUND'));
      if (request.method !== route.method) return replyToOtherMethod(request, reply, route.method);
      return isPlain(request) ? route.handle(request, reply) : refused(reply, refuse('CONTENT_ENCODING_NOT_SUPPORTED'));
    }
    if (request.method !== 'POST') return replyToOtherMethod(request, reply, 'POST');
    if (!isPlain(request)) return refused(reply, refuse('CONTENT_ENCODING_NOT_SUPPORTED'));
    const send: SendReply = (status, body, contentType, headers) => reply.send(status, body, contentType, headers);
    const cacheKey = operation === undefined ? cacheKeyOf(request) : '';
    if (cacheKey !== '' && dispatch.sendCached(cacheKey, send, request)) return undefined;
    const fields = decodeForm(request.contentType, request.body, options);
    const call = fields.ok && operation !== undefined ? fieldsAt(operation, fields.value, request.headers) : fields;
    if (!call.ok) return refused(reply, call);
    return dispatch.call(call.value, request.idempotencyKey, send, cacheKey, request, reply);
  };
};
