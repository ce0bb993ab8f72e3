// The code of a thread, bundled once: to load it through tsx in each thread would take longer than the tests.
import { buildSync } from 'esbuild';
import { fileURLToPath } from 'node:url';

const bundles = new Map<string, URL>();

export const bundled = (file: URL): URL => {
  const known = bundles.get(file.href);
  if (known !== undefined) return known;
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(file)],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['uWebSockets.js'],
  });
  // Elsewhere than in the project, the package is found by its place alone.
  const code = outputFiles[0]!.text.replaceAll(
    '"uWebSockets.js"',
    JSON.stringify(import.meta.resolve('uWebSockets.js')),
  );
  const bundle = new URL(`data:text/javascript,${encodeURIComponent(code)}`);
  bundles.set(file.href, bundle);
  return bundle;
};
