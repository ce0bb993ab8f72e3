// Would catch a node that follows or leads no more, or that nobody gives the lead to, because the process that was to
// take its place has died.
import { afterEach, describe, expect, test } from 'vitest';
import { isRunning } from '../../../src/cli/successor.ts';
import { HalfCall } from '../restart-traffic.ts';
import { DEMO } from '../standby-shop.ts';
import { ClusterShop, HAS_NODES } from './cluster-shop.ts';

let shop: ClusterShop | undefined;
afterEach(async () => {
  await shop?.clean();
  shop = undefined;
});

const SLOW_STOP = { KONTOR_SHUTDOWN_TIMEOUT_MS: '60000' };

/** `kontor restart` of a node whose successor is killed while the node still owes an answer. */
const restartInVain = async (at: ClusterShop, name: string): Promise<void> => {
  const half = new HalfCall(await at.port(name), DEMO);
  await at.call(name, 'get_new_session');
  const takesOver = at.program(name).line(/process \d+ takes over/);
  const asked = at.place.run(['restart', '--data', name]);
  const pid = Number(/process (\d+)/.exec(await takesOver)![1]);
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => isRunning(pid)).toBe(false);
  half.finish();
  expect(await half.reply).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  const { code, err } = await asked;
  expect([code, err.at(-1)]).toEqual([1, expect.stringContaining('has ended')]);
};

describe.skipIf(!HAS_NODES)('a node whose successor has died', () => {
  test('goes on leading', async () => {
    shop = await ClusterShop.of([], ['a'], SLOW_STOP);
    const { epoch } = await shop.status();
    await restartInVain(shop, 'a');
    await shop.call('a', 'get_new_session');
    const after = await shop.status();
    expect([after.leader, after.epoch]).toEqual(['a', epoch]);
  });

  test('goes on following, and takes the lead when it is given it', async () => {
    shop = await ClusterShop.of(['b'], ['b'], SLOW_STOP);
    await restartInVain(shop, 'b');
    await shop.call('b', 'get_new_session');
    // It gives signs of life again.
    await expect
      .poll(async () => (await shop!.all('cluster hand-over', 'b')).out, { interval: 250 })
      .toEqual(['kontor: node b leads next']);
    expect(await shop.leader('a')).toBe('b');
    await shop.call('b', 'get_new_session');
  });
});
