// How a server is started.
import type { FirstChannelOptions } from '../start/first-channel.ts';
import type { TakeOver } from './hand-over.ts';

export interface ServeOptions extends FirstChannelOptions {
  /** The system's clock is right, however far it is from the last record. */
  readonly acceptTime: boolean;
  /** Prints all settings at the start, and not only those that differ from their defaults. */
  readonly verbose?: boolean;
  /** Where each setting comes from that has not its default; absent: nobody will ask. */
  readonly sources?: ReadonlyMap<string, string>;
  /** In which way it takes the place of the server that has started it; undefined: nothing can take its own. */
  readonly takeOver?: TakeOver | 'none';
  /** The data directory whose server this one follows; absent: none. */
  readonly follow?: string;
}
