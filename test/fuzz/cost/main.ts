// npm run sim -- fuzz-cost --minutes 60: breeds the dearest calls there are, and says which break the oracle.
// Exit 1 where a call does. CONTRIBUTING.md says how to read it.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { Seeded } from '../../engine/seeded.ts';
import { BASE_SEED } from '../../harness/seed.ts';
import type { Call } from './call.ts';
import { Evolution, holdMsMax, violation } from './evolution.ts';
import type { Measured } from './evolution.ts';
import { costOf } from './gauge.ts';
import { IdleProcess } from './idle-process.ts';
import { openCostShop } from './shop.ts';

const CORPUS = join(import.meta.dirname, '../corpus/dearest.jsonl');

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    calls: { type: 'string', default: 'Infinity' },
    products: { type: 'string', default: '10000' },
    orders: { type: 'string', default: '10000' },
    only: { type: 'string', default: '.' },
    seed: { type: 'string', default: String(BASE_SEED) },
    data: { type: 'string' },
    report: { type: 'string' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const HELP = `Breeds the calls that cost the server most.

  --minutes N    how long after the corpus was replayed, 1 unless told
  --calls N      how many calls at most
  --products N   products of the shop, 10000 unless told
  --orders N     orders of the shop, 10000 unless told
  --only REGEXP  operations with such a name
  --seed N       what is drawn
  --data DIR     keep the filled shop there, and use it again
  --report FILE  write the calls there that hold the thread for more than 50 ms, the dearest first
  --write        write the dearest calls to test/fuzz/corpus/dearest.jsonl`;

/** Memory beyond that of the filled shop. */
const GROWTH_MB_MAX = 1024;
/** A call that breaks the oracle must do so each time: a collection of the heap or a neighbour does it once. */
const TIMES = 3;
const SHOWN = 10;
const DEAR_MS = 50;
/** Characters of a reported request. */
const REPORTED = 4000;

const line = ({ call, cost }: Measured): string =>
  `${cost.holdCpuMs.toFixed(0).padStart(6)} ms held, ${cost.cpuMs.toFixed(0)} ms CPU, ${cost.bytesIn} → ` +
  `${cost.bytesOut} bytes, ${call.output} ${call.request}: ${JSON.stringify(call.params).slice(0, 160)}`;

/** What a reader wants to see of a call: its cost, why it breaks the oracle, and the whole request. */
const report = (dear: readonly Measured[], broken: ReadonlyMap<string, string>): string =>
  dear
    .map((one) => {
      const text = JSON.stringify(one.call);
      return `${line(one)}\n${broken.has(text) ? `BROKEN ${broken.get(text)}\n` : ''}${text.slice(0, REPORTED)}\n`;
    })
    .join('\n');

const run = async (directory: string): Promise<number> => {
  const startMs = performance.now();
  const shop = await openCostShop(directory, Number(values.products), Number(values.orders));
  console.log(`shop opened in ${((performance.now() - startMs) / 1000).toFixed(0)} s`);
  const random = new Seeded(Number(values.seed));
  const evolution = new Evolution(random, new RegExp(values.only));
  const idle = new IdleProcess();
  let idleMsMax = 0;
  const done = { calls: 0 };
  const rssMbMax = process.memoryUsage.rss() / 1_048_576 + GROWTH_MB_MAX;
  /** By the text of the call: why it breaks the oracle. */
  const broken = new Map<string, string>();
  const judged = async (call: Call): Promise<void> => {
    done.calls += 1;
    let measured: Measured | undefined;
    let why = '';
    for (let time = 0; time < TIMES && (time === 0 || why !== ''); time += 1) {
      await idle.longestDelayMs();
      measured = { call, cost: await costOf(shop, call) };
      const idleMs = await idle.longestDelayMs();
      idleMsMax = Math.max(idleMsMax, idleMs);
      why = violation(measured.cost, { holdMsMax: holdMsMax(idleMs), rssMbMax });
    }
    evolution.add(measured!);
    if (why === '') return;
    console.log(`BROKEN ${why}\n${line(measured!)}`);
    broken.set(JSON.stringify(call), why);
  };
  const show = (): void => {
    console.log(
      `${done.calls} calls, an idle process late by ${idleMsMax.toFixed(0)} ms, ${broken.size} broken; dearest:`,
    );
    const ranking = evolution.ranking();
    for (const measured of ranking.slice(0, SHOWN)) console.log(line(measured));
    const dear = ranking.filter(({ cost }) => cost.holdCpuMs > DEAR_MS);
    if (values.report !== undefined) writeFileSync(values.report, report(dear, broken));
  };
  const corpus = existsSync(CORPUS) ? readFileSync(CORPUS, 'utf8').split('\n').filter(Boolean) : [];
  for (const text of corpus) {
    const call = JSON.parse(text) as Call;
    if (new RegExp(values.only).test(call.request)) await judged(call);
  }
  const [endMs, callsMax] = [performance.now() + Number(values.minutes) * 60_000, done.calls + Number(values.calls)];
  let shownMs = performance.now();
  while (performance.now() < endMs && done.calls < callsMax) {
    await judged(evolution.next());
    if (performance.now() - shownMs < 60_000) continue;
    shownMs = performance.now();
    show();
  }
  show();
  if (values.write) writeFileSync(CORPUS, `${evolution.corpus().join('\n')}\n`);
  idle.close();
  await shop.close();
  for (const fault of shop.faults) console.log(`FAULT ${fault}`);
  return broken.size + shop.faults.length === 0 ? 0 : 1;
};

if (values.help) console.log(HELP);
else {
  const directory = values.data ?? mkdtempSync(join(tmpdir(), 'kontor-fuzz-'));
  try {
    process.exitCode = await run(directory);
  } finally {
    if (values.data === undefined) rmSync(directory, { recursive: true, force: true });
  }
}
