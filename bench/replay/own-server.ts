// The built server as a child process of the replay: started on a port of its choice, killed, restarted, stopped.

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { ReplayError } from './replay-error.ts';
import type { Credentials } from './wire.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const READY_MS_MAX = 120_000;
const STOP_MS_MAX = 60_000;
const SAID_LINES_MAX = 20;

/** One server on one data directory, which survives its processes. */
export class OwnServer {
  readonly credentials: Credentials;
  private readonly store: string;
  private child: ChildProcess | undefined;
  private readonly said: string[] = [];
  private readonly killWithMe = (): void => void this.child?.kill('SIGKILL');

  constructor(store: string) {
    this.store = store;
    this.credentials = { username: `replay_${secret()}`, password: secret(), secretKey: secret() };
  }

  /** Starts the server and returns its address. */
  async start(): Promise<string> {
    if (!existsSync(PROGRAM)) throw new ReplayError(`${PROGRAM} is missing: run npm run build first.`);
    const child = spawn(
      process.execPath,
      [
        '--max-semi-space-size=32',
        PROGRAM,
        'serve',
        '--port',
        '0',
        '--data',
        this.store,
        '--snapshots',
        join(this.store, 'snapshots'),
      ],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...process.env,
          KONTOR_LICENCE_USERNAME: this.credentials.username,
          KONTOR_LICENCE_PASSWORD: this.credentials.password,
          KONTOR_LICENCE_SECRET_KEY: this.credentials.secretKey,
        },
      },
    );
    this.child = child;
    process.once('exit', this.killWithMe);
    return this.ready(child);
  }

  /** Ends the process at once, as a crash would. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** Asks the server to stop, waits for it, and throws when it does not end cleanly. */
  async stop(): Promise<void> {
    const child = this.child;
    if (child === undefined) return;
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX);
    await this.end('SIGTERM');
    clearTimeout(timer);
    if (child.exitCode !== 0) throw new ReplayError(`The server did not stop cleanly: ${this.ending(child)}`);
  }

  /** How the process ended by itself; empty while it runs. */
  get died(): string {
    const child = this.child;
    return child === undefined || (child.exitCode === null && child.signalCode === null)
      ? ''
      : `The server ended by itself: ${this.ending(child)}`;
  }

  private async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.child;
    if (child === undefined) return;
    this.child = undefined;
    process.removeListener('exit', this.killWithMe);
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }

  private ready(child: ChildProcess): Promise<string> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => child.kill('SIGKILL'), READY_MS_MAX);
      const keep = (line: string): void => {
        this.said.push(line);
        if (this.said.length > SAID_LINES_MAX) this.said.shift();
        const url = readyUrl(line);
        if (url === undefined) return;
        clearTimeout(timer);
        resolve(url);
      };
      for (const stream of [child.stdout, child.stderr]) {
        if (stream !== null) createInterface({ input: stream }).on('line', keep);
      }
      child.once('error', (cause) => reject(new ReplayError(`The server could not be started: ${cause.message}`)));
      // Close, not exit: by then its last lines have been read.
      child.once('close', () => {
        clearTimeout(timer);
        reject(new ReplayError(`The server did not become ready: ${this.ending(child)}`));
      });
    });
  }

  private ending(child: ChildProcess): string {
    const how = child.signalCode === null ? `exit code ${child.exitCode ?? 'unknown'}` : child.signalCode;
    return `${how}${this.said.length === 0 ? '' : `; its last lines:\n  ${this.said.join('\n  ')}`}`;
  }
}

/** The address in a server's ready line; undefined for any other line. */
export const readyUrl = (line: string): string | undefined =>
  /\bready\b/i.test(line) ? /https?:\/\/[^\s"',]+/.exec(line)?.[0] : undefined;

const secret = (): string => randomBytes(10).toString('hex');
