// What goes wrong around a command: disks, users, connections, calls of the socket that are none. Each is one line that
// says what to do, and the server goes on. Catches a partial file that stays, a refusal that names another cause, and a
// call that ends the server.
import * as fc from 'fast-check';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { Place } from '../harness/program.ts';
import type { Program, Ran } from '../harness/program.ts';
import { runs } from '../harness/effort.ts';
import { until } from '../harness/until.ts';

const place = new Place();
const mounts: string[] = [];
/** Undefined after a test that has stopped it. */
let server: Program | undefined;
const socketPath = place.path('data', 'control.sock');

const SERVE = ['serve', '--demo', '--port', '0'];
const SERVED = [...SERVE, '--data', 'data', '--snapshots', 'snapshots'];
const stop = async (): Promise<void> => {
  expect(await server?.stop()).toBe(0);
  server = undefined;
};
beforeEach(async () => {
  server ??= await place.serveHere(SERVED);
});
afterAll(async () => {
  for (const path of mounts) spawnSync('umount', ['-l', path]);
  await place.clean();
});

const answers = async (): Promise<boolean> => {
  const credentials = { licence_username: 'demo_kontor', licence_password: 'demo-password' };
  const body = new URLSearchParams({ ...credentials, request: 'get_new_session' });
  return (await (await fetch(server!.url, { method: 'POST', body })).text()).includes('"session"');
};

/** A file system of so many KiB; false, with a remark, where none can be mounted. */
const mounted = (path: string, kib: number): boolean => {
  mkdirSync(path);
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${kib}k`, 'tmpfs', path]).status === 0;
  if (isMounted) mounts.push(path);
  else console.log('no tmpfs can be mounted here: a full disk is not tested');
  return isMounted;
};

const refused = ({ code, out, err }: Ran, said: RegExp): void => {
  expect([code, out, err]).toEqual([1, [], [expect.stringMatching(said)]]);
};

test('a full disk refuses a backup, leaves nothing of it, and what was there before', async () => {
  if (!mounted(place.path('full'), 8)) return;
  writeFileSync(place.path('full', 'shop.backup'), 'old');
  writeFileSync(place.path('full', 'shop.keys'), 'old keys');
  const backup = (): Promise<Ran> =>
    place.run(['backup', 'full/shop.backup', '--keys', 'full/shop.keys', '--data', 'data', '--snapshots', 'snapshots']);
  const isRefused = async (): Promise<void> => {
    refused(
      await backup(),
      /^kontor: full\/shop\.backup cannot be written: ENOSPC: .*; free some space, or name a file/,
    );
    expect(readdirSync(place.path('full')).sort()).toEqual(['shop.backup', 'shop.keys']);
    expect(readFileSync(place.path('full', 'shop.backup'), 'utf8')).toBe('old');
    expect(readFileSync(place.path('full', 'shop.keys'), 'utf8')).toBe('old keys');
  };
  await isRefused();
  expect(await answers()).toBe(true);
  await stop();
  await isRefused();
});

test('a full disk of snapshot files refuses backup and snapshot, beside a server and without', async () => {
  if (!mounted(place.path('few'), 16)) return;
  expect(() => writeFileSync(place.path('few', 'ballast'), Buffer.alloc(65_536))).toThrow('ENOSPC');
  const isRefused = async (command: readonly string[]): Promise<void> => {
    refused(
      await place.run([...command, '--data', 'other', '--snapshots', 'few']),
      /^kontor: no snapshot file can be written to \S*few: .*; free some space there/,
    );
    expect(readdirSync(place.path('few'))).toEqual(['ballast']);
    expect(readdirSync(place.directory)).not.toContain('shop.backup.part');
  };
  const commands = [['snapshot'], ['backup', 'shop.backup', '--keys', 'shop.keys']];
  const other = await place.serveHere([...SERVE, '--data', 'other', '--snapshots', 'few']);
  for (const command of commands) await isRefused(command);
  await other.stop();
  for (const command of commands) await isRefused(command);
});

const IS_ROOT = process.getuid?.() === 0;
const NOBODY = 65_534;

/** Runs it as a user who is not the owner of the files. */
const asAnother = (args: readonly string[]): Promise<Ran> =>
  place.runBuilt(args, {}, IS_ROOT ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : []);

/** This process, all tests of its worker included. */
const become = (user: number): void => {
  if (IS_ROOT) process.seteuid!(user);
};

/**
 * The same in this process, whose code is loaded: it may be in a folder that is for its owner alone. A command that
 * does not end keeps the user no longer than `until` waits.
 */
const asAnotherHere = async (args: readonly string[]): Promise<Ran> => {
  become(NOBODY);
  try {
    let hasEnded = false;
    const ran = place.run(args).finally(() => (hasEnded = true));
    await Promise.race([ran, until(`kontor ${args.join(' ')} ends`, () => hasEnded)]);
    return await ran;
  } finally {
    become(0);
  }
};

/** Until the test has ended, however it does. */
const chmodMeanwhile = (path: string, mode: number): void => {
  const before = statSync(path).mode & 0o777;
  onTestFinished(() => {
    become(0);
    chmodSync(path, before);
  });
  chmodSync(path, mode);
};

test('a store of another user is named as such, and never taken for none', async () => {
  // That of the run is for its user alone.
  chmodMeanwhile(dirname(place.directory), 0o711);
  chmodMeanwhile(place.directory, 0o755);
  writeFileSync(place.path('x.jsonl'), '');
  chmodSync(place.path('x.jsonl'), 0o644);
  const data = ['--data', 'data'];
  const commands = [
    ['import', 'x.jsonl', ...data],
    ['time', ...data],
    ['as-of', '1', 'channel/1', ...data],
    ['verify', 'data'],
  ];
  for (const command of commands) expect((await place.run(command)).code, command.join(' ')).toBe(0);
  // It is in this process, whose user changes for a moment.
  await stop();
  chmodMeanwhile(place.path('data'), 0o000);
  const why = /^kontor: data\/store\.json cannot be read: EACCES: .*; run the command as the user of the server$/;
  for (const command of commands) refused(await asAnotherHere(command), why);
  refused(await asAnother(['user', 'list', ...data]), why);
  chmodSync(place.path('data'), 0o700);
  server = await place.serveHere(SERVED);
  if (IS_ROOT) {
    chmodSync(place.path('data'), 0o755);
    chmodMeanwhile(place.path('data', 'store.json'), 0o644);
    refused(
      await asAnother(['user', 'list', ...data]),
      /^kontor: the control socket .+ may be used by the user of the server only$/,
    );
  }
  expect(await answers()).toBe(true);
});

test('a caller who goes in the middle of what a command prints ends the command alone', async () => {
  for (const target of [
    '/export?file=-',
    '/log?limit=0',
    '/backup?file=-',
    '/settings',
    '/webhooks/test?name=ORDER_CREATE',
  ])
    await new Promise<void>((resolve) => {
      const sent = request({ socketPath, path: target, method: 'POST' }, (response) => {
        response.once('data', () => sent.destroy());
        response.on('error', () => {});
        response.once('close', resolve);
      });
      sent.once('error', () => resolve());
      sent.end();
    });
  expect(await answers()).toBe(true);
  expect((await place.run(['status', '--data', 'data', '--json'])).code).toBe(0);
});

const target = fc.oneof(
  fc.string({ maxLength: 20 }).map((part) => `/${part.replaceAll(/[^!-~]/g, '%')}`),
  fc.constantFrom('%', '//', '*', 'http://', 'http://%', '/%E0%A4%A', '/user/%00', '/user/list?%', '/?', '/..', 'x:y'),
);

test('no target of a call ends the server', async () => {
  await fc.assert(
    fc.asyncProperty(target, fc.constantFrom('POST', 'GET', 'OPTIONS'), async (path, method) => {
      const socket = connect(socketPath);
      const answer = text(socket);
      socket.end(`${method} ${path} HTTP/1.1\r\nHost: kontor\r\nConnection: close\r\n\r\n`);
      expect(await answer).toMatch(/^HTTP\/1\.1 (4\d\d|200) /);
    }),
    { numRuns: runs(100) },
  );
  expect(await answers()).toBe(true);
});
