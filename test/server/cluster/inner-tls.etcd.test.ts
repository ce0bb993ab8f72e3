// Would catch a node that lets somebody in without a certificate of the nodes' authority, or forgets renewed ones.
import { request } from 'node:https';
import { afterEach, describe, expect, test } from 'vitest';
import { Authority } from '../../etcd-log/certificates.ts';
import { ITEM } from '../standby-shop.ts';
import { ClusterShop, HAS_NODES } from './cluster-shop.ts';

let shop: ClusterShop | undefined;
afterEach(async () => {
  await shop?.clean();
  shop = undefined;
});

/** The status of a question, or why there is no answer. */
const ask = (port: number, tls: object): Promise<string> =>
  new Promise((resolve) => {
    const call = request({ host: '127.0.0.1', port, path: '/srv/service/', method: 'POST', ...tls }, (response) => {
      response.resume();
      resolve(String(response.statusCode));
    });
    call.once('error', ({ message }) => resolve(message));
    call.end('request=get_server_status');
  });

describe.skipIf(!HAS_NODES)('nodes by certificates', () => {
  test('know each other, and nobody else; renewed ones are taken at SIGHUP', async () => {
    shop = await ClusterShop.of(['b']);
    const { authority } = shop;
    const session = String((await shop.call('b', 'get_new_session'))['code']);
    await shop.call('b', 'add_to_cart', { ...ITEM, session });
    expect((await shop.call('a', 'get_cart', { session }))['contents']).toHaveLength(1);
    const port = await shop.port('a inner');
    const { ca } = authority;
    expect(await ask(port, { ca: ca.cert })).toMatch(/certificate required|ECONNRESET|alert|socket hang up/);
    const other = new Authority(shop.place.path('other'));
    const stranger = other.issue('stranger', 'serverAuth,clientAuth');
    expect(await ask(port, { ca: ca.cert, cert: stranger.cert, key: stranger.key })).not.toMatch(/^\d+$/);
    const member = authority.issue('member', 'serverAuth,clientAuth');
    expect(await ask(port, { ca: ca.cert, cert: member.cert, key: member.key })).toMatch(/^[245]\d\d$/);
    authority.placeNode(shop.tls);
    for (const name of ['a', 'b']) shop.program(name).signal('SIGHUP');
    await shop.call('b', 'add_to_cart', { ...ITEM, session });
    expect((await shop.call('a', 'get_cart', { session }))['contents']).toHaveLength(2);
    expect(shop.program('a').err.filter((line) => /certificates of nodes/.test(line))).toEqual([]);
    await shop.compare();
  });
});
