// What docs/operate/cluster-runbook.md tells an operator to do: would catch a step of it that does not work, an exit
// code of `kontor cluster status` that monitoring cannot rely on, and a data directory that is served where it must not
// be.
import { cpSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { connect } from '../../etcd-log/etcd.ts';
import type { Program } from '../../harness/program.ts';
import { until } from '../../harness/until.ts';
import { ITEM } from '../standby-shop.ts';
import { ClusterShop, HAS_NODES, LEADING } from './cluster-shop.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

let shop: ClusterShop;

const order = async (name: string): Promise<number> => {
  const session = String((await shop.call(name, 'get_new_session'))['code']);
  await shop.call(name, 'add_to_cart', { session, ...ITEM });
  return Number((await shop.call(name, 'checkout', { session }))['id_order']);
};

const isThere = async (name: string, id: number): Promise<boolean> =>
  (await shop.call(name, 'get_order_by_id', { id_order: id }))['id'] === id;

/** The problems that status lists, once its exit code is this one. */
const untilStatus = (wanted: number): Promise<readonly string[]> =>
  until(
    `kontor cluster status ends with ${wanted}`,
    async () => {
      const { code, problems } = await shop.status();
      return code === wanted && problems;
    },
    250,
  );

/** A copy of the data directory of `a`, which another machine would be given. */
const copyOfA = (): void => {
  const [from, to] = [shop.place.path('a'), shop.place.path('copy')];
  cpSync(from, to, { recursive: true, filter: (path) => !path.endsWith('.sock') });
};

/** All keys of etcd from one on, before another one, are gone. */
const lose = async (key: string, end: string): Promise<void> => {
  const client = connect(shop.etcd.urls);
  await client.deleteRange({ key: base64(key), end: base64(end) });
  await client.close();
};

describe.skipIf(!HAS_NODES)('the runbook', () => {
  afterEach(() => shop.clean());

  test('status ends with 0, 1 or 2; a node that runs is not forgotten, and one that was forgotten joins again', async () => {
    shop = await ClusterShop.open();
    await shop.begin();
    expect(await untilStatus(2)).toContain('nobody leads: a was the last');
    await shop.serve('a');
    expect(await untilStatus(1)).toEqual([expect.stringMatching(/^1 node is known/)]);
    await shop.ran('cluster join', 'b');
    await shop.serve('b');
    expect(await untilStatus(0)).toEqual([]);
    expect((await shop.all('cluster forget', 'b')).err.join()).toContain('kontor cluster leave');

    await shop.stop('b');
    expect(await untilStatus(1)).toEqual([expect.stringMatching(/^node b is (away|unreachable): /)]);
    // Its last sign of life ends ten seconds after it.
    await expect.poll(async () => (await shop.all('cluster forget', 'b')).code, { interval: 250 }).toBe(0);
    expect(await shop.ends('b')).toContain('node b was forgotten: join again');
    await shop.ran('cluster join', 'b');
    await shop.serve('b');
    await untilStatus(0);
    await shop.compare();
  });

  test('etcd has lost its data: nodes end, and reseed begins the log anew with what the furthest has', async () => {
    shop = await ClusterShop.of(['b'], ['a', 'b']);
    const id = await order('b');
    // As after the disks of all members are gone. What nodes have noted is lost last, so that its leader always learns
    // of the head first: otherwise it might also end as one that was forgotten, with 1.
    await lose('/kontor/main/head', '/kontor/main/head0');
    expect((await shop.program('a').ended).code, shop.program('a').said).toBe(3);
    await lose('/kontor/', '/kontor0');
    await shop.program('b').ended;
    const { code, err } = await shop.all('cluster status');
    expect([code, err]).toEqual([2, ['kontor: etcd has no log of the shop main']]);
    expect(await shop.refused('a')).toContain('kontor cluster reseed begins it anew');

    const shown = await shop.run('cluster reseed', 'a');
    expect(shown.err.join('\n')).toMatch(/begins behind record \d+, entry \d+ of a[^]*nothing was changed/);
    await shop.ran('cluster reseed', 'a', '--yes', 'main');
    await shop.serve('a');
    expect(await shop.refused('b')).toContain('kontor cluster join takes a copy');
    await shop.ran('cluster join', 'b');
    await shop.serve('b');
    await untilStatus(0);
    expect(await isThere('a', id)).toBe(true);
    expect(await isThere('b', id)).toBe(true);
  });

  test('a shop moves to another machine: join, hand-over, stop, leave; the last node is a shop by itself again', async () => {
    shop = await ClusterShop.of(['b']);
    const id = await order('a');
    await untilStatus(0);
    expect((await shop.all('cluster hand-over', 'b')).out).toEqual(['kontor: node b leads next']);
    expect(await shop.leader('a')).toBe('b');
    // It ends by itself, and whoever has started it starts it again (nodes.etcd.test.ts has one that does so itself).
    expect((await shop.program('a').ended).code, shop.program('a').said).toBe(3);
    await shop.serve('a');
    await shop.stop('a');
    await shop.ran('cluster leave', 'a');
    expect(await untilStatus(1)).toEqual([expect.stringMatching(/^1 node is known/)]);
    expect(await isThere('b', id)).toBe(true);
    await shop.stop('b');
    await shop.ran('cluster leave', 'b');
    await shop.serveAlone('b', 'b');
    expect(await isThere('b', id)).toBe(true);
  });

  test('a copied data directory waits while the node gives signs of life, and is not served', async () => {
    shop = await ClusterShop.of();
    copyOfA();
    const copy = await shop.start('copy', { node: 'a' });
    await copy.line(/node a has given a sign of life at .+: waits until there is none/);
    // Its first sign of life has ended by then: the node gives others.
    expect((await copy.ended).code, copy.said).toBe(1);
    expect(copy.said).toMatch(/node a runs at .+: \S+\/copy is a copy of its directory/);
    expect(copy.said).not.toContain('ready at');
    await expect.poll(() => shop.health('a')).toBe(LEADING);
  });

  test('a data directory and its copy that are started at the same moment: one of them serves', async () => {
    shop = await ClusterShop.of();
    await shop.stop('a');
    copyOfA();
    // Before either starts, or the other one might begin to wait while a port is reserved.
    for (const port of ['copy', 'copy inner']) await shop.port(port);
    const begin = async (name: string): Promise<{ readonly program: Program; readonly waits: Promise<Program> }> => {
      const program = await shop.start(name, { node: 'a' });
      return { program, waits: program.line(/has given a sign of life at/).then(() => program) };
    };
    const both = await Promise.all([begin('a'), begin('copy')]);
    const late = await Promise.race(both.map(({ waits }) => waits));
    const first = both.find(({ program }) => program !== late)!.program;
    await first.ready();
    expect((await late.ended).code, late.said).toBe(1);
    expect(late.said).toMatch(/node a runs at .+: \S+\/(a|copy) is a copy of its directory/);
    expect(late.said).not.toContain('ready at');
    expect(first.running).toBe(true);
  });
});
