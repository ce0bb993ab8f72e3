// A client that grows: what a page has to load is part of its promise (docs/build/client.md).
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const BYTES_MAX = 12_000;

test('the client is small, and needs nothing but itself', async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [fileURLToPath(new URL('../../src/client/client.ts', import.meta.url))],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    write: false,
    metafile: true,
  });
  expect(outputFiles[0]!.contents.length).toBeLessThan(BYTES_MAX);
  expect(Object.keys(metafile.inputs).filter((file) => !file.includes('src/client/'))).toEqual([]);
});
