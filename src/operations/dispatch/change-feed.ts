// Opens the change feed, `GET /srv/events` (docs/change-feed.md).
import type { ChangeFeed } from '../../engine/delivery/change-feed.ts';
import type { ReplyStream } from '../../kernel/reply-stream.ts';
import { refuse, shown } from '../../kernel/result.ts';
import type { Refusal, Result } from '../../kernel/result.ts';
import { credentialsOf } from '../access/http-credentials.ts';
import type { CallFields } from '../context/operation.ts';

export interface FeedRequest {
  /** `Authorization: Basic …`: username and password of a channel. */
  readonly authorization: string;
  readonly secretKey: string;
  /** The id of the last message that the reader has; '': it begins with the next change. */
  readonly lastEventId: string;
}

export interface ChangeFeedOptions {
  readonly feed: ChangeFeed;
  /** Whether these credentials, the secret key among them, are a channel's. */
  permits(fields: CallFields): Result<unknown>;
}

/** Sequence number of a record and, optionally, the timeline that it belongs to. */
const EVENT_ID = /^(\d{1,15})(?:\.([0-9a-f]{8}))?$/;

/**
 * Undefined once the feed is open. Refuses: PERMISSION_DENIED, PARAMETER_INVALID, RESUME_TOO_OLD, FEED_LIMIT_REACHED.
 */
export const openChangeFeed = (
  { feed, permits }: ChangeFeedOptions,
  follower: FeedRequest,
  open: () => ReplyStream | undefined,
): Refusal | undefined => {
  const credentials = credentialsOf(follower.authorization, follower.secretKey);
  const permitted = permits(credentials);
  if (!permitted.ok) return permitted;
  const { lastEventId } = follower;
  const [, number = '', line = ''] = EVENT_ID.exec(lastEventId) ?? [];
  if (number === '' && lastEventId !== '')
    return refuse('PARAMETER_INVALID', 'Last-Event-ID', `${shown(lastEventId)} is no id of this feed.`);
  const seq = lastEventId === '' ? -1 : Number(number);
  const refused = feed.refusalFor(seq, line);
  if (refused !== undefined) return refused;
  const sink = open();
  if (sink !== undefined) feed.subscribe(sink, seq, () => permits(credentials).ok);
  return undefined;
};
