// `npm run check -- quick`: what a commit needs, in 20 s on two quiet cores: format, lint, types, Markdown and pages of
// what changed, test/tidy, and the core tests nearest to the change. All steps run at a time.
//
// It does not replace `npm run check` and `npm test`: tests far from the change, and unused code, are theirs. The first
// run checks all types, which takes half a minute more; later ones check what changed.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CACHE, planOf } from './quick/plan.ts';
import type { Step } from './quick/plan.ts';

const ROOT = join(import.meta.dirname, '..');
const WRONG_USE = 2;
const HELP = `npm run check -- quick [options]

Checks what a commit needs, in 20 s: format, lint, types, pages and house rules (test/tidy), and the core tests of what
changed: those named after a changed file, and those that import one.

  --since REF   what changed since this commit (HEAD: what is not committed)

Before a push: npm run check and npm test.`;

const git = (...args: string[]): readonly string[] =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 })
    .split('\0')
    .filter((file) => file !== '');

const changedSince = (commit: string): readonly string[] => {
  const tracked = git('diff', '--name-only', '--no-renames', '--diff-filter=d', '-z', commit, '--');
  return [...new Set([...tracked, ...git('ls-files', '--others', '--exclude-standard', '-z')])].sort();
};

interface Result {
  readonly code: number;
  readonly output: string;
}

const run = ([program, ...args]: readonly string[]): Promise<Result> =>
  new Promise((resolve, reject) => {
    const child = spawn(program!, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const note = (bytes: Buffer): void => void (output += bytes.toString());
    child.stdout.on('data', note);
    child.stderr.on('data', note);
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });

/** Prints a line of the step, after the output of a command that failed. */
const take = async ({ name, commands }: Step): Promise<boolean> => {
  const beganMs = performance.now();
  for (const command of commands) {
    const { code, output } = await run(command);
    if (code === 0) continue;
    console.error(`${output.trimEnd()}\nfailed  ${name}: ${command.slice(0, 3).join(' ')} …`);
    return false;
  }
  console.log(`ok      ${name}, ${((performance.now() - beganMs) / 1000).toFixed(1)} s`);
  return true;
};

const main = async (since: string): Promise<number> => {
  const changed = changedSince(since);
  if (changed.length === 0) {
    console.log(`Nothing changed since ${since}. --since HEAD~1 checks the last commit.`);
    return 0;
  }
  const tests = git('ls-files', '--cached', '--others', '--exclude-standard', '-z', 'test')
    .filter((file) => file.endsWith('.test.ts') && existsSync(join(ROOT, file)))
    .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));
  const { steps, tests: near, leftOut } = planOf(changed, tests);
  const more = leftOut === 0 ? '' : `, and ${leftOut} more in npm test`;
  console.log(`${changed.length} changed files, ${near.length} tests of them${more}`);
  mkdirSync(join(ROOT, CACHE), { recursive: true });
  const results = await Promise.all(steps.map(take));
  return results.every(Boolean) ? 0 : 1;
};

const { values } = parseArgs({
  options: { since: { type: 'string', default: 'HEAD' }, help: { type: 'boolean', default: false } },
});
if (values.help) console.log(HELP);
else {
  try {
    process.exitCode = await main(values.since);
  } catch (error) {
    console.error(`check -- quick needs git and installed packages (npm ci): ${String(error)}`);
    process.exitCode = WRONG_USE;
  }
}
