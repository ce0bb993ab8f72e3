// npm for checks and tests that install something; where it cannot reach its registry, that is a line and no failure.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const UNREACHABLE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENOTCACHED/;

/** Its output; undefined, and a line that says so, where npm cannot reach its registry. */
export const npm = async (args: readonly string[], cwd: string): Promise<string | undefined> => {
  const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  try {
    return (await promisify(execFile)('npm', [...args, ...quiet], { cwd, maxBuffer: 2 ** 26 })).stdout;
  } catch (error) {
    if (!UNREACHABLE.test(String((error as { stderr?: string }).stderr))) throw error;
    console.log(`npm cannot reach its registry: what needs "npm ${args.join(' ')}" is not tested`);
    return undefined;
  }
};
