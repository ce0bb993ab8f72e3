// Messages between the server and a thread that hashes passwords.
/** A job for the thread. */
export interface HashJob {
  /** Hash to check the password against; undefined: make one. */
  readonly phc: string | undefined;
  readonly password: string;
  /** KiB. */
  readonly memoryCost: number;
  /** Passes over that memory. */
  readonly timeCost: number;
}

/** Answer of the thread. */
export interface HashReply {
  readonly phc: string;
  readonly matches: boolean;
}
