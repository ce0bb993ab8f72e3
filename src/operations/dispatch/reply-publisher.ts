// Cached replies that other threads send without asking this one.
import type { Meter } from '../../engine/maintenance/usage-counter.ts';
import type { Versioned } from '../../kernel/versioned.ts';

export interface PublishedReply {
  /** The bytes of the calls that get it, as latin1. */
  readonly call: string;
  readonly bytes: Uint8Array;
  /** Versions that it was made from: it holds until one of them changes. */
  readonly readSet: readonly Versioned[];
  readonly operation: string;
  /** Counts the replies that are sent. */
  readonly meter: Meter;
}

export interface ReplyPublisher {
  /** Times that this thread is asked for a reply before it is worth publishing. */
  readonly askedMin: number;
  publish(reply: PublishedReply): void;
  /** Ends all published replies; a moment later none can be read from memory. */
  clear(): void;
  /** Reports what was sent since the last time. */
  takeCounts(sent: (operation: string, meter: Meter, calls: number, bytes: number) => void): void;
}
