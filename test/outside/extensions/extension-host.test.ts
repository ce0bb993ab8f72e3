// Extensions on threads of their own. Catches a fault of one that is waited for longer than its deadline, that ends or
// stops the process, that another extension feels, or that nobody can name afterwards.
import { expect, test } from 'vitest';
import type { Answered, ReadAnswer } from '../../../src/kernel/extensions.ts';
import { until } from '../../harness/until.ts';
import { hostOf, moduleOf, takesToLoad } from './modules.ts';
import type { TestedHost } from './modules.ts';

interface Said {
  readonly refuse: string;
}

const READ: ReadAnswer<Said> = (given) =>
  given === undefined
    ? undefined
    : typeof (given as Partial<Said>).refuse === 'string'
      ? (given as Said)
      : 'no refusal';

/** Once its start has ended: a busy machine may take longer to load a module than an answer may. */
const ask = async ({ host, first }: TestedHost, question: object = {}): Promise<readonly Answered<Said>[]> => {
  await until('a start has ended', () => first().state !== 'starting');
  return host.ask('checkout_check', JSON.stringify(question), READ);
};

const SOON = { deadlineMs: { checkout_check: 60 } };
/** No machine is so busy. */
const LONG = { deadlineMs: { checkout_check: 60_000 } };

test('an answer says who gave it, and nothing to say is no failure', async () => {
  const tested = hostOf({
    'a.mjs': moduleOf(
      'age-check',
      `version: '2', checkout_check: ({ age }) => (age < 18 ? { refuse: 'YOUNG' } : undefined)`,
    ),
  });
  expect(await ask(tested, { age: 17 })).toEqual([
    { by: ['age-check', '2'], answer: { refuse: 'YOUNG' }, failure: '', maySkip: false },
  ]);
  expect(await ask(tested, { age: 18 })).toEqual([
    { by: ['age-check', '2'], answer: undefined, failure: '', maySkip: false },
  ]);
  expect(tested.first()).toMatchObject({
    name: 'age-check',
    state: 'running',
    points: ['checkout_check'],
    calls: 2,
    failures: 0,
  });
});

test('the version is by default what the module’s file is', async () => {
  const tested = hostOf({ 'a.mjs': moduleOf('one', 'checkout_check: () => undefined') });
  const [answered] = await ask(tested);
  expect(answered!.by).toEqual(['one', expect.stringMatching(/^[0-9a-f]{12}$/)]);
});

test('it may read files and ask others: it is the code of the operator', async () => {
  const source = `
    import { readFileSync } from 'node:fs';
    import { createRequire } from 'node:module';
    const fs = createRequire(import.meta.url)('fs');
    export default { name: 'reader', checkout_check: (_question, { signal, fetch, log }) => {
      log('asked');
      return { refuse: [fs.readFileSync === readFileSync, signal.aborted, typeof fetch].join() };
    } };`;
  const tested = hostOf({ 'a.mjs': source });
  expect(await ask(tested)).toMatchObject([{ answer: { refuse: 'true,false,function' } }]);
  expect(tested.lines.filter((line) => line.endsWith(': asked'))).toHaveLength(1);
});

test('lines beyond twenty a second are dropped, and one says how many', async () => {
  const source = moduleOf(
    'loud',
    `checkout_check: (_question, { log }) => { for (let at = 0; at < 500; at += 1) log('line ' + at); }`,
  );
  const tested = hostOf({ 'a.mjs': source });
  await ask(tested);
  // The second may have ended meanwhile.
  const lines = (): number => tested.lines.filter((line) => / line \d+$/.test(line)).length;
  const dropped = (): number[] =>
    tested.lines.map((line) => Number(/: (\d+) more lines within a second are dropped/.exec(line)?.[1] ?? 0));
  await until('all are told of', () => lines() + dropped().reduce((sum, one) => sum + one, 0) === 500);
  expect(lines()).toBeLessThanOrEqual(40);
});

test.each([
  ['throws at load', `throw new Error('no database');`, /no database/],
  ['has no default export', 'export const name = 1;', /default export is no extension/],
  ['has a name that is none', `export default { name: 'A b', after: () => {} };`, /name is not one/],
  ['has a version that is none', `export default { name: 'a', version: 'a b', after: () => {} };`, /version/],
  ['has a point that there is not', moduleOf('a', 'checkout_chek: () => {}'), /no point checkout_chek/],
  ['has a point that is no function', moduleOf('a', 'checkout_check: 7'), /checkout_check is no function/],
  ['has half of a payment provider', moduleOf('a', 'payment_provider: { start: () => {} }'), /provider.notify is no/],
  ['has no point', moduleOf('a', ''), /none of the points/],
  ['is no JavaScript', 'export default {', /SyntaxError/],
  ['ends its thread', 'process.exit(0);', /ended itself with 0/],
] as const)('a module that %s is named with what is wrong, and checkouts are refused', async (_what, source, why) => {
  const tested = hostOf({ 'a.mjs': source });
  await tested.when('failed');
  expect(tested.first().lastError).toMatch(why);
  expect(tested.lines[0]).toMatch(/^the extension a\.mjs is not loaded: /);
  expect(await ask(tested)).toMatchObject([{ answer: undefined, failure: expect.stringMatching(why) }]);
});

test('a module in TypeScript says which Node reads it', async () => {
  const tested = hostOf({ 'a.ts': `export default { name: 'typed' as const, checkout_check: () => undefined };` });
  await until('a start has ended', () => tested.first().state !== 'starting');
  const isRead = (process.features as { readonly typescript?: unknown }).typescript;
  expect(tested.first().lastError).toMatch(isRead ? /^$/ : /\.ts is read by Node from 22\.18 on/);
});

test.each([['first'], ['second']])('of two with one name the first has it, also where the %s is slow', async (slow) => {
  const late = takesToLoad(300);
  const point = 'checkout_check: () => undefined';
  const tested = hostOf({
    'a.mjs': (slow === 'first' ? late : '') + moduleOf('same', point),
    'b.mjs': (slow === 'second' ? late : '') + moduleOf('same', point),
  });
  const stateOf = ({ state, lastError }: { readonly state: string; readonly lastError: string }): string =>
    `${state} ${lastError}`.trim();
  await until('the first runs, and the second does not', () => {
    const [first, second] = tested.host.list().map(stateOf);
    return first === 'running' && /^failed .*a\.mjs has the name same already$/.test(second!);
  });
  expect(tested.host.list().map(({ name }) => name)).toEqual(['same', '']);
});

test('what throws where it is read fails that question, and the thread goes on', async () => {
  const handler = `() => { throw { toString() { throw new Error('no'); }, get stack() { throw new Error('no'); } }; }`;
  const tested = hostOf({ 'a.mjs': moduleOf('odd', `checkout_check: ${handler}`) });
  await tested.when('running');
  await ask(tested);
  expect(tested.first()).toMatchObject({ state: 'running', restarts: 0, failures: 1 });
  expect(tested.first().lastError).toMatch(/cannot be read as text/);
});

test.each([
  ['throws', `() => { throw new Error('broken'); }`, /^Error: broken/],
  ['rejects', `async () => { throw 'broken'; }`, /^broken/],
  ['is late', '() => new Promise((done) => setInterval(done, 1e4))', /within 60 ms/],
  ['never settles', '() => new Promise(() => {})', /within 60 ms/],
  ['answers a number', '() => 7', /its answer is none of checkout_check: no refusal/],
  ['answers what is no JSON', '() => 7n', /BigInt/],
  ['answers a function', '() => () => {}', /is no JSON/],
  ['answers too much', `() => ({ refuse: 'x'.repeat(300_000) })`, /more than 262144 characters/],
  ['ends its thread', '() => process.exit(3)', /ended itself with 3/],
  [
    'throws beside its answer',
    `() => { setTimeout(() => { throw new Error('aside'); }); return new Promise(() => {}); }`,
    /aside/,
  ],
] as const)('one that %s fails by name', async (_what, handler, why) => {
  const tested = hostOf(
    { 'a.mjs': moduleOf('faulty', `checkout_check: ${handler}`) },
    /ms/.test(why.source) ? SOON : LONG,
  );
  await tested.when('running');
  expect(await ask(tested)).toEqual([
    { by: ['faulty', expect.any(String)], answer: undefined, failure: expect.stringMatching(why), maySkip: false },
  ]);
  expect(tested.first()).toMatchObject({ calls: 1, failures: 1 });
  expect(tested.lines.some((line) => line.startsWith('the extension faulty failed: '))).toBe(true);
});

test('what an operator lets be passed over is no failure to callers, and is counted', async () => {
  const tested = hostOf(
    { 'a.mjs': moduleOf('lax', `checkout_check: () => { throw new Error('broken'); }`) },
    { onFailure: 'skip' },
  );
  await tested.when('running');
  expect(await ask(tested)).toMatchObject([{ answer: undefined, maySkip: true }]);
  expect(tested.first().failures).toBe(1);
});

test('one that may be passed over is not asked until it is loaded', () => {
  const tested = hostOf({ 'a.mjs': moduleOf('lax', 'checkout_check: () => undefined') }, { onFailure: 'skip' });
  expect(tested.host.has('checkout_check')).toBe(false);
});

test('memory beside the heap is looked at with each answer', async () => {
  const handler = 'checkout_check: () => { globalThis.kept = Buffer.alloc(2 ** 25); }';
  const tested = hostOf({ 'a.mjs': moduleOf('buffers', handler) }, { memoryMb: 16 });
  expect(await ask(tested)).toMatchObject([{ failure: '' }]);
  await until('a new thread', () => tested.first().restarts === 1);
  expect(tested.first().lastError).toMatch(/beside its heap/);
});

test('two gigabytes beside the heap of one that never answers end its thread', async () => {
  const handler = '() => { globalThis.kept = Buffer.alloc(2 ** 31); return new Promise(() => {}); }';
  const tested = hostOf({ 'a.mjs': moduleOf('hoarder', `checkout_check: ${handler}`) }, SOON);
  await tested.when('running');
  expect(await ask(tested)).toMatchObject([{ failure: 'it did not answer within 60 ms' }]);
  await until('a new thread', () => tested.first().restarts === 1);
  expect(tested.lines.join('\n')).toMatch(/started again: it has 20\d\d MiB beside its heap, of at most 128/);
});

test('after failures in a row it rests, and its thread is not asked', async () => {
  const tested = hostOf({ 'a.mjs': moduleOf('faulty', `checkout_check: () => { throw new Error('broken'); }`) });
  await tested.when('running');
  for (let asked = 0; asked < 5; asked += 1) await ask(tested);
  expect(tested.first()).toMatchObject({ state: 'resting', calls: 5, failures: 5 });
  expect(await ask(tested)).toMatchObject([{ failure: 'it rests after failures: Error: broken' }]);
  expect(tested.first().calls).toBe(5);
});

test('what anybody may send it, and what it throws to be told again, lets no other point rest', async () => {
  const source = moduleOf(
    'shaky',
    `checkout_check: () => undefined, after: () => { throw new Error('later'); },
     payment_provider: { start: () => ({}), notify: () => { throw new Error('junk'); } }`,
  );
  const tested = hostOf({ 'a.mjs': source });
  await tested.when('running');
  const named = { name: 'shaky', question: '{}', read: READ };
  for (let asked = 0; asked < 6; asked += 1) {
    await tested.host.askNamed({ ...named, point: 'after' });
    await tested.host.askNamed({ ...named, point: 'payment_provider', part: 'notify' });
  }
  expect(tested.first()).toMatchObject({ state: 'running', failures: 12 });
  expect(await ask(tested)).toMatchObject([{ failure: '' }]);
});

test('what is thrown about a delivery lets no other point rest, and missed deadlines do', async () => {
  const source = moduleOf(
    'carrier',
    `delivery_price: ({ zip }) => (zip === '' ? new Promise(() => {}) : zip === '7' ? 7 : JSON.parse(zip)),
     checkout_check: () => undefined`,
  );
  const tested = hostOf({ 'a.mjs': source }, { deadlineMs: { checkout_check: 60_000, delivery_price: 500 } });
  await tested.when('running');
  const priced = (zip: string) => tested.host.ask('delivery_price', JSON.stringify({ zip }), READ);
  for (let asked = 0; asked < 3; asked += 1) await Promise.all([priced('NONSENSE'), priced('7')]);
  expect(tested.first()).toMatchObject({ state: 'running', failures: 6 });
  expect(await ask(tested)).toMatchObject([{ failure: '' }]);
  await Promise.all(Array.from({ length: 5 }, () => priced('')));
  expect(tested.first()).toMatchObject({ state: 'resting', failures: 11 });
});

test('it holds a hundred questions and refuses more, which is no reason to rest', async () => {
  const source = moduleOf('slow', 'checkout_check: ({ waits }) => new Promise((done) => setTimeout(done, waits))');
  const tested = hostOf({ 'a.mjs': source });
  await tested.when('running');
  const answered = await Promise.all(Array.from({ length: 110 }, () => ask(tested, { waits: 300 })));
  const refused = answered.flat().filter(({ failure }) => failure === 'it has 100 questions already');
  expect(refused).toHaveLength(10);
  expect(refused.every(({ isBusy }) => isBusy === true)).toBe(true);
  expect(tested.first()).toMatchObject({ state: 'running', failures: 0 });
});

test('a server that has loaded none knows no name to load again, and loads all once it is asked', async () => {
  const tested = hostOf({ 'a.mjs': moduleOf('one', 'checkout_check: () => undefined') });
  expect(await tested.host.reload('one')).toBe(false);
  await ask(tested);
  expect(tested.first()).toMatchObject({ name: 'one', state: 'running' });
});

test('a reload takes the new module without a question lost; one that is broken leaves the earlier at work', async () => {
  const source = (version: string): string =>
    moduleOf(
      'changing',
      `version: '${version}', checkout_check: ({ waits }) => new Promise((done) => setTimeout(() => done({ refuse: '${version}' }), waits))`,
    );
  const tested = hostOf({ 'a.mjs': source('1') });
  await tested.when('running');
  const before = ask(tested, { waits: 100 });
  tested.write('a.mjs', source('2'));
  expect(await tested.host.reload('changing')).toBe(true);
  expect(await ask(tested, { waits: 0 })).toMatchObject([{ by: ['changing', '2'], answer: { refuse: '2' } }]);
  expect(await before).toMatchObject([{ by: ['changing', '1'], answer: { refuse: '1' } }]);
  tested.write('a.mjs', 'throw new Error("half saved");');
  await tested.host.reload('');
  expect(tested.first()).toMatchObject({
    version: '2',
    state: 'running',
    lastError: expect.stringMatching(/half saved/),
  });
  expect(await ask(tested, { waits: 0 })).toMatchObject([{ answer: { refuse: '2' } }]);
  expect(await tested.host.reload('unknown')).toBe(false);
});

test('messages that are none harm nobody', async () => {
  const source = `
    import { parentPort } from 'node:worker_threads';
    export default { name: 'chatty', checkout_check: () => {
      for (const message of ['hi', null, 7, {}, { id: 99, answer: 'x' }, { pong: 1 }]) parentPort.postMessage(message);
      return { refuse: 'AFTER' };
    } };`;
  const tested = hostOf({ 'a.mjs': source });
  expect(await ask(tested)).toMatchObject([{ answer: { refuse: 'AFTER' } }]);
});
