// A command of the administration: a declaration, and a function over an open shop. The command line and the control
// socket both read the declarations (commands.ts), so that a command is the same beside a running server and without.
import type { Extensions } from '../kernel/extensions.ts';
import type { IoThreadFigures } from '../kernel/io-thread-figures.ts';
import type { Config } from '../config/config.ts';
import type { FollowedCall } from '../engine/delivery/call-followers.ts';
import type { SnapshotFile } from '../engine/snapshots/snapshot-files.ts';
import type { Store } from '../engine/store/store.ts';
import type { Terminal } from './terminal.ts';

interface Option {
  readonly about: string;
  /** As help shows it, such as `<address>`; an option without one is on or off. */
  readonly value?: string;
  readonly required?: true;
  /** The program gives it, nobody types it. */
  readonly hidden?: true;
}

export interface Options {
  readonly [name: string]: Option;
}

/** Values as they were typed; an option that is on is `'on'`. */
type Given<O extends Options> = {
  readonly [name in keyof O as O[name] extends { readonly required: true } ? name : never]: string;
} & { readonly [name in keyof O]?: string };

export interface FollowerFigures {
  /** Its data directory. */
  readonly directory: string;
  readonly version: string;
  /** The last record that was sent to it. */
  readonly sentSeq: number;
}

export interface StandbyFigures {
  readonly state: 'joining' | 'following' | 'waiting' | 'leading';
  /** The data directory of the server that it follows. */
  readonly leader: string;
  readonly questions: number;
  readonly passedOn: number;
  readonly waiting: number;
}

export interface NodeFigures {
  /** State of its life cycle, in small letters. */
  readonly state: string;
  readonly node: string;
  readonly leader: string;
  readonly epoch: number;
  /** The last entry of the log that it knows, and the last one on its disk. */
  readonly entry: number;
  readonly stored: number;
  readonly questions: number;
  readonly passedOn: number;
  readonly waiting: number;
  /** Peers that it cut off before they had said which node they are. */
  readonly strangersCut: number;
}

/** How another version is started. */
export interface Program {
  /** Path of the Node.js program. */
  readonly node: string;
  readonly script: string;
}

/** What only a running server can do. */
export interface ServerActions {
  /** Where it answers calls, such as http://127.0.0.1:8080/srv/service/. */
  url(): string;
  /** Resolves when a snapshot file holds everything. Rejects with why none could be written. */
  snapshot(): Promise<SnapshotFile>;
  /** An operator says that the system's clock is right. */
  confirmTime(): Promise<void>;
  /** None where the thread that decides speaks HTTP as well. `cpuSeconds`: undefined where the system does not tell. */
  ioThreads(): readonly (IoThreadFigures & { readonly cpuSeconds: number | undefined })[];
  /** Standbys that follow this server. */
  followers(): readonly FollowerFigures[];
  /** Resolves when all standbys or nodes have destroyed the keys that are destroyed here, with those that have not. */
  whenDestroyed(): Promise<readonly string[]>;
  /** Undefined where this server leads. */
  standby(): StandbyFigures | undefined;
  /** Undefined where this server is no node of a cluster. */
  node(): NodeFigures | undefined;
  /** Undefined: the shop has none. */
  extensions(): Extensions | undefined;
  /** Tells of each call of a webhook when it has ended. Returns what ends it. */
  followCalls(told: (call: FollowedCall) => void): () => void;
  /** Makes this follower lead, and resolves when it does. Rejects with ConfigError with why it does not. */
  promote(say: (line: string) => Promise<void>): Promise<void>;
  /** Resolves with the process that has taken the shop over. Rejects with why none has. */
  restart(say: (line: string) => Promise<void>): Promise<number>;
  /** As `restart`, with a process of that program which has followed this one before. */
  upgrade(to: Program, say: (line: string) => Promise<void>): Promise<number>;
}

export interface Shop {
  readonly store: Store;
  readonly config: Config;
  /** Where each setting comes from that has not its default. */
  readonly sources: ReadonlyMap<string, string>;
  /** Undefined where the command has opened the store itself. */
  readonly server: ServerActions | undefined;
}

/** False if the command ends with findings, or with refused records. Throws ConfigError. */
export type Run<G> = (shop: Shop, given: G, terminal: Terminal) => Promise<boolean>;

export interface Command {
  /** Words that are typed, such as `user add`. */
  readonly name: string;
  readonly about: string;
  /** Positional, in order. */
  readonly args: Options;
  readonly options: Options;
  /** Whether the directory of snapshot files can be said. */
  readonly usesSnapshots?: true;
  /** The argument that names the file which the command reads. */
  readonly reads?: string;
  /** The argument that names the file which it writes, and the option that names its report. */
  readonly writes?: string;
  readonly reports?: string;
  /** It only reads, maybe for long: a server that stops gives it up. */
  readonly endsWithServer?: true;
  /** It needs a running server, which the process named `pid` in its data replaces. */
  readonly restartsServer?: true;
  /** Throws ConfigError for arguments that are wrong by themselves, before any file or store is opened. */
  readonly check?: (given: { readonly [name: string]: string | undefined }) => void;
  /** Without a server it runs without a store: `store` is undefined. */
  readonly needsNoStore?: true;
  /** Whether it also runs where there is no server and no store; `store` is then undefined. */
  readonly mayLackStore?: (given: { readonly [name: string]: string | undefined }) => boolean;
  /** Whether a store is made where there is none. */
  readonly makesStore?: (given: { readonly [name: string]: string | undefined }) => boolean;
  readonly load: () => Promise<Run<never>>;
}

interface Declaration<A extends Options, O extends Options> extends Omit<Command, 'args' | 'options' | 'load'> {
  readonly args?: A;
  readonly options?: O;
  readonly load: () => Promise<Run<Given<A & O>>>;
}

const NONE: Options = {};

/** Code is loaded when the command runs: help is printed in a tenth of a second. */
export const command = <const A extends Options, const O extends Options>({
  args,
  options,
  ...rest
}: Declaration<A, O>): Command => ({ ...rest, args: args ?? NONE, options: options ?? NONE });
