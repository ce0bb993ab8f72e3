import type { Credentials } from './wire.ts';

/** What a replay is asked to do. */
export interface ReplayOptions {
  readonly file: string;
  /** sell: begin anew; resume: go on where an interrupted run stopped; check: only compare again. */
  readonly mode: 'sell' | 'resume' | 'check';
  /** Which order an invoice became; by default data/replay/state.jsonl. */
  readonly statePath: string;
  /** A running shop; otherwise the built server is started. */
  readonly shop?: { readonly url: string; readonly credentials: Credentials };
  /** The own server's data directory; otherwise a fresh one beside the state file. */
  readonly store?: string;
  /** Concurrent connections. */
  readonly shoppers: number;
  /** Sells only the first invoices; 0 sells all. */
  readonly limit: number;
  /** Kills the own server in the middle, restarts it, goes on, and checks once more after a clean restart. */
  readonly kill: boolean;
  readonly print: (line: string) => void;
}
