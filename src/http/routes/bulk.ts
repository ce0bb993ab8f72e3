// POST /srv/bulk: many writes in one body, a JSON object on each line (docs/build/bulk.md).
import { credentialsOf } from '../../operations/access/http-credentials.ts';
import { BULK_LINES_MAX } from '../../operations/dispatch/bulk.ts';
import type { Dispatch } from '../../operations/dispatch/dispatch.ts';
import { statusOutsideOperations } from '../../kernel/refusals.ts';
import { ok, refuse, shown } from '../../kernel/result.ts';
import type { Refusal, Result } from '../../kernel/result.ts';
import { bufferOf, decodeForm } from '../form/form.ts';
import type { Fields, FormLimits } from '../form/form.ts';
import type { Route } from '../request-handler.ts';
import { errorBody } from '../transport/error-body.ts';
import { JSON_TYPE } from '../transport/transport.ts';
import { refuseAt } from '../../kernel/limits.ts';

const PATH = /^\/+srv\/bulk\/?$/;
const LINES_TYPE = 'application/x-ndjson; charset=utf-8';
const SENT_TYPE = /^application\/x-ndjson[ \t]*(;[ \t]*charset="?utf-?8"?[ \t]*)?$/i;

const LINE_END = 0x0a;
const isBlank = (line: Buffer): boolean => line.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);

/** The lines of a body with their numbers from 1, blank ones aside. */
function* linesOf(body: Buffer): Generator<readonly [number: number, line: Buffer]> {
  let number = 1;
  for (let start = 0; start < body.length; number += 1) {
    const found = body.indexOf(LINE_END, start);
    const end = found < 0 ? body.length : found;
    const line = body.subarray(start, end);
    if (!isBlank(line)) yield [number, line];
    start = end + 1;
  }
}

/**
 * Returns the fields of every line. Refuses the whole body, with the number of the line as `param`: BODY_UNDECODABLE,
 * BODY_TOO_LARGE for too many lines.
 */
const decodeLines = (contentType: string, body: Uint8Array, limits: FormLimits): Result<readonly Fields[]> => {
  if (!SENT_TYPE.test(contentType)) {
    const detail = `The content type is ${shown(contentType)}; this path reads application/x-ndjson in UTF-8.`;
    return refuse('BODY_UNDECODABLE', '', detail);
  }
  const lines: Fields[] = [];
  for (const [number, line] of linesOf(bufferOf(body))) {
    if (lines.length === BULK_LINES_MAX) {
      const count = [...linesOf(bufferOf(body))].length;
      const detail = `Line ${number}: the body has ${count} lines, one call takes at most ${BULK_LINES_MAX} lines.`;
      return refuseAt('bulk_lines', 'BODY_TOO_LARGE', number, detail);
    }
    const fields = decodeForm('application/json', line, limits);
    if (!fields.ok) return refuse(fields.code, String(number), `Line ${number}: ${fields.detail}`);
    lines.push(fields.value);
  }
  return ok(lines);
};

/** Credentials come as headers; the body is decoded only if they are right. */
export const bulkRoute = (dispatch: Pick<Dispatch, 'bulk' | 'callers'>, limits: FormLimits): Route => ({
  method: 'POST',
  matches: (path) => PATH.test(path),
  handle(request, reply) {
    const { headers, contentType, body, idempotencyKey } = request;
    const refused = ({ code, param, detail }: Refusal): void =>
      reply.send(statusOutsideOperations(code), errorBody(code, param, detail));
    const credentials = credentialsOf(headers.get('authorization') ?? '', headers.get('x-licence-secret-key') ?? '');
    const permitted = dispatch.callers.permits(credentials);
    if (!permitted.ok) return refused(permitted);
    const lines = decodeLines(contentType, body, limits);
    if (!lines.ok) return refused(lines);
    return dispatch.bulk(
      { credentials, lines: lines.value, bytes: body.length },
      idempotencyKey,
      (status, text, _type, more) => reply.send(status, text, status === 200 ? LINES_TYPE : JSON_TYPE, more),
      request,
    );
  },
});
