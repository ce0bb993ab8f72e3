// Programs of `npm run sim`, as they are started. Catches one whose --help is a crash, or that runs with an option it
// does not know.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { SIM } from '../../scripts/tools/sim.ts';

const run = (file: string, option: string) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', file, option], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, stdout, stderr };
};

test.each(Object.entries(SIM.programs))('%s', { timeout: 120_000 }, (name, program) => {
  if (!('file' in program)) throw new Error('it is no program of this repository');
  const help = run(program.file, '--help');
  expect(help).toEqual({ status: 0, stdout: expect.stringContaining(`npm run sim -- ${name}`), stderr: '' });
  const { status, stderr } = run(program.file, '--nonsense');
  expect(status).toBe(2);
  expect(stderr).toContain('--nonsense');
  expect(stderr).not.toContain('    at ');
});
