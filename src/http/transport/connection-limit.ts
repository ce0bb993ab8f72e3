// How many connections may be open at a time, over all listeners of a process: idle ones are closed first, so that a
// flood of them keeps nobody out; where none is idle, the new one is closed at once.
//
// Not promised: fairness between clients. Whoever opens connections fastest gets most of them.

/** Closes some of the connections of a listener that have been idle longest; false if none is idle. */
type CloseIdle = () => boolean;

export class ConnectionLimit {
  readonly max: number;
  open = 0;
  private readonly closers: CloseIdle[] = [];

  constructor(max = Infinity) {
    this.max = max;
  }

  /** `closeIdle` must call `closed` for each connection before it returns. */
  addListener(closeIdle: CloseIdle): void {
    this.closers.push(closeIdle);
  }

  removeListener(closeIdle: CloseIdle): void {
    const index = this.closers.indexOf(closeIdle);
    if (index >= 0) this.closers.splice(index, 1);
  }

  /** For each new connection. False: there is no room for it, and it must be closed. */
  opened(): boolean {
    this.open++;
    for (const closeIdle of this.closers) {
      while (this.open > this.max && closeIdle());
    }
    return this.open <= this.max;
  }

  /** Once for each `opened`, whatever it returned. */
  closed(): void {
    this.open--;
  }
}
