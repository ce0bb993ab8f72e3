// What a job of a shop's week is: what it is called, how a person does it, and where somebody ends whose role lacks it.
import type { Locator } from 'playwright-core';
import type { Desk } from './desk.ts';

/** A page that is closed, by its address; it says which role lacks what. */
interface Closed {
  readonly closed: string;
}

/** A page that is open, and lacks what begins the job. */
interface Lacking {
  /** Goes there; what it gives is seen once the page is drawn. */
  readonly at: (desk: Desk) => Promise<Locator>;
  readonly lacks: (desk: Desk) => Locator;
  /** An address that would begin it all the same. */
  readonly closed?: string;
}

export type Limit = Closed | Lacking;

export interface Job {
  /** Of its page and its picture. */
  readonly name: string;
  readonly does: string;
  readonly steps: (desk: Desk) => Promise<void>;
  /** Absent: the role holds it. */
  readonly support?: Limit;
  readonly warehouse?: Limit;
}
