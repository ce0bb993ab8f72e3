/** What a thread that speaks HTTP has done since its start, and what waits for it. */
export interface IoThreadFigures {
  /** That are open. */
  readonly connections: number;
  /** Requests that it passed on. */
  readonly requests: number;
  /** Of those, requests whose client has gone before its reply began. */
  readonly clientsGone: number;
  /** Cached replies that it has sent by itself. */
  readonly cachedReplies: number;
  /** Times that the thread, or the deciding one for it, had to be woken. */
  readonly wakes: number;
  /** Bytes in its rings. */
  readonly ringBytes: number;
  /** Replies without room in the ring. */
  readonly repliesWaiting: number;
}
