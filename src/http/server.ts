// From bytes to a call and back: path → method → decode → dispatch. Transports stand in front of it, operations behind.
import type { Dispatch } from '../operations/dispatch.ts';
import { REFUSALS } from '../kernel/refusals.ts';
import type { Refusal } from '../kernel/result.ts';
import { refuse } from '../kernel/result.ts';
import { errorBody } from './error-body.ts';
import { decodeForm } from './form.ts';
import type { FormLimits } from './form.ts';
import type { Receive, Reply } from './transport.ts';

const ENDPOINT = '/srv/service/';

/** Also without the trailing slash and with doubled leading slashes (Decision 1). */
const isEndpoint = (path: string): boolean => path === ENDPOINT || /^\/+srv\/service\/?$/.test(path);

const refused = (reply: Reply, { code, param, detail }: Refusal): void =>
  reply.send(REFUSALS[code].status, errorBody(code, param, detail));

/** What both transports hand their requests to. */
export const receiver =
  (dispatch: Dispatch, limits: FormLimits): Receive =>
  (incoming, reply) => {
    if (!isEndpoint(incoming.path)) return refused(reply, refuse('PATH_NOT_FOUND'));
    if (incoming.method !== 'POST') return refused(reply, refuse('METHOD_NOT_ALLOWED'));
    const fields = decodeForm(incoming.contentType, incoming.body, limits);
    if (!fields.ok) return refused(reply, fields);
    return dispatch.call(fields.value, incoming.idempotencyKey, (status, body) => reply.send(status, body));
  };
