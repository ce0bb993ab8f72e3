// POST /srv/bulk: many writes in one body, a JSON object on each line (docs/build/bulk.md).
import { credentialsOf } from '../../operations/access/http-credentials.ts';
import { BULK_LINES_MAX } from '../../operations/dispatch/bulk.ts';
import type { Dispatch } from '../../operations/dispatch/dispatch.ts';
import { statusOutsideOperations } from '../../kernel/refusals.ts';
import { ok, refuse, shown } from '../../kernel/result.ts';
import type { Refusal, Result } from '../../kernel/result.ts';
import { bufferOf, decodeForm } from '../form/form.ts';
import type { Fields, FormLimits } from '../form/form.ts';
import { LARGE_BYTES, tooManyBodies } from '../form/large-bodies.ts';
import type { LargeBodies } from '../form/large-bodies.ts';
import type { Route } from '../request-handler.ts';
import { errorBody } from '../transport/error-body.ts';
import { inTurn } from '../transport/in-turn.ts';
import { JSON_TYPE, copyOfRequest } from '../transport/transport.ts';
import type { IncomingRequest } from '../transport/transport.ts';
import { refuseAt } from '../../kernel/limits.ts';

const PATH = /^\/+srv\/bulk\/?$/;
const LINES_TYPE = 'application/x-ndjson; charset=utf-8';
const SENT_TYPE = /^application\/x-ndjson[ \t]*(;[ \t]*charset="?utf-?8"?[ \t]*)?$/i;

const LINE_END = 0x0a;
const BLANKS: ReadonlySet<number> = new Set([0x20, 0x09, 0x0d]);

/** Position of the first byte from `start` on that is no blank; `end` where there is none. */
const behindBlanks = (body: Buffer, start: number, end: number): number => {
  let at = start;
  while (at < end && BLANKS.has(body[at]!)) at += 1;
  return at;
};

const endOfLine = (body: Buffer, start: number): number => {
  const found = body.indexOf(LINE_END, start);
  return found < 0 ? body.length : found;
};

/** Number of lines that are not blank. */
const countLines = (body: Buffer): number => {
  let count = 0;
  for (let start = 0; start < body.length;) {
    const end = endOfLine(body, start);
    if (behindBlanks(body, start, end) < end) count += 1;
    start = end + 1;
  }
  return count;
};

/**
 * Returns the fields of every line; blank lines have none. Yields the number of bytes that are left after each piece of
 * 16 KiB, or of one longer line. Refuses the whole body, with the number of the line from 1 as `param`:
 * BODY_UNDECODABLE, BODY_TOO_LARGE for too many lines.
 */
function* decodedLines(body: Buffer, limits: FormLimits): Generator<number, Result<readonly Fields[]>, void> {
  const lines: Fields[] = [];
  let piece = 0;
  for (let [start, number] = [0, 1]; start < body.length; number += 1) {
    const end = endOfLine(body, start);
    if (behindBlanks(body, start, end) < end) {
      if (lines.length === BULK_LINES_MAX) {
        const detail =
          `Line ${number}: the body has ${countLines(body)} lines, ` +
          `one call takes at most ${BULK_LINES_MAX} lines.`;
        return refuseAt('bulk_lines', 'BODY_TOO_LARGE', number, detail);
      }
      const fields = decodeForm('application/json', body.subarray(start, end), limits);
      if (!fields.ok) return refuse(fields.code, String(number), `Line ${number}: ${fields.detail}`);
      lines.push(fields.value);
    }
    start = end + 1;
    if (start < body.length && start - piece >= LARGE_BYTES) {
      piece = start;
      yield body.length - start;
    }
  }
  return ok(lines);
}

/** Calls `done` once with the result of the steps: a long body is decoded in several turns of the event loop. */
const inPieces = <T>(
  steps: Generator<number, Result<T>, void>,
  large: LargeBodies,
  done: (result: Result<T>) => void,
): void => {
  const { done: isDone, value } = steps.next();
  if (isDone === true) return done(value);
  return large.add({
    bytes: value,
    run: () => inPieces(steps, large, done),
    refuse: (bytes, bytesMax) => done(tooManyBodies(bytes, bytesMax)),
  });
};

/** Credentials come as headers; the body is decoded only if they are right, in its turns among `large` ones. */
export const bulkRoute = (
  dispatch: Pick<Dispatch, 'bulk' | 'callers'>,
  limits: FormLimits,
  large: LargeBodies,
): Route => ({
  method: 'POST',
  matches: (path) => PATH.test(path),
  handle(request, reply) {
    const { headers, contentType } = request;
    const refused = ({ code, param, detail }: Refusal): void =>
      reply.send(statusOutsideOperations(code), errorBody(code, param, detail));
    const credentials = credentialsOf(headers.get('authorization') ?? '', headers.get('x-licence-secret-key') ?? '');
    const permitted = dispatch.callers.permits(credentials);
    if (!permitted.ok) return refused(permitted);
    if (!SENT_TYPE.test(contentType)) {
      const detail = `The content type is ${shown(contentType)}; this path reads application/x-ndjson in UTF-8.`;
      return refused(refuse('BODY_UNDECODABLE', '', detail));
    }
    const begin = (taken: IncomingRequest, lines: readonly Fields[]): void =>
      dispatch.bulk(
        { credentials, lines, bytes: taken.body.length },
        taken.idempotencyKey,
        (status, text, _type, more) => reply.send(status, text, status === 200 ? LINES_TYPE : JSON_TYPE, more),
        taken,
      );
    const decode = (taken: IncomingRequest): void => {
      // Later pieces outlive the handler.
      const kept = taken.body.length <= LARGE_BYTES ? taken : copyOfRequest(taken);
      const steps = decodedLines(bufferOf(kept.body), limits);
      return inPieces(steps, large, (lines) => (lines.ok ? begin(kept, lines.value) : refused(lines)));
    };
    return inTurn(large, request, decode, refused);
  },
});
