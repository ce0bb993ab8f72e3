// Would catch a node that goes on with a log that is not its own, a store that is served beside its log, a copy that is
// not the store it was made of, and nodes that are taken out or put in without a word.
import { cpSync, existsSync, readFileSync, readdirSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { listening } from '../../harness/ports.ts';
import { ITEM } from '../standby-shop.ts';
import { ClusterShop, HAS_NODES } from './cluster-shop.ts';

let shop: ClusterShop | undefined;
afterEach(async () => {
  await shop?.clean();
  shop = undefined;
});

const lineOf = async (
  ran: Promise<{ readonly code: number | null; readonly err: readonly string[] }>,
): Promise<string> => {
  const { code, err } = await ran;
  expect(code).toBe(1);
  return err.at(-1)!;
};

describe.skipIf(!HAS_NODES)('membership', () => {
  test('init, join and leave say what stands in the way, and change nothing then', async () => {
    shop = await ClusterShop.open();
    expect(await lineOf(shop.run('cluster init', 'a'))).toMatch(/^kontor: a holds no shop: start one there first/);
    expect(await lineOf(shop.run('cluster join', 'b'))).toBe(
      'kontor: etcd has no log of the shop main: kontor cluster init',
    );
    await shop.begin();
    expect(await lineOf(shop.run('cluster init', 'a'))).toBe('kontor: a is node a of the shop main already');
    const alone = shop.place.start(['serve', '--data', 'a', '--port', '0']);
    expect([(await alone.ended).code, alone.err.at(-1)]).toEqual([
      1,
      expect.stringMatching(/^kontor: a is node a of the shop main, which has a log: start it with --log, or take/),
    ]);
    expect(await lineOf(shop.run('cluster join', 'b'))).toMatch(
      /^kontor: no node could be copied: https:.*ECONNREFUSED/,
    );
    expect(await lineOf(shop.run('cluster reseed', 'a'))).toBe(
      'kontor: nothing was changed: --yes main says that this is meant',
    );
    await shop.serve('a');
    expect(await lineOf(shop.all('cluster forget', 'a'))).toMatch(/^kontor: node a runs: stop it/);
    await shop.ran('cluster join', 'b');
    expect(await lineOf(shop.run('cluster join', 'a2', '--node', 'b'))).toMatch(/^kontor: there is a node b already/);
    expect(await shop.refused('b', { node: 'c' })).toBe('kontor: b is node b, not c');
    expect(await shop.refused('b', { shop: 'other' })).toBe('kontor: b is a node of the shop main, not of other');
    expect((await shop.ran('cluster leave', 'b')).out).toEqual([
      'kontor: b is no node any more; the shop goes on with the others: destroy its keys',
    ]);
    expect(await shop.refused('b')).toMatch(/^kontor: b is no node: kontor cluster init/);
    await shop.stop('a');
    expect((await shop.ran('cluster leave', 'a')).out).toEqual([
      'kontor: a is a shop by itself again: start it without --log',
    ]);
    await shop.serveAlone('a', 'a');
  });

  test('a copied directory, and one of a log that was begun anew, are not served', async () => {
    shop = await ClusterShop.of(['b']);
    await shop.stop('b');
    cpSync(shop.place.path('b'), shop.place.path('copy'), { recursive: true });
    await shop.ran('cluster leave', 'b');
    expect(await shop.ends('copy', { node: 'b' })).toMatch(/^kontor: node b was forgotten: join again/);
    await shop.ran('cluster join', 'c');
    await shop.stop('a');
    const { out } = await shop.ran('cluster reseed', 'a', '--yes', 'main');
    expect(out).toEqual(['kontor: the log of main begins anew: start this node, and join the others']);
    await shop.serve('a');
    await shop.call('a', 'get_new_session');
    expect(await shop.refused('c')).toMatch(/^kontor: the log of the shop main was begun anew since c was a node/);
    await shop.ran('cluster join', 'c');
    await shop.serve('c');
    await shop.call('c', 'get_new_session');
    await shop.compare();
  });

  test('a node that the log has left behind is helped by others, or begins anew with a copy', async () => {
    shop = await ClusterShop.of(['b', 'c']);
    const session = String((await shop.call('b', 'get_new_session'))['code']);
    await shop.stop('c');
    await shop.call('b', 'add_to_cart', { ...ITEM, session });
    await shop.etcd.trims();
    await shop.serve('c');
    expect((await shop.call('c', 'get_cart', { session }))['contents']).toHaveLength(1);
    expect(shop.program('c').out.join('\n')).toMatch(
      /the log no longer has what follows entry \d+: other nodes are asked/,
    );
    await shop.compare();
    expect(existsSync(shop.place.path('c', 'subject-keys.json'))).toBe(true);
  });

  test('a person who is erased is gone from the keys of every node, and a copy has the same keys', async () => {
    shop = await ClusterShop.of(['b'], ['b']);
    const keys = (name: string): unknown => {
      const { nodes, scheduled } = JSON.parse(readFileSync(shop!.place.path(name, 'subject-keys.json'), 'utf8')) as {
        readonly nodes: unknown;
        readonly scheduled: unknown;
      };
      return { nodes, scheduled };
    };
    const user = (name: string) => ['user', 'add', name, '--email', `${name}@example.org`, '--level', 'customer'];
    const added = await shop.place.run([...user('evelyn'), '--data', 'a']);
    expect(added.code, added.err.join('\n')).toBe(0);
    const before = keys('a');
    const { code, out, err } = await shop.place.run(['user', 'erase', 'evelyn', '--data', 'a']);
    expect([code, out.filter((line) => line.includes('does not answer'))], err.join('\n')).toEqual([0, []]);
    expect(keys('a')).not.toEqual(before);
    expect(keys('b')).toEqual(keys('a'));
    await shop.ran('cluster join', 'c');
    expect(keys('c')).toEqual(keys('a'));
    await shop.kill('b');
    const second = await shop.place.run([...user('adam'), '--data', 'a']);
    expect(second.code, second.err.join('\n')).toBe(0);
    const late = await shop.place.run(['user', 'erase', 'adam', '--data', 'a']);
    expect(late.out.join('\n'), late.err.join('\n')).toMatch(
      /node b does not answer: it destroys the keys when it follows again/,
    );
    await shop.serve('b');
    await expect.poll(() => keys('b')).toEqual(keys('a'));
  });

  test('a copy that was cut short goes on where it was', async () => {
    shop = await ClusterShop.of();
    const directory = shop.place.path('b');
    const target = await shop.port('a inner');
    // The goods of a large order make it more than one piece.
    const session = String((await shop.call('a', 'get_new_session'))['code']);
    for (let item = 0; item < 150; item += 1)
      await shop.call('a', 'add_to_cart', { ...ITEM, name_field: 'x'.repeat(1_000), session });
    // A piece and what is around it, whatever the system cuts the stream into.
    let passes = 400_000;
    const proxy = createServer((client) => {
      const node = connect(target, '127.0.0.1');
      client.pipe(node);
      node.on('data', (piece: Buffer) => {
        passes -= piece.length;
        if (passes > 0) client.write(piece);
        // What has passed arrives, on a busy machine as well.
        else client.end();
      });
      for (const socket of [client, node]) socket.on('error', () => {});
      client.on('close', () => node.destroy());
      node.on('close', () => client.destroy());
    });
    onTestFinished(() => void proxy.close());
    const url = `https://127.0.0.1:${await listening(proxy)}`;
    expect(await lineOf(shop.run('cluster join', 'b', url))).toMatch(/^kontor: no node could be copied: .* is gone$/);
    passes = Infinity;
    await shop.ran('cluster join', 'b', url);
    expect(readdirSync(directory).sort()).toEqual(['journal', 'store.json', 'subject-keys.json']);
    const sent = shop.program('a').out.filter((line) => line.includes('is sent a copy'));
    expect(sent.map((line) => Number(/from byte (\d+) on/.exec(line)![1]) > 0)).toEqual([false, true]);
    await shop.serve('b');
    await shop.compare();
  });
});
