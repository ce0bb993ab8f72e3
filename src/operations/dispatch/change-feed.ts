// Opens the change feed (docs/build/change-feed.md) to permitted readers.
import type { ChangeFeed } from '../../engine/delivery/change-feed.ts';
import type { ReplyStream } from '../../kernel/reply-stream.ts';
import { refuse, shown } from '../../kernel/result.ts';
import type { Refusal, Result } from '../../kernel/result.ts';

/** What `openChangeFeed` needs of the feed. */
export type ReadableFeed = Pick<ChangeFeed, 'refusalFor' | 'subscribe'>;

export interface FeedRequest {
  /** Whether the reader may still read; asked again while the feed is open. */
  permits(): Result<unknown>;
  /** The id of the last message that the reader has; '': it begins with the next change. */
  readonly lastEventId: string;
}

/** Sequence number of a record and, optionally, the timeline that it belongs to. */
const EVENT_ID = /^(\d{1,15})(?:\.([0-9a-f]{8}))?$/;

/**
 * Undefined once the feed is open. Refuses: PERMISSION_DENIED, PARAMETER_INVALID, RESUME_TOO_OLD, FEED_LIMIT_REACHED.
 */
export const openChangeFeed = (
  feed: ReadableFeed,
  { permits, lastEventId }: FeedRequest,
  open: () => ReplyStream | undefined,
): Refusal | undefined => {
  const permitted = permits();
  if (!permitted.ok) return permitted;
  const [, number = '', line = ''] = EVENT_ID.exec(lastEventId) ?? [];
  if (number === '' && lastEventId !== '')
    return refuse('PARAMETER_INVALID', 'Last-Event-ID', `${shown(lastEventId)} is no id of this feed.`);
  const seq = lastEventId === '' ? -1 : Number(number);
  const refused = feed.refusalFor(seq, line);
  if (refused !== undefined) return refused;
  const sink = open();
  if (sink !== undefined) feed.subscribe(sink, seq, () => permits().ok);
  return undefined;
};
