// GET /srv/events: the change feed as server-sent events.
import { statusOutsideOperations } from '../../kernel/refusals.ts';
import type { Result } from '../../kernel/result.ts';
import { credentialsOf } from '../../operations/access/http-credentials.ts';
import type { CallFields } from '../../operations/context/operation.ts';
import { openChangeFeed } from '../../operations/dispatch/change-feed.ts';
import type { ReadableFeed } from '../../operations/dispatch/change-feed.ts';
import { errorBody } from '../transport/error-body.ts';
import type { IncomingRequest, Reply } from '../transport/transport.ts';
import type { Route } from '../request-handler.ts';

const PATH = /^\/+srv\/events\/?$/;
const STREAM_TYPE = 'text/event-stream; charset=utf-8';

export interface FeedSource {
  readonly feed: ReadableFeed;
  /** Whether the sender of these headers may read it. */
  permits(headers: IncomingRequest['headers']): Result<unknown>;
}

/** Streams the feed as the reply. `passOn`: asks the leader of a standby, which may keep records for longer. */
export const replyWithFeed = (
  { feed, permits }: FeedSource,
  { headers }: IncomingRequest,
  reply: Reply,
  passOn?: () => void,
): void => {
  const follower = { permits: () => permits(headers), lastEventId: headers.get('last-event-id') ?? '' };
  const refusal = openChangeFeed(feed, follower, () => reply.eventStream(STREAM_TYPE));
  if (refusal === undefined) return;
  if (refusal.code === 'RESUME_TOO_OLD' && passOn !== undefined) return passOn();
  const { code, param, detail } = refusal;
  reply.send(statusOutsideOperations(code), errorBody(code, param, detail));
};

export interface ChangeFeedOptions {
  readonly feed: ReadableFeed;
  /** Whether these credentials, the secret key among them, are a channel's. */
  permits(fields: CallFields): Result<unknown>;
}

/** Credentials come as headers. */
export const changeFeedRoute = ({ feed, permits }: ChangeFeedOptions): Route => {
  const source: FeedSource = {
    feed,
    permits: (headers) =>
      permits(credentialsOf(headers.get('authorization') ?? '', headers.get('x-licence-secret-key') ?? '')),
  };
  return {
    method: 'GET',
    isRead: true,
    matches: (path) => PATH.test(path),
    handle: (request, reply, passOn) => replyWithFeed(source, request, reply, passOn),
  };
};
