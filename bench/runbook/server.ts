// The shop that is operated: `kontor serve` with TLS and an administration listener, and `kontor` commands beside it.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TlsFiles } from '../../src/http/transport/tls-files.ts';
import { reservePort } from '../../test/harness/ports.ts';

export interface Said {
  readonly code: number;
  readonly out: string;
}

export interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly secretKey: string;
}

export class OperatedShop {
  readonly directory: string;
  readonly url: string;
  private readonly engine: string;
  private readonly adminUrl: string;
  private readonly child: ChildProcess;
  private readonly said: string[] = [];
  private readonly waiting = new Set<(line: string) => void>();
  /** The process that serves: a restart makes another one. */
  pid: number;

  private constructor(engine: string, directory: string, tls: TlsFiles, port: number, adminPort: number) {
    this.engine = engine;
    this.directory = directory;
    this.url = `https://localhost:${port}/srv/service/`;
    this.adminUrl = `http://127.0.0.1:${adminPort}`;
    const places = ['--data', this.path('data'), '--snapshots', this.path('snapshots')];
    const listeners = ['--port', String(port), '--admin-port', String(adminPort)];
    const args = [engine, 'serve', ...places, ...listeners, '--tls-cert', tls.certFile, '--tls-key', tls.keyFile];
    this.child = spawn(process.execPath, ['--max-semi-space-size=32', ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, KONTOR_LOG_FORMAT: 'pretty' },
    });
    this.pid = this.child.pid!;
    for (const output of [this.child.stdout!, this.child.stderr!])
      createInterface({ input: output }).on('line', (line) => {
        this.said.push(line);
        for (const take of this.waiting) take(line);
      });
  }

  static async open(engine: string, directory: string, tls: TlsFiles): Promise<OperatedShop> {
    const shop = new OperatedShop(engine, directory, tls, await reservePort(), await reservePort());
    process.once('exit', () => shop.kill());
    await shop.line(/ready at /);
    return shop;
  }

  path(name: string): string {
    return join(this.directory, name);
  }

  get credentials(): Credentials {
    return JSON.parse(readFileSync(this.path('data/credentials.json'), 'utf8')) as Credentials;
  }

  /** The next line of the log that matches, or one that was there already. */
  line(pattern: RegExp, from = 0): Promise<string> {
    const known = this.said.slice(from).find((line) => pattern.test(line));
    if (known !== undefined) return Promise.resolve(known);
    return new Promise((resolve, reject) => {
      const take = (line: string): void => {
        if (!pattern.test(line)) return;
        this.waiting.delete(take);
        resolve(line);
      };
      this.waiting.add(take);
      setTimeout(() => reject(new Error(`no line ${pattern} in\n${this.said.slice(-10).join('\n')}`)), 60_000).unref();
    });
  }

  get lines(): number {
    return this.said.length;
  }

  /** A command beside the server, in a process of its own. */
  kontor(...words: readonly string[]): Promise<Said> {
    return this.elsewhere(this.path('data'), ...words);
  }

  /** A command for another data directory; `verify` takes it as its argument. */
  elsewhere(data: string, ...words: readonly string[]): Promise<Said> {
    const args = [this.engine, ...words, ...(words[0] === 'verify' ? [data] : ['--data', data])];
    return new Promise((resolve) => {
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
      let out = '';
      for (const output of [child.stdout, child.stderr]) output.on('data', (text: Buffer) => (out += text.toString()));
      child.once('close', (code) => resolve({ code: code ?? 1, out }));
    });
  }

  signal(name: NodeJS.Signals): void {
    process.kill(this.pid, name);
  }

  private kill(): void {
    for (const pid of new Set([this.pid, this.child.pid!]))
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended.
      }
  }

  /** Text of the metrics page. */
  async metrics(): Promise<string> {
    return (await fetch(`${this.adminUrl}/metrics`)).text();
  }
}
