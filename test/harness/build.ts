// Before tests that start the built program: builds it where that was not done from these sources. Smoke tests need no
// declaration files, which take most of the time.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

const ROOT = join(import.meta.dirname, '..', '..');

export default ({ name }: TestProject): void => {
  const part = name === 'smoke' ? ['--program'] : [];
  const build = ['--import', 'tsx', join(ROOT, 'scripts', 'build.ts'), ...part];
  execFileSync(process.execPath, build, { cwd: ROOT, stdio: 'inherit' });
};
