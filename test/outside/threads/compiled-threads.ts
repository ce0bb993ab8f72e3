// The code of worker threads, compiled once for all that a worker of vitest starts: each would load tsx otherwise,
// which takes four tenths of a second of the processors. Importing it is enough for `startThread`.
import { build } from 'esbuild';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { useThreadCode } from '../../../src/outside/threads/start-thread.ts';

const WORKERS = [
  'src/outside/documents/html-worker.ts',
  'src/outside/documents/pdf-worker.ts',
  'src/outside/extensions/extension-worker.ts',
  'src/outside/http/http-worker.ts',
  'src/outside/passwords/password-worker.ts',
  'src/http/threads/io-thread.ts',
  'test/outside/threads/obedient-worker.ts',
  'test/http/threads/calling-thread.ts',
  'test/http/threads/reading-thread.ts',
  'test/http/threads/writing-thread.ts',
];

const ROOT = join(import.meta.dirname, '..', '..', '..');
const compiled = new Map<string, URL>();
const directory = mkdtempSync(join(tmpdir(), 'threads-'));
process.once('exit', () => rmSync(directory, { recursive: true, force: true }));

await build({
  entryPoints: WORKERS.map((file) => join(ROOT, file)),
  outdir: directory,
  entryNames: '[name]',
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  outExtension: { '.js': '.mjs' },
  plugins: [
    {
      name: 'where it was',
      setup({ onLoad, onResolve }) {
        // Packages, and what a module finds beside itself, are where the source has them.
        onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
          kind === 'entry-point' || path.startsWith('node:')
            ? undefined
            : { path: import.meta.resolve(path), external: true },
        );
        onLoad({ filter: /\.ts$/ }, ({ path }) => ({
          contents: readFileSync(path, 'utf8')
            .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
            .replaceAll('import.meta.dirname', JSON.stringify(join(path, '..'))),
          loader: 'ts',
        }));
      },
    },
  ],
});
for (const file of WORKERS)
  compiled.set(
    pathToFileURL(join(ROOT, file)).href,
    pathToFileURL(join(directory, basename(file).replace(/\.ts$/, '.mjs'))),
  );
useThreadCode(({ href }) => compiled.get(href));
