// npm run bench -- search: the search figures of bench/notes/search.md. The store is filled once, then opened in a
// process of its own, so that memory and the time to the first answer are those of a start.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { askedOfBestBuy, askedOfGenerated } from './asked.ts';
import type { Measured } from './measure.ts';
import { measure, prepare } from './measure.ts';
import { searchTable } from './table.ts';

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    data: { type: 'string' },
    measure: { type: 'string' },
    'best-buy': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const HELP = `Measures searches over a generated catalogue.

  --products N   products, 100000 unless told
  --seconds N    seconds per kind of search, 3 unless told
  --only REGEXP  the kinds of search with such a name
  --data DIR     keep the filled store there, and use it again
  --best-buy     the store at --data is an import of Best Buy's products`;

if (values.help) console.log(HELP);
else if (values.measure !== undefined)
  console.log(
    JSON.stringify(
      await measure(values.measure, {
        seconds: Number(values.seconds),
        only: new RegExp(values.only),
        asking: values['best-buy'] ? askedOfBestBuy : askedOfGenerated,
      }),
    ),
  );
else {
  const directory = values.data ?? mkdtempSync(join(tmpdir(), 'kontor-search-'));
  try {
    if (!existsSync(join(directory, 'store.json'))) await prepare(directory, Number(values.products));
    const args = [
      '--expose-gc',
      '--max-old-space-size=8192',
      '--max-semi-space-size=32',
      '--import',
      'tsx',
      fileURLToPath(import.meta.url),
      '--measure',
      directory,
      '--seconds',
      values.seconds,
      '--only',
      values.only,
      ...(values['best-buy'] ? ['--best-buy'] : []),
    ];
    const { status, stdout } = spawnSync(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
      encoding: 'utf8',
      maxBuffer: 1e8,
    });
    if (status !== 0) throw new Error(`the measuring process ended with ${status}`);
    console.log(searchTable(JSON.parse(stdout.trim().split('\n').at(-1)!) as Measured));
  } finally {
    if (values.data === undefined) rmSync(directory, { recursive: true, force: true });
  }
}
