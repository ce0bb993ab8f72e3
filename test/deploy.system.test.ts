// Would catch a Containerfile that copies what is not there, or not all that a build needs, a systemd unit that systemd
// does not take, a composition whose parts do not find each other, and certificates by which nodes do not know each
// other.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { SETTING_NAMES, loadConfig } from '../src/config/config.ts';
import { variableName } from '../src/config/setting.ts';
import { healthRoute } from '../src/http/routes/health.ts';
import { clusterOf } from '../src/server/cluster/cluster-config.ts';

const ROOT = join(import.meta.dirname, '..');
const file = (name: string): string => readFileSync(join(ROOT, 'deploy', name), 'utf8');

/** Variables of settings that a file sets. */
const variables = (text: string): string[] => [...text.matchAll(/KONTOR_[A-Z_]+(?==)/g)].map(([name]) => name);

test('the image is made of files that are there, and of all that the package has', () => {
  const text = file('Containerfile');
  const copied = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths]) => paths!.split(' '));
  // A pattern is of what its directory has.
  expect(copied.filter((path) => !existsSync(join(ROOT, path.replace(/\*\.\w+$/, ''))))).toEqual([]);
  const ignored = file('Containerfile.dockerignore');
  expect(copied.filter((path) => !ignored.includes(`!${path}\n`))).toEqual([]);
  const { files } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly files: string[] };
  const needed = files.filter((path) => !/^(dist\/|!)/.test(path));
  expect(needed.filter((path) => !copied.includes(path))).toEqual([]);
  expect(text.indexOf('USER node')).toBeLessThan(text.indexOf('ENTRYPOINT'));
});

test('what the build of the image copies is all that a build needs', () => {
  const [stage = ''] = file('Containerfile').split(/^FROM \S+$/m);
  const copied = [...stage.matchAll(/^COPY (.+) (\S+)$/gm)];
  expect(copied.length).toBeGreaterThan(3);
  const directory = mkdtempSync(join(tmpdir(), 'kontor-image-'));
  try {
    for (const [, paths, to] of copied)
      for (const path of paths!.split(' ')) {
        const target = to!.endsWith('/') ? join(to!, basename(path)) : to!;
        cpSync(join(ROOT, path), join(directory, target), { recursive: true });
      }
    symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
    const [, command] = /^RUN (npm run \S+ build .*?) &&/m.exec(stage) ?? [];
    const { status, stderr } = spawnSync(command!, { cwd: directory, encoding: 'utf8', shell: true });
    expect([status, stderr]).toEqual([0, '']);
    expect(existsSync(join(directory, 'dist', 'back-office', 'index.html'))).toBe(true);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

test.each(['Containerfile', 'kontor.service', 'kontor@.service'])('%s sets variables that there are', (name) => {
  const known = new Set(SETTING_NAMES.map(variableName));
  const set = variables(file(name));
  expect(set.length).toBeGreaterThan(2);
  expect(set.filter((variable) => !known.has(variable))).toEqual([]);
});

test.each(['Containerfile', 'kontor.service', 'kontor@.service'])('%s lets large blocks go back', (name) => {
  expect(file(name)).toMatch(/^(?:Environment=| {2})MALLOC_MMAP_THRESHOLD_=131072$/m);
});

test.each(['kontor.service', 'kontor@.service'])('systemd takes %s', (name) => {
  const { status, stderr, error } = spawnSync('systemd-analyze', ['verify', join(ROOT, 'deploy', name)], {
    encoding: 'utf8',
  });
  if (error !== undefined) return console.log(`systemd-analyze is missing: ${name} was not checked`);
  // What it says of other units, or of a machine that systemd does not run, is not ours.
  const ours = stderr.split('\n').filter((line) => line.includes('kontor') && !line.includes('not executable'));
  expect([status === 0 || ours.length === 0, ours]).toEqual([true, []]);
  return undefined;
});

test('the unit for each shop is that of one shop, but for what a node needs', () => {
  const lines = (name: string): string[] =>
    file(name)
      .split('\n')
      .filter((line) => /^[A-Z]/.test(line) && !/^(Description|Documentation|Environment|WorkingD|StateD)/.test(line));
  const [one, each] = [lines('kontor.service'), lines('kontor@.service')];
  expect(each.filter((line) => !one.includes(line))).toEqual([
    'StartLimitIntervalSec=0',
    'Restart=always',
    'RestartSec=2',
  ]);
  expect(one.filter((line) => !each.includes(line))).toEqual(['Restart=on-failure', 'RestartSec=1']);
});

interface Service {
  readonly image: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly environment?: { readonly [name: string]: string };
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
}

describe('the composition of a cluster', () => {
  const { services, volumes } = parse(file('compose.cluster.yaml'), { merge: true }) as {
    readonly services: { readonly [name: string]: Service };
    readonly volumes: { readonly [name: string]: null };
  };
  const withVariables = (prefix: string): (readonly [string, { readonly [name: string]: string }])[] =>
    Object.entries(services).flatMap(([name, { environment = {} }]) =>
      Object.keys(environment).some((variable) => variable.startsWith(prefix)) ? [[name, environment] as const] : [],
    );
  const nodes = withVariables('KONTOR_');
  const members = withVariables('ETCD_');
  const certificates = mkdtempSync(join(tmpdir(), 'kontor-test-'));
  afterAll(() => rmSync(certificates, { recursive: true, force: true }));
  for (const name of ['ca.pem', 'cert.pem', 'key.pem']) writeFileSync(join(certificates, name), '', { mode: 0o600 });
  /** Of a service and a port, as others reach it. */
  const clientUrls = members.map(([, { ETCD_ADVERTISE_CLIENT_URLS: url }]) => new URL(url!));

  test('each node has settings that there are, its own name, and an address of its own', () => {
    const known = new Set(SETTING_NAMES.map(variableName));
    expect(nodes.map(([name]) => name)).toEqual(['a', 'b', 'c']);
    for (const [name, environment] of nodes) {
      expect(Object.keys(environment).filter((variable) => !known.has(variable))).toEqual([]);
      const config = loadConfig({}, { ...environment, KONTOR_INNER_TLS: '' }, undefined);
      expect(() => clusterOf(config)).toThrow(/^innerTls is missing/);
      const { endpoints } = clusterOf({ ...config, innerTls: certificates })!;
      expect(endpoints.map((url) => new URL(url).host)).toEqual(clientUrls.map(({ host }) => host));
      expect([config.node, config.inner]).toEqual([name, `${name}:8090`]);
      expect(environment['KONTOR_INNER_TLS']).toBe('/tls');
    }
  });

  test('members of etcd know each other, listen where they say, and are set as the page tells', () => {
    expect(members.map(([name]) => name)).toEqual(['etcd1', 'etcd2', 'etcd3']);
    const page = readFileSync(join(ROOT, 'docs', 'operate', 'cluster-setup.md'), 'utf8');
    const told = [...page.matchAll(/^\| `--([a-z-]+)` +\| (\w+)/gm)].map(
      ([, option, value]) => [`ETCD_${option!.toUpperCase().replaceAll('-', '_')}`, value!] as const,
    );
    expect(told.length).toBeGreaterThan(5);
    for (const [name, environment] of members) {
      expect(environment['ETCD_NAME']).toBe(name);
      const peers = environment['ETCD_INITIAL_CLUSTER']!.split(',').map((one) => one.split('='));
      expect(peers).toContainEqual([name, environment['ETCD_INITIAL_ADVERTISE_PEER_URLS']]);
      expect(peers.map(([peer]) => peer)).toEqual(members.map(([member]) => member));
      for (const kind of ['CLIENT', 'PEER'] as const) {
        const own = new URL(environment[`ETCD_${kind === 'PEER' ? 'INITIAL_' : ''}ADVERTISE_${kind}_URLS`]!);
        expect([own.hostname, own.port]).toEqual([name, new URL(environment[`ETCD_LISTEN_${kind}_URLS`]!).port]);
      }
      const other = told.filter(
        ([variable, value]) => /^(\d+|revision)$/.test(value) && environment[variable] !== value,
      );
      expect(other).toEqual([]);
    }
  });

  test('what it mounts and builds is there, and every node and member has a volume of its own', () => {
    const mounts = Object.values(services).flatMap((service) => service.volumes ?? []);
    const own = mounts.filter((mount) => !mount.startsWith('.')).map((mount) => mount.split(':')[0]!);
    expect(own.toSorted()).toEqual(Object.keys(volumes).toSorted());
    expect(new Set(own).size).toBe(nodes.length + members.length);
    const files = mounts.filter((mount) => mount.startsWith('.')).map((mount) => mount.split(':')[0]!);
    // certificates.sh makes those of the nodes.
    const made = nodes.map(([name]) => `./tls/${name}`);
    expect(files.filter((path) => !made.includes(path) && !existsSync(join(ROOT, 'deploy', path)))).toEqual([]);
    const { context, dockerfile } = services['a']!.build!;
    expect(existsSync(join(ROOT, 'deploy', context, dockerfile))).toBe(true);
  });

  test('the balancer asks every node for its health on the port of the image, and is what is published', () => {
    const config = file('haproxy.cfg');
    const servers = [...config.matchAll(/^ {2}server (\w+) (\w+):(\d+)/gm)].map(([, ...found]) => found.join(' '));
    const { port } = loadConfig({}, {}, undefined);
    const wanted = nodes.map(([name]) => `${name} ${name} ${port}`);
    expect(servers).toEqual([...wanted, ...wanted]);
    const [, path, version] = /http-check send meth GET uri (\S+) ver HTTP\/(\S+) /.exec(config)!;
    expect(healthRoute(undefined).matches(path!)).toBe(true);
    // The main listener takes no other.
    expect(version).toBe('1.1');
    const bound = /^ {2}bind :(\d+)$/m.exec(config)![1];
    const published = Object.entries(services).filter(([, { ports = [] }]) => ports.length > 0);
    expect(published.map(([name, { ports }]) => [name, ports])).toEqual([['balancer', [`127.0.0.1:8080:${bound}`]]]);
    const { status, stdout, stderr, error } = spawnSync('haproxy', ['-c', '-f', join(ROOT, 'deploy', 'haproxy.cfg')], {
      encoding: 'utf8',
    });
    if (error !== undefined) return console.log('haproxy is missing: its configuration was not checked by itself');
    expect(status, `${stdout}${stderr}`).toBe(0);
    return undefined;
  });
});

describe('certificates of nodes', () => {
  const directory = mkdtempSync(join(tmpdir(), 'kontor-test-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  const openssl = (...args: string[]): string => spawnSync('openssl', args, { encoding: 'utf8' }).stdout;

  test('are good for both ends, for their host, and have no common name', () => {
    const hosts = { a: '10.0.0.1', b: 'node-b.example', c: 'fd00::3' };
    const script = join(ROOT, 'deploy', 'certificates.sh');
    const make = (...names: readonly string[]): string => {
      const { status, stderr, error } = spawnSync('sh', [script, directory, ...names], { encoding: 'utf8' });
      if (error !== undefined || /openssl: .*not found/.test(stderr)) return 'openssl is missing';
      expect(status, stderr).toBe(0);
      return '';
    };
    const missing = make(...Object.entries(hosts).map(([name, host]) => `${name}=${host}`));
    if (missing !== '') return console.log(`${missing}: certificates of nodes were not made`);
    // Another node later, of the same authority.
    make('d=10.0.0.4');
    for (const [name, host] of Object.entries({ ...hosts, d: '10.0.0.4' })) {
      const [cert, ca] = ['cert.pem', 'ca.pem'].map((end) => join(directory, name, end)) as [string, string];
      for (const purpose of ['sslserver', 'sslclient'])
        expect(openssl('verify', '-CAfile', ca, '-purpose', purpose, cert)).toBe(`${cert}: OK\n`);
      const check = host.endsWith('example') ? '-checkhost' : '-checkip';
      expect(openssl('x509', '-in', cert, '-noout', check, host)).toContain('does match certificate');
      expect(openssl('x509', '-in', cert, '-noout', '-subject')).not.toMatch(/\bCN\b/);
      expect(statSync(join(directory, name, 'key.pem')).mode & 0o077).toBe(0);
    }
    return undefined;
  });
});
