// `kontor coupon`: catches a command that says or changes something else beside a running server than without one.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, part } from '../../src/client/client.ts';
import { Place } from '../harness/program.ts';
import type { Program, Ran } from '../harness/program.ts';

const LICENCE = { username: 'coupon_shop', password: 'coupon-password', secretKey: 'coupon-secret-key' };
const ENV = {
  KONTOR_LICENCE_USERNAME: LICENCE.username,
  KONTOR_LICENCE_PASSWORD: LICENCE.password,
  KONTOR_LICENCE_SECRET_KEY: LICENCE.secretKey,
};
const FORGED = 'Sommer\nkontor: forged';

let place: Place;
let server: Program;

beforeAll(async () => {
  place = new Place();
  server = place.start(['serve', '--port', '0'], ENV);
  const url = (await server.ready()).replace('/srv/service/', '');
  // One bulk call: it would also catch a server without its path.
  const made = await createClient({ url, ...LICENCE }).bulk([
    part('create_coupons', { count: 1, name: FORGED, amount: 5, type: 'UNIQUE_NOMINAL', code: 'SUN' }),
    part('create_coupons', { count: 1, name: 'Winter', amount: 5, type: 'MULTIPLE_PERCENTAGE', code: 'SNOW' }),
    part('create_coupons', { count: 1, name: 'Herbst', amount: 5, type: 'UNIQUE_NOMINAL', code: 'FOG' }),
  ]);
  expect(made.ok && made.value.map(({ ok }) => ok)).toEqual([true, true, true]);
});
afterAll(() => place.clean());

const run = (...args: string[]): Promise<Ran> => place.run(['coupon', ...args]);
const done = async (...args: string[]): Promise<readonly string[]> => {
  const ran = await run(...args);
  expect(ran).toMatchObject({ code: 0, err: [] });
  return ran.out;
};

/** Every command once, on the batch of this number and code. */
const said = async (batch: string, code: string): Promise<[readonly (readonly string[])[], readonly Ran[]]> => {
  const outputs = [
    await done('change', batch, '--name', `New ${code}`, '--end', '2099-12-31', '--combineable', 'yes'),
    await done('change', batch, '--end', 'none', '--start', '2026-01-01', '--json'),
    await done('list', '--name', `new ${code}`),
    await done('end', batch, '--code', code.toLowerCase()),
    await done('list', '--code', code, '--json'),
    await done('end', batch),
  ];
  const refusals: Ran[] = [];
  for (const args of [
    ['change', batch, '--name', 'x'],
    ['change', batch, '--end', '31.12.2026'],
    ['change', batch, '--combineable', 'perhaps'],
    ['change', batch],
    ['end', '99'],
    ['end', 'one'],
    ['end', batch, '--code', 'other'],
  ])
    refusals.push(await run(...args));
  return [outputs, refusals];
};

const plain = (all: readonly unknown[], batch: string, code: string): string =>
  JSON.stringify(all)
    .replaceAll(new RegExp(`\\b${batch}\\b(?=  |\\):? | has|\\)|\\\\*",|,\\\\*"name|,\\\\*"code)`, 'g'), 'BATCH')
    .replaceAll(new RegExp(code, 'gi'), 'CODE')
    .replaceAll(/\\*"seq\\*":\d+/g, 'SEQ')
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, 'DATE');

test('change, list and end say the same beside a running server and without one', async () => {
  expect(await done('list')).toEqual([
    '3  "Herbst"  (UNIQUE_NOMINAL 5 EUR; any day; 1 coupon)',
    '2  "Winter"  (MULTIPLE_PERCENTAGE 5; any day; 1 coupon)',
    '1  "Sommer\\nkontor: forged"  (UNIQUE_NOMINAL 5 EUR; any day; 1 coupon)',
  ]);
  const online = await said('1', 'SUN');
  server.signal('SIGTERM');
  expect((await server.ended).code).toBe(0);
  const offline = await said('3', 'FOG');
  expect(plain(offline, '3', 'FOG')).toBe(plain(online, '1', 'SUN'));
  const [[changed, asData, listed, ended, withCode, whole], refused] = online;
  expect(changed).toEqual(['1  "New SUN"  (UNIQUE_NOMINAL 5 EUR; any day to 2099-12-31; combineable; 1 coupon)']);
  expect(JSON.parse(asData![0]!)).toMatchObject({ id: 1, name: 'New SUN', start_date: '2026-01-01', end_date: null });
  expect(listed).toEqual(['1  "New SUN"  (UNIQUE_NOMINAL 5 EUR; 2026-01-01 to any day; combineable; 1 coupon)']);
  expect(ended!.slice(1)).toEqual(['  "SUN"  ENDED, orders: 0']);
  expect(JSON.parse(withCode![0]!)).toMatchObject({ ended: null, coupons: [{ code: 'SUN', state: 'ENDED', uses: 0 }] });
  expect(whole![0]).toMatch(/; 1 coupon; ended \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\)$/);
  expect(refused.map(({ code, out }) => `${code} ${out.join()}`)).toEqual(Array(7).fill('1 '));
  expect(refused.map(({ err }) => err.join())).toEqual([
    expect.stringContaining('COUPON_NOT_VALID'),
    expect.stringContaining('31.12.2026 is no date like 2026-12-31'),
    expect.stringContaining('perhaps is neither yes nor no'),
    expect.stringContaining('nothing is to be changed: --name, --start, --end or --combineable is wanted'),
    expect.stringContaining('COUPON_NOT_VALID'),
    expect.stringContaining('one is no number of a batch'),
    expect.stringContaining('The batch 1 has no such coupon'),
  ]);
  expect(await place.run(['log', '--object', 'coupon/1'])).toMatchObject({
    out: [expect.stringContaining('coupon_end')],
  });
});
