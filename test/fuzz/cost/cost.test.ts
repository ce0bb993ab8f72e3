// Catches a dear call that ends in a fault, in a status that no call may get, or in no reply: some calls of the corpus,
// and some that are bred from them; cost.nightly.test.ts has all of them. It asserts nothing on the clock:
// `npm run sim -- fuzz-cost` does, on a shop of any size.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEAREST, openSmallShop, replay } from './dearest-calls.ts';
import { holdMsMax, violation } from './evolution.ts';
import type { Cost } from './gauge.ts';
import type { CostShop } from './shop.ts';

let shop: CostShop;
beforeAll(async () => {
  shop = await openSmallShop(10, 10);
});
afterAll(() => shop.close());

test('some of the dearest calls, and calls bred from them, get a reply that a call may get', () =>
  replay(
    shop,
    DEAREST.filter((_, index) => index % 12 === 0),
    4,
  ));

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
