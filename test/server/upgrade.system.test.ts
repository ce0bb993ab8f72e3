// Would catch an upgrade that starts another program than the one that asks for it, loses what was acknowledged when
// either process is killed at any moment, leaves standbys or keys behind, or begins where it cannot end.
import { cpSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isRunning } from '../../src/cli/successor.ts';
import { runs } from '../harness/effort.ts';
import { lull } from '../harness/until.ts';
import { HalfCall } from './restart-traffic.ts';
import { DEMO, ITEM, StandbyShop } from './standby-shop.ts';

let shop: StandbyShop;
beforeEach(() => {
  shop = new StandbyShop();
});
afterEach(() => shop.clean());

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The program as it is built, installed somewhere else with another version. */
const install = (version: string): string => {
  const directory = shop.place.path(version);
  mkdirSync(`${directory}/docs`, { recursive: true });
  cpSync(`${ROOT}dist`, `${directory}/dist`, { recursive: true });
  for (const name of ['node_modules', 'templates', 'docs/reference/openapi.json'])
    symlinkSync(`${ROOT}${name}`, `${directory}/${name}`);
  const members = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as object;
  writeFileSync(`${directory}/package.json`, JSON.stringify({ ...members, version }));
  return `${directory}/dist/main.js`;
};

/** What the control socket says to an upgrade. */
const asked = (socketPath: string, to: { readonly node: string; readonly script: string }): Promise<string> =>
  new Promise((resolve, reject) => {
    const path = `/upgrade?${new URLSearchParams(to).toString()}`;
    const call = request({ socketPath, path, method: 'POST' }, (response) => void text(response).then(resolve, reject));
    call.once('error', reject).end();
  });

const FILES = /^(control\.sock|service\.sock|journal|journal\.before-\d+|lock\.mdb|store\.json|subject-keys\.json)$/;

test('to the program that asks for it; a standby and whoever was erased stay what they are', async () => {
  await shop.lead();
  await shop.follow();
  const session = String((await shop.call('standby', 'get_new_session'))['code']);
  await shop.call('standby', 'add_to_cart', { ...ITEM, session });
  for (const name of ['anna', 'bert'])
    await shop.run(`user add ${name} --email ${name}@example.org --level manager --data shop`);
  expect((await shop.run('user erase anna --data shop')).code).toBe(0);
  const next = install('9.9.9');
  const pids = [await shop.upgrade('shop', next), await shop.upgrade('shop', next)];
  expect(readFileSync(`/proc/${pids[1]}/cmdline`, 'utf8')).toContain(`${next}\0serve\0`);
  await expect.poll(() => isRunning(pids[0]!)).toBe(false);
  await shop.call('shop', 'add_to_cart', { ...ITEM, session });
  await shop.call('standby', 'add_to_cart', { ...ITEM, session });
  expect([await shop.lines('standby', session), await shop.lines('shop', session)]).toEqual([3, 3]);
  expect(await shop.status('standby')).toMatchObject({ follows: { state: 'following' } });
  // Its keys are those of the store from now on.
  expect((await shop.run('user erase bert --data shop')).code).toBe(0);
  const { out } = await shop.run('user list --data shop');
  expect(out.join('\n')).not.toMatch(/anna|bert/);
  process.kill(pids[1]!, 'SIGTERM');
  await expect.poll(() => isRunning(pids[1]!)).toBe(false);
  await shop.stop('standby');
  expect(readdirSync(shop.place.path('shop')).filter((name) => !FILES.test(name))).toEqual([]);
  expect(readdirSync(shop.place.path('shop')).filter((name) => name.startsWith('journal.before'))).toHaveLength(1);
  await shop.verify('shop', 'standby');
});

test('the old server dies while it owes an answer: the new one has everything', async () => {
  const first = await shop.lead();
  const session = String((await shop.call('shop', 'get_new_session'))['code']);
  const half = new HalfCall(await shop.port('shop'), DEMO);
  await shop.call('shop', 'add_to_cart', { ...ITEM, session });
  const takesOver = first.line(/takes over/);
  const upgrade = shop.startUpgrade('shop');
  await takesOver;
  // Its outputs stay open: the new one has them, too.
  first.signal('SIGKILL');
  expect(await half.reply).toBe('');
  // Whoever asked for it was answered by the one that is gone.
  expect((await upgrade.ended).code).toBe(1);
  expect(await shop.lines('shop', session)).toBe(1);
  await shop.call('shop', 'add_to_cart', { ...ITEM, session });
});

test('a standby that was promoted meanwhile keeps the shop', async () => {
  const first = await shop.lead();
  await shop.follow();
  const half = new HalfCall(await shop.port('shop'), DEMO);
  await shop.call('shop', 'get_new_session');
  const takesOver = first.line(/process \d+ takes over/);
  const upgrade = shop.startUpgrade('shop');
  const successor = Number(/process (\d+)/.exec(await takesOver)![1]);
  // It comes too late for a core.
  process.kill(successor, 'SIGSTOP');
  first.signal('SIGKILL');
  await half.reply;
  await expect.poll(() => isRunning(first.pid)).toBe(false);
  await shop.promote();
  process.kill(successor, 'SIGCONT');
  await upgrade.ended;
  await expect.poll(() => isRunning(successor)).toBe(false);
  expect(await shop.refusal('shop', 'get_new_session')).toBe('lost');
  expect(await shop.refusal('standby', 'get_new_session')).toBe('');
});

interface Killed {
  readonly isOld: boolean;
  readonly afterMs: number;
}

/** Lines that were acknowledged in one cart, and the server of the moment. */
class Rounds {
  private serving: number;
  private added = 0;
  private readonly session: string;

  private constructor(serving: number, session: string) {
    this.serving = serving;
    this.session = session;
  }

  static async begin(): Promise<Rounds> {
    const { pid } = await shop.lead();
    return new Rounds(pid, String((await shop.call('shop', 'get_new_session'))['code']));
  }

  /** An upgrade of which one process is killed; where nobody is left, the shop is started as by systemd. */
  async upgrade({ isOld, afterMs }: Killed): Promise<void> {
    await shop.call('shop', 'add_to_cart', { ...ITEM, session: this.session });
    this.added += 1;
    const upgrade = shop.startUpgrade('shop');
    const line = await Promise.race([upgrade.line(/process \d+ copies/), upgrade.ended.then(() => '')]);
    const successor = Number(/\d+/.exec(line)?.[0]);
    expect(successor, upgrade.said).toBeGreaterThan(0);
    // Drawn: whatever the two are doing then.
    await lull(afterMs);
    const victim = isOld ? this.serving : successor;
    if (isRunning(victim)) process.kill(victim, 'SIGKILL');
    await upgrade.ended;
    // One of them serves, or none, and never both.
    const alive = (): readonly number[] => [this.serving, successor].filter(isRunning);
    await expect.poll(() => alive().length).toBeLessThan(2);
    const isAnswered = async (): Promise<boolean> => (await shop.refusal('shop', 'get_new_session')) !== 'lost';
    // A successor that is left alone makes its way to the end.
    await expect.poll(async () => alive().length === 0 || (await isAnswered())).toBe(true);
    this.serving = alive()[0] ?? (await shop.lead()).pid;
    expect(await shop.lines('shop', this.session)).toBe(this.added);
  }

  async end(): Promise<void> {
    process.kill(this.serving, 'SIGTERM');
    await expect.poll(() => isRunning(this.serving)).toBe(false);
    await shop.verify('shop');
  }
}

const killed: fc.Arbitrary<Killed> = fc.record({ isOld: fc.boolean(), afterMs: fc.integer({ min: 0, max: 900 }) });

test('either process is killed at any moment: one serves, and knows what was answered', async () => {
  const rounds = await Rounds.begin();
  await fc.assert(
    fc.asyncProperty(killed, (one) => rounds.upgrade(one)),
    { numRuns: runs(4), endOnFailure: true },
  );
  await rounds.end();
});

test('a standby, a program that is not there and a server that is not there: one line each', async () => {
  await shop.lead();
  await shop.follow();
  const refusals = [];
  for (const data of ['standby', 'nowhere']) {
    const upgrade = shop.startUpgrade(data);
    expect((await upgrade.ended).code).toBe(1);
    refusals.push(upgrade.err.at(-1));
  }
  refusals.push(
    await asked(shop.place.path('shop', 'control.sock'), { node: process.execPath, script: '/nowhere.js' }),
  );
  expect(refusals).toEqual([
    expect.stringMatching(/takes no changes by itself .* kontor restart/),
    expect.stringMatching(/nowhere/),
    expect.stringMatching(/there is no program \/nowhere\.js/),
  ]);
});
