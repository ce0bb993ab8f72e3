// Hands the shop over to a successor, `kontor restart` and `kontor upgrade`: this process starts it, on the same
// command line, and gives it the ports and then the store, so that no caller is refused in between.
//
//   successor                               this process
//   asks for the ports            →
//   of an upgrade: copies the store, and follows it (upgrade.ts)
//                                 ←  the sockets that it can listen on, and where it listens with one of its own
//   listens, and holds requests   →  stops accepting, answers what is on open connections, closes the store
//                                 ←  the store is yours
//   opens the store, answers
//
// Until the store is closed, a successor that ends leaves everything as it was. Afterwards it is a start that failed.
// Not promised: a connection that arrives in the tenth of a millisecond between the last accept and the end of the
// socket of uWebSockets.js; the kernel resets it, unless net.ipv4.tcp_migrate_req is 1.
import { spawn } from 'node:child_process';
import type { ChildProcess, SendHandle } from 'node:child_process';
import { realpathSync } from 'node:fs';
import type { Config } from '../../config/config.ts';
import { ConfigError } from '../../config/setting.ts';
import type { Program } from '../../admin/command.ts';
import type { OpenPort, Ports } from '../ports/ports.ts';

/** What a successor says. */
export type FromSuccessor =
  | { readonly asksForPortsOf: string }
  | { readonly listens: true }
  /** How far it is. */
  | { readonly says: string }
  | { readonly failed: string };

/** What it is told; a port comes with its socket where it has one to give. */
export type ToSuccessor =
  | { readonly host: string; readonly port: number }
  | { readonly allPorts: true }
  | { readonly store: 'yours' };

/** Which successor: one that opens the store when it gets it, or one that has a copy which follows it. */
export type TakeOver = 'restart' | 'upgrade';

export const TAKE_OVER = '--take-over';
const START_MS_MAX = 60_000;

/** Says how far it is, to the operator who asked for it. */
type Say = (line: string) => Promise<void>;

interface Start {
  readonly ports: readonly OpenPort[];
  /** Data directory. */
  readonly data: string;
  /** Absent: the program that runs here. */
  readonly upgradesTo?: Program | undefined;
  readonly say: Say;
  readonly started: (one: Successor) => void;
}

/** The process that takes the place of this one. */
export class Successor {
  readonly pid: number;
  private readonly child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.child = child;
    this.pid = child.pid ?? 0;
  }

  get isAlive(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Resolves when it listens. Rejects with why it does not; it has ended then, or does so. */
  static async start({ ports, data, upgradesTo, say, started }: Start): Promise<Successor> {
    const { node, script } = upgradesTo ?? { node: process.execPath, script: process.argv[1]! };
    const how: TakeOver = upgradesTo === undefined ? 'restart' : 'upgrade';
    const args = process.argv.slice(2).filter((arg) => !arg.startsWith(TAKE_OVER));
    // Apart from the terminal, if there is one: Ctrl-C there is for this process.
    const child = spawn(node, [...process.execArgv, script, ...args, `${TAKE_OVER}=${how}`], {
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const successor = new Successor(child);
    started(successor);
    let why = 'its output says why';
    const listens = new Promise<void>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`it did not listen within ${START_MS_MAX / 1000} s`)),
        START_MS_MAX,
      );
      timer.unref();
      const said = (line: string): void => {
        // It lives, and a large store takes its time.
        clearTimeout(timer);
        // Nobody waits for it any more.
        say(line).catch(reject);
      };
      child.once('error', ({ message }) => reject(new Error(message)));
      child.once('exit', () => reject(new Error(why)));
      child.on('message', (message: FromSuccessor) => {
        if ('failed' in message) why = message.failed;
        else if ('says' in message) said(`process ${successor.pid} ${message.says}`);
        else if ('listens' in message) resolve();
        else if (message.asksForPortsOf !== data)
          reject(new Error(`it would serve ${message.asksForPortsOf}, not ${data}`));
        else successor.givePorts(ports);
      });
    });
    try {
      await listens;
    } catch (error) {
      successor.end();
      throw new ConfigError(`the new process does not start: ${(error as Error).message}; the old one goes on serving`);
    }
    return successor;
  }

  private givePorts(ports: readonly OpenPort[]): void {
    for (const { host, port, handle } of ports) this.send({ host, port }, handle);
    this.send({ allPorts: true });
  }

  private send(told: ToSuccessor, handle?: object): void {
    if (this.child.connected) this.child.send(told, handle as SendHandle | undefined, () => {});
  }

  /** The store is closed, and now its own. */
  giveStore(): Promise<void> {
    return new Promise((resolve) => {
      if (!this.child.connected) return resolve();
      const told: ToSuccessor = { store: 'yours' };
      return void this.child.send(told, () => resolve());
    });
  }

  end(): void {
    if (this.isAlive) this.child.kill('SIGTERM');
  }
}

/** Why a restart cannot keep the port; '' where it can. */
const whyNot = ({ port }: Config): string => {
  if (process.pid === 1) return 'this server is the first process of its container, which ends with it';
  if (port === 0) return 'the system chose the port, and would choose another one: --port names one';
  return '';
};

export interface Begin extends Pick<Start, 'upgradesTo' | 'say'> {
  readonly config: Config;
  readonly ports: Ports;
  /** Rejects where something runs here that must come to its end before. */
  readonly whenMayStop: () => Promise<void>;
}

/** One restart at a time: between the operator who asks for it and the server that is to stop for it. */
export class HandOver {
  private underWay: Successor | 'starting' | undefined;
  private arrive!: (successor: Successor) => void;
  private finish: { resolve: (pid: number) => void; reject: (why: Error) => void } | undefined;
  /** The next successor that listens. */
  next!: Promise<Successor>;

  constructor() {
    this.expectNext();
  }

  private expectNext(): void {
    this.next = new Promise((resolve) => (this.arrive = resolve));
  }

  /** Resolves with the process that has the store. Rejects with why there is none: this one goes on. */
  async begin({ config, ports, upgradesTo, say, whenMayStop }: Begin): Promise<number> {
    if (this.underWay !== undefined) throw new ConfigError('a restart is under way already');
    const why = whyNot(config);
    if (why !== '') throw new ConfigError(why);
    this.underWay = 'starting';
    try {
      await whenMayStop();
      const started = (one: Successor): void => void (this.underWay = one);
      const data = realpathSync(config.data);
      const successor = await Successor.start({ ports: ports.openPorts, data, upgradesTo, say, started });
      try {
        await whenMayStop();
        await say(`process ${successor.pid} listens; it answers once this one has closed the store`);
      } catch (error) {
        successor.end();
        throw error;
      }
      return await new Promise((resolve, reject) => {
        this.finish = { resolve, reject };
        this.arrive(successor);
      });
    } finally {
      this.underWay = undefined;
    }
  }

  done({ pid }: Successor): void {
    this.finish?.resolve(pid);
  }

  failed(why: string): void {
    this.expectNext();
    this.finish?.reject(new ConfigError(why));
  }

  /** The server stops and does not hand over. */
  abandon(): void {
    if (this.underWay instanceof Successor) this.underWay.end();
    this.failed('the server was told to stop');
  }
}
