// What a simulation of the whole shop is made with.
export interface ShopSimulationOptions {
  readonly seed: number;
  readonly steps: number;
  /** How many of the starts are tried on a damaged copy as well, 0 to 1; absent: three of ten. */
  readonly damaged?: number;
  /** How many commits the disk may be behind the log; absent: there is no log. */
  readonly lateMax?: number;
  /** The shop has logic of its own: extensions, which lie and hang, and a class of records. */
  readonly asks?: boolean;
}
