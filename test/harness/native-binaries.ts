// Before all tests: the binaries that they run with are those that are listed (scripts/release/native-binaries.sha256).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { binariesOutcome, installedBinaries, listedBinaries } from '../../scripts/release/native-binaries.ts';

const ROOT = join(import.meta.dirname, '..', '..');

export default (): void => {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    readonly dependencies: { readonly [name: string]: string };
  };
  const listed = listedBinaries();
  const installed = installedBinaries(join(ROOT, 'node_modules'), Object.keys(dependencies));
  // On another kind of machine some are installed that nobody has listed; the release check says so there.
  const known = new Map([...installed].filter(([path]) => listed.has(path)));
  const { line, isFailed } = binariesOutcome(known, listed);
  if (isFailed) throw new Error(`${line}; npm ci installs what package-lock.json says`);
};
