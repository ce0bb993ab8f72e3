// Would catch an upgrade that starts another program than the one that asks for it, loses what was acknowledged when
// either process is killed at any moment, leaves standbys or keys behind, or begins where it cannot end.
import { cpSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isRunning } from '../../src/cli/successor.ts';
import { runs } from '../harness/effort.ts';
import { lull } from '../harness/until.ts';
import { HalfCall } from './restart-traffic.ts';
import { DEMO, ITEM, StandbyShop } from './standby-shop.ts';
import type { Upgrade } from './standby-shop.ts';

let shop: StandbyShop;
beforeEach(() => {
  shop = new StandbyShop();
});
afterEach(() => shop.clean());

/** On a busy machine a call stays half for long. */
const SLOW = { KONTOR_SHUTDOWN_TIMEOUT_MS: '60000', KONTOR_BODY_TIMEOUT_MS: '60000' };
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The program as it is built, installed somewhere else with another version. */
const install = (version: string): string => {
  const directory = shop.place.path(version);
  mkdirSync(`${directory}/docs/reference`, { recursive: true });
  cpSync(`${ROOT}dist`, `${directory}/dist`, { recursive: true });
  for (const name of ['node_modules', 'templates', 'demo', 'docs/reference/openapi.json'])
    symlinkSync(`${ROOT}${name}`, `${directory}/${name}`);
  const members = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as object;
  writeFileSync(`${directory}/package.json`, JSON.stringify({ ...members, version }));
  return `${directory}/dist/main.js`;
};

const FILES = /^(control\.sock|service\.sock|journal|journal\.before-\d+|lock\.mdb|store\.json|subject-keys\.json)$/;

/** A standby, a program that is not there and a server that is not there: one line each. */
const isRefused = async (): Promise<void> => {
  const refusals = [
    await shop.startUpgrade('standby').ended,
    await shop.startUpgrade('shop', '/nowhere.js').ended,
    (await shop.run('upgrade', '--data', 'nowhere')).err.at(-1),
  ];
  expect(refusals).toEqual([
    expect.stringMatching(/takes no changes by itself .* kontor restart/),
    expect.stringMatching(/there is no program \/nowhere\.js/),
    expect.stringMatching(/nowhere/),
  ]);
};

test('to the program that asks for it; a standby and whoever was erased stay what they are', async () => {
  await shop.lead(SLOW);
  await shop.follow();
  await isRefused();
  const session = String((await shop.call('standby', 'get_new_session'))['code']);
  await shop.call('standby', 'add_to_cart', { ...ITEM, session });
  for (const name of ['anna', 'bert'])
    await shop.run(`user add ${name} --email ${name}@example.org --level manager --data shop`);
  expect((await shop.run('user erase anna --data shop')).code).toBe(0);
  const next = install('9.9.9');
  const pids = [await shop.upgradeByCommand('shop', next), await shop.upgrade('shop', next)];
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
  expect(readdirSync(shop.place.path('shop')).filter((name) => !FILES.test(name))).toEqual([]);
  expect(readdirSync(shop.place.path('shop')).filter((name) => name.startsWith('journal.before'))).toHaveLength(1);
  await promotedMeanwhile(pids[1]!);
  await shop.stop('standby');
  await shop.verify('shop', 'standby');
});

/** A standby that was promoted while `serving` was upgraded, and died, keeps the shop. */
const promotedMeanwhile = async (serving: number): Promise<void> => {
  const half = new HalfCall(await shop.port('shop'), DEMO);
  await shop.call('shop', 'get_new_session');
  const takesOver = shop.program('shop').line(/process \d+ takes over/);
  const upgrade = shop.startUpgrade('shop');
  const successor = Number(/process (\d+)/.exec(await takesOver)![1]);
  // It comes too late for a core.
  process.kill(successor, 'SIGSTOP');
  process.kill(serving, 'SIGKILL');
  await half.reply;
  await expect.poll(() => isRunning(serving)).toBe(false);
  await shop.promote();
  process.kill(successor, 'SIGCONT');
  expect(await upgrade.ended).toEqual(expect.any(String));
  await expect.poll(() => isRunning(successor)).toBe(false);
  expect(await shop.refusal('shop', 'get_new_session')).toBe('lost');
  expect(await shop.refusal('standby', 'get_new_session')).toBe('');
};

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
    const { pid } = await shop.lead(SLOW);
    return new Rounds(pid, String((await shop.call('shop', 'get_new_session'))['code']));
  }

  /** An upgrade of which one process is killed; where nobody is left, the shop is started as by systemd. */
  async upgrade({ isOld, afterMs }: Killed): Promise<void> {
    await this.add();
    const upgrade = shop.startUpgrade('shop');
    const successor = await upgrade.successor;
    expect(successor, upgrade.notes.join('\n')).toBeGreaterThan(0);
    // Drawn: whatever the two are doing then.
    await lull(afterMs);
    await this.kill(upgrade, successor!, isOld);
  }

  /** The old server dies while it owes an answer: the new one has everything. */
  async upgradeOwing(): Promise<void> {
    const half = new HalfCall(await shop.port('shop'), DEMO);
    await this.add();
    const takesOver = shop.program('shop').line(/takes over/);
    const upgrade = shop.startUpgrade('shop');
    await takesOver;
    await this.kill(upgrade, (await upgrade.successor)!, true);
    expect(await half.reply).toBe('');
    // Whoever asked for it was answered by the one that is gone.
    expect(await upgrade.ended).toContain('was cut');
    expect(this.serving).toBe(await upgrade.successor);
  }

  private async add(): Promise<void> {
    await shop.call('shop', 'add_to_cart', { ...ITEM, session: this.session });
    this.added += 1;
  }

  private async kill(upgrade: Upgrade, successor: number, isOld: boolean): Promise<void> {
    const victim = isOld ? this.serving : successor;
    if (isRunning(victim)) process.kill(victim, 'SIGKILL');
    await upgrade.ended;
    // One of them serves, or none, and never both.
    const alive = (): readonly number[] => [this.serving, successor].filter(isRunning);
    await expect.poll(() => alive().length).toBeLessThan(2);
    const isAnswered = async (): Promise<boolean> => (await shop.refusal('shop', 'get_new_session')) !== 'lost';
    // A successor that is left alone makes its way to the end.
    await expect.poll(async () => alive().length === 0 || (await isAnswered())).toBe(true);
    this.serving = alive()[0] ?? (await shop.lead(SLOW)).pid;
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
  await rounds.upgradeOwing();
  await fc.assert(
    fc.asyncProperty(killed, (one) => rounds.upgrade(one)),
    { numRuns: runs(3), endOnFailure: true },
  );
  await rounds.end();
});
