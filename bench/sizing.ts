// What products, open carts, orders and accounts take of memory and disk, for the table of
// docs/operate/install.md.
//
//   npm run bench -- sizing           20,000 of each
//   npm run bench -- sizing 50000     as many
//
// The server collects its garbage every half second, so that what is in use is read and not what is left over. Memory
// is what a page of its metrics says: heap, and buffers outside of it.
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Caller } from './caller.ts';
import { startKontor } from './processes.ts';
import { addOrderDetails, fillShop, makeCarts } from './shop.ts';

const COUNT = Number(process.argv[2] ?? 20_000);
const ADMIN_PORT = '18099';
/** The server writes its rows and collects its garbage meanwhile. */
const SETTLE_MS = 5000;
const COLLECTING = 'data:text/javascript,setInterval(gc,500).unref()';

interface Use {
  /** Bytes of heap and buffers. */
  readonly memory: number;
  /** Bytes of the data directory. */
  readonly disk: number;
}

const bytesOf = (directory: string): number =>
  readdirSync(directory, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);

const useOf = async (data: string): Promise<Use> => {
  await sleep(SETTLE_MS);
  const page = await (await fetch(`http://127.0.0.1:${ADMIN_PORT}/metrics`)).text();
  const value = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(page)![1]);
  return { memory: value('nodejs_heap_size_used_bytes') + value('nodejs_external_memory_bytes'), disk: bytesOf(data) };
};

const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1);

const CREDENTIALS = { username: 'sizing', password: 'sizing-password', secretKey: 'sizing-secret-key' };

const main = async (): Promise<void> => {
  const data = mkdtempSync(join(tmpdir(), 'kontor-sizing-'));
  const server = await startKontor('dist/main.js', data, CREDENTIALS, {
    flags: ['--expose-gc', '--import', COLLECTING],
    env: { KONTOR_ADMIN_PORT: ADMIN_PORT, KONTOR_RESIDENT_ACTORS_MAX: '10000000', KONTOR_SESSIONS_MAX: '1000000' },
  });
  try {
    const caller = new Caller(server.port, CREDENTIALS);
    let before = await useOf(data);
    console.log(
      `empty: ${(before.memory / 1e6).toFixed(0)} MB of memory, ${(before.disk / 1e6).toFixed(1)} MB of disk`,
    );
    const grown = async (what: string, count: number): Promise<void> => {
      const now = await useOf(data);
      const each = (of: keyof Use): string => kilobytes((now[of] - before[of]) / count);
      console.log(`${what}: ${each('memory')} kB of memory, ${each('disk')} kB of disk each`);
      before = now;
    };
    const shop = await fillShop(caller, COUNT);
    await grown(`${COUNT} products, as made`, COUNT);
    await caller.many('get_product_details', COUNT, (i) => ({ id_product: shop.productIds[i]!, language: 'de_DE' }));
    await grown(`${COUNT} products, after each was read`, COUNT);
    const sessions = await makeCarts(caller, shop, COUNT, 0);
    await grown(`${COUNT} carts of three lines`, COUNT);
    await addOrderDetails(caller, sessions);
    await caller.many('checkout', COUNT, (i) => ({ session: sessions[i]! }));
    await grown(`${COUNT} orders of them`, COUNT);
  } finally {
    await server.stop();
    rmSync(data, { recursive: true, force: true });
  }
};

await main();
