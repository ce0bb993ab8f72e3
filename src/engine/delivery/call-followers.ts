// Tells watchers of the calls of webhooks as they end. No call is kept: a watcher who comes later sees later calls.

export interface FollowedCall {
  /** When it ended. */
  readonly atMs: number;
  /** Name of the webhook. */
  readonly webhook: string;
  readonly event: string;
  /** The `webhook-id`. */
  readonly id: string;
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  /** WEBHOOK_EXECUTED, or why it failed. */
  readonly answer: string;
  readonly durationMs: number;
}

export class CallFollowers {
  private readonly all = new Set<(call: FollowedCall) => void>();

  /** `told` must not throw. Returns what ends it. */
  follow(told: (call: FollowedCall) => void): () => void {
    this.all.add(told);
    return () => void this.all.delete(told);
  }

  tell(call: FollowedCall): void {
    for (const told of this.all) told(call);
  }
}
