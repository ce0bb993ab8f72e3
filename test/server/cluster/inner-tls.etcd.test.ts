// Would catch a node that lets somebody in without a certificate of the nodes' authority, or forgets renewed ones.
import { copyFileSync, mkdirSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { Authority } from '../../cluster/certificates.ts';
import type { Certificate } from '../../cluster/certificates.ts';
import { HAS_ETCD, isInstalled } from '../../cluster/etcd.ts';
import { ITEM } from '../standby-shop.ts';
import { ClusterShop } from './cluster-shop.ts';

const HAS_OPENSSL = isInstalled('openssl', 'version');
if (!HAS_OPENSSL) console.log('openssl is missing: certificates of nodes are not tested');

let shop: ClusterShop | undefined;
afterEach(async () => {
  await shop?.clean();
  shop = undefined;
});

const place = (into: string, ca: Certificate, own: Certificate): string => {
  mkdirSync(into, { recursive: true });
  copyFileSync(ca.certFile, join(into, 'ca.pem'));
  copyFileSync(own.certFile, join(into, 'cert.pem'));
  copyFileSync(own.keyFile, join(into, 'key.pem'));
  return into;
};

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

describe.skipIf(!HAS_ETCD || !HAS_OPENSSL)('nodes by certificates', () => {
  test('know each other, and nobody else; renewed ones are taken at SIGHUP', async () => {
    shop = await ClusterShop.open();
    const directory = shop.place.path('authority');
    mkdirSync(directory, { recursive: true });
    const authority = new Authority(directory);
    const tls = place(shop.place.path('tls'), authority.ca, authority.issue('node', 'serverAuth,clientAuth'));
    shop.more = ['--inner-tls', tls];
    await shop.begin();
    const first = await shop.serve('a');
    await shop.ran('cluster join', 'b');
    await shop.serve('b');
    const session = String((await shop.call('b', 'get_new_session'))['code']);
    await shop.call('b', 'add_to_cart', { ...ITEM, session });
    expect((await shop.call('a', 'get_cart', { session }))['contents']).toHaveLength(1);
    const port = await shop.port('a inner');
    const { ca } = authority;
    expect(await ask(port, { ca: ca.cert })).toMatch(/certificate required|ECONNRESET|alert|socket hang up/);
    const other = new Authority(join(directory, '..'));
    const stranger = other.issue('stranger', 'serverAuth,clientAuth');
    expect(await ask(port, { ca: ca.cert, cert: stranger.cert, key: stranger.key })).not.toMatch(/^\d+$/);
    const member = authority.issue('member', 'serverAuth,clientAuth');
    expect(await ask(port, { ca: ca.cert, cert: member.cert, key: member.key })).toMatch(/^[245]\d\d$/);
    place(tls, ca, authority.issue('renewed', 'serverAuth,clientAuth'));
    for (const name of ['a', 'b']) shop.program(name).signal('SIGHUP');
    await shop.call('b', 'add_to_cart', { ...ITEM, session });
    expect((await shop.call('a', 'get_cart', { session }))['contents']).toHaveLength(2);
    expect(first.err.filter((line) => /certificates of nodes/.test(line))).toEqual([]);
    await shop.compare();
  });
});
