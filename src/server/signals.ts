// Signals of the operator. They are handled from the first moment on, because an unhandled signal ends the process.

/**
 * Later signals change nothing: Ctrl-C below npm comes twice, and a stop takes at most shutdownTimeoutMs and a
 * snapshot.
 */
export class Signals {
  /** Resolves at SIGTERM or SIGINT. */
  readonly stop: Promise<void>;
  private stopped = false;
  private snapshotAsked = false;
  private snapshot: (() => void) | undefined;

  constructor() {
    this.stop = new Promise((resolve) => {
      for (const name of ['SIGTERM', 'SIGINT'] as const) {
        process.on(name, () => {
          this.stopped = true;
          resolve();
        });
      }
    });
    process.on('SIGUSR2', () => {
      if (this.snapshot === undefined) this.snapshotAsked = true;
      else this.snapshot();
    });
  }

  get stopping(): boolean {
    return this.stopped;
  }

  /** From now on SIGUSR2 calls this; at once if one has come already. */
  onSnapshot(make: () => void): void {
    this.snapshot = make;
    if (this.snapshotAsked) make();
  }
}
