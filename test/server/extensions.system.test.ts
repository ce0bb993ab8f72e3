// A server that starts and stops with extensions. Catches callers that a module which is being loaded refuses, a stop
// that waits as long as an extension may take, and an event that is lost with it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import type { Client } from '../../src/client/client.ts';
import { startServer } from '../../src/server/start-server.ts';
import type { RunningServer } from '../../src/server/start-server.ts';
import { reservePort } from '../harness/ports.ts';
import { until } from '../harness/until.ts';
import { Place } from '../harness/program.ts';
import { moduleOf, takesToLoad } from '../outside/extensions/modules.ts';

let place: Place;
beforeEach(() => {
  place = new Place();
});
afterEach(() => place.clean());

const CREDENTIALS = { username: 'embedded', password: 'a long password', secretKey: 'a long secret key' };

const FREE = { element_type: 'FREE_ELEMENT', id_shopobject: 0, quantity: 1, price_field: '10', name_field: 'x' };
const addFree = (shop: Client, session: string) =>
  shop.add_to_cart({ session, language: 'en_GB', country: 'DE', ...FREE } as never);

test(
  'the first call is answered by a module that takes longer to load than its deadline',
  { timeout: 60_000 },
  async () => {
    const module = place.path('slow.mjs');

    writeFileSync(module, `${takesToLoad(1000)}\n${moduleOf('slow', 'cart_check: () => ({ refuse: "NOT_SO" })')}`);
    const server = await startServer(
      {
        data: place.path('data'),
        snapshots: place.path('snapshots'),
        logLevel: 'silent',
        port: 0,
        extensions: [{ module, deadlineMs: { cart_check: 500 } }],
      },
      { credentials: CREDENTIALS },
    );
    const shop = createClient({ url: server.url, ...CREDENTIALS });
    const session = await shop.get_new_session();
    if (!session.ok) throw new Error(session.code);
    expect(await addFree(shop, session.value.code)).toMatchObject({ code: 'EXTENSION_REFUSED', param: 'NOT_SO' });
    await server.stop();
  },
);

test('no caller of a restart waits for a module that takes long to load', { timeout: 120_000 }, async () => {
  const module = place.path('slow.mjs');
  writeFileSync(module, moduleOf('slow', 'checkout_check: () => undefined'));
  const port = await reservePort();
  const env = {
    KONTOR_LICENCE_USERNAME: CREDENTIALS.username,
    KONTOR_LICENCE_PASSWORD: CREDENTIALS.password,
    KONTOR_LICENCE_SECRET_KEY: CREDENTIALS.secretKey,
    KONTOR_EXTENSIONS: JSON.stringify([{ module }]),
  };
  await place.start(['serve', '--port', String(port)], env).ready();
  writeFileSync(module, `${takesToLoad(3000)}\n${moduleOf('slow', 'checkout_check: () => undefined')}`);
  const shop = createClient({ url: `http://127.0.0.1:${port}`, ...CREDENTIALS });
  const restarted = place.run(['restart', '--json']);
  const seen = { longestMs: 0, isOver: false };
  void restarted.finally(() => (seen.isOver = true));
  await until('the restart', async () => {
    const beganMs = performance.now();
    expect(await shop.get_shop()).toMatchObject({ ok: true });
    seen.longestMs = Math.max(seen.longestMs, performance.now() - beganMs);
    return seen.isOver;
  });
  const { code, out } = await restarted;
  expect(code).toBe(0);
  place.adopt((JSON.parse(out[0]!) as { readonly pid: number }).pid);
  expect(seen.longestMs).toBeLessThan(2500);
});

test(
  'a stop waits for no event that hangs, which is told again after the next start',
  { timeout: 60_000 },
  async () => {
    const [module, notes] = [place.path('erp.mjs'), place.path('notes')];
    const tell = `import { appendFileSync } from 'node:fs';\n${moduleOf(
      'erp',
      `after: ({ object }) => { appendFileSync(${JSON.stringify(notes)}, object.id + ' '); return new Promise(() => {}); }`,
    )}`;
    writeFileSync(module, tell);
    const told = (): readonly string[] => (existsSync(notes) ? readFileSync(notes, 'utf8').trim().split(' ') : []);
    const start = async (): Promise<{ readonly server: RunningServer; readonly shop: Client }> => {
      const server = await startServer(
        {
          data: place.path('data'),
          snapshots: place.path('snapshots'),
          logLevel: 'silent',
          port: 0,
          shutdownTimeoutMs: 600_000,
          extensions: [{ module, onFailure: 'skip', deadlineMs: { after: 120_000 } }],
        },
        { credentials: CREDENTIALS },
      );
      return { server, shop: createClient({ url: server.url, ...CREDENTIALS }) };
    };
    const first = await start();
    await first.shop.update_webhook({ name: 'ORDER_CREATE', url: 'extension:erp', parameter: '', body: 'view' });
    const session = await first.shop.get_new_session();
    if (!session.ok) throw new Error(session.code);
    const { code } = session.value;
    const added = await addFree(first.shop, code);
    expect(added.ok ? '' : `${added.code} ${added.param}`).toBe('');
    await first.shop.set_order_details({ session: code, email: 'ada@shop.example' });
    expect(await first.shop.checkout({ session: code })).toMatchObject({ ok: true });
    await until('it is told', () => told().length === 1);
    await first.server.stop();
    const { server } = await start();
    await until('it is told again', () => told().length === 2);
    expect(new Set(told()).size).toBe(1);
    await server.stop();
  },
);
