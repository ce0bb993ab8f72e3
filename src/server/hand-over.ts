// Hands the shop over to a successor, `kontor restart`: this process starts it, on the same command line, and gives it
// the ports and then the store, so that no caller is refused in between.
//
//   successor                               this process
//   asks for the ports            →
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
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/setting.ts';
import type { OpenPort, Ports } from './ports.ts';

/** What a successor says. */
export type FromSuccessor =
  | { readonly asksForPortsOf: string }
  | { readonly listens: true }
  | { readonly failed: string };

/** What it is told; a port comes with its socket where it has one to give. */
export type ToSuccessor =
  | { readonly host: string; readonly port: number }
  | { readonly allPorts: true }
  | { readonly store: 'yours' };

export const TAKE_OVER = '--take-over';
const START_MS_MAX = 60_000;

/** Says how far a restart is, to whoever asked for it. */
type Say = (line: string) => Promise<void>;

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
  static async start(ports: readonly OpenPort[], data: string, started: (one: Successor) => void): Promise<Successor> {
    const args = process.argv.slice(1).filter((arg) => arg !== TAKE_OVER);
    // Apart from the terminal, if there is one: Ctrl-C there is for this process.
    const child = spawn(process.execPath, [...process.execArgv, ...args, TAKE_OVER], {
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
      child.once('error', ({ message }) => reject(new Error(message)));
      child.once('exit', () => reject(new Error(why)));
      child.on('message', (said: FromSuccessor) => {
        if ('failed' in said) why = said.failed;
        else if ('listens' in said) resolve();
        else if (said.asksForPortsOf !== data) reject(new Error(`it would serve ${said.asksForPortsOf}, not ${data}`));
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

/** One restart at a time: whoever asks for it, and the server that is to stop for it. */
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
  async begin(config: Config, ports: Ports, say: Say): Promise<number> {
    if (this.underWay !== undefined) throw new ConfigError('a restart is under way already');
    const why = whyNot(config);
    if (why !== '') throw new ConfigError(why);
    this.underWay = 'starting';
    try {
      const started = (successor: Successor): void => void (this.underWay = successor);
      const successor = await Successor.start(ports.openPorts, realpathSync(config.data), started);
      await say(`process ${successor.pid} listens; it answers once this one has closed the store`);
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
