// What a release is checked for beyond its tests: a bill of materials of what runs, its native binaries by their
// hashes, known vulnerabilities, and whether its format is frozen. Ends with 1 if a binary is not the listed one, a
// vulnerability is known, or the format is not frozen.
//
//   npm run check -- release           writes release/sbom.cdx.json (CycloneDX) and prints one line for each check
//   npm run check -- release --accept  lists the binaries that are installed now: after an upgrade, with its diff read
//                                      and after npm ci --ignore-scripts, which keeps those of other machines
//
// Not promised: that the listed binaries are what their authors built. The list says that they are the ones that all
// tests ran with.
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { auditOutcome } from './release/audit.ts';
import { formatOutcome } from './release/frozen-format.ts';
import { binariesOutcome, installedBinaries, listText, listedBinaries, writeList } from './release/native-binaries.ts';
import { namesOfWhatRuns, sbomOutcome } from './release/sbom.ts';

const ROOT = join(import.meta.dirname, '..');
const SBOM = join('release', 'sbom.cdx.json');

export interface Outcome {
  readonly line: string;
  readonly isFailed: boolean;
}

/** What npm prints, also when it ends with an error; its warnings aside. */
const npm = async (...args: string[]): Promise<string> => {
  const ended = promisify(execFile)('npm', args, { cwd: ROOT, maxBuffer: 2 ** 28 });
  const { stdout } = await ended.catch((error: unknown) => error as { readonly stdout?: string });
  return stdout ?? '';
};

/**
 * Of all that is installed on any machine, made of the lock file by npm itself; tools of development are marked. With
 * `--omit=dev` npm 11 would leave out packages that run and that a tool needs as well.
 */
export const sbom = (): Promise<string> =>
  npm('sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only');

const main = async (accepts: boolean): Promise<void> => {
  const text = await sbom();
  const outcomes = [sbomOutcome(text, SBOM)];
  if (!outcomes[0]!.isFailed) {
    mkdirSync(join(ROOT, 'release'), { recursive: true });
    writeFileSync(join(ROOT, SBOM), text);
    const installed = installedBinaries(join(ROOT, 'node_modules'), namesOfWhatRuns(text));
    if (accepts) writeList(listText(installed, listedBinaries()));
    outcomes.push(binariesOutcome(installed, listedBinaries()));
  }
  outcomes.push(formatOutcome(join(ROOT, 'snapshots', 'golden')));
  outcomes.push(auditOutcome(await npm('audit', '--omit=dev', '--json')));
  for (const { line, isFailed } of outcomes) {
    console.log(line);
    if (isFailed) process.exitCode = 1;
  }
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.includes('--accept'));
