// From bytes to a call and back: path → method → decode → dispatch. Transports stand in front of it, operations behind.
import type { Dispatch } from '../operations/dispatch/dispatch.ts';
import type { SendReply } from '../operations/dispatch/incoming-call.ts';
import { REFUSALS } from '../kernel/refusals.ts';
import type { Refusal } from '../kernel/result.ts';
import { refuse } from '../kernel/result.ts';
import { preflight } from './transport/cors.ts';
import { errorBody } from './transport/error-body.ts';
import { bufferOf, decodeForm, isUtf8Form } from './form/form.ts';
import type { FormLimits } from './form/form.ts';
import { JSON_TYPE, OPERATIONS_PATH } from './transport/transport.ts';
import type { IncomingRequest, RequestHandler, Reply } from './transport/transport.ts';

/** Also without the trailing slash and with doubled leading slashes (Decision 1). */
const isEndpoint = (path: string): boolean => path === OPERATIONS_PATH || /^\/+srv\/service\/?$/.test(path);

const refused = (reply: Reply, { code, param, detail }: Refusal): void =>
  reply.send(REFUSALS[code].status, errorBody(code, param, detail));

const KEY_BYTES_MAX = 1024;

const START = Buffer.from('request=get_', 'latin1');

/**
 * A short urlencoded body of a read as text: the same bytes are the same call, in UTF-8 and no other character set. A
 * multipart body never comes twice, and most clients name the request first; others are found by their parameters.
 */
const asKey = ({ contentType, body }: IncomingRequest): string => {
  if (body.length > KEY_BYTES_MAX || !isUtf8Form(contentType)) return '';
  for (let at = 0; at < START.length; at += 1) if (body[at] !== START[at]) return '';
  return bufferOf(body).toString('latin1');
};

const isPlain = ({ contentEncoding }: IncomingRequest): boolean =>
  contentEncoding === '' || /^[ \t]*identity[ \t]*$/i.test(contentEncoding);

/** A path beside that of the operations. */
export interface Route {
  /** The one that the path takes. */
  readonly method: 'GET' | 'POST';
  matches(path: string): boolean;
  readonly handle: RequestHandler;
}

/** A method that the path does not take; a pre-flight is answered where other origins may call. */
const otherMethod = (
  { method }: IncomingRequest,
  reply: Reply,
  taken: Route['method'],
  isCrossOrigin: boolean,
): void => {
  if (method === 'OPTIONS' && isCrossOrigin) return reply.send(204, '', '', preflight(taken));
  const { code, param, detail } = refuse('METHOD_NOT_ALLOWED', '', `This path takes ${taken} only.`);
  const allow = [['Allow', isCrossOrigin ? `${taken}, OPTIONS` : taken]] as const;
  return reply.send(REFUSALS[code].status, errorBody(code, param, detail), JSON_TYPE, allow);
};

/** What both transports hand their requests to. `isCrossOrigin`: pages of other origins may call. */
export const requestHandler =
  (dispatch: Dispatch, limits: FormLimits, routes: readonly Route[] = [], isCrossOrigin = false): RequestHandler =>
  (incoming, reply) => {
    if (!isEndpoint(incoming.path)) {
      const route = routes.find(({ matches }) => matches(incoming.path));
      if (route === undefined) return refused(reply, refuse('PATH_NOT_FOUND'));
      if (incoming.method !== route.method) return otherMethod(incoming, reply, route.method, isCrossOrigin);
      return isPlain(incoming)
        ? route.handle(incoming, reply)
        : refused(reply, refuse('CONTENT_ENCODING_NOT_SUPPORTED'));
    }
    if (incoming.method !== 'POST') return otherMethod(incoming, reply, 'POST', isCrossOrigin);
    if (!isPlain(incoming)) return refused(reply, refuse('CONTENT_ENCODING_NOT_SUPPORTED'));
    const send: SendReply = (status, body, contentType) => reply.send(status, body, contentType);
    const bytes = asKey(incoming);
    if (bytes !== '' && dispatch.sendCached(bytes, send)) return undefined;
    const fields = decodeForm(incoming.contentType, incoming.body, limits);
    if (!fields.ok) return refused(reply, fields);
    return dispatch.call(fields.value, incoming.idempotencyKey, send, bytes, incoming.clientAddress, reply);
  };
