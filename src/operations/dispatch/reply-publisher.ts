// Cached replies that other threads send without asking this one.
import type { Meter } from '../../engine/maintenance/usage-counter.ts';
import type { Versioned } from '../../kernel/versioned.ts';

export interface PublishedReply {
  /** The bytes of the calls that get it, as latin1. */
  readonly call: string;
  readonly bytes: Uint8Array;
  /** What it was made from. It is true now, and no longer when one of them has changed. */
  readonly readSet: readonly Versioned[];
  readonly operation: string;
  /** Counts the replies that are sent. */
  readonly meter: Meter;
}

export interface ReplyPublisher {
  /** How often this thread has to be asked for a reply before it is worth publishing. */
  readonly askedMin: number;
  publish(reply: PublishedReply): void;
  /** No reply is sent any more, and none can be read from memory a moment later. */
  clear(): void;
  /** Tells what was sent since it was asked last. */
  collect(sent: (operation: string, meter: Meter, calls: number, bytes: number) => void): void;
}
