// Searches of callers on I/O threads: would catch one that goes on after its caller has hung up, one that ends although
// its caller waits, a place of the thread that is lost with it, and a stop that waits for searches.
import { afterEach, describe, expect, test } from 'vitest';
import { requestHandler } from '../../../src/http/request-handler.ts';
import type { RequestHandler } from '../../../src/http/transport/transport.ts';
import { CREDENTIALS } from '../../operations/shop.ts';
import { openSearch } from '../../operations/search/search-shop.ts';
import { Caller, listens, post } from '../caller.ts';
import { hasUws } from '../transport/transports.ts';
import { Threaded } from './threaded.ts';

const LIMITS = { host: '127.0.0.1', port: 0, bodyBytesMax: 2_000_000, bodyTimeoutMs: 5000 };
const FORM = ['Content-Type: application/x-www-form-urlencoded'];

const asked = (request: string, fields: object = {}): string =>
  post('/srv/service/', String(new URLSearchParams({ request, ...CREDENTIALS, ...fields })), FORM);
const SEARCH = asked('search_products', {
  constraint: JSON.stringify({ name: ['LIKE', '%em%'] }),
  language: 'de_DE',
  country: 'DE',
});

const servers: Threaded[] = [];
const callers: Caller[] = [];
afterEach(async () => {
  await Promise.all(callers.splice(0).map((caller) => caller.cut()));
  await Promise.all(servers.splice(0).map((server) => server.close(0)));
});

const calling = ({ port }: Threaded): Caller => {
  const caller = new Caller(port);
  callers.push(caller);
  return caller;
};

/** A shop on a thread whose searches have a step in each slice, and whose slices run when `turn` is called. */
const openOnThread = async (transport: 'uws' | 'node') => {
  const waiting: (() => void)[] = [];
  const { shop } = await openSearch({
    work: { budgetMs: 0, sliceMs: 0, openMax: 100, nowMs: () => 0, soon: (run) => void waiting.push(run) },
  });
  const server = await Threaded.listen(
    LIMITS,
    requestHandler(shop.dispatch, { bodyFieldsMax: 200, fieldNameBytesMax: 256 }),
    {
      transport,
      threads: 1,
    },
  );
  servers.push(server);
  const open = (): number => shop.dispatch.load.searchesOpen;
  const gone = (): number => server.figures().reduce((sum, { clientsGone }) => sum + clientsGone, 0);
  const turn = (): boolean => {
    const run = waiting.shift();
    run?.();
    return run !== undefined;
  };
  return { shop, server, open, gone, turn };
};

const TRANSPORTS = hasUws ? (['uws', 'node'] as const) : (['node'] as const);

describe.each(TRANSPORTS)('a search over %s on a thread', (transport) => {
  test('ends with its caller: the slice in hand is the last', async () => {
    const { server, open, gone, turn } = await openOnThread(transport);
    const [leaving, staying] = [calling(server), calling(server)];
    leaving.write(SEARCH);
    await expect.poll(open).toBe(1);
    expect(turn()).toBe(true);
    expect(open(), 'one slice does not end it').toBe(1);
    await leaving.cut();
    await expect.poll(gone).toBe(1);
    expect([turn(), open(), turn()]).toEqual([true, 0, false]);
    // Its place on the thread is another one's now.
    staying.write(SEARCH);
    await expect.poll(open).toBe(1);
    let slices = 0;
    while (turn()) slices += 1;
    expect(slices).toBeGreaterThan(2);
    expect(JSON.parse((await staying.reply()).body)).toMatchObject({ object: 'search_products_result', count: 1 });
    expect([open(), gone()]).toEqual([0, 1]);
  });

  test('a stop ends those of 32 callers, each with a reply and its connection', async () => {
    const { shop, server, open, gone } = await openOnThread(transport);
    const waiting = Array.from({ length: 32 }, () => calling(server).write(SEARCH));
    await expect.poll(open).toBe(32);
    const closed = server.close(60_000);
    await expect.poll(() => listens(server.port)).toBe(false);
    shop.dispatch.endSearches();
    for (const caller of waiting) {
      const { status, headers, body } = await caller.reply();
      expect([status, headers.connection, body]).toEqual([
        503,
        'close',
        expect.stringContaining('as the server stops'),
      ]);
      await caller.close();
    }
    expect([await closed, open(), gone()]).toEqual([0, 0, 0]);
  });

  test('that begins while the server stops is refused at once', async () => {
    const { shop, server, open } = await openOnThread(transport);
    shop.dispatch.endSearches();
    const { status, body } = await calling(server).write(SEARCH).reply();
    expect([status, body, open()]).toEqual([503, expect.stringContaining('as the server stops'), 0]);
  });
});

test('a thread that ends takes the searches of its callers with it', async () => {
  const begun: { readonly isGone?: boolean }[] = [];
  const hold: RequestHandler = (_request, reply) => void begun.push(reply);
  const lost: string[] = [];
  const transport = hasUws ? 'uws' : 'node';
  const server = await Threaded.listen(LIMITS, hold, { transport, threads: 1, lost: (reason) => lost.push(reason) });
  servers.push(server);
  calling(server).write(SEARCH);
  await expect.poll(() => begun.map(({ isGone }) => isGone)).toEqual([false]);
  server.breakThread(0);
  await expect.poll(() => begun.map(({ isGone }) => isGone)).toEqual([true]);
  await expect.poll(() => lost.length).toBe(1);
});
