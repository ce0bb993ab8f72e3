// Would catch a node that starts with half of what it needs, that anybody reaches without certificates, or whose key
// other users of its machine may read.
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../../src/config/config.ts';
import { clusterOf } from '../../../src/server/cluster/cluster-config.ts';
import { openLog } from '../../../src/server/cluster/open-log.ts';
import { FORMAT } from '../../../src/engine/disk/format.ts';
import { candidatesFor } from '../../../src/server/cluster/hand-over-candidates.ts';
import { nodesAhead } from '../../../src/server/cluster/nodes-ahead.ts';
import { settingsDigest } from '../../../src/server/cluster/settings-digest.ts';

/** A directory with these files, and nothing in them: what they say is read later. */
const filesIn = (...names: readonly string[]): string => {
  const directory = mkdtempSync(join(tmpdir(), 'kontor-test-'));
  for (const name of names) writeFileSync(join(directory, name), '', { mode: 0o600 });
  return directory;
};
const PLACES: { readonly [name: string]: string } = {
  own: filesIn('ca.pem', 'cert.pem', 'key.pem'),
  keyless: filesIn('ca.pem', 'cert.pem'),
  open: filesIn('ca.pem', 'cert.pem', 'key.pem'),
};
chmodSync(join(PLACES['open']!, 'key.pem'), 0o644);

/** `innerTls`: one of those places, or what it says. */
const configOf = ({ innerTls = '', ...settings }: { readonly [name: string]: string }) =>
  loadConfig({ ...settings, innerTls: PLACES[innerTls] ?? innerTls }, {}, undefined);
const NODE = { log: 'etcds://10.0.0.1:2379,10.0.0.2', node: 'a', inner: '127.0.0.1:8091', innerTls: 'own' };
const refusalOf = (settings: { readonly [name: string]: string }): string => {
  try {
    clusterOf(configOf(settings));
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

describe('settings of a node', () => {
  test('none of them: the shop is one process', () => {
    expect(clusterOf(configOf({}))).toBeUndefined();
  });

  test('members, and where others reach it', () => {
    const at = (name: string): string => join(PLACES['own']!, name);
    expect(clusterOf(configOf({ ...NODE, shop: 'toys' }))).toEqual({
      shop: 'toys',
      node: 'a',
      endpoints: ['https://10.0.0.1:2379', 'https://10.0.0.2:2379'],
      host: '127.0.0.1',
      port: 8091,
      url: 'https://127.0.0.1:8091',
      tls: { clientCaFile: at('ca.pem'), certFile: at('cert.pem'), keyFile: at('key.pem') },
    });
    expect(clusterOf(configOf({ ...NODE, inner: '[::1]:8091' }))).toMatchObject({ host: '::1', port: 8091 });
  });

  test.each([
    [{ node: 'a' }, /^node is set, and log is not/],
    [{ ...NODE, node: '' }, /^log is set, and node is not/],
    [{ ...NODE, inner: '' }, /^log is set, and inner is not/],
    [{ ...NODE, durability: 'relaxed' }, /^with a log, durability is fsync, not relaxed/],
    [
      { ...NODE, innerTls: '' },
      /^innerTls is missing: nodes know each other by certificates, on one machine too; sh deploy\/certificates\.sh makes/,
    ],
    [{ ...NODE, innerTls: '', inner: '10.0.0.1:8091' }, /^innerTls is missing/],
    [{ ...NODE, innerTls: 'keyless' }, /^innerTls: .+key\.pem is missing/],
    [{ ...NODE, innerTls: 'open' }, /^innerTls: any user of this machine may read .+key\.pem: chmod 600 makes/],
    [{ ...NODE, innerTls: '/nowhere' }, /^innerTls: \/nowhere\/ca\.pem is missing/],
    [{ ...NODE, log: 'http://10.0.0.1:2379' }, /is not etcd:\/\/host:port/],
    [{ ...NODE, log: 'etcd://127.0.0.1,10.0.0.2' }, /^log: etcd:\/\/ to 10\.0\.0\.2 passes the network in clear/],
    [{ ...NODE, log: 'etcd://etcd1:2379' }, /^log: etcd:\/\/ to etcd1 passes the network in clear/],
    [{ ...NODE, node: 'A b' }, /is not up to 63 small letters/],
  ] as const)('%j is refused', (settings, why) => {
    expect(refusalOf(settings)).toMatch(why);
  });

  test.each([
    [{ log: 'etcd://127.0.0.1:2379,localhost,[::1]:2379' }, ['127.0.0.1', 'localhost', '[::1]']],
    [{ log: 'etcd://10.0.0.1,etcd1', logInClear: 'on' }, ['10.0.0.1', 'etcd1']],
  ] as const)('%j is asked in clear', (settings, hosts) => {
    const { endpoints } = clusterOf(configOf({ ...NODE, ...settings }))!;
    expect(endpoints).toEqual(hosts.map((host) => `http://${host}:2379`));
  });

  test('a user of etcd has a password, and TLS an authority', () => {
    const cluster = clusterOf(configOf(NODE))!;
    expect(() => openLog(cluster, configOf({ ...NODE, logUser: 'shop' }), {})).toThrow('KONTOR_LOG_PASSWORD is not');
    expect(() => openLog(cluster, configOf({ ...NODE, logTls: filesIn() }), {})).toThrow('ca.pem is missing');
    const directory = filesIn('ca.pem', 'cert.pem');
    expect(() => openLog(cluster, configOf({ ...NODE, logTls: directory }), {})).toThrow('one of cert.pem and key.pem');
  });

  test('what a leader decides with is told apart, and nothing else', () => {
    const digest = settingsDigest(configOf({}));
    expect(digest).toMatch(/^[0-9a-f]{4}$/);
    expect(settingsDigest(configOf({ port: '9999', ...NODE }))).toBe(digest);
    expect(settingsDigest(configOf({ currencyDigits: '3' }))).not.toBe(digest);
  });
});

const RIGHT = (): number => 0;

const node = (name: string, storedAt: number, isAlive = true) => ({
  name,
  id: name,
  url: '',
  storedAt,
  puncturedSeq: 0,
  version: '',
  format: FORMAT,
  settings: '',
  isAlive,
});

describe('which node', () => {
  test('is asked for what another one lacks', () => {
    const nodes = [node('a', 9), node('b', 5), node('c', 8), node('d', 9, false)];
    expect(nodesAhead(nodes, 'b', 5).map(({ name }) => name)).toEqual(['a', 'c']);
    expect(nodesAhead(nodes, 'a', 9)).toEqual([]);
  });

  test('is handed the lead', () => {
    const nodes = [node('a', 5_000), node('b', 4_999), node('c', 5_000), node('d', 5_000, false), node('e', 1)];
    const to = (name: string) =>
      candidatesFor(nodes, { from: 'a', to: name, at: 5_000, offMs: RIGHT }).map((one) => one.name);
    expect([to(''), to('b')]).toEqual([['c', 'b'], ['b']]);
    expect(() => to('a')).toThrow('node a leads already');
    expect(() => to('d')).toThrow('no sign of life');
    expect(() => to('e')).toThrow('4999 entries behind');
    expect(() => to('x')).toThrow('there is no node x');
    expect(() => candidatesFor([node('a', 1)], { from: 'a', to: '', at: 1, offMs: RIGHT })).toThrow('no other node');
  });

  test('is handed the lead: a right clock comes first, then one that would lose what this program writes', () => {
    const nodes = [node('b', 5), node('c', 4), { ...node('d', 3), format: FORMAT - 1 }, node('e', 2)];
    const offMs = (name: string): number => (name === 'b' ? 1_500 : 0);
    const to = (name: string) => candidatesFor(nodes, { from: 'a', to: name, at: 5, offMs }).map((one) => one.name);
    expect(to('')).toEqual(['d', 'c', 'e', 'b']);
    expect(() => to('b')).toThrow('the clock of node b is 1500 ms off: mend it first (NTP)');
  });
});
