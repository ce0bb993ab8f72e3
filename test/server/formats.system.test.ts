// What an operator sees of a store that a later program wrote: one line, and reads where that is safe.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FORMAT } from '../../src/engine/disk/format.ts';
import type { FormatRange } from '../../src/engine/disk/format.ts';
import { readIdentity, writeIdentity } from '../../src/engine/store/identity.ts';
import { FOREIGN, READABLE } from '../engine/store/other-formats.ts';
import { Client } from '../kill/client.ts';
import { Place } from '../harness/program.ts';

const DEMO = { username: 'demo_kontor', password: 'demo-password', secretKey: 'demo-secret-key' };
const SERVE = ['serve', '--demo', '--port', '0', '--data', 'data'];

let place: Place;
beforeAll(async () => {
  place = new Place();
  expect(await (await place.serveHere(SERVE)).stop()).toBe(0);
});
afterAll(() => place.clean());

const storeIs = (format: FormatRange): void =>
  writeIdentity(place.path('data'), { ...readIdentity(place.path('data'))!, format });

const WHY = `has format version ${FORMAT + 1} and is written by version ${FORMAT + 1} and later`;

test('one that this program may read is served for reading alone, and says why', async () => {
  storeIs(READABLE);
  const server = await place.serveHere(SERVE);
  const client = new Client(server.port, DEMO);
  const warned = [...server.out, ...server.err].filter((line) => line.includes(WHY));
  expect(warned).toEqual([expect.stringMatching(/: reads are answered, changes are refused; /)]);
  expect(await client.call('get_products_in_category', { id_category: 1 })).toMatchObject({ refusal: '' });
  expect(await client.call('get_new_session')).toMatchObject({ refusal: 'STORE_READ_ONLY' });
  client.hangUp();
  expect(await server.stop()).toBe(0);
  expect(await place.run(['verify'])).toMatchObject({ code: 0 });
});

test('one that it would misread is refused by one line, by every command', async () => {
  storeIs(FOREIGN);
  const line = (data: string): string =>
    `kontor: the store in ${data} has format version ${FORMAT + 1} and is read by version ${FORMAT + 1} and later, ` +
    `and this kontor has version ${FORMAT}: upgrade kontor, or restore the snapshot file that was made before ` +
    '(docs/operate/upgrade.md)';
  expect((await place.refusedHere(SERVE)).err).toEqual([line(place.path('data'))]);
  const data = ['--data', 'data'];
  for (const command of [
    ['verify', 'data'],
    ['channel', 'list', ...data],
    ['export', 'all.jsonl', ...data],
  ])
    expect(await place.run(command), command.join(' ')).toMatchObject({ code: 1, err: [line('data')] });
});
