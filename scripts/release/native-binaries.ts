// Native binaries of what runs: machine code that no reader of the source sees. Each is listed by its hash; a lock file
// has hashes of packages only, and these may be checked where the packages are long unpacked:
//
//   cd node_modules && sha256sum --check --ignore-missing ../scripts/release/native-binaries.sha256
import { hash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Outcome } from '../release.ts';

const LIST = join(import.meta.dirname, 'native-binaries.sha256');

/** Path within node_modules → SHA-256. */
export type Binaries = ReadonlyMap<string, string>;

/** `packages`: the names of those whose binaries count. Those for other machines are not installed. */
export const installedBinaries = (nodeModules: string, packages: readonly string[]): Binaries => {
  const directories = [...new Set(packages)].filter((name) => existsSync(join(nodeModules, name)));
  const paths = directories.flatMap((name) =>
    readdirSync(join(nodeModules, name), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.node'))
      .map((path) => `${name}/${path.replaceAll('\\', '/')}`),
  );
  return new Map(paths.toSorted().map((path) => [path, hash('sha256', readFileSync(join(nodeModules, path)), 'hex')]));
};

export const listedBinaries = (): Binaries =>
  new Map(
    [...readFileSync(LIST, 'utf8').matchAll(/^([0-9a-f]{64}) {2}(.+)$/gm)].map(([, sum = '', path = '']) => [
      path,
      sum,
    ]),
  );

/** Those of packages for other machines stay in the list; those that a package no longer has go. */
export const listText = (installed: Binaries, listed: Binaries): string => {
  const directoryOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));
  const directories = new Set([...installed.keys()].map(directoryOf));
  const others = [...listed].filter(([path]) => !directories.has(directoryOf(path)));
  const lines = [...others, ...installed].map(([path, sum]) => `${sum}  ${path}\n`);
  return lines.toSorted((a, b) => (a.slice(66) < b.slice(66) ? -1 : 1)).join('');
};

export const writeList = (text: string): void => writeFileSync(LIST, text);

export const binariesOutcome = (installed: Binaries, listed: Binaries): Outcome => {
  const wrong = [...installed].filter(([path, sum]) => listed.get(path) !== sum).map(([path]) => path);
  return wrong.length > 0
    ? { line: `native binaries: not as listed: ${wrong.join(', ')}`, isFailed: true }
    : { line: `native binaries: ${installed.size} installed, each as listed`, isFailed: false };
};
