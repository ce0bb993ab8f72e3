// The examples of extensions as JavaScript, as a server of any Node loads them.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { newDirectory } from '../harness/directories.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Compiles one with what it imports of the package; resolves with the path of the module. */
export const compiledExample = async (name: string): Promise<string> => {
  const outfile = join(newDirectory(), `${name}.mjs`);
  await build({
    absWorkingDir: ROOT,
    entryPoints: [`examples/extensions/${name}.ts`],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
  });
  return outfile;
};
