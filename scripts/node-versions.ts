// Runs a short suite with each newer version of Node that Kontor promises: the HTTP contract with TLS and without, a
// killed server and its recovery, the journal, all third parties at once, and the package as it is installed. The
// version that runs all tests is not among them.
//
//   npm run check -- node        Node 22, 24 and 26
//   npm run check -- node 24     only these
//
// It works on a copy, built once, so that the installation for the Node of the tests stays as it is. A version that npm
// cannot fetch is a line and no failure.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { npm } from './npm.ts';

const ROOT = join(import.meta.dirname, '..');
const VERSIONS = ['22', '24', '26'];
/** The others are served by node:http. */
const WITH_UWS = ['22'];
const SUITE = [
  'test/http/transport',
  'test/kill/kill.system.test.ts',
  'test/engine/journal',
  'test/package/package.system.test.ts',
  'test/server/third-parties.system.test.ts',
];
const SERVER = 'uWebSockets.js';

interface Results {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
}

/** A directory of its own for what npm installs; undefined where it cannot. */
const installed = async (place: string, what: string): Promise<string | undefined> => {
  mkdirSync(place);
  writeFileSync(join(place, 'package.json'), '{"private":true}');
  const isThere = (await npm(['install', '--ignore-scripts', what], place)) !== undefined;
  return isThere ? join(place, 'node_modules') : undefined;
};

/** Hard links where the file systems allow it. */
const copyTree = (from: string, to: string): void => {
  if (spawnSync('cp', ['-al', from, to], { stdio: 'ignore' }).status === 0) return;
  rmSync(to, { recursive: true, force: true });
  execFileSync('cp', ['-a', from, to]);
};

const copyProject = (copy: string): void => {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const listed = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 });
  for (const file of listed.split('\0').filter((name) => name !== '' && existsSync(join(ROOT, name)))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    writeFileSync(join(copy, file), readFileSync(join(ROOT, file)));
  }
  copyTree(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
};

/** One line about a version, and whether it failed; undefined where npm cannot fetch it. */
const check = async (directory: string, copy: string, version: string): Promise<Results | undefined> => {
  const name = `node-${process.platform}-${process.arch}`;
  const modules = await installed(join(directory, `node-${version}`), `${name}@${version}`);
  if (modules === undefined) return undefined;
  const bin = join(modules, name, 'bin');
  const node = join(bin, 'node');
  const PATH = `${bin}${delimiter}${process.env['PATH'] ?? ''}`;
  const options = { cwd: copy, encoding: 'utf8', env: { ...process.env, PATH, KONTOR_TEST_INSTALL: 'on' } } as const;
  const hasServer = spawnSync(node, ['-e', `import('${SERVER}')`], { ...options, stdio: 'ignore' }).status === 0;
  const file = join(directory, `results-${version}.json`);
  const startedMs = performance.now();
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { stdout, stderr } = spawnSync(node, [vitest, 'run', ...reports, ...SUITE], { ...options, maxBuffer: 2 ** 28 });
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  const none = { numPassedTests: 0, numFailedTests: 1 };
  const results = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : none;
  const isWrongServer = hasServer !== WITH_UWS.includes(version);
  const failed = results.numFailedTests + (isWrongServer ? 1 : 0);
  if (failed > 0) console.log(`${stdout}\n${stderr}`);
  const { stdout: full } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  const server = hasServer ? SERVER : 'node:http';
  const wrong = isWrongServer ? ', which is not what this version is served by' : '';
  console.log(`Node ${full.trim().slice(1)}, ${server}${wrong}: ${results.numPassedTests} passed in ${seconds} s`);
  return { numPassedTests: results.numPassedTests, numFailedTests: failed };
};

const main = async (versions: readonly string[]): Promise<void> => {
  const directory = mkdtempSync(join(tmpdir(), 'kontor-node-'));
  try {
    const copy = join(directory, 'kontor');
    copyProject(copy);
    execFileSync('npm', ['run', '--silent', 'build'], { cwd: copy, stdio: 'inherit' });
    let [passed, failed] = [0, 0];
    for (const version of versions) {
      const results = await check(directory, copy, version);
      passed += results?.numPassedTests ?? 0;
      failed += results?.numFailedTests ?? 0;
    }
    console.log(`${passed} passed, ${failed} failed`);
    if (failed > 0) process.exitCode = 1;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((version) => !VERSIONS.includes(version));
if (unknown.length > 0) {
  console.error(`npm run check -- node knows Node ${VERSIONS.join(', ')}, not ${unknown.join(', ')}`);
  process.exitCode = 2;
} else await main(wanted.length > 0 ? wanted : VERSIONS);
