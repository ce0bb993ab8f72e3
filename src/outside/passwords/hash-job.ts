// What the server and a thread that hashes passwords send each other.
/** What a thread is sent. */
export interface HashJob {
  /** The hash to check the password against; undefined: make one. */
  readonly phc: string | undefined;
  readonly password: string;
  /** KiB. */
  readonly memoryCost: number;
  /** Passes over that memory. */
  readonly timeCost: number;
}

/** What a thread answers. */
export interface HashReply {
  readonly phc: string;
  readonly matches: boolean;
}
