// Bodies that are dear to decode take turns: one in a turn of the event loop, so that those which end together hold up
// nobody by their sum.
//
// Guaranteed: each is run once or refused once, in the order of arrival. Where more wait than may, the oldest is
// refused: its caller has waited longest, and is the first to have left.

interface Waiting {
  readonly bytes: number;
  readonly run: () => void;
  readonly refuse: () => void;
}

export class LargeBodies {
  private readonly waiting: Waiting[] = [];
  private readonly bytesMax: number;
  private readonly soon: (run: () => void) => void;
  private bytes = 0;
  private isTaken = false;

  /** `bytesMax`: of bodies that wait. `soon`: calls back in a later turn of the event loop. */
  constructor(bytesMax: number, soon: (run: () => void) => void = setImmediate) {
    this.bytesMax = bytesMax;
    this.soon = soon;
  }

  /** Whether a body may be decoded now: none was in this turn, and none waits. */
  takeTurn(): boolean {
    if (this.isTaken) return false;
    this.isTaken = true;
    this.soon(() => this.next());
    return true;
  }

  add(waiting: Waiting): void {
    this.waiting.push(waiting);
    this.bytes += waiting.bytes;
    while (this.bytes > this.bytesMax) this.shift()!.refuse();
  }

  private shift(): Waiting | undefined {
    const first = this.waiting.shift();
    this.bytes -= first?.bytes ?? 0;
    return first;
  }

  private next(): void {
    const first = this.shift();
    if (first === undefined) {
      this.isTaken = false;
      return;
    }
    this.soon(() => this.next());
    first.run();
  }
}
