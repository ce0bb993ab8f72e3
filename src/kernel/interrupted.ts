// Work that has used its time in one turn of the event loop, and goes on in later ones.

export interface Resumable {
  /** Goes on until the work has ended or `isDue`; returns whether it has ended. */
  advance(isDue: () => boolean): boolean;
}

/** Thrown out of a call whose work is interrupted; the call is handled again when the work has ended. */
export class Interrupted extends Error {
  readonly work: Resumable;

  constructor(work: Resumable) {
    super('the work goes on in later turns');
    this.work = work;
  }
}
