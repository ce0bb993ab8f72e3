// Before tests that start the built program: builds it when it is missing or older than its sources.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
const BUILT = join(ROOT, 'dist', 'main.js');

/** When anything in a directory was last written, removed or renamed, in milliseconds. */
const newest = (directory: string): number =>
  Math.max(
    statSync(directory).mtimeMs,
    ...readdirSync(directory, { withFileTypes: true, recursive: true }).map(
      (entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs,
    ),
  );

export default (): void => {
  const sources = ['src', 'back-office'].map((folder) => newest(join(ROOT, folder)));
  const changedMs = Math.max(...sources, statSync(join(ROOT, 'tsconfig.build.json')).mtimeMs);
  if (existsSync(BUILT) && statSync(BUILT).mtimeMs >= changedMs) return;
  console.log('dist/ is older than its sources: npm run build');
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: ROOT, stdio: 'inherit' });
};
