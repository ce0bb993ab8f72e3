/** What a thread that speaks HTTP has done since its start, and what waits for it. */
export interface IoThreadFigures {
  /** Open connections. */
  readonly connections: number;
  /** Requests passed on to the deciding thread. */
  readonly requests: number;
  /** Passed requests whose client left before the reply began. */
  readonly clientsGone: number;
  /** Cached replies sent by this thread alone. */
  readonly cachedReplies: number;
  /** Times that this thread, or the deciding thread for it, had to be woken. */
  readonly wakes: number;
  /** Bytes in its rings. */
  readonly ringBytes: number;
  /** Replies waiting for room in the ring. */
  readonly repliesWaiting: number;
}
