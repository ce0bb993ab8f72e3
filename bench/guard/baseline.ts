// The build that every figure of the guard is a ratio to. It stands outside of the repository and is made once.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../processes.ts';

/** The last commit before calls and callers got limits (docs/operate/limits.md). */
export const BASELINE = 'b223eed638a4322d5e5858e8920beee2a59d22c6';
const SHORT = BASELINE.slice(0, 7);
const DIRECTORY = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'kontor', SHORT);
const PROGRAM = join(DIRECTORY, 'dist', 'main.js');

/** Returns the program of the baseline; undefined where it is not built. */
export const baselineProgram = (): string | undefined => (existsSync(PROGRAM) ? PROGRAM : undefined);

const run = (directory: string, command: string, ...args: readonly string[]): void => {
  console.log(`${directory}: ${[command, ...args].join(' ')}`);
  execFileSync(command, args, { cwd: directory, stdio: 'inherit' });
};

/** Builds the baseline from this clone's history. Returns why it could not; '' when it is there. */
export const buildBaseline = (): string => {
  if (baselineProgram() !== undefined) return '';
  if (spawnSync('git', ['cat-file', '-e', `${BASELINE}^{commit}`], { cwd: ROOT }).status !== 0)
    return `this clone lacks commit ${SHORT}: git fetch --unshallow, then npm run bench -- guard --baseline`;
  const making = `${DIRECTORY}.making`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { recursive: true });
  try {
    const archive = join(making, 'source.tar');
    writeFileSync(archive, execFileSync('git', ['archive', BASELINE], { cwd: ROOT, maxBuffer: 2 ** 30 }));
    run(making, 'tar', '-xf', archive);
    rmSync(archive);
    run(making, 'npm', 'ci', '--no-audit', '--no-fund');
    run(making, 'npm', 'run', 'build');
  } catch (error) {
    return `commit ${SHORT} does not build here: ${(error as Error).message}`;
  }
  rmSync(DIRECTORY, { recursive: true, force: true });
  renameSync(making, DIRECTORY);
  return '';
};
