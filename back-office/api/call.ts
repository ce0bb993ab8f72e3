// The operations of the engine, typed by the same table as `kontor/client`. The process calls them in the name of the
// person who is logged in.
//
// Guaranteed: a write happens once, however often it is sent. Throws Refused where the engine says no, and where a
// person no longer waits for the answer to a write.
import { WRITES } from '../../src/client/operations.ts';
import type { Operations } from '../../src/client/operations.ts';
import { HEADERS, answered, whileWanted } from './http.ts';
import { Refused } from './refused.ts';
import type { Meanwhile } from './refused.ts';
import { loginAgain, readRights } from './session.ts';

export { Refused };

export type OperationName = keyof Operations;
export type Params<N extends OperationName> = Operations[N]['params'];
export type Reply<N extends OperationName> = Operations[N]['reply'];

interface ErrorRecord extends Meanwhile {
  readonly object: string;
  readonly message?: string;
  readonly code?: string;
  readonly param?: string;
  readonly detail?: string;
}

/** Some operations, such as update_webhook, refuse with their own record, whose status is the code. */
const isError = (body: unknown): body is ErrorRecord => {
  if (typeof body !== 'object' || body === null) return false;
  const { object, status, message } = body as { readonly [member: string]: unknown };
  return object === 'error' || (typeof message === 'string' && message !== '' && status === message);
};

/** Requests a path of this process by the cookie; waits for the next login if the session has ended. */
export const ask = async (url: string, init: RequestInit = {}, signal?: AbortSignal): Promise<unknown> => {
  for (;;) {
    const answer = await answered(url, init, signal);
    if (answer.status === 401) {
      await loginAgain();
      continue;
    }
    const body: unknown = await answer.json().catch(() => undefined);
    if (answer.ok && !isError(body)) return body;
    const error: Partial<ErrorRecord> = isError(body) ? body : {};
    const { message, code, param, detail } = error;
    // A role may have been changed meanwhile: what it lacks now is no longer shown.
    if (message === 'PERMISSION_DENIED' && param === 'request') void readRights();
    throw new Refused(answer.status, message ?? code ?? `HTTP ${answer.status}`, param ?? '', detail ?? '', error);
  }
};

/** Calls any operation by its name, for the screen that tries operations. */
export const callByName = (
  name: string,
  params: { readonly [name: string]: unknown },
  signal?: AbortSignal,
): Promise<unknown> => {
  const mayRepeat = WRITES.has(name) && params['dry_run'] === undefined && params['idempotency_key'] === undefined;
  const key = mayRepeat ? { idempotency_key: crypto.randomUUID() } : {};
  const body = JSON.stringify({ request: name, ...params, ...key });
  const ending = signal ?? (WRITES.has(name) ? whileWanted() : undefined);
  return ask('/admin/call', { method: 'POST', headers: HEADERS, body }, ending);
};

export const call = async <N extends OperationName>(
  name: N,
  params: Params<N>,
  signal?: AbortSignal,
): Promise<Reply<N>> => (await callByName(name, params as { [name: string]: unknown }, signal)) as Reply<N>;
