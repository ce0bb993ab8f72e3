// Would catch a restart or an upgrade that refuses a call, loses what was answered, or ends a server whose successor
// does not start; two servers that share a port unasked; and a caller who comes early and is refused.
import { chmodSync, existsSync, readFileSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { isRunning } from '../../src/cli/successor.ts';
import { loadConfig } from '../../src/config/config.ts';
import { HandOver } from '../../src/server/lifecycle/hand-over.ts';
import type { Ports } from '../../src/server/ports/ports.ts';
import { newDirectory } from '../harness/directories.ts';
import { PROGRAM, Place } from '../harness/program.ts';
import { reservePort } from '../harness/ports.ts';
import { until } from '../harness/until.ts';
import type { Env, Program } from '../harness/program.ts';
import { newCertificate } from '../http/certificates.ts';
import { HalfCall, RestartShopper } from './restart-traffic.ts';
import { Upgrade } from './standby-shop.ts';

const LICENCE = { username: 'restart_shop', password: 'restart-password' };
const ENV = {
  KONTOR_LICENCE_USERNAME: LICENCE.username,
  KONTOR_LICENCE_PASSWORD: LICENCE.password,
  KONTOR_LICENCE_SECRET_KEY: 'restart-secret-key',
};

type How = 'restart' | 'upgrade';
const HOWS = ['restart', 'upgrade'] as const;

/** A server on a data directory of its own, and its successors, which are children of nobody here. */
class Served {
  readonly place = new Place();
  readonly first: Program;
  readonly port: number;
  readonly pids: number[] = [];

  private constructor(port: number, args: readonly string[], env: Env) {
    this.port = port;
    this.first = this.place.start(['serve', '--port', String(port), ...args], { ...ENV, ...env });
  }

  static async start(args: readonly string[] = [], env: Env = {}): Promise<Served> {
    const served = new Served(await reservePort(), args, env);
    await served.first.ready();
    return served;
  }

  /** The process that has the shop now. */
  get pid(): number {
    return this.pids.at(-1) ?? this.first.pid;
  }

  /** Resolves with the process that has taken over, or why none has; the command ends with 1 then. */
  async ask(how: How): Promise<number | string> {
    if (how === 'upgrade') return new Upgrade(this.place.path('data'), PROGRAM).ended;
    const { code, out, err } = await this.place.run(['restart', '--json']);
    expect([code, out.length], err.join('\n')).toEqual(code === 0 ? [0, 1] : [1, 0]);
    return code === 0 ? (JSON.parse(out[0]!) as { readonly pid: number }).pid : String(err.at(-1));
  }

  async restart(how: How = 'restart'): Promise<number> {
    return this.has(await this.ask(how));
  }

  has(pid: number | string): number {
    expect(pid).toEqual(expect.any(Number));
    this.pids.push(this.place.adopt(Number(pid)));
    return Number(pid);
  }

  async session(): Promise<string> {
    const body = new URLSearchParams({
      request: 'get_new_session',
      licence_username: LICENCE.username,
      licence_password: LICENCE.password,
    });
    const reply = await fetch(`http://127.0.0.1:${this.port}/srv/service/`, { method: 'POST', body });
    return `${reply.status} ${((await reply.json()) as { readonly object: string }).object}`;
  }

  /** What the process that has the control socket says. */
  control(path: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const asked = request({ socketPath: this.place.path('data', 'control.sock'), path, method: 'POST' });
      asked.once('response', (response) => void text(response).then(resolve, reject));
      asked.once('error', reject);
      asked.end();
    });
  }

  /** Whether a process listens on the port of the shop; its successor may as well. */
  listens(pid: number): boolean {
    return listensOn(this.port, pid);
  }

  /** A successor, `pid`, that is there while the server still owes `half` its answer. */
  async overtaken(how: How) {
    const half = new HalfCall(this.port, LICENCE);
    // Arrived: a connection that is only in the kernel's queue would not hold the server back.
    expect(await this.session()).toBe('200 session');
    const takesOver = this.first.line(/process \d+ takes over/);
    const asked = this.ask(how);
    const pid = this.place.adopt(Number(/process (\d+)/.exec(await takesOver)![1]));
    return { half, asked, pid };
  }
}

const listensOn = (port: number, pid: number): boolean => {
  const address = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const sockets = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => local === address && state === LISTEN)
    .map((fields) => `socket:[${fields[9]}]`);
  const files = `/proc/${pid}/fd`;
  return readdirSync(files).some((file) => {
    try {
      return sockets.includes(readlinkSync(join(files, file)));
    } catch {
      // Closed meanwhile.
      return false;
    }
  });
};
/** In /proc/net/tcp. */
const LISTEN = '0A';

describe('under traffic', () => {
  test.each([
    ['HTTP', ['restart', 'upgrade', 'restart']],
    ['TLS', ['restart', 'restart']],
  ] as const)('fails no call and loses nothing, again and again (%s)', async (kind, hows) => {
    const [legacyPort, certificate] = [await reservePort(), await newCertificate('restart')];
    const tls = kind === 'TLS' ? ['--tls-cert', certificate.certFile, '--tls-key', certificate.keyFile] : [];
    const served = await Served.start(['--legacy-port', String(legacyPort), ...tls]);
    onTestFinished(() => served.place.clean());
    const { first, pids } = served;
    const ca = kind === 'TLS' ? certificate.cert : undefined;
    const to = [served.port, legacyPort].map((port) => ({ port, ca, ...LICENCE }));
    const shoppers = to.flatMap((target) => [
      ...Array.from({ length: 3 }, (_, index) => new RestartShopper(target, true, index * 15)),
      new RestartShopper(target, false, 30),
    ]);
    const addedBefore = (): number => Math.min(...shoppers.map(({ added }) => added));
    for (const how of hows) {
      const added = addedBefore();
      await expect.poll(addedBefore).toBeGreaterThan(added + 3);
      await served.restart(how);
    }
    const added = addedBefore();
    await expect.poll(addedBefore).toBeGreaterThan(added + 3);
    await Promise.all(shoppers.map((shopper) => shopper.stop()));
    expect(shoppers.flatMap(({ failures }) => failures)).toEqual([]);
    // Of the process that is there now: what every one before it has answered.
    for (const shopper of shoppers) expect(await shopper.lines()).toBe(shopper.added);
    const all = [first.pid, ...pids];
    expect(new Set(all).size).toBe(1 + hows.length);
    await expect.poll(() => all.map(isRunning)).toEqual(all.map((pid) => pid === served.pid));
    expect(first.out.filter((line) => line.includes('recovery clean'))).toHaveLength(all.length);
    process.kill(served.pid, 'SIGTERM');
    await first.ended;
    expect(first.err).toEqual([]);
    const { code, out } = await served.place.run(['verify']);
    expect(code, out.join('\n')).toBe(0);
  });
});

const statusOf = async (adminPort: number, path: string): Promise<number> =>
  (await fetch(`http://127.0.0.1:${adminPort}${path}`)).status;

/** A busy machine makes no server close the connection of a call that is half there. */
const HALVES = { KONTOR_SHUTDOWN_TIMEOUT_MS: '60000', KONTOR_BODY_TIMEOUT_MS: '60000' };

describe('one server', () => {
  let served: Served | undefined;
  let adminPort: number;

  /** What asks for systemd finds a program that writes down what it is told. */
  const start = async (): Promise<Served> => {
    const bin = newDirectory();
    writeFileSync(join(bin, 'systemd-notify'), '#!/bin/sh\necho "$1" >> told\n');
    chmodSync(join(bin, 'systemd-notify'), 0o755);
    adminPort = await reservePort();
    return Served.start(['--admin-port', String(adminPort)], {
      ...HALVES,
      NOTIFY_SOCKET: join(bin, 'none'),
      PATH: `${bin}:${process.env['PATH']}`,
    });
  };

  /** For all tests; some leave another process of it. */
  const server = async (): Promise<Served> => (served ??= await start());
  afterAll(() => served?.place.clean());

  test('settings that are wrong by now: the caller hears why, and the server goes on', async () => {
    const served = await server();
    writeFileSync(served.place.path('kontor.config.json'), '{"sessionsMaxx": 1}');
    // The command line would find the mistake itself.
    const said = await served.control('/restart');
    rmSync(served.place.path('kontor.config.json'));
    expect(JSON.parse(said.trim().split('\n').at(-1)!)).toEqual({
      refused: expect.stringMatching(/does not start: .*sessionsMaxx.*; the old one goes on serving/),
    });
    expect(await served.session()).toBe('200 session');
    expect(isRunning(served.pid)).toBe(true);
  });

  test('another server on the port of one that may be restarted is refused', async () => {
    const served = await server();
    const [port, data] = [String(served.port), served.place.path('other')];
    const other = await served.place.run(['serve', '--port', port, '--data', data], ENV);
    expect([other.code, other.err]).toEqual([
      1,
      [expect.stringMatching(`cannot listen on 127\\.0\\.0\\.1:${port}: another process has the port`)],
    ]);
  });

  test.each(HOWS)('a successor that dies while the old one answers its last call changes nothing (%s)', async (how) => {
    const served = await server();
    const { half, asked, pid } = await served.overtaken(how);
    await until('the successor listens', () => served.listens(pid));
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => isRunning(pid)).toBe(false);
    half.finish();
    expect(await half.reply).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(await asked).toContain('has ended');
    expect(await served.session()).toBe('200 session');
    expect(isRunning(served.pid)).toBe(true);
  });

  test.each(HOWS)(
    'who comes in between waits, and is answered by the new one; systemd hears of it (%s)',
    async (how) => {
      const served = await server();
      const told = (): string[] =>
        existsSync(served.place.path('told')) ? readFileSync(served.place.path('told'), 'utf8').trim().split('\n') : [];
      await expect.poll(told).toContain('READY=1');
      const [old, toldBefore, saidBefore] = [served.pid, told(), served.first.out.length];
      const { half, asked, pid } = await served.overtaken(how);
      const waits = (): number => served.first.out.slice(saidBefore).filter((line) => line.includes('at most')).length;
      await expect.poll(waits).toBe(1);
      await until('only the new one listens', () => !served.listens(old));
      const waiting = [served.session(), served.session()];
      expect(await statusOf(adminPort, '/healthz')).toBe(200);
      expect(await statusOf(adminPort, '/readyz')).toBe(503);
      expect(isRunning(old)).toBe(true);
      half.finish();
      expect(await half.reply).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*connection: close[\s\S]*"object":"session"/i);
      expect(await Promise.all(waiting)).toEqual(['200 session', '200 session']);
      expect(served.has(await asked)).toBe(pid);
      expect(await statusOf(adminPort, '/readyz')).toBe(200);
      await expect.poll(told).toEqual([...toldBefore, `MAINPID=${pid}`, 'READY=1']);
    },
  );
});

// On a server of its own, whose exit code is that of the process that was told to stop.
test.each(HOWS)('a stop in between ends both (%s)', async (how) => {
  const served = await Served.start([], HALVES);
  onTestFinished(() => served.place.clean());
  const { half, asked, pid } = await served.overtaken(how);
  expect(served.pid).toBe(served.first.pid);
  served.first.signal('SIGTERM');
  // Who answers what came behind a signal has had the signal, before the call that ends the hand-over is whole.
  expect(await served.control('/status')).not.toContain('refused');
  half.finish();
  expect(await half.reply).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(await served.first.ended).toEqual({ code: 0, signal: null });
  expect(await asked).toContain('the server was told to stop');
  await expect.poll(() => [served.pid, pid].map(isRunning)).toEqual([false, false]);
});

test('a restart that cannot be: a server that is not there, no parent, a port of the system’s choice', async () => {
  const place = new Place();
  onTestFinished(() => place.clean());
  const none = await place.run(['restart']);
  expect([none.code, none.err]).toEqual([1, ['kontor: no server has ./data open']]);
  const alone = await place.run(['serve', '--port', '0', '--take-over', 'restart'], ENV);
  expect([alone.code, alone.err]).toEqual([1, [expect.stringContaining('--take-over is given by kontor restart')]]);
  const never = (): Promise<void> => Promise.reject(new Error('it begins'));
  const begin = { config: loadConfig({ port: 0 }, {}, undefined), ports: {} as Ports, say: never, whenMayStop: never };
  await expect(new HandOver().begin(begin)).rejects.toThrow('--port names one');
});
