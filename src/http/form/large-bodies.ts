// Bodies that are dear to decode take turns, one in a turn of the event loop: many that end together hold up nobody.
//
// Guaranteed: each is run once or refused once, in the order of arrival. Where more wait than may, the oldest is
// refused: its caller has waited longest, and is the first to have left.
import { refuseAt } from '../../kernel/limits.ts';
import type { Refusal } from '../../kernel/result.ts';

/** Beyond it, reading a body costs more than looking for its credentials first. */
export const LONG_BYTES = 4096;
/** Beyond it, a body is looked at in a turn of its own. */
export const LARGE_BYTES = 16_384;
/** Bytes of large bodies that may wait for their turn, unless the settings say otherwise. */
const LARGE_BYTES_MAX = 64 * 1_048_576;

/** Fields that say who calls, what, and whether the call may be sent twice. */
export const HEAD_FIELDS: ReadonlySet<string> = new Set([
  'request',
  'licence_username',
  'licence_password',
  'licence_secret_key',
  'session',
  'idempotency_key',
]);

/** Refusal of a body while others of `bytes` bytes wait. */
export const tooManyBodies = (bytes: number, bytesMax: number): Refusal => {
  const detail = `Long bodies of ${bytes} bytes wait to be read, of at most ${bytesMax}; try again.`;
  return refuseAt('largeBodiesBytesMax', 'OVERLOADED', 'request', detail);
};

interface Waiting {
  readonly bytes: number;
  readonly run: () => void;
  /** `bytes`: those of all bodies that waited. */
  readonly refuse: (bytes: number, bytesMax: number) => void;
}

export class LargeBodies {
  private readonly waiting: Waiting[] = [];
  private readonly bytesMax: number;
  private readonly soon: (run: () => void) => void;
  private bytes = 0;
  private isTaken = false;

  /** `bytesMax`: bytes of all bodies that wait. `soon`: calls back in a later turn of the event loop. */
  constructor(bytesMax = LARGE_BYTES_MAX, soon: (run: () => void) => void = setImmediate) {
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

  /** Runs it at once if it may be decoded now; otherwise it waits for its turn. */
  take(body: Waiting): void {
    if (this.takeTurn()) body.run();
    else this.add(body);
  }

  add(waiting: Waiting): void {
    this.waiting.push(waiting);
    this.bytes += waiting.bytes;
    while (this.bytes > this.bytesMax) {
      const { bytes, bytesMax } = this;
      this.shift()!.refuse(bytes, bytesMax);
    }
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
