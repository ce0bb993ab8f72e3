// Runs tests in another shape of the server: the same suites, and settings that change who answers them.
//
//   npm run check -- threads
//   npm run check -- standby
//
// Options of vitest may follow.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

interface Variant {
  readonly environment: { readonly [name: string]: string };
  readonly projects: readonly string[];
  /** Files and folders. */
  readonly tests: readonly string[];
}

const VARIANTS: { readonly [name: string]: Variant } = {
  /** Every server that a test starts has threads for HTTP. */
  threads: {
    environment: { KONTOR_TEST_IO_THREADS: '2', KONTOR_IO_THREADS: '2' },
    projects: ['rest'],
    tests: [
      'test/kill/kill.system.test.ts',
      'test/rush',
      'test/client',
      'test/server/tls.system.test.ts',
      'test/server/stop.system.test.ts',
    ],
  },
  /** Callers ask a standby, which hands on to its server what it does not answer by itself. */
  standby: {
    environment: { KONTOR_TEST_STANDBY: '1' },
    projects: [],
    tests: [
      'test/kill/kill.system.test.ts',
      'test/kill/reports.system.test.ts',
      'test/kill/webhooks.system.test.ts',
      'test/rush',
      'test/client',
      'test/operations/clients',
      'test/bench/replay-run.system.test.ts',
    ],
  },
};

const ROOT = join(import.meta.dirname, '..');
const [name = '', ...options] = process.argv.slice(2);
const variant = VARIANTS[name];
if (variant === undefined) throw new Error(`no variant "${name}": ${Object.keys(VARIANTS).join(', ')}`);
const projects = variant.projects.flatMap((one) => ['--project', one]);
const { status } = spawnSync(
  process.execPath,
  [join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'), 'run', ...projects, ...options, ...variant.tests],
  { cwd: ROOT, env: { ...process.env, ...variant.environment }, stdio: 'inherit' },
);
process.exitCode = status ?? 1;
