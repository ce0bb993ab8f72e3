// Would catch an order that was answered before it could survive a power cut: a real server is recorded, and the disks
// that a cut may leave at any of its writes are opened.
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Order } from '../../src/domain/orders/order.ts';
import { SYSTEM_CLOCK } from '../../src/outside/system-clock.ts';
import { finishNewStore } from '../../src/server/start/demo-store.ts';
import { Place } from '../harness/program.ts';
import { runs } from '../harness/effort.ts';
import { Seeded } from '../engine/seeded.ts';
import { findingsOf, newPlace, open } from '../engine/store/stores.ts';
import { Client, must } from '../kill/client.ts';
import { seedOf } from '../harness/seed.ts';
import { buildLayer } from './io-layer.ts';
import { readTrace, rebuild } from './write-trace.ts';

const DEMO = { username: 'demo_kontor', password: 'demo-password', secretKey: 'demo-secret-key' };
const ORDERS = 40;

interface Acknowledged {
  /** How much of the trace there was when the reply had come. */
  readonly traced: number;
  readonly id: number;
}

let place: Place;
let entries: ReturnType<typeof readTrace> = [];
const acknowledged: Acknowledged[] = [];
const chance = new Seeded(seedOf('power loss'));

/** A cart with one free line is ordered. */
const order = async (client: Client): Promise<number> => {
  const { body: opened } = await must(client.call('get_new_session'));
  const session = String(opened['code']);
  const line = {
    element_type: 'FREE_ELEMENT',
    quantity: 1,
    id_shopobject: 0,
    name_field: 'thing',
    price_field: '1.50',
  };
  await must(client.call('add_to_cart', { session, ...line }));
  const { body } = await must(client.call('checkout', { session }));
  return Number(body['id_order']);
};

beforeAll(async () => {
  place = new Place();
  mkdirSync(place.directory, { recursive: true });
  const layer = buildLayer('no writes are recorded, and no power is cut');
  if (layer === undefined) return;
  const program = place.start(['serve', '--demo', '--port', '0', '--data', place.path('data')], {
    LD_PRELOAD: layer,
    KONTOR_TEST_RECORD: place.path('trace'),
    KONTOR_TEST_RECORD_DIR: place.path('data'),
  });
  const { port } = new URL(await program.ready());
  const shoppers = Array.from({ length: 4 }, async () => {
    const client = new Client(Number(port), DEMO);
    for (let placed = 0; placed < ORDERS / 4; placed += 1) {
      const id = await order(client);
      acknowledged.push({ traced: statSync(place.path('trace')).size, id });
    }
    client.hangUp();
  });
  await Promise.all(shoppers);
  await program.kill();
  entries = readTrace(readFileSync(place.path('trace')));
});
afterAll(() => place.clean());

const isRecorded = (): boolean => entries.length > 0;

/** What is wrong with the store that a cut after so many entries leaves; '' for nothing. */
const afterCut = async (count: number, ignoresSyncs = false): Promise<string> => {
  const at = newPlace({ bootId: 'the boot after' });
  rebuild(entries, count, at.directory, chance, ignoresSyncs);
  finishNewStore(at.directory);
  const traced = entries[count - 1]?.end ?? 0;
  try {
    const store = await open(at, { clock: SYSTEM_CLOCK });
    const { outcome } = store.report;
    const lost = acknowledged.filter(
      ({ traced: then, id }) =>
        then <= traced && (store.engine.tables.order.peek(id) as Order | undefined) === undefined,
    );
    await store.close();
    if (lost.length > 0) return `${lost.length} orders of ${acknowledged.length} are gone`;
    if (outcome !== 'clean') return outcome;
    return (await findingsOf(at)).join('; ');
  } catch (error) {
    return (error as Error).message;
  } finally {
    rmSync(at.directory, { recursive: true, force: true });
  }
};

test('whatever a power cut leaves of unsynced writes, what was answered is there', async () => {
  if (!isRecorded()) return;
  expect(acknowledged).toHaveLength(ORDERS);
  const cuts = runs(60);
  for (let cut = 0; cut < cuts; cut += 1) {
    // The first entries are those of a first start.
    const count = cut % 6 === 0 ? chance.below(60) : chance.below(entries.length + 1);
    expect(await afterCut(count), `after ${count} of ${entries.length} entries`).toBe('');
  }
});

test('a disk that says that it has synced and has not is found out', async () => {
  if (!isRecorded()) return;
  const found = new Set<string>();
  for (let cut = 0; cut < 12; cut += 1)
    found.add((await afterCut(entries.length - chance.below(entries.length >> 1), true)) === '' ? 'sound' : 'lost');
  expect(found).toContain('lost');
});

test('the whole trace gives the files that are there', () => {
  if (!isRecorded()) return;
  const directory = place.path('again');
  const synced = ['/journal/data.mdb', '/journal', ''].map((name) => ({ ...entries[0]!, does: 'S' as const, name }));
  rebuild([...entries, ...synced], entries.length + synced.length, directory, new Seeded(1));
  const data = (of: string): Buffer => readFileSync(place.path(of, 'journal', 'data.mdb'));
  expect(existsSync(place.path('again', 'store.json'))).toBe(true);
  const [now, again] = [data('data'), data('again')];
  // Beyond what was written the file may be longer.
  expect(again.equals(now.subarray(0, again.length))).toBe(true);
});
