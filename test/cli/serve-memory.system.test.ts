// A shop for tests that writes to the disk, is open to other machines, or whose clock does not obey.
import { readdirSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { Place } from '../harness/program.ts';

let place: Place;
beforeEach(() => {
  place = new Place();
});
afterEach(() => place.clean());

const CATALOGUE = [
  { type: 'class', name: 'lamp', class_type: 'product', attributes: [{ name: 'price', type: 'FLOAT' }] },
  { type: 'product', class: 'lamp', name: 'lamp', active: true, attributes: { de_DE: { price: 10 } } },
];

test('it serves a catalogue at a moment that callers move on, and leaves nothing', async () => {
  writeFileSync(place.path('shop.ndjson'), CATALOGUE.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const clock = ['--clock', '2026-12-24T18:00:00Z'];
  const program = place.start(['serve', '--memory', '--port', '0', ...clock, '--catalogue', place.path('shop.ndjson')]);
  const url = (await program.ready()).replace('/srv/service/', '');
  const shop = createClient({ url, username: 'demo_kontor', password: 'demo-password' });
  expect(await shop.get_product_details({ id_product: 1 })).toMatchObject({ ok: true, value: { name: 'lamp' } });
  expect(await shop.get_new_session()).toMatchObject({ value: { creation_date: '2026-12-24 18:00:00' } });
  expect((await fetch(`${url}/srv/bulk`, { method: 'POST' })).status).toBe(403);
  const move = async (body: string): Promise<unknown> =>
    (await fetch(`${url}/srv/clock`, { method: 'POST', body: new URLSearchParams(body) })).json();
  expect(await move('')).toEqual({ object: 'clock', now: '2026-12-24T18:00:00.000Z' });
  expect(await move('advance=3600000')).toEqual({ object: 'clock', now: '2026-12-24T19:00:00.000Z' });
  expect(await move('at=2026-12-25T00:00:00Z')).toEqual({ object: 'clock', now: '2026-12-25T00:00:00.000Z' });
  for (const wrong of ['at=2026-12-24T00:00:00Z', 'at=soon', 'advance=-1', 'advance=x'])
    expect(await move(wrong), wrong).toMatchObject({ message: 'PARAMETER_INVALID', param: wrong.split('=')[0] });
  expect(await shop.get_new_session()).toMatchObject({ value: { creation_date: '2026-12-25 00:00:00' } });
  program.signal('SIGTERM');
  expect(await program.ended, program.said).toEqual({ code: 0, signal: null });
  expect(readdirSync(place.path('.'))).toEqual(['shop.ndjson']);
});

test.each([
  [['--clock', '2026-12-24T18:00:00Z'], '--clock is of a shop in memory'],
  [['--catalogue', 'shop.ndjson'], '--catalogue is of a shop in memory'],
  [['--memory', '--data', 'data'], '--data is of a shop on the disk'],
  [['--memory', '--host', '0.0.0.0'], 'a shop in memory listens on loopback only, not on 0.0.0.0'],
  [['--memory', '--clock', 'soon'], '--clock: soon is no moment, such as 2026-12-24T18:00:00Z'],
])('%j is refused', async (args, why) => {
  const { code, err } = await place.runBuilt(['serve', ...args]);
  expect([code, err.join(' ')]).toEqual([1, expect.stringContaining(why)]);
  expect(readdirSync(place.path('.'))).toEqual([]);
});

test('a server on the disk has no path for its clock', async () => {
  const program = place.start(['serve', '--demo', '--port', '0']);
  const url = (await program.ready()).replace('/srv/service/', '');
  expect((await fetch(`${url}/srv/clock`, { method: 'POST' })).status).toBe(404);
  await program.kill();
});
