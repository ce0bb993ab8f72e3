// GET /srv/events: the change feed as server-sent events.
import { statusOutsideOperations } from '../../kernel/refusals.ts';
import { openChangeFeed } from '../../operations/dispatch/change-feed.ts';
import type { ChangeFeedOptions } from '../../operations/dispatch/change-feed.ts';
import { errorBody } from '../transport/error-body.ts';
import type { Route } from '../server.ts';

const PATH = /^\/+srv\/events\/?$/;
const STREAM_TYPE = 'text/event-stream; charset=utf-8';

export const changeFeedRoute = (options: ChangeFeedOptions): Route => ({
  method: 'GET',
  isRead: true,
  matches: (path) => PATH.test(path),
  handle({ headers }, reply, passOn) {
    const header = (name: string): string => headers.get(name) ?? '';
    const follower = {
      authorization: header('authorization'),
      secretKey: header('x-licence-secret-key'),
      lastEventId: header('last-event-id'),
    };
    const refusal = openChangeFeed(options, follower, () => reply.eventStream(STREAM_TYPE));
    if (refusal === undefined) return;
    // A leader may keep records for longer.
    if (refusal.code === 'RESUME_TOO_OLD' && passOn !== undefined) return passOn();
    const { code, param, detail } = refusal;
    reply.send(statusOutsideOperations(code), errorBody(code, param, detail));
  },
});
