// `kontor verify`, and stores that somebody has laid hands on: findings or one clear line, never a crash, never a
// silent start.
import { cpSync, existsSync, readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { open } from 'lmdb';
import { loadConfig } from '../../src/config/config.ts';
import { packChecked, checksumSeed, unpackChecked } from '../../src/engine/disk/checksummed.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkLmdb } from '../../src/engine/journal/lmdb-file.ts';
import { lineOf as errorLine } from '../../src/kernel/error-line.ts';
import { openConfiguredStore } from '../../src/server/start/open-store.ts';
import { runs, sample } from '../harness/effort.ts';
import { OpenedShop } from '../harness/opened-shop.ts';
import { Client, must } from '../kill/client.ts';
import { seeded } from '../kill/model.ts';
import { Place } from '../harness/program.ts';
import type { Ran } from '../harness/program.ts';

const DEMO = { username: 'demo_kontor', password: 'demo-password', secretKey: 'demo-secret-key' };
const PRODUCT = 1;
const PAGE_BYTES = 4096;

let place: Place;

/** A demo shop with orders, killed once after a snapshot, so that rows, journal and a snapshot file all matter. */
beforeAll(async () => {
  place = new Place();
  const open = async (): Promise<OpenedShop> => {
    const shop = await OpenedShop.open(place, 'data');
    const { code: session } = await shop.call('get_new_session');
    const line = { id_shopobject: PRODUCT, element_type: 'PRODUCT', quantity: 2, price_field: 'price' };
    await shop.call('add_to_cart', { session, ...line });
    expect(await shop.call('checkout', { session })).toMatchObject({ status: 'success' });
    return shop;
  };
  await (await open()).stop();
  const second = await open();
  cpSync(place.path('snapshots'), place.path('snapshots.kept'), { recursive: true });
  second.copyTo(place.path('data.kept'));
  await second.stop();
});
afterAll(() => place.clean());

/** The store as it was when the server was killed. */
const restore = (): void => {
  for (const name of ['data', 'snapshots']) {
    rmSync(place.path(name), { recursive: true, force: true });
    cpSync(place.path(`${name}.kept`), place.path(name), { recursive: true });
  }
};

const verify = (directory = 'data'): Promise<Ran> => place.run(['verify', directory]);
const journalFile = (): string => place.path('data', 'journal', 'data.mdb');

const said = ({ out, err }: Ran): string => [...out, ...err].join('\n');

describe('verify', () => {
  test('of a sound store ends with 0 and changes nothing', async () => {
    restore();
    for (let round = 0; round < 2; round += 1) {
      const ran = await verify();
      expect(ran, said(ran)).toMatchObject({ code: 0, err: [] });
      expect(ran.out.at(-1)).toBe('kontor: the store is sound');
      // Those that there are, and not the numbers before the first order's.
      const actors = Number(/: (\d+) actors by rows/.exec(ran.out[0] ?? '')?.[1]);
      expect(actors).toBeGreaterThan(10);
      expect(actors).toBeLessThan(1000);
    }
    await (await OpenedShop.open(place, 'data')).stop();
  });

  test.each(['nowhere', 'snapshots'])('of %s says that it holds no store, and makes none', async (directory) => {
    restore();
    expect(await verify(directory)).toMatchObject({ code: 1, err: [`kontor: ${directory} holds no store`] });
    expect(existsSync(place.path(directory, 'journal'))).toBe(false);
  });

  test('of a store without its journal says so, and makes none', async () => {
    restore();
    rmSync(place.path('data', 'journal'), { recursive: true });
    expect(await verify()).toMatchObject({ code: 1, err: ['kontor: data has lost its journal'] });
    expect(existsSync(place.path('data', 'journal'))).toBe(false);
    // One that was made anew in its place is empty, and not sound.
    await open({ path: place.path('data', 'journal'), noSubdir: false, maxDbs: 64 }).close();
    expect(await verify()).toMatchObject({ code: 1, err: ['kontor: data has lost its journal'] });
  });

  // Catches a check that reads rows of several moments, and one that stops the server.
  test('of a store that is served is sound, as of one moment', async () => {
    const program = place.start(['serve', '--demo', '--port', '0', '--data', 'served']);
    const client = new Client(Number(new URL(await program.ready()).port), DEMO);
    const traffic = { on: true, calls: 0 };
    const shopper = async (): Promise<void> => {
      while (traffic.on) {
        await must(client.call('get_new_session'));
        traffic.calls += 1;
      }
    };
    const shoppers = Promise.all([shopper(), shopper(), shopper()]);
    for (let time = 0; time < 2; time += 1) {
      const ran = await verify('served');
      expect(ran, said(ran)).toMatchObject({ code: 0 });
      expect(ran.out[0]).toMatch(/^kontor: served.* is served by another process, and verified as of now$/);
    }
    traffic.on = false;
    await shoppers;
    expect(traffic.calls).toBeGreaterThan(0);
    await program.kill();
  });

  test('of a brand-new store that was killed is sound', async () => {
    const program = place.start(['serve', '--port', '0', '--data', 'fresh']);
    await program.ready();
    await program.kill();
    const ran = await verify('fresh');
    expect(ran, said(ran)).toMatchObject({ code: 0 });
  });

  test('finds a stock row that was tampered with', async () => {
    restore();
    await tamper('row.stock', (row) => {
      row[QUANTITY_MILLI] = (row[QUANTITY_MILLI] as number) + 1000;
    });
    const ran = await verify();
    expect(ran, said(ran)).toMatchObject({ code: 1 });
    expect(ran.out.join('\n')).toMatch(/stock \d+ by its row is not stock \d+ by replay/);
    expect(ran.out.join('\n')).toMatch(/stock \d+ is \d+, its totals make \d+/);
    expect(ran.out.at(-1)).toMatch(/^kontor: findings: [1-9]/);
  });

  test('finds a snapshot file with a flipped byte', async () => {
    restore();
    // The newest: verify reads no other.
    const name = readdirSync(place.path('snapshots')).sort().at(-1);
    const path = place.path('snapshots', name!);
    const bytes = readFileSync(path);
    bytes[bytes.length >> 1]! ^= 0x40;
    writeFileSync(path, bytes);
    const ran = await verify();
    expect(ran.code, said(ran)).toBe(1);
    expect(ran.signal).toBe(null);
    expect(said(ran)).toMatch(/damaged/);
  });
});

/** Where a row of a stock item has its quantity: after its storage and its holder. */
const QUANTITY_MILLI = 2;

/** Changes the first row of a table behind the store's back. */
const tamper = async (table: string, change: (row: unknown[]) => void): Promise<void> => {
  const env = open({ path: place.path('data', 'journal'), noSubdir: false, maxDbs: 64, overlappingSync: false });
  const rows = env.openDB<Buffer, number>({ name: table, keyEncoding: 'uint32', encoding: 'binary' });
  const [first] = [...rows.getRange({ limit: 1 })];
  const [seq, row] = unpackChecked(first!.value) as [number, unknown[]];
  change(row);
  await rows.put(first!.key, packChecked(checksumSeed(table), first!.key, [seq, row]));
  await env.close();
};

/** A line that says what is wrong. */
const REFUSED = /^.*(damaged|journal|missing).*$/;

/** The command ends by itself, with one such line. */
const isRefusedCleanly = ({ code, signal, err }: Ran, what: string): void => {
  expect({ code, signal }, `${what}: ${err.join('\n')}`).toEqual({ code: 1, signal: null });
  expect(err, what).toHaveLength(1);
  expect(err[0], what).toMatch(/^kontor: /);
  expect(err[0], what).toMatch(REFUSED);
};

/** What a start says of the store, as the program ends with it: `serve` adds `kontor: ` and the exit code. */
const opening = async (): Promise<string> => {
  const config = loadConfig({ data: place.path('data'), snapshots: place.path('snapshots') }, {}, undefined);
  return openConfiguredStore(config).then(async (store) => {
    await store.close();
    return 'it was opened';
  }, errorLine);
};

/** Neither a start nor `verify` takes it for a store; `byProgram`: the program itself is started. */
const isNoStore = async (what: string, byProgram = false): Promise<void> => {
  if (byProgram) isRefusedCleanly(await place.run(['serve', '--demo', '--port', '0', '--data', 'data']), what);
  else expect(await opening(), what).toMatch(REFUSED);
};

const random = seeded(4711);
const noise = (bytes: Buffer, from: number, to: number): void => {
  for (let at = from; at < to; at += 1) bytes[at] = Math.floor(random() * 256);
};

describe('a journal that was overwritten is refused in one line', () => {
  const changes: readonly (readonly [string, (bytes: Buffer) => void])[] = [
    ['all of it', (bytes) => noise(bytes, 0, bytes.length)],
    ['all of it zero', (bytes) => bytes.fill(0)],
    ['its first page', (bytes) => noise(bytes, 0, PAGE_BYTES)],
    ['its first two pages', (bytes) => noise(bytes, 0, 2 * PAGE_BYTES)],
    ['all but its first two pages', (bytes) => noise(bytes, 2 * PAGE_BYTES, bytes.length)],
    ['all but its first two pages zero', (bytes) => bytes.fill(0, 2 * PAGE_BYTES)],
  ];
  test.each(sample(changes))('%s', async (what, change) => {
    restore();
    const bytes = readFileSync(journalFile());
    change(bytes);
    writeFileSync(journalFile(), bytes);
    await isNoStore(what, what === 'all of it');
    isRefusedCleanly(await verify(), what);
    // Nobody has touched it: what can be saved of it is still there.
    expect(readFileSync(journalFile()).equals(bytes)).toBe(true);
  });

  test.each(sample([1, 3000, PAGE_BYTES, 2 * PAGE_BYTES, 5 * PAGE_BYTES]))('cut to %i bytes', async (size) => {
    restore();
    truncateSync(journalFile(), size);
    await isNoStore(`cut to ${size}`);
    isRefusedCleanly(await verify(), `cut to ${size}`);
  });

  test.each(['emptied', 'removed'])('%s', async (how) => {
    restore();
    if (how === 'emptied') truncateSync(journalFile(), 0);
    else rmSync(journalFile());
    await isNoStore(how, how === 'removed');
  });

  test('any single page of it: refused, found by verify, or of no use to anybody', async () => {
    restore();
    const whole = readFileSync(journalFile());
    const pages = Math.floor(whole.length / PAGE_BYTES);
    for (let round = 0; round < runs(20); round += 1) {
      const page = 2 + Math.floor(random() * (pages - 2));
      const bytes = Buffer.from(whole);
      noise(bytes, page * PAGE_BYTES, (page + 1) * PAGE_BYTES);
      writeFileSync(journalFile(), bytes);
      const { code, signal } = await verify();
      expect(signal, `page ${page}`).toBe(null);
      expect([0, 1], `page ${page}`).toContain(code);
    }
  });
});

describe('checkLmdb', () => {
  const ROUNDS = runs(400);

  test('finds a sound file sound', () => {
    restore();
    checkLmdb(place.path('data', 'journal'));
    checkLmdb(place.path('nowhere'));
  });

  test('says where a file ends that was cut short', () => {
    restore();
    truncateSync(journalFile(), 5 * PAGE_BYTES);
    expect(() => checkLmdb(place.path('data', 'journal'))).toThrow(/data\.mdb is damaged: it ends before page \d+/);
  });

  test('never throws anything but its own line', () => {
    restore();
    const whole = readFileSync(journalFile());
    let found = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const bytes = Buffer.from(whole);
      for (let change = 0; change < 3; change += 1) {
        const at = Math.floor(random() * bytes.length);
        noise(bytes, at, Math.min(bytes.length, at + 1 + Math.floor(random() * 16)));
      }
      writeFileSync(journalFile(), round % 5 === 0 ? bytes.subarray(0, Math.floor(random() * bytes.length)) : bytes);
      try {
        checkLmdb(place.path('data', 'journal'));
      } catch (error) {
        found += 1;
        expect((error as Error).message, `round ${round}`).toMatch(/data\.mdb is damaged: /);
      }
    }
    expect(found).toBeGreaterThan(ROUNDS / 5);
  });
});
