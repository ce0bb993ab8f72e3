// GET /openapi.json: the description of the API, docs/reference/openapi.json, without credentials.
import { refuse } from '../../kernel/result.ts';
import { errorBody } from '../transport/error-body.ts';
import { JSON_TYPE } from '../transport/transport.ts';
import type { Route } from '../request-handler.ts';

const PATH = /^\/+openapi\.json$/;
const CHUNK_LENGTH = 65_536;
/** Replies at a time: requests need no credentials, and clients may read slowly. */
const REPLIES_MAX = 16;
const STALL_MS_MAX = 10_000;

/** `read`: the text of the document; it is asked once. */
export const openApiRoute = (read: () => string): Route => {
  let text: string | undefined;
  let replies = 0;
  return {
    method: 'GET',
    isRead: true,
    matches: (path) => PATH.test(path),
    handle(_request, reply) {
      if (replies >= REPLIES_MAX) {
        const { code, param, detail } = refuse('OVERLOADED', '', 'The description is being read by too many.');
        return reply.send(503, errorBody(code, param, detail));
      }
      // Without the blanks that make it readable in the repository.
      text ??= JSON.stringify(JSON.parse(read()));
      const whole = text;
      const stream = reply.stream(JSON_TYPE);
      if (stream === undefined) return undefined;
      replies += 1;
      let at = 0;
      let stall: NodeJS.Timeout | undefined;
      const write = (): void => {
        clearTimeout(stall);
        while (at < whole.length) {
          const chunk = whole.slice(at, at + CHUNK_LENGTH);
          at += chunk.length;
          if (stream.write(chunk)) continue;
          stall = setTimeout(() => stream.abort(), STALL_MS_MAX);
          return;
        }
        stream.end();
      };
      stream.onDrain = write;
      stream.onClose = () => {
        clearTimeout(stall);
        replies -= 1;
      };
      return write();
    },
  };
};
