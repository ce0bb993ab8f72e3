// npm run sim -- fuzz-cost --minutes 60: breeds the dearest calls there are, and volleys of them beside shoppers, and
// says which break the oracle. Exit 1 where one does. CONTRIBUTING.md says how to read it.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Seeded } from '../../engine/seeded.ts';
import { flag, number, optionsOf, text } from '../../harness/program-options.ts';
import { BASE_SEED } from '../../harness/seed.ts';
import type { Call } from './call.ts';
import { Evolution, holdMsMax, violation, workMsMax } from './evolution.ts';
import type { Measured } from './evolution.ts';
import { costOf } from './gauge.ts';
import { IdleProcess } from './idle-process.ts';
import { openCostShop } from './shop.ts';
import type { CostShop } from './shop.ts';
import { Volleys, costOfVolley, volleyViolation } from './volley.ts';
import type { Length, MeasuredVolley, Volley } from './volley.ts';

const CORPUS = join(import.meta.dirname, '../corpus/dearest.jsonl');
const VOLLEYS = join(import.meta.dirname, '../corpus/volleys.jsonl');

/** Why it is no regular expression; '': it is one. */
const whyNoPattern = (pattern: string): string => {
  try {
    void new RegExp(pattern);
    return '';
  } catch (error) {
    return `is no regular expression: ${(error as Error).message}`;
  }
};

const { values } = optionsOf({
  name: 'fuzz-cost',
  does: 'Breeds the calls that cost the server most, and the volleys of them that let shoppers wait longest.',
  options: {
    minutes: number(1, 'how long after the corpus was replayed'),
    calls: number(Infinity, 'how many calls at most'),
    products: number(10_000, 'products of the shop'),
    orders: number(10_000, 'orders of the shop'),
    only: text('REGEXP', 'operations with such a name', whyNoPattern),
    seed: number(BASE_SEED, 'what is drawn'),
    data: text('DIR', 'keep the filled shop there, and use it again'),
    report: text('FILE', 'write the calls there that hold the thread for more than 50 ms, the dearest first'),
    write: flag('write the dearest calls and volleys to test/fuzz/corpus/'),
  },
});

/** Memory beyond that of the filled shop. */
const GROWTH_MB_MAX = 1024;
/** A call that breaks the oracle must do so each time: a collection of the heap or a neighbour does it once. */
const TIMES = 3;
const SHOWN = 10;
const DEAR_MS = 50;
/** Characters of a reported request. */
const REPORTED = 4000;

/** So many calls by themselves for each volley. */
const CALLS_PER_VOLLEY = 10;
const VOLLEY: Length = { quietMs: 300, ms: 500, rounds: Infinity };
const VOLLEY_TEXT_MAX = 2000;

const line = ({ call, cost }: Measured): string =>
  `${cost.holdCpuMs.toFixed(0).padStart(6)} ms held, ${cost.cpuMs.toFixed(0)} ms CPU, ${cost.bytesIn} → ` +
  `${cost.bytesOut} bytes, ${call.output} ${call.request}: ${JSON.stringify(call.body ?? call.params).slice(0, 160)}`;

const volleyLine = ({ volley, cost }: MeasuredVolley): string =>
  `${cost.p99Ms.toFixed(0).padStart(6)} ms p99, ${cost.quietP99Ms.toFixed(0)} when it is quiet, ` +
  `${cost.holdCpuMs.toFixed(0)} ms held: ${volley.map(({ request }) => request).join(', ')}`;

/** What a reader wants to see of a call: its cost, why it breaks the oracle, and the whole request. */
const report = (dear: readonly Measured[], broken: ReadonlyMap<string, string>): string =>
  dear
    .map((one) => {
      const text = JSON.stringify(one.call);
      return `${line(one)}\n${broken.has(text) ? `BROKEN ${broken.get(text)}\n` : ''}${text.slice(0, REPORTED)}\n`;
    })
    .join('\n');

const readLines = (file: string): string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];

class Run {
  private readonly shop: CostShop;
  private readonly idle = new IdleProcess();
  private readonly evolution: Evolution;
  private readonly volleys: Volleys;
  private readonly rssMbMax = process.memoryUsage.rss() / 1_048_576 + GROWTH_MB_MAX;
  /** By the text of a call or a volley: why it breaks the oracle. */
  private readonly broken = new Map<string, string>();
  private idleMsMax = 0;
  private calls = 0;

  constructor(shop: CostShop) {
    this.shop = shop;
    const random = new Seeded(values.seed);
    this.evolution = new Evolution(random, new RegExp(values.only));
    this.volleys = new Volleys(random, this.evolution);
  }

  async run(): Promise<number> {
    const isWanted = ({ request }: Call): boolean => new RegExp(values.only).test(request);
    for (const call of readLines(CORPUS).map((text) => JSON.parse(text) as Call))
      if (isWanted(call)) await this.judgeCall(call);
    for (const volley of readLines(VOLLEYS).map((text) => JSON.parse(text) as Volley))
      if (volley.every(isWanted)) await this.judgeVolley(volley);
    const [endMs, callsMax] = [performance.now() + values.minutes * 60_000, this.calls + values.calls];
    let shownMs = performance.now();
    while (performance.now() < endMs && this.calls < callsMax) {
      if (this.calls % CALLS_PER_VOLLEY === 0) await this.judgeVolley(this.volleys.next());
      await this.judgeCall(this.evolution.next());
      if (performance.now() - shownMs < 60_000) continue;
      shownMs = performance.now();
      this.show();
    }
    this.show();
    if (values.write) this.write();
    this.idle.close();
    for (const fault of this.shop.faults) console.log(`FAULT ${fault}`);
    return this.broken.size + this.shop.faults.length;
  }

  /** Measures until it is found innocent, or has broken the oracle each time. */
  private async judged<T>(
    measure: () => Promise<T>,
    verdict: (cost: T, idleMs: number) => string,
  ): Promise<[T, string]> {
    for (let time = 1; ; time += 1) {
      await this.idle.longestDelayMs();
      const cost = await measure();
      const idleMs = await this.idle.longestDelayMs();
      this.idleMsMax = Math.max(this.idleMsMax, idleMs);
      const why = verdict(cost, idleMs);
      if (why === '' || time === TIMES) return [cost, why];
    }
  }

  private async judgeCall(call: Call): Promise<void> {
    this.calls += 1;
    const { shop, rssMbMax } = this;
    const [cost, why] = await this.judged(
      () => costOf(shop, call),
      (measured, idleMs) => {
        const workMs = workMsMax(shop.workMsMaxOf(call), measured);
        const oracle = { holdMsMax: holdMsMax(idleMs), rssMbMax, workMsMax: workMs };
        return violation(measured, oracle, call.hangsUpMs !== undefined);
      },
    );
    this.evolution.add({ call, cost });
    if (why !== '') this.found(why, line({ call, cost }), call);
  }

  private async judgeVolley(volley: Volley): Promise<void> {
    const { shop, rssMbMax } = this;
    const [cost, why] = await this.judged(
      () => costOfVolley(shop, volley, VOLLEY),
      (measured, idleMs) => volleyViolation(measured, { holdMsMax: holdMsMax(idleMs), rssMbMax, idleMs }),
    );
    this.volleys.add({ volley, cost });
    if (why !== '') this.found(why, volleyLine({ volley, cost }), volley);
  }

  private found(why: string, what: string, tried: Call | Volley): void {
    console.log(`BROKEN ${why}\n${what}`);
    if (Array.isArray(tried)) console.log(JSON.stringify(tried).slice(0, REPORTED));
    this.broken.set(JSON.stringify(tried), why);
  }

  private show(): void {
    const late = `an idle process late by ${this.idleMsMax.toFixed(0)} ms`;
    console.log(`${this.calls} calls, ${late}, ${this.broken.size} broken; dearest:`);
    const ranking = this.evolution.ranking();
    for (const measured of ranking.slice(0, SHOWN)) console.log(line(measured));
    for (const measured of this.volleys.ranking().slice(0, SHOWN)) console.log(volleyLine(measured));
    const dear = ranking.filter(({ cost }) => cost.holdCpuMs > DEAR_MS);
    if (values.report !== '') writeFileSync(values.report, report(dear, this.broken));
  }

  private write(): void {
    writeFileSync(CORPUS, `${this.evolution.corpus().join('\n')}\n`);
    const volleys = this.volleys.ranking().map(({ volley }) => JSON.stringify(volley));
    writeFileSync(VOLLEYS, `${volleys.filter((text) => text.length <= VOLLEY_TEXT_MAX).join('\n')}\n`);
  }
}

const run = async (directory: string): Promise<number> => {
  const startMs = performance.now();
  const shop = await openCostShop(directory, values.products, values.orders);
  console.log(`shop opened in ${((performance.now() - startMs) / 1000).toFixed(0)} s`);
  const found = await new Run(shop).run();
  await shop.close();
  return found === 0 ? 0 : 1;
};

const directory = values.data || mkdtempSync(join(tmpdir(), 'kontor-fuzz-'));
try {
  process.exitCode = await run(directory);
} finally {
  if (values.data === '') rmSync(directory, { recursive: true, force: true });
}
