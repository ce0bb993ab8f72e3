// Work that has used its time in one turn of the event loop, and goes on in later ones.
import type { Refusal } from './result.ts';

export interface Resumable {
  /** Goes on until the work has ended or `isDue`; returns whether it has ended. */
  advance(isDue: () => boolean): boolean;
  /** Releases what the work holds, because nobody waits for it any more. Not called again. */
  abandon?(): void;
}

/** An error that ends no call: the call is handled again. It has no stack, which takes 30 µs and which nobody reads. */
export class Again extends Error {
  constructor(message: string) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Thrown out of a call whose work is interrupted; the call is handled again when the work has ended. */
export class Interrupted extends Again {
  readonly work: Resumable;

  constructor(work: Resumable) {
    super('the work goes on in later turns');
    this.work = work;
  }
}

/** Thrown out of a search for words that are not all indexed yet; its work is to index them, for all such searches. */
export class WordsMissing extends Interrupted {
  /** Refusal of a call that cannot wait. */
  readonly refusal: Refusal;

  constructor(work: Resumable, refusal: Refusal) {
    super(work);
    this.refusal = refusal;
  }
}
