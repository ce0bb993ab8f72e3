// Would catch a cluster that loses what it has acknowledged, shows less than anybody was shown, refuses a call in a
// hand-over, or whose nodes differ.
import { afterEach, describe, expect, test } from 'vitest';
import { RestartShopper } from '../restart-traffic.ts';
import { DEMO, ITEM } from '../standby-shop.ts';
import { ClusterShop, FOLLOWING, HAS_NODES, LEADING } from './cluster-shop.ts';

let shop: ClusterShop | undefined;
afterEach(async () => {
  await shop?.clean();
  shop = undefined;
});

/** Often enough that a hand-over finds calls of each shopper under way. */
const PACE_MS = 20;

const shoppersAt = async (at: ClusterShop, ...names: readonly string[]): Promise<RestartShopper[]> =>
  Promise.all(
    names.map(
      async (name, index) => new RestartShopper({ port: await at.port(name), ...DEMO }, true, PACE_MS + index * 7),
    ),
  );

const sold = async (shoppers: readonly RestartShopper[]): Promise<void> => {
  await Promise.all(shoppers.map((shopper) => shopper.stop()));
  expect(shoppers.flatMap(({ failures }) => failures)).toEqual([]);
  for (const shopper of shoppers) expect(await shopper.lines()).toBe(shopper.added);
};

describe.skipIf(!HAS_NODES)('nodes of a shop', () => {
  test('any node takes any call; what one has answered all others show', async () => {
    shop = await ClusterShop.of(['b', 'c']);
    const session = String((await shop.call('b', 'get_new_session'))['code']);
    const seen: number[] = [];
    for (let round = 0; round < 15; round += 1) {
      const [writer, reader] = [['a', 'b', 'c'][round % 3]!, ['b', 'c', 'a'][round % 3]!];
      await shop.call(writer, 'add_to_cart', { ...ITEM, session });
      seen.push(((await shop.call(reader, 'get_cart', { session }))['contents'] as readonly unknown[]).length);
    }
    expect(seen).toEqual(Array.from({ length: 15 }, (_, round) => round + 1));
    // A clock that was read late on a busy machine is a problem for a moment.
    const status = async (): Promise<unknown> => {
      const { leader, nodes, problems, code } = await shop!.status();
      return [leader, nodes.map(({ state }) => state), problems, code];
    };
    await expect.poll(status, { interval: 250 }).toEqual(['a', ['leading', 'following', 'following'], [], 0]);
    await shop.compare();
  });

  test('the leader is killed: another one leads, and what was acknowledged is there', async () => {
    shop = await ClusterShop.of(['b', 'c'], ['a']);
    const session = String((await shop.call('b', 'get_new_session'))['code']);
    for (let item = 0; item < 5; item += 1) await shop.call('b', 'add_to_cart', { ...ITEM, session });
    await shop.kill('a');
    // It waits for the next leader.
    await shop.call('c', 'add_to_cart', { ...ITEM, session });
    const leader = await shop.leader('a');
    expect(['b', 'c']).toContain(leader);
    await shop.serve('a');
    for (const name of ['a', 'b', 'c'])
      expect((await shop.call(name, 'get_cart', { session }))['contents']).toHaveLength(6);
    await shop.compare();
    expect((await shop.status()).epoch).toBe(3);
  });

  test('the lead is handed on under traffic, and nobody is refused; the old leader follows in its place', async () => {
    shop = await ClusterShop.of(['b'], ['a']);
    const shoppers = await shoppersAt(shop, 'a', 'b', 'a', 'b');
    await expect.poll(() => Math.min(...shoppers.map(({ added }) => added))).toBeGreaterThan(3);
    const { code, out, err } = await shop.all('cluster hand-over', 'b');
    expect([code, out], err.join('\n')).toEqual([0, ['kontor: node b leads next']]);
    expect(await shop.leader('a')).toBe('b');
    // Its process has another one in its place.
    await expect.poll(() => shop!.health('a')).toBe(FOLLOWING);
    expect(shop.program('a').out.join('\n')).toMatch(/process \d+ takes over/);
    expect((await shop.status()).nodes.map(({ state }) => state)).toEqual(['following', 'leading']);
    const before = Math.min(...shoppers.map(({ added }) => added));
    await expect.poll(() => Math.min(...shoppers.map(({ added }) => added))).toBeGreaterThan(before + 3);
    await sold(shoppers);
    await shop.compare();
  });

  test('a leader whose clock is wrong gives the lead away, and follows', async () => {
    const shifted = 'const now = Date.now; Date.now = () => now() + 20_000;';
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(shifted)}` };
    shop = await ClusterShop.of([], ['a'], env);
    const given = shop
      .program('a')
      .line(/the clock of this node is \d+ ms ahead of the others': mend it \(NTP.*; node b leads instead/);
    await shop.ran('cluster join', 'b');
    await shop.serve('b');
    await given;
    expect(await shop.leader('a')).toBe('b');
    await shop.call('b', 'get_new_session');
    // Its process has another one in its place, with the same clock.
    await expect.poll(() => shop!.health('a')).toBe(FOLLOWING);
    const { leader, problems, code } = await shop.status();
    expect([leader, problems.filter((line) => line.includes('clock of node a is')).length, code]).toEqual(['b', 1, 1]);
  });

  test('a leader that is told to stop hands the lead on first', async () => {
    shop = await ClusterShop.of(['b']);
    const session = String((await shop.call('a', 'get_new_session'))['code']);
    const [shopper] = await shoppersAt(shop, 'b');
    await expect.poll(() => shopper!.added).toBeGreaterThan(2);
    await shop.stop('a');
    expect(await shop.leader('a')).toBe('b');
    await shop.call('b', 'add_to_cart', { ...ITEM, session });
    await sold([shopper!]);
    expect((await shop.run('verify', 'a', '--snapshots', 'a-snapshots')).code).not.toBe(2);
  });

  test('a balancer is told who answers exactly', async () => {
    shop = await ClusterShop.of(['b']);
    // A leader whose lease lapsed a moment ago asks the log, and says so.
    await expect.poll(async () => [await shop!.health('a'), await shop!.health('b')]).toEqual([LEADING, FOLLOWING]);
    for (const member of shop.etcd.members) member.process.kill('SIGSTOP');
    try {
      // Once its leader cannot say that it still leads, and nor can the log.
      await expect.poll(() => shop!.health('b')).toBe('503 {"state":"waiting"}');
    } finally {
      // Nodes do not stop while the log is frozen.
      for (const member of shop.etcd.members) member.process.kill('SIGCONT');
    }
    await expect.poll(() => shop!.health('b')).toBe(FOLLOWING);
  });
});
