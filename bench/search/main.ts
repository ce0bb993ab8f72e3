// npm run bench:search: the search figures of bench/README.md. The store is filled once, then opened in a process of
// its own, so that memory and the time to the first answer are those of a start.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import type { Measured } from './measure.ts';
import { measure, prepare } from './measure.ts';

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    data: { type: 'string' },
    measure: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const HELP = `Measures searches over a generated catalogue.

  --products N   products, 100000 unless told
  --seconds N    seconds per kind of search, 3 unless told
  --only REGEXP  the kinds of search with such a name
  --data DIR     keep the filled store there, and use it again`;

const print = (measured: Measured): void => {
  const { products, readyMs, warmMs, longestTurnMs, longestTurnCpuMs, heapMb, rows } = measured;
  console.log(`| search, ${products} products | matches | p50 | p99 | max |\n|---|---|---|---|---|`);
  for (const { name, latency, matches } of rows) {
    const ms = (us: number): string => `${(us / 1000).toFixed(2)} ms`;
    console.log(`| ${name} | ${name.startsWith('update') ? '' : Math.round(matches)} | ${ms(latency.p50Us)} | ${ms(latency.p99Us)} | ${ms(latency.maxUs)} |`);
  }
  console.log(`\nopen and ready for reads in ${(readyMs / 1000).toFixed(1)} s, MATCH in ${(warmMs / 1000).toFixed(1)} s, longest slice ${longestTurnMs.toFixed(1)} ms, ${longestTurnCpuMs.toFixed(1)} ms of CPU`);
  console.log(`${heapMb.toFixed(0)} MB heap and buffers, ${((heapMb * 1000) / products).toFixed(1)} kB per product`);
};

if (values.help) console.log(HELP);
else if (values.measure !== undefined) console.log(JSON.stringify(await measure(values.measure, Number(values.seconds), new RegExp(values.only))));
else {
  const directory = values.data ?? mkdtempSync(join(tmpdir(), 'kontor-search-'));
  try {
    if (!existsSync(join(directory, 'store.json'))) await prepare(directory, Number(values.products));
    const args = ['--expose-gc', '--max-old-space-size=8192', '--max-semi-space-size=32', '--import', 'tsx', fileURLToPath(import.meta.url), '--measure', directory, '--seconds', values.seconds, '--only', values.only];
    const { status, stdout } = spawnSync(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8', maxBuffer: 1e8 });
    if (status !== 0) throw new Error(`the measuring process ended with ${status}`);
    print(JSON.parse(stdout.trim().split('\n').at(-1)!) as Measured);
  } finally {
    if (values.data === undefined) rmSync(directory, { recursive: true, force: true });
  }
}
