// Would catch a restart or an upgrade that refuses a call, loses what was answered, or ends a server whose successor
// does not start; two servers that share a port unasked; and a caller who comes early and is refused.
import { chmodSync, mkdirSync, readFileSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isRunning } from '../../src/cli/successor.ts';
import { Place } from '../harness/program.ts';
import { reservePort } from '../harness/ports.ts';
import { until } from '../harness/until.ts';
import type { Env, Program, Ran } from '../harness/program.ts';
import { newCertificate } from '../http/certificates.ts';
import { HalfCall, RestartShopper } from './restart-traffic.ts';

const LICENCE = { username: 'restart_shop', password: 'restart-password' };
const ENV = {
  KONTOR_LICENCE_USERNAME: LICENCE.username,
  KONTOR_LICENCE_PASSWORD: LICENCE.password,
  KONTOR_LICENCE_SECRET_KEY: 'restart-secret-key',
};

let place: Place;
let port: number;
/** The successors: children of nobody here. */
let pids: number[];
beforeEach(async () => {
  place = new Place();
  port = await reservePort();
  pids = [];
});
afterEach(() => place.clean());

const serve = async (args: readonly string[] = [], env: Env = {}): Promise<Program> => {
  const program = place.start(['serve', '--port', String(port), ...args], { ...ENV, ...env });
  await program.ready();
  return program;
};

type How = 'restart' | 'upgrade';
const HOWS = ['restart', 'upgrade'] as const;

/** An upgrade is to the program that asks for it. */
const ask = (how: How, ...args: readonly string[]): Promise<Ran> =>
  how === 'restart' ? place.run([how, ...args]) : place.runBuilt([how, ...args]);

/** The process that has the shop now. */
const restart = async (how: How = 'restart'): Promise<number> => {
  const { code, out, err } = await ask(how, '--json');
  expect([code, out.length], err.join('\n')).toEqual([0, 1]);
  const { pid } = JSON.parse(out[0]!) as { readonly pid: number };
  pids.push(place.adopt(pid));
  return pid;
};

/** Whether a process listens on the port of the shop; its successor may as well. */
const listens = (pid: number): boolean => {
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
    ['restart', 'HTTP'],
    ['restart', 'TLS'],
    ['upgrade', 'HTTP'],
  ] as const)('fails no call and loses nothing, three times (%s, %s)', async (how, kind) => {
    const [legacyPort, certificate] = [await reservePort(), await newCertificate('restart')];
    const tls = kind === 'TLS' ? ['--tls-cert', certificate.certFile, '--tls-key', certificate.keyFile] : [];
    const first = await serve(['--legacy-port', String(legacyPort), ...tls]);
    const ca = kind === 'TLS' ? certificate.cert : undefined;
    const to = [port, legacyPort].map((one) => ({ port: one, ca, ...LICENCE }));
    const shoppers = to.flatMap((target) => [
      ...Array.from({ length: 4 }, (_, index) => new RestartShopper(target, true, index * 15)),
      new RestartShopper(target, false, 30),
    ]);
    const addedBefore = (): number => Math.min(...shoppers.map(({ added }) => added));
    for (let round = 0; round < 3; round += 1) {
      const added = addedBefore();
      await expect.poll(addedBefore).toBeGreaterThan(added + 3);
      await restart(how);
    }
    const added = addedBefore();
    await expect.poll(addedBefore).toBeGreaterThan(added + 3);
    await Promise.all(shoppers.map((shopper) => shopper.stop()));
    expect(shoppers.flatMap(({ failures }) => failures)).toEqual([]);
    // Of the process that is there now: what every one before it has answered.
    for (const shopper of shoppers) expect(await shopper.lines()).toBe(shopper.added);
    expect(new Set(pids).size).toBe(3);
    await expect.poll(() => [first.pid, ...pids].map(isRunning)).toEqual([false, false, false, true]);
    expect(first.out.filter((line) => line.includes('recovery clean'))).toHaveLength(4);
    process.kill(pids[2]!, 'SIGTERM');
    await first.ended;
    expect(first.err).toEqual([]);
    const { code, out } = await place.run(['verify']);
    expect(code, out.join('\n')).toBe(0);
  });
});

const session = async (): Promise<string> => {
  const body = new URLSearchParams({
    request: 'get_new_session',
    licence_username: LICENCE.username,
    licence_password: LICENCE.password,
  });
  const reply = await fetch(`http://127.0.0.1:${port}/srv/service/`, { method: 'POST', body });
  return `${reply.status} ${((await reply.json()) as { readonly object: string }).object}`;
};

const statusOf = async (adminPort: number, path: string): Promise<number> =>
  (await fetch(`http://127.0.0.1:${adminPort}${path}`)).status;

const SLOW_STOP = { KONTOR_SHUTDOWN_TIMEOUT_MS: '60000', KONTOR_BODY_TIMEOUT_MS: '60000' };

/** A successor, `pid`, that listens while the old server still owes `half` its answer. */
const overtaken = async (how: How) => {
  const first = await serve([], SLOW_STOP);
  const half = new HalfCall(port, LICENCE);
  expect(await session()).toBe('200 session');
  const takesOver = first.line(/process \d+ takes over/);
  const asked = ask(how);
  const pid = Number(/process (\d+)/.exec(await takesOver)![1]);
  pids.push(place.adopt(pid));
  return { first, half, asked, pid };
};

describe.each(HOWS)('between the two (%s)', (how) => {
  test('who comes while the old server answers its last call waits, and is answered by the new one', async () => {
    const adminPort = await reservePort();
    const first = await serve(['--admin-port', String(adminPort)], SLOW_STOP);
    const half = new HalfCall(port, LICENCE);
    // Arrived: a connection that is only in the kernel's queue would not hold the server back.
    expect(await session()).toBe('200 session');
    const takesOver = first.line(/takes over/);
    const restarted = restart(how);
    await takesOver;
    await expect.poll(() => first.out.filter((line) => line.includes('at most')).length).toBe(2);
    await until('only the new one listens', () => !listens(first.pid));
    const waiting = [session(), session()];
    expect(await statusOf(adminPort, '/healthz')).toBe(200);
    expect(await statusOf(adminPort, '/readyz')).toBe(503);
    expect(first.running).toBe(true);
    half.finish();
    expect(await half.reply).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*connection: close[\s\S]*"object":"session"/i);
    expect(await Promise.all(waiting)).toEqual(['200 session', '200 session']);
    await restarted;
    expect(await statusOf(adminPort, '/readyz')).toBe(200);
  });

  test('a successor that dies while the old server answers its last call changes nothing', async () => {
    const { first, half, asked, pid } = await overtaken(how);
    await until('the successor listens', () => listens(pid));
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => isRunning(pid)).toBe(false);
    half.finish();
    expect(await half.reply).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    const { code, err } = await asked;
    expect([code, err.at(-1)]).toEqual([1, expect.stringContaining('has ended')]);
    expect(await session()).toBe('200 session');
    expect(first.running).toBe(true);
    // And the next one does it.
    await restart(how);
    expect(await session()).toBe('200 session');
  });

  test('a stop meanwhile ends both', async () => {
    const { first, half, asked, pid } = await overtaken(how);
    first.signal('SIGTERM');
    half.finish();
    expect(await half.reply).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(await first.ended).toEqual({ code: 0, signal: null });
    expect((await asked).code).toBe(1);
    await expect.poll(() => isRunning(pid)).toBe(false);
  });
});

describe('a restart that cannot be', () => {
  test('settings that are wrong by now: the caller hears why, and the server goes on', async () => {
    const first = await serve();
    writeFileSync(place.path('kontor.config.json'), '{"sessionsMaxx": 1}');
    // The command line would find the mistake itself.
    const said = await new Promise<string>((resolve, reject) => {
      const asked = request({ socketPath: place.path('data', 'control.sock'), path: '/restart', method: 'POST' });
      asked.once('response', (response) => void text(response).then(resolve, reject));
      asked.once('error', reject);
      asked.end();
    });
    expect(JSON.parse(said.trim().split('\n').at(-1)!)).toEqual({
      refused: expect.stringMatching(/does not start: .*sessionsMaxx.*; the old one goes on serving/),
    });
    expect(await session()).toBe('200 session');
    expect(first.running).toBe(true);
  });

  test('another port that is taken, a port of the system’s choice, a server that is not there, no parent', async () => {
    const none = await place.run(['restart']);
    expect([none.code, none.err]).toEqual([1, ['kontor: no server has ./data open']]);
    const alone = await place.run(['serve', '--port', String(port), '--take-over', 'restart'], ENV);
    expect([alone.code, alone.err]).toEqual([1, [expect.stringContaining('--take-over is given by kontor restart')]]);
    const program = place.start(['serve', '--port', '0'], ENV);
    await program.ready();
    const refused = await place.run(['restart']);
    expect([refused.code, refused.err]).toEqual([1, [expect.stringContaining('--port names one')]]);
  });

  test('another server on the port of one that may be restarted is refused', async () => {
    await serve();
    const other = await place.run(['serve', '--port', String(port), '--data', place.path('other')], ENV);
    expect([other.code, other.err]).toEqual([
      1,
      [expect.stringMatching(`cannot listen on 127\\.0\\.0\\.1:${port}: another process has the port`)],
    ]);
  });
});

test('systemd hears of the open shop, and of the process that is the server from then on', async () => {
  const bin = place.path('bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'systemd-notify'), `#!/bin/sh\necho "$1" >> ${place.path('told')}\n`);
  chmodSync(join(bin, 'systemd-notify'), 0o755);
  await serve([], { NOTIFY_SOCKET: place.path('none'), PATH: `${bin}:${process.env['PATH']}` });
  const pid = await restart();
  const told = (): string[] => readFileSync(place.path('told'), 'utf8').trim().split('\n');
  await expect.poll(told).toEqual(['READY=1', `MAINPID=${pid}`, 'READY=1']);
});
