// A standby beside a server that a test starts, for suites that talk to it instead of the server (`check -- standby`).
import type { Env, Place, Program } from './program.ts';
import { THROUGH_STANDBY } from './variant.ts';

/** What it says when its leader is killed, stopped or restarted, which is no complaint. */
export const GONE = /the server of .+ is gone: calls wait for it/;

export interface StandbyOptions {
  /** 0: the system chooses, at every start. */
  readonly port?: number;
  readonly env?: Env;
  readonly args?: readonly string[];
}

/** One data directory that follows another one for as long as the test lasts, and the processes on it. */
export class StandbyBeside {
  /** Names its own directory. */
  readonly data: string;
  readonly snapshots: string;
  kills = 0;
  private program: Program | undefined;
  private readonly place: Place;
  private readonly leader: string;
  private readonly options: StandbyOptions;

  constructor(place: Place, leader: string, options: StandbyOptions = {}) {
    this.place = place;
    this.leader = leader;
    this.options = options;
    this.data = `${leader}-standby`;
    this.snapshots = `${this.data}-snapshots`;
  }

  /** Its address once it answers; it is started where it does not run. The leader must have been ready before. */
  async ready(): Promise<string> {
    this.program ??= this.start();
    if (!this.program.running) throw new Error(`the standby has ended by itself: ${this.program.said}`);
    return this.program.ready();
  }

  private start(): Program {
    const { port = 0, env = {}, args = [] } = this.options;
    const stores = ['--follow', this.leader, '--data', this.data, '--snapshots', this.snapshots];
    return this.place.start(['serve', ...stores, '--port', String(port), ...args], env);
  }

  /** The server that it follows, as one that is ready when its standby is, at the standby's address. */
  before(server: Program): Program {
    const ready = server.ready.bind(server);
    server.ready = async () => {
      await ready();
      return this.ready();
    };
    return server;
  }

  get isRunning(): boolean {
    return this.program?.running === true;
  }

  async kill(): Promise<void> {
    if (this.program === undefined) return;
    this.kills += 1;
    await this.ends('SIGKILL', null);
  }

  /** Does nothing where it was never started. Throws where it does not end as it should. */
  async stop(): Promise<void> {
    if (this.program !== undefined) await this.ends('SIGTERM', 0);
  }

  private async ends(signal: NodeJS.Signals, wanted: number | null): Promise<void> {
    const program = this.program!;
    this.program = undefined;
    program.signal(signal);
    const { code } = await program.ended;
    const complaints = program.err.filter((line) => !GONE.test(line));
    if (code !== wanted || complaints.length > 0)
      throw new Error(`the standby ends with ${code} after ${signal}: ${program.said}`);
  }
}

/** A server on `data`, seen through a standby where the suite is run so. */
export const startServed = (place: Place, data: string, args: readonly string[], env: Env = {}): Program => {
  const server = place.start(args, env);
  return THROUGH_STANDBY ? standbyOf(place, data, env).before(server) : server;
};

const known = new WeakMap<Place, Map<string, StandbyBeside>>();

/** One for all servers of a directory. */
const standbyOf = (place: Place, data: string, env: Env): StandbyBeside => {
  const ofPlace = known.get(place) ?? new Map<string, StandbyBeside>();
  known.set(place, ofPlace);
  const found = ofPlace.get(data) ?? new StandbyBeside(place, place.path(data), { env });
  ofPlace.set(data, found);
  return found;
};
