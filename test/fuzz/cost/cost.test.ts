// Catches a dear call that ends in a fault, in a status that no call may get, or in no reply: some calls of the corpus,
// and some that are bred from them; cost.nightly.test.ts has all of them. It asserts nothing on the clock:
// `npm run sim -- fuzz-cost` does, on a shop of any size.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Seeded } from '../../engine/seeded.ts';
import { seedOf } from '../../harness/seed.ts';
import { BODY_MAX, bodyOf, drawnBody, mutatedBody, textOf } from './bodies.ts';
import { BODY } from './call.ts';
import type { Call } from './call.ts';
import { DEAREST, openSmallShop, replay } from './dearest-calls.ts';
import { facets, filling, synonyms, typed } from './finding.ts';
import { Evolution, holdMsMax, violation, workMsMax, wrongReply } from './evolution.ts';
import type { Cost } from './gauge.ts';
import type { Answer, CostShop } from './shop.ts';
import { Volleys, costOfVolley, volleyViolation } from './volley.ts';
import type { VolleyCost } from './volley.ts';
import { lengthOf } from './written-call.ts';

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

const SMALL = { quietMs: 0, ms: 0, rounds: 1 } as const;
const LICENCE = { licence_username: 'bench', licence_password: 'bench-password' };
const plain = (request: string, params: Call['params']): Call => ({ request, secret: false, output: 'json', params });

describe('calls that are sent together', () => {
  test('get replies that a call may get, and so do shoppers and a writer beside them', async () => {
    const nobody = { request: BODY, secret: false, output: 'json', params: {}, caller: 'nobody' } as const;
    const nested = { type: 'application/json', head: '{"x":', unit: '[', times: 500, close: ']', tail: '}' } as const;
    const cost = await costOfVolley(
      shop,
      [
        { ...nobody, body: nested },
        { ...plain('search_products', { constraint: [{ name: ['NOT LIKE', '~400~a_'] }] }), hangsUpMs: 0 },
        { ...plain('get_cart', { session: '@small' }), caller: 'wrong' },
        plain('get_cart', { session: '@small' }),
      ],
      SMALL,
    );
    expect(cost.wrong).toBe('');
    expect(shop.faults).toEqual([]);
  });

  test.each([
    ['a call of theirs', 'get_cart', 'get_cart: status 500: x'],
    ['a shopper', 'get_product_details', "a shopper's get_product_details: status 500: x"],
    ['the writer', 'inventory_place', 'the writer: status 500: x'],
  ])('are found out when %s gets a reply that no call may get', async (_, broken, wrong) => {
    const send = ({ request }: Call): Promise<Answer> => {
      const [status, text] = request === broken ? [500, 'x'] : [200, '{"code":"c"}'];
      return Promise.resolve({ status, text, bytesIn: 1, bytesOut: 1 });
    };
    const cost = await costOfVolley({ ...shop, send }, [plain('get_cart', {})], SMALL);
    expect(cost.wrong).toBe(wrong);
  });

  test('are bred from the dearest calls and volleys, and none is longer than a body may be', () => {
    const evolution = new Evolution(new Seeded(seedOf('volleys')));
    for (const text of DEAREST.slice(0, 5)) evolution.add({ call: JSON.parse(text) as Call, cost: COST });
    const volleys = new Volleys(new Seeded(seedOf('bred volleys')), evolution);
    const dearest = [plain('get_cart', {}), plain('get_status', {})];
    volleys.add({ volley: dearest, cost: { ...VOLLEY_COST, p99Ms: 1000 } });
    const bred = Array.from({ length: 10 }, () => volleys.next());
    expect(bred.some((volley) => volley.includes(dearest[0]!) || volley.includes(dearest[1]!))).toBe(true);
    for (const volley of bred) {
      expect(volley.length).toBeGreaterThan(1);
      for (const call of volley) expect(lengthOf(call)).toBeLessThanOrEqual(BODY_MAX);
    }
    for (let at = 0; at < 100; at += 1) volleys.add({ volley: [], cost: VOLLEY_COST });
    expect(volleys.ranking().length).toBeLessThan(20);
    expect(volleys.ranking()[0]!.volley).toBe(dearest);
  });
});

test('bodies of nobody nest, repeat and number their units, up to the length that a body may have', () => {
  const recipe = {
    type: 'application/json',
    head: '{@licence,"x":',
    unit: '{"a#":',
    times: 3,
    close: '}',
    tail: '}',
  } as const;
  expect(bodyOf({ ...recipe, unit: '[', close: ']' }, LICENCE)).toBe(
    '{"licence_username":"bench","licence_password":"bench-password","x":[[[]]]}',
  );
  expect(bodyOf(recipe, {})).toContain('{"a0":{"a1":{"a2":}}}');
  const random = new Seeded(seedOf('bodies'));
  for (let at = 0; at < 10; at += 1)
    expect(bodyOf(mutatedBody(random, drawnBody(random)), LICENCE).length).toBeLessThanOrEqual(BODY_MAX);
  expect([textOf('~3~%a_'), textOf('~x'), textOf('plain')]).toEqual(['%a_%a_%a_', '~x', 'plain']);
});

test('facets, words and fillings are drawn that the shop takes, and some that it refuses', async () => {
  const random = new Seeded(seedOf('finding'));
  const taken = async (request: string, secret: boolean, draw: () => Call['params']): Promise<number> => {
    let count = 0;
    for (let at = 0; at < 10; at += 1) {
      const { status, text } = await shop.send({ ...plain(request, draw()), secret });
      if (status === 200 && !text.startsWith('{"object":"error"')) count += 1;
    }
    return count;
  };
  const counts = [
    await taken('search_products', false, () => ({ constraint: [], facets: facets(random) })),
    await taken('suggest_products', false, () => ({ text: typed(random) })),
    await taken('set_search_words', true, () => ({ synonyms: synonyms(random), dry_run: 1 })),
    await taken('create_category', true, () => ({
      id_parent: 1,
      name: `f${random.next()}`,
      constraint: filling(random),
    })),
  ];
  for (const count of counts) expect(count).toBeGreaterThan(1);
  expect(Math.min(...counts)).toBeLessThan(10);
  expect(shop.faults).toEqual([]);
});

test('a caller who hangs up gets no reply, and any other gets one', async () => {
  const list = plain('search_products', { constraint: [] });
  expect(wrongReply(await shop.send({ ...list, hangsUpMs: 0 }), true)).toBe('');
  expect(wrongReply({ status: 0, text: '' })).toBe('status 0: ');
  expect(await shop.send({ ...list, caller: 'nobody' })).toMatchObject({ text: expect.stringContaining('"error"') });
  expect(shop.workMsMaxOf({ ...list, secret: true })).toBeGreaterThan(shop.workMsMaxOf(list));
  expect(shop.workMsMaxOf({ ...list, secret: true, caller: 'wrong' })).toBe(shop.workMsMaxOf(list));
});

const VOLLEY_COST: VolleyCost = { cpuMs: 1, holdCpuMs: 1, holdMs: 1, rssMb: 1, quietP99Ms: 10, p99Ms: 10, wrong: '' };

test.each<[string, Partial<VolleyCost>, string]>([
  ['a harmless one', {}, ''],
  ['shoppers at the limit', { p99Ms: 140 }, ''],
  ['shoppers beyond it', { p99Ms: 141 }, 'lets shoppers wait 141 ms, 10 ms when it is quiet'],
  ['a turn above the limit', { holdCpuMs: 111, holdMs: 111 }, 'holds the thread for 111 ms of CPU'],
  ['memory', { rssMb: 1001 }, 'the process takes 1001 MB'],
  ['a reply that no call may get', { wrong: 'get_cart: status 500: x' }, 'get_cart: status 500: x'],
])('the oracle of volleys judges %s', (_, cost, why) => {
  const oracle = { holdMsMax: holdMsMax(20), rssMbMax: 1000, idleMs: 20 };
  expect(volleyViolation({ ...VOLLEY_COST, ...cost }, oracle)).toBe(why);
});

const COST: Cost = { status: 200, text: '{}', bytesIn: 9, bytesOut: 2, cpuMs: 1, holdCpuMs: 1, holdMs: 1, rssMb: 100 };
const error = (code: string): string => `{"object":"error","status":"error","message":"${code}"}`;

test.each<[string, Partial<Cost>, string]>([
  ['a cheap call', {}, ''],
  ['a turn above the limit', { holdCpuMs: 111, holdMs: 111 }, 'holds the thread for 111 ms of CPU'],
  ['a turn at the limit', { holdCpuMs: 110, holdMs: 110 }, ''],
  ['a process that others held up', { holdCpuMs: 5, holdMs: 500 }, ''],
  ['work at the limit', { cpuMs: 3000 }, ''],
  ['work beyond it', { cpuMs: 3010 }, 'costs 3010 ms of CPU'],
  ['work of many bytes', { cpuMs: 3010, bytesOut: 100_000 }, ''],
  ['memory', { rssMb: 1001 }, 'the process takes 1001 MB'],
  ['a refusal', { text: error('PARAMETER_INVALID') }, ''],
  ['a fault', { text: error('INTERNAL_ERROR') }, `INTERNAL_ERROR: ${error('INTERNAL_ERROR')}`],
  ['a fault in XML', { text: '<error><message>INTERNAL_ERROR</message>' }, 'INTERNAL_ERROR: <error>'],
  ['a server that is busy', { status: 503, text: error('OVERLOADED') }, ''],
  ['a body that cannot be read', { status: 400, text: error('BODY_UNDECODABLE') }, ''],
  ['a refusal with the status of another', { status: 400, text: error('CART_EMPTY') }, 'status 400: '],
  ['another status', { status: 500, text: 'x' }, 'status 500: x'],
])('the oracle judges %s', (_, cost, why) => {
  const all = { ...COST, ...cost };
  const oracle = { holdMsMax: holdMsMax(20), rssMbMax: 1000, workMsMax: workMsMax(2000, all) };
  expect(violation(all, oracle)).toMatch(why === '' ? /^$/ : new RegExp(`^${why.replaceAll(/[{}<>]/g, '.')}`));
});
