// The other side of hand-over.ts: a server that was started to take the place of another one, and talks with it over
// the channel between a process and its child.
import { existsSync, realpathSync } from 'node:fs';
import { ConfigError } from '../../config/setting.ts';
import { TAKE_OVER } from './hand-over.ts';
import type { FromSuccessor, ToSuccessor } from './hand-over.ts';
import type { PredecessorAt } from '../ports/listeners.ts';

/** How long a successor waits for the predecessor, or for a command that has the store open. */
export const LOCK_WAIT_MS = 10_000;

const keyOf = (host: string, port: number): string => `${host} ${port}`;

/** A socket as it arrives, before a server listens on it. */
interface Socket {
  close(): void;
}

export class Predecessor {
  /** Resolves when the store is closed there: by the predecessor, or because that has ended. */
  readonly hasClosed: Promise<void>;
  private readonly ports = new Map<string, 'shares' | Socket>();
  private readonly used = new Set<string>();

  private constructor() {
    this.hasClosed = new Promise((resolve) => {
      process.once('disconnect', resolve);
      process.on('message', (told: ToSuccessor) => {
        if ('store' in told) resolve();
      });
    });
  }

  /** Resolves with its ports. Throws ConfigError where nobody has started this process to take over. */
  static async ask(data: string): Promise<Predecessor> {
    if (process.send === undefined)
      throw new ConfigError(`${TAKE_OVER} is given by kontor restart and kontor upgrade, not by hand`);
    const predecessor = new Predecessor();
    await new Promise<void>((resolve) => {
      process.once('disconnect', resolve);
      process.on('message', (told: ToSuccessor, socket?: unknown) => {
        if ('port' in told)
          predecessor.ports.set(keyOf(told.host, told.port), (socket as Socket | undefined) ?? 'shares');
        else if ('allPorts' in told) resolve();
      });
      say({ asksForPortsOf: existsSync(data) ? realpathSync(data) : data });
    });
    return predecessor;
  }

  readonly portAt: PredecessorAt = (host, port) => {
    this.used.add(keyOf(host, port));
    return this.ports.get(keyOf(host, port));
  };

  /** Tells the operator who asked for the upgrade. */
  says(line: string): void {
    say({ says: line });
  }

  /** Now it may stop. */
  listens(): void {
    for (const [key, socket] of this.ports) if (socket !== 'shares' && !this.used.has(key)) socket.close();
    say({ listens: true });
  }

  /** Nothing more is to be said. */
  leave(): void {
    if (process.connected) process.disconnect();
  }
}

const say = (said: FromSuccessor): void => void process.send?.(said, undefined, undefined, () => {});

/** Says why this process ends, where another one has started it to take over. */
export const sayFailed = (failed: string): Promise<void> =>
  new Promise((resolve) => {
    if (process.connected !== true || !process.argv.some((arg) => arg.startsWith(TAKE_OVER))) return resolve();
    const said: FromSuccessor = { failed };
    return void process.send!(said, undefined, undefined, () => resolve());
  });
