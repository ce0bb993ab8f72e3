// One run of the tests: everything that it makes lies in one directory, which is its processes' TMPDIR as well, so that
// a process which outlives its test is known by it.
//
// Guaranteed on Linux: when the run ends, however that happens short of SIGKILL, none of its processes goes on and its
// directory is gone. What a killed run left is removed by the next one. What a failed test keeps lies beside it. Where
// the temporary folder has no room for a run, that is the one line that it says.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Plugin } from 'vitest/config';

const PREFIX = 'kt-';
/** Whoever has the directory. */
const OWNER = 'run.pid';
/** Free in the temporary folder when a run begins: `npm test` has up to 300 MB there at a time. */
const FREE_MB_MIN = 500;

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Processes whose TMPDIR is this directory or one in it, other than this one: those of a run, of runs in it, too. */
const processesOf = (directory: string): number[] =>
  (existsSync('/proc') ? readdirSync('/proc') : []).map(Number).filter((pid) => {
    if (!Number.isInteger(pid) || pid === process.pid) return false;
    try {
      const environment = `\0${readFileSync(`/proc/${pid}/environ`, 'utf8')}`;
      return ['\0', '/'].some((next) => environment.includes(`\0TMPDIR=${directory}${next}`));
    } catch {
      return false;
    }
  });

/** Kills them. */
export const endProcesses = (directory: string): void => {
  for (const pid of processesOf(directory)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
};

const end = (directory: string): void => {
  endProcesses(directory);
  rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
};

const removeAbandoned = (parent: string): void => {
  for (const name of readdirSync(parent)) {
    const directory = join(parent, name);
    const owner = join(directory, OWNER);
    if (name.startsWith(PREFIX) && existsSync(owner) && !isAlive(Number(readFileSync(owner, 'utf8')))) end(directory);
  }
};

/** A directory for this run. Where there cannot be one, that ends the process with a line: nothing failed. */
const newRun = (parent: string): string => {
  try {
    removeAbandoned(parent);
    const { bavail, bsize } = statfsSync(parent);
    const freeMb = Math.floor((bavail * bsize) / 1_000_000);
    if (freeMb < FREE_MB_MIN) throw new Error(`${freeMb} MB are free, the tests need ${FREE_MB_MIN} MB`);
    const directory = mkdtempSync(join(parent, PREFIX));
    writeFileSync(join(directory, OWNER), String(process.pid));
    return directory;
  } catch (error) {
    console.error(`temporary folder ${parent}: ${(error as Error).message}; the variable TMPDIR names another folder`);
    process.exit(1);
  }
};

/** A plugin for the process that starts the workers. */
export const beginRun = (): Plugin => {
  const directory = newRun(tmpdir());
  process.env['TMPDIR'] = process.env['KONTOR_TEST_RUN'] = directory;
  let ofVitest = directory;
  process.once('exit', () => {
    end(directory);
    rmSync(ofVitest, { recursive: true, force: true });
  });
  for (const [signal, code] of [
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)
    process.once(signal, () => process.exit(code));
  // It was named before this config was read, and vitest removes it only when nothing has interrupted it.
  return { name: 'kontor:run', configureVitest: ({ project }) => void (ofVitest = project.tmpDir) };
};

/** Where `keep` moves a directory to. */
export const keptPath = (directory: string): string =>
  join(dirname(process.env['KONTOR_TEST_RUN'] ?? tmpdir()), `kontor-failed-${basename(directory)}`);

/**
 * From now on what this process makes lies in a folder with a blank and an umlaut in its name, as the folders of
 * persons have: a pattern or a command that they break fails on every machine, and not only on theirs.
 */
export const useOddName = (): void => {
  const directory = join(process.env['KONTOR_TEST_RUN'] ?? tmpdir(), 'ü b');
  mkdirSync(directory, { recursive: true });
  process.env['TMPDIR'] = directory;
};

/** Moves a directory out of the run, so that a person can look at it. */
export const keep = (directory: string): void => {
  rmSync(keptPath(directory), { recursive: true, force: true });
  renameSync(directory, keptPath(directory));
};
