// Who asks a server to stop and to make a snapshot file. Signals are handled from the first moment on, because an
// unhandled one ends the process.

/** Signals of the process, or the program that a server runs in. */
export interface Operator {
  /** Resolves when the server is to stop. */
  readonly stop: Promise<void>;
  readonly stopping: boolean;
  /** From now on `make` is called for each snapshot file that is asked for, one that was asked for before included. */
  onSnapshot(make: () => void): void;
  /** From now on `renew` is called whenever certificate and key are to be read again. */
  onRenewal(renew: () => void): void;
}

/**
 * SIGTERM and SIGINT stop, SIGUSR2 makes a snapshot file, SIGHUP reads certificate and key again. To stop a second time
 * changes nothing: Ctrl-C below npm comes twice, and a stop takes at most shutdownTimeoutMs and a snapshot.
 */
export class Signals implements Operator {
  readonly stop: Promise<void>;
  private stopped = false;
  private snapshotAsked = false;
  private snapshot: (() => void) | undefined;
  private renew = (): void => {};

  constructor() {
    this.stop = new Promise((resolve) => {
      for (const name of ['SIGTERM', 'SIGINT'] as const) {
        process.on(name, () => {
          this.stopped = true;
          resolve();
        });
      }
    });
    process.on('SIGHUP', () => this.renew());
    process.on('SIGUSR2', () => {
      if (this.snapshot === undefined) this.snapshotAsked = true;
      else this.snapshot();
    });
  }

  onRenewal(renew: () => void): void {
    this.renew = renew;
  }

  get stopping(): boolean {
    return this.stopped;
  }

  onSnapshot(make: () => void): void {
    this.snapshot = make;
    if (this.snapshotAsked) make();
  }
}
