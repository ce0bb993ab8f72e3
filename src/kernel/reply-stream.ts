// A reply whose body is written chunk by chunk. Transports implement it, long lists and the change feed write to it.

/** Headers of a reply, in the order in which they are sent. */
export type ReplyHeaders = readonly (readonly [name: string, value: string])[];

export const NO_REPLY_HEADERS: ReplyHeaders = [];

/** The body of one reply that has begun. Text that was accepted is sent in order, or the connection breaks. */
export interface ReplyStream {
  /** Sends text. False: the client reads more slowly than is written; write again after `onDrain`. */
  write(text: string): boolean;
  /** Completes the reply. */
  end(): void;
  /** Resets the connection, so that no client takes the part that has arrived for the whole. */
  abort(): void;
  /** Called when the client has read enough for the next write. Assigned by the writer. */
  onDrain: () => void;
  /** Called once when the stream is over, by its writer or its reader. Assigned by the writer. */
  onClose: () => void;
}

/** A reply that can be sent as a stream. */
export interface StreamableReply {
  /** Whether the client has gone, so that work for the reply may end. Absent: unknown. */
  readonly isGone?: boolean;
  /**
   * Begins a reply of status 200 whose body is written chunk by chunk; undefined after the client has gone. A shutdown
   * waits for its end. HTTP/1.0 gets it without chunked encoding, ended by closing the connection.
   */
  stream(contentType: string, headers?: ReplyHeaders): ReplyStream | undefined;
}
