// Catches an image whose trimming takes away machine code that its Node loads or a font that documents are set in, and
// one that keeps what is for other platforms. The commands of deploy/Containerfile run over the packages of this
// checkout, as links that they delete.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { BOLD, REGULAR } from '../src/outside/documents/fonts.ts';
import { newDirectory } from './harness/directories.ts';

const ROOT = join(import.meta.dirname, '..');
const TRIMMED = ['uWebSockets.js', '@lmdb', '@msgpackr-extract', '@expo-google-fonts/noto-sans'];
const CONTAINERFILE = readFileSync(join(ROOT, 'deploy/Containerfile'), 'utf8');
/** Version of the machine interface of each Node, `process.versions.modules`. */
const ABIS: Readonly<Record<string, string>> = { 20: '115', 22: '127' };

const filesOf = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .sort();

/** The packages that the image trims, each file a link. */
const linked = (): string => {
  const modules = join(newDirectory(), 'node_modules');
  for (const name of TRIMMED)
    for (const file of filesOf(join(ROOT, 'node_modules', name))) {
      mkdirSync(join(modules, name, dirname(file)), { recursive: true });
      symlinkSync(join(ROOT, 'node_modules', name, file), join(modules, name, file));
    }
  return modules;
};

const COMMAND = /^RUN (cd node_modules &&(?:.*\\\n)+.*)$/m.exec(CONTAINERFILE)?.[1] ?? '';

/** Trims as the image does, where `node` says of itself what is given. */
const trim = (modules: string, abi: string, arch: string): void => {
  const programs = newDirectory();
  const said = `case "$2" in *modules) echo ${abi} ;; *arch) echo ${arch} ;; esac`;
  writeFileSync(join(programs, 'node'), `#!/bin/sh\n${said}\n`);
  chmodSync(join(programs, 'node'), 0o755);
  const env = { ...process.env, PATH: `${programs}:${process.env['PATH']}` };
  execFileSync('sh', ['-ec', COMMAND], { cwd: dirname(modules), env });
};

test.each(['x64', 'arm64'])('the image on %s has one server, and both weights of the font', (arch) => {
  const abi = ABIS[/^FROM \S*\/node:(\d+)/m.exec(CONTAINERFILE)![1]!]!;
  const modules = linked();
  const before = filesOf(modules);
  trim(modules, abi, arch);
  const left = filesOf(modules);
  expect(left.filter((file) => /uws_.*\.node$/.test(file))).toEqual([
    `uWebSockets.js/dist/bin/uws_linux_${arch}_${abi}.node`,
  ]);
  expect(left.filter((file) => file.endsWith('.ttf'))).toEqual(
    [REGULAR, BOLD].map(({ package: name, file }) => `${name}/${file}`),
  );
  expect(left.filter((file) => file.includes('musl'))).toEqual([]);
  const gone = before.filter((file) => !left.includes(file));
  expect(gone.filter((file) => !/\.(?:node|ttf)$/.test(file))).toEqual([]);
  // Most of what an installation weighs.
  expect(gone.length).toBeGreaterThan(40);
});

/** Uses each package that has machine code, and prints the names of the files that it was loaded from. */
const PROBE = `
import { basename } from 'node:path';
import { open } from 'lmdb';
import { Unpackr } from 'msgpackr';
import * as uws from 'uWebSockets.js';
const store = open({ path: process.argv[2] });
await store.put('a', { b: 'c'.repeat(100) });
if (new Unpackr().unpack(new Uint8Array([0xa1, 0x61])) !== 'a') throw new Error('msgpackr');
await store.close();
if (typeof (uws.App ?? uws.default.App) !== 'function') throw new Error('uWebSockets.js');
const { sharedObjects } = process.report.getReport();
console.log(JSON.stringify(sharedObjects.filter((path) => path.endsWith('.node')).map((path) => basename(path))));
process.exit(0);
`;

test('a server finds all machine code that it loads in what is left', () => {
  const modules = linked();
  trim(modules, process.versions.modules, process.arch);
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (!existsSync(join(modules, name))) symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  writeFileSync(join(modules, '..', 'probe.mjs'), PROBE);
  const flags = ['--preserve-symlinks', '--preserve-symlinks-main'];
  const probed = (directory: string): string[] => {
    const args = [...flags, join(directory, 'probe.mjs'), join(newDirectory(), 'store')];
    return (JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as string[]).sort();
  };
  const whole = newDirectory();
  symlinkSync(join(ROOT, 'node_modules'), join(whole, 'node_modules'));
  writeFileSync(join(whole, 'probe.mjs'), PROBE);
  const loaded = probed(dirname(modules));
  expect(loaded).toEqual(probed(whole));
  expect(loaded).toHaveLength(3);
});
