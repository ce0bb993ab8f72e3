// Limits the open connections of all listeners of a process. Idle ones are closed first, so that a flood of them keeps
// nobody out; where none is idle, the new one is closed at once.
//
// Not promised: that idle connections of another thread are closed for one of this; nor fairness between clients: the
// client that opens connections fastest gets most of them.

/** Closes some of the connections of a listener that have been idle longest; false if none is idle. */
type CloseIdle = () => boolean;

export class ConnectionLimit {
  readonly max: number;
  /** Two numbers in shared memory, which threads may share: connections that are open, and those that were cut. */
  readonly count: Int32Array;
  private readonly ownCount: Int32Array;
  private readonly closers: CloseIdle[] = [];

  /** `count`: that of another thread's limit; `ownCount`: counts the connections of this thread. */
  constructor(max = Infinity, count: Int32Array = new Int32Array(new SharedArrayBuffer(8)), ownCount = count) {
    this.max = max;
    this.count = count;
    this.ownCount = ownCount;
  }

  /** Connections that are open, of all threads. */
  get open(): number {
    return Atomics.load(this.count, 0);
  }

  /** Connections of all threads that were closed, idle or new, because as many were open as may. */
  get cut(): number {
    return Atomics.load(this.count, 1);
  }

  /** `closeIdle` must call `closed` for each connection before it returns. `goesFirst`: before those of others. */
  addListener(closeIdle: CloseIdle, goesFirst = false): void {
    if (goesFirst) this.closers.unshift(closeIdle);
    else this.closers.push(closeIdle);
  }

  removeListener(closeIdle: CloseIdle): void {
    const index = this.closers.indexOf(closeIdle);
    if (index >= 0) this.closers.splice(index, 1);
  }

  /** Counts a new connection. False: there is no room for it, and it must be closed. */
  opened(): boolean {
    this.change(1);
    for (const closeIdle of this.closers) {
      while (this.open > this.max && closeIdle()) Atomics.add(this.count, 1, 1);
    }
    if (this.open <= this.max) return true;
    Atomics.add(this.count, 1, 1);
    return false;
  }

  /** Must be called once for each `opened`, whatever it returned. */
  closed(): void {
    this.change(-1);
  }

  private change(by: number): void {
    Atomics.add(this.count, 0, by);
    if (this.ownCount !== this.count) Atomics.add(this.ownCount, 0, by);
  }
}
