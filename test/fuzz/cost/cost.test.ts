// Catches a dear call that ends in a fault, in a status that no call may get, or in no reply: those of the corpus and
// those that are bred from them. It asserts nothing on the clock: `npm run sim -- fuzz-cost` does, on a shop of any
// size.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runs, sample } from '../../harness/effort.ts';
import { Seeded } from '../../engine/seeded.ts';
import { seedOf } from '../../harness/seed.ts';
import type { Call } from './call.ts';
import { Evolution, holdMsMax, violation, wrongReply } from './evolution.ts';
import { costOf } from './gauge.ts';
import type { Cost } from './gauge.ts';
import { openCostShop } from './shop.ts';

const CORPUS = join(import.meta.dirname, '../corpus/dearest.jsonl');
const [PRODUCTS, ORDERS] = [runs(200, 2000), runs(200, 2000)];
const STREAM_MS_MAX = 500;

test('the dearest calls, and calls bred from them, get a reply that a call may get', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'kontor-cost-'));
  const shop = await openCostShop(directory, PRODUCTS, ORDERS, STREAM_MS_MAX);
  const evolution = new Evolution(new Seeded(seedOf('dearest calls')));
  const judge = async (call: Call): Promise<void> => {
    const cost = await costOf(shop, call);
    expect(wrongReply(cost), JSON.stringify(call).slice(0, 2000)).toBe('');
    evolution.add({ call, cost });
  };
  const corpus = readFileSync(CORPUS, 'utf8').split('\n').filter(Boolean);
  for (const text of sample(corpus)) await judge(JSON.parse(text) as Call);
  expect(evolution.ranking().length).toBeGreaterThan(10);
  for (let count = runs(40); count > 0; count -= 1) await judge(evolution.next());
  expect(shop.faults).toEqual([]);
  await shop.close();
  rmSync(directory, { recursive: true });
});

const COST: Cost = { status: 200, text: '{}', bytesIn: 9, bytesOut: 2, cpuMs: 1, holdCpuMs: 1, holdMs: 1, rssMb: 100 };
const error = (code: string): string => `{"object":"error","status":"error","message":"${code}"}`;

test.each<[string, Partial<Cost>, string]>([
  ['a cheap call', {}, ''],
  ['a turn above the limit', { holdCpuMs: 111, holdMs: 111 }, 'holds the thread for 111 ms of CPU'],
  ['a turn at the limit', { holdCpuMs: 110, holdMs: 110 }, ''],
  ['a process that others held up', { holdCpuMs: 5, holdMs: 500 }, ''],
  ['memory', { rssMb: 1001 }, 'the process takes 1001 MB'],
  ['a refusal', { text: error('PARAMETER_INVALID') }, ''],
  ['a fault', { text: error('INTERNAL_ERROR') }, `INTERNAL_ERROR: ${error('INTERNAL_ERROR')}`],
  ['a fault in XML', { text: '<error><message>INTERNAL_ERROR</message>' }, 'INTERNAL_ERROR: <error>'],
  ['a server that is busy', { status: 503, text: error('OVERLOADED') }, ''],
  ['another status', { status: 500, text: 'x' }, 'status 500: x'],
])('the oracle judges %s', (_, cost, why) => {
  expect(violation({ ...COST, ...cost }, { holdMsMax: holdMsMax(20), rssMbMax: 1000 })).toMatch(
    why === '' ? /^$/ : new RegExp(`^${why.replaceAll(/[{}<>]/g, '.')}`),
  );
});
