// `kontor extension try` with a question from a file. Catches an answer that the shop would not take and that is shown
// as if it did, a wrong exit code, and a module whose fault is not named.
import { readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CommandPlace } from '../harness/commands.ts';
import type { Ran } from '../harness/commands.ts';
import '../outside/threads/compiled-threads.ts';

let place: CommandPlace;
beforeEach(() => {
  place = new CommandPlace();
});
afterEach(() => place.clean());

const SHOPPER = { currency: 'EUR', currency_digits: 2 };

/** Tries a handler; without `--json` unless it is among the arguments. */
const tried = (point: string, handler: string, question: object, ...args: string[]): Promise<Ran> => {
  writeFileSync(place.path('own.mjs'), `export default { name: 'own', version: '1', ${point}: ${handler} };`);
  writeFileSync(place.path('question.json'), JSON.stringify(question));
  const asked = ['--point', point, '--cart', 'question.json', ...args];
  return place.runHere(['extension', 'try', 'own.mjs', ...asked]);
};

test('it prints the answer, the time and what the shop would do', async () => {
  const { code, out } = await tried('checkout_check', `({ cart }) => ({ refuse: 'TOO_' + cart.word })`, {
    cart: { word: 'MUCH' },
  });
  expect(code).toBe(0);
  expect(out).toEqual([
    'own 1: {"refuse":"TOO_MUCH"}',
    expect.stringMatching(/^ {2}\d+ ms, of at most 2000; the shop refuses: EXTENSION_REFUSED, TOO_MUCH$/),
  ]);
});

test.each([
  ['checkout_check', '() => undefined', null, /nothing to say/],
  ['line_price', '({ minor }) => ({ minor: minor * 2 })', { minor: 500 }, /takes 500 in/],
  ['delivery_price', '({ minor }) => ({ minor: minor + 1 })', { minor: 251 }, /takes 251 in/],
  ['order_attributes', `() => ({ route: 'north' })`, { route: 'north' }, /the shop takes it/],
  ['after', '() => {}', null, /nothing to say/],
] as const)('%s that answers as it should ends with 0', async (point, handler, answer, effect) => {
  const { code, out } = await tried(point, handler, { minor: 250, shopper: SHOPPER }, '--json');
  expect(code).toBe(0);
  expect(JSON.parse(out[0]!)).toMatchObject({ point, answer, failure: '', effect: expect.stringMatching(effect) });
});

test.each([
  ['checkout_check', `() => ({ refuse: 'so what' })`, /no code of capitals/],
  ['line_price', '() => ({ minor: -1 })', /no whole number from 0/],
  ['delivery_price', '() => ({ minor: 1, taxclass: 7 })', /taxclass is 7/],
  ['order_attributes', '() => ({ deep: { er: 1 } })', /attributes|text/],
  ['cart_check', `() => { throw new Error('no database'); }`, /Error: no database/],
] as const)('%s whose answer the shop would not take ends with 1', async (point, handler, failure) => {
  const { code, out } = await tried(point, handler, { shopper: SHOPPER }, '--json');
  expect(code).toBe(1);
  const said = JSON.parse(out[0]!) as { readonly failure: string };
  expect(said.failure).toMatch(failure);
});

test('what is wrong with module, point or file is one line', async () => {
  const ask = async (...args: string[]): Promise<string> => (await tried('after', '() => {}', {}, ...args)).err.at(-1)!;
  expect(await ask('--point', 'checkout_chek')).toMatch(/there is no checkout_chek; points are line_price/);
  expect(await ask('--point', 'cart_check')).toMatch(/own has no cart_check, but after/);
  expect(await ask('--part', 'start')).toMatch(/--part/);
  writeFileSync(place.path('list.json'), '7');
  expect(await ask('--cart', 'list.json')).toMatch(/list\.json holds no question: it is no object/);
  const broken = await tried('after', '7', {});
  expect([broken.code, broken.err.at(-1)]).toEqual([1, expect.stringMatching(/is not loaded: after is no function/)]);
});

test('a question is saved to a new file', async () => {
  const question = { cart: { sum: 5 } };
  await tried('checkout_check', '() => undefined', question, '--save', 'saved.json');
  expect(JSON.parse(readFileSync(place.path('saved.json'), 'utf8'))).toEqual(question);
  const again = await tried('checkout_check', '() => undefined', question, '--save', 'saved.json');
  expect([again.code, again.err.at(-1)]).toEqual([1, expect.stringMatching(/EEXIST/)]);
});
